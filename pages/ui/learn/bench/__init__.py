"""The bench: candidates and references, edited live, and BLEU step by step.

This file computes what `bench.js` draws; `steps.js` draws the steps of the formula.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from bleu_core import teaching
from bleu_core.common.formatting import NO_VALUE, format_int, format_plain, format_score
from bleu_core.explain.matching import SegmentMatch
from bleu_core.messages import screen
from bleu_core.teaching import Order, Workings, exercise
from bleu_core.teaching.facts import smoothing_note
from bleu_core.teaching.lessons import LONGEST, TOKENIZERS, Lesson, PreparedBench
from bleu_core.teaching.lessons.answers import work_out
from bleu_core.teaching.workings import print_number
from bleu_core.text import glossary
from bleu_core.text.config import LENGTH_RULES, MAX_ORDER, SMOOTHING
from pages.ui import state
from pages.ui.query import to_params
from pages.ui.widgets import rich_text
from pages.ui.widgets.alert import error_sentences
from pages.ui.widgets.components import component


def worked_data(contents: PreparedBench, sides: Mapping[str, Workings]) -> dict[str, Any]:
    """All data under the texts, which would answer a lesson's question."""
    first = next(iter(sides.values()))
    lines, references = teaching.as_lines(contents.candidates, contents.references)
    return {
        "signature": first.score.signature,
        "curve": _brevity_curve(),
        "references": [
            [
                {"text": text or "", "tokens": _token_data(line.references[r])}
                for text, line in zip(column, first.lines, strict=True)
            ]
            for r, column in enumerate(references)
        ],
        "sides": [
            _side_data(letter, texts, workings)
            for texts, (letter, workings) in zip(lines, sides.items(), strict=True)
        ],
    }


def _side_data(letter: str, texts: list[str], workings: Workings) -> dict[str, Any]:
    score, mean = workings.score, workings.geometric_mean
    return {
        "letter": letter,
        "lines": [_text_line(text, line) for text, line in zip(texts, workings.lines, strict=True)],
        "orders": [_order_data(order, workings) for order in workings.orders],
        "smoothed": smoothing_note(workings),
        # Numbers of the equations, with more digits than their result has.
        "r_exact": format_plain(score.ref_len),
        "logs": [format_score(order.log, 5) for order in workings.orders],
        "terms": [
            format_score(order.term, 5) if order.weight else NO_VALUE for order in workings.orders
        ],
        "log_sum": format_score(workings.log_sum, 5),
        "mean": print_number(mean),
        "product": [print_number(score.bp, 6), print_number(mean, 4), print_number(score.score)],
        "lengths": [
            {"c": int(row[0]), "refs": list(line.ref_lens), "r": _length_data(float(row[1]))}
            for row, line in zip(workings.stats.matrix, workings.lines, strict=True)
        ],
        "c": format_int(score.sys_len),
        "r": _length_data(score.ref_len),
        "short": score.sys_len < score.ref_len,
        "bp": format_score(score.bp, 3),
        "bp_value": score.bp,
        "ratio": score.sys_len / score.ref_len if score.ref_len else None,
        "rules": [
            {"name": rule, "r": _length_data(r), "bp": format_score(bp, 3)}
            for rule, (r, bp) in workings.length_rules.items()
        ],
        "geometric": format_score(mean),
        "arithmetic": format_score(workings.arithmetic_mean),
        "score": format_score(score.score),
        "sentences": [format_score(s) for s in workings.stats.sentence_scores()],
        "sentence_mean": format_score(workings.sentence_mean),
        "smoothings": [
            {
                "method": method,
                "value": format_plain(value) if value else "",
                "score": format_score(other.score),
                "current": method == workings.stats.config.smooth_method,
            }
            for method, (value, other) in workings.smoothings.items()
        ],
    }


def _text_line(text: str, line: SegmentMatch) -> dict[str, Any]:
    return {
        "text": text,
        "tokens": _token_data(line.match.tokens),
        "occurrences": [list(row) for row in line.match.occurrences],
        "references": [
            [] if reference is None else [list(row) for row in reference.occurrences]
            for reference in line.match.references
        ],
    }


def _token_data(tokens: Any) -> list[dict[str, Any]] | None:
    if tokens is None:
        return None
    return [{"text": t.text, "start": t.start, "end": t.end} for t in tokens]


def _order_data(order: Order, workings: Workings) -> dict[str, Any]:
    rows = [
        {
            "line": i,
            "text": g.text,
            "count": g.in_hyp,
            "in_refs": list(g.in_refs),
            "limit": g.limit,
            "credited": g.credited,
            "taken": g.in_hyp - g.credited if g.limit else 0,
        }
        for i, line in enumerate(workings.lines)
        for g in line.ngrams
        if g.order == order.n and g.in_hyp
    ]
    return {
        "n": order.n,
        "rows": rows,
        "standard": order.standard,
        "credited": order.credited,
        "taken": order.taken,
        "total": order.total,
        "raw": _percent(order.credited, order.total),
        "standard_share": _percent(order.standard, order.total),
        "scored": order.scored,
        "precision": print_number(order.precision) if order.n_grams else None,  # 0/0
        "smoothed": order.is_smoothed,
        "weight": format_plain(order.weight, 4),
    }


def _percent(part: int, total: int) -> list[str] | None:
    """A fraction in percent; None if the total is 0."""
    return print_number(100 * part / total) if total else None


def _length_data(r: float) -> str:
    return format_int(r) if float(r).is_integer() else format_score(r)


