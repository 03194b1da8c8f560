"""Child processes with limits; each calls one function with one task after another.

The parent only waits for pipes, so it can report progress or stop at any moment and leaves no
child behind. A child that takes too much memory or time, crashes or hangs yields a `TaskResult`.
A child ends with its parent. `multiprocessing` is not used because it imports the main module
again: the script of the app, or a user's.
"""

from __future__ import annotations

import math
import os
import queue
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from operator import mul
from pathlib import Path
from typing import IO, Any, Literal, NamedTuple, TypeAlias

from bleu_core.common.ipc import InvalidMessage, receive, send
from bleu_core.common.progress import Progress

TICK = 0.1  # seconds between two calls of `progress`
EXIT = 10.0  # seconds that an ending process may take
UNUSED = 300.0  # seconds after which a process that was started ahead is ended
PATIENCE = 20  # on a loaded machine, a task may take so many times its computing time
MAX_BYTES = 2**40  # of an answer without a memory limit; an invalid message may claim more
TRACEBACK = 4_000  # characters in an answer

_START = (
    "import sys; root = sys.argv[1]; root in sys.path or sys.path.insert(0, root); "
    "from bleu_core.common.processes import serve; serve(*sys.argv[2:])"
)
_ROOT = str(Path(__file__).resolve().parents[2])
# Variables that Python may need; an isolated child gets no others.
_ENVIRONMENT = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "SYSTEMROOT", "LD_LIBRARY_PATH",
                "DYLD_LIBRARY_PATH", "PYTHONHOME", "PYTHONUSERBASE")  # fmt: skip
_TOO_LARGE = object()


class StartError(OSError):
    """A process cannot be started."""


class ProcessLimits(NamedTuple):
    """Resources of a child beyond those it has at its start; None for no limit.

    `memory` is in bytes, on Linux: the memory that the process can write to (RLIMIT_DATA; RLIMIT_AS
    would also count memory that libraries reserve and never use). `cpu` is computing time in
    seconds; Windows only has the parent's clock.
    """

    memory: int | None = None
    cpu: float | None = None


class TaskResult(NamedTuple):
    """Outcome of a task.

    For "done", `value` is the function's result. "memory" and "time" mean a limit was exceeded. For
    "fault", an exception, it is the error's class, the place and the traceback. For "ended", the
    process is gone, it is the exit code, or below 0 the number of a signal. `at` is the last item
    that the function reported to be working on (`Reporter.at`).
    """

    outcome: Literal["done", "memory", "time", "fault", "ended"]
    value: Any = None
    at: str = ""
    code: int = 0


# What a child says of a task: the part that is done, what it is at, the end; None: it is gone.
_Reply: TypeAlias = float | str | TaskResult | None
_Replies: TypeAlias = "queue.SimpleQueue[tuple[int, _Reply]]"


