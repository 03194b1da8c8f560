"""Options and arguments of the command that are invalid or conflict."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.messages import Area

option = Area("option")


@option.error("{options:words} cannot be used with {other}: {why}.")
def not_with(options: Sequence[str], other: str, why: str) -> str: ...
@option.error()
def repeated(name: str) -> str:
    """`name` is "" for an option that applies to all files."""
    return f"{name or 'the one for all files'} is set twice."


@option.error(
    "The input needs more memory than is free. Use smaller files, or write large ones to a data "
    "set with “bleuscope data”."
)
def out_of_memory() -> str: ...


# Planning.
@option.error(
    "Name the two outputs of the pilot with --pilot A B; references alone cannot be used."
)
def pilot_missing() -> str: ...
@option.error(
    "No test set can be planned from this pilot: its outputs differ in too few segments or by the "
    "same amount in all, or a few segments account for most of the difference. Use other outputs."
)
def pilot_without_differences() -> str: ...
@option.error("The pilot has {segments:# segment}; it needs at least {needed}.")
def small_pilot(segments: int, needed: int) -> str: ...


# Files.
@option.error('Standard input ("-") can be read only once.')
def standard_input_twice() -> str: ...
@option.error("there is no {kind} {name!r}; use one of {known:words}.{advice:? #}")
def unknown(kind: str, name: str, known: Sequence[str], advice: str = "") -> str: ...
@option.error("{given!r} is not {expected}.")
def malformed(given: str, expected: str) -> str: ...
@option.note(
    "Choose a system with {options}, or its column with FILE:COLUMN; --list prints the systems."
)
def choose_system(options: str) -> str: ...
@option.note(
    "All words after --ref, up to the next option, are references. Put other files before --ref."
)
def put_before_references() -> str: ...
@option.note("Use FILE:COLUMN to choose a column by name, for example --ref FILE:COLUMN.")
def choose_column() -> str: ...
@option.note(
    "If each line of the reference file has several references, use --input-format "
    "FILE=tab-separated."
)
def choose_several_per_line() -> str: ...
@option.note(
    "Use --encoding NAME for all files that are not UTF-8, or --encoding FILE=NAME for one file."
)
def choose_encoding() -> str: ...
@option.note("Use --input-format FILE=FORMAT to choose the format of a file: {formats:or}.")
def choose_format(formats: Sequence[str]) -> str: ...
@option.note("Use --repair to realign the lines, or correct the file.")
def choose_repair() -> str: ...
@option.note("The words do not show which lines belong together, so {option} cannot help.")
def alignment_unknown(option: str) -> str: ...
@option.note("If the outputs end early, use --prefix to score only the first {size:# segment}.")
def choose_prefix(size: int) -> str: ...
@option.error(
    "{findings:# input warning}: the scores are not reliable. Correct the file, {repairable:use "
    "--repair, |}or use --accept-findings to score the input as it is."
)
def serious_findings(findings: int, repairable: bool) -> str: ...


# Settings, metrics and scores.
@option.note("{subject}: {remark}")
def about(subject: str, remark: str) -> str: ...
@option.note(
    "N-grams and degenerate output are skipped for this many segments; use --details to include "
    "them."
)
def details_skipped() -> str: ...


# Expressions, thresholds and gates.
@option.error("{option}: {problems:joined}")
def bad_expression(option: str, problems: Sequence[str]) -> str: ...
@option.error("{option}: no segment matches {expression}")
def no_segment(option: str, expression: str) -> str: ...


@option.error()
def malformed_condition(problem: str, condition: str, at: int) -> str:
    """`at` is the number of characters before the problem."""
    return f"{problem}:\n  {condition}\n  {' ' * at}^"


@option.error("There is no saved slice {name!r} either.")
def unknown_slice(name: str) -> str: ...
@option.error("{option} needs {other}.")
def needs(option: str, other: str) -> str: ...


# The workspace.
@option.error(
    "Nothing is saved, because {variable} is set to off. Set it to a folder, or unset it to save "
    "comparisons in your data directory."
)
def workspace_off(variable: str) -> str: ...
@option.error("Nothing is saved in {folder} yet.")
def workspace_empty(folder: str) -> str: ...


# Data sets.
@option.error(
    "--out {out} is in {source}, from which the texts are read. Name a folder outside of it."
)
def out_within_source(out: str, source: str) -> str: ...
@option.error(
    "--keep and --open need a data set in the workspace. Count it with `bleuscope data --out "
    "{folder}`."
)
def keep_outside(folder: str) -> str: ...
