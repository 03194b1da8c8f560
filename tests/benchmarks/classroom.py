"""A class of forty in a room on one small server: they answer, then all edit the bench at once.

    nice -n 15 python -m tests.benchmarks.classroom [students] [edits]

Each student is a session that sends what a browser sends, cookie and news included: the page opens,
the teacher opens the question of the first lesson, everybody answers within a few seconds, it is
closed and revealed, and then every few seconds a word of candidate A is changed. Told are the times
from an answer given to its being in the wall's news, from what the teacher does to the students'
pages, from an edit to the updated bench, what the server computes and holds for each session, and
errors. The numbers depend on the machine, whose load is told; nothing is asserted but that no
session failed. It talks to a server of its own on this machine, and ends within five minutes.
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
from typing import Any

import numpy as np

from bleu_core.cli.class_server import FOR_MANY
from tests.browserless import Visitor, come_in, news
from tests.ports import free_port
from tests.servers import running_process

MOST_STUDENTS, MOST_EDITS, MOST_SECONDS = 60, 20, 300
CODE, SECRET = "ABCDE", "the secret of a benchmark's teacher"
ANSWERS_WITHIN = 5.0  # seconds
PAUSE = (2.0, 5.0)  # seconds between two edits of a student
STUDENTS_PACE, WALLS_PACE = 0.7, 0.2  # seconds between two requests for news, as the pages have it
WORDS = ["which", "that", "will", "always", "obeys", "heed", "the", "commands", "army", "of"]


@dataclass
class Wall:
    """What the wall hears: when so many answers were there for the first time."""

    address: str
    cookie: str
    heard: list[tuple[float, int]] = field(default_factory=list)

    async def listen(self) -> None:
        seen = -1
        while True:
            told = await news(self.address, self.cookie, seen)
            seen = told["version"]
            self.heard.append((time.perf_counter(), told["answered"]))
            await asyncio.sleep(WALLS_PACE)

    def since(self, given: list[float]) -> list[float]:
        """Seconds from the i-th answer to news of i answers."""
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

    async def follow(self) -> None:
        """Ask for the page anew when the news tell of another stage, as the strip does."""
        seen = -1
        while True:
            told = await self.page.news(seen)
            seen = told["version"]
            if told["stage"] != self.strip["stage"]:
                await self.page.send("strip", "behind", seen)
            await asyncio.sleep(STUDENTS_PACE)

    async def answer(self) -> None:
        rng = random.Random(self.number)
        await asyncio.sleep(rng.uniform(0, ANSWERS_WITHIN))
        self.given = time.perf_counter()
        await self.page.answer(str(rng.randrange(8, 13)))
        if self.strip["mine"] is None:
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

    @property
    def strip(self) -> dict[str, Any]:
        data: dict[str, Any] = self.page.drawn["strip"].data
        return data


async def lesson(address: str, students: int, edits: int, server: Server) -> int:
    # The first visitor pays for imports; a teacher opens the page before the class.
    teacher = await Visitor(address, come_in(address, teach=SECRET)).open()
    before = server.memory()
    busy = [server.busy()]
    everybody = [Student(i, Visitor(address, come_in(address, room=CODE))) for i in range(students)]
    await asyncio.gather(*(one.open() for one in everybody))
    present = server.memory()
    busy.append(server.busy())
    wall = Wall(address, teacher.cookie)
    listening = [asyncio.create_task(one.follow()) for one in everybody]
    listening.append(asyncio.create_task(wall.listen()))

    async def lead(phase: str) -> float:
        """Seconds until the last student's page is there."""
        started = time.perf_counter()
        await teacher.send("desk", "lead", {"phase": phase})
        while not all(one.strip["stage"]["phase"] == phase for one in everybody):
            failed = [task for task in listening if task.done()]
            if failed:
                await failed[0]
            await asyncio.sleep(0.02)
        return time.perf_counter() - started

    followed = [await lead("open")]
    busy.append(server.busy())
    await asyncio.gather(*(one.answer() for one in everybody))
    await asyncio.sleep(2 * WALLS_PACE)
    busy.append(server.busy())
    followed += [await lead("closed"), await lead("revealed")]
    busy.append(server.busy())
    await asyncio.gather(*(one.edit(edits) for one in everybody))
    busy.append(server.busy())
    grown = [(at - before) / students for at in (present, server.memory())]
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    await asyncio.gather(teacher.close(), *(one.page.close() for one in everybody))

    tell("all open their page at once", [one.opened for one in everybody])
    tell("answer to the wall", wall.since([one.given for one in everybody]))
    tell("what the teacher does to the last student's page", followed)
    tell("edit to update", [seconds for one in everybody for seconds in one.seconds])
    print(
        f"server before {before:.0f} MB; each session {grown[0]:.2f} MB more, "
        f"{grown[1]:.2f} after its edits"
    )
    opening, following, answering, _, editing = 1000 * np.diff(busy) / students
    print(
        f"the server computed for each student: to open the page {opening:.0f} ms, to follow a "
        f"step {following:.0f}, for an answer {answering:.0f}, for an edit {editing / edits:.0f}"
    )
    received = np.median([one.page.received for one in everybody]) / 1000
    print(f"a student's page received {received:.0f} kB over its socket")
    errors = [f"student {one.number}: {error}" for one in everybody for error in one.page.errors]
    errors += [f"teacher: {error}" for error in teacher.errors]
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
    room = {"BLEUSCOPE_CLASS": CODE, "BLEUSCOPE_TEACHER": SECRET, "BLEUSCOPE_HOME": "off"}
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
