"""scoring/table"""
