"""The second stage's word, weighed with the detector's."""

from dataclasses import dataclass, replace

import numpy as np
import pytest

from snaptai.scoring.tiles import ORDER, TILES
from snaptai.vision.classifier import TileClassifier, cut, fuse, open_classifier
from snaptai.vision.looks import look
from snaptai.vision.photo import load_photo


@dataclass
class Always:
    """A second stage that always says ``tile``; it keeps what it was shown."""

    tile: str
    name: str = "always"
    shown: np.ndarray | None = None

    def infer(self, blob: np.ndarray) -> np.ndarray:
        self.shown = blob
        logits = np.zeros((len(blob), len(TILES) + 1), np.float32)
        logits[:, ORDER.get(self.tile, len(TILES))] = 12
        return logits


def test_weight_none_is_the_first_all_is_the_second_and_between_both_count():
    first, second = np.full((1, 43), 0.01, np.float32), np.full((1, 43), 0.01, np.float32)
    first[0, 3], second[0, 5] = 0.58, 0.58
    assert np.allclose(fuse(first, second, 0), first, atol=1e-4)
    assert np.allclose(fuse(first, second, 1), second, atol=1e-4)
    half = fuse(first, second, 0.5)
    assert half[0, 3] == pytest.approx(half[0, 5]) and half.sum() == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize(("side", "passes"), [(80, 2), (150, 1)])
@pytest.mark.parametrize(("weight", "expected"), [(0.0, ["1m", "2m", "3m"]), (1.0, ["9s"] * 3)])
def test_a_look_weighs_the_second_stage(painted_row, fake_detector, side, passes, weight, expected):
    photo = load_photo(painted_row(("1m", "2m", "3m"), side=side))
    seen = look(photo, replace(fake_detector, classifier=TileClassifier(Always("9s"), weight)))
    assert sorted(seen.detections.tiles) == expected
    assert seen.passes == passes


def test_what_the_second_stage_takes_for_nothing_is_doubted(painted_row, fake_detector):
    photo = load_photo(painted_row(("1m", "2m", "3m")))
    before = look(photo, fake_detector)
    after = look(photo, replace(fake_detector, classifier=TileClassifier(Always("nothing"), 0.5)))
    assert len(before.detections) == 3 and len(before.faint) == 0
    assert len(after.detections) == 0 and len(after.faint) == 3
    assert (after.faint.scores < 0.1 * before.detections.scores).all()


def test_a_back_which_has_no_print_is_doubted_less(painted_row, fake_detector):
    photo = load_photo(painted_row(("1m", "X", "2m")))
    seen = look(photo, replace(fake_detector, classifier=TileClassifier(Always("nothing"), 0.8))).faint
    scores = dict(zip(seen.tiles, seen.scores, strict=True))
    assert scores["X"] > 3 * max(scores["1m"], scores["2m"])


def test_what_the_second_stage_is_sure_of_counts_though_the_first_was_not(painted_row, fake_detector):
    photo = load_photo(painted_row(("1m", "2m", "3m")))
    strict = replace(fake_detector, threshold=0.96)
    assert len(look(photo, strict).detections) == 0
    assert len(look(photo, replace(strict, classifier=TileClassifier(Always("9s"), 0.5))).detections) == 3


def test_it_sees_the_box_and_a_little_around_it_at_64_by_64():
    image = np.zeros((200, 200, 3), np.uint8)
    image[60:140, 70:130] = (250, 120, 30)
    stage = TileClassifier(Always("C"), 1.0)
    real, probabilities, seconds = stage.classify(image, np.array([[70, 60, 130, 140]], np.float32))
    assert probabilities.shape == (1, 43) and TILES[int(probabilities.argmax())] == "C" and seconds > 0
    assert real == pytest.approx(1, abs=0.01)
    shown = stage.network.shown
    assert shown.shape == (1, 3, 64, 64) and shown.dtype == np.float32
    assert np.allclose(shown[0, :, 32, 32], np.array([250, 120, 30]) / 255, atol=0.01)
    inside = (shown[0, 0] > 0.5).mean()
    assert inside == pytest.approx(1 / 1.16**2, abs=0.03)
    assert stage.classify(image, np.zeros((0, 4), np.float32))[1].shape == (0, 43)


def test_outside_the_picture_the_edge_is_repeated():
    assert (cut(np.full((50, 50, 3), 77, np.uint8), np.array([-5, -5, 20, 30], np.float32)) == 77).all()


def test_a_stage_that_is_not_installed_is_none():
    assert open_classifier("no-such-stage") is None
