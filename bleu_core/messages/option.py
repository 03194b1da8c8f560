"""Messages on options and arguments of the command that are invalid, or conflict."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import join_words
from bleu_core.messages import Area

option = Area("option")


@option.error("{options:words} are for the app, not for a command.")
def only_for_app(options: Sequence[str]) -> str: ...


@option.error()
def repeated(name: str) -> str:
    """`name` is "" for an option that applies to all files."""
    return f"{name or 'that of all files'} is said twice."


@option.error("it is to be a number.")
def not_finite() -> str: ...


# Files.
@option.error("{file} cannot be read: {reason}.")
def unreadable_file(file: str, reason: str) -> str: ...
@option.error("{file!r} is none of the files that are given: {given:words}.")
def unknown_file(file: str, given: Sequence[str]) -> str: ...
@option.error('Standard input ("-") can be read only once.')
def standard_input_twice() -> str: ...
@option.error("there is no format {name!r}; there are {formats:words}.")
def unknown_format(name: str, formats: Sequence[str]) -> str: ...
@option.note("{options} chooses a system; --list prints what there is.")
def choose_system(options: str) -> str: ...
@option.note("--tab-separated says that each line of the reference file holds several references.")
def choose_several_per_line() -> str: ...
@option.note("--encoding NAME is for all files that are not UTF-8, --encoding FILE=NAME for one.")
def choose_encoding() -> str: ...
@option.note("--input-format FILE=FORMAT chooses the format of a file: {formats:or}.")
def choose_format(formats: Sequence[str]) -> str: ...
@option.note("--repair compares what belongs together; or mend the file.")
def choose_repair() -> str: ...
@option.note("What belongs together cannot be told from the words, so --repair cannot mend it.")
def repair_impossible() -> str: ...
@option.error(
    "{findings:# serious finding} about the input: these numbers do not mean what they seem to. "
    "Mend the file, {repairable:let --repair put the lines where they belong, |}or say "
    "--accept-findings to take it as it is."
)
def serious_findings(findings: int, repairable: bool) -> str: ...


# Settings, metrics and scores.
@option.error("--weights is {given!r}; it is to be numbers with commas.")
def malformed_weights(given: str) -> str: ...


@option.error()
def metric_not_chosen(option: str, metrics: Sequence[str]) -> str:
    """A setting of metrics, none of which is requested."""
    return f"{option} is of {join_words(metrics)}: say -m {join_words(metrics[:1])} too."


@option.error("Scores have one name each; given twice: {names:words}.")
def scores_repeated(names: Sequence[str]) -> str: ...
@option.note("{name}: {remark}")
def about_scores(name: str, remark: str) -> str: ...
@option.note("N-grams are left out of so many segments; --ngrams counts them.")
def ngrams_skipped() -> str: ...
@option.note("Degenerate output is not looked for in so many segments; --detectors does that.")
def detectors_skipped() -> str: ...


# Expressions, thresholds and gates.
@option.error("{option}: {problems:joined}")
def bad_expression(option: str, problems: Sequence[str]) -> str: ...
@option.error("it is empty; an expression is expected.")
def empty_expression() -> str: ...
@option.error("{option}: no segment fulfils {expression}")
def no_segment(option: str, expression: str) -> str: ...
@option.error("there is no threshold {name!r}; there are {thresholds:words}.")
def unknown_threshold(name: str, thresholds: Sequence[str]) -> str: ...
@option.error("{name} is to be {whole:a whole number|a number}, not {given!r}.")
def malformed_threshold(name: str, given: str, whole: bool) -> str: ...


@option.error()
def malformed_condition(problem: str, condition: str, at: int) -> str:
    """`at` is the number of characters before the problem."""
    return f"{problem}:\n  {condition}\n  {' ' * at}^"


@option.error(
    "{given}: an expression, or the name of a saved slice, a colon and a number of BLEU points "
    "are expected, such as 'question: -0.3'."
)
def malformed_gate(given: str) -> str: ...
@option.error("There is no saved slice {name!r} either.")
def unknown_slice(name: str) -> str: ...
@option.error("{option} needs --trials above 0.")
def needs_trials(option: str) -> str: ...
@option.error("--open stays until the app is ended; with a gate, which is to end, use --keep.")
def open_with_gate() -> str: ...


# The workspace.
@option.error(
    "{option} keeps the comparison, and {variable} is set to off. Set it to a folder, or take it "
    "away to keep comparisons in your data directory."
)
def nothing_to_keep(option: str, variable: str) -> str: ...
@option.error("Nothing is kept: {variable} is set to off.")
def workspace_off(variable: str) -> str: ...
@option.error("Nothing is kept in {folder} yet.")
def workspace_empty(folder: str) -> str: ...


@option.error()
def unknown_backup(name: str, folder: str, backups: Sequence[str]) -> str:
    return f"There is no backup {name} in {folder}. There are: {join_words(backups) or 'none'}."


@option.error("The run is not kept: {reason}")
def run_not_kept(reason: str) -> str: ...


# Data sets.
@option.error("Only with --data: {options:words}.")
def only_with_data(options: Sequence[str]) -> str: ...
@option.error("With --data, A and B are columns: --a COLUMN and --b COLUMN.")
def files_with_data() -> str: ...
@option.error("--data needs {options:words}.")
def data_lacks(options: Sequence[str]) -> str: ...
@option.error(
    "{option} is not supported with --data: the texts of a segment are one row of a table, so "
    "lines cannot slip apart."
)
def repair_with_data(option: str) -> str: ...
@option.error(
    "{option} is not supported with --data: name a column that does not exist, and the error "
    "lists all columns."
)
def list_with_data(option: str) -> str: ...
@option.error("{option} is not supported with --data: Parquet files declare how to read them.")
def parquet_declares(option: str) -> str: ...
@option.error("{option} is not supported with --data: systems are named by their columns.")
def names_with_data(option: str) -> str: ...
@option.error("--workers is for --cluster {local}; others have their own.")
def workers_without_local(local: str) -> str: ...


@option.error()
def unknown_cluster(given: str, names: Sequence[str]) -> str:
    ways = [*names, "an address such as tcp://10.0.0.1:8786"]
    return f"{given!r} is none of them: {join_words(ways, last='or')}."


@option.error("--cluster {address} needs {extra}: pip install '{extra}'.")
def cluster_not_installed(address: str, extra: str) -> str: ...
@option.error(
    "--workers {workers} is too many for this machine, which has {cores:# core}: more processes "
    "than cores count no faster. Give at most {most}."
)
def too_many_workers(workers: int, cores: int, most: int) -> str: ...
@option.error("--keep and --open are for the workspace: leave --statistics out.")
def keep_with_statistics() -> str: ...
@option.error(
    "A data set needs a folder for the statistics of its segments, and {variable} is set to off: "
    "--statistics FOLDER names one."
)
def no_statistics_folder(variable: str) -> str: ...
@option.error("{folder} cannot be made: {reason}.")
def folder_not_made(folder: str, reason: str) -> str: ...
@option.note(
    "All others are counted, and kept: the same command goes on from there. Or say --skip-bad, to "
    "compare without these."
)
def choose_skip_bad() -> str: ...
@option.note("What has been counted is kept: the same command goes on from there.")
def resumable() -> str: ...


# Signatures, in `bleuscope why`.
@option.error("{argument}: {problem}")
def bad_signature(argument: str, problem: str) -> str: ...
@option.error("{argument} is a file: the two signatures come first, then outputs.")
def file_as_signature(argument: str) -> str: ...
@option.error("One or two OUTPUTS can be given: A, and B.")
def too_many_outputs() -> str: ...
@option.error("--ref and --list need an output, after the two signatures.")
def output_missing() -> str: ...
