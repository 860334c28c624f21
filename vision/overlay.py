"""A picture of what was read: boxes by role, faces by their notation, questions as numbered marks.

Text is tile notation and English role names in the font that Pillow carries, so it looks the same on every machine.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from snaptai.vision.draft import HandDraft, TileReading

COLOURS = {
    "concealed": "#1f77ff",
    "exposed": "#12a150",
    "concealed_kong": "#8a3ffc",
    "flower": "#e0409a",
    "winning": "#d81e1e",
    "other": "#8c8c8c",
}
_QUESTION = "#ffb000"
_SHORTEST, _LONGEST = 900, 2400
Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


def draw_overlay(image: NDArray[np.uint8], draft: HandDraft) -> Image.Image:
    """``image`` (uint8 (H, W, 3) RGB, upright, any scale of the photo) with every tile of ``draft`` marked.

    The result is scaled so that its longer side is 900 to 2400 pixels and labels can be read on a phone.
    """
    longer = max(image.shape[:2])
    size = min(max(longer, _SHORTEST), _LONGEST)
    width, height = (max(1, round(side * size / longer)) for side in (image.shape[1], image.shape[0]))
    picture = Image.fromarray(image).resize((width, height), Image.Resampling.LANCZOS)
    scale = width / draft.size[0] if draft.size[0] else 1.0
    legend = _legend(width, draft)
    page = Image.new("RGB", (width, height + legend.height), "white")
    page.paste(picture, (0, 0))
    page.paste(legend, (0, height))
    canvas = ImageDraw.Draw(page)
    asked = _asked(draft)
    for index, tile in enumerate(draft.tiles):
        _mark(canvas, tile, scale, asked.get(index), (width, height))
    return page


def _asked(draft: HandDraft) -> dict[int, int]:
    """Tile index to the number, from 1, of its first question."""
    numbers: dict[int, int] = {}
    for number, question in enumerate(draft.questions, 1):
        if question.tile is not None:
            numbers.setdefault(question.tile, number)
    return numbers


def _mark(
    canvas: ImageDraw.ImageDraw, tile: TileReading, scale: float, question: int | None, size: tuple[int, int]
) -> None:
    left, top, right, bottom = (value * scale for value in tile.box)
    line = max(2, round((right - left) / 22))
    colour = COLOURS.get(tile.role, COLOURS["other"])
    canvas.rectangle((left, top, right, bottom), outline=colour, width=line)
    font = _font(min(max((right - left) * 0.4, 11), 40))
    _tag(canvas, (left, top), tile.tile, font, colour, size)
    if question:
        grown = (left - line, top - line, right + line, bottom + line)
        canvas.rectangle(grown, outline=_QUESTION, width=line)
        mark = f"?{question}"
        _tag(canvas, (right - canvas.textlength(mark, font) - 4, bottom), mark, font, _QUESTION, size, "black")


def _tag(
    canvas: ImageDraw.ImageDraw, at: tuple[float, float], text: str, font: Font, fill: str, size: tuple[int, int],
    ink: str = "white",
) -> None:  # fmt: skip
    """``text`` on a filled label mostly above ``at``, so that the face stays free, and inside the picture."""
    left, top, right, bottom = canvas.textbbox((0, 0), text, font)
    width, height = right - left + 4, bottom - top + 4
    x = min(max(at[0], 0), size[0] - width)
    y = min(max(at[1] - height * 0.8, 0), size[1] - height)
    canvas.rectangle((x, y, x + width, y + height), fill=fill)
    canvas.text((x + 2 - left, y + 2 - top), text, ink, font)


def _legend(width: int, draft: HandDraft) -> Image.Image:
    """A strip under the picture: the roles that occur, in their colours, and how many questions there are."""
    font = _font(max(15, width / 55))
    measure = ImageDraw.Draw(Image.new("RGB", (1, 1)))
    roles = [role for role in COLOURS if any(tile.role == role for tile in draft.tiles)]
    words = [(f"{_count(draft, role)} {role.replace('_', ' ')}", COLOURS[role], "white") for role in roles]
    if draft.questions:
        words.append((f"{len(draft.questions)} to check", _QUESTION, "black"))
    height = round(font.size * 1.9) if isinstance(font, ImageFont.FreeTypeFont) else 30
    strip = Image.new("RGB", (width, height if words else 0), "white")
    canvas, left = ImageDraw.Draw(strip), 8.0
    for text, fill, ink in words:
        right = left + measure.textlength(text, font) + 16
        canvas.rounded_rectangle((left, 5, right, height - 5), 6, fill)
        canvas.text(((left + right) / 2, height / 2), text, ink, font, anchor="mm")
        left = right + 8
    return strip


def _count(draft: HandDraft, role: str) -> int:
    return sum(tile.role == role for tile in draft.tiles)


def _font(size: float) -> Font:
    return ImageFont.load_default(round(size))
