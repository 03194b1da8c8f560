"""Answers about segments: the list with its filter and order, the open segment, and edits of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bleu_core import Comparison, EvalSet
from bleu_core.common.arrays import as_arrow
from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import truncate
from bleu_core.explain.comparison import with_edit
from bleu_core.metrics import MetricComparison, rank_disagreement
from bleu_core.present.charts import delta_bins
from bleu_core.present.tables.comparison_tables import unattributed_note
from bleu_core.present.viewer.columns import finite, metric_data, number_values
from bleu_core.present.viewer.contents import contents_of_part, part_contents
from bleu_core.segments import expressions, worklist
from bleu_core.segments.columns import ANNOTATION_COLUMNS, NUMBER, SegmentTable
from bleu_core.segments.expressions import ExpressionError
from bleu_core.text.spans import find_spans, merge_spans
from pages.ui import metric_results, results, segment_filter, state
from pages.ui.cache import computed
from pages.ui.query import LONGEST_TEXT
from pages.ui.view import View
from pages.ui.viewer.annotation_answers import short_annotations

# Segments of the list, systems beside A and B, and segments with their texts, in one answer.
MOST_ROWS, MOST_SYSTEMS, MOST_SEGMENTS = 80, 4, 3
# Characters of a line that begins in the list.
TEXT_START = 160
# Numbers that have an order of their own.
ORDERED = {"line", "delta", "gain", "points", "a.bleu", "b.bleu", "reference.length"}
MetricPairs = dict[str, MetricComparison]


class _Listed(NamedTuple):
    """The segments of a list, all segments in its order, that order, and what it needs."""

    lines: NDArray[np.int64]
    everything: NDArray[np.int64]
    sort: str
    metric_pairs: MetricPairs
    table: SegmentTable | None
    fault: ExpressionError | None
    rest: str


def rows(comparison: Comparison, asked: dict[str, str]) -> dict[str, Any]:
    """The `AppRows` of segment_source.js."""
    listed, data = _listed(comparison), comparison.evalset
    start, count = int(asked["from"]), min(int(asked["count"]), MOST_ROWS)
    lines = listed.lines[start : start + count]
    by, values, bars, reach, sides = _shown_numbers(comparison, listed)
    documents = [None] * len(lines)
    if data.documents is not None:
        documents = data.documents.take(as_arrow(lines)).to_pylist()
    scored = zip(
        lines.tolist(),
        documents,
        _leads(comparison, lines),
        short_annotations(comparison, lines.tolist()),
        *(number_values(numbers[lines]) for numbers in (values, *sides)),
        np.nan_to_num(np.clip(bars[lines] / reach, -1, 1)).tolist(),
        strict=True,
    )
    return {
        "total": len(listed.lines),
        "size": len(comparison),
        "missing": [],
        "sort": listed.sort,
        "by": by,
        "lead": "change",
        "summary": _summary(comparison, listed.lines),
        "filter": _filter_in_force(listed),
        "rows": [
            {
                "row": row,
                "number": row + 1,
                "document": document or "",
                "value": value,
                "bar": bar,
                "a": a,
                "b": b,
                "lead": lead,
                "said": said,
            }
            for row, document, lead, said, value, a, b, bar in scored
        ],
    }


def step(comparison: Comparison, asked: dict[str, str]) -> dict[str, int]:
    """The `At` of source.js: the segment `by` places after `row`, or the last one."""
    listed, row, by = _listed(comparison), int(asked["row"]), int(asked["by"])
    if not 0 <= row < len(comparison):
        row = int(listed.lines[0]) if len(listed.lines) else -1
    elif by:
        row, _ = worklist.step_along(listed.lines, listed.everything, row, by)
    place = np.flatnonzero(listed.lines == row)
    return {"row": row, "number": row + 1, "place": int(place[0]) if len(place) else -1}


def choices(comparison: Comparison, asked: dict[str, str]) -> dict[str, Any]:
    """The `AppChoices` of segment_source.js: orders, bins of Δ, and columns of expressions."""
    columns = segment_filter.columns_of_filter(comparison)
    bins = delta_bins(comparison.sentence_deltas)
    keys = [key for key in metric_results.metric_keys(comparison) if key != "bleu"]
    infos = {key: metric_results.metric_info(comparison, key) for key in keys}
    numbers = [one["name"] for one in columns if one["kind"] == NUMBER]
    return {
        "source": comparison.evalset.source is not None,
        **{name: [] for name in ("documents", "flags", "columns", "slices")},
        "components": list(comparison.ledger.components) if comparison.ledger.defined else [],
        "metrics": [
            {"key": worklist.written_metrics([key])} | metric_data(about)
            for key, about in infos.items()
        ],
        "numbers": [name for name in numbers if name not in ORDERED],
        "bins": [one[:3] for one in bins],
        "unchanged": len(comparison) - sum(segments for _, _, segments, _ in bins),
        "names": columns,
    }


def segment(comparison: Comparison, asked: dict[str, str]) -> dict[str, Any]:
    """Some segments as a small document, with further systems and what the filter searches for."""
    view, data = state.current(), comparison.evalset
    chosen = [int(row) for row in asked["rows"].split(",")][:MOST_SEGMENTS]
    lines = np.array([row for row in chosen if row < len(comparison)], np.int64)
    names = [name for name in view.more if name in data.systems]
    more = [name for name in names if name not in (comparison.a, comparison.b)][:MOST_SYSTEMS]
    contents = part_contents(comparison, lines, more)
    metric_pairs = metric_results.ready_metrics(comparison)
    contents["pair"]["metrics"] = [
        metric_data(one.about)
        | {side: number_values(own[lines]) for side, own in _sides(one).items()}
        for one in metric_pairs
        if one.about.key != "bleu"
    ]
    number = len(data.references)
    ngrams = [
        (worklist.searched_lines(column, number), text)
        for column, text in worklist.searched_ngrams(view.where)
    ]
    return contents | {"hits": _hits(contents, view.where), "ngrams": ngrams}


def edited(comparison: Comparison, asked: dict[str, str]) -> dict[str, Any]:
    """A segment with other outputs, and BLEU of all segments with its own and with these."""
    row, data = int(asked["row"]), comparison.evalset
    names = {"a": comparison.a, "b": comparison.b}
    texts = {side: asked.get(side, data.systems[name][row].as_py()) for side, name in names.items()}
    references = [column[row].as_py() for column in data.references]
    source = None if data.source is None else [data.source[row].as_py()]
    systems = {name: [texts[side]] for side, name in names.items()}
    alone = EvalSet(systems, [[text] for text in references], source)
    part = Comparison.of(alone, comparison.config, comparison.a, comparison.b)
    whole = with_edit(comparison, row, part)
    corpus = {
        "a": (comparison.score_a.score, whole.score_a.score),
        "b": (comparison.score_b.score, whole.score_b.score),
    }
    return {"document": contents_of_part(whole, part), "corpus": corpus}


def filter_of(comparison: Comparison, asked: dict[str, str]) -> dict[str, Any]:
    """The filter of a typed text or expression, or with a range of Δ; or why it is none."""
    view, text = state.current(), asked.get("text", "")
    try:
        if "range" in asked:
            ends = [float(end) for end in asked["range"].split(",") if end]
            return {
                "where": worklist.with_delta_range(view.where, (ends[0], ends[1]) if ends else None)
            }
        where = worklist.text_search(text[:LONGEST_TEXT]) if asked.get("search") else text
    except ExpressionError as error:
        return {"fault": {"text": text, "problem": error.problem, "at": error.at}}
    metrics = segment_filter.metrics_of_filter(comparison, where)  # computed once they are used
    columns = segment_filter.filter_columns(comparison)
    _, fault = segment_filter.applicable(worklist.without_metrics(where, metrics), columns)
    if fault is None:
        return {"where": where}
    # A fault in a search is at its place in the text, not in the expression.
    at = max(0, fault.at - (where.find(text) if asked.get("search") else 0))
    return {"fault": {"text": text, "problem": fault.problem, "at": at}}


ANSWERS = {
    "rows": rows, "step": step, "choices": choices, "segment": segment, "edited": edited,
    "filter": filter_of,
}  # fmt: skip


def _listed(comparison: Comparison) -> _Listed:
    """The list of the view. Unknown orders, and conditions without meaning, are left out."""
    view = state.current()
    sort, metric_pairs, table = _order(comparison, view.sort)
    everything = computed(
        "Sorting segments", results.segment_order, comparison, sort, metric_pairs, table
    )
    _compute(comparison, segment_filter.metrics_of_filter(comparison, view.where))
    columns = segment_filter.filter_columns(comparison, view.where)
    where, fault = segment_filter.applicable(view.where, columns)
    node = expressions.parse(where) if where else None
    # Selections by annotations are quick, and not kept.
    if node and not any(one.text in ANNOTATION_COLUMNS for one in expressions.names(node)):
        computed("Filtering segments", results.matching_segments, columns, where, node)
    mask = results.selected_segments(columns, where)
    lines = everything[mask[everything]]
    return _Listed(lines, everything, sort, metric_pairs, table, fault, where if fault else "")


def _order(comparison: Comparison, sort: str) -> tuple[str, MetricPairs, SegmentTable | None]:
    """An order that this comparison has, with the metrics and the columns that it needs."""
    key = sort.removeprefix("-")
    if name := worklist.sort_column(key):
        needed = segment_filter.metrics_of_filter(comparison, expressions.name_in_expression(name))
        _compute(comparison, needed)
        table = segment_filter.filter_columns(comparison, expressions.name_in_expression(name))
        column = table.columns.get(name)
        if column is not None and column.kind == NUMBER and not column.missing:
            return sort, {}, table
        return View().sort, {}, None
    metrics = worklist.sort_metrics(key)
    if set(metrics) <= set(metric_results.metric_keys(comparison)):
        return sort, _compute(comparison, metrics), None
    return View().sort, {}, None


def _compute(comparison: Comparison, keys: Iterable[str]) -> MetricPairs:
    """The scores by metrics, with progress for those that take long."""
    labels = {key: metric_results.metric_info(comparison, key).label for key in keys}
    return {
        key: computed(
            f"Computing {one_line(label, 40)}", metric_results.metric_pair, comparison, key
        )
        for key, label in labels.items()
    }


def _sides(metric_pair: MetricComparison) -> dict[str, NDArray[np.float64]]:
    return {"a": metric_pair.sentences_a, "b": metric_pair.sentences_b}


def _shown_numbers(
    comparison: Comparison, listed: _Listed
) -> tuple[dict[str, Any], NDArray[Any], NDArray[Any], float, list[NDArray[np.float64]]]:
    """What the order shows: an `OrderedBy`, numbers, bars and the largest of them, scores."""
    key, ledger = listed.sort.removeprefix("-"), comparison.ledger
    deltas = comparison.sentence_deltas
    how, _, name = key.partition(":")
    by = {"name": "", "lower": False, "decimals": 1, "scores": "BLEU", "score_decimals": 1}
    sides = [comparison.sentences_a, comparison.sentences_b]
    metric_pairs = list(listed.metric_pairs.values())
    if how == "metric":
        (one,) = metric_pairs
        about, label = one.about, one.about.label
        by = {
            "kind": "delta",
            "name": label,
            "lower": not about.higher_is_better,
            "decimals": about.decimals,
            "scores": label,
            "score_decimals": about.decimals,
        }
        gains = one.gains
        return by, one.sentence_deltas, gains, _largest(gains), [*_sides(one).values()]
    if how == "disagree":
        ranks = rank_disagreement(*metric_pairs)
        return by | {"kind": "ranks", "name": name, "decimals": 0}, ranks, ranks, 100, sides
    if how == "column" or key in ("length", "ratio"):
        values = (
            listed.table.numbers(name) if listed.table else worklist.order_values(comparison, key)
        )
        return by | {"kind": "number", "name": name or key}, values, deltas, 100, sides
    if not ledger.defined or key in ("delta", "size"):
        return by | {"kind": "delta"}, deltas, deltas, 100, sides
    is_part = key in worklist.COMPONENTS
    values = worklist.order_values(comparison, key) if is_part else ledger.segments
    named = {"kind": "points", "name": key if is_part else ""}
    return by | named, values, values, _largest(values), sides


def _largest(values: NDArray[np.float64]) -> float:
    return float(np.nanmax(np.abs(values), initial=0)) or 1.0


def _leads(comparison: Comparison, lines: NDArray[np.int64]) -> list[tuple[int, str]]:
    """The largest passage that B lost (-1) or gained (1); else how the segment begins (0)."""
    if not len(lines):
        return []
    contents = part_contents(comparison, lines)
    part, pair = contents["set"], contents["pair"]
    outputs = [part["systems"][pair[side]]["lines"]["texts"] for side in "ab"]
    starts = part["references"][0]["texts"] if part["source"] is None else part["source"]
    places = range(len(lines)) if part["shown"] is None else part["shown"]
    found = [(0, "")] * len(lines)
    for shown, place in enumerate(places):
        lead = pair["changes"]["leads"][shown]
        if lead is None:
            found[place] = 0, truncate(starts[shown] or "", TEXT_START)
        else:
            side, start, end = lead
            found[place] = 2 * side - 1, truncate(outputs[side][shown][start:end], TEXT_START)
    return found


def _summary(comparison: Comparison, lines: NDArray[np.int64]) -> dict[str, Any]:
    """The `Summary` of source.js."""
    ledger, is_part = comparison.ledger, len(lines) < len(comparison)
    a, b = (
        stats.subset(lines).corpus().score if len(lines) else None
        for stats in (comparison.stats_a, comparison.stats_b)
    )
    return {
        "a": a,
        "b": b,
        "points": ledger.of(lines) if is_part and ledger.defined else None,
        "delta": comparison.delta,
        "texts": None,
        "note": unattributed_note(ledger),
    }


def _filter_in_force(listed: _Listed) -> dict[str, Any]:
    """The `FilterInForce` of segment_source.js."""
    where, fault = state.current().where, listed.fault
    holds = " The other conditions still apply." if listed.rest else ""
    limits = worklist.delta_range(where)
    return {
        "text": where,
        "search": worklist.searched_text(where),
        "fault": fault and {"text": where, "problem": fault.problem + holds, "at": fault.at},
        "conditions": [
            {"text": text, "rest": rest} for text, rest in worklist.filter_conditions(where)
        ],
        "range": limits and [finite(end) for end in limits],
    }


def _hits(contents: dict[str, Any], where: str) -> list[dict[str, list[tuple[int, int]]]]:
    """By segment and line, where the texts are that an expression searches for."""
    part, pair = contents["set"], contents["pair"]
    places = range(part["size"]) if part["shown"] is None else part["shown"]
    found: list[dict[str, list[tuple[int, int]]]] = [{} for _ in range(part["size"])]
    columns = {"source": part["source"]}
    columns |= {str(r): one["texts"] for r, one in enumerate(part["references"])}
    columns |= {side: part["systems"][pair[side]]["lines"]["texts"] for side in "ab"}
    for column, wanted in worklist.searches(where):
        for name in worklist.searched_lines(column, len(part["references"])):
            for shown, place in enumerate(places):
                text = columns[name] and columns[name][shown]
                if text:
                    before = found[place].get(name, [])
                    found[place][name] = merge_spans([*before, *find_spans(text, wanted)])
    return found
