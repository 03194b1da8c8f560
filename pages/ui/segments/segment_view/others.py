"""Data of the systems under A and B in the open segment."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from bleu_core import Comparison, SegmentStatistics
from bleu_core.common.escaping import visible
from bleu_core.common.numerals import whole
from bleu_core.explain import matching
from bleu_core.explain.matching import OtherMatch
from bleu_core.present.account.parts import Parts, lines
from pages.ui import store
from pages.ui.cache import result
from pages.ui.segments.segment_view.plain import plain

# Texts of at most this many characters are matched instantly.
SHORT = 2_000


def are_short(texts: Iterable[str]) -> bool:
    """Whether texts are matched instantly."""
    return max(map(len, texts)) <= SHORT


def others_data(
    comparison: Comparison,
    segment: int,
    names: Sequence[str],
    text_a: str,
    row_a: SegmentStatistics,
    references: Sequence[str | None],
    most: int,
) -> list[dict[str, Any]]:
    """For each system: its marked text, its sentence BLEU, and Δ to A.

    `text_a` and `row_a` are A's, with edits; at most `most` tokens of each text are sent.
    """
    data, config = comparison.evalset, comparison.config
    texts = [data.systems[name][segment].as_py() for name in names]

    match = partial(matching.match_others, texts, text_a, references, config, most)
    own = text_a == data.systems[comparison.a][segment].as_py()
    if not own or are_short([text_a, *texts, *filter(None, references)]):
        matches = match()
    else:  # what is opened of them is bounded
        matches = _matches(comparison, segment, tuple(names), match)
    rows = store.systems(data, config).statistics
    return [
        _other(name, text, one, row_a, rows[name].subset([segment]))
        for name, text, one in zip(names, texts, matches, strict=True)
    ]


@result(size=lambda made: 2_000_000 * len(made))
def _matches(
    comparison: Comparison,
    segment: int,
    names: tuple[str, ...],
    _match: Callable[[], tuple[OtherMatch, ...]],
) -> tuple[OtherMatch, ...]:
    return _match()


def _other(
    name: str, text: str, found: OtherMatch, row_a: SegmentStatistics, row: SegmentStatistics
) -> dict[str, Any]:
    match = found.match
    more = match.sys_len - len(match.tokens)
    end = match.tokens[-1].end if match.tokens else 0
    *_, score = lines(Parts.of_segment(row_a, row))
    return {
        "system": name,
        "name": visible(name),
        "text": text[:end] if more else text,
        "more": whole(more) if more else "",
        "tokens": plain(match.tokens),
        "occurrences": match.occurrences,
        "gained": found.gained,
        "lost": found.lost,
        "score": score.value_b,
        "delta": score.change,
    }
