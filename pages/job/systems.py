"""Systems: what can be done with a data set instead."""

from pages.ui.widgets import instead

instead.of_systems()
