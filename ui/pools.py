"""Where photos are computed: worker processes with one network thread each, or an existing Ray cluster.

Jobs are drawn no faster than they are finished, so memory stays flat. A worker that dies takes nothing with it.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Protocol

from snaptai.datasets.archive.sources import Found
from snaptai.datasets.archive.store import Record, StoreError
from snaptai.datasets.archive.troubles import sentence
from snaptai.ui.photo_job import Settings, failed, read_and_score

AHEAD = 2
"""Photos under way for each worker: one in the network and one waiting, so that no worker idles."""


@dataclass(frozen=True, eq=False)
class Job:
    """One photo to read and score."""

    found: Found
    record: Record
    settings: Settings

    def run(self) -> Record:
        """The finished record; a fault of ours becomes that photo's row and not the archive's end."""
        try:
            return read_and_score(self.found, self.record, self.settings)
        except Exception as problem:
            return self.failed("internal", f"{type(problem).__name__}: {problem}")

    def failed(self, code: str, detail: str = "") -> Record:
        """The row of a photo that the program itself failed on."""
        return failed(self.record, code, sentence(code, self.settings.lang, detail))


class Pool(Protocol):
    """Something that computes jobs side by side; ``limit`` is how many it wants under way."""

    limit: int

    def start(self, job: Job) -> Any:
        """Begin a job; what identifies it from now on."""
        ...

    def finish(self, under_way: dict[Any, Job]) -> Record:
        """Wait for any one of the jobs under way, take it out and give its record."""
        ...


def computed(items: Iterable[Job | Record], pool: Pool) -> Iterator[Record]:
    """Every job's record as it is finished; records among the items pass through."""
    under_way: dict[Any, Job] = {}
    for item in items:
        if isinstance(item, Record):
            yield item
            continue
        under_way[pool.start(item)] = item
        while len(under_way) >= pool.limit:
            yield pool.finish(under_way)
    while under_way:
        yield pool.finish(under_way)


def open_pool(workers: int, ray: str | None) -> AbstractContextManager[Pool]:
    """The pool for a run, stopped at its end. Raises ``StoreError`` where the cluster cannot be had."""
    if ray is not None:
        return ray_cluster(ray, workers)
    return processes(workers) if workers > 1 else here()


class Here:
    """This process, one photo after the other."""

    limit = 1

    def start(self, job: Job) -> Job:
        """Nothing yet: ``finish`` does the work."""
        return job

    def finish(self, under_way: dict[Any, Job]) -> Record:
        """The one job's record."""
        return under_way.popitem()[1].run()


@contextmanager
def here() -> Iterator[Pool]:
    """No workers at all."""
    yield Here()


def _start_worker() -> None:
    """Workers leave Ctrl-C to the process that holds the store, end with it, and keep to one thread."""
    import multiprocessing

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ["OMP_NUM_THREADS"] = "1"
    threading.Thread(target=_end_with, args=(multiprocessing.parent_process(),), daemon=True).start()


def _end_with(parent: Any) -> None:
    """A worker whose parent was killed would wait for work for ever."""
    parent.join()
    os._exit(1)


def _submit(executor: ProcessPoolExecutor, call: Callable[[], Any]) -> Future[Any]:
    """Hand over work. A worker that this starts never hears Ctrl-C, not even while it is still importing, and does not
    import the script that called: it needs nothing of it, and without ``if __name__ …`` would run it again."""
    heard = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    script, sys.modules["__main__"] = sys.modules["__main__"], ModuleType("__main__")
    try:
        return executor.submit(call)
    finally:
        sys.modules["__main__"] = script
        signal.pthread_sigmask(signal.SIG_SETMASK, heard)


def _executor(workers: int) -> ProcessPoolExecutor:
    """Workers, the first of which has answered. Raises ``StoreError`` where none can start: no photo is to blame."""
    import multiprocessing

    executor = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _start_worker)
    try:
        _submit(executor, os.getpid).result()
    except BaseException as problem:
        executor.shutdown()  # where its threads are left to end by themselves, Python's own exit may trip over them
        if not isinstance(problem, BrokenProcessPool | OSError):
            raise
        raise StoreError(
            "工作程序無法啟動，可能是記憶體或程序數不足；請改用 --workers 1",
            "worker processes cannot start: memory or processes may be short, so try --workers 1",
        ) from problem
    return executor


