"""Regenerate ``glyphs.json`` from font files: ``python -m snaptai.datasets.faces.extract FONTDIR``.

Wants fonttools, brotli and skia-pathops (development only) and, anywhere below FONTDIR, the files that ``SOURCES``
names: LXGW WenKai and Noto CJK (Debian ``fonts-lxgw-wenkai``, ``fonts-noto-cjk-extra``), the others from npm
(``@fontsource/NAME``). Outlines are scaled to 1000 units an em, y down, overlaps merged, rounded to integers.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from snaptai.datasets.faces.glyphs import WORD_FONTS, WORDS

CHARACTERS = "一二三四五伍六七八九萬万東南西北中發白春夏秋冬梅蘭菊竹123456789ESWNCFPX"
OUTPUT = Path(__file__).with_name("glyphs.json")
SOURCES = {
    "brush": ("yuji-boku-*-400-normal.woff2", 0, "Yuji Boku 400, © 2021 The Yuji Project Authors, OFL-1.1"),
    "kai": ("LXGWWenKai-Bold.ttf", 0, "outlines of LXGW WenKai Bold 1.250, © 2021-2022 lxgw, OFL-1.1"),
    "ming": ("NotoSerifCJK-Black.ttc", 3, "Noto Serif CJK TC Black, © 2017-2022 Adobe, OFL-1.1"),
    "hei": ("NotoSansCJK-Bold.ttc", 3, "Noto Sans CJK TC Bold, © 2014-2021 Adobe, OFL-1.1"),
    "antique": ("zen-antique-*-400-normal.woff2", 0, "Zen Antique, © 2021 The Zen Antique Project Authors, OFL-1.1"),
    "hand": ("new-tegomin-*-400-normal.woff2", 0, "New Tegomin, © 2020 The New Tegomin Project Authors, OFL-1.1"),
    "pen": ("iansui-*-400-normal.woff2", 0, "Iansui, © 2025 The Iansui Project Authors, OFL-1.1"),
    "block": ("reggae-one-*-400-normal.woff2", 0, "Reggae One, © 2020 The Reggae Project Authors, OFL-1.1"),
    "fat": ("dela-gothic-one-*-400-normal.woff2", 0, "Dela Gothic One, © 2020 Dela Gothic Project Authors, OFL-1.1"),
    "pop": ("potta-one-*-400-normal.woff2", 0, "Potta One, © 2020 The Potta Project Authors, OFL-1.1"),
    "poster": ("wdxl-lubrifont-tc-*-400-normal.woff2", 0, "WDXL Lubrifont TC, © 2025 WDXL Lubrifont Authors, OFL-1.1"),
}


def outline(font: Any, character: str) -> str | None:
    """One glyph as SVG path data (absolute M L Q C Z), or None where the font lacks it."""
    pathops, pens = import_module("pathops"), "fontTools.pens."
    name = font.getBestCmap().get(ord(character))
    if name is None:
        return None
    glyphs, scale, path = font.getGlyphSet(), 1000 / font["head"].unitsPerEm, pathops.Path()
    glyphs[name].draw(
        import_module(pens + "transformPen").TransformPen(path.getPen(glyphSet=glyphs), (scale, 0, 0, -scale, 0, 880))
    )
    path.simplify()
    pen = import_module(pens + "svgPathPen").SVGPathPen(glyphs, ntos=lambda value: str(round(value)))
    path.draw(pen)
    return str(pen.getCommands())


def wanted(font: str) -> str:
    """The characters that ``glyphs.json`` has in ``font``, a key of ``SOURCES``."""
    return CHARACTERS + WORDS if font in WORD_FONTS else CHARACTERS


def family(folder: Path, pattern: str, number: int, characters: str) -> dict[str, str]:
    """Every one of ``characters`` from the files that match; SystemExit names what is missing."""
    open_font = import_module("fontTools.ttLib").TTFont
    found: dict[str, str] = {}
    for file in sorted(folder.rglob(pattern)):
        with open_font(file, fontNumber=number) as font:
            found |= {c: d for c in characters if c not in found and (d := outline(font, c))}
    if missing := [c for c in characters if c not in found]:
        raise SystemExit(f"{pattern} below {folder}: no glyph for {''.join(missing)}")
    return {c: found[c] for c in characters}


def main(folder: Path) -> None:
    """Write ``glyphs.json`` anew."""
    fonts = {
        key: {"notice": notice, "glyphs": family(folder, pattern, number, wanted(key))}
        for key, (pattern, number, notice) in SOURCES.items()
    }
    OUTPUT.write_text(json.dumps(fonts, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
