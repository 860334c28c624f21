"""``snaptai doctor`` and ``--version``: is this installation sound, and what to do where it is not."""

from __future__ import annotations

import socket
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

PAGE_PORT = 8501


@dataclass(frozen=True, slots=True)
class Finding:
    """One check: what was looked at, whether it is sound, what was seen, and what to do about a fault."""

    check: str
    sound: bool
    seen: str
    remedy: str = ""


def version_line() -> str:
    """Package, model, the model's sha256 and the provider, on one line."""
    from snaptai.models.catalog import ModelError, read_catalog

    try:
        entries = read_catalog().values()
        model = ", ".join(f"{e.name} sha256:{e.sha256[:12]}" for e in entries if e.path.is_file()) or "no model file"
    except ModelError as problem:
        model = f"no usable model ({problem})"
    return f"snaptai {version('snaptai')}, model {model}, provider {_provider()}"


def _provider() -> str:
    try:
        import onnxruntime
    except ImportError:
        return "none (onnxruntime is not installed)"
    return str(onnxruntime.get_available_providers()[-1])


def check_model() -> Finding:
    """The model file is there and is the one the catalog names."""
    from snaptai.models.catalog import ModelError, find_model, read_catalog

    try:
        names = [find_model(name).path.name for name in read_catalog()]
    except ModelError as problem:
        return Finding("model", False, str(problem), "reinstall the package: pip install --force-reinstall snaptai")
    return Finding("model", True, f"{', '.join(names)}: sha256 as in the catalog")


def check_provider() -> Finding:
    """onnxruntime imports and offers the CPU provider."""
    seen = _provider()
    return Finding("provider", "CPU" in seen or "Execution" in seen, seen, "pip install onnxruntime")


def check_heic() -> Finding:
    """Photos from iPhones can be decoded."""
    try:
        seen = f"pillow-heif {version('pillow-heif')}"
        sound = find_spec("pillow_heif") is not None
    except PackageNotFoundError:
        seen, sound = "pillow-heif is missing", False
    return Finding("HEIC", sound, seen, "pip install pillow-heif")


def check_data_folder(folder: Path) -> Finding:
    """The ledger's folder can be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return Finding("data folder", True, str(folder))
    except OSError as problem:
        remedy = "make it writable, or set SNAPTAI_DATA to a folder that is"
        return Finding("data folder", False, f"{folder}: {problem.strerror}", remedy)


def check_port(port: int) -> Finding:
    """The page's port is free on this machine."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            remedy = f"stop what uses it, or start the page elsewhere: snaptai app --port {port + 1}"
            return Finding("port", False, f"{port} is taken", remedy)
    return Finding("port", True, f"{port} is free")


def _data_folder() -> Path:
    from snaptai.ui.page.store import data_folder

    return data_folder()


def register(app: typer.Typer) -> None:
    """Add ``doctor``."""

    @app.command()
    def doctor(port: Annotated[int, typer.Option(help="The port the page would use.")] = PAGE_PORT) -> None:
        """Check the installation and say what to do about each fault. Example: snaptai doctor"""
        checks: list[Callable[[], Finding]] = [
            check_model,
            check_provider,
            check_heic,
            lambda: check_data_folder(_data_folder()),
            lambda: check_port(port),
        ]
        findings = [check() for check in checks]
        for finding in findings:
            mark = "ok   " if finding.sound else "FAULT"
            typer.echo(f"{mark} {finding.check}: {finding.seen}")
            if not finding.sound:
                typer.echo(f"      do: {finding.remedy}")
        raise typer.Exit(0 if all(finding.sound for finding in findings) else 1)
