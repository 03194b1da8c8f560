"""A class of forty in a room on one small server: they answer, then all edit the bench at once.

    nice -n 15 python -m tests.benchmarks.classroom [students] [edits]

Each student is a session that sends what a browser sends: the page opens, nothing happens for a
while, everybody answers within a few seconds, the teacher reveals the answer, and then every few
seconds a word of candidate A is changed. Told are the times from an answer given to its being on
the wall, from the reveal to the students' pages, from an edit to the updated bench, what the server
computes and holds for each session, and errors. The numbers depend on the machine, whose load is
told; nothing is asserted but that no session failed. It talks to a server of its own on this
machine, and ends within five minutes.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from bleu_core.cli.class_server import FOR_MANY
from tests.browserless import Visitor, come_in
from tests.ports import free_port
from tests.servers import running_process

MOST_STUDENTS, MOST_EDITS, MOST_SECONDS = 60, 20, 300
STUDENTS, TEACHERS = "a-token-of-students", "a-token-of-a-teacher"
ANSWERS_WITHIN = 5.0  # seconds
PAUSE = (2.0, 5.0)  # seconds between two edits of a student
IDLE = 15.0  # seconds in which nothing happens
WORDS = ["which", "that", "will", "always", "obeys", "heed", "the", "commands", "army", "of"]


@dataclass
class Wall:
    """The wall, and when so many answers were on it for the first time."""

    page: Visitor
    heard: list[tuple[float, int]] = field(default_factory=list)

    async def refresh(self) -> None:
        while True:
            await self.page.refresh()
            self.heard.append((time.perf_counter(), self.page.drawn["classroom"].data["answered"]))

    def since(self, given: list[float]) -> list[float]:
        """Seconds from the i-th answer to a wall with i answers."""
        return [
            next((at - moment for at, answered in self.heard if answered >= i), np.inf)
            for i, moment in enumerate(sorted(given), 1)
        ]


@dataclass
class Student:
    """One student's session, and what was measured of it."""

    number: int
    page: Visitor
    opened: float = 0.0
    given: float = 0.0
    seconds: list[float] = field(default_factory=list)

    async def open(self) -> None:
        started = time.perf_counter()
        await self.page.open()
        self.opened = time.perf_counter() - started

    async def refresh(self) -> None:
        while True:
            await self.page.refresh()

    async def answer(self) -> None:
        rng = random.Random(self.number)
        await asyncio.sleep(rng.uniform(0, ANSWERS_WITHIN))
        self.given = time.perf_counter()
        await self.page.send("lesson_view", "predict", str(rng.randrange(8, 13)))
        if self.page.drawn["lesson_view"].data["prediction"] is None:
            self.page.errors.append("the answer was not taken")

    async def edit(self, edits: int) -> None:
        rng = random.Random(self.number)
        for i in range(edits):
            await asyncio.sleep(rng.uniform(*PAUSE))
            bench = self.page.drawn["bench"].data
            words = bench["candidates"][0].split()
            words[rng.randrange(len(words))] = rng.choice(WORDS)
            change = {
                "candidates": [" ".join(words), *bench["candidates"][1:]],
                "references": bench["texts"],
                "settings": bench["settings"],
                "lesson": bench["lesson"],
                "serial": f"{self.number}:{i}",
                "typed": True,
            }
            self.seconds.append(await self.page.put("bench", "edit", change))
            bench = self.page.drawn["bench"].data
            if bench["serial"] != f"{self.number}:{i}" or not bench["sides"]:
                self.page.errors.append(f"edit {i} was not answered")


