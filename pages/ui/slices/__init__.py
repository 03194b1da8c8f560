"""The parts of Slices, one a tab: parts of the test set, what stands out, saved slices, degenerate
output, whether the verdict holds, why numbers differ.

They may import widgets and what stands at the root, and no other screen's.
"""
