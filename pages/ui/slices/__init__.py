"""The tabs of Slices: parts of the test set, slice finder, saved slices, degenerate outputs,
robustness, and the explanation of a difference.
"""
