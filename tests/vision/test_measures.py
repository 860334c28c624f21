"""Average precision, confusion and calibration against cases worked out by hand."""

import numpy as np
import pytest

from snaptai.scoring.tiles import ORDER, TILES
from snaptai.vision.detection import Detections
from snaptai.vision.training import measures
from snaptai.vision.training.measures import NONE, Truth


def seen(*tiles: tuple[str, float, tuple[float, float, float, float]]) -> Detections:
    """Detections that are sure of their face: (tile, score, box)."""
    probabilities = np.zeros((len(tiles), len(TILES)), np.float32)
    for row, (tile, _, _) in enumerate(tiles):
        probabilities[row, ORDER[tile]] = 1
    boxes = np.array([box for _, _, box in tiles], np.float32).reshape(-1, 4)
    return Detections(
        boxes, np.array([s for _, s, _ in tiles], np.float32), probabilities, np.zeros(len(tiles), np.float32)
    )


def there(*tiles: tuple[str, tuple[float, float, float, float]]) -> Truth:
    boxes = np.array([box for _, box in tiles], np.float32).reshape(-1, 4)
    return Truth(boxes, np.array([ORDER[tile] for tile, _ in tiles], np.int64))


A, B, C = (0, 0, 30, 40), (40, 0, 70, 40), (80, 0, 110, 40)


@pytest.mark.parametrize(
    ("hits", "labels", "area"),
    [
        ("1111", 4, 1.0),
        ("1", 2, 0.5),
        ("10", 1, 1.0),
        ("01", 1, 0.5),
        ("1010", 4, 0.25 + 0.25 * 2 / 3),
        ("0101", 2, 0.5),
        ("1001", 2, 0.5 + 0.5 * 0.5),
        ("000", 3, 0.0),
        ("", 3, 0.0),
    ],
)
def test_average_precision_is_the_area_under_the_envelope(hits, labels, area):
    column = np.array([hit == "1" for hit in hits], bool)
    assert measures.average_precision(column, labels) == pytest.approx(area, abs=0.0076), "a grid of 101 points"


def test_average_precision_of_nothing_is_not_a_number():
    assert np.isnan(measures.average_precision(np.array([False]), 0))


def test_perfect_and_shifted_boxes_over_the_thresholds():
    truth = there(("1m", A), ("2m", B))
    shifted = seen(("1m", 0.9, A), ("2m", 0.8, (40, 0, 70, 30)))
    table = measures.class_precisions(measures.claims([shifted], [truth]))
    assert table[ORDER["1m"]] == pytest.approx(np.full(10, 0.995))
    assert table[ORDER["2m"]] == pytest.approx([0.995] * 6 + [0] * 4), "overlap 0.75 counts up to 0.75"
    assert np.isnan(table[ORDER["3m"]]).all()


def test_a_label_serves_once_and_the_surest_takes_it():
    truth = there(("E", A))
    twice = measures.claims([seen(("E", 0.6, A), ("E", 0.9, (0, 0, 30, 38)))], [truth])
    assert twice.hits[:, 0].tolist() == [True, False] and twice.scores.tolist() == pytest.approx([0.9, 0.6])


def test_ranking_runs_over_all_photos():
    first, second = seen(("E", 0.5, A)), seen(("E", 0.9, B))
    judged = measures.claims([first, second], [there(("E", A)), there(("E", C))])
    assert judged.hits[:, 0].tolist() == [False, True] and judged.labels[ORDER["E"]] == 2
    assert measures.class_precisions(judged)[ORDER["E"], 0] == pytest.approx(0.25, abs=0.0076)


def test_a_detection_claims_every_class_it_holds_likely():
    torn = seen(("1f", 0.8, A))
    torn.probabilities[0, [ORDER["1f"], ORDER["2f"]]] = 0.75, 0.25
    judged = measures.claims([torn], [there(("2f", A))])
    assert dict(zip(judged.classes.tolist(), judged.scores.round(3).tolist(), strict=True)) == {
        ORDER["1f"]: 0.6, ORDER["2f"]: 0.2,
    }  # fmt: skip
    assert measures.class_precisions(judged)[ORDER["2f"], 0] == pytest.approx(0.995)
    assert measures.pooled_precision(judged, [ORDER["1f"], ORDER["2f"]]) == pytest.approx(0.5, abs=0.0076)


def test_confusion_names_what_was_taken_for_what():
    found = seen(("1m", 0.9, A), ("3m", 0.9, B), ("C", 0.9, (200, 0, 230, 40)))
    matrix = measures.confusion(found, there(("1m", A), ("2m", B), ("P", C)))
    cells = {("1m", "1m"), ("2m", "3m"), ("", "C"), ("P", "")}
    names = (*TILES, "")
    assert {(names[a], names[b]) for a, b in np.argwhere(matrix)} == cells and matrix.sum() == 4
    assert measures.confusion(Detections.empty(), there(("P", C)))[ORDER["P"], NONE] == 1
    assert measures.confusion(found, there())[NONE].sum() == 3


def test_calibration_counts_how_often_each_confidence_is_right():
    confidence = np.array([0.95, 0.95, 0.95, 0.95, 0.55, 0.55, 1.0])
    right = np.array([True, True, True, False, True, False, True])
    rows, error = measures.calibration(confidence, right)
    assert rows == [(pytest.approx(0.55), 0.5, 2), (pytest.approx(0.96), pytest.approx(0.8), 5)]
    assert error == pytest.approx((2 * 0.05 + 5 * 0.16) / 7)
    assert measures.calibration(np.zeros(0), np.zeros(0, bool)) == ([], 0)


@pytest.mark.parametrize("true", [0.5, 1.0, 2.0])
def test_the_best_temperature_undoes_a_wrong_one(true):
    rng = np.random.default_rng(7)
    logits = rng.normal(0, 2, (4000, len(TILES)))
    honest = np.exp(logits / true)
    honest /= honest.sum(axis=1, keepdims=True)
    classes = np.array([rng.choice(len(TILES), p=row) for row in honest])
    stated = np.exp(logits)
    stated /= stated.sum(axis=1, keepdims=True)
    assert measures.best_temperature(stated.astype(np.float32), classes) == pytest.approx(true, rel=0.08)
