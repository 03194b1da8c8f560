"""Scorers: faults in their configuration, and programs that fail or print no scores."""

from __future__ import annotations

import signal
from collections.abc import Sequence

from bleu_core.common.formatting import join_words
from bleu_core.messages import Area

scorer = Area("scorer")


# The configuration.
@scorer.error(
    "There are no scorers, because {variable} is set to off. Set it to the folder of your {file}, "
    "or name a file with the scores: NAME=FILE."
)
def no_home(variable: str, file: str) -> str: ...


@scorer.error(
    "{file} is not used, because other accounts can change {in_folder:its folder|it} and thereby "
    "run programs as you. Make the {in_folder:folder|file} yours (chown) and writable only by you "
    "(chmod go-w)."
)
def not_private(file: str, in_folder: bool) -> str: ...


@scorer.error()
def unknown(name: str, file: str, names: Sequence[str]) -> str:
    known = f"has {join_words(names)}" if names else "has no scorers, or does not exist"
    return (
        f"There is no scorer {name!r}: {file} {known}. Add a table [scorer.{name}] to it, or name "
        f"a file with the scores: {name}=FILE."
    )


@scorer.error("“command” has no {placeholders:or}. Without it, the program gets no translations.")
def no_translations(placeholders: Sequence[str]) -> str: ...
@scorer.error(
    "“score” is no usable regular expression: {problem:reason}. Without “score”, each line of the "
    "output must be a number."
)
def bad_pattern(problem: str) -> str: ...


# The program.
@scorer.error(
    "{name} needs the source text, but this test set has none. Add the source text, or remove "
    "{placeholder} from the command of {name}."
)
def no_source(name: str, placeholder: str) -> str: ...
@scorer.error(
    "{name}: the program {program} cannot be started: {reason:reason}. Install it, or write its "
    "full path in the command of {name}."
)
def not_started(name: str, program: str, reason: str) -> str: ...


@scorer.error()
def failed(name: str, code: int) -> str:
    """A `code` below 0 is the number of a signal."""
    if code >= 0:
        return f"{name}: the program failed with exit code {code}."
    return f"{name}: the program was ended by signal {-code} ({signal.strsignal(-code)})."


@scorer.error(
    "{name}: the program was stopped after {timeout:duration}, its time limit. Set “timeout” of "
    "{name} to more seconds."
)
def took_too_long(name: str, timeout: int) -> str: ...
@scorer.error(
    "{name}: the program was stopped because it wrote more than {most:bytes}. Check the command "
    "of {name}."
)
def wrote_too_much(name: str, most: int) -> str: ...
@scorer.error("{name}: the program wrote no file {placeholder}. Check the command of {name}.")
def no_scores_file(name: str, placeholder: str) -> str: ...
@scorer.error(
    "{name}: the program returned {scores:# score} for {segments:# segment}. Check the command of "
    "{name} and its “score”."
)
def wrong_number(name: str, scores: int, segments: int) -> str: ...
@scorer.error(
    "{name}: line {line:int} of the program's output has no finite number as its score: “{text}”. "
    "Check “score” of {name}."
)
def not_number(name: str, line: int, text: str) -> str: ...
@scorer.error(
    "{name}: in line {line:int} of the program's output, “score” finds nothing within "
    "{timeout:duration}. Write “score” of {name} without nested repetitions such as “(a+)+”."
)
def slow_pattern(name: str, line: int, timeout: int) -> str: ...
@scorer.error("The last lines of the program:")
def last_lines() -> str: ...
@scorer.error(
    "{file} with the scores of programs cannot be used: {reason:reason}. If it is damaged, delete "
    "it: the scores are computed again."
)
def not_saved(file: str, reason: str) -> str: ...


@scorer.note("{name}: scored with the first reference of each segment.")
def first_reference(name: str) -> str: ...
