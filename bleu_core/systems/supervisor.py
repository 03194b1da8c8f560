"""Run a program that ends with the process that started this script, however that one ends.

    supervisor.py FOLDER PROGRAM [ARGUMENT...]

It is a script without other modules of BLEUscope, the leader of a process group, and waits for the
end of standard input: the other end of the pipe is closed when the process that holds it is gone.
Then it deletes the program's folder of private texts, and kills the group.
"""

import os
import shutil
import signal
import subprocess
import sys
import threading

# Exit codes of shells: the program cannot be started; it was ended by a signal, whose number is
# added.
NOT_STARTED, BY_SIGNAL = 126, 128


def main(folder: str, *words: str) -> int:
    # The program, and not this script, decides what it does before it ends. A handler, unlike an
    # ignored signal, is not inherited.
    signal.signal(signal.SIGTERM, lambda *_: None)
    try:
        program = subprocess.Popen(words, stdin=subprocess.DEVNULL)
    except (OSError, ValueError) as error:
        print(f"{words[0]}: {error}", file=sys.stderr)
        return NOT_STARTED
    is_alone = threading.Event()
    watching = (program, folder, is_alone)
    watch = threading.Thread(target=_end_with_parent, args=watching, daemon=True)
    watch.start()
    code = program.wait()
    if is_alone.is_set():
        watch.join()
    return code if code >= 0 else BY_SIGNAL - code


def _end_with_parent(
    program: "subprocess.Popen[bytes]", folder: str, is_alone: threading.Event
) -> None:
    os.read(0, 1)  # nothing is ever written
    is_alone.set()
    shutil.rmtree(folder, ignore_errors=True)
    if hasattr(os, "killpg"):
        os.killpg(os.getpid(), signal.SIGKILL)
    program.kill()  # Windows


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
