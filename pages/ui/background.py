"""Work that goes on in a thread of its own: past reruns and page switches, seen by all sessions."""

from __future__ import annotations

import threading
from collections.abc import Callable

from bleu_core.common.progress import Progress
from pages.ui import user_workspace


class Stopped(Exception):
    """Somebody asked the job to stop."""


class Job:
    """Work that is given what it is to call with the part done, and is stopped there.

    Attributes
    ----------
    part : float
        How much is done, 0 to 1.
    stopped : bool
        Set it to stop the work at its next step.
    failed : bool
        Whether an error ended it; the server's log has it.
    """

    def __init__(self, work: Callable[[Progress], None]) -> None:
        self.part = 0.0
        self.stopped = False
        self.failed = False
        mine = user_workspace.working(work)
        self._thread = threading.Thread(target=self._run, args=(mine,), daemon=True)
        self._thread.start()

    @property
    def running(self) -> bool:
        return self._thread.is_alive() and not self.stopped

    def wait(self, seconds: float) -> None:
        """Until it is done, but not longer: what takes no time needs no bar."""
        self._thread.join(seconds)

    def _run(self, work: Callable[[Progress], None]) -> None:
        try:
            work(self._show)
        except Stopped:
            pass
        except Exception:
            self.failed = True
            raise

    def _show(self, part: float) -> None:
        self.part = part
        if self.stopped:
            raise Stopped
