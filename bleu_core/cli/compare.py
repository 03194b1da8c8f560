"""`bleuscope compare`: compare two systems, write reports, check gates."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bleu_core.cli.comparing_options import ComparingOptions
from bleu_core.cli.errors import BAD_INPUT, FINE, REGRESSION, as_bad_input, print_messages
from bleu_core.cli.inputs import PATH, LoadedInput, WithSeveral, load_pair, read_paths
from bleu_core.cli.metrics import Scoring
from bleu_core.cli.options import argument, group, option, options, options_class
from bleu_core.cli.output import (
    ProgressFactory,
    check_not_read,
    format_option,
    link_to,
    progress_line,
    report_option,
    write_reports,
)
from bleu_core.cli.scores import read_scores, score_paths
from bleu_core.cli.segment_options import SegmentOptions, select_part
from bleu_core.cli.testset import campaign_outputs, human_scores
from bleu_core.common.escaping import markdown_code, one_line
from bleu_core.common.formatting import format_int
from bleu_core.common.pair import A, B
from bleu_core.messages import campaign as campaign_messages
from bleu_core.messages import option as messages
from bleu_core.present.report import MOST_FOR_NGRAMS, SUFFIXES, comparison_text, render

if TYPE_CHECKING:
    from bleu_core.common.progress import Progress
    from bleu_core.explain.comparison import Comparison
    from bleu_core.metrics import ImportedScores, MetricComparison
    from bleu_core.present.comparison_report import ComparisonReport, NgramSummary
    from bleu_core.readers.campaigns import Campaign
    from bleu_core.segments.columns import SegmentColumn, SegmentTable
    from bleu_core.segments.detectors import DetectorCounts
    from bleu_core.significance.metric_tests import MetricSignificance

EXAMPLES = """\b
Examples:
  bleuscope compare baseline.en new.en --ref reference.en
  bleuscope compare a.en b.en --ref r1.en r2.en --src s.es --report report.html
  bleuscope compare a.de b.de -t wmt23 -l en-de
  bleuscope compare a.en b.en --ref r.en --fail-under -0.5 --fail-if-significant
  bleuscope compare a.en b.en --ref r.en -m chrf:beta=3 ter --format json
  bleuscope compare a.en b.en --ref r.en --where 'question and not b.copy'
  bleuscope compare old.en new.en --ref r.en --scores COMET=comet.tsv
  bleuscope compare --data counted
