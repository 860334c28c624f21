"""The drawn faces: what stands on each tile, in every make, in both writers."""

import json
import xml.etree.ElementTree as ET
from itertools import combinations
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest

from snaptai.datasets import faces
from snaptai.datasets.faces import extract, shapes, write
from snaptai.datasets.faces.styles import BY_NAME, Style, make_at_random
from snaptai.scoring.tiles import FACES, FLOWERS, NAMES, TILES

SVG = "{http://www.w3.org/2000/svg}"


def ink(tile: str, style: str, width: int = 100) -> np.ndarray:
    """Where the face differs from its ground."""
    picture = faces.raster(tile, style, width).astype(int)
    return np.abs(picture - write.rgb(BY_NAME[style].face)).max(axis=2) > 60


@pytest.mark.parametrize("style", faces.STYLES)
def test_every_tile_is_a_standalone_svg_with_its_name(style):
    for tile in TILES:
        root = ET.fromstring(faces.svg(tile, style))
        assert root.get("viewBox") == "0 0 300 400"
        assert root.findtext(SVG + "title") == NAMES[tile]
        assert {child.tag for child in root} == {SVG + "title", SVG + "path"}, "no font, no style"


@pytest.mark.parametrize("style", faces.STYLES)
def test_no_two_faces_of_a_set_look_alike(style):
    small = {tile: cv2.resize(faces.raster(tile, style, 100), (36, 48)).astype(int) for tile in TILES}
    for a, b in combinations(TILES, 2):
        assert np.abs(small[a] - small[b]).mean() > 2.5, f"{a} and {b}"


@pytest.mark.parametrize("seed", range(3))
def test_makes_at_random_are_whole_sets_in_no_lettering_kept_for_tests(seed):
    make = make_at_random(Random(seed))
    assert make != make_at_random(Random(seed + 100)) and make.font != "ming"
    small = {tile: faces.raster(tile, make, 36).astype(int) for tile in TILES if not (tile == "X" and make.lattice)}
    for a, b in combinations(small, 2):
        assert np.abs(small[a] - small[b]).mean() > 2, f"{a} and {b}"


@pytest.mark.parametrize("sticks", ["rods", "beads"])
def test_other_sticks_can_be_counted_too(sticks):
    for number in (2, 4, 6, 9):
        shapes = faces.face(f"{number}s", Style(sticks=sticks))
        assert len(shapes) == number * (1 if sticks == "rods" else 3)


@pytest.mark.parametrize("style", faces.STYLES)
def test_ink_keeps_off_the_edge_and_fills_the_face(style):
    for tile in FACES + FLOWERS:
        where = ink(tile, style)
        assert not (where[:2].any() or where[-2:].any() or where[:, :2].any() or where[:, -2:].any()), tile
        if tile != "P":
            assert where.mean() > 0.025, tile


@pytest.mark.parametrize("suit", "ps")
@pytest.mark.parametrize("number", [2, 3, 4, 5, 6, 7, 9])
def test_dots_and_sticks_can_be_counted(suit, number):
    solid = ink(f"{number}{suit}", "modern", 300).astype(np.uint8)
    outlines, _ = cv2.findContours(solid, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    assert len(outlines) == number


def test_white_dragons_are_framed_or_blank():
    assert not ink("P", "ink").any()
    framed = ink("P", "classic")
    assert framed.any() and not framed[40:93, 30:70].any()


def test_index_digits_stand_in_the_corner_of_indexed_sets_only():
    corner = np.s_[5:25, 5:21]
    assert ink("5p", "index")[corner].any()
    assert not ink("2s", "classic")[corner].any()


def test_flowers_print_the_number_of_their_convention():
    digit = np.s_[:30, 61:]
    fours = ink("8f", "classic")[digit], ink("7f", "ink")[digit]
    assert (fours[0] != fours[1]).mean() < 0.01, "竹 prints 4 in 梅蘭菊竹, 菊 does in 梅蘭竹菊"
    assert (ink("8f", "classic")[digit] != ink("8f", "ink")[digit]).mean() > 0.03


@pytest.mark.parametrize("words", ["above", "below", "across", "aside"])
def test_free_flowers_say_which_they_are_by_their_words_alone(words):
    makes = [Style(flowers="free", words=words, letter=66, shift=shift) for shift in (1, 2)]
    for tile in FLOWERS:
        one, other = (faces.face(tile, make) for make in makes)
        assert one[-2:] == other[-2:] and one[:-2] != other[:-2], tile
        lettered = np.abs(write.draw(one[-2:], 75, 100, 0.25, "#ffffff").astype(int) - 255).max(axis=2) > 60
        assert lettered.any() and not (lettered[:3].any() or lettered[-3:].any() or lettered[:, :3].any()), tile


def test_raster_is_rgb_of_the_asked_width_and_kept():
    picture = faces.raster("C", "classic", 90)
    assert picture.shape == (120, 90, 3) and picture.dtype == np.uint8 and not picture.flags.writeable
    red = picture[ink("C", "classic", 90)].mean(axis=0)
    assert red[0] > 2 * red[2], "紅中 is red, red first"
    assert faces.raster("C", "classic", 90) is picture


def test_raster_agrees_with_itself_across_sizes():
    large = cv2.resize(faces.raster("4m", "classic", 300), (60, 80), interpolation=cv2.INTER_AREA).astype(int)
    assert np.abs(large - faces.raster("4m", "classic", 60)).mean() < 4


@pytest.mark.parametrize(("tile", "style"), [("0m", "classic"), ("", "classic"), ("1m", "gothic")])
def test_unknown_tile_or_style_is_named(tile, style):
    for call in (faces.svg, faces.raster):
        with pytest.raises(ValueError, match="no such (tile|style).*use one of"):
            call(tile, style)
    with pytest.raises(ValueError, match="width_px must be at least 1"):
        faces.raster("1m", "classic", 0)


def test_path_text_survives_writing_and_reading():
    outline = shapes.path("M10 20L30.5 20 40 -5Q1 2 3 4C1 2 3 4 5 6H9V7Z")
    again = shapes.path(write.path_data(outline))
    assert [command for command, _ in again] == [*"MLLQCLLZ"]
    assert again == outline


def test_outlines_are_complete_and_their_makers_named():
    fonts = json.loads(extract.OUTPUT.read_text(encoding="utf-8"))
    notices = Path(extract.__file__).with_name("FONTS.txt").read_text(encoding="utf-8")
    assert fonts.keys() == extract.SOURCES.keys() and "SIL OPEN FONT LICENSE Version 1.1" in notices
    for name, font in fonts.items():
        assert "".join(font["glyphs"]) == extract.wanted(name)
        assert f"\n{name} " in notices
