"""Vision: from a photo to a draft of the hand. ``read_photo`` is loaded when first used; importing this is cheap."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from snaptai.vision.reading import read_photo

__all__ = ["read_photo"]


def __getattr__(name: str) -> Any:
    if name == "read_photo":
        from snaptai.vision.reading import read_photo

        return read_photo
    raise AttributeError(f"module 'snaptai.vision' has no attribute {name!r}")
