"""Options and arguments of the command that are wrong, or do not fit together."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import format_count, join_words
from bleu_core.messages import message


@message()
def only_for_app(options: Sequence[str]) -> str:
    return f"{join_words(options)} are for the app, not for a command."


@message()
def repeated(name: str) -> str:
    """`name` is "" for an option that applies to all files."""
    return f"{name or 'that of all files'} is said twice."


@message()
def not_finite() -> str:
    return "it is to be a number."


# Files.


@message()
def unreadable_file(file: str, reason: str) -> str:
    return f"{file} cannot be read: {reason}."


@message()
def unknown_file(file: str, given: Sequence[str]) -> str:
    return f"{file!r} is none of the files that are given: {join_words(given)}."


@message()
def standard_input_twice() -> str:
    return 'Standard input ("-") can be read only once.'


@message()
def unknown_format(name: str, formats: Sequence[str]) -> str:
    return f"there is no format {name!r}; there are {join_words(formats)}."


@message("note")
def choose_system(options: str) -> str:
    return f"{options} chooses a system; --list prints what there is."


@message("note")
def choose_several_per_line() -> str:
    return "--tab-separated says that each line of the reference file holds several references."


@message("note")
def choose_encoding() -> str:
    return "--encoding NAME is for all files that are not UTF-8, --encoding FILE=NAME for one."


@message("note")
def choose_format(formats: Sequence[str]) -> str:
    return (
        "--input-format FILE=FORMAT chooses the format of a file: "
        f"{join_words(formats, last='or')}."
    )


@message("note")
def choose_repair() -> str:
    return "--repair compares what belongs together; or mend the file."


@message("note")
def repair_impossible() -> str:
    return "What belongs together cannot be told from the words, so --repair cannot mend it."


@message()
def serious_findings(findings: int, repairable: bool) -> str:
    moved = "let --repair put the lines where they belong, " if repairable else ""
    return (
        f"{format_count(findings, 'serious finding')} about the input: these numbers do not mean "
        "what "
        f"they seem to. Mend the file, {moved}or say --accept-findings to take it as it is."
    )


# Settings, metrics and scores.


@message()
def malformed_weights(given: str) -> str:
    return f"--weights is {given!r}; it is to be numbers with commas."


@message()
def metric_not_chosen(option: str, metrics: Sequence[str]) -> str:
    """A setting of metrics, none of which is requested."""
    return f"{option} is of {join_words(metrics)}: say -m {join_words(metrics[:1])} too."


@message()
def scores_repeated(names: Sequence[str]) -> str:
    return f"Scores have one name each; given twice: {join_words(names)}."


@message("note")
def about_scores(name: str, remark: str) -> str:
    return f"{name}: {remark}"


@message("note")
def ngrams_skipped() -> str:
    return "N-grams are left out of so many segments; --ngrams counts them."


@message("note")
def detectors_skipped() -> str:
    return "Degenerate output is not looked for in so many segments; --detectors does that."


# Expressions, thresholds and gates.


@message()
def bad_expression(option: str, problems: Sequence[str]) -> str:
    return f"{option}: {' '.join(problems)}"


@message()
def empty_expression() -> str:
    return "it is empty; an expression is expected."


@message()
def no_segment(option: str, expression: str) -> str:
    return f"{option}: no segment fulfils {expression}"


@message()
def unknown_threshold(name: str, thresholds: Sequence[str]) -> str:
    return f"there is no threshold {name!r}; there are {join_words(thresholds)}."


@message()
def malformed_threshold(name: str, given: str, whole: bool) -> str:
    return f"{name} is to be {'a whole number' if whole else 'a number'}, not {given!r}."


@message()
def malformed_condition(problem: str, condition: str, at: int) -> str:
    """`at` is the number of characters before the problem."""
    return f"{problem}:\n  {condition}\n  {' ' * at}^"


@message()
def malformed_gate(given: str) -> str:
    return (
        f"{given}: an expression, or the name of a saved slice, a colon and a number of BLEU "
        "points are expected, such as 'question: -0.3'."
    )


@message()
def unknown_slice(name: str) -> str:
    return f"There is no saved slice {name!r} either."


@message()
def needs_trials(option: str) -> str:
    return f"{option} needs --trials above 0."


@message()
def open_with_gate() -> str:
    return "--open stays until the app is ended; with a gate, which is to end, use --keep."


# The workspace.


@message()
def nothing_to_keep(option: str, variable: str) -> str:
    return (
        f"{option} keeps the comparison, and {variable} is set to off. Set it to a folder, or "
        "take it away to keep comparisons in your data directory."
    )


@message()
def workspace_off(variable: str) -> str:
    return f"Nothing is kept: {variable} is set to off."


@message()
def workspace_empty(folder: str) -> str:
    return f"Nothing is kept in {folder} yet."


@message()
def unknown_backup(name: str, folder: str, backups: Sequence[str]) -> str:
    return f"There is no backup {name} in {folder}. There are: {join_words(backups) or 'none'}."


@message()
def run_not_kept(reason: str) -> str:
    return f"The run is not kept: {reason}"


# Data sets.


@message()
def only_with_data(options: Sequence[str]) -> str:
    return f"Only with --data: {join_words(options)}."


@message()
def files_with_data() -> str:
    return "With --data, A and B are columns: --a COLUMN and --b COLUMN."


@message()
def data_lacks(options: Sequence[str]) -> str:
    return f"--data needs {join_words(options)}."


@message()
def not_with_data(options: Sequence[str]) -> str:
    return f"Not with --data, whose texts are never in memory all at once: {join_words(options)}."


@message()
def metric_with_data() -> str:
    return "Of a data set BLEU alone is counted: --fail-if names another."


@message()
def workers_without_local(local: str) -> str:
    return f"--workers is for --cluster {local}; others have their own."


@message()
def unknown_cluster(given: str, names: Sequence[str]) -> str:
    ways = [*names, "an address such as tcp://10.0.0.1:8786"]
    return f"{given!r} is none of them: {join_words(ways, last='or')}."


@message()
def cluster_not_installed(address: str, extra: str) -> str:
    return f"--cluster {address} needs {extra}: pip install '{extra}'."


@message("note")
def one_process(extra: str) -> str:
    return f"One process counts; as many as there are cores need {extra}: pip install '{extra}'."


@message()
def too_many_workers(workers: int, cores: int, most: int) -> str:
    return (
        f"--workers {workers} is too many for this machine, which has "
        f"{format_count(cores, 'core')}: "
        f"more processes than cores count no faster. Give at most {most}."
    )


@message()
def keep_with_statistics() -> str:
    return "--keep and --open are for the workspace: leave --statistics out."


@message()
def no_statistics_folder(variable: str) -> str:
    return (
        f"A data set needs a folder for the statistics of its segments, and {variable} is set "
        "to off: --statistics FOLDER names one."
    )


@message()
def folder_not_made(folder: str, reason: str) -> str:
    return f"{folder} cannot be made: {reason}."


@message("note")
def choose_skip_bad() -> str:
    return (
        "All others are counted, and kept: the same command goes on from there. Or say "
        "--skip-bad, to compare without these."
    )


@message()
def statistics_lost() -> str:
    return "No statistics of this data set could be read again."


@message("note")
def resumable() -> str:
    return "What has been counted is kept: the same command goes on from there."


# Signatures, in `bleuscope why`.


@message()
def bad_signature(argument: str, problem: str) -> str:
    return f"{argument}: {problem}"


@message()
def file_as_signature(argument: str) -> str:
    return f"{argument} is a file: the two signatures come first, then outputs."


@message()
def too_many_outputs() -> str:
    return "One or two OUTPUTS can be given: A, and B."


@message()
def output_missing() -> str:
    return "--ref and --list need an output, after the two signatures."
