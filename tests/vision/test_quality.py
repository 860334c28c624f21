"""A photo that cannot be read well gets one sentence that says what to do; a good one gets none."""

import cv2
import numpy as np
import pytest

from snaptai.scoring.tiles import TILES
from snaptai.vision.blocks import level_sizes
from snaptai.vision.detection import Detections
from snaptai.vision.photo import load_photo
from snaptai.vision.quality import SENTENCES, check_quality


def detections(boxes: list[list[float]], score: float = 0.95, angle: float = 0) -> Detections:
    count = len(boxes)
    probabilities = np.full((count, len(TILES)), 0.001, np.float32)
    probabilities[:, 3] = 1 - 0.001 * (len(TILES) - 1)
    scores = np.full(count, score, np.float32)
    return Detections(np.array(boxes, np.float32), scores, probabilities, np.full(count, angle, np.float32))


def table(size: tuple[int, int] = (1200, 600), side: int = 90, aspect: float = 1.35, left: int = 60):
    """A picture of ten printed tiles and their boxes."""
    image = np.full((size[1], size[0], 3), (40, 110, 70), np.uint8)
    width, boxes = round(side / 1.35), []
    height = round(width * aspect)
    for index in range(10):
        x, y = left + index * (width + 6), size[1] // 2
        cv2.rectangle(image, (x, y), (x + width, y + height), (225, 225, 215), -1)
        cv2.putText(
            image, TILES[index], (x + 4, y + height - height // 4), 0, side / 60, (150, 30, 30), max(1, side // 30)
        )
        cv2.circle(image, (x + width // 2, y + height // 4), width // 6, (20, 60, 140), -1)
        boxes.append([x, y, x + width, y + height])
    return image, boxes


def said(image: np.ndarray, found: Detections, lang: str = "zh") -> list[str]:
    questions = check_quality(load_photo(image), found, lang)
    assert all(question.code == "photo_quality" for question in questions)
    sentences = {texts[lang == "en"]: fault for fault, texts in SENTENCES.items()}
    return [sentences[question.message] for question in questions]


def test_a_good_photo_and_an_empty_one_get_no_question():
    image, boxes = table()
    assert said(image, detections(boxes)) == []
    assert said(image, Detections.empty()) == []


def test_tiles_too_small():
    image, boxes = table(side=16)
    assert said(image, detections(boxes)) == ["small"]
    assert said(image, detections(boxes), "en") == ["small"]


@pytest.mark.parametrize(
    "spoil", [lambda image: cv2.GaussianBlur(image, (0, 0), 5), lambda image: cv2.blur(image, (19, 1))]
)
def test_out_of_focus_and_shaken(spoil):
    image, boxes = table()
    assert said(spoil(image), detections(boxes)) == ["blurred"]


def test_glare_counts_only_where_the_face_is_in_doubt():
    image, boxes = table()
    x0, y0, x1, y1 = boxes[4]
    image[y0 : y1 - 20, x0:x1] = 255
    assert said(image, detections(boxes)) == []
    doubtful = detections(boxes)
    doubtful.scores[4] = 0.3
    assert said(image, doubtful) == ["glare"]
    assert check_quality(load_photo(image), doubtful)[0].tile == 4


def test_a_tile_cut_off_at_the_edge_is_named_and_a_whole_one_is_not():
    image, boxes = table(left=0)
    assert said(image, detections(boxes)) == []
    cut = image[:, 30:]
    moved = [[max(x0 - 30, 0), y0, x1 - 30, y1] for x0, y0, x1, y1 in boxes]
    assert said(np.ascontiguousarray(cut), detections(moved)) == ["cut"]
    assert check_quality(load_photo(np.ascontiguousarray(cut)), detections(moved))[0].tile == 0


def test_tiles_seen_from_the_side():
    image, boxes = table(aspect=0.6)
    assert said(image, detections(boxes)) == ["slanted"]


@pytest.mark.parametrize("angle", [0, 20, -35, 45, 90, 135, 180])
def test_sizes_along_a_tile_s_own_axes(angle):
    turn = np.deg2rad(angle)
    width = abs(40 * np.cos(turn)) + abs(54 * np.sin(turn))
    height = abs(40 * np.sin(turn)) + abs(54 * np.cos(turn))
    sizes = level_sizes(detections([[0, 0, width, height]], angle=angle))
    assert np.abs(sizes - [40, 54]).max() < 1


def test_every_sentence_says_what_to_do_in_both_languages():
    for chinese, english in SENTENCES.values():
        assert chinese.endswith("。") and chinese.count("。") == 1 and "請" in chinese
        assert english.endswith(".") and english.count(".") == 1
