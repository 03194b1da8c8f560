"""Saved slices: named expressions, their TOML files, and scores of A and B on each.

Names resolve to expressions; p-values are corrected for the number of slices tested. A file is
untrusted: its size bounds its cost, and its expressions are parsed, never run.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.progress import Progress, sub_progress
from bleu_core.common.stats import holm
from bleu_core.messages import Message, toml
from bleu_core.messages import slice as messages
from bleu_core.readers.fields import Fields, parse_toml, toml_string
from bleu_core.segments.columns import SegmentTable
from bleu_core.segments.detectors import Thresholds, changed_thresholds, thresholds_from
from bleu_core.segments.expressions import (
    LONGEST,
    ExpressionError,
    chosen,
    is_symmetric,
    mask,
    parse,
)
from bleu_core.segments.slices import slice_unit
from bleu_core.significance import (
    LEVEL,
    MIN_SEGMENTS,
    TRIALS,
    documents_of,
    jackknife_interval,
    paired_approximate_randomization,
)

MAX_SLICES = 100
LONGEST_NAME = 80
# Control characters and lone surrogates.
_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


@dataclass(frozen=True)
class SavedSlice:
    """A named expression, with the detector thresholds that it was saved under."""

    name: str
    expression: str
    thresholds: Thresholds = field(default_factory=Thresholds)


def slice_problem(saved: SavedSlice) -> Message | None:
    """Why a slice cannot be saved, or None."""
    if wrong := slice_name_problem(saved.name):
        return wrong
    try:
        parse(saved.expression)
    except ExpressionError as error:
        return messages.unreadable(saved.name, error.at, error.problems[0])
    return None


def slice_name_problem(name: str) -> Message | None:
    """Why a text cannot be the name of a slice, or None."""
    fits = len(name.strip()) > 0 and len(name) <= LONGEST_NAME and not _UNSEEN.search(name)
    return None if fits and name == normalized_name(name) else messages.bad_name(LONGEST_NAME)


def normalized_name(text: str) -> str:
    """The normalized name of a typed text: names that look the same are the same."""
    return unicodedata.normalize("NFC", " ".join(text.split()))


# More than `MAX_SLICES` slices with the longest expressions at four bytes per character.
MAX_FILE_BYTES = 1_000_000


def written_slices(slices: Iterable[SavedSlice]) -> bytes:
    """A TOML file with these slices, a table [[slice]] with name and expression each."""
    return "\n".join(line for each in slices for line in _toml_lines(each)).encode()


def read_slices(data: bytes, name: str = "") -> list[SavedSlice]:
    """The slices of a TOML file, in order; FileFaults has one message per problem, by line."""
    fields, faults = parse_toml(data, name, MAX_FILE_BYTES)
    fields.only(("slice",))
    result: dict[str, SavedSlice] = {}
    for each in fields.tables("slice", MAX_SLICES):
        saved = _read_slice(each)
        if saved.name in result:
            each.fault("name", toml.named_twice("slice", saved.name))
        result[saved.name] = saved
    if not fields.has("slice"):
        fields.fault("slice", toml.none_in_file("slice", "slice"))
    faults.end()
    return list(result.values())


def _read_slice(fields: Fields) -> SavedSlice:
    fields.only(("name", "expression", "thresholds"))
    name = fields.text("name", LONGEST_NAME, needed=True)
    wrong = slice_name_problem(name)
    if len(name.strip()) > 0 and len(name) <= LONGEST_NAME and wrong:
        fields.fault("name", wrong)
    expression = fields.text("expression", LONGEST, needed=True)
    if expression.strip() and len(expression) <= LONGEST:
        try:
            parse(expression)
        except ExpressionError as error:
            fields.fault("expression", messages.unreadable(name, error.at, error.problems[0]))
    thresholds = Thresholds()
    try:
        thresholds = thresholds_from(dict(fields.table("thresholds").items()))
    except ValueError as error:
        fields.fault("thresholds", error.args[0])
    return SavedSlice(name, expression, thresholds)


def _toml_lines(saved: SavedSlice) -> Iterator[str]:
    yield "[[slice]]"
    yield f"name = {toml_string(saved.name)}"
    yield f"expression = {toml_string(saved.expression)}"
    if changed := changed_thresholds(saved.thresholds):
        values = ", ".join(f"{name} = {value!r}" for name, value in changed.items())
        yield f"thresholds = {{ {values} }}"
    yield ""


NOT_SYMMETRIC = messages.not_exchangeable()


@dataclass(frozen=True, eq=False)
class ScoredSlice:
    """Scores of a saved slice on a comparison."""

    saved: SavedSlice
    # (n,) indices of its segments, in file order.
    rows: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    score_a: float | None = None  # corpus BLEU of these segments; None if there are none
    score_b: float | None = None
    # Contribution to Δ, in the ledger of all segments; None also if that is undefined.
    points: float | None = None
    ci_low: float | None = None  # interval of `delta`, simultaneous over all slices tested
    ci_high: float | None = None
    p_value: float | None = None  # by exchanging A and B in it, corrected for all tested (Holm)
    unit: str = ""  # of exchange: "segment" or "document"; "" without a test
    reason: str = ""  # message on why it does not apply to this comparison; '' if it does
    skip_reason: str = ""  # message on why it was not tested; '' if it was

    @property
    def delta(self) -> float | None:
        """The score of B minus that of A on the slice."""
        if self.score_a is None or self.score_b is None:
            return None
        return self.score_b - self.score_a


def score_saved(
    slices: Sequence[SavedSlice],
    table_of: Callable[[SavedSlice], SegmentTable],
    progress: Progress | None = None,
    trials: int = TRIALS,
) -> list[ScoredSlice]:
    """Score saved slices on a comparison.

    `table_of` returns the columns of the comparison under the thresholds of a slice. Slices may
    overlap. P-values are corrected by Holm's procedure and the jackknife intervals by Bonferroni's
    inequality; both hold for overlapping slices. The unit is the document in slices of
    `MIN_DOCUMENTS` or more, else the segment.
    """
    result = [_score_slice(each, table_of(each)) for each in slices]
    tested = [i for i, one in enumerate(result) if not (one.skip_reason or one.reason)]
    p_values = []
    for done, i in enumerate(tested):
        table = table_of(result[i].saved)
        part = sub_progress(progress, done / len(tested), (done + 1) / len(tested))
        result[i] = _test_slice(result[i], table, 1 - LEVEL / len(tested), trials, part)
        p_values.append(result[i].p_value or 0.0)
    for i, p in zip(tested, holm(p_values) if p_values else [], strict=True):
        result[i] = replace(result[i], p_value=p)
    return result


def saved_slices_note(found: Sequence[ScoredSlice]) -> Message:
    """The note beside the intervals and p-values of saved slices."""
    tested = [result for result in found if result.p_value is not None]
    if not tested:
        return messages.none_tested()
    return messages.tested_together(len(tested), sorted({scored.unit for scored in tested}))


def _score_slice(saved: SavedSlice, table: SegmentTable) -> ScoredSlice:
    try:
        node = parse(saved.expression)
        rows = np.flatnonzero(mask(node, table))
        may_be_tested = is_symmetric(node, table)
    except ExpressionError as error:
        problem, *more = error.problems
        return ScoredSlice(saved, reason=error.problem if more else problem)
    if not len(rows):
        return ScoredSlice(saved, skip_reason=messages.no_segment())
    comparison = table.comparison
    a, b = comparison.stats_a.subset(rows), comparison.stats_b.subset(rows)
    skip_reason: Message | str = "" if may_be_tested else NOT_SYMMETRIC
    skip_reason = comparison.evalset.no_test_reason or skip_reason
    if len(rows) < MIN_SEGMENTS:
        skip_reason = messages.too_few_segments(MIN_SEGMENTS)
    return ScoredSlice(
        saved,
        rows,
        a.corpus().score,
        b.corpus().score,
        comparison.ledger.of(rows) if comparison.ledger.defined else None,
        skip_reason=skip_reason,
    )


def _test_slice(
    one: ScoredSlice, table: SegmentTable, coverage: float, trials: int, progress: Progress | None
) -> ScoredSlice:
    comparison, rows = table.comparison, one.rows
    stats = comparison.stats_a.subset(rows), comparison.stats_b.subset(rows)
    clusters, unit = slice_unit(documents_of(comparison.evalset), rows)
    low, high = jackknife_interval(*stats, coverage, clusters)
    test = paired_approximate_randomization(*stats, trials, progress=progress, clusters=clusters)
    return replace(one, ci_low=low, ci_high=high, p_value=test.p_value, unit=unit)


class UnknownSlice(ValueError):
    """The text is neither an expression for this comparison nor the name of a saved slice with one.

    `expression` is the text, or that of the saved slice that it names; `error` is its problem.
    """

    def __init__(self, expression: str, is_saved: bool, error: ExpressionError) -> None:
        super().__init__(error.problem)
        self.expression = expression
        self.is_saved = is_saved
        self.error = error


def select_segments(
    text: str, table: SegmentTable, saved_slice: Callable[[str], SavedSlice | None]
) -> tuple[str, NDArray[np.int64], SegmentTable]:
    """Select segments by a text: an expression, its segments, and the columns it was evaluated on.

    A valid expression is used as one, so that it always means the same; otherwise the text is the
    name of a saved slice, which uses the thresholds it was saved with. UnknownSlice for any other.
    """
    try:
        return text, chosen(text, table), table
    except ExpressionError as error:
        saved = saved_slice(text)
        if saved is None:
            raise UnknownSlice(text, False, error) from None
    table = replace(table, thresholds=saved.thresholds)
    try:
        return saved.expression, chosen(saved.expression, table), table
    except ExpressionError as error:
        raise UnknownSlice(saved.expression, True, error) from None
