"""`bleuscope watch`: compare the outputs of a training run as they appear."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict
from time import sleep
from typing import TYPE_CHECKING

import click

from bleu_core.cli.errors import (
    BAD_INPUT,
    FINE,
    BadInput,
    as_bad_input,
    print_messages,
    workspace_errors_as_bad_input,
)
from bleu_core.cli.gates import TrialOptions
from bleu_core.cli.inputs import (
    PATH,
    InputOptions,
    SourceOptions,
    WithSeveral,
    advice_options,
    read_paths,
)
from bleu_core.cli.metrics import BleuOptions
from bleu_core.cli.options import argument, group, option, options, options_class
from bleu_core.cli.output import format_option, link_to, open_workspace
from bleu_core.cli.watched_files import SettledFile, WatchedFiles
from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import format_delta, format_p_cell, format_score
from bleu_core.messages import option as messages

if TYPE_CHECKING:
    import pyarrow as pa

    from bleu_core.metrics.bleu import SegmentStatistics
    from bleu_core.readers import File
    from bleu_core.readers.output_files import OutputFile, ReferenceFiles
    from bleu_core.systems.run_series import RunChange, RunResult
    from bleu_core.text.config import BleuConfig
    from bleu_core.workspace import Workspace

# Characters of the column of names.
NAME_WIDTH = 20

EXAMPLES = """\b
Examples:
  bleuscope watch 'out/step-*.txt' --ref reference.en
  bleuscope watch 'out/step-*.txt' --ref r1.en r2.en --src s.es --docs docs.txt
  bleuscope watch 'runs/*/output.en' --ref reference.en --interval 30 --open
  bleuscope watch 'out/step-*.txt' --ref reference.en --once --format json
\b
Exit codes:
  0    You stopped the command with Ctrl-C; or, with --once, no output was
       refused.
  2    The references cannot be read, or the runs cannot be saved; or, with
       --once, an output cannot be read or has another number of lines than the
       references, or no file matches.
