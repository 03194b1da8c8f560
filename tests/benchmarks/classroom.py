"""Thirty students edit the Learn bench at once on one small server.

    python tests/benchmarks/classroom.py [students] [edits]

Each student is a websocket that sends what a browser sends: the page opens, then
every few seconds a word of candidate A is changed. Told are the times from the
edit to the updated bench, memory of the server for each session, and errors.
The numbers depend on the machine; nothing is asserted but that no session failed.
It talks to a server of its own on this machine, and ends after at most two minutes.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.e2e.conftest import running_server

MOST_STUDENTS, MOST_EDITS, MOST_SECONDS = 60, 20, 120
PAUSE = (2.0, 5.0)  # seconds between two edits of a student
WORDS = [
    "which",
    "that",
    "will",
    "always",
    "obeys",
    "heed",
    "the",
    "commands",
    "orders",
    "party",
    "army",
    "of",
]


@dataclass
class Student:
    """One session: its page as far as it matters, and what it measured."""

    number: int
    seconds: list[float] = field(default_factory=list)
    opened: float = 0.0
    received: int = 0
    errors: list[str] = field(default_factory=list)
    bench: str = ""  # the widget id of the bench
    fragment: str = ""
    page: str = ""
    data: dict = field(default_factory=dict)
    sent: int = 0

    async def attend(self, address: str, edits: int, all_there: asyncio.Barrier) -> None:
        try:
            async with websockets.connect(
                address.replace("http", "ws") + "/_stcore/stream",
                subprotocols=["streamlit"],
                max_size=None,
                origin=address,
            ) as socket:
                started = time.perf_counter()
                await self.run(socket)
                self.opened = time.perf_counter() - started
                await all_there.wait()
                rng = random.Random(self.number)
                for _ in range(edits):
                    await asyncio.sleep(rng.uniform(*PAUSE))
                    await self.edit(socket, rng)
                await all_there.wait()  # nobody leaves before memory is read
                await all_there.wait()
        except (OSError, TimeoutError, websockets.WebSocketException) as error:
            self.errors.append(f"{type(error).__name__}: {error}")
            await all_there.abort()

    async def run(self, socket, state: dict | None = None) -> None:
        """Ask for a run, of the page or of the bench's fragment, and read until it has ended."""
        message = BackMsg()
        message.rerun_script.query_string = ""
        message.rerun_script.page_name = "learn" if not self.page else ""
        message.rerun_script.page_script_hash = self.page
        if state is not None:
            message.rerun_script.fragment_id = self.fragment
            widget = message.rerun_script.widget_states.widgets.add()
            widget.id = self.bench
            widget.json_value = json.dumps(state)
        await socket.send(message.SerializeToString())
        while True:
            frame = await asyncio.wait_for(socket.recv(), 30)
            self.received += len(frame)
            told = ForwardMsg.FromString(frame)
            kind = told.WhichOneof("type")
            if kind == "new_session":
                self.page = told.new_session.page_script_hash
            elif kind == "delta":
                self.take(told)
            elif kind == "script_finished":
                return

    def take(self, told: ForwardMsg) -> None:
        element = told.delta.new_element
        if element.WhichOneof("type") == "exception":
            self.errors.append(element.exception.message)
        if element.WhichOneof("type") != "bidi_component":
            return
        component = element.bidi_component
        if component.component_name.endswith("bleuscope_bench"):
            self.bench, self.data = component.id, json.loads(component.json)
            self.fragment = told.delta.fragment_id or self.fragment

    async def edit(self, socket, rng: random.Random) -> None:
        words = self.data["candidates"][0].split()
        words[rng.randrange(len(words))] = rng.choice(WORDS)
        self.sent += 1
        serial = f"{self.number}:{self.sent}"
        change = {
            "candidates": [" ".join(words), *self.data["candidates"][1:]],
            "references": self.data["texts"],
            "settings": self.data["settings"],
            "lesson": self.data["lesson"],
            "serial": serial,
            "typed": True,
        }
        started = time.perf_counter()
        await self.run(socket, {"edit": change})
        self.seconds.append(time.perf_counter() - started)
        if self.data["serial"] != serial or self.data["candidates"][0] != " ".join(words):
            self.errors.append(f"edit {serial} was not answered")


async def lesson(address: str, students: int, edits: int, pid: int) -> None:
    before = resident(pid)
    barrier = asyncio.Barrier(students + 1)
    everybody = [Student(number) for number in range(students)]
    tasks = [asyncio.create_task(s.attend(address, edits, barrier)) for s in everybody]
    memory = []
    try:
        for _ in range(2):
            await barrier.wait()
            memory.append(resident(pid))
        await barrier.wait()
    except asyncio.BrokenBarrierError:
        print("A session failed; the rest stopped.")
    await asyncio.gather(*tasks, return_exceptions=True)
    tell(everybody, before, memory)


def resident(pid: int) -> float:
    """MB of memory of a process (Linux)."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * 4096 / 2**20


def tell(everybody: list[Student], before: float, memory: list[float]) -> None:
    errors = [f"student {s.number}: {error}" for s in everybody for error in s.errors]
    times = 1000 * np.array([t for s in everybody for t in s.seconds] or [np.nan])
    opened = 1000 * np.array([s.opened for s in everybody])
    print(f"{len(everybody)} sessions, {len(times)} edits")
    print(
        f"all open their page at once: median {np.median(opened):.0f} ms, last {opened.max():.0f}"
    )
    middle, late = np.percentile(times, [50, 95])
    print(f"edit to update: median {middle:.0f} ms, 95 % {late:.0f} ms, most {times.max():.0f} ms")
    if memory:
        grown = [(now - before) / len(everybody) for now in memory]
        print(f"server before {before:.0f} MB; each session {grown[0]:.2f} MB more, ", end="")
        print(f"{grown[-1]:.2f} after its edits")
    print(f"errors: {len(errors)}", *errors[:5], sep="\n  ")
    if errors:
        raise SystemExit(1)


def process_of(address: str) -> int:
    """The id of the server that listens there (Linux): ours, found by its port."""
    port = address.rsplit(":", 1)[1].encode()
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().split(b"\0")
        except OSError:
            continue
        if b"streamlit" in words and port in words:
            return int(path.parent.name)
    raise SystemExit("The server was not found.")


def main() -> None:
    numbers = [int(text) for text in sys.argv[1:3]]
    students = min(numbers[0] if numbers else 30, MOST_STUDENTS)
    edits = min(numbers[1] if len(numbers) > 1 else 5, MOST_EDITS)
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder) / "log.txt") as url:

        async def bounded() -> None:
            # The first visitor pays for imports; a teacher opens the page before the class.
            teacher = Student(-1)
            alone = asyncio.Barrier(1)
            await teacher.attend(url, 1, alone)
            await asyncio.wait_for(lesson(url, students, edits, process_of(url)), MOST_SECONDS)

        asyncio.run(bounded())


if __name__ == "__main__":
    main()