async def lesson(address: str, students: int, edits: int, server: Server) -> int:
    # The first visitor pays for imports; a teacher opens the page before the class.
    teacher = await Visitor(address, come_in(address, TEACHERS)).open()
    wall = Wall(await Visitor(address, teacher.cookie, query="wall=yes").open())
    before = server.memory()
    busy = [server.busy()]
    everybody = [Student(i, Visitor(address, come_in(address, STUDENTS))) for i in range(students)]
    await asyncio.gather(*(one.open() for one in everybody))
    present = server.memory()
    busy.append(server.busy())
    refreshing = [asyncio.create_task(one.refresh()) for one in (*everybody, wall)]
    await asyncio.sleep(IDLE)
    busy.append(server.busy())
    await asyncio.gather(*(one.answer() for one in everybody))
    busy.append(server.busy())
    await asyncio.sleep(IDLE / 5)
    revealed = time.perf_counter()
    await teacher.press("reveal")
    while not all(one.page.drawn["lesson_view"].data["reveal"] for one in everybody):
        failed = [task for task in refreshing if task.done()]
        if failed:
            await failed[0]
        await asyncio.sleep(0.02)
    revealed = time.perf_counter() - revealed
    before_edits = server.busy()
    await asyncio.gather(*(one.edit(edits) for one in everybody))
    editing = server.busy() - before_edits
    grown = [(at - before) / students for at in (present, server.memory())]
    for task in refreshing:
        task.cancel()
    await asyncio.gather(*refreshing, return_exceptions=True)
    await asyncio.gather(*(one.close() for one in (teacher, wall.page)))
    await asyncio.gather(*(one.page.close() for one in everybody))

    tell("all open their page at once", [one.opened for one in everybody])
    tell("answer to the wall", wall.since([one.given for one in everybody]))
    tell("reveal to the last student's page", [revealed])
    tell("edit to update", [seconds for one in everybody for seconds in one.seconds])
    print(
        f"server before {before:.0f} MB; each session {grown[0]:.2f} MB more, "
        f"{grown[1]:.2f} after its edits"
    )
    opening, idle, answering = np.diff(busy)
    print(f"an idle room takes {idle / IDLE:.2f} of a core")
    print(
        f"the server computed for each student: to open the page {1000 * opening / students:.0f} "
        f"ms, for an answer {1000 * answering / students:.0f}, for an edit "
        f"{1000 * editing / students / max(edits, 1):.0f}, refreshing included"
    )
    received = np.median([one.page.received for one in everybody]) / 1000
    print(f"a student's page received {received:.0f} kB over its socket")
    errors = [f"student {one.number}: {error}" for one in everybody for error in one.page.errors]
    errors += [f"teacher: {error}" for error in teacher.errors + wall.page.errors]
    print(f"errors: {len(errors)}", *errors[:5], sep="\n  ")
    return len(errors)


def tell(what: str, seconds: list[float]) -> None:
    times = 1000 * np.array(seconds)
    middle, late = np.percentile(times, [50, 95])
    print(
        f"{what} ({len(times)}): "
        f"median {middle:.0f} ms, 95% {late:.0f} ms, most {times.max():.0f} ms"
    )


@dataclass
class Server:
    """What its process takes of the machine (Linux)."""

    pid: int

    def memory(self) -> float:
        """MB."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    def busy(self) -> float:
        """Seconds of computing so far: what a loaded machine does not change."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    numbers = [int(text) for text in sys.argv[1:3]]
    students = min(numbers[0] if numbers else 40, MOST_STUDENTS)
    edits = min(numbers[1] if len(numbers) > 1 else 5, MOST_EDITS)
    port = free_port()
    room = {"BLEUSCOPE_CLASS": f"{STUDENTS} {TEACHERS}", "BLEUSCOPE_HOME": "off"}
    room |= FOR_MANY
    with (
        tempfile.TemporaryDirectory() as folder,
        running_process(Path(folder) / "log.txt", port, **room) as server,
    ):
        address = f"http://127.0.0.1:{port}"
        print(f"{students} students; load of the machine at the start: {os.getloadavg()[0]:.1f}")
        work = lesson(address, students, edits, Server(server.pid))
        errors = asyncio.run(asyncio.wait_for(work, MOST_SECONDS))
        print(f"load at the end: {os.getloadavg()[0]:.1f}")
    if errors:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
