"""Explain a difference: signatures and settings that cannot be used."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.messages import Area

why = Area("why")


@why.error(
    "{text:repr} is neither a BLEU signature, which has fields such as tok:13a or tok.13a, nor a "
    "known tool: {known:or}."
)
def no_signature(text: str, known: Sequence[str]) -> str: ...
@why.error(
    "{field:repr} is not a field of a BLEU signature. Correct or remove it; signatures of other "
    "metrics cannot be explained."
)
def unknown_field(field: str) -> str: ...
@why.error("The signature's field {field} cannot be {value:repr}.")
def unknown_value(field: str, value: str) -> str: ...
@why.note(
    "The line says {printed}, but BLEU with its settings is {scores:words} here. Check that the "
    "output and the references are the same."
)
def other_score(printed: str, scores: Sequence[str]) -> str: ...
@why.error(
    "The signature has {given:# reference}, the test set only {available:int}. Add references, or "
    "remove the number from the signature."
)
def too_few_references(given: int, available: int) -> str: ...
