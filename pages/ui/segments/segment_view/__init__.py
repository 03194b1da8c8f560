"""The open segment: annotations, texts with their matches, scores, clipping table.

Hovering, n-gram order, differences and stepping through tokens happen in the browser. Annotations,
steps and edits go to Python as described in widgets/components.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from bleu_core import Comparison, SegmentStatistics
from bleu_core.common.escaping import visible
from bleu_core.common.numerals import component_name, delta, fine_delta, points, whole
from bleu_core.explain.matching import (
    HypothesisMatch,
    SegmentComparison,
    compare_segment,
    words_apart,
)
from bleu_core.explain.whatif import edited
from bleu_core.metrics import Opinion
from bleu_core.metrics.precision import Precision
from bleu_core.present.account.parts import Parts, lines
from bleu_core.present.account.segment_opinions import segment_opinions
from bleu_core.segments.worklist import searched_lines, searches
from bleu_core.text.search import places, united
from bleu_core.text.spans import Token
from pages.ui import results
from pages.ui.segments.segment_view.others import are_short, others_data
from pages.ui.segments.segment_view.plain import plain
from pages.ui.widgets import glossary_tip
from pages.ui.widgets.mounting import component

HTML = """<div class="opened"><div class="judging"></div><p class="told" role="status"></p>
<div class="segment marked"></div></div>"""
_mount = component(__file__, HTML)

# Glossary entries of the numbers shown.
_TERMS = (
    "bp",
    "clip-limit",
    "clipping",
    "count",
    "credited",
    "depth",
    "modified-precision",
    "n-gram",
    "points",
    "ratio",
    "sentence-bleu",
    "sentence-delta",
)
Edits = dict[str, str]
# Most tokens of a line, and characters of a source, that a browser draws easily.
MOST_TOKENS = 1_000
MOST_SOURCE = 20_000
# Characters of a metric's name in the table of scores.
LONGEST_LABEL = 16


def segment_view(
    data: dict[str, Any],
    said: dict[str, Any] | None,
    known: dict[str, Any],
    *,
    key: str,
    on_press: Callable[[], None],
    on_edit: Callable[[], None],
    on_make_b: Callable[[], None],
) -> None:
    """Draw `segment_data`, and annotations if they are possible.

    `known` is the state of the presses for the browser.
    """
    drawn = data | {"judging": said} | known
    _mount(
        data=drawn,
        key=key,
        on_presses_change=on_press,
        on_edit_change=on_edit,
        on_make_b_change=on_make_b,
    )


def segment_data(
    comparison: Comparison,
    segment: int,
    edits: Edits,
    where: str = "",
    opinions: Iterable[Opinion] = (),
    others: Sequence[str] = (),
) -> dict[str, Any]:
    """One segment as JSON; `others` are the systems under B.

    `edits` holds texts that replace those of system "a" or "b", except in `opinions`; texts that
    the expression `where` searches for are highlighted.
    """
    evalset = comparison.evalset
    references = [column[segment].as_py() for column in evalset.references]
    own = {
        "a": evalset.systems[comparison.a][segment].as_py(),
        "b": evalset.systems[comparison.b][segment].as_py(),
    }
    texts = own | edits
    compared = _compared(comparison, segment, texts, references, bool(edits))
    lines = {"a": compared.match_a.tokens, "b": compared.match_b.tokens}
    lines |= {str(r): tokens for r, tokens in enumerate(compared.references) if tokens is not None}
    sizes = {"a": compared.match_a.sys_len, "b": compared.match_b.sys_len}
    sizes |= {str(r): size for r, size in enumerate(compared.ref_lens) if size is not None}
    more = {name: sizes[name] - len(tokens) for name, tokens in lines.items()}

    def opened(name: str, text: str | None) -> str | None:
        """What of a line is sent: up to its last opened token, if there are more."""
        if text is None or not more.get(name):
            return text
        return text[: lines[name][-1].end] if lines[name] else ""

    stats = {"a": comparison.stats_a, "b": comparison.stats_b}
    rows = {side: s.subset([segment]) for side, s in stats.items()}
    notes = []
    for side, text in edits.items():
        rows[side], edit = edited(stats[side], segment, text, references)
        notes.append(
            f"This edit of {side.upper()}: segment {points(edit.segment_before)} → "
            f"{points(edit.segment_after)}, corpus {points(edit.corpus_before)} → "
            f"{points(edit.corpus_after)} ({delta(edit.corpus_after - edit.corpus_before, 3)})."
        )
    said = segment_opinions(
        [opinion for opinion in opinions if opinion.about.key != "bleu"], segment
    )
    metrics = [line._asdict() | {"label": visible(line.label, LONGEST_LABEL)} for line in said]
    document = None if evalset.documents is None else evalset.documents[segment].as_py()
    drawn = {
        "segment": segment,
        "document": document,
        "order": comparison.config.max_ngram_order,
        "names": {"a": visible(comparison.a), "b": visible(comparison.b)},
        **_source(comparison, segment),
        "references": [opened(str(r), text) for r, text in enumerate(references)],
        "texts": {side: opened(side, text) for side, text in texts.items()},
        "own": {side: opened(side, text) for side, text in own.items()},
        "more": {name: whole(tokens) for name, tokens in more.items() if tokens},
        "match": _match(compared),
        "words": _word_diffs(lines),
        "carries": _carries(comparison, segment),
        "numbers": numbers(rows["a"], rows["b"]) | {"metrics": metrics},
        "notes": notes,
        "glossary": glossary_tip.tips([*_TERMS, *(line.term for line in said)]),
    }
    if others:
        drawn["others"] = others_data(
            comparison, segment, others, texts["a"], rows["a"], references, MOST_TOKENS
        )
    return drawn | {"hits": _hits(drawn, where)}


def _hits(drawn: dict[str, Any], where: str) -> dict[str, list[tuple[int, int]]]:
    """Search hits in each line that was searched."""
    lines = drawn["texts"] | {"source": drawn["source"]}
    lines |= {str(r): text for r, text in enumerate(drawn["references"])}
    result: dict[str, list[tuple[int, int]]] = {}
    for column, wanted in searches(where):
        for name in searched_lines(column, len(drawn["references"])):
            if lines[name]:
                result[name] = united([*result.get(name, []), *places(lines[name], wanted)])
    return result


def _compared(
    comparison: Comparison,
    segment: int,
    texts: dict[str, str],
    references: list[str | None],
    edited: bool,
) -> SegmentComparison:
    """The account of a segment, cut to a drawable size; cached if slow."""

    def compare() -> SegmentComparison:
        return compare_segment(texts["a"], texts["b"], references, comparison.config, MOST_TOKENS)

    short = are_short([*texts.values(), *filter(None, references)])
    return compare() if edited or short else results.long_segment(comparison, segment, compare)


def _source(comparison: Comparison, segment: int) -> dict[str, Any]:
    """The source, or its beginning and the number of remaining characters."""
    source = comparison.evalset.source
    text = None if source is None else source[segment].as_py()
    rest = len(text or "") - MOST_SOURCE
    if text is None or rest <= 0:
        return {"source": text, "source_more": ""}
    return {"source": text[:MOST_SOURCE], "source_more": whole(rest)}


def _carries(comparison: Comparison, segment: int) -> str:
    ledger = comparison.ledger
    if not ledger.defined:
        return ""
    return f"carries {fine_delta(ledger.segments[segment])} of Δ {delta(comparison.delta)}"


def _word_diffs(lines: dict[str, Sequence[Token]]) -> dict[str, list[list[int]]]:
    """For A, B and each reference: tokens that differ from another line."""
    pairs = [("a", "b")] + [(side, r) for r in lines if r not in "ab" for side in "ab"]
    return {
        f"{x}|{y}": words_apart([t.text for t in lines[x]], [t.text for t in lines[y]])
        for x, y in pairs
    }


def _match(compared: SegmentComparison) -> dict[str, Any]:
    """The part of a segment's account that is drawn as it is."""

    def hypothesis(match: HypothesisMatch) -> dict[str, Any]:
        return {
            "tokens": plain(match.tokens),
            "occurrences": match.occurrences,
            "references": [
                None if reference is None else {"occurrences": reference.occurrences}
                for reference in match.references
            ],
        }

    return {
        "match_a": hypothesis(compared.match_a),
        "match_b": hypothesis(compared.match_b),
        "ngrams": plain(compared.ngrams),
        "tally": plain(compared.tally),
        "references": plain(compared.references),
    }


def numbers(stats_a: SegmentStatistics, stats_b: SegmentStatistics) -> dict[str, Any]:
    """The scores of one segment, A | B | Δ, as text and shares of a bar."""
    parts = Parts.of_segment(stats_a, stats_b)
    *orders, bp, length, score = lines(parts, percent_digits=1, bp_digits=3)
    return {
        "orders": [
            {
                "label": component_name(line.name),
                "a": _precision(line.a, line.value_a, of_a),
                "b": _precision(line.b, line.value_b, of_b),
                "delta": line.change,
            }
            for line, (of_a, of_b) in zip(orders, parts.precisions, strict=True)
        ],
        "score": {"a": score.value_a, "b": score.value_b, "delta": score.change},
        "bp": {"a": bp.value_a, "b": bp.value_b, "delta": bp.change},
        "length": {"a": length.a, "b": length.b, "delta": length.change},
        "settings": "effective order, smoothing " + stats_a.config.smooth_method,
    }


def _precision(fraction: str, percent: str, precision: Precision) -> dict[str, Any]:
    return {
        "fraction": fraction,
        "share": precision.percent / 100 if precision.defined else 0.0,
        "percent": percent,
        "smoothed": points(precision.taken, 1) if precision.smoothed else None,
    }
