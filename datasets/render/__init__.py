"""Scenes of tiles on a table with exact truth, seeded and repeatable.

``render_hand`` draws a careful photo of one hand; ``scene`` one picture of a training or test series;
``write_set`` a whole YOLO set.
"""

from snaptai.datasets.render.layout import Spots
from snaptai.datasets.render.portrait import render_hand
from snaptai.datasets.render.scene import Scene, scene
from snaptai.datasets.render.sources import Sources, load_sources
from snaptai.datasets.render.stage import TileTruth
from snaptai.datasets.render.views import View
from snaptai.datasets.render.write import Order, write_set

__all__ = [
    "Order",
    "Scene",
    "Sources",
    "Spots",
    "TileTruth",
    "View",
    "load_sources",
    "render_hand",
    "scene",
    "write_set",
]
