"""What no signature says of a score, and what printed lengths tell of it all the same."""

from __future__ import annotations

from collections.abc import Iterator

from bleu_core.numerals import whole
from bleu_core.why.recipe import Recipe
from bleu_core.wording import cut, listed


def from_lines(first: Recipe, second: Recipe) -> Iterator[str]:
    """What the score and the lengths of two printed lines tell."""
    a, b = first.printed, second.printed
    if a is None or b is None:
        return
    yield f"The printed scores are {a.score} and {b.score}."
    lengths = (a.sys_len, a.ref_len, b.sys_len, b.ref_len)
    same_tokens = (
        first.config is not None
        and second.config is not None
        and first.config.tokenize == second.config.tokenize
    )
    if None in lengths or not same_tokens:
        return
    if a.sys_len == b.ref_len and a.ref_len == b.sys_len and a.sys_len != a.ref_len:
        yield (
            "The lengths are the same but exchanged: in one of them the reference was scored "
            "against the output."
        )
        return
    if a.sys_len != b.sys_len:
        yield (
            f"The outputs have {_tokens(a.sys_len)} and {_tokens(b.sys_len)} under the same "
            "tokenizer: they are not the same text, or not prepared alike."
        )
    if first.references == second.references == 1 and a.ref_len != b.ref_len:
        yield (
            f"The references have {_tokens(a.ref_len)} and {_tokens(b.ref_len)} under the same "
            "tokenizer: they are not the same text or lines, or not prepared alike."
        )


def unsaid(first: Recipe, second: Recipe) -> Iterator[str]:
    """A sentence for each thing that decides a score and is in no signature."""
    tests = {cut(r.fields["test"]) for r in (first, second) if "test" in r.fields}
    named = f" beyond the name {listed(sorted(tests), last='or')}" if tests else ""
    yield (
        f"No signature says which references were used, how many lines they have, and in which "
        f"state of the test set{named}."
    )
    yield (
        "Nor whether output and references were tokenized, detokenized, lower-cased or normalized "
        "(quotes, dashes, Unicode) before they were scored."
    )
    if "BLEU" in (first.metric, second.metric):
        yield (
            "Nor whether a corpus was scored or sentence scores were averaged: the signature is "
            "the same, the number another."
        )
    yield (
        "Nor how the numbers were rounded, and whether they are 0 to 1 or 0 to 100: sacreBLEU "
        "prints one decimal unless more are asked for, multi-bleu.perl two, NLTK and mteval 0 to 1."
    )


def _tokens(number: int | None) -> str:
    return f"{whole(number or 0)} tokens"
