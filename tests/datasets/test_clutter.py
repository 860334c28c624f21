"""Scenes that hold what is taken for tiles, and no tile."""

import numpy as np

from snaptai.datasets.render.clutter import SIZE, clutter
from snaptai.datasets.render.sources import load_sources


def test_things_are_where_they_are_said_to_be_and_the_same_again() -> None:
    sources = load_sources(None, "train")
    boxes = [clutter(5, index, sources)[1] for index in range(6)]
    assert sum(map(len, boxes)) > 20
    for one in boxes:
        assert (one[:, :2] >= 0).all() and (one[:, 2:] <= SIZE[0]).all()
    image, things = clutter(5, 0, sources)
    again, _ = clutter(5, 0, sources)
    assert np.array_equal(image, again)
    inside = [image[int(y0) : int(y1), int(x0) : int(x1)].std() for x0, y0, x1, y1 in things]
    assert np.median(inside) > np.median([image[y : y + 8, x : x + 8].std() for x in (0, 630) for y in (0, 630)])
