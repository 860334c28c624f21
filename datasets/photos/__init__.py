"""Real photos with labels: loading any set, splitting by session, finding duplicates and bad labels."""

from snaptai.datasets.photos.load import NoLabels, load, load_names

__all__ = ["NoLabels", "load", "load_names"]
