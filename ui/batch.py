"""Score a year of photos: find, keep what is finished, read and score the rest with all cores, write as it goes.

Workers only compute; the one process that holds the store's lock writes it, one transaction a photo.
"""

from __future__ import annotations

import itertools
import json
import os
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path, PurePosixPath

from snaptai.datasets.archive.context import BadContext, Contexts
from snaptai.datasets.archive.sources import Found, Manifest, Refused, find
from snaptai.datasets.archive.store import Record, Store, StoreError, locked, printable
from snaptai.datasets.archive.troubles import Unreadable, sentence, words_of
from snaptai.scoring.fields import Text
from snaptai.scoring.house import RULEBOOK, House
from snaptai.ui.photo_job import FAKE, Settings, content_hash, failed, score_draft
from snaptai.ui.pools import Job, computed, open_pool

__all__ = ["BadContext", "Plan", "Record", "Run", "StoreError", "batch", "make_settings"]


NEWS = ("new", "sha256", "model", "rules", "context", "status", "unchanged")
"""What a run may find of a photo: new, its content, the model, rules, context or outcome another, or all as it was."""


@dataclass(frozen=True)
class Plan:
    """What a run was asked to do."""

    paths: tuple[str, ...]
    settings: Settings
    manifest: Path | None = None
    workers: int = 1
    ray: str | None = None
    retry_failed: bool = False


def make_settings(
    house: House = RULEBOOK, lang: str = "zh-TW", max_megapixels: float = 120.0, backend: str = "onnxruntime"
) -> Settings:
    """Settings of a run with the installed model. Raises ``ModelError`` or ``StoreError`` where there is none."""
    from snaptai.models.catalog import find_model, read_catalog
    from snaptai.vision.backends import BACKENDS
    from snaptai.vision.detector import DEFAULT_MODEL

    if backend == FAKE:
        return Settings(FAKE, house, lang, max_megapixels, backend)
    if backend not in BACKENDS or find_spec(backend) is None:
        known = ", ".join(BACKENDS)
        raise StoreError(
            f"沒有安裝 {backend!r} 這個後端；請選 {known}",
            f"the backend {backend!r} is not installed; choose one of {known}",
        )
    present = [name for name, entry in read_catalog().items() if name == DEFAULT_MODEL or entry.path.is_file()]
    model = " ".join(f"{name}:{find_model(name).sha256[:12]}" for name in present if name.startswith(DEFAULT_MODEL))
    return Settings(f"{model} {backend}", house, lang, max_megapixels, backend)


