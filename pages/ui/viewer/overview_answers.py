"""The answer to the view Overview: what is known of a comparison, and what is being computed.

A task computes one result after another, the numbers of the scorecard first. Each question starts
it unless it is running, or has ended since the view was opened.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from bleu_core import Comparison
from bleu_core.common.formatting import format_count, format_int
from bleu_core.common.progress import Progress
from bleu_core.present import document as doc
from bleu_core.present.comparison_document import SECTIONS
from bleu_core.present.comparison_report import ComparisonReport
from bleu_core.present.tables.slice_sentences import resampling_note, slices_sentence
from bleu_core.present.tables.verdict import no_test_reason_of
from bleu_core.present.viewer.changes import text_data
from bleu_core.present.viewer.columns import interval_data
from bleu_core.present.viewer.contents import part_contents
from bleu_core.present.viewer.overview import overview_data
from bleu_core.segments.slice_criteria import CRITERIA
from bleu_core.segments.slices import SliceScores
from bleu_core.segments.worklist import part_expressions
from bleu_core.significance import MIN_SEGMENTS
from bleu_core.significance.other_settings import MOST_TRIED
from bleu_core.systems import ScoredSystems
from pages.ui import results, store
from pages.ui.cache import BackgroundTask, Result, is_running, result
from pages.ui.computing import is_to_stop
from pages.ui.results import SliceSearch, current_search
from pages.ui.viewer.ranking_answers import ranking_with_tests

# Seconds that an answer waits: what takes no longer is in the first one.
PATIENCE = 0.2
# On more segments slices are searched only on the screen Slices.
QUICK_SEARCH = 5_000
# The results that the grade of the difference depends on.
GRADING = ("tests", "other settings", "pairs")
# The sections of the report that the view shows in its folded rows.
FOLDED = ("made-of", "parts", "families", "degenerate")


class Step(NamedTuple):
    """A result to compute, and what that is called."""

    what: str
    made: Result[Any, Any]
    args: tuple[Any, ...]

    @property
    def ready(self) -> Any:
        """The result, None until it is computed."""
        return self.made.ready(*self.args)


class OverviewTask(BackgroundTask):
    """Computes results one after another; `step` is the present one."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self.step = steps[0]
        super().__init__(partial(self._compute, steps))

    def _compute(self, steps: Sequence[Step], progress: Progress) -> None:
        for self.step in steps:
            progress(0.0)
            self.step.made.with_progress(*self.step.args)(progress)


@result()
def overview_task(
    comparison: Comparison, search: SliceSearch, _steps: Sequence[Step] = ()
) -> OverviewTask:
    """The task of a comparison."""
    return OverviewTask(_steps)


def overview(comparison: Comparison, asked: dict[str, str]) -> dict[str, Any]:
    """The content, unless the browser `has` it, and what is `testing`: see overview_source.js.

    `stopped` says that something is missing and is not being computed.
    """
    search, steps = current_search(), _steps(comparison)
    missing = [step for step in steps.values() if step.ready is None]
    task = overview_task.ready(comparison, search)
    if missing and not asked.get("has") and not is_running(task):
        task = overview_task.renew(task, comparison, search, missing)
    if task is not None and task.running:
        if is_to_stop.get():
            task.stop()
        task.wait(PATIENCE)
    known = {name: step.ready for name, step in steps.items()}
    is_complete = all(found is not None for found in known.values())
    is_graded = all(known.get(name, ()) is not None for name in GRADING)
    testing = None
    if not is_complete and task is not None and task.running:
        testing = _testing(task, comparison, is_graded)
    version = " ".join(name for name, found in known.items() if found is not None)
    version += " …" if testing else "."
    has_it = asked.get("has") == version
    return {
        "version": version,
        "testing": testing,
        "stopped": not (is_complete or testing),
        "content": None if has_it else _content(comparison, known, is_graded, bool(testing)),
    }


