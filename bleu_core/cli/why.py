"""`bleuscope why`: from the settings of one score to those of another, one at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from bleu_core.cli.errors import FINE, BadInput, as_bad_input, print_messages, problems_of
from bleu_core.cli.inputs import PATH, InputOptions, WithSeveral, advice_options
from bleu_core.cli.options import argument, group, option, options, options_class
from bleu_core.cli.output import format_option, progress_line
from bleu_core.messages import option as messages

if TYPE_CHECKING:
    from bleu_core.metrics.signature_reading import ScoreSettings
    from bleu_core.text.evalset import EvalSet

EXAMPLES = """\b
Examples:
  bleuscope why 'BLEU+case.mixed+numrefs.1+smooth.exp+tok.13a+version.1.5.1' \\
                'nrefs:1|case:lc|eff:no|tok:intl|smooth:exp|version:2.4.0' \\
                output.en --ref reference.en
  bleuscope why "$SIGNATURE" NLTK output.en --ref reference.en
  bleuscope why "$OLD" "$NEW" baseline.en new.en --ref reference.en --format json
\b
Instead of a signature, you can name a tool: multi-bleu, multi-bleu-detok, NLTK,
paper, mteval-v11b, mteval-v13a. Quote its option for case with it:
'multi-bleu -lc'.
"""


@options_class
class WhyOptions:
    """The options of `bleuscope why`."""

    first: str = argument()
    second: str = argument()
    output: str = argument(type=PATH)
    output_b: str | None = argument(type=PATH, required=False)
    system: str = option(
        "--system", default="", metavar="NAME",
        help="System to use, if the only file has several.",
    )  # fmt: skip
    files: InputOptions = group(InputOptions)
    output_format: str = format_option("text", "json")


@click.command(cls=WithSeveral, epilog=EXAMPLES)
@options(WhyOptions)
def why(options: WhyOptions) -> int:
    """Explain why two BLEU scores of the same output differ.

    FIRST and SECOND are signatures or names of tools. A signature can be a whole
    line of output. The command changes one setting at a time, from the first
    score to the second, and prints BLEU of OUTPUT after each change; with
    OUTPUT_B, of both. Another order of changes would give other scores in
    between.
    """
    outputs = [options.output, *filter(None, [options.output_b])]
    paths = [*outputs, *options.files.references]
    if options.files.list_contents:
        options.files.print_contents(paths)
        return FINE

    from bleu_core.explain.setting_steps import printed_score_note, setting_steps
    from bleu_core.readers.input_checks import examine

    first, second = _settings(options)
    evalset = _read(options, paths)
    with as_bad_input(), progress_line() as stage:
        systems = list(evalset.systems)[: len(outputs)]
        steps = setting_steps(first, second, evalset, systems, stage("Scoring"))
        findings = examine(evalset)
    print_messages([each.sentence for each in findings if each.severity == "serious"])
    for name, settings, step in (("FIRST", first, steps[0]), ("SECOND", second, steps[-1])):
        if note := printed_score_note(settings, step):
            print_messages([messages.about(name, note)])
    if options.output_format == "json":
        import json

        keys = ("setting", "from", "to", "scores")
        rows = [
            dict(zip(keys, (step.setting, step.before, step.after, step.scores), strict=True))
            for step in steps
        ]
        click.echo(json.dumps({"systems": systems, "steps": rows}, indent=1, allow_nan=False))
        return FINE

    from bleu_core.present.report.terminal import table_lines
    from bleu_core.present.tables.steps import setting_steps_table

    click.echo("\n".join(table_lines(setting_steps_table(steps))))
    return FINE


def _settings(options: WhyOptions) -> list[ScoreSettings]:
    """The settings of both scores; BadInput names each that cannot be read."""
    from bleu_core.metrics.signature_reading import read_settings

    settings, problems = [], []
    for name, text in (("FIRST", options.first), ("SECOND", options.second)):
        try:
            settings.append(read_settings(text))
        except ValueError as error:  # InputError
            problems += [messages.about(name, each) for each in problems_of(error)]
    if problems:
        raise BadInput(problems)
    return settings


def _read(options: WhyOptions, paths: list[str]) -> EvalSet:
    from bleu_core.readers import read_comparison, read_system

    files = [file for file in options.files.read(paths) if file is not None]
    reading = options.files.reading
    with as_bad_input(advice_options("--system NAME")):
        if options.output_b:
            evalset, changes = read_comparison(files[0], files[1], files[2:], **reading)
        else:
            evalset, changes = read_system(files[0], files[1:], system=options.system, **reading)
    print_messages(changes)
    return evalset
