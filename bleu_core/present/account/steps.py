"""Sentences and tables: steps from run to run of a sequence, and from setting to setting."""

from __future__ import annotations

import math
from collections.abc import Iterator

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
    join_words,
    plural,
)
from bleu_core.common.pair import LABEL_A, LABEL_B
from bleu_core.common.rounding import rounded
from bleu_core.present.document import Column, Span, Table, signed
from bleu_core.significance import LEVEL, MIN_SEGMENTS
from bleu_core.systems import (
    RunSequence,
    RunStep,
    SequenceSignificance,
    StepSignificance,
    breaking_step,
    significant_falls,
)
from bleu_core.systems.sequence import MIN_LASTING_SHARE
from bleu_core.teaching.why import DetokenizedEstimate, Explanation, ScoreSteps

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
        spans = [*_most(sequence), *_untested(sequence)]
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
    return [
        *_run(step),
        Span(" caused a lasting regression", "strong"),
        Span(": "),
        *_lost(step),
        Span(f" and {_came_back(step, sequence)} ("),
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


def _untested(sequence: RunSequence) -> list[Span]:
    if sequence.segments >= MIN_SEGMENTS:
        return [Span(" Significance has not been tested.")]
    few = f"fewer than {MIN_SEGMENTS} segments (here: {format_int(sequence.segments)})"
    return [Span(f" Significance is not tested on {few}.")]


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
    return "did not recover"


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


# The caveat to show with the steps.
ORDER = (
    "Settings are changed one after another, in this order. Another order gives different steps "
    "with the same sum."
)


def setting_steps_table(way: ScoreSteps) -> Table:
    """The first number, the points of each step, and the second number.

    No step is a gain or a loss: the systems are the same before and after.
    """
    two = len(way.systems) > 1
    columns = [Column("", is_text=True)]
    if two:
        columns += [Column(LABEL_A, "a", "bleu"), Column(LABEL_B, "b", "bleu")]
        columns.append(Column("Δ", "", "delta"))
    else:
        columns.append(Column("BLEU", "", "bleu"))
    rows = [_numbers("first number", way.first)]
    for step in way.steps:
        changed = f"{step.field}: {step.before} → {step.after}"
        moves = [*step.points, step.delta] if two else [*step.points]
        rows.append([Span(changed), *(Span(format_delta(move)) for move in moves)])
    rows.append(_numbers("second number", way.second))
    return Table("Steps from the first number to the second", columns, rows)


def alike_table(explanation: Explanation) -> Table:
    """The fields that are equal."""
    columns = [Column("field", is_text=True), Column("in both", is_text=True)]
    return Table(
        "Equal settings", columns, [[*map(Span, item)] for item in explanation.alike.items()]
    )


def _numbers(name: str, scores: tuple[float, ...]) -> list[Span]:
    cells = [format_score(score) for score in scores]
    if len(scores) > 1:
        cells.append(format_delta(scores[1] - scores[0]))
    return [Span(name, "strong"), *(Span(text, "strong") for text in cells)]


def about_texts(
    explanation: Explanation, way: ScoreSteps, estimate: DetokenizedEstimate | None
) -> list[str]:
    """Whether printed scores match these texts, and the effect of tokenized input."""
    return [*_about_printed(explanation, way), *_about_tokenized(explanation, way, estimate)]


def _about_printed(explanation: Explanation, way: ScoreSteps) -> Iterator[str]:
    """A sentence for each score printed with its signature."""
    sides = ("first", explanation.first, way.first), ("second", explanation.second, way.second)
    for name, recipe, scores in sides:
        if recipe.printed is None:
            continue
        printed = recipe.printed.score
        start = f"The {name} number was printed as {printed}"
        if any(_is_written(score, printed) for score in scores):
            yield f"{start}: with its settings these texts give the same score."
        else:
            yield (
                f"{start}; with its settings these texts score "
                f"{join_words(map(format_score, scores))}. Something other than the settings "
                "differs: most likely the output, the references, or their preprocessing."
            )


def _is_written(score: float, said: str) -> bool:
    """Whether a score rounds to a printed number."""
    decimals = len(said.partition(".")[2])
    return float(rounded(abs(score - float(said)))) <= 0.5 * 10.0**-decimals


def _about_tokenized(
    explanation: Explanation, way: ScoreSteps, estimate: DetokenizedEstimate | None
) -> list[str]:
    """The effect of tokenized input, or of untokenized input for a tool that expects tokens."""
    if estimate is None:
        both = (explanation.first, explanation.second)
        tools = [recipe.by for recipe in both if recipe.is_tool and recipe.takes_tokens]
        if not tools:
            return []
        split = plural(len(tools), "splits", "split")
        return [
            f"None of these texts looks tokenized, and {join_words(tools)} {split} at spaces only. "
            "Tokenized text has another score, which depends on the tokenizer and cannot be "
            "estimated from these texts."
        ]
    sentences: list[str] = [finding.sentence for finding in estimate.findings]
    if not estimate.changed:
        return [*sentences, "The effect of detokenizing cannot be estimated from these texts."]
    letters = ("A ", "B ") if len(way.systems) > 1 else ("",)
    after_all = (
        ("first", way.first, estimate.way.first),
        ("second", way.second, estimate.way.second),
    )
    for name, before, after in after_all:
        moves = join_words(
            f"{letter}{format_score(a)} → {format_score(b)} ({format_delta(b - a)})"
            for letter, a, b in zip(letters, before, after, strict=True)
        )
        sentences.append(f"Estimated effect of detokenizing on the {name} number: {moves}.")
    changed = format_count(estimate.changed, "line")
    sentences.append(
        f"That is an estimate: rules detokenized clear cases in {changed} (escapes, @-@, spaces "
        "before full stops, commas and 's, and inside brackets), but not quotes and ! ? : ;."
    )
    return sentences
