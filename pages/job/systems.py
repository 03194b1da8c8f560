"""Systems: what a data set offers instead."""

from pages.ui.widgets import instead

instead.of_systems()