class ProcessPool:
    """Pool of child processes that call "module:name", a function of a task and a `Reporter`.

    A child is ready once the module is imported. At most `calls` calls of `run` are active at once;
    others wait. `isolated` children get no environment, folder or error stream of this process, and
    cannot write files. `nice` lowers their priority.
    """

    def __init__(
        self, function: str, *, calls: int | None = None, isolated: bool = False, nice: int = 0
    ) -> None:
        self._function, self._isolated, self._nice = function, isolated, nice
        self._slots = None if calls is None else threading.BoundedSemaphore(calls)
        self._spare: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    def run(
        self,
        tasks: Sequence[Any],
        limits: ProcessLimits | None = None,
        progress: Progress | None = None,
        *,
        weights: Sequence[float] | None = None,
        processes: int = 1,
        threads: int = 1,
        reuse: bool = False,
    ) -> Generator[tuple[int, TaskResult]]:
        """Yield the number and the result of each task, in the order in which they end."""
        limits = limits or ProcessLimits()
        tell: Progress = progress or (lambda part: None)
        weights = weights or [1.0] * len(tasks)
        total = sum(weights) or 1.0
        done = [0.0] * len(tasks)
        todo, waiting = iter(enumerate(tasks)), len(tasks)
        running: dict[int, _Child] = {}
        idle: list[_Child] = []
        replies: _Replies = queue.SimpleQueue()
        with self._slot(tell):
            try:
                while waiting or running:
                    while waiting and len(running) < processes:
                        (number, task), waiting = next(todo), waiting - 1
                        child = idle.pop() if idle else self._child(limits, threads, replies)
                        running[number] = child
                        child.give(number, task)
                    tell(sum(map(mul, done, weights)) / total)
                    now = time.monotonic()
                    late = [number for number, child in running.items() if now > child.deadline]
                    try:
                        number, reply = (
                            (late[0], TaskResult("time")) if late else replies.get(timeout=TICK)
                        )
                    except queue.Empty:
                        continue
                    if number not in running:
                        continue  # it was too late
                    if isinstance(reply, float):
                        done[number] = reply
                    elif isinstance(reply, str):
                        running[number].at = reply
                    else:
                        child, done[number] = running.pop(number), 1.0
                        if reuse and reply and reply.outcome == "done":
                            idle.append(child)
                            yield number, reply
                        else:
                            yield number, child.end(reply)
            finally:
                for child in (*running.values(), *idle):
                    child.kill()

    def start_ahead(self) -> None:
        """Start a child for a task expected soon; at most one waits, for some minutes."""
        with self._lock, suppress(StartError):
            if self._spare is None or self._spare.poll() is not None:
                self._spare = self._start(threads=1)
                timer = threading.Timer(UNUSED, self._end_spare, args=(self._spare,))
                timer.daemon = True
                timer.start()

    def _end_spare(self, process: subprocess.Popen[bytes]) -> None:
        with self._lock:
            if self._spare is not process:
                return  # it has a task
            self._spare = None
        with process:
            process.kill()

    @contextmanager
    def _slot(self, tell: Progress) -> Iterator[None]:
        """Wait until fewer than `calls` calls are active."""
        if self._slots is None:
            yield
            return
        while not self._slots.acquire(timeout=TICK):
            tell(0.0)
        try:
            yield
        finally:
            self._slots.release()

    def _child(self, limits: ProcessLimits, threads: int, replies: _Replies) -> _Child:
        with self._lock:
            process, self._spare = self._spare, None
        if process is None or process.poll() is not None:
            process = self._start(threads)
        return _Child(process, limits, replies)

    def _start(self, threads: int) -> subprocess.Popen[bytes]:
        environment = dict(os.environ)
        if self._isolated:
            environment = {name: environment[name] for name in _ENVIRONMENT if name in environment}
            # Arrow's own pool reserves memory, which would count.
            environment["ARROW_DEFAULT_MEMORY_POOL"] = "system"
        environment |= {"OMP_NUM_THREADS": str(threads), "OPENBLAS_NUM_THREADS": str(threads)}
        flags = ["-P", "-B"] if self._isolated else ["-P"]
        settings = [self._function, str(self._isolated), str(self._nice)]
        try:
            return subprocess.Popen(
                [sys.executable, *flags, "-c", _START, _ROOT, *settings],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL if self._isolated else None,
                cwd=os.path.abspath(os.sep) if self._isolated else None,
                env=environment,
                # Ctrl-C in a terminal is for this process, which ends the children.
                start_new_session=True,
            )
        except OSError as error:
            raise StartError(error.strerror or str(error)) from None


