"""What no signature records, and what printed lengths reveal."""

from __future__ import annotations

from collections.abc import Iterator

from bleu_core.common.wording import cut
from bleu_core.messages import Message
from bleu_core.messages import why as messages
from bleu_core.teaching.why.recipe import Recipe


def from_lines(first: Recipe, second: Recipe) -> Iterator[Message]:
    """What the scores and lengths of two printed lines reveal."""
    a, b = first.printed, second.printed
    if a is None or b is None:
        return
    yield messages.printed_scores(a.score, b.score)
    lengths = (a.sys_len, a.ref_len, b.sys_len, b.ref_len)
    same_tokens = (
        first.config is not None
        and second.config is not None
        and first.config.tokenize == second.config.tokenize
    )
    if None in lengths or not same_tokens:
        return
    if a.sys_len == b.ref_len and a.ref_len == b.sys_len and a.sys_len != a.ref_len:
        yield messages.lengths_exchanged()
        return
    if a.sys_len != b.sys_len:
        yield messages.other_outputs(a.sys_len or 0, b.sys_len or 0)
    if first.references == second.references == 1 and a.ref_len != b.ref_len:
        yield messages.other_references(a.ref_len or 0, b.ref_len or 0)


def unsaid(first: Recipe, second: Recipe) -> Iterator[Message]:
    """Everything that affects a score and is in no signature."""
    tests = {cut(r.fields["test"]) for r in (first, second) if "test" in r.fields}
    yield messages.references_unsaid(sorted(tests))
    yield messages.preparation_unsaid()
    if "BLEU" in (first.metric, second.metric):
        yield messages.averaging_unsaid()
    yield messages.rounding_unsaid()
