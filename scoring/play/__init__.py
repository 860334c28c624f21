"""scoring/play"""
