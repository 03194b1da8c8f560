"""Why something that was pressed, or sent by a browser, was not done."""

from __future__ import annotations

from bleu_core.common.numerals import counted, whole
from bleu_core.messages import message


@message()
def no_workspace() -> str:
    return "There is no workspace."


@message()
def comparison_deleted() -> str:
    return "This comparison was deleted in another window."


@message()
def other_comparison() -> str:
    return "Another comparison is open by now."


@message()
def other_copy() -> str:
    return (
        "This was said in another copy of this comparison, or by somebody else: there it can be "
        "kept."
    )


@message()
def other_list() -> str:
    return "The list has another order or other filters by now."


@message("note")
def end_of_list() -> str:
    return "The list ends here."


@message("note")
def end_of_walk(segments: int) -> str:
    return f"Only the first {counted(segments, 'segment')} can be walked through."


@message()
def no_segment(segment: int) -> str:
    return f"There is no segment {whole(segment)}."


@message()
def session_deleted() -> str:
    return "This session was deleted."


@message()
def other_annotator() -> str:
    return "This is an answer of somebody else, who has to be logged in for it."


@message()
def no_item() -> str:
    return "This session has no such item for this annotator."


@message()
def no_mark() -> str:
    return "What was sent is no mark."


@message()
def mark_misplaced(fault: str) -> str:
    return f"The mark {fault}."


@message()
def no_number(text: str) -> str:
    return f"“{text}” is no number that can be read. Try again."


@message()
def nothing_chosen() -> str:
    return "Choose which is better, or neither."


@message()
def no_name() -> str:
    return "Type a name."


@message()
def unknown_name(name: str) -> str:
    return f"Nobody called “{name}” judges this session."
