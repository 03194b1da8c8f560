"""Evaluation campaigns in folders: missing files, unknown names, and what they contain."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import join_words
from bleu_core.messages import Area
from bleu_core.messages.testset import hint


def _found(known: Sequence[str]) -> str:
    return f" It has {join_words(known)}." if known else ""


campaign = Area("campaign", hint=hint, found=_found)


# The folder.
@campaign.error(
    "{folder} is not a campaign: it has no files such as {expected:words}.{inside:? It contains "
    "campaigns: #.}"
)
def not_found(folder: str, expected: Sequence[str], inside: str) -> str: ...
@campaign.error("{name} {pair} has no {role}. Add a file such as {expected:or}.")
def missing(name: str, pair: str, role: str, expected: Sequence[str]) -> str: ...
@campaign.error(
    "{file} needs a domain and a document on each line, separated by a tab. Correct {lines:lines}."
)
def bad_documents(file: str, lines: Sequence[int]) -> str: ...
@campaign.error(
    "{file} has {what} of several language pairs: {pairs:few}. Keep only those of the test set's "
    "pair."
)
def several_pairs(file: str, what: str, pairs: Sequence[str]) -> str: ...


# Names.
@campaign.error("{name} {pair} has no {what} {given!r}.{near:hint}{known:found}")
def unknown(
    name: str, pair: str, what: str, given: str, near: Sequence[str], known: Sequence[str]
) -> str: ...
@campaign.error("{file} has no scores of these systems: expected lines of a system and a score.")
def no_scores(file: str) -> str: ...


# Options.
@campaign.error("Name two systems of {name} {pair}. Its systems are {known:words}.")
def two_systems(name: str, pair: str, known: Sequence[str]) -> str: ...


# Contents.
@campaign.note("Reference of {name} {pair}: {used:words}. Other references: {others:words}.")
def references(name: str, pair: str, used: Sequence[str], others: Sequence[str]) -> str: ...
@campaign.note("Segment scores of {name} {pair}: {scores:words}.")
def scores(name: str, pair: str, scores: Sequence[str]) -> str: ...
@campaign.note(
    "Human scores saved with the test set: {scores:words}. Metrics vs. people on Judge uses them."
)
def human_scores(scores: Sequence[str]) -> str: ...
