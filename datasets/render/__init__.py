"""datasets/render"""
