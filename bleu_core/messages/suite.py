"""Suites: faults of their files, sets that cannot be compared, verdicts, and baselines."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import format_count, format_int, join_words, truncate
from bleu_core.messages import message


@message()
def no_set() -> str:
    return "There is no test set: [[set]] before each."


@message()
def set_twice(name: str) -> str:
    return f"Another set is called “{truncate(name)}” too."


@message()
def slice_twice(name: str) -> str:
    return f"Another slice of this set is called “{truncate(name)}” too."


@message()
def no_baseline() -> str:
    return "There is a gate, and nothing that the systems are held against: say a baseline."


@message()
def no_trials() -> str:
    return "A gate asks for p: trials are to be above 0."


@message()
def no_system() -> str:
    return 'There is no system: [set.systems], and name = "file" in it.'


@message()
def many_systems(count: int, most: int) -> str:
    return f"There are {format_int(count)} systems; {most} are the most."


@message()
def empty_name(name: str) -> str:
    return f"The name “{truncate(name)}” is empty."


@message()
def long_name(name: str, length: int, most: int) -> str:
    return (
        f"The name “{truncate(name)}” has {format_int(length)} characters; {format_int(most)} "
        "are the most."
    )


@message()
def unseen_character(name: str) -> str:
    return f"The name “{truncate(name)}” has a character that cannot be seen; leave it out."


@message()
def space_around_name(name: str) -> str:
    return f"The name “{truncate(name)}” begins or ends with a space."


@message()
def settings_conflict(problem: str) -> str:
    return f"These settings do not go together: {truncate(problem, 300)}"


@message()
def no_run_named() -> str:
    return "“run:” is to be followed by the name of a system."


@message()
def unknown_format(name: str, formats: Sequence[str]) -> str:
    return f"There is no format “{truncate(name)}”; there are {join_words(formats)}."


@message()
def unknown_metric(name: str, metrics: Sequence[str]) -> str:
    return f"There is no metric “{truncate(name)}”; there are {join_words(metrics)}."


@message()
def level_out_of_range() -> str:
    return "“level” is to be above 0 and below 1."


@message()
def condition(text: str, at: int, problem: str) -> str:
    """`at` is the character of the text where reading fails, from 1."""
    return f"At character {format_int(at)} of “{truncate(text)}”: {problem}."


@message()
def nul_in_path() -> str:
    return "No file has a name with the character NUL in it."


@message()
def no_file(path: str) -> str:
    return f"{path} is no file."


@message()
def unreadable_file(path: str, reason: str) -> str:
    return f"{path} cannot be read: {reason}."


@message()
def several_systems_in_file() -> str:
    return "Give each system of a suite a file of its own."


@message("note")
def way_encoding() -> str:
    return "“encoding” of the set is for all of its files that are not UTF-8."


@message("note")
def way_format(formats: Sequence[str]) -> str:
    return f"“format” of the set is that of all its files: {join_words(formats, last='or')}."


@message()
def slice_not_chosen(name: str, at: int, expression: str, problem: str, where: str) -> str:
    """`where` does not name a saved slice either; "" if a saved slice has the expression."""
    place = f"at character {format_int(at)} of “{expression}”"
    either = f" There is no saved slice “{where}” either." if where else ""
    return f"The slice “{name}” cannot be chosen, {place}: {problem}{either}"


@message()
def empty_slice(name: str) -> str:
    return f"The gate of the slice “{name}” cannot judge: no segment fulfils it."


@message()
def slice_not_judged(name: str, problem: str) -> str:
    return f"On the slice “{name}” {problem}"


@message()
def slice_failed(name: str, segments: int, failure: str) -> str:
    return f"On {format_count(segments, 'segment')} of the slice “{name}” {failure}"


@message()
def run_not_found(run: str) -> str:
    return f"baseline = “run: {run}” finds nothing: {nothing_kept()}."


@message()
def run_not_kept(run: str) -> str:
    return (
        f"No output of “{run}” on these references is kept, which baseline = “run: {run}” asks "
        "for. `bleuscope compare … --keep` keeps one."
    )


@message("note")
def held_against_nothing(system: str, reason: str) -> str:
    return f"{system} is held against nothing, and its gates are not judged: {reason}."


@message("note")
def nothing_kept() -> str:
    return "nothing is kept yet, or BLEUSCOPE_HOME is set to off"


@message("note")
def never_passed() -> str:
    return "no run of this suite is kept in which it passed here"


@message("note")
def run_deleted() -> str:
    return "the run in which it passed was deleted just now"


@message("note")
def segments_changed(segments: int, before: int, date: str) -> str:
    return (
        f"the test set has {format_count(segments, 'segment')} now, and had {format_int(before)} "
        "in the "
        f"last run in which it passed, of {date}"
    )


@message()
def program_fault(fault: str) -> str:
    return f"It could not be compared, by a fault of this program ({fault})."


@message()
def process_killed(signal: int) -> str:
    return (
        f"The process that compared it was ended from outside (signal {format_int(signal)}), as "
        "it is "
        "where there is too little memory."
    )


@message()
def process_ended(code: int) -> str:
    return f"The process that compared it broke off (exit code {format_int(code)})."


@message()
def unreadable_result() -> str:
    return "This is no result of a suite that this version of BLEUscope can read."
