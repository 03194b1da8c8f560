"""Results of a suite: plain values that are equal after a round trip through JSON.

Their field names are JSON keys, so they cannot change. NaN is null in JSON. `history` follows
scores over the saved runs of a suite.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import MISSING, asdict, dataclass, fields
from functools import cache
from types import UnionType
from typing import TYPE_CHECKING, Any, TypeVar, cast, get_args, get_origin, get_type_hints

from bleu_core.messages import Message, from_code
from bleu_core.messages.suite import unreadable_result
from bleu_core.significance.grade import Grade, GradeName
from bleu_core.systems.gates import DOUBTFUL, FAILED, PASSED
from bleu_core.text.evalset import InputError

if TYPE_CHECKING:
    from bleu_core.significance.metric_tests import MetricSignificance


@dataclass(frozen=True)
class MetricResult:
    """The result of one metric for a system on a set or slice."""

    key: str  # "bleu"
    label: str  # "BLEU"
    lower_is_better: bool
    score: float
    baseline: float  # NaN if there is none
    delta: float  # score − baseline, in points of the metric
    p: float | None = None  # of paired approximate randomization, None if not tested
    p_holm: float | None = None  # over all tests of the metric in the suite, on sets or slices
    smallest_p: float = 0.0  # the smallest value that `p_holm`, or else `p`, could have

    @classmethod
    def of(cls, key: str, judged: MetricSignificance, has_baseline: bool) -> MetricResult:
        """The result of a metric for a system, which may have no baseline."""
        metric_pair = judged.metric_pair
        return cls(
            key,
            metric_pair.about.label,
            not metric_pair.about.higher_is_better,
            metric_pair.score_b,
            metric_pair.score_a if has_baseline else math.nan,
            metric_pair.delta if has_baseline else math.nan,
            judged.p,
            smallest_p=judged.smallest_p,
        )


@dataclass(frozen=True)
class SliceResult:
    """The results on a slice."""

    name: str
    where: str
    segments: int
    bleu: MetricResult
    failures: tuple[str, ...] = ()  # as for a system
    metrics: tuple[MetricResult, ...] = ()  # metrics other than BLEU
    no_test_reason: str = ""  # why nothing is tested; '' also for too few segments or no trials
    judged: bool = True  # False if a gate cannot judge it, for example without segments
    unjudged: tuple[str, ...] = ()  # why, as for a system


@dataclass(frozen=True)
class SystemResult:
    """A system on a test set; `digest`, `query` and `output` are '' without a saved comparison."""

    name: str
    baseline: str  # description: "old.en", "the run of 1 November 2026"; '' for none
    metrics: tuple[MetricResult, ...]  # by metric, BLEU first
    slices: tuple[SliceResult, ...] = ()
    findings: tuple[str, ...] = ()  # input warnings
    accepts_findings: bool = False
    failures: tuple[str, ...] = ()  # failed gates, including those of slices
    ci_low: float = float("nan")  # 95% CI of Δ of BLEU, NaN if there is none
    ci_high: float = float("nan")
    digest: str = ""  # of the comparison in the workspace, with the baseline as A
    query: str = ""  # query string that opens it
    output: str = ""  # hash of the output
    notes: tuple[str, ...] = ()  # why there is no baseline yet, so that no gate judges it
    unjudged: tuple[str, ...] = ()  # why a gate cannot judge it or a slice
    power: float = float("nan")  # probability that its test detects `Gates.power_delta`
    segments_needed: int = 0  # to detect it with `min_power`, or 0.8; 0 if unknown
    grade: str = "not_tested"
    grade_reasons: tuple[str, ...] = ()
    fail_under: float = float("nan")  # Δ of BLEU below which it fails, NaN without this gate

    @property
    def bleu(self) -> MetricResult:
        return self.metrics[0]

    @property
    def graded(self) -> Grade:
        """Its grade with the reasons."""
        return Grade(cast(GradeName, self.grade), self.grade_reasons)

    @property
    def blocking(self) -> tuple[str, ...]:
        """The input warnings that are not accepted, and leave no verdict."""
        return () if self.accepts_findings else self.findings

    @property
    def doubts(self) -> tuple[str, ...]:
        """Why it is not judged by all gates: `blocking` and `unjudged`."""
        return self.blocking + self.unjudged

    @property
    def judged(self) -> bool:
        """Whether it is judged by all its gates."""
        return not self.doubts

    @property
    def failed(self) -> bool:
        """Whether it fails a gate, whatever the other gates cannot judge."""
        return bool(self.failures) and not self.blocking

    @property
    def passed(self) -> bool:
        """Whether it is judged by all its gates, and fails none."""
        return self.judged and not self.failures and not self.notes

    @property
    def state(self) -> str:
        """Its result by the gates: one that failed counts whatever the others cannot judge."""
        return FAILED if self.failed else PASSED if self.passed else DOUBTFUL


@dataclass(frozen=True)
class SetResult:
    """A test set, without systems if it could not be compared."""

    name: str
    segments: int = 0
    signature: str = ""  # of BLEU
    systems: tuple[SystemResult, ...] = ()
    problems: tuple[str, ...] = ()  # why it, or a slice of it, could not be compared
    notes: tuple[str, ...] = ()  # changes made while reading its files
    seconds: float = 0.0  # 0 if not known

    @property
    def judged(self) -> bool:
        """Whether all its systems are judged by all gates."""
        return not self.problems and all(system.judged for system in self.systems)

    @property
    def passed(self) -> bool:
        return not self.problems and all(system.passed for system in self.systems)


@dataclass(frozen=True)
class SuiteResult:
    """Result of a run that was `made` then, in seconds since 1970; one result per test set."""

    title: str
    made: float
    sets: tuple[SetResult, ...]

    @property
    def judged(self) -> bool:
        """Whether all systems on all sets are judged by all gates."""
        return all(each.judged for each in self.sets)

    @property
    def passed(self) -> bool:
        return all(each.passed for each in self.sets)

    @property
    def failed(self) -> bool:
        return any(system.failed for each in self.sets for system in each.systems)

    @property
    def sign(self) -> str:
        return "✓" if self.passed else "✗" if self.failed else "?"


FORM = 1  # version of the format; a reader refuses later ones

Result = TypeVar("Result")


def to_json(result: SuiteResult, with_values: bool = False) -> dict[str, Any]:
    """Convert a suite result to a dictionary for `json.dumps`; NaN becomes None.

    `with_values` writes a message as its code, values and text: the screen shows its numbers.
    """
    return {"form": FORM, **_json_value(asdict(result), with_values)}


def from_json(values: object) -> SuiteResult:
    """Convert a dictionary of `to_json`, also from an earlier version; InputError for others."""
    try:
        if not isinstance(values, dict) or values["form"] != FORM:
            raise ValueError
        return _from_fields(SuiteResult, values)
    except (LookupError, TypeError, ValueError, OverflowError, RecursionError):
        raise InputError([unreadable_result()]) from None


def _json_value(value: Any, with_values: bool) -> Any:
    if with_values and isinstance(value, Message):
        values = _json_value(dict(value.values), with_values)
        return {"code": value.code, "values": values, "text": str(value)}
    if isinstance(value, dict):
        return {name: _json_value(inner, with_values) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_json_value(inner, with_values) for inner in value]
    return None if isinstance(value, float) and math.isnan(value) else value


def _from_fields(kind: type[Result], values: object) -> Result:
    """A dataclass from its fields by name; a missing field gets its default."""
    if not isinstance(values, dict):
        raise ValueError
    hints = _type_hints(kind)  # type: ignore[arg-type]
    converted = {}
    for each in fields(kind):  # type: ignore[arg-type]
        if each.name in values:
            converted[each.name] = _typed_value(hints[each.name], values[each.name])
        elif each.default is MISSING:
            raise ValueError
    return kind(**converted)


@cache
def _type_hints(kind: type[Any]) -> dict[str, Any]:
    # A run of many sets has thousands of these, and get_type_hints evaluates them each time.
    return get_type_hints(kind)


def _with_messages(value: Any) -> Any:
    """A message of `to_json`, or one of its values; its text alone if its code is unknown."""
    if isinstance(value, list):
        return [_with_messages(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    try:
        values = {name: _with_messages(inner) for name, inner in value["values"].items()}
        return from_code(value["code"], values)
    except (LookupError, TypeError, ValueError, AttributeError):
        return value["text"]


def _typed_value(kind: Any, value: Any) -> Any:
    if get_origin(kind) is tuple:
        if not isinstance(value, list):
            raise ValueError
        return tuple(_typed_value(get_args(kind)[0], inner) for inner in value)
    if isinstance(kind, UnionType):
        return None if value is None else _typed_value(get_args(kind)[0], value)
    if kind is float:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number and value is not None:
            raise ValueError
        return math.nan if value is None else float(value)
    if kind is str and isinstance(value, dict):
        value = _with_messages(value)
    if kind in (str, bool, int):
        if type(value) is not kind and not (kind is str and isinstance(value, Message)):
            raise ValueError
        return value
    return _from_fields(kind, value)


@dataclass(frozen=True)
class HistoryPoint:
    """The score of a metric for a system on a test set in the run that was `made` then."""

    made: float
    score: float
    baseline: float  # NaN if there was none
    state: str
    ground: str  # only scores of the same `comparable_ground` can be compared


# By test set, system and key of the metric; the oldest first.
History = dict[tuple[str, str, str], list[HistoryPoint]]


def history(results: Iterable[SuiteResult]) -> History:
    """The points of runs, which are given the oldest first."""
    points: History = {}
    for result in results:
        for each in result.sets:
            ground = comparable_ground(each)
            for system in each.systems:
                for said in system.metrics:
                    point = HistoryPoint(
                        result.made, said.score, said.baseline, system.state, ground
                    )
                    points.setdefault((each.name, system.name, said.key), []).append(point)
    return points


def comparable_ground(result: SetResult) -> str:
    """Identify everything that the scores of a set depend on, except the output.

    >>> comparable_ground(SetResult("news", 3, "nrefs:1|tok:13a|version:2.5.1"))
    '3 nrefs:1|tok:13a'
    """
    return f"{result.segments} {result.signature.partition('|version:')[0]}"
