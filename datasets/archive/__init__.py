"""datasets/archive"""