"""


@options_class
class ReferenceOptions(InputOptions):
    """The references, which are read before any output, and how to read files."""

    references: tuple[str, ...] = option(
        "--ref", type=PATH, multiple=True, required=True, metavar="FILE...",
        help="Reference files, one per reference.",
    )  # fmt: skip


@options_class
class WatchOptions:
    """The options of `bleuscope watch`."""

    patterns: Sequence[str] = argument(nargs=-1, required=True, metavar="PATTERN...")
    system: str = option(
        "--system", default="", metavar="NAME", help="System to compare, if a file has several."
    )
    once: bool = option("--once", is_flag=True, help="Compare the existing outputs and exit.")
    interval: float = option(
        "--interval", type=click.FloatRange(0.1, 86_400), default=2.0, show_default=True,
        metavar="SECONDS", help="Time between two looks at the files.",
    )  # fmt: skip
    open_app: bool = option("--open", is_flag=True, help="Open the runs in the app.")
    files: ReferenceOptions = group(ReferenceOptions)
    beside: SourceOptions = group(SourceOptions)
    output_format: str = format_option("text", "json")
    tests: TrialOptions = group(TrialOptions)
    scoring: BleuOptions = group(BleuOptions)

    @property
    def paths(self) -> list[str | None]:
        """The paths of the source, documents and references."""
        return [self.beside.src, self.beside.docs, *self.files.references]


@click.command(cls=WithSeveral, epilog=EXAMPLES)
@options(WatchOptions)
def watch(options: WatchOptions) -> int:
    """Compare the outputs of a training run as they appear.

    PATTERN is a file name with wildcards, in quotes, such as 'out/step-*.txt'. Each
    output is saved as a run of its test set, which the app shows under "Runs over
    time". The command prints a line for each output: BLEU, and Δ to the previous
    output and to the best of the others, each with the p of a paired randomization
    test. These p-values are not corrected for the number of outputs.

    Outputs are sorted by the numbers in their names, or else by modification time.
    An output is compared when it has as many lines as the references and has not
    changed between two looks; if it changes later, it is compared again. Stop the
    command with Ctrl-C: saved runs stay.
    """
    watched = WatchedFiles(options.patterns, filter(None, options.paths))
    if options.files.list_contents:
        watched.look()
        options.files.print_contents([*options.paths, *watched.paths])
        return FINE
    config = options.scoring.config()
    with as_bad_input(advice_options("--system NAME")):
        references = _read_references(options)
    workspace = _workspace(options)
    runs = TrainingRuns(options, config, references, workspace)
    print_messages(references.repairs)
    if options.once:
        return _compare_once(options, watched, runs)
    if watched.are_fixed:
        print_messages([messages.only_these_files()])
    print_messages(["Waiting for outputs. Press Ctrl-C to stop."])
    # Outermost, so that a second Ctrl-C while the server ends is no error either.
    with _until_stopped(), ExitStack() as until_the_end:
        is_open = not options.open_app
        watched.look()
        while True:
            sleep(options.interval)
            for file in watched.look():
                runs.compare(file)
            if runs.place and not is_open:
                from bleu_core.cli.app import app_in_browser

                until_the_end.enter_context(app_in_browser(runs.place))
                is_open = True
    return FINE


def _compare_once(options: WatchOptions, watched: WatchedFiles, runs: TrainingRuns) -> int:
    watched.look()
    sleep(options.interval)
    settled = watched.look()
    if not watched.paths:
        names = [click.format_filename(pattern) for pattern in options.patterns]
        raise BadInput([messages.no_output_file(names)])
    for file in settled:
        runs.compare(file)
    written = set(watched.paths) - {file.path for file in settled}
    print_messages(
        [messages.output_being_written(click.format_filename(path)) for path in sorted(written)]
    )
    if options.open_app and runs.place:
        from bleu_core.cli.app import app_in_browser

        with _until_stopped(), app_in_browser(runs.place) as server:
            server.process.wait()
    return BAD_INPUT if runs.refused else FINE


@contextmanager
def _until_stopped() -> Iterator[None]:
    """End the block at Ctrl-C or SIGTERM."""
    from bleu_core.cli.app import end_by_signals

    end_by_signals()
    with suppress(KeyboardInterrupt):
        yield


def _read_references(options: WatchOptions) -> ReferenceFiles:
    from bleu_core.readers.output_files import read_references

    source, documents, *references = options.files.read(options.paths)
    given = [file for file in references if file is not None]
    return read_references(given, source, documents, **options.files.reading)


def _workspace(options: WatchOptions) -> Workspace | None:
    """The workspace to save runs in; None, with a note, if saving is turned off."""
    from bleu_core.common.environment import HOME_VARIABLE, home

    if home() is None and not options.open_app:
        print_messages([messages.runs_not_saved(HOME_VARIABLE)])
        return None
    return open_workspace("--open" if options.open_app else "watch")


class TrainingRuns:
    """The outputs that were compared.

    Attributes
    ----------
    place : str
        The screen of the app, with a query string, that shows the saved runs; "" before the first.
    refused : bool
        Whether an output could not be read or has too many lines; or, with --once, too few.
    """

    def __init__(
        self,
        options: WatchOptions,
        config: BleuConfig,
        references: ReferenceFiles,
        workspace: Workspace | None,
    ) -> None:
        from bleu_core.metrics.statistics import EncodedReferences
        from bleu_core.significance import clusters_of
        from bleu_core.systems.run_series import RunSeries

        evalset = references.evalset
        self.options, self.config = options, config
        self.references, self.workspace = references, workspace
        self.place, self.refused = "", False
        with as_bad_input():
            self._encoded = EncodedReferences.of(evalset.references, config)
        trials = options.tests
        self._series = RunSeries(clusters_of(evalset), trials.trials, trials.seed)
        self._outputs: dict[str, pa.Array] = {}
        self._printed: set[str] = set()

    def compare(self, file: SettledFile) -> None:
        """Compare an output if it is complete, print its line and save it; else say why not."""
        try:
            column = self._read(file)
        except BadInput as error:
            self.refused = True
            error.show()
            return
        known = self._outputs.get(file.name)
        if column is None or (known is not None and column.equals(known)):
            return
        if known is not None:
            print_messages([messages.output_changed(click.format_filename(file.path))])
        result = self._series.add(file.name, file.key, self._count(column))
        self._print(file, result)
        self._outputs[file.name] = column
        self._examine(file.name)
        before = [result.previous.run] if result.previous else []
        self._save([*before, file.name])

    def _read(self, file: SettledFile) -> pa.Array | None:
        """The output of a file; None if it is not complete, BadInput if it is refused."""
        formats = self.options.files.formats
        usual = {"": formats[""]} if "" in formats else None
        with as_bad_input(advice_options("--system NAME")):
            [found] = read_paths([file.path], usual)
            if found is None or len(found.data) != file.state.size:
                return None  # written meanwhile: the next look finds it
            column, repairs = self._read_whole_lines(found)
        expected, waits = len(self.references.evalset), not self.options.once
        if len(column) < expected:
            self.refused |= not waits
            note = messages.incomplete_output(found.name, len(column), expected, waits)
            self._print_once(file.path, [note])
            return None
        if len(column) > expected:
            raise BadInput([messages.too_many_lines(found.name, len(column), expected, waits)])
        print_messages(repairs)
        return column

    def _read_whole_lines(self, file: File) -> OutputFile:
        """Read an output; if its last line is cut off within a character or record, without it."""
        from bleu_core.text.evalset import InputError

        system, encoding = self.options.system, self.options.files.encodings.get("")
        try:
            return self.references.read_output(file, system, encoding)
        except InputError:
            whole = file._replace(data=file.data[: file.data.rfind(b"\n") + 1])
            with suppress(InputError):
                read = self.references.read_output(whole, system, encoding)
                if len(read.column) < len(self.references.evalset):
                    return read
            raise

    def _count(self, column: pa.Array) -> SegmentStatistics:
        from bleu_core.metrics.bleu import SegmentStatistics

        num_refs = self.references.evalset.num_refs
        with as_bad_input():
            return SegmentStatistics(self._encoded.count(column), self.config, num_refs)

    def _examine(self, name: str) -> None:
        """Print serious findings of an output, each once."""
        from bleu_core.readers.input_checks import examine

        evalset = self.references.with_systems({name: self._outputs[name]})
        for finding in examine(evalset, self.config):
            if finding.severity == "serious":
                self._print_once(finding.sentence, [finding.sentence])

    def _print_once(self, what: str, sentences: Sequence[str]) -> None:
        if what not in self._printed:
            self._printed.add(what)
            print_messages(sentences)

    def _print(self, file: SettledFile, result: RunResult) -> None:
        if self.options.output_format == "json":
            click.echo(self._json(file, result))
            return
        if len(self._series) == 1:
            click.echo(_line("run", "BLEU", "Δ to previous", "p", "Δ to best", "p"))
        cells = [one_line(result.name), format_score(result.score)]
        click.echo(_line(*cells, *_change(result.previous), *_change(result.best)))

    def _json(self, file: SettledFile, result: RunResult) -> str:
        from bleu_core.metrics.signature import signature

        fields = {
            "name": result.name,
            "file": click.format_filename(file.path),
            "bleu": result.score,
            "previous": result.previous and asdict(result.previous),
            "best": result.best and asdict(result.best),
            "segments": len(self.references.evalset),
            "signature": signature(self.config, self.references.evalset.num_refs),
        }
        return json.dumps(fields, allow_nan=False)

    def _save(self, names: Sequence[str]) -> None:
        """Save a run, with the previous one as its baseline."""
        if self.workspace is None:
            return
        from bleu_core.workspace import save_comparison

        evalset = self.references.with_systems({name: self._outputs[name] for name in names})
        with workspace_errors_as_bad_input():
            save_comparison(self.workspace, evalset, self.config)
        if not self.place:
            self.place = f"systems?{link_to(evalset, self.config)}&shows=time&runs=yes"
            print_messages([f"Runs are saved in {self.workspace.folder}."])
            if not self.options.open_app:
                offer = "To see them, run `bleuscope`; or, if it is running, add to its address: "
                print_messages([f"{offer}/{self.place}"])


def _change(change: RunChange | None) -> tuple[str, str]:
    return (format_delta(change.delta), format_p_cell(change.p_value)) if change else ("", "")


def _line(name: str, *cells: str) -> str:
    widths = (7, 15, 10, 11, 10)
    columns = [cell.rjust(width) for cell, width in zip(cells, widths, strict=True)]
    return "".join([name.ljust(NAME_WIDTH), *columns]).rstrip()
