"""datasets/faces"""
