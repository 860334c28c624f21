"""What all rooms' tests share: the optional real data, and which skips a CI run does not forgive."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
UNFORGIVEN = ("browser", "ray", "wheel", "heic", "avif")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--run-training", action="store_true", help="also train for one epoch (extra: train)")


def pytest_configure(config: pytest.Config) -> None:
    for mark in UNFORGIVEN:
        config.addinivalue_line("markers", f"{mark}: may not be skipped in CI")
    config.addinivalue_line("markers", "training: needs torch and ultralytics; run by `make test-train`")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--run-training"):
        return
    for item in items:
        if item.get_closest_marker("training"):
            item.add_marker(pytest.mark.skip(reason="training runs in `make test-train`"))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):
    report = (yield).get_result()
    marked = any(item.get_closest_marker(mark) for mark in UNFORGIVEN)
    if report.skipped and marked and os.environ.get("CI") == "true":
        report.outcome = "failed"
        report.longrepr = f"skipped, which CI does not forgive: {report.longrepr}"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The optional folder of real photos; tests that need it skip where it is absent."""
    folder = Path(os.environ.get("SNAPTAI_SHARED", ROOT.parent / "shared"))
    if not (folder / "data").is_dir():
        pytest.skip("real photos are not here (set SNAPTAI_SHARED)")
    return folder / "data"
