"""Sentences and tables: steps from run to run of a sequence; scores from setting to setting."""

from __future__ import annotations

import math
from collections.abc import Sequence

from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import (
    NO_VALUE,
    format_count,
    format_delta,
    format_int,
    format_interval,
    format_p,
    format_p_below,
    format_p_cell,
    format_percent,
    format_score,
    format_small_delta,
    truncate,
)
from bleu_core.common.pair import A, B
from bleu_core.explain.setting_steps import SettingStep
from bleu_core.present.document import Column, Segment, Span, Table, build_table, signed
from bleu_core.present.tables.verdict import not_tested
from bleu_core.significance import LEVEL
from bleu_core.systems import (
    RunSequence,
    RunStep,
    SequenceSignificance,
    StepSignificance,
    breaking_step,
    significant_falls,
)
from bleu_core.systems.sequence import MIN_LASTING_SHARE

# The meaning of the table's columns.
RULE = (
    "A segment breaks in the step with its largest lasting loss: its sentence BLEU before the step "
    "minus its best BLEU afterwards. “Their points” is the contribution of these segments to Δ; "
    "all others contribute the rest. “Recovered” counts the same for gains; some of both are due "
    "to chance. “Lasting” is the share of a step's segment losses that later runs do not recover; "
    "nothing can recover after the last step."
)


def headline(sequence: RunSequence, tests: SequenceSignificance | None) -> list[Span]:
    """The breaking run if the tests support one; otherwise the largest lasting loss."""
    if not sequence.steps:
        return [Span("Only one run: there are no steps to compare.")]
    if tests is None:
        spans = [*_most(sequence), Span(f" {not_tested(sequence.segments)}")]
    elif (step := breaking_step(sequence, tests)) is not None:
        spans = _claim(step, sequence, tests)
    else:
        spans = _none_broke(sequence, tests)
    scores = f"{format_score(sequence.scores[0])} → {format_score(sequence.scores[-1])}"
    runs = format_int(len(sequence.scores))
    first_to_last = f" From the first to the last of {runs} runs: BLEU "
    return [*spans, Span(first_to_last), Span(scores, "", "bleu"), Span(".")]


def _claim(step: RunStep, sequence: RunSequence, tests: SequenceSignificance) -> list[Span]:
    test = tests.tests[step.number - 2]
    interval = f"95% CI {format_interval(test.ci_low, test.ci_high)}"
    is_last = step is sequence.steps[-1]
    return [
        *_run(step),
        Span(f" caused a {'' if is_last else 'lasting '}regression", "strong"),
        Span(": "),
        *_lost(step),
        Span(f" in this step and {_came_back(step, sequence)} ("),
        Span(format_p(test.p_holm), "", "p-value"),
        Span(f"{_corrected(tests)}). Δ of the step: "),
        signed(format_delta(step.delta), "delta"),
        Span(", "),
        Span(interval, "", "confidence-interval"),
        Span("."),
    ]


def _none_broke(sequence: RunSequence, tests: SequenceSignificance) -> list[Span]:
    fell = significant_falls(sequence, tests)
    if not fell:
        where = " in any step" if len(tests.tests) > 1 else ""
        level = f"{format_p_below(LEVEL)}{_corrected(tests)}"
        return [Span(f"BLEU did not fall significantly{where} ({level}).")]
    step = min(fell, key=lambda step: step.delta)
    return [
        Span("No run caused a lasting regression. "),
        *_run(step),
        Span(" fell by "),
        Span(format_score(-step.delta), "strong", "delta"),
        Span(" ("),
        Span(format_p(tests.tests[step.number - 2].p_holm), "", "p-value"),
        Span(f"{_corrected(tests)}), {_why_none(step)}: "),
        Span(f"{format_percent(step.lasts)} of segment losses in this step are lasting."),
    ]


def _why_none(step: RunStep) -> str:
    """Why a significant fall is not called a lasting regression."""
    if step.lasts < MIN_LASTING_SHARE:
        return "but later runs recovered most of it"
    if not len(step.broken):
        return "but every segment lost as much or more in another step"
    return "but the segments with lasting losses gained points overall"


def _most(sequence: RunSequence) -> list[Span]:
    """The step with the largest lasting loss, without a claim of significance."""
    step = sequence.worst
    if step is None:
        return [Span("No segment has a lasting loss.")]
    came_back = _came_back(step, sequence)
    return [Span("In "), *_run(step, "run"), Span(" "), *_lost(step), Span(f" and {came_back}.")]


def _run(step: RunStep, word: str = "Run") -> list[Span]:
    number = Span(f"{word} {format_int(step.number)} (")
    return [number, Span(one_line(step.b, 60), "quoted"), Span(")")]


def _lost(step: RunStep) -> list[Span]:
    segments = Span(f"{format_count(len(step.broken), 'segment')} lost ", "", "lasting-loss")
    if math.isnan(step.points):
        return [segments, Span("sentence BLEU")]
    return [segments, Span(format_score(-step.points), "strong", "points"), Span(" BLEU points")]


