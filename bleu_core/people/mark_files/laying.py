"""Rows of people's marks laid onto a test set by systems and texts, their offsets checked."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from bleu_core.common.numerals import counted
from bleu_core.common.progress import Progress
from bleu_core.messages import Message
from bleu_core.messages import annotation as messages
from bleu_core.people.mark_files.faults import annotators_of, fault_of, tell_unknown
from bleu_core.people.mark_files.placing import OFTEN, placed, systems_of
from bleu_core.people.mark_files.rows import Row
from bleu_core.people.mark_files.spans import mark_of
from bleu_core.people.mark_files.texts import Texts
from bleu_core.people.mark_files.told import Told
from bleu_core.segments.marks import Mark, Rating
from bleu_core.text.evalset import EvalSet

# Of one annotator in one output.
MOST_MARKS = 1_000


@dataclass(frozen=True)
class Laid:
    """What a file marks in a test set.

    Attributes
    ----------
    ratings : list of Rating
        By segment, system and annotator.
    told : list of Message
        One for each kind of what was left out, or kept otherwise than it stands.
    rows, left_out : int
        How many rows it has, and how many of them are in no rating.
    """

    ratings: list[Rating]
    told: list[Message]
    rows: int
    left_out: int


def lay(
    rows: Iterable[Row],
    evalset: EvalSet,
    known: Collection[str] = (),
    progress: Progress | None = None,
) -> Laid:
    """The ratings that the rows of a file are, in a test set.

    Parameters
    ----------
    rows : list of Row
    evalset : EvalSet
    known : optional
        Categories that are known besides MQM's: those of the user's typology.
    """
    every = list(rows)
    tell = progress or (lambda part: None)
    told = Told()
    texts = Texts(evalset)
    systems = systems_of(every, texts, told)
    segments = placed(every, systems, texts, told, tell)
    annotators = annotators_of(every, told)
    found: dict[tuple[int, str, str], list[tuple[Row, Mark | None]]] = {}
    for done, row in enumerate(every):
        if done % OFTEN == 0:
            tell((len(every) + done) / (2 * len(every)))
        segment = segments.get(row.number)
        if row.fault:
            told.out(row, row.fault)
        elif fault := fault_of(row):
            told.out(row, *fault)
        elif segment is not None and row.annotator in annotators:
            mark = mark_of(row, systems[row.system], segment, texts, told)
            key = segment, systems[row.system], annotators[row.annotator]
            found.setdefault(key, []).append((row, mark))
    order = {name: place for place, name in enumerate(evalset.systems)}
    ratings = [
        _rating(key, said, told)
        for key, said in sorted(
            found.items(), key=lambda one: (one[0][0], order[one[0][1]], one[0])
        )
    ]
    tell_unknown(every, known, told)
    return Laid(ratings, told.messages(), len({row.number for row in every}), len(told.left))


def _rating(
    key: tuple[int, str, str], said: Sequence[tuple[Row, Mark | None]], told: Told
) -> Rating:
    """What an annotator says of an output in all their rows."""
    last = max(row.changed for row, _ in said)
    if len({row.number for row, _ in said}) > 1 and said[0][0].target is None:
        # In WMT's CSV a row is all that is said, and who changed their mind has several.
        newest = max(said, key=lambda one: (one[0].changed, one[0].number))[0].number
        for row, _ in said:
            if row.number != newest:
                told.out(row, messages.later_row)
        said = [one for one in said if one[0].number == newest]
    marks = [mark for _, mark in said if mark is not None]
    if marks:
        for row, mark in said:
            if mark is None:
                told.note(row, messages.also_no_error)
    scores = {row.score for row, _ in said if row.score is not None}
    if len(scores) > 1 or any(not 0 <= score <= 100 for score in scores):
        for row, _ in said:
            told.note(row, messages.score_left_out)
        scores = set()
    if len(marks) > MOST_MARKS:
        for row, _ in said:
            told.note(row, messages.marks_cut, MOST_MARKS)
        marks = marks[:MOST_MARKS]
    segment, system, annotator = key
    numbered = tuple(replace(mark, number=number) for number, mark in enumerate(marks))
    return Rating(segment, system, annotator, numbered, last, next(iter(scores), None))


def in_short(laid: Laid) -> str:
    """What a file has, in a sentence."""
    marks = sum(len(rating.marks) for rating in laid.ratings)
    people = len({rating.annotator for rating in laid.ratings})
    left = f"; {counted(laid.left_out, 'row')} left out" if laid.left_out else ""
    return (
        f"{counted(marks, 'mark')} in {counted(len(laid.ratings), 'rated output')} by "
        f"{counted(people, 'annotator')}, of {counted(laid.rows, 'row')}{left}."
    )
