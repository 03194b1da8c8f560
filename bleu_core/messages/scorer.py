"""Scorers: faults in their configuration, and programs that fail or print no scores."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import join_words
from bleu_core.messages import Area

scorer = Area("scorer")


# The configuration.
@scorer.error(
    "There are no scorers, because {variable} is set to off. Set it to the folder with your {file}."
)
def no_home(variable: str, file: str) -> str: ...
@scorer.error(
    "There is no scorer {name!r}, because {file} does not exist. Create it, with a table "
    "[scorer.{name}]."
)
def no_file(name: str, file: str) -> str: ...


@scorer.error()
def unknown(name: str, file: str, names: Sequence[str]) -> str:
    known = f"it has {join_words(names)}" if names else "it has no scorer"
    return f"There is no scorer {name!r} in {file}; {known}."


@scorer.error("{file} cannot be read: {reason:reason}.")
def unreadable(file: str, reason: str) -> str: ...
@scorer.error("The scorer “{name}”: {problem}")
def bad_name(name: str, problem: str) -> str: ...
@scorer.error("“command” has no {placeholders:or}. Without it, the program gets no translations.")
def no_translations(placeholders: Sequence[str]) -> str: ...
@scorer.error("{placeholder} in “command” is unknown. Use {placeholders:or}.")
def unknown_placeholder(placeholder: str, placeholders: Sequence[str]) -> str: ...
@scorer.error("“output” must be {forms:or}.")
def unknown_output(forms: Sequence[str]) -> str: ...
@scorer.error("“better” must be {values:or}.")
def unknown_direction(values: Sequence[str]) -> str: ...
@scorer.error("“signature” must not contain “|” or invisible characters.")
def malformed_signature() -> str: ...


# The program.
@scorer.error(
    "{name} needs the source text, but this test set has none. Add the source text, or remove "
    "{placeholder} from the command of {name}."
)
def no_source(name: str, placeholder: str) -> str: ...
@scorer.error(
    "{name}: there is no program {program}. Install it, or write its full path in the command of "
    "{name}."
)
def not_started(name: str, program: str) -> str: ...
@scorer.error("{name}: the program failed with exit code {code}.")
def failed(name: str, code: int) -> str: ...
@scorer.error("{name}: the program was ended by signal {signal}.")
def killed(name: str, signal: str) -> str: ...
@scorer.error("{name}: the program wrote no file {placeholder}. Check the command of {name}.")
def no_scores_file(name: str, placeholder: str) -> str: ...
@scorer.error(
    "{name}: the program returned {scores:# score} for {segments:# segment}. Check the command of "
    "{name} and its “output”."
)
def wrong_number(name: str, scores: int, segments: int) -> str: ...
@scorer.error(
    "{name}: the program returned more than {most:bytes} for {segments:# segment}. Check the "
    "command of {name} and its “output”."
)
def too_large(name: str, most: int, segments: int) -> str: ...
@scorer.error(
    "{name}: the program printed more than {most:bytes}, and was stopped. Check the command of "
    "{name}; its last lines may say what is wrong."
)
def printed_too_much(name: str, most: int) -> str: ...
@scorer.error(
    "{name}: line {line:int} of the program's scores has no finite number: “{text}”. Check "
    "“output” of {name}."
)
def not_number(name: str, line: int, text: str) -> str: ...
@scorer.error(
    "{name}: line {line:int} of the program's scores is not a JSON object with a number in "
    "“{field}”: “{text}”. Check “output” of {name}."
)
def no_json_number(name: str, line: int, field: str, text: str) -> str: ...
@scorer.error("The last lines of the program:")
def last_lines() -> str: ...


# Notes on scores.
@scorer.note("{name}: scored with the first reference of each segment.")
def first_reference(name: str) -> str: ...
@scorer.warning(
    "{name}: {count:# score is|# scores are} outside the range {low:plain} to {high:plain}; the "
    "first is {score:plain}, in segment {segment:int} of {system}. Check “range” and “output” of "
    "{name}."
)
def out_of_range(
    name: str, count: int, low: float, high: float, score: float, segment: int, system: str
) -> str: ...
