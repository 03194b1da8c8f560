"""Annotations of segments, for all screens that show them.

- `saved_annotations`: annotations of the open segment, read from and written to the workspace
- `notes_dialog`: summary, files, imports, and the label types
- `annotator`: the annotator's name
- `panel/`, `marking/`: scripts of the panel with the outbox of unsaved changes, and of annotating
  errors in a text
"""
