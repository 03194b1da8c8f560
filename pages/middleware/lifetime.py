"""A server that the command started ends with it."""

import os
import signal
import threading


def end_with_command() -> None:
    """End this process in an orderly way once the command is gone, however that one ended.

    The command holds the other end of standard input, and never writes.
    """

    def wait() -> None:
        os.read(0, 1)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, daemon=True).start()
