"""`bleuscope suite`: run many test sets at once, each with its baseline and gates."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bleu_core.cli.errors import (
    BAD_INPUT,
    FINE,
    REGRESSION,
    BadInput,
    as_bad_input,
    print_messages,
    workspace_errors_as_bad_input,
)
from bleu_core.cli.inputs import PATH, read_paths
from bleu_core.cli.options import argument, option, options, options_class
from bleu_core.cli.output import (
    check_not_read,
    existing_workspace,
    format_option,
    open_workspace,
    progress_line,
    report_option,
    write_reports,
)
from bleu_core.messages import option as messages
from bleu_core.present.report import report_suffix
from bleu_core.suite.rendering import SUFFIXES, render, suite_text

if TYPE_CHECKING:
    from bleu_core.suite.results import SuiteResult

EXAMPLES = """\b
Examples:
  bleuscope suite bleu.toml
  bleuscope suite bleu.toml --format markdown
  bleuscope suite bleu.toml --keep --report suite.html --report junit.xml
\b
Exit codes are listed by "bleuscope --help".
"""


@options_class
class SuiteOptions:
    """The options of `bleuscope suite`."""

    file: str = argument(type=PATH)
    output_format: str = format_option("text", "markdown", "json")
    reports: Sequence[Path] = report_option(SUFFIXES)
    keep: bool = option(
        "--keep", is_flag=True,
        help="Save the run and its comparisons in the workspace, so that the app can show them and "
        "the next run can use outputs that passed as baselines.",
    )  # fmt: skip


@click.command(epilog=EXAMPLES)
@options(SuiteOptions)
def suite(options: SuiteOptions) -> int:
    """Compare systems on many test sets in one run, and judge them by gates.

    FILE is a TOML file with a title, [defaults], and a [[set]] for each test set,
    with its references, systems, baseline, gates and slices. Paths in it are
    relative to the file.
    """
    from bleu_core.suite.definition import read_suite
    from bleu_core.suite.running import run

    [source] = read_paths([options.file])
    assert source is not None
    folder = Path() if options.file == "-" else Path(options.file).parent
    with as_bad_input():
        plan = read_suite(source.data, source.name, folder)
    inputs = [path for each in plan.sets for path in each.paths]
    check_not_read(options.reports, [options.file, *inputs])
    workspace = open_workspace() if options.keep else existing_workspace()
    page = ".html" in map(report_suffix, options.reports)
    with workspace_errors_as_bad_input(), progress_line() as stage:
        result, reports, not_kept = run(plan, workspace, stage("Comparing"), options.keep, page)
    unwritten = write_reports(lambda suffix: render(result, suffix, reports), options.reports)
    click.echo(_printed(result, options.output_format), nl=False)
    if options.output_format != "text":
        from bleu_core.suite.rendering.document import headline

        print_messages([headline(result)])
    if workspace and options.keep and not not_kept:
        print_messages([f"Saved in {workspace.folder}."])
    if not_kept:
        unwritten.append(messages.about("The run was not saved", not_kept))
    if unwritten:
        raise BadInput(unwritten)
    if not result.judged:
        return BAD_INPUT
    if result.failed:
        return REGRESSION
    # Without a baseline no gate is judged; a saved run becomes the first one.
    return FINE if result.passed or options.keep else BAD_INPUT


def _printed(result: SuiteResult, output_format: str) -> str:
    if output_format == "json":
        from bleu_core.present.report.json_report import as_json
        from bleu_core.suite.results import to_json

        return as_json(to_json(result))
    return render(result, ".md").decode() if output_format == "markdown" else suite_text(result)
