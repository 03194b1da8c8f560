"""The grid of settings of one comparison, computed in the background."""

from __future__ import annotations

import threading

from bleu_core import Comparison
from bleu_core.significance.robustness import Cell, grid, settings


class Stopped(Exception):
    """Somebody asked the job to stop."""


class RobustnessJob:
    """The grid of one comparison, computed by a thread of its own."""

    def __init__(self, comparison: Comparison) -> None:
        self.total = len(settings(comparison))
        self.cells: list[Cell] = []
        self.part = 0.0
        self.stopped = False
        self.failed = False
        self._thread = threading.Thread(target=self._run, args=(comparison,), daemon=True)
        self._thread.start()

    @property
    def running(self) -> bool:
        return self._thread.is_alive() and not self.stopped

    @property
    def done(self) -> int:
        """How many settings have their result."""
        return sum(len(cell.smoothings) for cell in self.cells)

    def _run(self, comparison: Comparison) -> None:
        try:
            for cell in grid(comparison, progress=self._show):
                self.cells.append(cell)
        except Stopped:
            pass
        except Exception:
            self.failed = True
            raise

    def _show(self, part: float) -> None:
        self.part = part
        if self.stopped:
            raise Stopped
