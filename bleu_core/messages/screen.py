"""Requests that a screen, a report or a notebook cannot meet, and results of requests."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import format_bytes, format_count, format_int, join_words, truncate
from bleu_core.messages import message

# Segments or items that a message names.
MOST_NAMED = 20


@message()
def work_failed() -> str:
    return "An error of BLEUscope ended it; its log has it."


@message("note")
def work_stopped() -> str:
    return "It was stopped."


@message("warning")
def not_counted(metric: str, why: str) -> str:
    return f"{metric}: {why}"


@message("warning")
def count_failed(metric: str) -> str:
    return f"{metric}: an error of BLEUscope ended the count; its log has it."


@message("note")
def slow_metric(metric: str) -> str:
    return f"{metric} takes a while to count. Until then orders and filters by it are left out."


@message("warning")
def filter_uncounted(metrics: Sequence[str]) -> str:
    return f"the filter speaks of {join_words(metrics)}, which nobody has counted yet."


@message("warning")
def filter_meaningless(why: str) -> str:
    return f"the filter means nothing here. {why}"


@message()
def filter_of_session(why: str) -> str:
    return f"The filter on Segments: {why}"


@message("warning")
def comparison_private() -> str:
    return (
        "It is none that you keep here: it was deleted, or it is somebody else's, who can share it "
        "with you by a link."
    )


@message("warning")
def comparison_elsewhere() -> str:
    return "It is not kept here: it was deleted, or it was made on another machine."


@message("warning")
def comparison_dropped() -> str:
    return "It is not in this server's memory, and nothing is kept here."


@message("warning")
def data_set_elsewhere() -> str:
    return (
        "It is not kept here: it was deleted, or it was counted on another machine, or into "
        "another folder."
    )


@message("note")
def keeping_off(variable: str) -> str:
    return (
        f"{variable} is set to off: comparisons are gone when this server ends. To keep them, "
        f"start it without {variable}, or with {variable} set to a folder."
    )


@message("note")
def keeping_needs_token(variable: str) -> str:
    return (
        "This server asks nobody for a token, so comparisons are gone when it ends. To keep them, "
        "open the app by the command bleuscope, which makes a token; or set "
        f"{variable} to a folder, to keep those of all visitors for all of them."
    )


@message("note")
def only_read_team() -> str:
    return (
        "This is kept by the command line on this server: everybody who is logged in may read it, "
        "and nobody changes it here."
    )


@message("note")
def only_read_share(owner: str) -> str:
    return f"{owner} shares this to be read: nothing that is said here is kept."


@message()
def uploads_full(limit: int) -> str:
    """`limit` in bytes."""
    return (
        "What the visitors of this server have uploaded just now may not be more than "
        f"{format_bytes(limit)} together. Give it again in a minute, or a smaller one."
    )


@message("note")
def more_findings(findings: int) -> str:
    return f"On the Data screen: {format_count(findings, 'more serious finding')}."


@message("note")
def findings_of_others(findings: int) -> str:
    return f"{format_count(findings, 'serious finding')} on other systems: see the Data screen."


@message("warning")
def scores_replaced() -> str:
    return "There are scores of this name already; these take their place."


@message("warning")
def runs_deleted() -> str:
    return "They were deleted in another window, or cannot be read."


@message("warning")
def runs_unread(runs: int) -> str:
    return f"{format_count(runs, 'run')} cannot be shown."


@message("warning")
def annotations_stay(segments: Sequence[int]) -> str:
    shown = join_words(map(format_int, segments), MOST_NAMED)
    return (
        f"In {format_count(len(segments), 'segment')} the same person has marked something else "
        "here, "
        f"which counts: {shown}."
    )


@message("note")
def slice_saved(name: str) -> str:
    return f"“{name}” is saved."


@message("note")
def slice_renamed(name: str, new: str) -> str:
    return f"“{name}” is “{new}” now."


@message("note")
def slice_deleted(name: str) -> str:
    return f"“{name}” is deleted."


@message("note")
def slices_imported(slices: int) -> str:
    return f"{format_count(slices, 'slice is imported', 'slices are imported')}."


@message()
def no_session_file(file: str) -> str:
    return (
        f"{file} is no file of a session: no task, no answers and no plan. These are exported "
        "here, under “Files” of a session."
    )


@message()
def task_into_share() -> str:
    return (
        "A task would be here for all to whom this is shared. Open a comparison of your own, and "
        "import it there."
    )


@message()
def plan_into_share() -> str:
    return (
        "It is of another comparison than the one that is shared here. Open a comparison of your "
        "own, and import it there."
    )


@message()
def plan_without_texts() -> str:
    return (
        "Its texts are not here. Open the same files on the Data screen first, all systems and "
        "references of them; then import the plan again."
    )


@message()
def answers_without_session() -> str:
    return "The session that they are of is not here. Import its plan or its task first."


@message("note")
def answers_imported(new: int, same: int) -> str:
    return f"Items with new answers: {format_int(new)}; the same as here: {format_int(same)}."


@message("warning")
def answers_stay(annotators: Sequence[str], items: Sequence[int]) -> str:
    """For each item, the annotator whose different answer is saved here."""
    places = (
        f"{name}'s item {format_int(item)}" for name, item in zip(annotators, items, strict=False)
    )
    return (
        f"Of {format_count(len(items), 'item')} something else was answered here, which stays: "
        f"{join_words(places, MOST_NAMED)}."
    )


@message("warning")
def session_incomplete(annotators: Sequence[str], left: Sequence[int]) -> str:
    missing = (
        f"{name} {format_int(number)}" for name, number in zip(annotators, left, strict=False)
    )
    return f"It is not complete: items that are left are {join_words(missing, 10)}."


@message()
def bench_tokenizer(why: str) -> str:
    return f"{why} Until then the bench shows 13a."


# Why something that was pressed, or sent by a browser, was not done.


@message(area="press")
def no_workspace() -> str:
    return "There is no workspace."


@message(area="press")
def comparison_deleted() -> str:
    return "This comparison was deleted in another window."


@message(area="press")
def other_comparison() -> str:
    return "Another comparison is open by now."


@message(area="press")
def other_copy() -> str:
    return (
        "This was said in another copy of this comparison, or by somebody else: there it can be "
        "kept."
    )


@message(area="press")
def other_list() -> str:
    return "The list has another order or other filters by now."


@message("note", area="press")
def end_of_list() -> str:
    return "The list ends here."


@message("note", area="press")
def end_of_walk(segments: int) -> str:
    return f"Only the first {format_count(segments, 'segment')} can be walked through."


@message(area="press")
def no_segment(segment: int) -> str:
    return f"There is no segment {format_int(segment)}."


@message(area="press")
def session_deleted() -> str:
    return "This session was deleted."


@message(area="press")
def other_annotator() -> str:
    return "This is an answer of somebody else, who has to be logged in for it."


@message(area="press")
def no_item() -> str:
    return "This session has no such item for this annotator."


@message(area="press")
def no_mark() -> str:
    return "What was sent is no mark."


@message(area="press")
def mark_misplaced(fault: str) -> str:
    return f"The mark {fault}."


@message(area="press")
def no_number(text: str) -> str:
    return f"“{text}” is no number that can be read. Try again."


@message(area="press")
def nothing_chosen() -> str:
    return "Choose which is better, or neither."


@message(area="press")
def no_name() -> str:
    return "Type a name."


@message(area="press")
def unknown_name(name: str) -> str:
    return f"Nobody called “{name}” judges this session."


# Reports that cannot be written.


@message(area="report")
def unwritable(file: str, reason: str) -> str:
    return f"{file} cannot be written: {reason}."


@message(area="report")
def unknown_ending(file: str, endings: Sequence[str]) -> str:
    return f"{file!r} is to end in {join_words(endings, last='or')}."


@message(area="report")
def unknown_data_ending(endings: Sequence[str]) -> str:
    return f"The report of a data set is to end in {join_words(endings, last='or')}."


@message(area="report")
def no_folder(folder: str) -> str:
    return f"there is no folder {folder!r}."


@message(area="report")
def xlsx_not_installed() -> str:
    return "XLSX needs openpyxl: pip install 'bleuscope[xlsx]'."


@message(area="report")
def too_many_rows(segments: int, most: int) -> str:
    return (
        f"{format_int(segments)} segments are more than the {format_int(most)} rows of a sheet; "
        "write them "
        "as CSV."
    )


# Input of `compare` in a notebook, and parts of a comparison that cannot be shown there.


@message(area="notebook")
def same_name(name: str) -> str:
    return f"Both systems are called {name!r}; give them different names."


@message(area="notebook")
def unreadable_file(place: str, file: str, reason: str, may_be_text: bool) -> str:
    hint = " Texts are given as a list of them." if may_be_text else ""
    return f"{place}: the file {truncate(file)!r} cannot be read ({reason}).{hint}"


@message(area="notebook")
def not_text(place: str, kind: str, is_pandas: bool) -> str:
    hint = " (.astype(str) makes them)" if is_pandas else ""
    return f"{place} is a column of type {kind}; texts belong there{hint}."


@message(area="notebook")
def no_references(kind: str) -> str:
    return f"references is a {kind}; give the texts of one reference, a list of several, or files."


@message(area="notebook")
def references_not_files(first: str) -> str:
    return (
        "references is a list of strings, which are files where A and B are; there is no file "
        f"{truncate(first)!r}. Texts of one reference stand in a list: [references]."
    )


@message(area="notebook")
def references_as_texts(strings: int, segments: int) -> str:
    return (
        f"references is a list of {format_count(strings, 'string')}, which are taken for the "
        "texts of "
        f"one reference; A and B have {format_count(segments, 'segment')}. A file is given as a "
        "Path; "
        "of several references each is a list."
    )


@message(area="notebook")
def other_index(place: str, first: str) -> str:
    return (
        f"The index of {place} is another than that of {first}, so that a line may not be the "
        "same segment in both. Give columns of one frame, or, if they are in one order, "
        ".reset_index(drop=True) of each."
    )


@message(area="notebook")
def several_texts(column: str) -> str:
    return f"Of “{column}” a segment has several: it is no column here."


@message(area="notebook")
def no_documents() -> str:
    return "The documents are not known: compare(…, documents=…) gives them."


@message(area="notebook")
def points_undefined() -> str:
    return "A BLEU is 0, which has no logarithm: its points cannot be given to anything."
