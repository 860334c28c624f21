"""Where photos are computed: worker processes with one network thread each, or an existing Ray cluster.

Both take jobs from an iterator no faster than they finish them, and give back records as they are done. A worker that
dies takes nothing with it: its photos are tried once more, then recorded as failed.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from snaptai.datasets.archive.sources import Found
from snaptai.datasets.archive.store import Record, StoreError
from snaptai.ui.photo_job import Settings, failed, read_and_score

AHEAD = 2
"""Photos under way for each worker: one in the network, one waiting, so that no worker idles."""


@dataclass(frozen=True)
class Job:
    """One photo to read and score; ``correction`` is a person's reading, which replaces the network's."""

    found: Found
    record: Record
    correction: Any = None


class Pool(Protocol):
    """Something that computes jobs."""

    def run(self, jobs: Iterator[Job]) -> Iterator[Record]:
        """Records as they are finished; jobs are drawn lazily."""
        ...


@contextmanager
def open_pool(workers: int, ray: str | None, settings: Settings) -> Iterator[Pool]:
    """The pool for a run, stopped at its end."""
    if ray is not None:
        yield RayPool(ray, settings)
        return
    pool: Any = ProcessesPool(workers, settings) if workers > 1 else Here(settings)
    try:
        yield pool
    finally:
        pool.close()


class Here:
    """No worker processes: this one computes."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def run(self, jobs: Iterator[Job]) -> Iterator[Record]:
        """Records in the order of their jobs."""
        for job in jobs:
            yield compute(job, self.settings)

    def close(self) -> None:
        """Nothing to stop."""


def compute(job: Job, settings: Settings) -> Record:
    """One job done; a fault of ours becomes that photo's row and not the archive's end."""
    try:
        return read_and_score(job.found, job.record, settings, job.correction)
    except Exception as problem:  # the rest of the archive goes on, whatever one photo brings
        return failed(
            job.record, "internal", f"this photo could not be processed ({type(problem).__name__}: {problem})"
        )


def _start_worker() -> None:
    """Workers leave Ctrl-C to the process that holds the store, and keep to one thread."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ["OMP_NUM_THREADS"] = "1"
    import cv2

    cv2.setNumThreads(1)


class ProcessesPool:
    """Worker processes on this machine."""

    def __init__(self, workers: int, settings: Settings) -> None:
        self.workers, self.settings = workers, settings
        self.executor = self._fresh()

    def _fresh(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.workers, mp_context=context, initializer=_start_worker)

    def run(self, jobs: Iterator[Job]) -> Iterator[Record]:
        """Records as they are finished."""
        under_way: dict[Future[Record], Job] = {}
        suspects: list[Job] = []
        more = True
        while more or under_way:
            while more and len(under_way) < self.workers * AHEAD:
                job = next(jobs, None)
                more = job is not None
                if job:
                    under_way[self._submit(job)] = job
            if not under_way:
                break
            for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                job = under_way.pop(future)
                try:
                    yield future.result()
                except BrokenProcessPool:
                    suspects.append(job)
        yield from self._one_by_one(suspects)

    def _submit(self, job: Job) -> Future[Record]:
        try:
            return self.executor.submit(compute, job, self.settings)
        except BrokenProcessPool:
            self.executor = self._fresh()
            return self.executor.submit(compute, job, self.settings)

    def _one_by_one(self, suspects: list[Job]) -> Iterator[Record]:
        """A worker died while these were under way; alone, only the one at fault can die again."""
        for job in suspects:
            try:
                yield self._submit(job).result()
            except BrokenProcessPool:
                yield failed(job.record, "internal", "this photo ends the program that reads it; please report it")

    def close(self) -> None:
        """Stop the workers, dropping what they have not begun."""
        self.executor.shutdown(wait=True, cancel_futures=True)


class RayPool:
    """The same function on an existing Ray cluster (extra ``cluster``); lost workers are retried by Ray."""

    def __init__(self, address: str, settings: Settings) -> None:
        try:
            import ray
        except ImportError as problem:
            raise StoreError("--ray needs the extra: pip install 'snaptai[cluster]'") from problem
        if not ray.is_initialized():
            try:
                ray.init(address=None if address == "local" else address, log_to_driver=False, include_dashboard=False)
            except (ConnectionError, RuntimeError, ValueError) as problem:
                raise StoreError(f"no Ray cluster answers at {address}: {problem}") from problem
        self.ray, self.settings = ray, settings
        self.task = ray.remote(num_cpus=1, max_retries=3)(_compute_remotely)

    def run(self, jobs: Iterator[Job]) -> Iterator[Record]:
        """Records as they are finished; twice as many under way as the cluster has processors."""
        limit = AHEAD * max(int(self.ray.cluster_resources().get("CPU", 1)), 1)
        under_way: dict[Any, Job] = {}
        more = True
        while more or under_way:
            while more and len(under_way) < limit:
                job = next(jobs, None)
                more = job is not None
                if job:
                    under_way[self.task.remote(job, self.settings)] = job
            if not under_way:
                break
            (done,), _ = self.ray.wait(list(under_way), num_returns=1)
            yield self._result(done, under_way.pop(done))

    def _result(self, done: Any, job: Job) -> Record:
        try:
            record: Record = self.ray.get(done)
            return record
        except self.ray.exceptions.RayError as problem:
            return failed(job.record, "internal", f"the cluster lost this photo three times: {type(problem).__name__}")


def _compute_remotely(job: Job, settings: Settings) -> Record:
    return compute(job, settings)
