"""Results of gates, in reports of comparisons, rankings and suites."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from bleu_core.messages import Message, scoring
from bleu_core.present.document import Bullet, Bullets, Section, Span, joined
from bleu_core.systems.gates import DOUBTFUL, FAILED, PASSED, UNREAD, GateResults

_SIGNS = {UNREAD: "!", DOUBTFUL: "?", FAILED: "✗", PASSED: "✓"}
_TONES = {UNREAD: "loss", DOUBTFUL: "loss", FAILED: "loss", PASSED: "gain"}
WORST_FIRST = list(_SIGNS)
# The maximum length of the list in a medium of limited length.
REASONS = 20_000, "result"


def state_mark(state: str) -> Span:
    """The state of a comparison, as a sign and a word."""
    return Span(f"{_SIGNS[state]} {state}", _TONES[state])


@dataclass(frozen=True)
class GateReport:
    """Results of gates by candidate; with `blocking`, why scores are unreliable, no verdict."""

    systems: Mapping[str, GateResults] = field(default_factory=dict)
    blocking: Sequence[Message] = ()

    @property
    def has_gates(self) -> bool:
        return any(any(results) for results in self.systems.values())

    @property
    def regressions(self) -> list[Message]:
        """The gates that failed, with the name of the candidate if there are several."""
        return [
            scoring.regression(failure, name)
            for name, results in self.systems.items()
            for failure in results.failures
        ]

    @property
    def undecided(self) -> list[str]:
        """Why gates cannot be decided, each reason once."""
        return list(dict.fromkeys(why for each in self.systems.values() for why in each.undecided))

    @property
    def state(self) -> str:
        """The result of all gates: one that failed counts whatever the others cannot decide."""
        if self.regressions and not self.blocking:
            return FAILED
        return DOUBTFUL if self.blocking or self.undecided else PASSED

    def before(self, heading: Sequence[Span]) -> list[Span]:
        """A heading that begins with the result, if there are gates."""
        return [*([state_mark(self.state), Span(": ")] if self.has_gates else []), *heading]


def comparison_gates(report: GateReport) -> Iterator[Section]:
    """Each gate of a comparison with its result."""
    for results in report.systems.values():
        told = [(DOUBTFUL, why) for why in report.blocking]
        told += [(FAILED, why) for why in results.failures]
        told += [(DOUBTFUL, why) for why in results.undecided if isinstance(why, Message)]
        told += [(PASSED, about) for about in results.passed]
        yield from _section(report, [_bullet(state, _sentence(about)) for state, about in told])


def ranking_gates(report: GateReport) -> Iterator[Section]:
    """The systems that did not pass, with the reasons, and the systems that did."""
    bullets = [_bullet(DOUBTFUL, _sentence(why)) for why in report.blocking]
    passed: list[list[Span]] = []
    for name, results in report.systems.items():
        if reasons := [*results.failures, *results.undecided]:
            state = FAILED if results.failures else DOUBTFUL
            inner = [[_sentence(why)] for why in reasons]
            bullets.append(_bullet(state, Span(name, "name"), inner=inner))
        else:
            passed.append([Span(name, "name")])
    yield from _section(report, [*bullets, *([_bullet(PASSED, *joined(passed))] if passed else [])])


def _sentence(message: str) -> Span:
    return Span(message, "sentence")


def _bullet(state: str, *spans: Span, inner: Sequence[Sequence[Span]] = ()) -> Bullet:
    return Bullet([state_mark(state), Span(": "), *spans], inner)


def _section(report: GateReport, bullets: Sequence[Bullet]) -> Iterator[Section]:
    if report.has_gates:
        yield Section("gates", "Gates", [Bullets(bullets, REASONS)])
