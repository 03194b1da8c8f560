"""Messages on requests to a screen, a report or a notebook: impossible ones, and results."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import format_count, format_int, join_words
from bleu_core.messages import Area

screen = Area("screen")
press = Area("press")
report = Area("report")
notebook = Area("notebook")

# Segments or items that a message names.
MOST_NAMED = 20


@screen.error("An error of BLEUscope ended it; its log has it.")
def work_failed() -> str: ...
@screen.warning("{metric}: {why}")
def not_counted(metric: str, why: str) -> str: ...
@screen.warning("{metric}: an error of BLEUscope ended the count; its log has it.")
def count_failed(metric: str) -> str: ...
@screen.note("{metric} takes a while to count. Until then orders and filters by it are left out.")
def slow_metric(metric: str) -> str: ...
@screen.warning("the filter speaks of {metrics:words}, which nobody has counted yet.")
def filter_uncounted(metrics: Sequence[str]) -> str: ...
@screen.warning("the filter means nothing here. {why}")
def filter_meaningless(why: str) -> str: ...
@screen.error("The filter on Segments: {why}")
def filter_of_session(why: str) -> str: ...
@screen.warning(
    "It is none that you keep here: it was deleted, or it is somebody else's, who can share it "
    "with you by a link."
)
def comparison_private() -> str: ...
@screen.warning("It is not kept here: it was deleted, or it was made on another machine.")
def comparison_elsewhere() -> str: ...
@screen.warning("It is not in this server's memory, and nothing is kept here.")
def comparison_dropped() -> str: ...
@screen.note(
    "{variable} is set to off: comparisons are gone when this server ends. To keep them, start it "
    "without {variable}, or with {variable} set to a folder."
)
def keeping_off(variable: str) -> str: ...
@screen.note(
    "This server asks nobody for a token, so comparisons are gone when it ends. To keep them, "
    "open the app by the command bleuscope, which makes a token; or set {variable} to a folder, "
    "to keep those of all visitors for all of them."
)
def keeping_needs_token(variable: str) -> str: ...
@screen.note(
    "This is kept by the command line on this server: everybody who is logged in may read it, and "
    "nobody changes it here."
)
def only_read_team() -> str: ...
@screen.note("{owner} shares this to be read: nothing that is said here is kept.")
def only_read_share(owner: str) -> str: ...
@screen.error(
    "What the visitors of this server have uploaded just now may not be more than {limit:bytes} "
    "together. Give it again in a minute, or a smaller one."
)
def uploads_full(limit: int) -> str: ...
@screen.note("On the Data screen: {findings:# more serious finding}.")
def more_findings(findings: int) -> str: ...
@screen.note("And {groups:int} more.")
def more_left_out(groups: int) -> str: ...
@screen.note("Segments are numbered without the rows that are left out.")
def lines_left_out() -> str: ...
@screen.note("{findings:# serious finding} on other systems: see the Data screen.")
def findings_of_others(findings: int) -> str: ...
@screen.warning("There are scores of this name already; these take their place.")
def scores_replaced() -> str: ...
@screen.warning("They were deleted in another window, or cannot be read.")
def runs_deleted() -> str: ...
@screen.warning("{runs:# run} cannot be shown.")
def runs_unread(runs: int) -> str: ...


@screen.warning()
def annotations_stay(segments: Sequence[int]) -> str:
    shown = join_words(map(format_int, segments), MOST_NAMED)
    return (
        f"In {format_count(len(segments), 'segment')} the same person has marked something else "
        f"here, which counts: {shown}."
    )


@screen.note("“{name}” is saved.")
def slice_saved(name: str) -> str: ...
@screen.note("“{name}” is “{new}” now.")
def slice_renamed(name: str, new: str) -> str: ...
@screen.note("“{name}” is deleted.")
def slice_deleted(name: str) -> str: ...
@screen.note("{slices:# slice is imported|# slices are imported}.")
def slices_imported(slices: int) -> str: ...
@screen.error(
    "{file} is no file of a session: no task, no answers and no plan. These are exported here, "
    "under “Files” of a session."
)
def no_session_file(file: str) -> str: ...
@screen.error(
    "A task would be here for all to whom this is shared. Open a comparison of your own, and "
    "import it there."
)
def task_into_share() -> str: ...
@screen.error(
    "It is of another comparison than the one that is shared here. Open a comparison of your own, "
    "and import it there."
)
def plan_into_share() -> str: ...
@screen.error(
    "Its texts are not here. Open the same files on the Data screen first, all systems and "
    "references of them; then import the plan again."
)
def plan_without_texts() -> str: ...
@screen.error("The session that they are of is not here. Import its plan or its task first.")
def answers_without_session() -> str: ...
@screen.note("Items with new answers: {new:int}; the same as here: {same:int}.")
def answers_imported(new: int, same: int) -> str: ...


@screen.warning()
def answers_stay(annotators: Sequence[str], items: Sequence[int]) -> str:
    """For each item, the annotator whose different answer is saved here."""
    places = (
        f"{name}'s item {format_int(item)}" for name, item in zip(annotators, items, strict=False)
    )
    return (
        f"Of {format_count(len(items), 'item')} something else was answered here, which stays: "
        f"{join_words(places, MOST_NAMED)}."
    )


@screen.warning()
def session_incomplete(annotators: Sequence[str], left: Sequence[int]) -> str:
    missing = (
        f"{name} {format_int(number)}" for name, number in zip(annotators, left, strict=False)
    )
    return f"It is not complete: items that are left are {join_words(missing, 10)}."


@screen.error("{why} Until then the bench shows 13a.")
def bench_tokenizer(why: str) -> str: ...


# Why something that was pressed, or sent by a browser, was not done.
@press.error("There is no workspace.")
def no_workspace() -> str: ...
@press.error("This comparison was deleted in another window.")
def comparison_deleted() -> str: ...
@press.error("Another comparison is open by now.")
def other_comparison() -> str: ...
@press.error(
    "This was said in another copy of this comparison, or by somebody else: there it can be kept."
)
def other_copy() -> str: ...
@press.error("The list has another order or other filters by now.")
def other_list() -> str: ...
@press.note("The list ends here.")
def end_of_list() -> str: ...
@press.error("There is no segment {segment:int}.")
def no_segment(segment: int) -> str: ...
@press.error("This session was deleted.")
def session_deleted() -> str: ...
@press.error("This is an answer of somebody else, who has to be logged in for it.")
def other_annotator() -> str: ...
@press.error("This session has no such item for this annotator.")
def no_item() -> str: ...
@press.error("What was sent is no mark.")
def no_mark() -> str: ...
@press.error("The mark {fault}.")
def mark_misplaced(fault: str) -> str: ...
@press.error("“{text}” is no number that can be read. Try again.")
def no_number(text: str) -> str: ...
@press.error("Choose which is better, or neither.")
def nothing_chosen() -> str: ...
@press.error("Type a name.")
def no_name() -> str: ...
@press.error("Nobody called “{name}” judges this session.")
def unknown_name(name: str) -> str: ...


# Reports that cannot be written.
@report.error("{file} cannot be written: {reason}.")
def unwritable(file: str, reason: str) -> str: ...
@report.error("{file!r} is to end in {endings:or}.")
def unknown_ending(file: str, endings: Sequence[str]) -> str: ...
@report.error("there is no folder {folder!r}.")
def no_folder(folder: str) -> str: ...
@report.error("XLSX needs openpyxl: pip install 'bleuscope[xlsx]'.")
def xlsx_not_installed() -> str: ...
@report.error(
    "{segments:int} segments are more than the {most:int} rows of a sheet; write them as CSV."
)
def too_many_rows(segments: int, most: int) -> str: ...


# Input of `compare` in a notebook, and parts of a comparison that cannot be shown there.
@notebook.error("Both systems are called {name!r}; give them different names.")
def same_name(name: str) -> str: ...
@notebook.error(
    "{place}: the file {file:repr} cannot be read "
    "({reason}).{may_be_text: Texts are given as a list of them.|}"
)
def unreadable_file(place: str, file: str, reason: str, may_be_text: bool) -> str: ...
@notebook.error(
    "{place} is a column of type {kind}; texts belong there{is_pandas: (.astype(str) makes them)|}."
)
def not_text(place: str, kind: str, is_pandas: bool) -> str: ...
@notebook.error(
    "references is a {kind}; give the texts of one reference, a list of several, or files."
)
def no_references(kind: str) -> str: ...
@notebook.error(
    "references is a list of strings, which are files where A and B are; there is no file "
    "{first:repr}. Texts of one reference stand in a list: [references]."
)
def references_not_files(first: str) -> str: ...
@notebook.error(
    "references is a list of {strings:# string}, which are taken for the texts of one reference; "
    "A and B have {segments:# segment}. A file is given as a Path; of several references each is "
    "a list."
)
def references_as_texts(strings: int, segments: int) -> str: ...
@notebook.error(
    "The index of {place} is another than that of {first}, so that a line may not be the same "
    "segment in both. Give columns of one frame, or, if they are in one order, "
    ".reset_index(drop=True) of each."
)
def other_index(place: str, first: str) -> str: ...
@notebook.error("Of “{column}” a segment has several: it is no column here.")
def several_texts(column: str) -> str: ...
@notebook.error("The documents are not known: compare(…, documents=…) gives them.")
def no_documents() -> str: ...
@notebook.error("A BLEU is 0, which has no logarithm: its points cannot be given to anything.")
def points_undefined() -> str: ...
