"""What the first screen needs: loaded in a thread while the browser opens (middleware/loading.py).

The script imports this first, and so waits until all of it is loaded.
"""

from pages.ui import report_menu
from pages.ui.data import reading
from pages.ui.frame import header, settings
from pages.ui.overview import details
from pages.ui.viewer import answers, mount

__all__ = ["answers", "details", "header", "mount", "reading", "report_menu", "settings"]
