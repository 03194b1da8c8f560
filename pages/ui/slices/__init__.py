"""The parts of Slices: parts of the test set, whether the verdict holds, why numbers differ.

They may import widgets and what stands at the root, and no other screen's.
"""
