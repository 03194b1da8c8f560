"""The Systems screen: all systems ranked, every pair told apart or not, and where they differ.

Stands on what screens share; no other screen stands on it.
"""