def _came_back(step: RunStep, sequence: RunSequence) -> str:
    if step is sequence.steps[-1]:
        return "could not recover yet, as this is the last run"
    return "have not fully recovered"


def _corrected(tests: SequenceSignificance) -> str:
    number = len(tests.tests)
    return f" after Holm's correction for {format_int(number)} steps" if number > 1 else ""


def step_sums(step: RunStep) -> list[Span]:
    """The points of the broken segments of a step and of all others, which sum to Δ."""
    if math.isnan(step.points):
        return [Span("A run has a BLEU of 0, so points cannot be attributed to segments.", "muted")]
    return [
        Span("These segments contribute "),
        signed(format_delta(step.points), "points"),
        Span(" to Δ = "),
        signed(format_delta(step.delta), "delta"),
        Span("; all others contribute "),
        signed(format_delta(step.delta - step.points)),
        Span("."),
    ]


def run_steps_table(sequence: RunSequence, tests: SequenceSignificance | None) -> Table:
    """A row a run, with the step that leads to it; a row opens the runs before and after."""
    number = len(sequence.steps)
    columns = [
        *(Column("run", "muted", "run"), Column("name", is_text=True), Column("BLEU", "", "bleu")),
        *(Column("Δ", "", "delta"), Column("p", "", "p-value")),
        *[Column(f"p, {number} steps", "", "holm")][: number > 1],
        Column("95% CI", "", "confidence-interval"),
        *(Column("won", "", "sentence-delta"), Column("lost", "", "sentence-delta")),
        *(Column("broken", "", "lasting-loss"), Column("their points", "", "points")),
        *(Column("recovered", "", "lasting-loss"), Column("lasting", "", "lasting-loss")),
    ]
    none = Span(NO_VALUE, "muted")
    first = ["1", one_line(sequence.names[0], 60), format_score(sequence.scores[0])]
    rows = [[*map(Span, first), *[none] * (len(columns) - len(first))]]
    judged = tests.tests if tests else [None] * number
    for step, test in zip(sequence.steps, judged, strict=True):
        points = none if math.isnan(step.points) else signed(format_delta(step.points))
        rows.append(
            [
                Span(format_int(step.number), opens=f"step:{step.number}"),
                *(Span(one_line(step.b, 60)), Span(format_score(step.score))),
                signed(format_delta(step.delta)),
                *_chance(test, corrected=number > 1),
                *(Span(format_int(n)) for n in (step.won, step.lost, len(step.broken))),
                points,
                *(Span(format_int(step.mended)), Span(format_percent(step.lasts))),
            ]
        )
    return Table("Runs in order, with the step to each", columns, rows)


def _chance(test: StepSignificance | None, *, corrected: bool) -> list[Span]:
    if test is None:
        return [Span(NO_VALUE, "muted")] * (2 + corrected)
    tone = "strong" if test.p_holm < LEVEL else ""
    ps = [test.p_value, test.p_holm][not corrected :]
    return [
        *(Span(format_p_cell(p), tone * (p is ps[-1])) for p in ps),
        Span(format_interval(test.ci_low, test.ci_high)),
    ]


def broken_segments_table(segments: Sequence[Segment], losses: Sequence[float]) -> Table:
    """The segments that broke in a step, with their lasting losses; a row opens its segment."""
    return build_table(
        "Segments broken in this step",
        list(zip(segments, losses, strict=True)),
        (Column("#", "muted"), lambda row: Span(format_int(row[0].line), opens=str(row[0].line))),
        (Column("points", "", "points"), lambda row: signed(format_small_delta(row[0].points))),
        (Column("before", "", "sentence-bleu"), lambda row: format_score(row[0].score_a)),
        (Column("after", "", "sentence-bleu"), lambda row: format_score(row[0].score_b)),
        (Column("lasting loss", "", "lasting-loss"), lambda row: signed(format_delta(-row[1]))),
        (Column(f"output before ({A})", "a", is_text=True), lambda row: _start(row[0].a)),
        (Column(f"output after ({B})", "b", is_text=True), lambda row: _start(row[0].b)),
    )


def _start(output: str) -> Span:
    return Span(truncate(output, 120), "quoted")


def setting_steps_table(steps: Sequence[SettingStep]) -> Table:
    """The scores under the first settings and after each change; no step is a gain or loss."""
    two = len(steps[0].scores) > 1
    columns = [Column("setting", is_text=True)]
    if two:
        columns += [Column(A, "a", "bleu"), Column(B, "b", "bleu")]
        columns.append(Column("Δ", "", "delta"))
    else:
        columns.append(Column("BLEU", "", "bleu"))
    rows = []
    for step in steps:
        change = f"{step.before} → {step.after}" if step.before else step.after
        cells = [format_score(score) for score in step.scores]
        if two:
            cells.append(format_delta(step.scores[1] - step.scores[0]))
        rows.append([Span(f"{step.setting}: {change}"), *map(Span, cells)])
    return Table("BLEU after each changed setting", columns, rows)
