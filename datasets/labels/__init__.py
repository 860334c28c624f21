"""Labelled photos: one common form, and readers and writers of what others use (YOLO, COCO, VOC, Label Studio)."""

from snaptai.datasets.labels.labelled import Complaint, LabelledBox, LabelledPhoto, LabelledSet

__all__ = ["Complaint", "LabelledBox", "LabelledPhoto", "LabelledSet"]
