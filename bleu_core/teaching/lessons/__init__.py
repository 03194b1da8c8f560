"""The lessons: texts and prepared benches, one small file each, read once.

A lesson is words and data alone. Every figure in it, and the answer to its
question, is a fact worked out by `bleu_core` (see `answers`): {A.p2} in its text
stands for the present value.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from bleu_core import BleuConfig

_HERE = Path(__file__).parent


@dataclass(frozen=True)
class Prepared:
    """What a bench holds: one or two candidates, one to four references, settings."""

    candidates: tuple[str, ...]
    references: tuple[str, ...]
    config: BleuConfig


@dataclass(frozen=True)
class Lesson:
    """A lesson.

    Attributes
    ----------
    name : str
        What a link calls it: "the-the-the".
    number : int
        From 1.
    text, why : str
        Paragraphs, divided by empty lines.
    choices : tuple of (value, text)
        Empty where the answer is a number.
    answer : str
        The name of the fact that is the right answer.
    opens : tuple of ints
        The steps of the bench that are open at first.
    panel : str
        What is shown besides the bench, '' for nothing.
    prepared : Prepared
    variants : mapping of name to (label, Prepared)
        Changes of the bench that the lesson offers.
    stated : mapping
        Figures that are quoted, not computed.
    """

    name: str
    number: int
    title: str
    text: str
    question: str
    answer: str
    why: str
    source: str
    choices: tuple[tuple[str, str], ...]
    opens: tuple[int, ...]
    panel: str
    prepared: Prepared
    variants: Mapping[str, tuple[str, Prepared]]
    stated: Mapping[str, str]


@cache
def all_lessons() -> dict[str, Lesson]:
    """The lessons by name, in their order."""
    files = sorted(_HERE.glob("*.toml"))
    return {lesson.name: lesson for lesson in (_read(path) for path in files)}


def _read(path: Path) -> Lesson:
    data = tomllib.loads(path.read_text("utf-8"))
    number, name = path.stem.split("-", 1)
    bench = data["bench"]
    return Lesson(
        name=name,
        number=int(number),
        title=data["title"],
        text=data["text"].strip(),
        question=data["question"],
        answer=data["answer"],
        why=data["why"].strip(),
        source=data["source"],
        choices=tuple((value, text) for value, text in data.get("choices", ())),
        opens=tuple(data["opens"]),
        panel=data.get("panel", ""),
        prepared=_prepared(bench),
        variants={v["name"]: (v["label"], _prepared(bench | v)) for v in data.get("variants", ())},
        stated=data.get("stated", {}),
    )


def _prepared(data: Mapping[str, Any]) -> Prepared:
    return Prepared(
        tuple(data["candidates"]),
        tuple(data["references"]),
        BleuConfig(**data.get("settings", {})),
    )
