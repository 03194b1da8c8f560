"""`bleuscope why`: explain why two scores differ, from their signatures and on a test set."""

from __future__ import annotations

import os.path
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from bleu_core.cli.errors import FINE, BadInput, as_bad_input, print_messages
from bleu_core.cli.inputs import PATH, InputOptions, WithSeveral, advice_options
from bleu_core.cli.options import argument, group, option, options, options_class
from bleu_core.cli.output import format_option, progress_line
from bleu_core.common.escaping import one_line
from bleu_core.messages import option as messages

if TYPE_CHECKING:
    from bleu_core.teaching.why import DetokenizedEstimate, Explanation, Recipe, ScoreSteps
    from bleu_core.text.evalset import EvalSet

EXAMPLES = """\b
Examples:
  bleuscope why 'BLEU+case.mixed+numrefs.1+smooth.exp+tok.13a+version.1.5.1' \\
                'nrefs:1|case:lc|eff:no|tok:intl|smooth:exp|version:2.4.0'
  bleuscope why 'nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.4.0' NLTK
  bleuscope why "$(cat old.json)" 'multi-bleu -lc' output.en --ref reference.en
  bleuscope why "$OLD" "$NEW" baseline.en new.en --ref reference.en --format json
\b
Instead of a signature, you can name a tool: multi-bleu, multi-bleu-detok, NLTK,
paper, mteval-v11b, mteval-v13a. Quote its option for case with it:
'multi-bleu -lc'.
\b
Exit codes:
  0    The difference was explained.
  2    A signature or file cannot be read, or the scores cannot be computed from
       the files. If only the computation fails, the explanation from the
       signatures is still printed.
"""


@options_class
class WhyOptions:
    """The options of `bleuscope why`."""

    first: str = argument()
    second: str = argument()
    outputs: Sequence[str] = argument(type=PATH, nargs=-1)
    system: str = option(
        "--system", default="", metavar="NAME",
        help="System to use, if the only file has several.",
    )  # fmt: skip
    files: InputOptions = group(InputOptions)
    output_format: str = format_option("text", "json")

    @property
    def paths(self) -> list[str]:
        """The paths of the outputs and references."""
        return [*self.outputs, *self.files.references]


@click.command(cls=WithSeveral, epilog=EXAMPLES)
@options(WhyOptions)
def why(options: WhyOptions) -> int:
    """Explain why two BLEU scores differ.

    FIRST and SECOND are signatures or names of tools. A signature can be a whole
    line of output, or JSON. With one or two OUTPUTS and their references, the
    command also shows the steps from the first score to the second, changing one
    setting at a time.
    """
    from bleu_core.teaching.why import explain

    recipes = _read_both(options.first, options.second)
    explanation = explain(*recipes)
    if len(options.outputs) > 2:
        raise click.UsageError(messages.too_many_outputs())
    if (options.files.references or options.files.list_contents) and not options.outputs:
        raise click.UsageError(messages.output_missing())
    steps: ScoreSteps | None = None
    estimate: DetokenizedEstimate | None = None
    if options.outputs:
        if options.files.list_contents:
            options.files.print_contents(options.paths)
            return FINE
        evalset = _read(options)
        try:
            steps, estimate = _steps(recipes, evalset, len(options.outputs))
        except BadInput:
            # The signatures still explain something.
            _print(explanation, None, None, options.output_format)
            raise
    _print(explanation, steps, estimate, options.output_format)
    return FINE


def _read_both(first: str, second: str) -> tuple[Recipe, Recipe]:
    from bleu_core.teaching.why import UnreadableRecipe, read_recipe

    recipes, problems = [], []
    for name, text in (("FIRST", first), ("SECOND", second)):
        try:
            recipes.append(read_recipe(text))
        except UnreadableRecipe as error:
            problems += [messages.bad_signature(name, problem) for problem in error.problems]
            if os.path.isfile(text):
                problems.append(messages.file_as_signature(name))
    if problems:
        raise BadInput(problems)
    return recipes[0], recipes[1]


