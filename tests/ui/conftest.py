"""A drawn photo of a won hand with a reading in which two tiles are wrong, and a page that uses them."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from PIL import Image

from snaptai.datasets.faces import raster

WIDE, HIGH = 60, 80
ROWS = (
    ("concealed", (None,), ("2m", "3m", "5m", "5m", "6m", "7m", "8m", "W", "W", "W")),
    ("winning", (None,), ("4m",)),
    ("exposed", (1, 1, 1, 2, 2, 2), ("9m", "9m", "9m", "N", "N", "N")),
    ("flower", (None,), ("1f", "3f")),
)
UNSURE, MISREAD = 0, 9
"""Tile 0 (二萬) is read as 九萬 without confidence, tile 9 (西) as 北 with confidence."""


@dataclass(frozen=True)
class Shot:
    """The photo's file, with GPS in its EXIF, and the reading that takes the network's place."""

    photo: Path
    reading: Path


def _boxes() -> list[tuple[str, str, int | None, tuple[int, int, int, int]]]:
    placed = []
    for line, (role, groups, tiles) in enumerate(ROWS):
        for n, tile in enumerate(tiles):
            left, top = 60 + n * (WIDE + 4), 60 + line * (HIGH + 40)
            placed.append((tile, role, groups[n % len(groups)], (left, top, left + WIDE, top + HIGH)))
    return placed


def _photo(file: Path) -> None:
    picture = Image.new("RGB", (800, 600), "#20593c")
    for tile, _, _, (left, top, _, _) in _boxes():
        picture.paste(Image.fromarray(raster(tile, width_px=WIDE)), (left, top))
    exif = Image.Exif()
    exif.get_ifd(0x8825)[1] = "N"
    exif[0x010F] = "SECRET-CAMERA"
    picture.save(file, exif=exif, quality=90)


def _reading(file: Path) -> None:
    tiles = [
        {"tile": tile, "box": list(box), "confidence": 0.98, "alternatives": [], "role": role, "group": group}
        for tile, role, group, box in _boxes()
    ]
    tiles[UNSURE] |= {"tile": "9m", "confidence": 0.5, "alternatives": [["2m", 0.4], ["1s", 0.05]]}
    tiles[MISREAD] |= {"tile": "N"}
    document = {"version": 1, "photo": "hand.jpg", "size": [800, 600], "tiles": tiles, "questions": []}
    file.write_text(json.dumps(document), encoding="utf-8")


@pytest.fixture(scope="session")
def shot(tmp_path_factory: pytest.TempPathFactory) -> Shot:
    """The photo and its reading."""
    folder = tmp_path_factory.mktemp("shot")
    found = Shot(folder / "hand.jpg", folder / "reading.json")
    _photo(found.photo)
    _reading(found.reading)
    return found


@pytest.fixture
def data(tmp_path: Path, shot: Shot, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data folder, which the page uses."""
    monkeypatch.setenv("SNAPTAI_DATA", str(tmp_path))
    monkeypatch.setenv("SNAPTAI_READING", str(shot.reading))
    return tmp_path


# A real server


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """``snaptai app`` in a process of its own."""

    def __init__(self, folder: Path, reading: Path, *options: str) -> None:
        self.folder, self.reading, self.options = folder, reading, options
        self.port = free_port()
        self.url = f"http://localhost:{self.port}/"
        self.output = folder / "output.txt"
        self.start()

    def start(self) -> None:
        """Start it, again if need be, and wait until it answers."""
        environment = os.environ | {"SNAPTAI_DATA": str(self.folder), "SNAPTAI_READING": str(self.reading)}
        command = [sys.executable, "-c", "from snaptai.ui.cli import main; main()", "app", "--port", str(self.port)]
        with self.output.open("ab") as output:
            self.process = subprocess.Popen([*command, *self.options], stdout=output, stderr=output, env=environment)
        self._wait()

    def _wait(self) -> None:
        until = time.monotonic() + 120
        while time.monotonic() < until:
            try:
                urllib.request.urlopen(self.url, timeout=5).close()
                return
            except urllib.error.HTTPError:
                return
            except OSError:
                assert self.process.poll() is None, self.output.read_text(errors="replace")
                time.sleep(0.2)
        raise AssertionError("the page did not answer within two minutes")

    @contextmanager
    def paused(self) -> Iterator[None]:
        """It answers nothing for a while."""
        self.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """kill -9."""
        self.process.kill()
        self.process.wait()


@pytest.fixture(scope="session")
def make_server(tmp_path_factory: pytest.TempPathFactory, shot: Shot) -> Iterator[Callable[..., Server]]:
    """Starts servers, each with an empty data folder; all are stopped at the end."""
    started: list[Server] = []

    def make(*options: str, reading: Path | None = None) -> Server:
        started.append(Server(tmp_path_factory.mktemp("data"), reading or shot.reading, *options))
        return started[-1]

    yield make
    for server in started:
        server.kill()


CHROMIUM = os.environ.get("SNAPTAI_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
SWITCHES = (
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-first-run", "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream",
)  # fmt: skip


@pytest.fixture(scope="session")
def chromium() -> Iterator[object]:
    """Debian's chromium, driven by playwright; its tests carry the mark ``browser``, which CI does not let skip."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        sync_playwright = None
    if CHROMIUM is None or sync_playwright is None:
        lacking = (
            "chromium is not installed (apt-get install chromium)" if CHROMIUM is None else "playwright is missing"
        )
        pytest.skip(lacking)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(SWITCHES))
        yield browser
        browser.close()
