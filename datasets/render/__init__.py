"""Scenes of tiles on a table with exact truth, seeded and repeatable."""