def _read(options: WhyOptions) -> EvalSet:
    from bleu_core.readers import read_comparison, read_system

    files = [file for file in options.files.read(options.paths) if file is not None]
    reading = options.files.reading
    with as_bad_input(advice_options("--system NAME")):
        if len(options.outputs) == 1:
            evalset, changes = read_system(files[0], files[1:], system=options.system, **reading)
        else:
            evalset, changes = read_comparison(files[0], files[1], files[2:], **reading)
    print_messages(changes)
    return evalset


def _steps(
    recipes: tuple[Recipe, Recipe], evalset: EvalSet, outputs: int
) -> tuple[ScoreSteps, DetokenizedEstimate | None]:
    from bleu_core.readers.input_checks import examine
    from bleu_core.teaching.why import estimate_detokenized, score_steps

    systems = list(evalset.systems)[:outputs]
    with as_bad_input(), progress_line() as stage:
        steps = score_steps(*recipes, evalset, systems, progress=stage("Scoring"))
        findings = examine(evalset)
        estimate = estimate_detokenized(*recipes, evalset, systems, findings, stage("Scoring"))
    serious = [finding for finding in findings if finding.severity == "serious"]
    print_messages([finding.sentence for finding in serious])
    return steps, estimate


def _print(
    explanation: Explanation,
    steps: ScoreSteps | None,
    estimate: DetokenizedEstimate | None,
    output_format: str,
) -> None:
    if output_format == "json":
        import json

        click.echo(json.dumps(_fields(explanation, steps, estimate), indent=1, allow_nan=False))
        return
    for line in _lines(explanation, steps, estimate):
        click.echo(one_line(line))


def _lines(
    explanation: Explanation, steps: ScoreSteps | None, estimate: DetokenizedEstimate | None
) -> Iterator[str]:
    yield f"First   {explanation.first.by}"
    yield f"Second  {explanation.second.by}"
    yield ""
    yield explanation.headline
    yield from (f"- {row.sentence}" for row in explanation.differences)
    if explanation.alike:
        yield "Same: " + "; ".join(f"{name} {value}" for name, value in explanation.alike.items())
    for title, sentences in (
        ("Assumptions", explanation.remarks),
        ("Unknown from the signatures", explanation.unsaid),
    ):
        if sentences:
            yield ""
            yield title
            yield from (f"- {sentence}" for sentence in sentences)
    if steps is not None:
        from bleu_core.present.account.steps import ORDER, about_texts, setting_steps_table
        from bleu_core.present.report.terminal import table_lines

        yield ""
        yield "Steps on these files"
        yield from (f"- {remark}" for remark in steps.remarks)
        yield from table_lines(setting_steps_table(steps))
        yield ORDER
        yield from about_texts(explanation, steps, estimate)


def _fields(
    explanation: Explanation, steps: ScoreSteps | None, estimate: DetokenizedEstimate | None
) -> dict[str, Any]:
    """The JSON object; scores and points have one number per system, A and then B."""
    from dataclasses import asdict

    report: dict[str, Any] = {
        name: {
            "tool": recipe.by,
            "metric": recipe.metric,
            "fields": dict(recipe.fields),
            "settings": recipe.config and asdict(recipe.config),
            "references": recipe.references,
            "remarks": list(recipe.remarks),
        }
        for name, recipe in (("first", explanation.first), ("second", explanation.second))
    }
    report |= {
        "summary": explanation.headline,
        "differences": [asdict(row) for row in explanation.differences],
        "alike": dict(explanation.alike),
        "not_told": list(explanation.unsaid),
        "steps": steps and _way_fields(steps),
        "detokenized": estimate
        and {
            "lines": estimate.changed,
            "findings": [finding.sentence for finding in estimate.findings],
            "codes": [finding.code for finding in estimate.findings],
            **_way_fields(estimate.way),
        },
    }
    return report


def _way_fields(way: ScoreSteps) -> dict[str, Any]:
    return {
        "systems": list(way.systems),
        "first": list(way.first),
        "second": list(way.second),
        "steps": [
            {
                "field": step.field,
                "from": step.before,
                "to": step.after,
                "points": list(step.points),
                "delta": step.delta if len(step.points) > 1 else None,
            }
            for step in way.steps
        ],
        "remarks": list(way.remarks),
    }
