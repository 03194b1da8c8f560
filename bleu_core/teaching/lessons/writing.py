"""A question on a bench as a lesson file: made on Learn, edited and handed on."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict

from bleu_core.messages.lesson import right_choices
from bleu_core.readers.toml_files import TomlFaults, string
from bleu_core.teaching import facts
from bleu_core.teaching.lessons.answers import work_out
from bleu_core.teaching.lessons.lesson import Prepared
from bleu_core.teaching.lessons.prediction import is_number
from bleu_core.teaching.lessons.sets import set_text
from bleu_core.text.config import BleuConfig

RIGHT = "*"


def possible_answers(bench: Prepared) -> dict[str, str]:
    """The facts of a bench that are numbers, and what they are now."""
    return {name: text for name, text in facts(work_out(bench)).items() if is_number(text)}


def question_file(
    bench: Prepared, title: str, question: str, fact: str, choices: str = "", why: str = ""
) -> bytes:
    """A lesson file that asks a question on a bench.

    Parameters
    ----------
    fact : str
        The name of the fact that is the answer, where there are no choices.
    choices : str
        One a line, the right one with `RIGHT` before it.

    Raises
    ------
    TomlFaults
        A sentence for each thing that a lesson cannot have, or lacks.
    """
    given = list(filter(None, map(str.strip, choices.splitlines())))
    right = [i for i, text in enumerate(given, 1) if text.startswith(RIGHT)]
    if given and len(right) != 1:
        raise TomlFaults([right_choices(RIGHT)])
    answer = "stated.right" if given else fact
    pairs = [[str(i), text.removeprefix(RIGHT).strip()] for i, text in enumerate(given, 1)]
    text = "\n".join(_lines(bench, title, question, answer, pairs, why, right)) + "\n"
    data = text.encode("utf-8", "replace")
    set_text(data)
    return data


def _lines(
    bench: Prepared,
    title: str,
    question: str,
    answer: str,
    choices: list[list[str]],
    why: str,
    right: list[int],
) -> Iterator[str]:
    yield f"title = {string(title)}"
    yield f"question = {string(question)}"
    yield f"answer = {string(answer)}"
    if choices:
        pairs = (f"[{', '.join(map(string, pair))}]" for pair in choices)
        yield f"choices = {_list(pairs)}"
    if why.strip():
        yield f"why = {string(why)}"
    if right:
        yield from ("", "[stated]", f'right = "{right[0]}"')
    yield from ("", "[bench]")
    yield f"candidates = {_list(map(string, bench.candidates))}"
    yield f"references = {_list(map(string, bench.references))}"
    usual = asdict(BleuConfig())
    changed = {k: v for k, v in asdict(bench.config).items() if v != usual[k]}
    if changed:
        settings = ", ".join(f"{name} = {json.dumps(value)}" for name, value in changed.items())
        yield f"settings = {{ {settings} }}"


def _list(items: Iterable[str]) -> str:
    return "[\n" + "".join(f"  {item},\n" for item in items) + "]"
