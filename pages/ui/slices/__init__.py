"""The tabs of the Slices screen.

- `parts`: scores by slice
- `slice_tables`: slice finder, and saved slices
- `degenerate`: degenerate outputs
- `robustness`: Δ under other settings
- `why`: the explanation of a difference
"""
