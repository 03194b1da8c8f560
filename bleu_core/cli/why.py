"""`bleuscope why`: why two numbers differ, by their signatures and on a test set."""

from __future__ import annotations

import os.path
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from bleu_core.cli.errors import FINE, BadInput, say, told
from bleu_core.cli.inputs import PATH, WithSeveral, file_options, options_for, read_paths
from bleu_core.messages import option

if TYPE_CHECKING:
    from bleu_core.teaching.why import Estimate, Explanation, Recipe, Way
    from bleu_core.text.evalset import EvalSet

EXAMPLES = """\b
Examples:
  bleuscope why 'BLEU+case.mixed+numrefs.1+smooth.exp+tok.13a+version.1.5.1' \\
                'nrefs:1|case:lc|eff:no|tok:intl|smooth:exp|version:2.4.0'
  bleuscope why 'nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.4.0' NLTK
  bleuscope why "$(cat old.json)" 'multi-bleu -lc' output.en --ref reference.en
  bleuscope why "$OLD" "$NEW" baseline.en new.en --ref reference.en --format json
\b
Instead of a signature a tool may be named: multi-bleu, multi-bleu-detok, NLTK, paper,
mteval-v11b, mteval-v13a; with its option for case in the same word: 'multi-bleu -lc'.
\b
Exit codes: 0 explained; 2 what cannot be read, or not be counted on the files: then what the
signatures tell is printed all the same.
"""


@click.command(cls=WithSeveral, epilog=EXAMPLES)
@click.argument("first")
@click.argument("second")
@click.argument("outputs", type=PATH, nargs=-1)
@click.option(
    "--system", default="", metavar="NAME", help="Which system of its file, if one file is given."
)
@file_options
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Of what is printed.",
)
def why(
    first: str,
    second: str,
    outputs: tuple[str, ...],
    system: str,
    references: tuple[str, ...],
    tab_separated: bool,
    encoding: dict[str, str],
    formats: dict[str, str],
    lists: bool,
    form: str,
) -> int:
    """Say why two BLEU numbers differ: FIRST and SECOND are signatures or names of tools.

    A signature may be a whole printed line, or JSON. With one or two OUTPUTS and
    their references: the way from the first number to the second, one field at a
    time.
    """
    from bleu_core.teaching.why import explain

    recipes = _read_both(first, second)
    explanation = explain(*recipes)
    if len(outputs) > 2:
        raise click.UsageError(option.too_many_outputs())
    if (references or lists) and not outputs:
        raise click.UsageError(option.output_missing())
    found: Way | None = None
    estimate: Estimate | None = None
    if outputs:
        files = [*outputs, *references]
        if lists:
            from bleu_core.cli.listing import show

            show(read_paths(files, formats, encoding), encoding.get(""))
            return FINE
        reading: dict[str, Any] = {"tab_separated": tab_separated, "encoding": encoding.get("")}
        evalset = _read(files, len(outputs), system, formats, encoding, reading)
        try:
            found, estimate = _steps(recipes, evalset, len(outputs))
        except BadInput:
            _print(explanation, None, None, form)  # what the signatures tell stands
            raise
    _print(explanation, found, estimate, form)
    return FINE


def _read_both(first: str, second: str) -> tuple[Recipe, Recipe]:
    from bleu_core.teaching.why import Unreadable, read

    recipes, problems = [], []
    for name, text in (("FIRST", first), ("SECOND", second)):
        try:
            recipes.append(read(text))
        except Unreadable as error:
            problems += [option.bad_signature(name, problem) for problem in error.problems]
            if os.path.isfile(text):
                problems.append(option.file_as_signature(name))
    if problems:
        raise BadInput(problems)
    return recipes[0], recipes[1]


def _read(
    paths: Sequence[str],
    outputs: int,
    system: str,
    formats: dict[str, str],
    encoding: dict[str, str],
    reading: dict[str, Any],
) -> EvalSet:
    from bleu_core.readers import read_comparison, read_system

    files = [file for file in read_paths(paths, formats, encoding) if file is not None]
    with told(options_for("--system NAME")):
        if outputs == 1:
            evalset, repairs = read_system(files[0], files[1:], system=system, **reading)
        else:
            evalset, repairs = read_comparison(files[0], files[1], files[2:], **reading)
    say(repairs)
    return evalset


def _steps(
    recipes: tuple[Recipe, Recipe], evalset: EvalSet, outputs: int
) -> tuple[Way, Estimate | None]:
    from bleu_core.cli.progress import progress_line
    from bleu_core.readers.health import examine
    from bleu_core.teaching.why import detokenized, way

    systems = list(evalset.systems)[:outputs]
    with told(), progress_line() as stage:
        found = way(*recipes, evalset, systems, progress=stage("Counting"))
        findings = examine(evalset)
        estimate = detokenized(*recipes, evalset, systems, findings, stage("Counting"))
    say([finding.sentence for finding in findings if finding.severity == "serious"])
    return found, estimate


def _print(
    explanation: Explanation, found: Way | None, estimate: Estimate | None, form: str
) -> None:
    if form == "json":
        import json

        click.echo(json.dumps(_fields(explanation, found, estimate), indent=1, allow_nan=False))
        return
    from bleu_core.common.escaping import visible

    for line in _lines(explanation, found, estimate):
        click.echo(visible(line))


def _lines(explanation: Explanation, found: Way | None, estimate: Estimate | None) -> Iterator[str]:
    yield f"First   {explanation.first.by}"
    yield f"Second  {explanation.second.by}"
    yield ""
    yield explanation.headline
    yield from (f"- {row.sentence}" for row in explanation.differences)
    if explanation.alike:
        yield "Alike: " + "; ".join(f"{name} {value}" for name, value in explanation.alike.items())
    for title, sentences in (
        ("What is taken for granted", explanation.remarks),
        ("What cannot be told from this", explanation.unsaid),
    ):
        if sentences:
            yield ""
            yield title
            yield from (f"- {sentence}" for sentence in sentences)
    if found is not None:
        from bleu_core.present.account.steps import ORDER, about_texts, steps_table
        from bleu_core.present.report.terminal import table_lines

        yield ""
        yield "On these files"
        yield from (f"- {remark}" for remark in found.remarks)
        yield from table_lines(steps_table(found))
        yield ORDER
        yield from about_texts(explanation, found, estimate)


def _fields(
    explanation: Explanation, found: Way | None, estimate: Estimate | None
) -> dict[str, Any]:
    """All as JSON; scores and points are one a system, A and then B."""
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
        "steps": found and _way_fields(found),
        "detokenized": estimate
        and {
            "lines": estimate.changed,
            "findings": [finding.sentence for finding in estimate.findings],
            "codes": [finding.code for finding in estimate.findings],
            **_way_fields(estimate.way),
        },
    }
    return report


def _way_fields(found: Way) -> dict[str, Any]:
    return {
        "systems": list(found.systems),
        "first": list(found.first),
        "second": list(found.second),
        "steps": [
            {
                "field": step.field,
                "from": step.before,
                "to": step.after,
                "points": list(step.points),
                "delta": step.delta if len(step.points) > 1 else None,
            }
            for step in found.steps
        ],
        "remarks": list(found.remarks),
    }
