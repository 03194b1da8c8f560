"""`bleuscope suite`: many test sets in one run, each with its baseline and gates."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from bleu_core.cli.errors import BAD_INPUT, FINE, REGRESSION, BadInput, say, told
from bleu_core.cli.inputs import PATH, read_paths
from bleu_core.cli.keeping import open_workspace
from bleu_core.cli.keeping import told as told_of_workspace
from bleu_core.cli.progress import progress_line
from bleu_core.cli.reports import report_option, write
from bleu_core.messages import option
from bleu_core.suite.rendering import SUFFIXES, render, suite_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bleu_core.suite.results import SuiteResult
    from bleu_core.suite.running import Ran
    from bleu_core.workspace import Workspace

EXAMPLES = """\b
Examples:
  bleuscope suite bleu.toml
  bleuscope suite bleu.toml --format markdown
  bleuscope suite bleu.toml --keep --report suite.html --report junit.xml
\b
Exit codes: 0 fine; 1 a gate failed; 2 the file has a fault, a set cannot be compared, a gate
cannot judge, or input has a serious finding that is not accepted: then all else is compared
and printed all the same, as it is if a report cannot be written, and 2 comes before 1;
130 stopped.
"""


@click.command(epilog=EXAMPLES)
@click.argument("file", type=PATH)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown", "json"]),
    default="text",
    show_default=True,
    help="Of what is printed.",
)
@report_option(SUFFIXES)
@click.option(
    "--keep",
    "keeps",
    is_flag=True,
    help="Keep every comparison and the run in the workspace, where the app shows them, and where "
    "the next run finds what passed.",
)
def suite(file: str, form: str, reports: tuple[str, ...], keeps: bool) -> int:
    """Compare many test sets in one run, and judge them by their gates.

    FILE is TOML: a title, [defaults], and for each test set [[set]] with its
    references, systems, baseline, gates and slices. Its paths are relative to it.
    """
    from bleu_core.suite.reading import read_suite
    from bleu_core.suite.running import run

    [given] = read_paths([file])
    assert given is not None
    folder = Path() if file == "-" else Path(file).parent
    with told():
        plan = read_suite(given.data, given.name, folder)
    workspace = open_workspace("--keep") if keeps else _workspace()
    pages = any(path.lower().endswith(".html") for path in reports)
    with told_of_workspace(), progress_line() as stage:
        ran = run(plan, workspace, stage("Comparing"), keeps, pages)
    unwritten = _not_written(ran, [Path(path) for path in reports])
    click.echo(_printed(ran.result, form), nl=False)
    if form != "text":
        from bleu_core.suite.rendering.told import headline

        say([headline(ran.result)])
    if workspace and keeps and not ran.not_kept:
        say([f"Kept in {workspace.folder}."])
    if ran.not_kept:
        unwritten.append(option.run_not_kept(ran.not_kept))
    if unwritten:
        raise BadInput(unwritten)
    if not ran.result.judged:
        return BAD_INPUT
    return FINE if ran.result.passed else REGRESSION


def _workspace() -> Workspace | None:
    """The workspace, where there is one: none is made to look for what is kept."""
    from bleu_core.workspace import Workspace, home

    folder = home()
    if folder is None or not folder.is_dir():
        return None
    with told_of_workspace():
        return Workspace.open(folder)


def _not_written(ran: Ran, paths: Sequence[Path]) -> list[str]:
    """Write the reports; why any of them could not be, a sentence each."""
    problems: list[str] = []
    for path in paths:
        try:
            write(lambda suffix: render(ran.result, suffix, ran.pages), path)
        except BadInput as error:
            problems += error.problems
    return problems


def _printed(result: SuiteResult, form: str) -> str:
    match form:
        case "json":
            from bleu_core.present.report.json_report import as_json
            from bleu_core.suite.exchange import to_json

            return as_json(to_json(result))
        case "markdown":
            return render(result, ".md").decode()
    return suite_text(result)
