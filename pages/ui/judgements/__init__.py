"""Annotations of segments: the panel on the open one, the dialog, imports, annotators.

Screens may import it; it may import widgets and modules at the root of pages.ui.
"""
