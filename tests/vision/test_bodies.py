"""A back of the colour of the faces' bodies is hardly one."""

import numpy as np
import pytest

from snaptai.scoring.tiles import ORDER, TILES
from snaptai.vision.bodies import weigh_backs
from snaptai.vision.detection import Detections
from snaptai.vision.photo import load_photo

IVORY, SHADED, GREEN, BLACK = (236, 232, 214), (190, 187, 172), (40, 120, 70), (30, 30, 30)


def seen(colour: tuple[int, int, int], faces: int = 6, score: float = 0.9) -> Detections:
    """Faces in a row and at its end a back of ``colour``, twice as likely a back as a white dragon or none."""
    image = np.full((100, 400, 3), (30, 90, 60), np.uint8)
    boxes = np.array([[10 + 44 * i, 20, 50 + 44 * i, 76] for i in range(faces + 1)], np.float32)
    for left, top, right, bottom in boxes.astype(int).tolist():
        image[top:bottom, left:right] = IVORY
        image[top + 20 : top + 30, left + 12 : right - 12] = (180, 20, 30)
    left, top, right, bottom = boxes[-1].astype(int)
    image[top:bottom, left:right] = colour
    probabilities = np.zeros((faces + 1, len(TILES)), np.float32)
    probabilities[:faces, ORDER["1m"]] = 1
    probabilities[faces, [ORDER["X"], ORDER["P"]]] = 0.7, 0.3
    scores = np.full(faces + 1, score, np.float32)
    return weigh_backs(Detections(boxes, scores, probabilities, scores * 0), load_photo(image))


@pytest.mark.parametrize("colour", [IVORY, SHADED])
def test_a_back_of_the_bodies_colour_is_rather_a_white_dragon_or_none(colour):
    found = seen(colour)
    assert found.tiles[-1] == "P"
    assert found.scores[-1] < 0.85 and (found.scores[:-1] == np.float32(0.9)).all()


@pytest.mark.parametrize("colour", [GREEN, BLACK])
def test_a_back_of_another_colour_stays_one(colour):
    found = seen(colour)
    assert (found.tiles[-1], found.scores[-1]) == ("X", np.float32(0.9))


def test_too_few_faces_or_doubtful_ones_say_nothing_of_the_bodies_colour():
    assert seen(IVORY, faces=3).tiles[-1] == seen(IVORY, score=0.6).tiles[-1] == "X"
