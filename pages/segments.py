"""Segments: the list with its filter and order, and the open segment beside it."""

from pages.ui import open_comparison, slice_saving, state, user_workspace
from pages.ui.judgements import annotator, notes_dialog
from pages.ui.judgements.elsewhere import draw_annotations_elsewhere
from pages.ui.viewer.mount import draw_view

comparison = open_comparison.current_comparison()
others = [name for name in comparison.evalset.systems if name not in (comparison.a, comparison.b)]
draw_annotations_elsewhere(comparison)
command = draw_view(
    "segments",
    comparison,
    others={"names": others, "shown": [name for name in state.current().more if name in others]},
    saves=user_workspace.current() is not None,
    version=notes_dialog.runs_of_dialog(),
)
if command == "save-slice":
    slice_saving.save_dialog()
elif command in ("annotations", "annotator"):
    notes_dialog.notes_dialog(opens_name=command == "annotator")
else:
    # A name saved in the dialog, if it was closed before the browser got it.
    annotator.draw_cookie()
