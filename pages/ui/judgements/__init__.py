"""Annotations of segments, for all screens that show them.

- `saved_annotations`: annotations of the open segment, read from and written to the workspace
- `notes_dialog`: summary, files, imports, and the label types
- `presses`: answers to the presses of a browser, once each
- `annotator`: the annotator's name
- `panel/`, `marking/`: scripts of the panel, and of annotating errors in a text
"""
