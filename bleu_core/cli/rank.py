"""`bleuscope rank`: rank many systems on one test set, and test every pair."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bleu_core.cli.comparing_options import ComparingOptions
from bleu_core.cli.errors import BAD_INPUT, FINE, REGRESSION, BadInput, as_bad_input, print_messages
from bleu_core.cli.inputs import PATH, WithSeveral, load_input
from bleu_core.cli.metrics import METRIC, Scoring
from bleu_core.cli.options import argument, option, options, options_class
from bleu_core.cli.output import (
    check_not_read,
    format_option,
    progress_line,
    report_option,
    write_reports,
)
from bleu_core.cli.scores import imported_keys, read_scores, score_paths
from bleu_core.cli.testset import campaign_outputs, human_scores
from bleu_core.common.escaping import one_line
from bleu_core.messages import option as messages
from bleu_core.messages import scoring as systems
from bleu_core.metrics.registry import is_metric, metric_keys, metric_name, plugin_metrics
from bleu_core.present.report import RANKING_SUFFIXES, ranking_text, render_ranking

if TYPE_CHECKING:
    from bleu_core.metrics import ImportedScores
    from bleu_core.present.ranking_report import RankingReport
    from bleu_core.readers import Assembled, File, Parts
    from bleu_core.readers.campaigns import Campaign

# Width of the output in characters if there is no terminal.
WIDTH = 160

EXAMPLES = """\b
Examples:
  bleuscope rank base.en new.en newest.en --ref reference.en
  bleuscope rank runs/*.en --ref r1.en r2.en --docs docs.txt --baseline monday
  bleuscope rank --campaign wmt23 -l en-de --scores COMET
  bleuscope rank runs/*.en --ref r.en -m chrf:beta=3 ter --by chrf --format csv
  bleuscope rank base.en runs/*.en --ref r.en --fail-if-significant
\b
Exit codes are listed by "bleuscope --help".
"""


def _metric_key(ctx: click.Context, parameter: click.Parameter, name: str) -> str:
    imported = imported_keys(ctx.params)
    if name in imported:
        return imported[name]
    if is_metric(name) or name in plugin_metrics().problems:
        return str(METRIC.convert(name, parameter, ctx))
    known = [*metric_keys(), *imported]
    advice = "For another one, import its scores with --scores."
    if is_metric(key := metric_name(name)):
        advice = f"Write --by {key}; settings belong to -m."
    raise click.BadParameter(messages.unknown("metric", one_line(name), known, advice))


@options_class
class RankOptions(ComparingOptions):
    """The options of `bleuscope rank`."""

    outputs: Sequence[str] = argument(type=PATH, nargs=-1, metavar="OUT...")
    baseline: str | None = option(
        "--baseline", metavar="NAME",
        help="System to compare all others with.  [default: the first system]",
    )  # fmt: skip
    names: Sequence[str] = option(
        "--name", multiple=True, metavar="NAME",
        help="Name for a system; repeat it for each system, in their order.  [default: from their "
        "files]",
    )  # fmt: skip
    systems: Sequence[str] = option(
        "--system", multiple=True, metavar="NAME",
        help="System to rank; repeat it for each system.  [default: all]",
    )  # fmt: skip
    # Its key.
    by: str = option(
        "--by", default="bleu", show_default=True, callback=_metric_key, metavar="METRIC",
        help="Metric to rank by: one of -m, or a NAME of --scores.",
    )  # fmt: skip
    output_format: str = format_option("text", "json", "markdown", "latex", "csv")
    reports: Sequence[Path] = report_option(RANKING_SUFFIXES)

    @property
    def paths(self) -> list[str | None]:
        """The paths of the outputs, source, documents and references."""
        return [*self.outputs, self.beside.src, self.beside.docs, *self.files.references]

    def of_campaign(self, campaign: Campaign) -> RankOptions:
        """The same options with the files of the systems that are named."""
        outputs = self.outputs or self.systems or list(campaign.outputs)
        paths, _ = campaign_outputs(campaign, outputs, list_scores=not self.scores)
        return replace(self, outputs=paths)


@click.command(cls=WithSeveral, epilog=EXAMPLES)
@options(RankOptions)
def rank(options: RankOptions) -> int:
    """Rank systems by BLEU, and test every pair of systems for significance.

    OUT are files in any format that the app reads, each with one or more systems;
    "-" is standard input. With --campaign, they can be names of its systems; all are
    ranked by default. Every Δ is in points of the metric, relative to the
    baseline. p-values are from paired randomization, by document if the documents
    are known and there are enough of them, and Holm-corrected for the number of
    pairs. A range of ranks, such as 2–3, means that the tests at p < 0.05 leave the
    order open.
    """
    if options.test_set.campaign:
        options = options.of_campaign(options.test_set.campaign)
    elif not options.outputs:
        ctx = click.get_current_context()
        raise click.MissingParameter(ctx=ctx, param=ctx.command.params[0])
    if options.files.list_contents:
        options.files.print_contents(options.paths)
        return FINE
    check_not_read(options.reports, [*options.paths, *score_paths(options.scores)])
    from bleu_core.metrics.imported import KEY_PREFIX
    from bleu_core.present.tables.gates import GateReport

    gates = options.gates
    scoring = options.check([] if options.by.startswith(KEY_PREFIX) else [options.by])
    workspace = options.saving.workspace()
    standings, imported = run_ranking(options, scoring)
    blocking = gates.blocking(standings.findings)
    judged = GateReport(gates.judge_systems(standings), blocking)
    standings = replace(standings, gates=judged)
    unwritten = write_reports(lambda suffix: render_ranking(standings, suffix), options.reports)
    click.echo(_printed(standings, options.output_format), nl=False)
    failed, undecided = judged.regressions, judged.undecided
    print_messages([*failed, *undecided, *blocking, *unwritten])
    if workspace:
        data = standings.scored.evalset
        scores = [*imported, *human_scores(options.test_set.campaign, data.whole, imported)]
        query = options.saving.save(workspace, data.whole, scoring.config, scores, where=data.where)
        if options.saving.open_app:
            from bleu_core.cli.app import open_app

            del standings, data  # the app loads it again
            return open_app(query=query)
    return BAD_INPUT if undecided or blocking or unwritten else REGRESSION if failed else FINE


def run_ranking(
    options: RankOptions, scoring: Scoring
) -> tuple[RankingReport, list[ImportedScores]]:
    """Read the files of `rank`, and rank their systems; also the imported scores in the ranking."""
    from bleu_core.metrics.imported import imported_statistics
    from bleu_core.present.ranking_report import measure_systems, rank_report
    from bleu_core.readers import read_systems
    from bleu_core.readers.input_checks import examine
    from bleu_core.systems import ScoredSystems
    from bleu_core.systems.oracle import best_choice
    from bleu_core.systems.references import count_references, most_segments, reference_points
    from bleu_core.text.evalset import EvalSetPart

    number, gates, tests = len(options.outputs), options.gates, options.tests
    campaign = options.test_set.campaign
    own_names = {str(path): name for name, path in campaign.outputs.items()} if campaign else {}
    names = tuple(map(click.format_filename, options.names))
    chosen = tuple(map(click.format_filename, options.systems))
    # The metrics to test even if the systems are not ranked by them.
    tested = {condition.metric for condition in gates.conditions if condition.needs_tests}
    tested |= {"bleu"} if gates.fail_if_significant else set()

    def assemble(files: list[File | None], test_set: Parts | None) -> Assembled:
        outputs = [
            file._replace(called=own_names.get(path, ""))
            for path, file in zip(options.outputs, files[:number], strict=True)
            if file is not None
        ]
        src, docs, *others = files[number:]
        references = [file for file in others if file is not None]
        return read_systems(
            outputs, references, src, docs, test_set=test_set, names=names, systems=chosen,
            progress=stage("Reading"), **options.files.reading,
        )  # fmt: skip

    with as_bad_input(), progress_line() as stage:
        loaded = load_input(
            options.files, options.test_set, options.paths, assemble, "--system NAME",
            options.changing,
        )  # fmt: skip
        evalset, baseline = loaded.evalset, options.baseline
        if baseline is not None and baseline not in evalset.systems:
            raise BadInput([systems.unknown(baseline, list(evalset.systems))])
        part = loaded.selected
        scored = ScoredSystems.of(part, scoring.config, stage("Counting matches"))
        metrics = scoring.metrics.items()
        progress = {key: stage(f"Computing {metric.about.label}") for key, metric in metrics}
        statistics = measure_systems(scored, scoring.metrics, progress)
        imported, notes = read_scores(
            options.sources, scored.names, evalset, stage, skip_bad=options.changing.repair
        )
        for scores in imported:
            shown = scores.part(part) if isinstance(part, EvalSetPart) else scores
            statistics[scores.key] = imported_statistics(shown, scored.names)
        findings = examine(evalset, scoring.config, loaded.repaired)
        standings = rank_report(
            scored, statistics, options.by, baseline, tests.trials, tests.seed, sorted(tested),
            findings, loaded.paths, stage("Testing"), loaded.test_set_key,
        )  # fmt: skip
        if len(part) <= most_segments(len(part.references), len(scored)):
            if len(scored) > 1:
                choice = best_choice(list(scored.statistics.values()))
                standings = replace(standings, oracle=choice)
            counting = stage("Scoring references")
            counts = count_references(part, scored.names, scoring.config, counting)
            standings = replace(standings, reference_points=counts and reference_points(counts))
    print_messages([*loaded.changes, *notes])
    return standings, imported


def _printed(standings: RankingReport, output_format: str) -> str:
    if output_format == "json":
        from bleu_core.present.report.json_report import ranking_json

        return ranking_json(standings)
    if suffix := {"markdown": ".md", "latex": ".tex", "csv": ".csv"}.get(output_format):
        # The byte-order mark, which spreadsheets need, is only for the report.
        return render_ranking(standings, suffix).decode("utf-8-sig").replace("\r\n", "\n")
    return ranking_text(standings, shutil.get_terminal_size((WIDTH, 24)).columns)
