"""datasets/labels"""
