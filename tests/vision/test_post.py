"""From raw output to one detection a tile."""

import numpy as np
import pytest

from snaptai.scoring.tiles import ORDER, TILES
from snaptai.vision import post, pre

BOX = (100.0, 100.0, 40.0, 56.0)


def output(*rows: tuple[tuple[float, float, float, float], dict[str, float]]) -> np.ndarray:
    """(1, 47, N): each row a box (cx, cy, w, h) and class scores."""
    array = np.zeros((1, 4 + len(TILES), len(rows)), np.float32)
    for index, (box, scores) in enumerate(rows):
        array[0, :4, index] = box
        for tile, score in scores.items():
            array[0, 4 + ORDER[tile], index] = score
    return array


def test_one_tile_of_two_likely_faces_is_one_detection_with_both_named():
    found = post.decode(output((BOX, {"5p": 0.6}), ((101, 101, 40, 56), {"6p": 0.5}), (BOX, {"9m": 0.1})), 0.25)
    assert found.tiles == ["5p"]
    assert found.scores.tolist() == [pytest.approx(0.6)]
    assert found.probabilities[0, ORDER["6p"]] == pytest.approx(0.25 / (0.36 + 0.25), abs=1e-3)
    assert np.allclose(found.boxes[0], [80, 72, 120, 128])


def test_a_tight_and_a_loose_box_of_one_tile_are_one():
    loose, tight = (100, 100, 44, 70), (100, 92, 36, 40)
    assert len(post.decode(output((loose, {"C": 0.8}), (tight, {"C": 0.7})), 0.25)) == 1


def test_a_flower_of_doubtful_season_is_a_tile_all_the_same_and_a_doubtful_suit_is_not():
    flower = (BOX, {"1f": 0.22, "3f": 0.2, "7f": 0.2})
    suited = ((300, 100, 40, 56), {"1m": 0.22, "2m": 0.2, "3m": 0.2})
    found = post.decode(output(flower, suited), 0.4)
    assert found.tiles == ["1f"] and found.scores[0] == pytest.approx(1 - 0.78 * 0.8 * 0.8)


def test_touching_and_half_covered_neighbours_stay_two():
    for distance in (40, 30):
        neighbour = (100 + distance, 100, 40, 56)
        assert len(post.decode(output((BOX, {"1m": 0.8}), (neighbour, {"1m": 0.7})), 0.25)) == 2


def test_what_is_under_the_threshold_is_dropped_and_nothing_is_empty():
    assert len(post.decode(output((BOX, {"1m": 0.2})), 0.25)) == 0
    assert len(post.decode(np.zeros((1, 47, 0), np.float32), 0.25)) == 0


def test_thousands_of_boxes_are_thinned_quickly_and_the_surest_stay():
    rng = np.random.default_rng(0)
    rows = rng.random((1, 47, 20000), np.float32)
    rows[0, :4] = rng.uniform(50, 600, (4, 20000))
    rows[0, :4, 77], rows[0, 4 + 3, 77] = (30, 30, 20, 28), 1.0
    found = post.decode(rows, 0.25)
    assert 1 <= len(found) <= 600
    assert (found.scores[0], found.tiles[0]) == (1.0, "4m")


def test_no_tile_of_a_crowded_table_is_lost():
    """Ten boxes a tile, of which the faintest tile's are fainter than those of all others."""
    rows = []
    for tile in range(144):
        centre = np.array([60 + 50 * (tile % 16), 60 + 70 * (tile // 16)])
        rows += [((*(centre + shift), 40, 56), {"X": 0.9 - 0.004 * tile}) for shift in np.arange(10) / 5]
    assert len(post.decode(output(*rows), 0.25)) == 144


def test_unique_keeps_the_surer_of_two_detections():
    twice = post.decode(output((BOX, {"1m": 0.8})), 0.25).select(np.array([0, 0]))
    twice.scores[0] = 0.4
    assert post.unique(twice).scores.tolist() == [pytest.approx(0.8)]


@pytest.mark.parametrize("size", [(1280, 90), (90, 1280), (33, 33), (1, 1), (4000, 3000)])
def test_letterbox_keeps_the_picture_at_the_top_left_and_sides_multiples_of_32(size):
    width, height = size
    canvas, scale = pre.letterbox(np.full((height, width, 3), 200, np.uint8), 640)
    assert scale == 640 / max(size)
    assert canvas.shape[0] % 32 == canvas.shape[1] % 32 == 0
    assert max(canvas.shape[:2]) == 640
    inner = canvas[: max(1, round(height * scale)), : max(1, round(width * scale))]
    assert (inner == 200).all() and (canvas == 200).sum() == inner.size


def test_the_blob_is_rgb_from_0_to_1_channels_first():
    canvas = np.zeros((32, 64, 3), np.uint8)
    canvas[..., 0] = 255
    blob = pre.to_blob(canvas)
    assert blob.shape == (1, 3, 32, 64) and blob.dtype == np.float32
    assert blob[0, 0].min() == blob[0, 0].max() == 1 and blob[0, 1:].max() == 0
