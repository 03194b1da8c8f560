"""A sequence of runs: the breaking run, and a table of the steps."""

from __future__ import annotations

import math

from bleu_core.common.escaping import visible
from bleu_core.common.numerals import (
    NONE,
    bare,
    bounds,
    counted,
    delta,
    p_below,
    p_value,
    percent,
    plural,
    points,
    whole,
)
from bleu_core.present.account.spans import Span, signed
from bleu_core.present.document import Column, Table
from bleu_core.significance import LEVEL, MIN_SEGMENTS
from bleu_core.systems import RunSequence, Step, StepTest, StepTests, breaking_step, falls

# The meaning of the table's columns.
RULE = (
    "A segment breaks in the step of its largest lasting loss: its sentence BLEU before, less the "
    "best that it has from then on. “Points there” are those of the step's Δ that these segments "
    "carry; all others carry the rest of Δ. “Mended” is the same for gains; chance makes "
    "some of both. “Lasts” is how much of all that segments lost in a step is lost for good; after "
    "the last step nothing can come back."
)


def headline(sequence: RunSequence, tests: StepTests | None) -> list[Span]:
    """The breaking run if the tests support one; otherwise the largest lasting loss."""
    steps = sequence.steps
    if not steps:
        return [Span("One run: there is no step from one to the next.")]
    if tests is None:
        return [*_most(sequence), *_untested(sequence), *_way(sequence)]
    broke = breaking_step(sequence, tests)
    if broke is not None:
        return [*_claim(broke, sequence, tests), *_way(sequence)]
    return [*_none_broke(sequence, tests), *_way(sequence)]


def _claim(step: Step, sequence: RunSequence, tests: StepTests) -> list[Span]:
    test = tests.tests[step.number - 2]
    return [
        *_run(step),
        Span(" broke it", "strong"),
        Span(": "),
        *_lost(step),
        Span(f" there and {_came_back(step, sequence)}; "),
        Span(p_value(test.p_holm), "", "p-value"),
        Span(f"{_corrected(tests)}. The whole step is "),
        signed(delta(step.delta), "delta"),
        Span(", "),
        Span(f"95 % interval {bounds(test.ci_low, test.ci_high)}", "", "confidence-interval"),
        Span("."),
    ]


def _none_broke(sequence: RunSequence, tests: StepTests) -> list[Span]:
    fell = falls(sequence, tests)
    if not fell:
        family = f"{p_below(LEVEL)}{_corrected(tests)}"
        if len(tests.tests) == 1:
            return [Span(f"BLEU did not fall by more than chance ({family}).")]
        return [Span(f"In no step did BLEU fall by more than chance ({family}).")]
    step = min(fell, key=lambda step: step.delta)
    return [
        Span("No run broke it for good. "),
        *_run(step),
        Span(" fell by "),
        Span(points(-step.delta), "strong", "delta"),
        Span(" ("),
        Span(p_value(tests.tests[step.number - 2].p_holm), "", "p-value"),
        Span(f"{_corrected(tests)}), but most came back: of what segments lost there, "),
        Span(f"{percent(step.lasts)} is lost for good."),
    ]


def _most(sequence: RunSequence) -> list[Span]:
    """The step with the largest lasting loss, without a claim of significance."""
    step = sequence.worst
    if step is None:
        return [Span("No segment lost anything for good.")]
    came_back = _came_back(step, sequence)
    return [Span("In "), *_run(step, "run"), Span(" "), *_lost(step), Span(f" and {came_back}.")]


def _untested(sequence: RunSequence) -> list[Span]:
    if sequence.segments >= MIN_SEGMENTS:
        return [Span(" Whether a step may be chance has not been tested.")]
    here = f"here {plural(sequence.segments, 'is', 'are')} {whole(sequence.segments)}"
    return [
        Span(f" On {MIN_SEGMENTS} segments or more it could be said whether it is chance; {here}.")
    ]


def _way(sequence: RunSequence) -> list[Span]:
    first, last = sequence.scores[0], sequence.scores[-1]
    return [
        Span(f" From the first to the last of {whole(len(sequence.scores))} runs: BLEU "),
        Span(f"{points(first)} → {points(last)}", "", "bleu"),
        Span("."),
    ]


def _run(step: Step, word: str = "Run") -> list[Span]:
    return [Span(f"{word} {whole(step.number)} ("), Span(visible(step.b, 60), "quoted"), Span(")")]


def _lost(step: Step) -> list[Span]:
    segments = Span(f"{counted(len(step.broken), 'segment')} lost ", "", "lasting-loss")
    if math.isnan(step.points):
        return [segments, Span("sentence BLEU")]
    return [segments, Span(points(-step.points), "strong", "points"), Span(" BLEU points")]


def _came_back(step: Step, sequence: RunSequence) -> str:
    if step is sequence.steps[-1]:
        return "nothing could come back yet, as it is the last run"
    return "did not come back"


def _corrected(tests: StepTests) -> str:
    number = len(tests.tests)
    return f", corrected for {whole(number)} steps by Holm" if number > 1 else ""


def sums(step: Step) -> list[Span]:
    """The points of the broken segments of a step and of all others, which sum to Δ."""
    if math.isnan(step.points):
        return [Span("BLEU of a run is 0: no points are given to segments.", "muted")]
    return [
        Span("These carry "),
        signed(delta(step.points), "points"),
        Span(" of Δ "),
        signed(delta(step.delta), "delta"),
        Span("; all others "),
        signed(delta(step.delta - step.points)),
        Span("."),
    ]


def steps_table(sequence: RunSequence, tests: StepTests | None) -> Table:
    """A row a run, with the step that leads to it; a row opens the runs before and after."""
    number = len(sequence.steps)
    columns = [
        Column("run", "muted", "run"),
        Column("name", is_text=True),
        Column("BLEU", "", "bleu"),
        Column("Δ", "", "delta"),
        Column("p", "", "p-value"),
        *[Column(f"p, {number} steps", "", "holm")][: number > 1],
        Column("95 % interval", "", "confidence-interval"),
        Column("won", "", "sentence-delta"),
        Column("lost", "", "sentence-delta"),
        Column("broke", "", "lasting-loss"),
        Column("points there", "", "points"),
        Column("mended", "", "lasting-loss"),
        Column("lasts", "", "lasting-loss"),
    ]
    first = [Span("1"), Span(visible(sequence.names[0], 60)), Span(points(sequence.scores[0]))]
    rows = [first + [Span(NONE, "muted")] * (len(columns) - len(first))]
    judged = tests.tests if tests else [None] * number
    for step, test in zip(sequence.steps, judged, strict=True):
        rows.append(
            [
                Span(whole(step.number), opens=f"step:{step.number}"),
                Span(visible(step.b, 60)),
                Span(points(step.score)),
                signed(delta(step.delta)),
                *_chance(test, corrected=number > 1),
                Span(whole(step.won)),
                Span(whole(step.lost)),
                Span(whole(len(step.broken))),
                Span(NONE, "muted") if math.isnan(step.points) else signed(delta(step.points)),
                Span(whole(step.mended)),
                Span(percent(step.lasts)),
            ]
        )
    return Table("The runs in their order, with the step to each", columns, rows)


def _chance(test: StepTest | None, *, corrected: bool) -> list[Span]:
    if test is None:
        return [Span(NONE, "muted")] * (2 + corrected)
    tone = "strong" if test.p_holm < LEVEL else ""
    ps = [test.p_value, test.p_holm][not corrected :]
    return [
        *(Span(bare(p), tone * (p is ps[-1])) for p in ps),
        Span(bounds(test.ci_low, test.ci_high)),
    ]
