"""The open segment as a component: annotations, texts with their matches, scores, clipping table.

This file prepares the data; `segment_view.js` draws it, and `walk.js` handles steps and keys.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from bleu_core import Comparison, SegmentStatistics
from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import (
    format_component,
    format_delta,
    format_int,
    format_score,
    format_small_delta,
)
from bleu_core.explain import matching
from bleu_core.explain.comparison import score_edit
from bleu_core.explain.match_results import HypothesisMatch, OtherMatch, SegmentComparison
from bleu_core.explain.matching import compare_segment, word_diff
from bleu_core.metrics import MetricComparison
from bleu_core.metrics.precision import Precision
from bleu_core.present.account.segments import segment_opinions
from bleu_core.present.account.tables import ScoreParts, part_lines
from bleu_core.segments.worklist import searched_lines, searches
from bleu_core.text.spans import TokenSpan, find_spans, merge_spans
from pages.ui import results, store
from pages.ui.cache import result
from pages.ui.widgets import rich_text
from pages.ui.widgets.components import component

_JSON_LEAF = (str, int, float)


def as_json(value: Any) -> Any:
    """Like dataclasses.asdict, but ten times as fast, because leaves are not copied."""
    if isinstance(value, tuple | list):
        return (
            [as_json(v) for v in value] if value and not isinstance(value[0], _JSON_LEAF) else value
        )
    names = getattr(value, "__slots__", None)
    return value if names is None else {name: as_json(getattr(value, name)) for name in names}


# Texts of at most this many characters are matched instantly.
SHORT_TEXT = 2_000


def are_short(texts: Iterable[str]) -> bool:
    """Whether texts are matched instantly."""
    return max(map(len, texts)) <= SHORT_TEXT


def other_systems_data(
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
        _other_system(name, text, one, row_a, rows[name].subset([segment]))
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


def _other_system(
    name: str, text: str, found: OtherMatch, row_a: SegmentStatistics, row: SegmentStatistics
) -> dict[str, Any]:
    match = found.match
    more = match.sys_len - len(match.tokens)
    end = match.tokens[-1].end if match.tokens else 0
    *_, score = part_lines(ScoreParts.of_segment(row_a, row))
    return {
        "system": name,
        "name": one_line(name),
        "text": text[:end] if more else text,
        "more": format_int(more) if more else "",
        "tokens": as_json(match.tokens),
        "occurrences": match.occurrences,
        "gained": found.gained,
        "lost": found.lost,
        "score": score.value_b,
        "delta": score.change,
    }


HTML = """<div class="opened"><div class="head marked"></div><div class="judging"></div>
<p class="told" role="status"></p><div class="segment marked"></div></div>"""
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
    opinions: Iterable[MetricComparison] = (),
    others: Sequence[str] = (),
) -> dict[str, Any]:
    """One segment as JSON; `others` are the systems under B.

    `edits` holds texts that replace those of system "a" or "b", except in `opinions`, whose labels
    say so; texts that the expression `where` searches for are highlighted.
    """
    evalset = comparison.evalset
    references = [column[segment].as_py() for column in evalset.references]
    own = {
        "a": evalset.systems[comparison.a][segment].as_py(),
        "b": evalset.systems[comparison.b][segment].as_py(),
    }
    texts = own | edits
    compared = _segment_account(comparison, segment, texts, references, bool(edits))
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
        rows[side], edit = score_edit(stats[side], segment, text, references)
        notes.append(
            f"Edited {side.upper()}: segment BLEU {format_score(edit.segment_before)} → "
            f"{format_score(edit.segment_after)}, corpus BLEU {format_score(edit.corpus_before)} → "
            f"{format_score(edit.corpus_after)} "
            f"({format_delta(edit.corpus_after - edit.corpus_before, 3)})."
        )
    said = segment_opinions([one for one in opinions if one.about.key != "bleu"], segment)
    unedited = ", unedited" if edits else ""
    metrics = [
        line._asdict() | {"label": one_line(line.label, LONGEST_LABEL) + unedited} for line in said
    ]
    document = None if evalset.documents is None else evalset.documents[segment].as_py()
    drawn = {
        "segment": segment,
        "document": document,
        "order": comparison.config.max_ngram_order,
        "names": {"a": one_line(comparison.a), "b": one_line(comparison.b)},
        **_source_data(comparison, segment),
        "references": [opened(str(r), text) for r, text in enumerate(references)],
        "texts": {side: opened(side, text) for side, text in texts.items()},
        "own": {side: opened(side, text) for side, text in own.items()},
        "more": {name: format_int(tokens) for name, tokens in more.items() if tokens},
        "match": _match_data(compared),
        "words": _word_diffs(lines),
        **_points_data(comparison, segment),
        "numbers": score_numbers(rows["a"], rows["b"]) | {"metrics": metrics},
        "notes": notes,
        "glossary": rich_text.glossary_tips([*_TERMS, *(line.term for line in said)]),
    }
    if others:
        drawn["others"] = other_systems_data(
            comparison, segment, others, texts["a"], rows["a"], references, MOST_TOKENS
        )
    return drawn | {"hits": _search_hits(drawn, where)}


def _search_hits(drawn: dict[str, Any], where: str) -> dict[str, list[tuple[int, int]]]:
    """Search hits in each line that was searched."""
    lines = drawn["texts"] | {"source": drawn["source"]}
    lines |= {str(r): text for r, text in enumerate(drawn["references"])}
    result: dict[str, list[tuple[int, int]]] = {}
    for column, wanted in searches(where):
        for name in searched_lines(column, len(drawn["references"])):
            if lines[name]:
                result[name] = merge_spans(
                    [*result.get(name, []), *find_spans(lines[name], wanted)]
                )
    return result


def _segment_account(
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


def _source_data(comparison: Comparison, segment: int) -> dict[str, Any]:
    """The source, or its beginning and the number of remaining characters."""
    source = comparison.evalset.source
    text = None if source is None else source[segment].as_py()
    rest = len(text or "") - MOST_SOURCE
    if text is None or rest <= 0:
        return {"source": text, "source_more": ""}
    return {"source": text[:MOST_SOURCE], "source_more": format_int(rest)}


def _points_data(comparison: Comparison, segment: int) -> dict[str, str]:
    """The contribution of a segment, and of what."""
    ledger = comparison.ledger
    points = format_small_delta(ledger.segments[segment]) if ledger.defined else ""
    return {"carries": points, "total": f" of Δ {format_delta(comparison.delta)}"}


def _word_diffs(lines: dict[str, Sequence[TokenSpan]]) -> dict[str, list[list[int]]]:
    """For A, B and each reference: tokens that differ from another line."""
    pairs = [("a", "b")] + [(side, r) for r in lines if r not in "ab" for side in "ab"]
    return {
        f"{x}|{y}": word_diff([t.text for t in lines[x]], [t.text for t in lines[y]])
        for x, y in pairs
    }


def _match_data(compared: SegmentComparison) -> dict[str, Any]:
    """The part of a segment's account that is drawn as it is."""

    def hypothesis(match: HypothesisMatch) -> dict[str, Any]:
        return {
            "tokens": as_json(match.tokens),
            "occurrences": match.occurrences,
            "references": [
                None if reference is None else {"occurrences": reference.occurrences}
                for reference in match.references
            ],
        }

    return {
        "match_a": hypothesis(compared.match_a),
        "match_b": hypothesis(compared.match_b),
        "ngrams": as_json(compared.ngrams),
        "tally": as_json(compared.tally),
        "references": as_json(compared.references),
    }


def score_numbers(stats_a: SegmentStatistics, stats_b: SegmentStatistics) -> dict[str, Any]:
    """The scores of one segment, A | B | Δ, as text and shares of a bar."""
    parts = ScoreParts.of_segment(stats_a, stats_b)
    *orders, bp, length, score = part_lines(parts, percent_digits=1, bp_digits=3)
    return {
        "orders": [
            {
                "label": format_component(line.name),
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
        "smoothed": format_score(precision.taken, 1) if precision.smoothed else None,
    }
