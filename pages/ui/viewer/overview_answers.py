"""The answer to the view Overview: what is known of a comparison, and what is being computed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from bleu_core import Comparison
from bleu_core.present import document as doc
from bleu_core.present.comparison_document import SECTIONS
from bleu_core.present.comparison_report import ComparisonReport
from bleu_core.present.tables.slice_sentences import resampling_note, slices_sentence
from bleu_core.present.tables.verdict import no_test_reason_of
from bleu_core.present.viewer.changes import text_data
from bleu_core.present.viewer.contents import part_contents
from bleu_core.present.viewer.overview import extreme_segments, overview_data
from bleu_core.segments.slice_criteria import CRITERIA
from bleu_core.segments.slices import SliceScores
from bleu_core.segments.worklist import part_expressions
from bleu_core.significance import MIN_SEGMENTS
from bleu_core.significance.other_settings import MOST_TRIED
from pages.ui import results, store
from pages.ui.cache import Computing, computed, is_to_stop
from pages.ui.results import QUICK_SEARCH, current_search
from pages.ui.viewer.ranking_answers import tested_ranking
from pages.ui.viewer.slice_answers import slice_rows

# The results that the grade of the difference depends on.
GRADING = ("tests", "other settings", "pairs")
# The sections of the report that the view shows in its folded rows.
FOLDED = ("made-of", "parts", "families", "degenerate")


def overview(comparison: Comparison, asked: dict[str, str]) -> dict[str, Any]:
    """The content, unless the browser `has` it, and what is `testing`: see overview.js."""
    steps, known, testing, is_stopped = _steps(comparison), {}, None, False
    try:
        for name, compute in steps.items():
            known[name] = compute()
    except Computing as computing:
        is_stopped = is_to_stop.get()
        badge = computing.what if name == "pairs" else "Testing …"
        testing = {"what": computing.what, "part": computing.part, "badge": badge}
    except Exception:  # the log has it, and what is known is shown
        is_stopped = True
    is_graded = all(name in known for name in GRADING if name in steps)
    if is_stopped:
        testing = None
    elif testing and is_graded:
        testing["badge"] = ""
    version = " ".join(known) + (" …" if testing else ".")
    has_it = asked.get("has") == version
    return {
        "version": version,
        "testing": testing,
        "stopped": is_stopped,
        "content": None if has_it else _content(comparison, known, is_graded, bool(testing)),
    }


def _steps(comparison: Comparison) -> dict[str, Callable[[], Any]]:
    """All that the view shows and that takes long, in order."""
    search, data = current_search(), comparison.evalset
    is_tested = not no_test_reason_of(data)
    steps: dict[str, Callable[[], Any]] = {}
    if is_tested:
        what = "Testing the difference"
        steps["tests"] = partial(computed, what, results.significance, comparison)
    if is_tested and len(data.systems) > 2:
        systems = store.systems(data, comparison.config)
        steps["pairs"] = partial(tested_ranking, systems, "bleu")
    if comparison.ledger.defined:
        ngrams = partial(computed, "Counting n-grams", results.ngram_summary, comparison)
        others = partial(computed, "Trying other settings", results.other_settings, comparison)
        # They need the n-grams where they are tried; else the grade waits for nothing.
        both: dict[str, Callable[[], Any]] = {"ngrams": ngrams, "other settings": others}
        is_tried = len(comparison) <= MOST_TRIED
        steps |= both if is_tried else dict(reversed(both.items()))
    criterion = results.initial_criterion(comparison)
    steps["slices"] = partial(
        computed, "Scoring slices", results.slice_scores, comparison, criterion
    )
    *_, limits = search
    what = "Looking for degenerate output"
    steps["degenerate"] = partial(computed, what, results.degenerate_outputs, comparison, limits)
    # On more segments slices are searched only on the screen Slices.
    if is_tested and 2 * MIN_SEGMENTS <= len(comparison) <= QUICK_SEARCH:
        what = "Searching for slices"
        steps["finder"] = partial(computed, what, results.slice_findings, comparison, search)
    return steps


def _content(
    comparison: Comparison, known: Mapping[str, Any], is_graded: bool, is_testing: bool
) -> dict[str, Any]:
    """The `Overview` of what is known, its `Slices`, and the texts of its segments."""
    ngrams, ranked = known.get("ngrams"), known.get("pairs")
    content = ComparisonReport(
        comparison,
        known.get("tests"),
        families=ngrams and ngrams.families,
        ngrams=ngrams.ngrams if ngrams else [],
        members=ngrams.members if ngrams else (),
        slices=known.get("finder"),
        other_settings=known.get("other settings", ()) if is_graded else None,
        p_holm=ranked and ranked.pair(comparison.a, comparison.b).p_holm,
        detectors=known.get("degenerate") or (),
    )
    sections = doc.sections_of(content, {name: SECTIONS[name] for name in FOLDED}, doc.HTML)
    data = overview_data(content, sections, is_testing)
    rows = [row["row"] for row in data["segments"]["rows"]]
    return {
        # Both are above all screens.
        "overview": data | {"warnings": [], "selection": []},
        "slices": _slices(comparison, known.get("slices") or []),
        "rows": rows,
        "document": part_contents(comparison, np.array(rows, np.int64)) if rows else None,
    }


def _slices(comparison: Comparison, slices: list[SliceScores]) -> dict[str, Any]:
    """What the card of the overview shows of `Slices`: those by the first criterion."""
    criterion = results.initial_criterion(comparison)
    has_documents = comparison.evalset.documents is not None
    filters = part_expressions(comparison, criterion, [one.label for one in slices])
    group = {
        "column": criterion,
        "about": "",
        "note": text_data(resampling_note(criterion, slices, has_documents)),
        "rows": slice_rows(comparison, slices, filters, criterion in CRITERIA),
    }
    return {
        "lead": text_data(slices_sentence(comparison.delta, [(criterion, slices)])),
        "first": [criterion],
        "groups": [group] if len(slices) > 1 else [],
        "hasPoints": comparison.ledger.defined,
    }


def changed(comparison: Comparison, asked: dict[str, str]) -> dict[str, Any]:
    """Of a suite's failed comparison, the `Extremes` of overview/cards.js and their document."""
    segments = extreme_segments(ComparisonReport(comparison))
    rows = np.array([one["row"] for one in segments["rows"]], np.int64)
    return {
        "segments": segments,
        "document": part_contents(comparison, rows) if len(rows) else None,
    }


ANSWERS = {"overview": overview, "changed": changed}
