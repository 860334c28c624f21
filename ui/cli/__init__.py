"""ui/cli"""
