"""Whether tiles make a whole hand: melds and a pair, or seven pairs and a pung. Fast, for ranking readings only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from snaptai.scoring.tiles import HONOURS


def completes(faces: Iterable[str]) -> bool:
    """Whether ``faces`` (3n + 2 tiles, any n) split into melds and one pair, or 17 of them into 嚦咕嚦咕."""
    counts = Counter(faces)
    if sum(counts.values()) % 3 != 2:
        return False
    pairs = 0
    for part in _parts(counts):
        spare = _pairs_beside_melds(part)
        if spare is None:
            return _seven_pairs(counts)
        pairs += spare
    return pairs == 1 or _seven_pairs(counts)


def is_meld(faces: Collection[str]) -> bool:
    """Whether these are a chow, a pung or a kong."""
    return len(set(faces)) == 1 and len(faces) in (3, 4) or _is_chow(sorted(faces))


def _is_chow(ordered: Sequence[str]) -> bool:
    """Three neighbouring numbers of one suit."""
    numbers = [int(face[0]) for face in ordered if face[-1] in "mps"]
    in_a_row = len(numbers) == len(ordered) == 3 and numbers == list(range(numbers[0], numbers[0] + 3))
    return in_a_row and len({face[-1] for face in ordered}) == 1


def _parts(counts: Counter[str]) -> list[tuple[int, ...]]:
    suits = [tuple(counts[f"{n}{suit}"] for n in range(1, 10)) for suit in "mps"]
    spaced = [count for honour in HONOURS for count in (counts[honour], 0, 0)]
    return [*suits, tuple(spaced)]


def _seven_pairs(counts: Counter[str]) -> bool:
    """Seven pairs and a pung, four alike as two pairs: one kind odd (three), all others even."""
    odd = [count for count in counts.values() if count % 2]
    return sum(counts.values()) == 17 and odd == [3]


@lru_cache(maxsize=8192)
def _pairs_beside_melds(counts: tuple[int, ...]) -> int | None:
    """0 or 1: the pairs left when the rest of these runs of kinds is melds; None where that is impossible."""
    rest = sum(counts) % 3
    if rest == 1:
        return None
    if rest == 0:
        return 0 if _all_melds(counts) else None
    for i, count in enumerate(counts):
        if count >= 2 and _all_melds((*counts[:i], count - 2, *counts[i + 1 :])):
            return 1
    return None


@lru_cache(maxsize=8192)
def _all_melds(counts: tuple[int, ...]) -> bool:
    first = next((i for i, count in enumerate(counts) if count), None)
    if first is None:
        return True
    if counts[first] >= 3 and _all_melds(_less(counts, first, 3)):
        return True
    if first + 2 < len(counts) and counts[first + 1] and counts[first + 2]:
        return _all_melds(_less(_less(_less(counts, first, 1), first + 1, 1), first + 2, 1))
    return False


def _less(counts: tuple[int, ...], place: int, taken: int) -> tuple[int, ...]:
    return (*counts[:place], counts[place] - taken, *counts[place + 1 :])
