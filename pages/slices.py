"""Slices: where the difference lies, the slice finder, and saved slices."""

from pages.ui import segment_filter, slice_saving, user_workspace
from pages.ui.viewer.mount import draw_view

saved = slice_saving.saved_slices()
where = draw_view(
    "slices",
    segment_filter.comparison_or_part(),
    saves=user_workspace.current() is not None,
    version=repr(saved),
)
if where:
    slice_saving.save_dialog(where)
slice_saving.draw_saved_controls(saved)
