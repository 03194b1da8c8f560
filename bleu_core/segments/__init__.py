"""Which segments: columns, detectors, expressions, worklist, finder, slices.

`annotations.py` and `marks.py` say what people can say of a segment; `people` collects it.
"""