@cache
def _brevity_curve() -> list[list[float]]:
    return [[round(x, 3), round(y, 4)] for x, y in teaching.brevity_curve().tolist()]


# Symbols and settings with a glossary entry.
TERMS = (
    "bleu", "bp", "c", "r", "n-gram", "token", "modified-precision", "clipping", "count", "weights",
    "geometric-mean", "smoothing", "floor", "add-k", "effective-order",
)  # fmt: skip
MISSING_LINES = (
    "Different numbers of lines: missing candidate lines count as empty, missing reference lines "
    "are ignored (the first counts as empty if all are missing)."
)
BLANK_REFERENCE = "A blank reference is ignored."
EMPTY_LINES = "An empty line of a reference counts as a reference of length 0, as in sacreBLEU."


def _notes(contents: PreparedBench) -> Iterator[str]:
    """Sentences about lines and references that are missing or empty."""
    references = [text for text in contents.references if text.strip()]
    if len({text.rstrip("\n").count("\n") for text in (*contents.candidates, *references)}) > 1:
        yield MISSING_LINES
    if 0 < len(references) < len(contents.references):
        yield BLANK_REFERENCE
    _, columns = teaching.as_lines(contents.candidates, contents.references)
    rows = ([text for text in row if text is not None] for row in zip(*columns, strict=True))
    if any("".join(row).strip() and not all(map(str.strip, row)) for row in rows):
        yield EMPTY_LINES


def bench_data(
    lesson: Lesson,
    contents: PreparedBench,
    sides: Mapping[str, Workings],
    *,
    serial: str | None,
    problem: str,
    changes: list[str] | None,
) -> dict[str, Any]:
    """All data of the component; without `sides` it is covered and reveals no score."""
    config = contents.config
    value = config.smooth_value
    desk = {
        "lesson": lesson.name,
        "opens": list(lesson.opens),
        "serial": serial,
        "problem": problem,
        "changes": changes,
        "covered": not sides,
        "notes": list(_notes(contents)),
        "candidates": list(contents.candidates),
        "texts": list(contents.references),
        "settings": {
            "tokenize": config.tokenize,
            "lowercase": config.lowercase,
            "smooth_method": config.smooth_method,
            "smooth_value": "" if value is None else format_plain(value),
            "max_ngram_order": config.max_ngram_order,
            "weights": ", ".join(map(format_plain, config.weights or ())),
            "effective_order": config.effective_order,
            "reference_length": config.reference_length,
        },
        "options": _setting_options(),
        "terms": _bench_terms(),
        "longest": LONGEST,
    }
    return desk | worked_data(contents, sides) if sides else desk


@cache
def _bench_terms() -> dict[str, list[str]]:
    return {
        name: [glossary.find_entry(name).term, glossary.short_definition(name)] for name in TERMS
    }


@cache
def _setting_options() -> dict[str, Any]:
    return {
        "tokenizers": list(TOKENIZERS),
        "smoothing": list(SMOOTHING),
        "values": {name: format_plain(v) for name, v in SMOOTHING.items() if v is not None},
        "lengths": list(LENGTH_RULES),
        "orders": MAX_ORDER,
    }


# Seconds: edits without a longer pause count as one change.
BURST = 3.0

_mount = component(__file__, '<div class="bench paper"></div>')


def draw_bench(covered: bool) -> dict[str, Workings]:
    """Draw the bench, return its candidates; covered, nothing is computed that has the answer."""
    current = state.current().bench
    contents, sides, unavailable = exercise.contents(current), {}, ""
    try:
        sides = {} if covered else work_out(contents)
    except ValueError as error:  # a tokenizer that is not installed
        contents = replace(contents, config=replace(contents.config, tokenize="13a"))
        sides, unavailable = work_out(contents), screen.bench_tokenizer(*error_sentences(error))
    # The edit that this answers; None if the bench comes from elsewhere.
    serial, edited, before, _ = st.session_state.get("bench-edit", (None, None, None, 0))
    mine = edited == current
    problem = unavailable or (mine and st.session_state["bench-problem"]) or ""
    known = teaching.facts(sides) if sides else {}
    st.session_state["bench-facts"] = known
    told = mine and not problem  # otherwise the texts would not be those scored
    _mount(
        data=bench_data(
            exercise.lesson(current),
            contents,
            sides,
            serial=serial if mine else None,
            problem=problem,
            changes=teaching.changes(before, known) if told and before and known else None,
        )
        | {
            "own": current.a is not None,
            "address": urlencode(to_params(state.current())),
            "glossary": rich_text.glossary_link(),
        },
        key="bench",
        on_edit_change=_take_edit,
        on_reset_change=_reset_bench,
    )
    return sides


def _take_edit() -> None:
    edit: dict[str, Any] | None = st.session_state["bench"].get("edit")
    current = state.current().bench
    if not edit or edit.get("lesson") != exercise.lesson(current).name:
        return  # typed before the lesson changed
    now_on_it = exercise.contents(current)
    wanted, st.session_state["bench-problem"] = exercise.read_edit(edit, now_on_it)
    changed = exercise.own(current, wanted)
    _, edited, before, last = st.session_state.get("bench-edit", (None, None, None, 0))
    now = time.monotonic()
    if not (edit.get("typed") and edited == current and now - last <= BURST):
        before = st.session_state["bench-facts"]
    st.session_state["bench-edit"] = str(edit["serial"]), changed, before, now
    state.change_in_place(bench=changed)


def _reset_bench() -> None:
    st.session_state.pop("bench-edit", None)
    current = state.current().bench
    state.change(bench=replace(exercise.Bench(), lessons=current.lessons, lesson=current.lesson))
