"""kill -9 at any moment, a dying worker, a full disk: the same command goes on, and the end is the same."""

from __future__ import annotations

import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from snaptai.datasets.archive.store import FILE, StoreError
from snaptai.ui import pools

PHOTOS, KILLS = 16, 5


@pytest.fixture
def many(tmp_path, hand, archive) -> Path:
    """The small archive, more photos in it, a broken one and a repeated one."""
    for number in range(PHOTOS):
        (archive / f"{number:02}.png").write_bytes(hand(number, mark=number + 1))
    (archive / "broken.png").write_bytes(b"\x89PNG\r\n")
    (archive / "copy.png").write_bytes((archive / "a.png").read_bytes())
    return archive


def start(archive: Path, out: str, **options: Any) -> subprocess.Popen[bytes]:
    line = [str(Path(sys.executable).with_name("snaptai")), "batch", archive.name, "--out", out, "--workers", "2"]
    return subprocess.Popen(
        [*line, "--backend", "fake", "--lang", "en"],
        cwd=archive.parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        **options,
    )


def finished(out: Path) -> int:
    """How many rows are written so far."""
    try:
        with sqlite3.connect(f"file:{out / FILE}?mode=ro", uri=True) as db:
            return db.execute("SELECT COUNT(*) FROM photos").fetchone()[0]
    except sqlite3.Error:
        return 0


def alive(session: int) -> list[str]:
    """Processes of the session that are still there."""
    listed = subprocess.run(["ps", "-eww", "-o", "sid=,stat=,args="], capture_output=True, text=True).stdout
    return [line for line in listed.splitlines() if line.split()[0] == str(session) and line.split()[1][0] != "Z"]


def kill_at(run: subprocess.Popen[bytes], out: Path, rows: int) -> None:
    """kill -9 as soon as so many rows are written; its workers must end by themselves."""
    while run.poll() is None and finished(out) < rows:
        time.sleep(0.01)
    os.kill(run.pid, signal.SIGKILL)
    run.communicate()
    deadline = time.monotonic() + 20
    while alive(run.pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert alive(run.pid) == []


def test_killed_five_times_it_ends_as_if_nothing_had_happened(many, rows):
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    out, whole = many.parent / "killed", many.parent / "whole"
    for target in sorted(random.Random(seed).sample(range(PHOTOS), KILLS)):
        before = finished(out)
        kill_at(start(many, "killed"), out, target)
        assert finished(out) >= before, "nothing that was finished is lost"
    last, uninterrupted = start(many, "killed"), start(many, "whole")
    unchanged = finished(out)
    assert (last.wait(), uninterrupted.wait()) == (1, 1), "one photo is broken"
    assert f"unchanged {unchanged}\n".encode() in last.communicate()[1]
    assert rows(out) == rows(whole) and len(rows(out)) == PHOTOS + 5
    for name in ("results.csv", "results.jsonl", "report.html"):
        assert (out / name).read_bytes() == (whole / name).read_bytes()


DYING = """
import os
from snaptai.ui import pools

class Job(pools.Job):
    def run(self):
        if self.found.name == "b.png":
            os.kill(os.getpid(), 9)
        return super().run()
"""
SCRIPT = """
import dying
from snaptai.ui import batch

batch.Job = dying.Job
for record in batch.batch("photos", "results", workers=2, backend="fake"):
    print(record.name, record.status, (record.error or {}).get("code"))
"""


def test_a_worker_that_dies_takes_only_its_photo_with_it(archive, hand):
    """The script says nothing of ``__main__``: workers must not run it again."""
    for number in range(3, 6):
        (archive / f"{number}.png").write_bytes(hand(number))
    (archive.parent / "dying.py").write_text(DYING)
    script = archive.parent / "script.py"
    script.write_text(SCRIPT)
    ran = subprocess.run([sys.executable, script.name], cwd=archive.parent, capture_output=True, text=True)
    lines = dict(line.split(" ", 1) for line in ran.stdout.splitlines())
    assert len(lines) == 6, ran.stderr
    assert {name for name, said in lines.items() if said == "failed worker_ended"} == {"b.png"}


def test_workers_that_cannot_start_are_one_sentence_and_no_photos_fault(archive, run, monkeypatch, rows):
    monkeypatch.setattr(pools, "_start_worker", os.abort)
    with pytest.raises(StoreError, match="worker processes cannot start.*try --workers 1"):
        run(archive, workers=2)
    assert rows(archive.parent / "results") == []


def test_ctrl_c_while_workers_start_is_one_sentence(many):
    run = start(many, "stopped", preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    while run.poll() is None and not any("spawn_main" in line for line in alive(run.pid)):
        time.sleep(0.01)
    time.sleep(0.1)  # it imports by now
    os.killpg(run.pid, signal.SIGINT)
    assert run.communicate(timeout=60)[1].decode().splitlines() == ["stopped; the same command goes on from here"]
    assert run.returncode == 130


def test_a_full_disk_is_one_sentence_and_the_run_goes_on_later(archive, command, rows):
    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))

    arguments = ("batch", archive, "--out", "full", "--workers", 1, "--backend", "fake")
    stopped = command(*arguments, preexec_fn=small)
    assert stopped.returncode == 2 and "Traceback" not in stopped.stderr
    assert len(stopped.stderr.splitlines()) == 1 and "請騰出空間" in stopped.stderr
    assert command(*arguments).returncode == 0
    assert [record.status for record in rows(archive.parent / "full")] == ["scored", "scored", "review"]


def test_the_second_of_two_runs_refuses(many, command):
    first = start(many, "both")
    while not finished(many.parent / "both"):
        time.sleep(0.02)
    second = command("batch", many, "--out", "both", "--backend", "fake")
    assert second.returncode == 2 and "正由另一次執行寫入" in second.stderr
    first.kill()
    first.communicate()
