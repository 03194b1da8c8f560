"""`bleuscope compare`: where the difference lies, as tables, as a report, as a gate."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bleu_core.cli.choosing import Choices, choices, slices_options, where_option
from bleu_core.cli.data_options import data_options, is_of_a_data_set
from bleu_core.cli.errors import BAD_INPUT, FINE, REGRESSION, say
from bleu_core.cli.examining import examined
from bleu_core.cli.gate import doubts, regressions
from bleu_core.cli.inputs import PATH, WithSeveral, file_options, read_paths
from bleu_core.cli.keeping import keep, open_workspace
from bleu_core.cli.metrics import metric_settings_options, metrics_of, metrics_option
from bleu_core.cli.repairing import repair_option
from bleu_core.cli.reports import report_option, write
from bleu_core.cli.scores import given_scores, scores_options
from bleu_core.cli.settings import config_of, settings_options
from bleu_core.cli.testing import check_gate, gate_options, tests_options
from bleu_core.common.numerals import whole
from bleu_core.messages import Message, option
from bleu_core.present.report import MOST_FOR_NGRAMS, SUFFIXES, comparison_text, render
from bleu_core.systems.gates.conditions import Condition

if TYPE_CHECKING:
    from bleu_core.cli.slice_gates import Held
    from bleu_core.present.report.content import Content
    from bleu_core.segments.columns import Table

EXAMPLES = """\b
Examples:
  bleuscope compare baseline.en new.en --ref reference.en
  bleuscope compare a.en b.en --ref r1.en r2.en --src s.es --report report.html
  bleuscope compare a.en b.en --ref r.en --fail-under -0.5 --fail-if-significant
  bleuscope compare a.en b.en --ref r.en --fail-if 'bleu<-0.5 and chrf<0'
  bleuscope compare a.en b.en --ref r.en -m chrf ter --format json
  bleuscope compare a.en b.en --ref r.en --where 'question and not b.copy'
  bleuscope compare a.en b.en --ref r.en --gate 'digits: -0.3' --find-slices
  bleuscope compare a.en b.en --ref r.en --open
  bleuscope compare a.en b.en --ref r.en --higher-is-better COMET a.comet b.comet
  bleuscope compare outputs.tsv --list
  bleuscope compare a.en b.en --ref r.en --columns
  bleuscope compare outputs.tsv --a google --b deepl --ref reference.en
  bleuscope compare baseline.en new.en --ref r.en --keep --name-b "$(date +%F)"
  bleuscope compare --data corpus/*.parquet --a old --b new --ref human --doc talk
\b
Exit codes: 0 fine; 1 a regression by --gate or one of the --fail options;
2 input that cannot be compared, or not be kept; a data set of which something cannot be
read, unless --skip-bad is said; or input that has a serious finding: then all is printed
all the same, and 2 comes before 1, unless --accept-findings is said; 130 stopped.
"""


@click.command(cls=WithSeveral, epilog=EXAMPLES)
@click.argument("a", type=PATH, required=False, metavar="A")
@click.argument("b", type=PATH, required=False)
@click.option("--a", "system_a", default="", metavar="NAME", help="Which system of its file is A.")
@click.option("--b", "system_b", default="", metavar="NAME", help="Which system of its file is B.")
@file_options
@data_options
@click.option("--src", type=PATH, metavar="FILE", help="The source text.")
@click.option("--docs", type=PATH, metavar="FILE", help="The document of each segment.")
@click.option("--name-a", default="", help="What A is called.  [default: from its file]")
@click.option("--name-b", default="", help="What B is called.  [default: from its file]")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "markdown"]),
    default="text",
    show_default=True,
    help="Of what is printed.",
)
@report_option(SUFFIXES)
@repair_option
@click.option(
    "--keep",
    "keeps",
    is_flag=True,
    help="Keep the comparison in the workspace, as a run on its test set.",
)
@click.option("--open", "opens", is_flag=True, help="Keep it, and open the app on it.")
@where_option
@slices_options
@gate_options("B", "A")
@tests_options
@click.option(
    "--ngrams/--no-ngrams",
    default=None,
    help="Whether n-grams are counted. Of a data set, where this is said: all texts are read again "
    f"for it.  [default: up to {whole(MOST_FOR_NGRAMS)} segments in files]",
)
@click.option(
    "--detectors/--no-detectors",
    default=None,
    help="Whether degenerate output is looked for.  "
    f"[default: up to {whole(MOST_FOR_NGRAMS)} segments]",
)
@metrics_option("Metrics beside BLEU")
@scores_options
@settings_options
@metric_settings_options
def compare(
    a: str | None,
    b: str | None,
    system_a: str,
    system_b: str,
    references: tuple[str, ...],
    src: str | None,
    docs: str | None,
    tab_separated: bool,
    encoding: dict[str, str],
    formats: dict[str, str],
    lists: bool,
    name_a: str,
    name_b: str,
    form: str,
    reports: tuple[str, ...],
    repair: bool,
    accept_findings: bool,
    keeps: bool,
    opens: bool,
    fail_under: float | None,
    fail_if_significant: bool,
    fail_if: list[list[Condition]],
    level: float,
    trials: int,
    seed: int,
    ngrams: bool | None,
    detectors: bool | None,
    metrics: tuple[str, ...],
    **options: Any,
) -> int:
    """Compare the outputs of two systems: A, the baseline, and B, the candidate.

    Every Δ is B − A in BLEU points (0-100). Files may be of any format that the
    app reads; "-" is standard input. One file may hold both systems: of several
    the first two, unless --a and --b choose others.
    """
    ctx = click.get_current_context()
    if is_of_a_data_set(ctx):
        from bleu_core.cli.data_set import compare_data_set

        return compare_data_set(ctx.params)
    if a is None:
        raise click.MissingParameter(ctx=ctx, param=ctx.command.params[0])
    paths = [a, b, src, docs, *references]
    if lists:
        from bleu_core.cli.listing import show

        show(read_paths(paths, formats, encoding), encoding.get(""))
        return FINE
    chosen = choices(options)
    check_gate(trials, fail_under, fail_if_significant, fail_if, opens)
    if opens and chosen.gates:
        raise click.UsageError(option.open_with_gate())
    asked = [condition for conditions in fail_if for condition in conditions]
    imported = given_scores(options)
    config = config_of(options)
    other_metrics = metrics_of([*metrics, *(one.metric for one in asked)], config, options)
    workspace = open_workspace("--open" if opens else "--keep") if keeps or opens else None
    # An argument may be bytes that are no text, as a file's name may.
    names, systems = (
        tuple(map(click.format_filename, given))
        for given in ((name_a, name_b), (system_a, system_b))
    )
    reading: dict[str, Any] = {"names": names, "systems": systems, "tab_separated": tab_separated}
    reading |= {"formats": formats, "encodings": encoding}
    if chosen.lists:
        from bleu_core.cli.columns import show_columns

        show_columns(paths, config, other_metrics.values(), chosen, reading, repair, form)
        return FINE
    content, scores, columns = examined(
        paths, config, other_metrics.values(), imported, trials, seed, ngrams, detectors, repair,
        chosen, reading,
    )  # fmt: skip
    for path in reports:
        write(lambda suffix: render(content, suffix), Path(path))
    from bleu_core.systems.gates.judging import Change

    # By the names they were asked for: chrf of word order 2 has the key of chrf++.
    called = ["bleu", *other_metrics, *(one.key for one in scores)]
    said = dict(zip(called, map(Change.of, content.all_opinions), strict=True))
    failed = regressions(said, fail_under, fail_if_significant, level, fail_if)
    gates = _gates(chosen, columns)
    failed += [one.regression for one in gates if one.fails]
    click.echo(_printed(content, form, list(said), failed, gates), nl=False)
    doubtful = [] if accept_findings else doubts(content.findings)
    say([*failed, *doubtful])
    if workspace:
        query = keep(workspace, content.comparison.evalset.whole, config, scores, chosen.where)
        if opens:
            from bleu_core.cli.app import open_link

            del content  # the app has it in memory from now on
            return open_link(query)
        say([f"`bleuscope` offers it; where the app runs already, add to its address: /?{query}"])
    if doubtful:
        return BAD_INPUT
    return REGRESSION if failed else FINE


def _gates(chosen: Choices, columns: Table) -> list[Held]:
    """The gates on slices, judged."""
    if not chosen.gates:
        return []
    from bleu_core.cli.slice_gates import held

    return held(chosen.gates, columns, chosen.where)


def _printed(
    content: Content, form: str, metrics: list[str], failed: list[Message], gates: list[Held]
) -> str:
    match form:
        case "json":
            from bleu_core.present.report.json_report import comparison_json, regression_fields

            judged = [one.fields for one in gates]
            return comparison_json(content, metrics, **regression_fields(failed), gates=judged)
        case "markdown":
            return render(content, ".md").decode()
    return comparison_text(content)
