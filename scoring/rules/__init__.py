"""scoring/rules"""
