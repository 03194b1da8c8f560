"""`bleuscope score`: one system's BLEU, as sacreBLEU prints it."""

from __future__ import annotations

from typing import Any

import click

from bleu_core.cli.errors import FINE, say, told
from bleu_core.cli.inputs import PATH, WithReferences, file_options, options_for, read_paths
from bleu_core.cli.repairing import read_repaired, repair_option
from bleu_core.cli.settings import config_of, settings_options

EXAMPLES = """\b
Examples:
  bleuscope score output.en --ref reference.en
  bleuscope score output.en --ref ref1.en ref2.en --tokenize intl --json
  cat output.en | bleuscope score - --ref reference.en
  bleuscope score outputs.tsv --system google
"""


@click.command(cls=WithReferences, epilog=EXAMPLES)
@click.argument("hypothesis", type=PATH)
@click.option(
    "--system", default="", metavar="NAME", help="Which system of its file, if it holds several."
)
@file_options
@repair_option
@settings_options
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
    **settings: Any,
) -> int:
    """Print BLEU of HYPOTHESIS ("-" is standard input), of any format that the app reads."""
    config = config_of(**settings)
    files = read_paths([hypothesis, *references], formats, encoding)
    output, *others = [file for file in files if file is not None]
    if lists:
        from bleu_core.cli.listing import show

        show(files, encoding.get(""))
        return FINE

    from bleu_core.bleu import segment_statistics
    from bleu_core.health import examine
    from bleu_core.readers import Assembled, read_system

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
        [hypotheses] = evalset.systems.values()
        stats = segment_statistics(hypotheses, evalset.references, config)
        findings = examine(evalset, config)
    say(repairs)
    serious = [finding for finding in findings if finding.severity == "serious"]
    say([finding.sentence for finding in [*repaired, *serious]])
    if as_json:
        import json

        from bleu_core.report.terminal import score_fields

        click.echo(json.dumps(score_fields(stats.corpus()), indent=1))
    else:
        click.echo(str(stats.corpus()))
    return FINE
