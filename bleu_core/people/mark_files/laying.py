"""Match rows of error marks to a test set, with their spans checked."""

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
    """The marks of a file in a test set.

    Attributes
    ----------
    ratings : list of Rating
        By segment, system and annotator.
    messages : list of Message
        One per kind of row that was skipped or changed.
    rows, left_out : int
        Numbers of rows, and of rows in no rating.
    """

    ratings: list[Rating]
    messages: list[Message]
    rows: int
    left_out: int


def lay(
    rows: Iterable[Row],
    evalset: EvalSet,
    known: Collection[str] = (),
    progress: Progress | None = None,
) -> Laid:
    """Convert the rows of a file to ratings in a test set.

    Parameters
    ----------
    rows : list of Row
    evalset : EvalSet
    known : optional
        Known categories besides MQM's: those of the user's typology.
    """
    every = list(rows)
    tell = progress or (lambda part: None)
    report = Told()
    texts = Texts(evalset)
    systems = systems_of(every, texts, report)
    segments = placed(every, systems, texts, report, tell)
    annotators = annotators_of(every, report)
    result: dict[tuple[int, str, str], list[tuple[Row, Mark | None]]] = {}
    for done, row in enumerate(every):
        if done % OFTEN == 0:
            tell((len(every) + done) / (2 * len(every)))
        segment = segments.get(row.number)
        if row.fault:
            report.skip(row, row.fault)
        elif fault := fault_of(row):
            report.skip(row, *fault)
        elif segment is not None and row.annotator in annotators:
            mark = mark_of(row, systems[row.system], segment, texts, report)
            key = segment, systems[row.system], annotators[row.annotator]
            result.setdefault(key, []).append((row, mark))
    order = {name: place for place, name in enumerate(evalset.systems)}
    ratings = [
        _rating(key, pairs, report)
        for key, pairs in sorted(
            result.items(), key=lambda one: (one[0][0], order[one[0][1]], one[0])
        )
    ]
    tell_unknown(every, known, report)
    return Laid(ratings, report.messages(), len({row.number for row in every}), len(report.skipped))


def _rating(
    key: tuple[int, str, str], pairs: Sequence[tuple[Row, Mark | None]], report: Told
) -> Rating:
    """One annotator's rating of an output, from all their rows."""
    last = max(row.changed for row, _ in pairs)
    if len({row.number for row, _ in pairs}) > 1 and pairs[0][0].target is None:
        # In WMT's CSV a row is a whole rating, and a changed rating has several rows.
        newest = max(pairs, key=lambda one: (one[0].changed, one[0].number))[0].number
        for row, _ in pairs:
            if row.number != newest:
                report.skip(row, messages.later_row)
        pairs = [one for one in pairs if one[0].number == newest]
    marks = [mark for _, mark in pairs if mark is not None]
    if marks:
        for row, mark in pairs:
            if mark is None:
                report.note(row, messages.also_no_error)
    scores = {row.score for row, _ in pairs if row.score is not None}
    if len(scores) > 1 or any(not 0 <= score <= 100 for score in scores):
        for row, _ in pairs:
            report.note(row, messages.score_left_out)
        scores = set()
    if len(marks) > MOST_MARKS:
        for row, _ in pairs:
            report.note(row, messages.marks_cut, MOST_MARKS)
        marks = marks[:MOST_MARKS]
    segment, system, annotator = key
    numbered = tuple(replace(mark, number=number) for number, mark in enumerate(marks))
    return Rating(segment, system, annotator, numbered, last, next(iter(scores), None))


def in_short(result: Laid) -> str:
    """A one-sentence summary of a file."""
    marks = sum(len(rating.marks) for rating in result.ratings)
    people = len({rating.annotator for rating in result.ratings})
    left = f"; {counted(result.left_out, 'row')} left out" if result.left_out else ""
    return (
        f"{counted(marks, 'mark')} in {counted(len(result.ratings), 'rated output')} by "
        f"{counted(people, 'annotator')}, of {counted(result.rows, 'row')}{left}."
    )