class Gathered:
    """What lies below the paths of a plan, and how it was won. Raises ``StoreError`` and ``BadContext``."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        found = list(find(plan.paths))
        self.items: list[Found | Refused] = [item for item in found if not isinstance(item, Manifest)]
        if all(isinstance(item, Refused) and item.code == "no_photos" for item in self.items):
            where = ", ".join(plan.paths)
            raise StoreError(f"{where} 裡沒有照片", f"no photos in {where}")
        self.contexts = Contexts([item.name for item in self.items])
        lying = [item for item in found if isinstance(item, Manifest)]
        self._read_manifests([each for each in lying if each.is_meant])
        self._tell_of_unused([each for each in lying if not each.is_meant])

    def _tell_of_unused(self, tables: list[Manifest]) -> None:
        named = os.path.abspath(self.plan.manifest or "")
        names = [table.name for table in tables if os.path.abspath(table.file.place) != named]
        if names:
            some = "、".join(names[:3]) + (" …" if names[3:] else "")
            zh = f"沒有用到的表格：{some}；記著照片怎麼和的，請改名為 manifest.csv 或用 --manifest 給它"
            en = f"not used: {some}; a table that says how photos were won is named manifest.csv or given by --manifest"
            self.contexts.complaints.append(Text(zh, en))

    def _read_manifests(self, meant: list[Manifest]) -> None:
        """Those in the folders, outermost first; then the one that was named, which must be usable."""
        for manifest in sorted(meant, key=lambda each: each.name.count("/")):
            try:
                self.contexts.add(manifest)
            except BadContext as problem:
                self.items.append(Refused(manifest.name, "bad_context", problem.text.say(self.plan.settings.lang)))
            except Unreadable as problem:
                self.items.append(Refused(manifest.name, problem.code, problem.detail))
            except OSError as problem:
                self.items.append(Refused(manifest.name, "not_found", words_of(problem).en))
        if self.plan.manifest:
            named = Found(self.plan.manifest.name, str(self.plan.manifest))
            self.contexts.add(Manifest(named.name, named))


class Run:
    """One pass over the photos of a plan: iterate it to get every photo's record, as it is finished and written.

    ``tally`` counts them by status, ``news`` by what became of an earlier run's row (``NEWS``), ``complaints`` name the
    rows of manifests that could not be used, photos that leave the results, and how many another model reads again.
    Raises ``StoreError`` where the output folder belongs to another archive.
    """

    def __init__(self, gathered: Gathered, store: Store) -> None:
        self.plan, self.settings, self.store = gathered.plan, gathered.plan.settings, store
        self.items, self.contexts = gathered.items, gathered.contexts
        self._names = {printable(item.name) for item in self.items}
        self._check_belonging()
        self._program = self._tell_of_another_model()
        self.tally: Counter[str] = Counter()
        self.news: Counter[str] = Counter()
        self._first: dict[str, Record] = {}

    def _check_belonging(self) -> None:
        """An output folder belongs to one archive: other photos must not drive out its results by mistake."""
        if not self.store.names("scored", "review"):
            return
        old = self.store.names()
        files = {PurePosixPath(item.name).name for item in self.items}
        if not any(PurePosixPath(name).name in files for name in old):
            raise StoreError(
                f"{self.store.folder} 裡是別的照片的結果（{old[0]}）；請另選 --out",
                f"{self.store.folder} holds the results of other photos ({old[0]}); choose another --out",
            )
        lost = self._left_out()
        if 2 * len(lost) > len(old):
            raise StoreError(
                f"{self.store.folder} 裡有 {len(lost)} 張照片的結果不在這次的路徑裡（{lost[0]}）；"
                "請把它們的路徑也寫上，或另選 --out",
                f"{self.store.folder} holds the results of {len(lost)} photos that these paths leave out ({lost[0]}); "
                "give their paths too, or choose another --out",
            )
        if lost:
            zh = f"{len(lost)} 張已有結果的照片不在這次的路徑裡，不再列出：{lost[0]} …"
            en = f"{len(lost)} photos with results are not below these paths and leave the results: {lost[0]} …"
            self.contexts.complaints.append(Text(zh, en))

    def _tell_of_another_model(self) -> str:
        """Before the hours that it takes; a newer program alone reads nothing again. Gives the version that began."""
        now = version("snaptai")
        first = self.store.about().get("program", now)
        if again := self.store.read_by_others(self.settings.model):
            zh = f"模型或後端換過：{again} 張讀過的照片要重讀"
            en = f"the model or backend has changed: {again} photos that were read are read again"
        elif first != now:
            zh = f"照片是從 SnapTai {first} 起讀的，現在是 {now}；模型沒換，不會重讀，要重讀請另選 --out"
            en = f"photos were read from SnapTai {first} on, this is {now}: with the same model they are not read again"
            en += "; another --out would read them anew"
        else:
            return now
        self.contexts.complaints.append(Text(zh, en))
        return now if again else first

    def _left_out(self) -> list[str]:
        """Where photos with results still lie of which this run has neither the file nor, by name and size, a copy."""
        found = [item for item in self.items if isinstance(item, Found)]
        here = {os.path.abspath(item.place) for item in found}
        now = {printable(item.name): item.place for item in found}
        return [
            place
            for name, place in self.store.places()
            if place not in here and os.path.exists(place) and not _alike(place, now.get(name))
        ]

    @property
    def complaints(self) -> list[str]:
        """What should be known before the run begins, in its language."""
        return [complaint.say(self.settings.lang) for complaint in self.contexts.complaints]

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Record]:
        house = self.settings.house
        self.store.describe(
            model=self.settings.model,
            rules=self.settings.rules,
            program=self._program,
            lang=self.settings.lang,
            house=house.house,
            house_rules=json.dumps(house.to_document(), ensure_ascii=False),
        )
        with open_pool(self.plan.workers, self.plan.ray) as pool:
            yield from map(self._keep, computed(itertools.starmap(self._prepare, self._in_order()), pool))
        self.store.forget(set(self.store.names()) - self._names)

    def _in_order(self) -> list[tuple[int, Found | Refused]]:
        """Items with their places; those whose context is known first, so that of two copies theirs is scored."""

        def has_none(pair: tuple[int, Found | Refused]) -> bool:
            return not (isinstance(pair[1], Found) and pair[1].sidecar) and pair[1].name not in self.contexts.by_name

        return sorted(enumerate(self.items), key=has_none)

    def _keep(self, record: Record) -> Record:
        old = self._earlier(record)
        if old != record:
            self.store.put(record)
        self.news[news_of(old, record)] += 1
        self.tally[record.status] += 1
        return record

    def _earlier(self, record: Record) -> Record | None:
        """The photo's row of an earlier run, also under a name that nothing has any more."""
        gone = (name for name in self.store.named(record.sha256) if name not in self._names)
        return self.store.get(record.name) or next(map(self.store.get, gone), None)

    def _prepare(self, position: int, item: Found | Refused) -> Job | Record:
        """The work that is left for one item, or its record where no network is needed."""
        settings = self.settings
        record = Record(printable(item.name), "failed", position, model=settings.model, rules=settings.rules)
        if isinstance(item, Refused):
            return failed(record, item.code, item.message(settings.lang))
        record = self.store.placed(record, item)
        try:
            data = item.read()
            record = replace(record, sha256=content_hash(data))
            record = replace(record, context=self.contexts.of(item, data) or None)
        except BadContext as problem:
            said = sentence("bad_context", settings.lang, problem.text.say(settings.lang))
            return failed(record, "bad_context", said)
        except Unreadable as problem:
            return failed(record, problem.code, problem.message(settings.lang))
        except Exception as problem:  # every kind of storage has its own; the rest of the archive goes on
            return failed(record, "not_found", sentence("not_found", settings.lang, words_of(problem).en))
        return self._known(record) or Job(item, record, settings)

    def _known(self, record: Record) -> Record | None:
        """The record without the network: a duplicate, finished before, or read before and only to be scored."""
        from snaptai.vision.draft import HandDraft

        content = str(record.sha256)
        correction = self.store.correction(content)
        first = self._first.setdefault(content, record)
        if first.name != record.name:
            is_settled = not record.context or record.context == first.context or (correction and correction[1])
            return replace(
                record, status="duplicate", same_as=first.name, reasons=() if is_settled else ("other_context",)
            )
        if correction and correction[1]:
            record = replace(record, context={**(record.context or {}), **correction[1]})
        old = self.store.get(record.name)
        if old and old.status != "duplicate" and old.same_work(record) and not self._is_retried(old):
            return replace(old, position=record.position, place=record.place, member=record.member)
        kept = self.store.reading(content, self.settings.model)
        read = correction[0] if correction else kept.read if kept else None
        if read is None:
            return None
        seen = kept or old
        record = replace(record, thumbnail=seen.thumbnail if seen else None)
        return score_draft(record, HandDraft.from_document(read), self.settings)

    def _is_retried(self, old: Record) -> bool:
        return self.plan.retry_failed and old.status == "failed"


