"""Lets the tests here import the brute-force scorer and the random deals beside them."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
