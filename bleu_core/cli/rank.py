"""`bleuscope rank`: many systems on one test set, ranked, every pair told apart or not."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bleu_core.cli.errors import BAD_INPUT, FINE, REGRESSION, say
from bleu_core.cli.gate import doubts, regressions_of_systems
from bleu_core.cli.inputs import PATH, WithSeveral, file_options, read_paths
from bleu_core.cli.keeping import keep, open_workspace
from bleu_core.cli.metrics import metric_settings_options, metrics_of, metrics_option
from bleu_core.cli.ranking import ranked
from bleu_core.cli.repairing import repair_option
from bleu_core.cli.reports import report_option, write
from bleu_core.cli.settings import config_of, settings_options
from bleu_core.cli.testing import check_gate, gate_options, tests_options
from bleu_core.messages import Message
from bleu_core.metrics.metric_names import NAMES
from bleu_core.present.report import RANKING_SUFFIXES, ranking_text, render_ranking
from bleu_core.systems.gates.conditions import Condition

if TYPE_CHECKING:
    from bleu_core.present.ranking_report import Standings

# Of a line where there is no terminal to ask.
WIDTH = 160

EXAMPLES = """\b
Examples:
  bleuscope rank base.en new.en newest.en --ref reference.en
  bleuscope rank runs/*.en --ref r1.en r2.en --docs docs.txt --baseline monday
  bleuscope rank outputs.tsv --report ranking.html --report table.tex
  bleuscope rank runs/*.en --ref r.en -m chrf ter --by chrf --format csv
  bleuscope rank base.en runs/*.en --ref r.en --fail-if-significant
\b
Exit codes: 0 fine; 1 a system that is worse than the baseline by one of the --fail options;
2 input that cannot be compared, or that has a serious finding: then all is printed all the
same, and 2 comes before 1, unless --accept-findings is said.
"""


@click.command(cls=WithSeveral, epilog=EXAMPLES)
@click.argument("outputs", type=PATH, nargs=-1, required=True, metavar="OUT...")
@click.option(
    "--baseline", metavar="NAME", help="What all are compared with.  [default: the first system]"
)
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="NAME",
    help="What a system is called, in the order of the systems.  [default: from their files]",
)
@click.option(
    "--system",
    "systems",
    multiple=True,
    metavar="NAME",
    help="Of files that hold several, rank this one. May be given several times.  [default: all]",
)
@file_options
@click.option("--src", type=PATH, metavar="FILE", help="The source text.")
@click.option("--docs", type=PATH, metavar="FILE", help="The document of each segment.")
@click.option(
    "--by",
    type=click.Choice(NAMES),
    default="bleu",
    show_default=True,
    metavar="METRIC",
    help="The metric that ranks; one of those of -m.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "markdown", "latex", "csv"]),
    default="text",
    show_default=True,
    help="Of what is printed.",
)
@report_option(RANKING_SUFFIXES)
@repair_option
@click.option(
    "--keep", "keeps", is_flag=True, help="Keep the test set with its systems in the workspace."
)
@click.option("--open", "opens", is_flag=True, help="Keep it, and open the app on it.")
@gate_options("a system", "the baseline", " p is after Holm over all pairs.")
@tests_options
@metrics_option("Metrics beside BLEU")
@settings_options
@metric_settings_options
def rank(
    outputs: tuple[str, ...],
    baseline: str | None,
    names: tuple[str, ...],
    systems: tuple[str, ...],
    references: tuple[str, ...],
    src: str | None,
    docs: str | None,
    tab_separated: bool,
    encoding: dict[str, str],
    formats: dict[str, str],
    lists: bool,
    by: str,
    form: str,
    reports: tuple[str, ...],
    repair: bool,
    keeps: bool,
    opens: bool,
    accept_findings: bool,
    fail_under: float | None,
    fail_if_significant: bool,
    fail_if: list[list[Condition]],
    level: float,
    trials: int,
    seed: int,
    metrics: tuple[str, ...],
    **options: Any,
) -> int:
    """Rank systems by BLEU, with the ranks that the tests allow, and test every pair of them.

    OUT are files of any format that the app reads, one system each or several;
    "-" is standard input. Every Δ is in points of the metric, against the baseline.
    p are by randomization, by document where documents are known and enough, and
    corrected for the number of pairs by Holm: ranks are those at p < 0.05.
    """
    if lists:
        from bleu_core.cli.listing import show

        show(read_paths([*outputs, src, docs, *references], formats, encoding), encoding.get(""))
        return FINE
    check_gate(trials, fail_under, fail_if_significant, fail_if, opens)
    asked = [condition for conditions in fail_if for condition in conditions]
    config = config_of(options)
    others = metrics_of([*metrics, by, *(one.metric for one in asked)], config, options)
    workspace = open_workspace("--open" if opens else "--keep") if keeps or opens else None
    called, wanted = (tuple(map(click.format_filename, given)) for given in (names, systems))
    tested = {condition.metric for condition in asked if condition.of_p}
    tested |= {"bleu"} if fail_if_significant else set()
    reading: dict[str, Any] = {"names": called, "systems": wanted, "tab_separated": tab_separated}
    reading |= {"formats": formats, "encodings": encoding}
    standings = ranked(
        outputs, [src, docs, *references], config, others, by, baseline, trials, seed,
        sorted(tested), repair, reading,
    )  # fmt: skip
    for path in reports:
        write(lambda suffix: render_ranking(standings, suffix), Path(path))
    failed = regressions_of_systems(standings, fail_under, fail_if_significant, level, fail_if)
    click.echo(_printed(standings, form, failed), nl=False)
    doubtful = [] if accept_findings else doubts(standings.findings)
    say([*failed, *doubtful])
    if workspace:
        query = keep(workspace, standings.scored.evalset, config)
        if opens:
            from bleu_core.cli.app import open_link

            del standings  # the app has it in memory from now on
            return open_link(query)
        say([f"`bleuscope` offers it; where the app runs already, add to its address: /?{query}"])
    if doubtful:
        return BAD_INPUT
    return REGRESSION if failed else FINE


def _printed(standings: Standings, form: str, failed: list[Message]) -> str:
    match form:
        case "json":
            from bleu_core.present.report.json_report import ranking_json

            return ranking_json(standings, failed)
        case "markdown":
            return render_ranking(standings, ".md").decode()
        case "latex":
            return render_ranking(standings, ".tex").decode()
        case "csv":
            # The mark that a spreadsheet needs is in the report; here programs read.
            return render_ranking(standings, ".csv").decode("utf-8-sig").replace("\r\n", "\n")
    return ranking_text(standings, shutil.get_terminal_size((WIDTH, 24)).columns)
