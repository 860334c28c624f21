"""ui/page"""
