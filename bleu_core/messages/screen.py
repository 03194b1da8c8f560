"""Errors and results on screens, and errors of reports and notebooks."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import format_count, format_int, join_words
from bleu_core.messages import Area

# What can be written instead of a report that is too large.
_INSTEAD = {"a sheet": "CSV", "an interactive page": "a report that ends in .static.html"}

screen = Area("screen")
press = Area("press")
report = Area("report", instead=_INSTEAD)
notebook = Area("notebook")

# Segments or items that a message names.
MOST_NAMED = 20


@screen.error("An error in BLEUscope stopped this. See the server log.")
def work_failed() -> str: ...
@screen.warning("The scores could not be saved, so they were not imported.")
def scores_not_saved() -> str: ...
@screen.warning("{metric}: {why}")
def not_counted(metric: str, why: str) -> str: ...
@screen.warning("the filter is not valid here. {why}")
def filter_meaningless(why: str) -> str: ...
@screen.warning("It is not saved here. It was deleted, or created on another machine.")
def comparison_elsewhere() -> str: ...
@screen.warning("It is no longer in this server's memory, and this server saves no data.")
def comparison_dropped() -> str: ...
@screen.warning(
    "The settings that were last used here: {why:reason}. The scores are those of the default "
    "settings."
)
def unusable_settings(why: str) -> str: ...
@screen.note(
    "{variable} is set to off, so comparisons are lost when this server stops. To save them, "
    "start it without {variable}, or with {variable} set to a folder."
)
def keeping_off(variable: str) -> str: ...
@screen.note(
    "This server requires no access token, so comparisons are lost when it stops. To save them, "
    "start the app with the command bleuscope, which creates a token. Or set {variable} to a "
    "folder; then all visitors share the saved data."
)
def keeping_needs_token(variable: str) -> str: ...
@screen.warning("The connection was lost for a while. Choose them again.")
def files_gone() -> str: ...
@screen.note("Other systems have {findings:# input warning}: see the Data screen.")
def findings_of_others(findings: int) -> str: ...
@screen.warning(
    "No file is named as the reference, so {file} is taken for it. Change its role if that is "
    "wrong."
)
def guessed_reference(file: str) -> str: ...
@screen.note(
    "No file or column has the role {role}. Choose it in the table, or add a file with {texts}."
)
def role_needed(role: str, texts: str) -> str: ...
@screen.note(
    "{files}: a score per segment. Name and import them under “{tab}” once the comparison is open."
)
def scores_offered(files: str, tab: str) -> str: ...
@screen.warning("These scores replace existing scores with the same name.")
def scores_replaced() -> str: ...
@screen.warning("They were deleted in another window, or cannot be read.")
def runs_deleted() -> str: ...


@screen.warning()
def annotations_stay(segments: Sequence[int]) -> str:
    shown = join_words(map(format_int, segments), MOST_NAMED)
    return (
        f"In {format_count(len(segments), 'segment')}, different error annotations by the same "
        f"annotator exist here and were not replaced: {shown}."
    )


@screen.note(
    "Annotations of {segments:# segment} stay under the former name, because the new name has its "
    "own there."
)
def segments_stay(segments: int) -> str: ...
@screen.note("“{name}” was {change}.")
def slice_changed(name: str, change: str) -> str: ...
@screen.note("{slices:# slice was|# slices were} imported.")
def slices_imported(slices: int) -> str: ...
@screen.error("The session of these answers does not exist here. Import its task file first.")
def answers_without_session() -> str: ...
@screen.error("{file} contains no answers. Judge items, then export the answers again.")
def file_without_answers(file: str) -> str: ...
@screen.note("Items with new answers: {new:int}; items with identical answers: {same:int}.")
def answers_imported(new: int, same: int) -> str: ...


@screen.warning()
def answers_stay(annotators: Sequence[str], items: Sequence[int]) -> str:
    """The saved answers that differ from imported ones, by annotator and place in their order."""
    places = (
        f"{name}'s item {format_int(item)}" for name, item in zip(annotators, items, strict=False)
    )
    return (
        f"{format_count(len(items), 'item has a different answer', 'items have different answers')}"
        f" here, not replaced: {join_words(places, MOST_NAMED)}."
    )


@screen.warning()
def session_incomplete(annotators: Sequence[str], left: Sequence[int]) -> str:
    missing = (
        f"{name} {format_int(number)}" for name, number in zip(annotators, left, strict=False)
    )
    return f"The session is not complete. Items left: {join_words(missing, 10)}."


@screen.error("{why} Until then, the bench uses 13a.")
def bench_tokenizer(why: str) -> str: ...


# Why an action in the browser was not carried out.
@press.error("There is no workspace.")
def no_workspace() -> str: ...
@press.error("The browser sent an invalid error annotation.")
def no_mark() -> str: ...


# Reports that cannot be written.
@report.error("{file} is a file that this command reads. Write the report to another file.")
def over_input(file: str) -> str: ...
@report.error("{file!r} must end in {endings:or}.")
def unknown_ending(file: str, endings: Sequence[str]) -> str: ...
@report.error("there is no folder {folder!r}.")
def no_folder(folder: str) -> str: ...
@report.error(
    "{segments:int} segments do not fit into {kind}, which has at most {most:int}. Write "
    "{kind:instead} instead."
)
def too_many(segments: int, most: int, kind: str) -> str: ...


# Invalid arguments in a notebook, and parts of a comparison that cannot be shown there.
@notebook.error(
    "{place}: the file {file:repr} cannot be read ({reason}).{may_be_text: To pass texts, use a "
    "list of strings.|}"
)
def unreadable_file(place: str, file: str, reason: str, may_be_text: bool) -> str: ...
@notebook.error(
    "{place} is a column of type {kind}; it must be text{is_pandas: (convert it with "
    ".astype(str))|}."
)
def not_text(place: str, kind: str, is_pandas: bool) -> str: ...


@notebook.error()
def no_references(kind: str) -> str:
    found = "There are no references" if kind == "NoneType" else f"references is of type {kind}"
    return f"{found}. Pass the texts of one reference, a list of several references, or files."


@notebook.error(
    "references is a list of strings. Because {A} and {B} are files, these must be files too, but "
    "there is no file {first:repr}. For the texts of one reference, write [references]."
)
def references_not_files(first: str) -> str: ...
@notebook.error(
    "references is a list of {strings:# string}, which is read as the texts of one reference, but "
    "{A} and {B} have {segments:# segment}. Pass a file as a Path, and each of several references "
    "as a list."
)
def references_as_texts(strings: int, segments: int) -> str: ...
@notebook.error(
    "{place} and {first} have different indexes, so their rows may not be the same segments. Pass "
    "columns of one frame or, if both are in the same order, call .reset_index(drop=True) on each."
)
def other_index(place: str, first: str) -> str: ...
@notebook.error("“{column}” has several values per segment, so it cannot be used as a column here.")
def several_texts(column: str) -> str: ...
