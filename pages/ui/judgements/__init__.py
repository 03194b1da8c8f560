"""What people say of segments: the panel on the open one, the dialog, imports, annotators.

Screens may import it; it may import widgets and what stands at the root.
"""
