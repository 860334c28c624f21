"""Photos on their way from a phone to the reader: held in memory, a few at a time, for as long as it takes."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from snaptai.ui.page.store import new_id

MAX_MB = 64
_HELD_MB = 256
_held: OrderedDict[str, bytes] = OrderedDict()
_lock = Lock()


def hold(data: bytes) -> str:
    """Keep an upload; its id. The oldest give way when more than 256 MB are held."""
    key = new_id()
    with _lock:
        _held[key] = data
        while len(_held) > 1 and sum(map(len, _held.values())) > _HELD_MB << 20:
            _held.popitem(last=False)
    return key


def collect(keys: list[str]) -> list[bytes]:
    """The uploads, which are not held any longer; what is gone is left out."""
    with _lock:
        return [_held.pop(key) for key in keys if key in _held]
