"""What a person sees on the overlay: every tile marked in its role's colour, questions marked, nothing outside."""

import numpy as np
import pytest
from PIL import ImageColor

from snaptai.vision.draft import ROLES, HandDraft, Question, TileReading
from snaptai.vision.overlay import COLOURS, draw_overlay


def draft(size=(600, 400), tiles=(), questions=()) -> HandDraft:
    return HandDraft("a.jpg", size, tuple(tiles), tuple(questions))


def grey(width: int, height: int) -> np.ndarray:
    return np.full((height, width, 3), 128, np.uint8)


def has_colour(pixels: np.ndarray, colour: str) -> bool:
    return bool((np.abs(pixels.astype(int) - ImageColor.getrgb(colour)).max(axis=-1) < 12).sum() > 20)


@pytest.mark.parametrize("role", ROLES)
def test_each_role_has_its_own_colour_around_the_tile_and_in_the_legend(role):
    picture = np.asarray(
        draw_overlay(grey(900, 600), draft((900, 600), [TileReading("5p", (300, 200, 380, 310), 0.9, role=role)]))
    )
    assert has_colour(picture[180:320, 280:400], COLOURS[role])
    assert has_colour(picture[600:], COLOURS[role])
    assert not any(has_colour(picture, COLOURS[other]) for other in ROLES if other != role)


def test_a_question_marks_its_tile_and_only_that():
    tiles = [TileReading("5p", (100 + 100 * n, 100, 170 + 100 * n, 200), 0.9) for n in range(3)]
    asked = draft((600, 400), tiles, [Question("photo_quality", "?"), Question("low_confidence", "?", 1)])
    picture = np.asarray(draw_overlay(grey(600, 400), asked))
    scale = picture.shape[1] / 600
    marked = [
        has_colour(picture[: int(230 * scale), int((90 + 100 * n) * scale) : int((180 + 100 * n) * scale)], "#ffb000")
        for n in range(3)
    ]
    assert marked == [False, True, False]


def test_small_photos_grow_and_large_ones_shrink_to_what_a_phone_shows():
    assert draw_overlay(grey(300, 40), draft((300, 40))).size == (900, 120)
    assert draw_overlay(grey(4000, 3000), draft((4000, 3000))).size == (2400, 1800)


def test_a_reduced_image_is_marked_at_the_same_place():
    tile = TileReading("C", (800, 400, 1000, 700), 0.9, role="winning")
    whole, half = (draw_overlay(grey(*size), draft((2000, 1000), [tile])) for size in ((2000, 1000), (1000, 500)))
    for picture in (whole, half):
        pixels = np.asarray(picture)
        scale = picture.size[0] / 2000
        assert has_colour(
            pixels[int(380 * scale) : int(720 * scale), int(780 * scale) : int(1020 * scale)], COLOURS["winning"]
        )


def test_labels_of_tiles_at_the_corners_stay_inside():
    tiles = [TileReading("E", (0, 0, 40, 50), 0.9), TileReading("8f", (560, 350, 600, 400), 0.9, role="flower")]
    picture = np.asarray(draw_overlay(grey(600, 400), draft((600, 400), tiles)))
    assert has_colour(picture[:30, :40], COLOURS["concealed"]) and has_colour(picture[-120:, -100:], COLOURS["flower"])


def test_nothing_read_is_the_photo_itself():
    assert (np.asarray(draw_overlay(grey(1000, 500), draft((1000, 500)))) == 128).all()
