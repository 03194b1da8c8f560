"""Requests that a screen of the app cannot meet, and results of requests."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.numerals import counted, megabytes, whole
from bleu_core.common.wording import listed
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
    return f"the filter speaks of {listed(metrics)}, which nobody has counted yet."


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
        f"{megabytes(limit)} together. Give it again in a minute, or a smaller one."
    )


@message("note")
def more_findings(findings: int) -> str:
    return f"On the Data screen: {counted(findings, 'more serious finding')}."


@message("note")
def findings_of_others(findings: int) -> str:
    return f"{counted(findings, 'serious finding')} on other systems: see the Data screen."


@message("warning")
def scores_replaced() -> str:
    return "There are scores of this name already; these take their place."


@message("warning")
def runs_deleted() -> str:
    return "They were deleted in another window, or cannot be read."


@message("warning")
def runs_unread(runs: int) -> str:
    return f"{counted(runs, 'run')} cannot be shown."


@message("warning")
def annotations_stay(segments: Sequence[int]) -> str:
    shown = listed(map(whole, segments), MOST_NAMED)
    return (
        f"In {counted(len(segments), 'segment')} the same person has marked something else here, "
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
    return f"{counted(slices, 'slice is imported', 'slices are imported')}."


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
    return f"Items with new answers: {whole(new)}; the same as here: {whole(same)}."


@message("warning")
def answers_stay(annotators: Sequence[str], items: Sequence[int]) -> str:
    """For each item, the annotator whose different answer is saved here."""
    places = (f"{name}'s item {whole(item)}" for name, item in zip(annotators, items, strict=False))
    return (
        f"Of {counted(len(items), 'item')} something else was answered here, which stays: "
        f"{listed(places, MOST_NAMED)}."
    )


@message("warning")
def session_incomplete(annotators: Sequence[str], left: Sequence[int]) -> str:
    missing = (f"{name} {whole(number)}" for name, number in zip(annotators, left, strict=False))
    return f"It is not complete: items that are left are {listed(missing, 10)}."


@message()
def bench_tokenizer(why: str) -> str:
    return f"{why} Until then the bench shows 13a."
