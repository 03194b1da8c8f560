"""Judge: what a data set offers instead."""

from pages.ui.widgets import alert

alert.draw_no_judging()
