"""`bleuscope plan`: how many segments a test set needs to detect a difference of BLEU."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

import click

from bleu_core.cli.errors import FINE, BadInput, as_bad_input, print_messages
from bleu_core.cli.inputs import PATH, InputOptions, SourceOptions, WithSeveral, load_pair
from bleu_core.cli.metrics import ScoringOptions
from bleu_core.cli.options import group, option, options, options_class
from bleu_core.cli.output import format_option, progress_line
from bleu_core.cli.testset import TestSetOptions, campaign_outputs
from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import (
    LEVEL,
    format_count,
    format_delta,
    format_int,
    format_p_below,
    format_percent,
    format_plain,
    format_score,
    round_count,
)
from bleu_core.messages import option as messages

if TYPE_CHECKING:
    from bleu_core.explain.comparison import Comparison
    from bleu_core.significance.power import Plan, PlannedSize

EXAMPLES = """\b
Examples:
  bleuscope plan --delta 0.5 --pilot old.en new.en --ref reference.en
  bleuscope plan --delta 0.5 --pilot old.en new.en --ref reference.en --docs docs.txt
  bleuscope plan --delta 1
\b
Without a pilot, the number of segments is a rough guide: it follows from 78
pairs of systems on TED talks, English to German, with one reference.
"""


@options_class
class PlanOptions:
    """The options of `bleuscope plan`."""

    delta: float = option(
        "--delta", type=click.FloatRange(0.01, 100), required=True, metavar="POINTS",
        help="Difference to detect, in BLEU points.",
    )  # fmt: skip
    power: float = option(
        "--power", type=click.FloatRange(0.1, 0.99), default=0.8, show_default=True,
        metavar="SHARE", help=f"Probability of detecting it, at {format_p_below(LEVEL)}.",
    )  # fmt: skip
    pilot: tuple[str, str] | None = option(
        "--pilot", nargs=2, type=PATH, metavar="A B",
        help="Outputs of two systems that differ about as much as those to be compared.",
    )  # fmt: skip
    files: InputOptions = group(InputOptions)
    test_set: TestSetOptions = group(TestSetOptions)
    beside: SourceOptions = group(SourceOptions)
    scoring: ScoringOptions = group(ScoringOptions)
    output_format: str = format_option("text", "json")


@click.command(cls=WithSeveral, epilog=EXAMPLES)
@options(PlanOptions)
def plan(options: PlanOptions) -> int:
    """Plan the size of a test set.

    With a pilot, the test of its two outputs is simulated on test sets of several
    sizes, drawn from its segments, or from its documents if ten or more are known.
    """
    from bleu_core.present.report.json_report import as_json
    from bleu_core.significance import MIN_SEGMENTS

    as_text = options.output_format == "text"
    campaign = options.test_set.campaign
    if options.pilot is None:
        if options.files.references or options.test_set.test_set or campaign:
            raise click.UsageError(messages.pilot_missing())
        from bleu_core.significance.power import typical_segments

        segments = typical_segments(options.delta, options.power)
        if as_text:
            click.echo(_typical_text(options, segments))
        else:
            names = ("similar", "typical", "different")
            goal = {"delta": options.delta, "power": options.power}
            click.echo(
                as_json(goal | {"segments": dict(zip(names, segments, strict=True))}), nl=False
            )
        return FINE
    outputs, called = [*options.pilot], ["", ""]
    if campaign:
        outputs, called = campaign_outputs(campaign, outputs)
    if options.files.list_contents:
        options.files.print_contents([*outputs, *options.files.references])
        return FINE
    comparison = _load_pilot(options, outputs, called)
    if len(comparison) < MIN_SEGMENTS:
        raise BadInput([messages.small_pilot(len(comparison), MIN_SEGMENTS)])
    with progress_line() as stage:
        from bleu_core.significance.power import plan_from_pilot

        progress = stage("Simulating test sets")
        found = plan_from_pilot(comparison, options.delta, options.power, progress=progress)
    if found is None:
        raise BadInput([messages.pilot_without_differences()])
    if as_text:
        click.echo("\n".join(_plan_lines(found, comparison)))
    else:
        click.echo(as_json(asdict(found)), nl=False)
    return FINE


def _load_pilot(options: PlanOptions, outputs: Sequence[str], names: Sequence[str]) -> Comparison:
    from bleu_core.explain.comparison import Comparison

    paths = [*outputs, options.beside.src, options.beside.docs, *options.files.references]
    loaded = load_pair(options.files, options.test_set, paths, names=tuple(names))
    print_messages(loaded.changes)
    with as_bad_input():
        return Comparison.of(loaded.selected, options.scoring.config(options.test_set.pair))


def _goal(delta: float, power: float) -> str:
    return (
        f"To detect {format_plain(delta)} BLEU with a probability of {format_percent(power)} at "
        f"{format_p_below(LEVEL)}, a test set needs about"
    )


def _typical_text(options: PlanOptions, segments: tuple[int, int, int]) -> str:
    similar, typical, different = (format_int(round_count(number)) for number in segments)
    return (
        f"{_goal(options.delta, options.power)} {typical} segments: {similar} if the systems are "
        f"similar, {different} if they differ much.\n"
        "This is a rough guide from 78 pairs of systems on TED talks, English to German. For your "
        "texts, use --pilot."
    )


def _plan_lines(plan: Plan, comparison: Comparison) -> Iterator[str]:
    by_unit = plan.unit != "segment"

    def sized(size: PlannedSize) -> str:
        segments = format_count(size.segments, "segment")
        return f"{segments} in {format_count(size.units, plan.unit)}" if by_unit else segments

    yield one_line(
        f"Pilot: {comparison.a} vs {comparison.b}, {sized(plan.pilot)}; Δ "
        f"{format_delta(plan.pilot_delta)} BLEU, standard error {format_score(plan.standard_error)}"
    )
    segments, units = round_count(plan.needed.segments), round_count(plan.needed.units)
    needed = replace(plan.needed, segments=segments, units=units)
    yield f"{_goal(plan.delta, plan.power)} {sized(needed)} like these."
    yield ""
    heads = ["segments", f"{plan.unit}s"] if by_unit else ["segments"]
    heads += ["detectable BLEU", f"power for {format_plain(plan.delta)}"]
    rows = [heads]
    for size in plan.sizes:
        cells = [format_int(size.segments), format_int(size.units)][: len(heads) - 2]
        rows.append([*cells, format_score(size.detectable_delta), format_percent(size.power)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
