"""Score a year of photos: find, skip what is finished, read and score the rest with all cores, write as it goes.

``batch`` streams results; the store it fills makes every run resumable. Workers only compute: the one process that
holds the store's lock writes it, one transaction a photo.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from snaptai.datasets.archive.context import BadContext, Context, lookup, manifest, sidecar
from snaptai.datasets.archive.sources import Found, Refused, Unreadable, find
from snaptai.datasets.archive.store import Record, Store, StoreError, locked
from snaptai.scoring.house import RULEBOOK, House
from snaptai.ui.photo_job import Settings, content_hash, failed, read_and_score, rules_key, score_record
from snaptai.ui.pools import Job, open_pool

MANIFESTS = ("manifest.csv", "manifest.jsonl", "manifest.json")


@dataclass(frozen=True)
class Plan:
    """What a run was asked to do."""

    paths: tuple[str, ...]
    settings: Settings
    manifest: Path | None = None
    workers: int = 1
    ray: str | None = None
    retry_failed: bool = False


def model_name(backend: str = "onnxruntime") -> str:
    """The models whose change makes a reading stale: name and hash of each file in use."""
    from snaptai.models.catalog import ModelError, find_model, read_catalog

    names = []
    for name in read_catalog():
        try:
            names.append(f"{name}:{find_model(name).sha256[:12]}")
        except ModelError:
            continue
    return " ".join(names) + ("" if backend == "onnxruntime" else f" {backend}")


def make_settings(house: House = RULEBOOK, **values: Any) -> Settings:
    """Settings of a run with the installed model. Raises ModelError where there is none."""
    from snaptai.models.catalog import find_model
    from snaptai.vision.detector import DEFAULT_MODEL

    find_model(DEFAULT_MODEL)
    backend = values.get("backend", "onnxruntime")
    return Settings(model=model_name(backend), house=house, rules=rules_key(house), **values)


def _contexts(plan: Plan) -> Mapping[str, Context]:
    """The one manifest for the run: named, or lying in a folder that was named. Raises BadContext."""
    folders = [Path(path) for path in plan.paths if "://" not in path and Path(path).is_dir()]
    lying = [folder / name for folder in folders for name in MANIFESTS if (folder / name).is_file()]
    contexts: dict[str, Context] = {}
    for path in [plan.manifest] if plan.manifest else lying:
        contexts |= manifest(path)
    return contexts


class Run:
    """One pass over the photos of a plan; iterate it to get each finished record, in the order of finishing."""

    def __init__(self, plan: Plan, store: Store) -> None:
        self.plan, self.store, self.settings = plan, store, plan.settings
        self.contexts = _contexts(plan)
        self.items = list(find(plan.paths))
        self.skipped = 0
        self._first: dict[str, str] = {}

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Record]:
        self.store.forget_missing({item.name for item in self.items})
        self.store.describe(model=self.settings.model, rules=self.settings.rules, house=self.settings.house.house)
        with open_pool(self.plan.workers, self.plan.ray, self.settings) as pool:
            yield from map(self._keep, self._finished(pool))

    def _finished(self, pool: Any) -> Iterator[Record]:
        """At most a few photos a worker are under way, so that memory stays flat whatever the archive's size."""
        ready: deque[Record] = deque()
        for done in pool.run(self._jobs(ready)):
            yield done
            while ready:
                yield ready.popleft()
        yield from ready

    def _jobs(self, ready: deque[Record]) -> Iterator[Job]:
        for position, item in enumerate(self.items):
            outcome = self._prepare(item, position)
            if isinstance(outcome, Job):
                yield outcome
            elif outcome is not None:
                ready.append(outcome)

    def _prepare(self, item: Found | Refused, position: int) -> Job | Record | None:
        """The work that is left for one item: a job, a row that needs no network, or nothing."""
        record = Record(item.name, "failed", position, model=self.settings.model, rules=self.settings.rules)
        old = self.store.get(item.name)
        if isinstance(item, Refused):
            return self._unless_known(failed(record, item.code, item.message), old)
        record = replace(record, place=item.place, member=item.member)
        try:
            record = replace(record, sha256=content_hash(item.read()), context=self._context(item))
        except BadContext as problem:
            return self._unless_known(failed(record, "bad_context", str(problem)), old)
        except Unreadable as problem:
            return self._unless_known(failed(record, problem.code, str(problem)), old)
        except (OSError, ValueError) as problem:
            return self._unless_known(failed(record, "not_found", f"cannot be read: {problem}"), old)
        return self._job(item, record, old)

    def _unless_known(self, record: Record, old: Record | None) -> Record | None:
        if old and old.status == "failed" and old.error == record.error:
            self.skipped += 1
            return None
        return record

    def _job(self, item: Found, record: Record, old: Record | None) -> Job | Record | None:
        content = str(record.sha256)
        first = self._first.setdefault(content, item.name)
        if first != item.name:
            twin = replace(record, status="duplicate", same_as=first)
            return None if old and old.status == "duplicate" and old.same_as == first and self._count() else twin
        correction = self.store.correction(content)
        if correction and correction[1]:
            record = replace(record, context=correction[1])
        if old and old.status != "duplicate":
            if record.same_work(old) and not (self.plan.retry_failed and old.status == "failed"):
                self.skipped += 1
                return None
            if old.read and (old.sha256, old.model) == (record.sha256, record.model):
                return self._rescored(record, old)
        return Job(item, record, correction[0] if correction else None)

    def _count(self) -> bool:
        self.skipped += 1
        return True

    def _rescored(self, record: Record, old: Record) -> Record:
        """Other rules or another context: the reading stands, only the sheet is made anew."""
        from snaptai.vision.draft import HandDraft

        draft = HandDraft.from_document(dict(old.read or {}))
        return score_record(replace(record, thumbnail=old.thumbnail), draft, self.settings)

    def _context(self, item: Found) -> Context | None:
        return sidecar(item) or lookup(self.contexts, item.name)

    def _keep(self, record: Record) -> Record:
        self.store.put(record)
        return record


def batch(
    paths: Iterable[str | os.PathLike[str]] | str | os.PathLike[str],
    out: str | os.PathLike[str],
    *,
    workers: int | None = None,
    ray: str | None = None,
    manifest: str | os.PathLike[str] | None = None,
    house: House = RULEBOOK,
    retry_failed: bool = False,
    **settings: Any,
) -> Iterator[Record]:
    """Read and score every photo below ``paths``; yields each record as it is written to ``out``.

    Run again with the same ``out``, it goes on where it was stopped. ``settings``: lang, max_megapixels, backend,
    thumbnails. Raises StoreError (output folder), BadContext (manifest), ModelError (installation).

        for result in snaptai.batch("photos/2026", out="results"):
            print(result.name, result.status)
    """
    several = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    plan = Plan(
        tuple(os.fspath(path) for path in several),
        make_settings(house, **settings),
        Path(manifest) if manifest else None,
        workers or os.cpu_count() or 1,
        ray,
        retry_failed,
    )
    with locked(Path(out)) as store:
        yield from Run(plan, store)


__all__ = ["BadContext", "Plan", "Record", "Run", "StoreError", "batch", "make_settings", "read_and_score"]
