"""vision/training"""