def _testing(task: OverviewTask, comparison: Comparison, is_graded: bool) -> dict[str, Any]:
    """What is being computed, its part, and the badge of the scorecard until there is a grade."""
    step, part, what = task.step, task.part, task.step.what
    if step.made is ranking_with_tests:
        pairs = number_of_pairs(comparison)
        what = f"Testing {format_int(int(part * pairs))} of {format_count(pairs, 'pair')}"
    badge = what if step.made is ranking_with_tests else "Testing …"
    return {"what": what, "part": part, "badge": "" if is_graded else badge}


def _steps(comparison: Comparison) -> dict[str, Step]:
    """All that the view shows and that takes long, in order."""
    search = current_search()
    is_tested = not no_test_reason_of(comparison.evalset)
    steps = {}
    if is_tested:
        steps["tests"] = Step("Testing the difference", results.significance, (comparison,))
    if is_tested and number_of_pairs(comparison) > 1:
        ranked = _scored_systems(comparison), "bleu"
        steps["pairs"] = Step("Testing all pairs", ranking_with_tests, ranked)
    if comparison.ledger.defined:
        ngrams = Step("Counting n-grams", results.ngram_summary, (comparison,))
        others = Step("Trying other settings", results.other_settings, (comparison,))
        # They need the n-grams where they are tried; else the grade waits for nothing.
        both = {"ngrams": ngrams, "other settings": others}
        is_tried = len(comparison) <= MOST_TRIED
        steps |= both if is_tried else dict(reversed(both.items()))
    criterion = results.initial_criterion(comparison)
    steps["slices"] = Step("Scoring slices", results.slice_scores, (comparison, criterion))
    limits = comparison, search.thresholds
    steps["degenerate"] = Step("Looking for degenerate output", results.degenerate_outputs, limits)
    if is_tested and 2 * MIN_SEGMENTS <= len(comparison) <= QUICK_SEARCH:
        found = comparison, search
        steps["finder"] = Step("Searching for slices", results.slice_findings, found)
    return steps


def number_of_pairs(comparison: Comparison) -> int:
    systems = len(comparison.evalset.systems)
    return systems * (systems - 1) // 2


def _scored_systems(comparison: Comparison) -> ScoredSystems:
    data, config = comparison.evalset, comparison.config
    is_whole = data.whole is data
    return store.systems(data, config) if is_whole else ScoredSystems.of(data, config)


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
        detectors=known["degenerate"] or (),
    )
    sections = doc.sections_of(content, {name: SECTIONS[name] for name in FOLDED}, doc.HTML)
    data = overview_data(content, sections, is_testing)
    rows = [row["row"] for row in data["segments"]["rows"]]
    return {
        # Both are above all screens.
        "overview": data | {"warnings": [], "selection": []},
        "slices": _slices(comparison, known["slices"]),
        "rows": rows,
        "document": part_contents(comparison, np.array(rows, np.int64)) if rows else None,
    }


def _slices(comparison: Comparison, found: list[SliceScores] | None) -> dict[str, Any]:
    """What the card of the overview shows of `Slices`: those by the first criterion."""
    criterion = results.initial_criterion(comparison)
    slices = found or []
    if criterion not in CRITERIA:  # bands remain in their order
        way = 1 if comparison.delta < 0 else -1
        slices = sorted(slices, key=lambda one: way * one.points)
    has_documents = comparison.evalset.documents is not None
    filters = part_expressions(comparison, criterion, [one.label for one in slices])
    group = {
        "column": criterion,
        "about": "",
        "note": text_data(resampling_note(criterion, slices, has_documents)),
        "rows": [
            {
                "label": one.label,
                "where": where,
                "segments": one.n,
                "delta": one.delta,
                "low": ends[0],
                "high": ends[1],
                "points": one.points if comparison.ledger.defined else None,
            }
            for one, where in zip(slices, filters, strict=True)
            for ends in [interval_data(one.ci_low, one.ci_high) or (None, None)]
        ],
    }
    return {
        "lead": text_data(slices_sentence(comparison.delta, [(criterion, slices)])),
        "first": [criterion],
        "groups": [group] if len(slices) > 1 else [],
        "hasPoints": comparison.ledger.defined,
    }


ANSWERS = {"overview": overview}
