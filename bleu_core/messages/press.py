"""Why something that was pressed, or sent by a browser, was not done."""

from __future__ import annotations

from bleu_core.common.numerals import counted, whole
from bleu_core.messages import message

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
    return f"Only the first {counted(segments, 'segment')} can be walked through."


@message(area="press")
def no_segment(segment: int) -> str:
    return f"There is no segment {whole(segment)}."


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
