"""The shipped example: a photo of a won hand and what happened at the table, written anew by

``python -m snaptai.datasets.render.example ui/examples``
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import cv2

from snaptai.datasets.render.layout import Spots
from snaptai.datasets.render.portrait import render_hand
from snaptai.scoring.hand import Hand

EXAMPLE = Hand(
    concealed=("2m", "3m", "4m", "6p", "7p", "8p", "5s", "5s", "7s", "8s"),
    winning_tile="9s",
    exposed=(("E", "E", "E"),),
    concealed_kongs=(("C", "C", "C", "C"),),
    flowers=("1f", "6f"),
)
CONTEXT = {
    "win": {"method": "discard"},
    "seat": {"winner": "S", "dealer": "N", "loser": "W", "round": "E", "dealer_streak": 2},
    "stake": {"base": 100, "tai": 20},
}


def write_example(folder: Path) -> None:
    """Writes ``hand.jpg`` and its sidecar ``hand.json``."""
    image, _ = render_hand(EXAMPLE, 2, style="index", spots=Spots("behind", "front", "beside"))
    folder.mkdir(parents=True, exist_ok=True)
    coded = cv2.imencode(".jpg", image[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 90])[1]
    (folder / "hand.jpg").write_bytes(coded.tobytes())
    (folder / "hand.json").write_text(json.dumps(CONTEXT, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_example(Path(sys.argv[1]))
