"""Two looks find every tile of a painted hand: small, thin, slanted, upside down, among others, cut at an edge."""

import numpy as np
import pytest

from snaptai.datasets.render import render_hand
from snaptai.scoring.hand import Hand
from snaptai.scoring.tiles import TILES
from snaptai.vision.backends.fake import FakeNetwork, paint
from snaptai.vision.detector import TileDetector
from snaptai.vision.looks import look
from snaptai.vision.photo import load_photo
from snaptai.vision.pre import negative

HAND = ("1m", "2m", "3m", "5p", "6p", "7p", "9s", "9s", "9s", "E", "E", "E", "C", "C", "1f", "X", "4m")


def read(image: np.ndarray, detector: TileDetector, turn: float = 0):
    """The look, and its tiles in the order of the row."""
    seen = look(load_photo(image), detector)
    found = seen.detections
    centres = (found.boxes[:, :2] + found.boxes[:, 2:]) / 2
    along = np.array([np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))])
    order = np.argsort(centres @ along)
    return seen, found.select(order)


def test_an_upright_hand_takes_two_passes_and_its_boxes_fit(painted_row, fake_detector):
    seen, row = read(painted_row(HAND), fake_detector)
    assert row.tiles == list(HAND)
    assert seen.passes == 2
    assert seen.network_seconds > 0
    assert abs(seen.turn) < 1
    middle = 800 + 80 * 0.82 * (np.arange(17) - 8)
    expected = np.stack([middle - 28, np.full(17, 560.0), middle + 28, np.full(17, 640.0)], axis=1)
    assert np.abs(row.boxes - expected).max() < 4


@pytest.mark.parametrize(("side", "angle", "passes"), [(150, 0, 1), (150, 8, 1), (150, 20, 2), (80, 0, 2)])
def test_tiles_seen_level_and_large_enough_at_once_need_no_second_pass(painted_row, fake_detector, side, angle, passes):
    seen, row = read(painted_row(HAND[:8], side=side, angle=angle), fake_detector, angle)
    assert row.tiles == list(HAND[:8])
    assert seen.passes == passes
    assert abs(seen.turn - angle) < 3


@pytest.mark.parametrize("angle", [180, 90, -90, 20, -35, 160, 45, 110])
def test_a_turned_hand_is_read_as_well_as_an_upright_one(painted_row, fake_detector, angle):
    seen, row = read(painted_row(HAND, angle=angle), fake_detector, angle)
    assert row.tiles == list(HAND)
    assert seen.passes <= 3
    assert abs((seen.turn - angle + 180) % 360 - 180) < 3
    assert np.abs((row.angles - angle + 180) % 360 - 180).max() < 3


def test_a_hand_small_in_a_large_photo_is_found_by_a_larger_look(painted_row, fake_detector):
    _, row = read(painted_row(HAND, size=(3200, 2400), side=44), fake_detector)
    assert row.tiles == list(HAND)


class _ShyNetwork(FakeNetwork):
    """Half blind to small tiles, as a real network is."""

    def infer(self, blob):
        found = super().infer(blob)
        found[:, 4:] *= np.where(found[:, 3:4] < 45, 0.2, 1)
        return found


def test_what_the_first_look_sees_faintly_is_looked_at_again(painted_row):
    _, row = read(painted_row(HAND), TileDetector(_ShyNetwork(), threshold=0.3))
    assert row.tiles == list(HAND)


def test_a_long_thin_crop_is_read_large(painted_row, fake_detector):
    _, row = read(painted_row(HAND, size=(640, 44), side=40), fake_detector)
    assert row.tiles == list(HAND)


def test_two_groups_of_different_slant_are_both_read(painted_row, fake_detector):
    image = painted_row(HAND[:13], angle=0, centre=(800, 900))
    for index, tile in enumerate(("6s", "7s", "8s")):
        paint(image, (300 + 57 * index, 300 + 33 * index), (54, 80), tile, 30)
    found = look(load_photo(image), fake_detector).detections
    assert sorted(found.tiles) == sorted([*HAND[:13], "6s", "7s", "8s"])