class Processes:
    """Worker processes on this machine. When one dies, the photos under way are tried again, each by itself."""

    def __init__(self, workers: int) -> None:
        self.workers, self.limit = workers, workers * AHEAD
        self.executor = _executor(workers)
        self.lone: ProcessPoolExecutor | None = None

    def start(self, job: Job) -> Future[Record]:
        """Hand the job to the workers, new ones where they have died."""
        try:
            return _submit(self.executor, job.run)
        except BrokenProcessPool:
            self.executor.shutdown()
            self.executor = _executor(self.workers)
            return _submit(self.executor, job.run)

    def finish(self, under_way: dict[Any, Job]) -> Record:
        """The first to be done."""
        done = next(iter(wait(under_way, return_when=FIRST_COMPLETED).done))
        job = under_way.pop(done)
        try:
            return done.result()
        except BrokenProcessPool:
            return self._alone(job)

    def _alone(self, job: Job) -> Record:
        """In a process that has no other work only the photo at fault can end it again."""
        self.lone = self.lone or _executor(1)
        try:
            return _submit(self.lone, job.run).result()
        except BrokenProcessPool:
            self.lone.shutdown()
            self.lone = None
            return job.failed("worker_ended")

    def stop(self) -> None:
        """What the workers have not begun is dropped."""
        for executor in (self.executor, self.lone):
            if executor:
                executor.shutdown(wait=True, cancel_futures=True)


@contextmanager
def processes(workers: int) -> Iterator[Pool]:
    """Worker processes, stopped at the end."""
    pool = Processes(workers)
    try:
        yield pool
    finally:
        pool.stop()


def _run(job: Job) -> Record:
    return job.run()


class Cluster:
    """The same jobs on a Ray cluster; Ray tries those of a lost worker again."""

    def __init__(self, ray: Any) -> None:
        self.ray = ray
        self.limit = AHEAD * max(int(ray.cluster_resources().get("CPU", 1)), 1)
        self.task = ray.remote(num_cpus=1, max_retries=3)(_run)

    def start(self, job: Job) -> Any:
        """A task for the cluster."""
        return self.task.remote(job)

    def finish(self, under_way: dict[Any, Job]) -> Record:
        """The first to be done."""
        (done,), _ = self.ray.wait(list(under_way), num_returns=1)
        job = under_way.pop(done)
        try:
            record: Record = self.ray.get(done)
            return record
        except self.ray.exceptions.RayError as problem:
            return job.failed("worker_ended", type(problem).__name__)


@contextmanager
def ray_cluster(address: str, workers: int) -> Iterator[Pool]:
    """An existing cluster, or with ``local`` one of ``workers`` processes on this machine."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError as problem:
        extra = "pip install 'snaptai[cluster]'"
        raise StoreError(f"--ray 需要另外安裝：{extra}", f"--ray needs the extra: {extra}") from problem
    mine = not ray.is_initialized()
    if mine:
        _knock(address)
        is_local = address == "local"
        where: dict[str, Any] = {"num_cpus": workers, "include_dashboard": False} if is_local else {"address": address}
        try:
            ray.init(**where, log_to_driver=False, logging_level="error")
        except (ConnectionError, RuntimeError, ValueError) as problem:
            raise _no_cluster(address, problem) from problem
    try:
        yield Cluster(ray)
    finally:
        if mine:
            ray.shutdown()


def _knock(address: str) -> None:
    """Ray itself tries for minutes to reach a machine that does not answer."""
    host, _, port = address.rpartition("://")[2].partition(":")
    if port.isdecimal():
        try:
            socket.create_connection((host, int(port)), timeout=5).close()
        except OSError as problem:
            raise _no_cluster(address, problem) from problem


def _no_cluster(address: str, problem: Exception) -> StoreError:
    return StoreError(f"{address} 沒有 Ray 叢集回應：{problem}", f"no Ray cluster answers at {address}: {problem}")
