"""Suites: invalid files, test sets that cannot be compared, gates and baselines."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.messages import Area

suite = Area("suite")


@suite.error("A gate needs a baseline to compare the systems with. Set “baseline”.")
def no_baseline() -> str: ...
@suite.error('There is no system. Add [set.systems] with lines like name = "file".')
def no_system() -> str: ...
@suite.error("At character {at:int} of “{text:short}”: {problem}.")
def condition(text: str, at: int, problem: str) -> str: ...
@suite.error("Each system of a suite needs its own file.")
def several_systems_in_file() -> str: ...
@suite.note("Set “encoding” of the test set to the encoding of all its files that are not UTF-8.")
def way_encoding() -> str: ...
@suite.note("Set “format” of the test set to the format of all its files: {formats:or}.")
def way_format(formats: Sequence[str]) -> str: ...
@suite.error(
    "The slice “{name}” cannot be evaluated, at character {at:int} of “{expression}”: "
    "{problem}{where:? There is no saved slice “#” either.}"
)
def slice_not_chosen(name: str, at: int, expression: str, problem: str, where: str) -> str: ...
@suite.error("On the slice “{name}”: {problem}")
def slice_not_judged(name: str, problem: str) -> str: ...
@suite.error("On {segments:# segment} of the slice “{name}”: {failure}")
def slice_failed(name: str, segments: int, failure: str) -> str: ...


@suite.error(
    "baseline = “run: {run}” requires a saved output of “{run}” on these references, and there is "
    "none. Save one with `bleuscope compare … --keep`; BLEUSCOPE_HOME must not be set to off."
)
def run_not_kept(run: str) -> str: ...
@suite.note("{system} has no baseline yet, so its gates were not evaluated: {reason}.")
def held_against_nothing(system: str, reason: str) -> str: ...
@suite.note("nothing is saved yet, or BLEUSCOPE_HOME is set to off")
def nothing_kept() -> str: ...
@suite.note("it has not passed this test set in any saved run of this suite")
def never_passed() -> str: ...
@suite.note(
    "the test set now has {segments:# segment}; in the last run without a failure, on {date}, it "
    "had {before:int}"
)
def segments_changed(segments: int, before: int, date: str) -> str: ...
@suite.error("It could not be compared because of an error in BLEUscope ({fault}).")
def program_fault(fault: str) -> str: ...


@suite.error()
def process_ended(code: int) -> str:
    """A `code` below 0 is the number of a signal."""
    if code >= 0:
        return f"The process that compared it stopped unexpectedly (exit code {code})."
    stopped = f"The process that compared it was stopped from outside (signal {-code})"
    return f"{stopped}, perhaps because memory ran out."


@suite.error("This is not a suite result that this version of BLEUscope can read.")
def unreadable_result() -> str: ...
