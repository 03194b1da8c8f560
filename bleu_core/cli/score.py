"""`bleuscope score`: one system's BLEU, as sacreBLEU prints it."""

from __future__ import annotations

from typing import Any

import click

from bleu_core.cli.errors import FINE, say, told
from bleu_core.cli.inputs import PATH, WithReferences, file_options, read_paths
from bleu_core.cli.settings import config_of, settings_options

EXAMPLES = """\b
Examples:
  bleuscope score output.en --ref reference.en
  bleuscope score output.en --ref ref1.en ref2.en --tokenize intl --json
  cat output.en | bleuscope score - --ref reference.en
"""


@click.command(cls=WithReferences, epilog=EXAMPLES)
@click.argument("hypothesis", type=PATH)
@file_options
@settings_options
@click.option("--json", "as_json", is_flag=True, help="All numbers in full, as JSON.")
def score(
    hypothesis: str,
    references: tuple[str, ...],
    tab_separated: bool,
    encoding: str | None,
    as_json: bool,
    **settings: Any,
) -> int:
    """Print BLEU of HYPOTHESIS ("-" is standard input)."""
    config = config_of(**settings)
    system, *others = read_paths([hypothesis, *references])

    from bleu_core.bleu import segment_statistics
    from bleu_core.readers import read_comparison

    with told():
        # A comparison of a system with itself: readers know no other.
        evalset, repairs = read_comparison(
            system,
            system,
            [file for file in others if file is not None],
            names=("A", "B"),
            tab_separated=tab_separated,
            encoding=encoding,
        )
        stats = segment_statistics(evalset.systems["A"], evalset.references, config)
    say(list(dict.fromkeys(repairs)))
    if as_json:
        import json

        from bleu_core.report.terminal import score_fields

        click.echo(json.dumps(score_fields(stats.corpus()), indent=1))
    else:
        click.echo(str(stats.corpus()))
    return FINE
