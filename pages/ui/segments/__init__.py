"""The parts of the Segments screen.

- `filter_controls`: search, order, filters, and the strip of Δ (`delta_strip`)
- `worklist`: the worklist and steps along it; `worklist_table` draws it
- `opened_segment`: the open segment; `segment_view` is its component
"""
