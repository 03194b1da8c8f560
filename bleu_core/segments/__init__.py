"""Segments of a comparison: their columns, and ways to select them.

- `columns`: the registry of segment columns
- `expressions`: the language that selects segments
- `detectors`: degenerate output
- `slices`: scores of A and B by slice
- `slice_criteria`: criteria for slices
- `saved_slices`: named expressions, and their TOML files
- `finder`: the slice finder
- `worklist`: sort orders, conditions and searches of a filter
- `annotations`: judgments, labels and notes of a segment
- `marks`: error annotations and their penalties
"""
