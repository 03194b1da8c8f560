"""Output of commands: progress, reports, and comparisons saved in the workspace."""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import click

from bleu_core.cli.errors import (
    BadInput,
    print_messages,
    problems_of,
    workspace_errors_as_bad_input,
)
from bleu_core.cli.inputs import split_column
from bleu_core.cli.options import option, options_class
from bleu_core.common.files import replace_file
from bleu_core.common.formatting import format_int, format_percent, join_words
from bleu_core.common.progress import Progress
from bleu_core.messages import file as file_messages
from bleu_core.messages import option as messages
from bleu_core.messages import screen
from bleu_core.present.report import STATIC, report_suffix

if TYPE_CHECKING:
    from bleu_core.metrics import ImportedScores
    from bleu_core.segments.saved_slices import SavedSlice
    from bleu_core.text.config import BleuConfig
    from bleu_core.text.evalset import EvalSet
    from bleu_core.workspace import Workspace


# Seconds: work shorter than QUIET shows nothing; the rate is over the last RECENT.
QUIET, INTERVAL, RECENT = 0.7, 0.1, 20.0
_CLEAR = "\r\x1b[K"


def format_option(*formats: str) -> Any:
    """The field of --format; the first is the default."""
    return option(
        "--format", type=click.Choice(formats), default=formats[0], show_default=True,
        help="Output format.",
    )  # fmt: skip


def report_option(suffixes: Sequence[str]) -> Any:
    """The field of --report, a sequence of paths; checked before the work begins."""

    def check(ctx: click.Context, parameter: click.Parameter, texts: tuple[str, ...]) -> Any:
        paths = [Path(text) for text in texts]
        for path in paths:
            if report_suffix(path) not in suffixes:
                raise click.BadParameter(screen.unknown_ending(str(path), suffixes))
            if not path.absolute().parent.is_dir():
                raise click.BadParameter(screen.no_folder(str(path.parent)))
            if report_suffix(path) == ".xlsx" and find_spec("openpyxl") is None:
                raise click.BadParameter(file_messages.not_installed("XLSX", "openpyxl", "xlsx"))
        return paths

    return option(
        "--report", type=click.Path(dir_okay=False), multiple=True, callback=check, metavar="FILE",
        help="Write a report to FILE, in the format of its ending: "
        f"{join_words(suffixes, last='or')}. FILE.html is an interactive page that needs no "
        f"network; FILE{STATIC} has no scripts. Can be repeated.",
    )  # fmt: skip


def check_not_read(reports: Sequence[Path], read: Iterable[str | Path | None]) -> None:
    """Refuse reports that would be written over files that the command reads."""
    inputs = [split_column(str(path))[0] for path in read if path is not None]
    over = [one for one in reports if any(_is_same_file(one, path) for path in inputs)]
    if over:
        raise BadInput([screen.over_input(click.format_filename(one)) for one in over])


def _is_same_file(one: Path, other: str | Path) -> bool:
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):  # one of them is not there, or is no path
        return False


def write_reports(render: Callable[[str], bytes], paths: Sequence[Path]) -> list[str]:
    """Write the bytes that `render` returns for the suffix of each path; return a message for each
    report that could not be written.
    """
    problems: list[str] = []
    for path in paths:
        try:
            replace_file(path, render(report_suffix(path)))
        except ValueError as error:
            problems += problems_of(error)
        except OSError as error:
            reason, name = error.strerror or str(error), click.format_filename(path)
            problems.append(file_messages.unopened(name, reason, "written"))
    return problems


@options_class
class SavingOptions:
    """Whether to save a comparison and open it in the app."""

    keep: bool = option(
        "--keep", is_flag=True,
        help="Save the systems in the workspace, as runs on their test set.",
    )  # fmt: skip
    open_app: bool = option(
        "--open", is_flag=True, help="Save as with --keep, and open the comparison in the app."
    )

    def workspace(self) -> Workspace | None:
        """The workspace to save in; None if nothing should be saved."""
        if self.keep or self.open_app:
            return open_workspace()
        return None

    def save(
        self,
        workspace: Workspace,
        evalset: EvalSet,
        config: BleuConfig,
        scores: Sequence[ImportedScores] = (),
        where: str = "",
    ) -> str:
        """Save a test set; return the query string that opens it, filtered by `where`."""
        from bleu_core.workspace import import_scores, save_comparison

        with workspace_errors_as_bad_input():
            save_comparison(workspace, evalset, config)
            for each in scores:
                import_scores(workspace, evalset.digest, each)
        link = link_to(evalset, config, where)
        self.print_place(workspace.folder, link)
        return link

    def print_place(self, folder: Path, link: str) -> None:
        """Print where something was saved, and how to open it unless the app opens next."""
        print_messages([f"Saved in {folder}."])
        if not self.open_app:
            offer = "To open it, run `bleuscope`; or, if the app is running, add to its address: "
            print_messages([f"{offer}/?{link}"])


def link_to(evalset: EvalSet, config: BleuConfig, where: str = "") -> str:
    """The query string that opens a test set in the app, filtered by `where`."""
    from bleu_core.text.link import link_query

    chosen = urlencode({"where": where, "only": "yes"}) if where else ""
    return "&".join(filter(None, [link_query(evalset, config), chosen]))


def open_workspace() -> Workspace:
    """The workspace; BadInput if saving is turned off."""
    from bleu_core.common.environment import HOME_VARIABLE
    from bleu_core.workspace import Workspace, home

    folder = home()
    if folder is None:
        raise BadInput([messages.workspace_off(HOME_VARIABLE)])
    with workspace_errors_as_bad_input():
        return Workspace.open(folder)


def existing_workspace() -> Workspace | None:
    """The workspace if there is one; it is not created."""
    from bleu_core.workspace import Workspace, home

    folder = home()
    if folder is None or not folder.is_dir():
        return None
    with workspace_errors_as_bad_input():
        return Workspace.open(folder)


def saved_slice(name: str) -> SavedSlice | None:
    """The saved slice of a name; None if there is none."""
    from bleu_core.segments.saved_slices import normalized_name
    from bleu_core.workspace import saved_slices

    workspace = existing_workspace()
    if workspace is None:
        return None
    with workspace_errors_as_bad_input():
        saved = saved_slices(workspace)
    return next((each for each in saved if each.name == normalized_name(name)), None)


# Begins a stage of the work: stage(what, segments). With the number of segments, the progress line
# also shows segments per second.
ProgressFactory = Callable[..., Progress]


@contextmanager
def progress_line() -> Iterator[ProgressFactory]:
    """Show progress on one line of a terminal, cleared at the end; yields a `ProgressFactory`."""
    begun, last = monotonic(), 0.0

    def stage(what: str, segments: int = 0) -> Progress:
        seen = deque([(monotonic(), 0.0)])

        def show(part: float) -> None:
            nonlocal last
            now = monotonic()
            seen.append((now, part))
            while seen[1][0] < now - RECENT:
                seen.popleft()
            if now - begun > QUIET and now - last > INTERVAL:
                last = now
                (then, first), rate = seen[0], ""
                if segments:  # recently, without those that were skipped at the start
                    speed = segments * (part - first) / max(now - then, INTERVAL)
                    rate = f", {format_int(round(speed, -1))} segments/s"
                sys.stderr.write(f"{_CLEAR}{what}: {format_percent(part)}{rate}")
                sys.stderr.flush()

        return show if sys.stderr.isatty() else lambda part: None

    try:
        yield stage
    finally:
        if last:
            sys.stderr.write(_CLEAR)
            sys.stderr.flush()
