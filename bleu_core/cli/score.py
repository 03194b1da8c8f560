"""`bleuscope score`: BLEU and other metrics of one system, printed as by sacreBLEU."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from bleu_core.cli.errors import FINE, as_bad_input, print_messages
from bleu_core.cli.inputs import PATH, InputOptions, RepairOptions, WithSeveral, load_input
from bleu_core.cli.metrics import ScoringOptions, metrics_option
from bleu_core.cli.options import argument, group, option, options, options_class
from bleu_core.cli.output import format_option, progress_line
from bleu_core.cli.testset import TestSetOptions, campaign_outputs
from bleu_core.common.escaping import one_line
from bleu_core.messages import scoring
from bleu_core.messages import testset as messages
from bleu_core.metrics.registry import metric_name

if TYPE_CHECKING:
    from bleu_core.metrics import MetricScore, TextMetric
    from bleu_core.metrics.bleu import BleuScore
    from bleu_core.readers import Assembled, File, Parts
    from bleu_core.text.config import BleuConfig
    from bleu_core.text.evalset import EvalSet

EXAMPLES = """\b
Examples:
  bleuscope score output.en --ref reference.en
  bleuscope score output.en --ref ref1.en ref2.en --tokenize intl --format json
  bleuscope score output.en --ref reference.en -m bleu chrf:beta=3 ter
  bleuscope score output.de -t wmt23 -l en-de
  cat output.en | bleuscope score - --ref reference.en
"""


@options_class
class ScoreOptions:
    """The options of `bleuscope score`."""

    hypothesis: str = argument(type=PATH)
    system: str = option(
        "--system", default="", metavar="NAME",
        help="System to score, if the file has several.",
    )  # fmt: skip
    files: InputOptions = group(InputOptions)
    test_set: TestSetOptions = group(TestSetOptions)
    changing: RepairOptions = group(RepairOptions)
    metrics: Sequence[str] = metrics_option("Metrics to compute", "  [default: bleu]")
    scoring: ScoringOptions = group(ScoringOptions)
    output_format: str = format_option("text", "json")


@click.command(cls=WithSeveral, epilog=EXAMPLES)
@options(ScoreOptions)
def score(options: ScoreOptions) -> int:
    """Compute BLEU, or the metrics of -m, for the output of one system.

    HYPOTHESIS is a file in any format that the app reads; "-" is standard input.
    The command prints one line per metric, as sacreBLEU does. Input warnings do
    not change its exit code.
    """
    if options.test_set.campaign:
        [path], _ = campaign_outputs(options.test_set.campaign, [options.hypothesis])
        options = replace(options, hypothesis=path)
    names = options.metrics or ("bleu",)
    config, metrics = options.scoring.scoring(names, options.test_set.pair)
    names = [*map(metric_name, names)]
    paths = [options.hypothesis, *options.files.references]
    if options.files.list_contents:
        options.files.print_contents(paths)
        return FINE

    from bleu_core.metrics.bleu import BleuScore
    from bleu_core.metrics.precision import why_zero
    from bleu_core.readers import read_system
    from bleu_core.readers.input_checks import examine

    def assemble(files: list[File | None], test_set: Parts | None) -> Assembled:
        output, *references = [file for file in files if file is not None]
        return read_system(
            output, references, test_set=test_set, system=options.system, **options.files.reading
        )

    loaded = load_input(
        options.files, options.test_set, paths, assemble, "--system NAME", options.changing
    )
    selected = loaded.selected
    with as_bad_input():
        scores = [_score(selected, metrics.get(name), config) for name in names]
        findings = examine(loaded.evalset, config)
    print_messages(loaded.changes)
    if selected.where:
        whole = selected.whole
        print_messages([messages.selected(len(selected), len(whole), one_line(selected.where))])
    serious = [finding for finding in findings if finding.severity == "serious"]
    print_messages([finding.sentence for finding in [*serious, *loaded.repaired]])
    reasons = [why_zero(each) for each in scores if isinstance(each, BleuScore)]
    print_messages([scoring.zero(reason) for reason in reasons if reason])
    if options.output_format == "json":
        import json

        from bleu_core.present.report.json_report import score_fields

        values = [score_fields(each) for each in scores]
        click.echo(json.dumps(values if len(values) > 1 else values[0], indent=1))
    else:
        click.echo("\n".join(map(str, scores)))
    return FINE


def _score(
    evalset: EvalSet, metric: TextMetric | None, config: BleuConfig
) -> BleuScore | MetricScore:
    """The score of the only system by a metric; by BLEU if there is no metric."""
    [hypotheses] = evalset.systems.values()
    if metric is None:
        from bleu_core.metrics.bleu import segment_statistics

        return segment_statistics(hypotheses, evalset.references, config).corpus()
    from bleu_core.metrics import measure

    with progress_line() as stage:
        progress = stage(f"Computing {metric.about.label}")
        [stats] = measure(metric, [hypotheses], evalset.references, progress)
    return stats.corpus()
