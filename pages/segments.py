"""Segments: the worklist, and the chosen segment opened beside it."""

from pages.ui import scatter, workbench

scatter.charts()
workbench.bench()