\b
Exit codes are listed by "bleuscope --help".
"""


@options_class
class CompareOptions(ComparingOptions):
    """The options of `bleuscope compare`."""

    a: str | None = argument(type=PATH, required=False, metavar="A")
    b: str | None = argument(type=PATH, required=False)
    system_a: str = option(
        "--a", default="", metavar="NAME", help=f"System to use as {A}, if its file has several."
    )
    system_b: str = option(
        "--b", default="", metavar="NAME", help=f"System to use as {B}, if its file has several."
    )
    data: str = option(
        "--data", default="", type=click.Path(file_okay=False), metavar="FOLDER",
        help='Folder of a data set that "bleuscope data" wrote, instead of files.',
    )  # fmt: skip
    name_a: str = option(
        "--name-a", default="", metavar="NAME", help=f"Name for {A}.  [default: from its file]"
    )
    name_b: str = option(
        "--name-b", default="", metavar="NAME", help=f"Name for {B}.  [default: from its file]"
    )
    output_format: str = format_option("text", "json", "markdown")
    reports: Sequence[Path] = report_option(SUFFIXES)
    segments: SegmentOptions = group(SegmentOptions)
    details: bool | None = option(
        "--details/--no-details", default=None,
        help="Analyze n-grams and detect degenerate output, or skip both.  "
        f"[default: up to {format_int(MOST_FOR_NGRAMS)} segments]",
    )  # fmt: skip
    frequencies: str | None = option(
        "--frequencies", type=PATH, metavar="FILE",
        help="Word frequencies, for recall and precision of rare and frequent words in reports and "
        "JSON: a token, a tab and its count per line.  [default: counted in the references]",
    )  # fmt: skip

    @property
    def paths(self) -> list[str | None]:
        """The paths of A, B, source, documents and references."""
        return [self.a, self.b, self.beside.src, self.beside.docs, *self.files.references]

    def of_campaign(self, campaign: Campaign) -> CompareOptions:
        """The same options with the files of the systems that are named."""
        systems = [name for name in (self.a, self.b) if name is not None]
        if len(systems) < 2:
            known = list(campaign.outputs)
            raise click.UsageError(
                campaign_messages.two_systems(campaign.name, campaign.language_pair, known)
            )
        (a, b), names = campaign_outputs(campaign, systems, list_scores=not self.scores)
        name_a, name_b = self.name_a or names[0], self.name_b or names[1]
        return replace(self, a=a, b=b, name_a=name_a, name_b=name_b)


@click.command(cls=WithSeveral, epilog=EXAMPLES)
@options(CompareOptions)
def compare(options: CompareOptions) -> int:
    """Compare the outputs of two systems: A, the baseline, and B, the candidate.

    Every Δ is B − A, in BLEU points (0-100). Files can have any format that the
    app reads; "-" is standard input. One file can hold both systems: the first
    two are compared, unless --a and --b name others.
    """
    ctx = click.get_current_context()
    if options.test_set.campaign:
        options = options.of_campaign(options.test_set.campaign)
    elif not options.data and options.a is None:
        raise click.MissingParameter(ctx=ctx, param=ctx.command.params[0])
    if options.files.list_contents and not options.data:
        options.files.print_contents(options.paths)
        return FINE
    read = [*options.paths, options.frequencies, *score_paths(options.scores)]
    check_not_read(options.reports, read)
    scoring = options.check([], options.segments.gates)
    workspace = options.saving.workspace()
    if options.segments.list_columns:
        print_columns(options, scoring)
        return FINE
    report, imported, segments, table = run_comparison(options, scoring)
    from bleu_core.present.tables.gates import GateReport
    from bleu_core.systems.gates import MetricDelta

    # By the requested names: chrf with word order 2 has the key of chrf++.
    names = ["bleu", *scoring.metrics, *(each.key for each in imported)]
    evalset = report.comparison.evalset
    deltas = {}
    for name, each in zip(names, report.all_metric_pairs, strict=True):
        pair, reason = each.metric_pair, evalset.no_test_reason
        deltas[name] = MetricDelta(
            pair.about.label, pair.delta, each.p, each.smallest_p, pair.counted, reason
        )
    results = options.gates.judge(deltas)
    slice_gates = segments.judge_gates(table, results)
    blocking = options.gates.blocking(report.findings)
    judged = GateReport({"": results}, blocking)
    report = replace(report, gates=judged)
    unwritten = write_reports(lambda suffix: render(report, suffix), options.reports)
    if options.output_format == "json":
        from bleu_core.present.report.json_report import comparison_json, gate_fields

        printed = comparison_json(report, names, **gate_fields(report.gates), gates=slice_gates)
    elif options.output_format == "markdown":
        printed = render(report, ".md").decode()
    else:
        printed = comparison_text(report)
    click.echo(printed, nl=False)
    failed, undecided = judged.regressions, judged.undecided
    print_messages([*failed, *undecided, *blocking, *unwritten])
    evalset = evalset.whole
    if workspace:
        scores = [*imported, *human_scores(options.test_set.campaign, evalset, imported)]
        query = options.saving.save(workspace, evalset, scoring.config, scores, segments.where)
        if options.saving.open_app:
            from bleu_core.cli.app import open_app

            del report, table, evalset  # the app loads it again
            return open_app(query=query)
    elif options.data:
        from bleu_core.cli.data import is_in_workspace

        folder = Path(options.data).absolute()
        if is_in_workspace(folder):
            where = options.segments.where
            options.saving.print_place(folder, link_to(evalset, scoring.config, where))
    return BAD_INPUT if undecided or blocking or unwritten else REGRESSION if failed else FINE


def run_comparison(
    options: CompareOptions, scoring: Scoring
) -> tuple[ComparisonReport, list[ImportedScores], SegmentOptions, SegmentTable]:
    """Read, score and test: the report, imported scores, --where with --origlang and --subset in
    it, and the columns of all segments, also of those that it excludes.
    """
    from bleu_core.common.parallel import together
    from bleu_core.present.comparison_report import gather
    from bleu_core.readers.input_checks import examine
    from bleu_core.readers.text_files import read_word_counts
    from bleu_core.significance import run_tests
    from bleu_core.systems.grades import p_among_all
    from bleu_core.text.encoding import LARGE

    trials, seed = options.tests.trials, options.tests.seed
    with as_bad_input(), progress_line() as stage:
        [counts] = read_paths([options.frequencies], columns=False)
        word_counts = (counts.name, read_word_counts(counts)) if counts else None
        loaded, comparison = _load_comparison(options, scoring, stage)
        segments = options.segments.within(loaded.subset[1] if loaded.subset else "")
        imported, notes = _read_scores(options, comparison, stage)
        notes = [*loaded.changes, *notes]
        metric_pairs = _metric_pairs(comparison, scoring, imported, stage)
        table = _table(comparison, metric_pairs, segments)
        if segments.where:
            comparison, metric_pairs = select_part(comparison, metric_pairs, segments.where, table)
        detailed = options.details
        if detailed is None:
            detailed = len(comparison) <= MOST_FOR_NGRAMS
            notes += [] if detailed else [messages.details_skipped()]
        works: list[Callable[[Progress], Any]] = [
            lambda progress: _ngrams(comparison, options, progress) if detailed else None,
            lambda progress: (
                run_tests(comparison, trials, seed=seed, progress=progress) if trials else None
            ),
            lambda progress: _detect(comparison, segments, progress) if detailed else [],
            lambda progress: examine(loaded.evalset, scoring.config, loaded.repaired),
        ]
        progress = stage("Testing, counting n-grams, checking input", len(comparison))
        # Many segments are worked on one after the other, which takes less memory; n-grams come
        # last, as they forget the tokens that the others read.
        threads, way = (1, -1) if len(comparison) > LARGE else (None, 1)
        done = together(works[::way], progress, threads)
        ngrams, significance, degenerate, findings = done[::way]
        judged = _judged(comparison, metric_pairs, trials, seed, stage)
        progress = stage("Testing all pairs")
        p_holm = p_among_all(comparison, trials, seed, progress)
        slices = None
        if segments.find_slices:
            from bleu_core.segments.finder import find_slices

            compared = _table(comparison, metric_pairs, segments)
            progress = stage("Searching for slices")
            slices = find_slices(compared, seed=seed, progress=progress)
        report = gather(
            comparison, significance, ngrams, findings=findings, files=loaded.paths,
            metric_pairs=judged, slices=slices, thresholds=segments.detector_thresholds(),
            detectors=degenerate, test_set=loaded.test_set_key, options=loaded.options,
            p_holm=p_holm, word_counts=word_counts,
        )  # fmt: skip
    print_messages(notes)
    return report, imported, segments, table


def print_columns(options: CompareOptions, scoring: Scoring) -> None:
    """Print the columns that expressions can use, for --columns."""
    with as_bad_input(), progress_line() as stage:
        _, comparison = _load_comparison(options, scoring, stage)
        imported, _ = _read_scores(options, comparison, stage)
        metric_pairs = _metric_pairs(comparison, scoring, imported, stage)
    columns = list(_table(comparison, metric_pairs, options.segments).columns.values())
    if options.output_format == "json":
        from bleu_core.present.report.json_report import as_json

        fields = [
            {"name": c.name, "kind": c.kind, "about": c.about, "of": c.depends_on,
             "missing": c.missing, "written": _expression(c)}
            for c in columns
        ]  # fmt: skip
        click.echo(as_json({"columns": fields}), nl=False)
        return
    for line in _column_lines(columns, options.output_format == "markdown"):
        click.echo(line)


def _read_scores(
    options: CompareOptions, comparison: Comparison, stage: ProgressFactory
) -> tuple[list[ImportedScores], list[str]]:
    systems, skip_bad = (comparison.a, comparison.b), options.changing.repair
    return read_scores(options.sources, systems, comparison.evalset, stage, skip_bad)


def _load_comparison(
    options: CompareOptions, scoring: Scoring, stage: ProgressFactory
) -> tuple[LoadedInput, Comparison]:
    """The test set, and the comparison of all its segments."""
    from bleu_core.explain.comparison import Comparison

    if options.data:
        from bleu_core.cli.data import check_data_set, load_data_set

        loaded = load_data_set(options.data, options.saving.keep or options.saving.open_app)
        check_data_set(click.get_current_context())
    else:
        # Arguments may be bytes that are not valid text, as file names may.
        names, systems = (
            (click.format_filename(a), click.format_filename(b))
            for a, b in ((options.name_a, options.name_b), (options.system_a, options.system_b))
        )
        loaded = load_pair(
            options.files, options.test_set, options.paths, options.changing,
            names=names, systems=systems, progress=stage("Reading"),
        )  # fmt: skip
    progress = stage("Counting matches")
    return loaded, Comparison.of(loaded.evalset, scoring.config, progress=progress)


def _metric_pairs(
    comparison: Comparison,
    scoring: Scoring,
    imported: Sequence[ImportedScores],
    stage: ProgressFactory,
) -> list[MetricComparison]:
    """The other metrics of a comparison, computed and imported."""
    from bleu_core.metrics import compare_imported
    from bleu_core.significance.metric_tests import compare_with_metric

    computed = [
        compare_with_metric(comparison, metric, stage(f"Computing {metric.about.label}"))
        for metric in scoring.metrics.values()
    ]
    return computed + [compare_imported(each, comparison.a, comparison.b) for each in imported]


def _judged(
    comparison: Comparison,
    metric_pairs: Sequence[MetricComparison],
    trials: int,
    seed: int,
    stage: ProgressFactory,
) -> list[MetricSignificance]:
    """The other metrics, tested like BLEU: with the same units, trials and draws."""
    from bleu_core.significance import clusters_of
    from bleu_core.significance.metric_tests import MetricSignificance, compare_metrics

    if not trials or comparison.evalset.no_test_reason:
        return [MetricSignificance(each) for each in metric_pairs]
    progress = stage("Testing the other metrics")
    clusters = clusters_of(comparison.evalset)
    return compare_metrics(metric_pairs, clusters, trials, seed=seed, progress=progress)


def _table(
    comparison: Comparison, metric_pairs: Sequence[MetricComparison], segments: SegmentOptions
) -> SegmentTable:
    from bleu_core.segments.columns import table_of

    by_key = {each.about.key: each for each in metric_pairs}
    return table_of(comparison, segments.detector_thresholds(), metric_pairs=by_key)


def _ngrams(comparison: Comparison, options: CompareOptions, progress: Progress) -> NgramSummary:
    import numpy as np

    from bleu_core.explain.ngrams import evidence
    from bleu_core.present.comparison_report import PHRASES, summarize_ngrams
    from bleu_core.present.document import TERMINAL

    table = evidence(comparison, np.nan_to_num(comparison.ledger.per_match), progress=progress)
    is_brief = options.output_format == "text" and not options.reports
    listed = TERMINAL.ngrams if is_brief and TERMINAL.ngrams else PHRASES
    return summarize_ngrams(comparison, table, listed)


def _detect(
    comparison: Comparison, segments: SegmentOptions, progress: Progress
) -> list[DetectorCounts]:
    """The counts of the detectors of degenerate output."""
    from bleu_core.segments.detectors import detector_summary

    table, has_source = _table(comparison, (), segments), comparison.evalset.source is not None
    points = comparison.ledger.segments
    is_tested = not comparison.evalset.no_test_reason
    return detector_summary(table.flags, points, has_source, progress, is_tested)


def _expression(column: SegmentColumn) -> str:
    """The name of a column, as written in an expression."""
    from bleu_core.segments.expressions import Name, written
    from bleu_core.segments.expressions.syntax import Flag

    return one_line(written(Flag(Name(column.name))))


def _column_lines(columns: Sequence[SegmentColumn], as_markdown: bool) -> Iterator[str]:
    """A line for each column; unavailable columns come last, with the reason."""
    rows = [
        (_expression(column), column.kind, one_line(column.missing or column.about))
        for column in sorted(columns, key=lambda column: bool(column.missing))
    ]
    if as_markdown:
        yield from ("| column | type | description |", "|---|---|---|")
        for name, kind, about in rows:
            yield f"| {markdown_code(name.replace('|', '¦'))} | {kind} | {about} |"
        return
    width = max(len(name) for name, _, _ in rows)
    yield from (f"{name.ljust(width)}  {kind.ljust(6)}  {about}" for name, kind, about in rows)
