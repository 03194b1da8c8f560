"""`bleuscope score`: one system's BLEU and other metrics, as sacreBLEU prints them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from bleu_core.cli.errors import FINE, say, told
from bleu_core.cli.inputs import PATH, WithSeveral, file_options, options_for, read_paths
from bleu_core.cli.metrics import metric_settings_options, metrics_of, metrics_option
from bleu_core.cli.progress import progress_line
from bleu_core.cli.repairing import read_repaired, repair_option
from bleu_core.cli.settings import config_of, settings_options

if TYPE_CHECKING:
    from bleu_core.metrics import MetricScore, TextMetric
    from bleu_core.metrics.bleu_score import BleuScore
    from bleu_core.text.config import BleuConfig
    from bleu_core.text.evalset import EvalSet

EXAMPLES = """\b
Examples:
  bleuscope score output.en --ref reference.en
  bleuscope score output.en --ref ref1.en ref2.en --tokenize intl --json
  bleuscope score output.en --ref reference.en -m bleu chrf ter
  cat output.en | bleuscope score - --ref reference.en
  bleuscope score outputs.tsv --system google
"""


@click.command(cls=WithSeveral, epilog=EXAMPLES)
@click.argument("hypothesis", type=PATH)
@click.option(
    "--system", default="", metavar="NAME", help="Which system of its file, if it holds several."
)
@file_options
@repair_option
@metrics_option("Metrics to print", "  [default: bleu]")
@settings_options
@metric_settings_options
@click.option("--json", "as_json", is_flag=True, help="All numbers in full, as JSON.")
def score(
    hypothesis: str,
    system: str,
    references: tuple[str, ...],
    tab_separated: bool,
    encoding: dict[str, str],
    formats: dict[str, str],
    lists: bool,
    repair: bool,
    as_json: bool,
    metrics: tuple[str, ...],
    **options: Any,
) -> int:
    """Print BLEU of HYPOTHESIS ("-" is standard input), of any format that the app reads.

    With -m other metrics, a line each.
    """
    config = config_of(options)
    names = metrics or ("bleu",)
    other_metrics = metrics_of(names, config, options)
    files = read_paths([hypothesis, *references], formats, encoding)
    output, *others = [file for file in files if file is not None]
    if lists:
        from bleu_core.cli.listing import show

        show(files, encoding.get(""))
        return FINE

    from bleu_core.readers import Assembled, read_system
    from bleu_core.readers.health import examine

    def read() -> Assembled:
        return read_system(
            output,
            others,
            system=system,
            tab_separated=tab_separated,
            encoding=encoding.get(""),
        )

    with told(options_for("--system NAME")):
        evalset, repaired, repairs = read_repaired(read, repair)
        scores = [_score(evalset, other_metrics.get(name), config) for name in names]
        findings = examine(evalset, config)
    say(repairs)
    serious = [finding for finding in findings if finding.severity == "serious"]
    say([finding.sentence for finding in [*repaired, *serious]])
    if as_json:
        import json

        from bleu_core.present.report.json_report import score_fields

        found = [score_fields(one) for one in scores]
        click.echo(json.dumps(found if len(found) > 1 else found[0], indent=1))
    else:
        click.echo("\n".join(map(str, scores)))
    return FINE


def _score(
    evalset: EvalSet, metric: TextMetric | None, config: BleuConfig
) -> BleuScore | MetricScore:
    """The score of the one system under a metric; without one under BLEU."""
    [hypotheses] = evalset.systems.values()
    if metric is None:
        from bleu_core.metrics.bleu_score import segment_statistics

        return segment_statistics(hypotheses, evalset.references, config).corpus()
    from bleu_core.metrics import measure

    with progress_line() as stage:
        progress = stage(f"Counting {metric.about.label}")
        [stats] = measure(metric, [hypotheses], evalset.references, progress)
    return stats.corpus()
