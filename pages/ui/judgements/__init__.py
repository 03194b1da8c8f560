"""What people say of segments: the panel on the open one, the dialog, imports, annotators."""
