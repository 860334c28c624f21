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

from snaptai.datasets.archive.troubles import words_of
from snaptai.scoring.fields import Text
from snaptai.ui.cli.score import Language
from snaptai.ui.cli.serve import PAGE_PORT


@dataclass(frozen=True, slots=True)
class Finding:
    """One check: what was looked at, whether it is sound, what was seen, and what to do about a fault."""

    check: Text
    sound: bool
    seen: Text
    remedy: Text


def _same(text: str) -> Text:
    """What is alike in both languages."""
    return Text(text, text)


def version_line() -> str:
    """Package, model, the model's sha256 and the provider, on one line."""
    from snaptai.models.catalog import ModelError, read_catalog

    try:
        entries = read_catalog().values()
        model = ", ".join(f"{e.name} sha256:{e.sha256[:12]}" for e in entries if e.path.is_file()) or "no model file"
    except ModelError as problem:
        model = f"no usable model ({problem})"
    return f"snaptai {version('snaptai')}, model {model}, provider {_provider() or _NO_PROVIDER.en}"


_NO_PROVIDER = Text("沒有安裝 onnxruntime", "none (onnxruntime is not installed)")


def _provider() -> str | None:
    try:
        import onnxruntime
    except ImportError:
        return None
    return str(onnxruntime.get_available_providers()[-1])


def check_model() -> Finding:
    """The model file is there and is the one the catalog names."""
    from snaptai.models.catalog import ModelError, find_model, read_catalog

    pip = "pip install --force-reinstall snaptai"
    check, remedy = Text("模型", "model"), Text(f"重新安裝：{pip}", f"reinstall the package: {pip}")
    try:
        names = ", ".join(find_model(name).path.name for name in read_catalog())
    except ModelError as problem:
        return Finding(check, False, Text(problem.message("zh"), problem.message("en")), remedy)
    seen = Text(f"{names}：sha256 與目錄所載相同", f"{names}: sha256 as in the catalog")
    return Finding(check, True, seen, remedy)


def check_provider() -> Finding:
    """onnxruntime imports and offers the CPU provider."""
    seen = _provider()
    said = _same(seen) if seen else _NO_PROVIDER
    return Finding(Text("運算後端", "provider"), bool(seen), said, _same("pip install onnxruntime"))


def check_heic() -> Finding:
    """Photos from iPhones can be decoded."""
    try:
        seen = _same(f"pillow-heif {version('pillow-heif')}")
        sound = find_spec("pillow_heif") is not None
    except PackageNotFoundError:
        seen, sound = Text("沒有安裝 pillow-heif", "pillow-heif is missing"), False
    return Finding(_same("HEIC"), sound, seen, _same("pip install pillow-heif"))


def check_data_folder(folder: Path) -> Finding:
    """The ledger's folder can be written."""
    check = Text("存檔資料夾", "data folder")
    remedy = Text(
        "讓它可以寫入，或用 SNAPTAI_DATA 指定可以寫入的資料夾",
        "make it writable, or set SNAPTAI_DATA to a folder that is",
    )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return Finding(check, True, _same(str(folder)), remedy)
    except OSError as problem:
        why = words_of(problem)
        return Finding(check, False, Text(f"{folder}：{why.zh}", f"{folder}: {why.en}"), remedy)


def check_port(port: int) -> Finding:
    """The page's port is free on this machine."""
    check, again = Text("連接埠", "port"), f"snaptai app --port {port + 1}"
    remedy = Text(f"關掉佔用它的程式，或換一個：{again}", f"stop what uses it, or start the page elsewhere: {again}")
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return Finding(check, False, Text(f"{port} 已有程式使用", f"{port} is taken"), remedy)
    return Finding(check, True, Text(f"{port} 可用", f"{port} is free"), remedy)


def _data_folder() -> Path:
    from snaptai.ui.page.store import data_folder

    return data_folder()


def register(app: typer.Typer) -> None:
    """Add ``doctor``."""

    @app.command()
    def doctor(
        port: Annotated[int, typer.Option(min=1, max=65535, help="The port the page would use.")] = PAGE_PORT,
        lang: Annotated[Language, typer.Option(help="The language of the sentences.")] = Language.CHINESE,
    ) -> None:
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
            mark = Text("正常", "ok   ") if finding.sound else Text("異常", "FAULT")
            said = (mark, finding.check, finding.seen)
            typer.echo(Text("{} {}：{}", "{} {}: {}").say(lang).format(*(each.say(lang) for each in said)))
            if not finding.sound:
                typer.echo(Text("     請：", "      do: ").say(lang) + finding.remedy.say(lang))
        raise typer.Exit(0 if all(finding.sound for finding in findings) else 1)
