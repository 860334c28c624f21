"""Real photos with labels: loading any set, splitting by session, finding duplicates."""

from snaptai.datasets.photos.duplicates import duplicates
from snaptai.datasets.photos.loading import NoLabels, load, load_names
from snaptai.datasets.photos.splits import sessions, split, straddling

__all__ = ["NoLabels", "duplicates", "load", "load_names", "sessions", "split", "straddling"]
