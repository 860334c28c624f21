"""datasets/photos"""
