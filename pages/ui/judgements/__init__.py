"""Annotations of segments, for all screens that show them.

- `saved_annotations`: annotations in the workspace, of this visitor and of others
- `notes_dialog`: summary, files, imports, and the label types
- `elsewhere`: annotations of the same outputs in another saved comparison, to copy
- `annotator`: the annotator's name
- `panel/`, `marking/`: scripts of the panel with the outbox of unsaved changes, and of annotating
  errors in a text, which viewer/annotate.js brings together
"""
