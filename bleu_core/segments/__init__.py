"""Which segments: columns, detectors, expressions, worklist, finder, slices.

`annotations.py` and `marks.py` define what annotators can say about a segment; `people` collects
it.
"""