class _Child:
    """A child process, and the thread that communicates with it."""

    def __init__(
        self, process: subprocess.Popen[bytes], limits: ProcessLimits, replies: _Replies
    ) -> None:
        self.at, self.deadline = "", math.inf
        assert process.stdin is not None
        assert process.stdout is not None
        self._process, self._stdin, self._stdout = process, process.stdin, process.stdout
        self._limits, self._replies = limits, replies
        self._tasks: queue.SimpleQueue[tuple[int, Any] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._talk, daemon=True)
        self._thread.start()

    def give(self, number: int, task: Any) -> None:
        """Send a task; replies have its number."""
        self.at = ""
        if self._limits.cpu is not None:
            self.deadline = time.monotonic() + PATIENCE * self._limits.cpu
        self._tasks.put((number, task))

    def end(self, answer: TaskResult | None) -> TaskResult:
        """End the process and complete its last answer."""
        if answer is not None:
            self.kill()
            return answer._replace(at=self.at)
        # A child that breaks off closes its pipe a moment before it is gone.
        code = self.kill(EXIT)
        is_limit = code == -getattr(signal, "SIGXCPU", 0)
        return TaskResult("time" if code and is_limit else "ended", at=self.at, code=code)

    def kill(self, patience: float = 0.0) -> int:
        """Kill the process unless it ends within some seconds; return its exit code."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(patience)
        self._process.kill()
        self._tasks.put(None)
        code = self._process.wait()
        self._thread.join(EXIT)
        if not self._thread.is_alive():  # a process of the child's own may hold a pipe open
            with suppress(OSError), self._stdin, self._stdout:
                pass
        return code

    def _talk(self) -> None:
        """Send tasks and pass the replies on."""
        most = MAX_BYTES if self._limits.memory is None else self._limits.memory
        with suppress(OSError):
            send(self._stdin, list(self._limits))
        for number, task in iter(self._tasks.get, None):
            reply: _Reply = 0.0
            try:
                # It may answer before it has read everything: that it is too much.
                with suppress(OSError):
                    send(self._stdin, task)
                while not isinstance(reply, TaskResult):
                    reply = _reply(receive(self._stdout, most))
                    self._replies.put((number, reply))
            except (OSError, EOFError, MemoryError, ValueError):
                self._replies.put((number, None))
                return


def _reply(message: Any) -> float | str | TaskResult:
    """A reply from a message of a child, which need not be as `serve` sends it."""
    match message:
        case ["part", int() | float() as part]:
            return float(part) if 0 <= part <= 1 else 0.0
        case ["at", str() as name]:
            return name
        case ["done", value]:
            return TaskResult("done", value)
        case ["memory"]:
            return TaskResult("memory")
        case ["fault", [str(), str(), str()] as fault]:
            return TaskResult("fault", fault)
    raise InvalidMessage("no reply")


# In the child.


class Reporter:
    """Reports of a function in a child while it works on a task."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream, self._last = stream, 0.0

    def part(self, part: float) -> None:
        """Send the part done, some times a second."""
        if time.monotonic() - self._last > TICK:
            self._last = time.monotonic()
            self._send(["part", part])

    def at(self, name: str) -> None:
        """Send the current item, for the error message if the task fails."""
        self._send(["at", name])

    def _send(self, message: list[Any]) -> None:
        with suppress(OSError):  # the parent is gone
            send(self._stream, message)


def serve(function: str, isolated: str, nice: str) -> None:
    """Work on tasks in a child; standard input has the tasks, standard output gets the results."""
    stdin, stdout = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # A library reads nothing, and what it prints is no answer.
    os.dup2(os.open(os.devnull, os.O_RDWR), 0)
    os.dup2(2, 1)
    if hasattr(os, "nice"):
        os.nice(int(nice))
    module, _, name = function.partition(":")
    call = getattr(import_module(module), name)
    tasks: queue.SimpleQueue[Any] = queue.SimpleQueue()
    listening = (stdin, tasks, isolated == "True")
    threading.Thread(target=_listen, args=listening, daemon=True).start()
    answer, report = ["done"], Reporter(stdout)
    while answer[0] == "done":
        task = tasks.get()
        answer = ["memory"] if task is _TOO_LARGE else _answer(call, task, report)
        try:
            send(stdout, answer)
        except MemoryError:
            answer = ["memory"]
            send(stdout, answer)
    os._exit(0)  # without waiting for the thread


def _answer(call: Callable[[Any, Reporter], Any], task: Any, report: Reporter) -> list[Any]:
    try:
        return ["done", call(task, report)]
    except MemoryError:
        return ["memory"]
    except Exception as error:
        traceback.print_exc()
        last = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{Path(last.filename).name}, line {last.lineno}"
        text = traceback.format_exc()[-TRACEBACK:]
        return ["fault", [type(error).__name__, place, text]]


def _listen(stream: IO[bytes], tasks: queue.SimpleQueue[Any], isolated: bool) -> None:
    """Receive tasks. If the parent is gone, the process ends."""
    try:
        memory, cpu = receive(stream)
        _limit(memory, cpu, isolated)
        while True:
            tasks.put(receive(stream))
    except MemoryError:
        tasks.put(_TOO_LARGE)
    except (OSError, EOFError, ValueError):
        os._exit(1)


def _limit(memory: int | None, cpu: float | None, isolated: bool) -> None:
    """Limit this process; it cannot raise the limits again."""
    try:
        import resource
    except ImportError:  # Windows
        return
    if memory is not None:
        # If the machine runs out of memory, this process should be ended instead of the parent.
        with suppress(OSError):
            Path("/proc/self/oom_score_adj").write_text("1000")
    if isolated:  # what was read must get into no file, such as a dump
        for kind in (resource.RLIMIT_CORE, resource.RLIMIT_FSIZE):
            resource.setrlimit(kind, (0, 0))
    if cpu is not None:
        seconds = int(time.process_time() + cpu) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    status = Path("/proc/self/status")
    if memory is not None and status.is_file():
        lines = dict(line.split(":", 1) for line in status.read_text().splitlines())
        most = 1024 * int(lines["VmData"].split()[0]) + memory
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
