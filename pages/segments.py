"""Segments: the worklist, and the chosen segment opened beside it."""

from pages.ui.segments import charts, workbench

charts.charts()
workbench.bench()