def news_of(old: Record | None, new: Record) -> str:
    """One of ``NEWS``: the first of what a result depends on that differs from the earlier run's row."""
    if old is None:
        return "new"
    causes = NEWS[1:-1] if new.read else ("sha256", "context", "status")  # the rest no model has read
    return next((cause for cause in causes if getattr(old, cause) != getattr(new, cause)), "unchanged")


def _alike(place: str, other: str | None) -> bool:
    try:
        return other is not None and os.path.getsize(place) == os.path.getsize(other)
    except OSError:
        return False


@contextmanager
def running(plan: Plan, out: Path) -> Iterator[Run]:
    """The run of a plan, its output folder held. Raises ``StoreError`` and ``BadContext``; a new folder is not begun
    for photos that are not there."""
    gathered = Gathered(plan)
    with locked(out) as store:
        yield Run(gathered, store)


def batch(
    paths: Iterable[str | os.PathLike[str]] | str | os.PathLike[str],
    out: str | os.PathLike[str] | None = None,
    *,
    workers: int = 1,
    ray: str | None = None,
    manifest: str | os.PathLike[str] | None = None,
    house: House = RULEBOOK,
    lang: str = "zh-TW",
    max_megapixels: float = 120.0,
    backend: str = "onnxruntime",
    retry_failed: bool = False,
) -> Iterator[Record]:
    """Read and score every photo below ``paths``; yields every photo's record as it is finished and written to ``out``.

    Run again with the same ``out``, what is finished comes from there; without ``out`` nothing is kept. Raises
    ``StoreError`` (output folder), ``BadContext`` (manifest), ``ModelError`` (installation).

        for result in snaptai.batch("photos/2026", "results"):
            print(result.name, result.status, result.sheet)
    """
    several = [paths] if isinstance(paths, str | os.PathLike) else paths
    settings = make_settings(house, lang, max_megapixels, backend)
    file = Path(manifest) if manifest else None
    plan = Plan(tuple(os.fspath(path) for path in several), settings, file, workers, ray, retry_failed)
    with tempfile.TemporaryDirectory() as passing, running(plan, Path(out or passing)) as run:
        yield from run