def test_a_tile_cut_by_a_window_is_not_reported_twice_or_in_part(painted_row, fake_detector):
    image = painted_row(("1m", "2m", "3m"), centre=(400, 600))
    for index in range(3):
        paint(image, (720 + 61 * index, 600), (56, 80), "5s", 0)
    found = look(load_photo(image), fake_detector).detections
    assert sorted(found.tiles) == sorted(["1m", "2m", "3m", "5s", "5s", "5s"])
    assert (found.boxes[:, 2] - found.boxes[:, 0]).min() > 45


def test_a_tile_at_the_photo_s_own_edge_is_reported(painted_row, fake_detector):
    image = painted_row(HAND[:10], centre=(300, 600))
    found = look(load_photo(image), fake_detector).detections
    assert found.boxes[:, 0].min() <= 3


def test_a_photo_without_tiles_is_an_empty_look(fake_detector):
    seen = look(load_photo(np.full((900, 1200, 3), 90, np.uint8)), fake_detector)
    assert len(seen.detections) == 0
    assert seen.passes <= 2


def test_a_photo_of_one_pixel_is_no_accident(fake_detector):
    for size in ((1, 1), (3000, 2), (2, 3000)):
        assert len(look(load_photo(np.zeros((*size, 3), np.uint8)), fake_detector).detections) == 0


def test_detect_finds_every_class_at_the_size_asked_for(fake_detector):
    image = np.full((400, 1290, 3), 60, np.uint8)
    for index, tile in enumerate(TILES):
        paint(image, (40 + 80 * (index % 16), 60 + 110 * (index // 16)), (50, 70), tile)
    found = fake_detector.detect(image, 1280)
    assert sorted(found.tiles) == sorted(TILES)
    assert np.allclose(found.probabilities.sum(axis=1), 1, atol=1e-4)
    assert fake_detector.detect(image, 96).tiles == []


def test_the_shipped_model_reads_upside_down_as_upright(shared, shipped):
    from snaptai.vision.detector import open_detector

    detector = open_detector(threads=2)
    path = sorted((shared / "photos" / "val" / "images").glob("jc_*_crop.jpg"))[3]
    image = load_photo(path).image
    upright, turned = (look(load_photo(np.ascontiguousarray(view)), detector) for view in (image, image[::-1, ::-1]))
    first, second = (sorted(seen.detections.select(seen.detections.scores > 0.4).tiles) for seen in (upright, turned))
    assert len(first) > 5
    differ = len(set(enumerate(first)) ^ set(enumerate(second))) / 2
    assert differ <= 0.2 * len(first)


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_the_shipped_model_sees_how_a_hand_lies(shipped, quarters):
    from snaptai.vision.detector import open_detector

    image, truth = render_hand(Hand(tuple(HAND[:9]) + ("E", "E", "E", "C", "C", "1s"), "1s"), 1, style="jade")
    seen = look(load_photo(np.ascontiguousarray(np.rot90(image, -quarters))), open_detector(threads=2))
    assert abs((seen.turn - 90 * quarters + 180) % 360 - 180) < 5
    assert sorted(seen.detections.tiles) == sorted(tile.tile for tile in truth)


@pytest.mark.parametrize("seed", [0, 7])
def test_black_tiles_with_light_print_are_read(shipped, seed):
    """Read as they are, a tile of each is misnamed; the negative of the photo is read surely."""
    from snaptai.vision.detector import open_detector

    image, truth = render_hand(Hand(tuple(HAND[:9]) + ("E", "E", "E", "C", "C", "1s"), "1s"), seed, style="night")
    seen = look(load_photo(image), open_detector(threads=2))
    assert sorted(seen.detections.tiles) == sorted(tile.tile for tile in truth)


def test_the_negative_turns_light_and_dark_round_and_keeps_hues():
    colours = np.array([[[250, 250, 240], [20, 20, 20], [200, 30, 40]]], np.uint8)
    assert negative(colours).tolist() == [[[15, 15, 5], [235, 235, 235], [225, 55, 65]]]
    assert (negative(negative(colours)) == colours).all()


def test_the_fake_says_when_it_reads_a_turned_tile():
    image = np.full((96, 96, 3), 60, np.uint8)
    paint(image, (48, 48), (30, 44), "7s", 180)
    scores = FakeNetwork().infer(np.ascontiguousarray(image.transpose(2, 0, 1)[None] / 255, np.float32))[0, 4:, 0]
    assert TILES[int(scores.argmax())] == "7s" and scores.max() < 0.5
