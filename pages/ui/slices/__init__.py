"""The parts of Slices: parts of the test set, and whether the verdict holds.

They may import widgets and what stands at the root, and no other screen's.
"""
