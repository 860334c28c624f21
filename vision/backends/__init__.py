"""vision/backends"""
