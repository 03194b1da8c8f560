"""The parts of the Segments screen.

- `charts`: charts that select segments
- `filter_controls`: search, filters, order
- `worklist`: the worklist and steps along it; `worklist_table` draws it
- `opened_segment`: the open segment; `segment_view` is its component
"""
