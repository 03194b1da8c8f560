"""Other metrics: a row per metric, agreement with BLEU, and metrics computed on request.

A background task computes them, so that the script never delays a click.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

import streamlit as st

from bleu_core.common.escaping import escape_markdown
from bleu_core.common.formatting import format_percent
from bleu_core.common.progress import Progress, sub_progress
from bleu_core.explain.comparison import Comparison
from bleu_core.messages import screen
from bleu_core.metrics import MetricComparison
from bleu_core.metrics.imported import KEY_PREFIX
from bleu_core.metrics.registry import plugin_metrics
from bleu_core.present.document import Span, Table
from bleu_core.present.tables import ComparisonResults
from bleu_core.present.tables import other_metrics as texts
from bleu_core.present.tables.verdict import no_test_reason_of
from bleu_core.segments.worklist import written_metrics
from bleu_core.significance.metric_tests import MetricSignificance
from bleu_core.text.evalset import InputError
from bleu_core.text.tokenizers import TokenizerUnavailable
from pages.ui import metric_results, results, segment_filter
from pages.ui.cache import BackgroundTask, is_running, result
from pages.ui.overview import charts, scorers
from pages.ui.viewer.overview_answers import overview_task
from pages.ui.widgets.alert import draw_alert, error_sentences
from pages.ui.widgets.progress_bars import draw_while_running, start_button, task_progress
from pages.ui.widgets.rich_text import draw_rich_text
from pages.ui.widgets.table import draw_document_table

# Share of the time for the scores; the tests take the rest.
COUNTING = 0.8


class MetricsTask(BackgroundTask):
    """Computes the metrics of `keys` and tests them together; `problems` has errors by key.

    Scorers among them score A and B of the whole test set first.
    """

    def __init__(self, comparison: Comparison, keys: Sequence[str]) -> None:
        self.keys = tuple(keys)
        self.problems: dict[str, list[str]] = {}
        # Imported scores may be removed while the task works.
        ready = [metric_results.ready_metric(comparison, key) for key in keys]
        there = {one.about.key: one for one in ready if one is not None}
        super().__init__(partial(self._judge, comparison, there))

    def _judge(
        self, comparison: Comparison, found: dict[str, MetricComparison], progress: Progress
    ) -> None:
        share = COUNTING / len(self.keys)
        for i, key in enumerate(self.keys):
            progress(i * share)
            counting = sub_progress(progress, i * share, (i + 1) * share)
            try:
                if scorer := scorers.waiting(comparison).get(key):
                    found.pop(key, None)
                    scorers.score(comparison, scorer, counting)
                one = found.get(key) or metric_results.metric_pair_of(comparison, key, counting)
                found[key] = one
            except (InputError, TokenizerUnavailable) as error:
                self.problems[key] = error_sentences(error)
        testing = sub_progress(progress, COUNTING, 1)
        metric_results.run_tests(comparison, list(found.values()), testing)


@result()
def metrics_task(comparison: Comparison, name: str, _keys: Sequence[str] = ()) -> MetricsTask:
    """Return the task of a name: that of a metric, or of all quick metrics."""
    return MetricsTask(comparison, _keys)


QUICK_ONES = "quick opinions"
WAITING = "Computing other metrics …"


def draw_other_metrics(comparison: Comparison) -> None:
    """Draw the section, which refreshes while a task is running."""
    st.subheader("Other metrics", anchor=False)
    draw_while_running(lambda: _is_waiting(segment_filter.comparison_or_part()), _section)


def _is_waiting(comparison: Comparison) -> bool:
    """Whether a row is still to come: BLEU's, from the tests of the view, or another metric's."""
    is_tested = results.significance.ready(comparison) is not None
    task = overview_task.ready(comparison, results.current_search())
    return is_counting(comparison) or (not is_tested and is_running(task))


def _metric_pairs(comparison: Comparison) -> list[MetricSignificance]:
    """Return BLEU and the other metrics that have been tested."""
    tests, others = (
        results.significance.ready(comparison),
        metric_results.tested_metrics(comparison),
    )
    return ComparisonResults(comparison, tests, metric_pairs=others).all_metric_pairs


def _section() -> None:
    comparison = segment_filter.comparison_or_part()
    _start_quick_ones(comparison)
    is_waiting = is_counting(comparison)
    # Before what is found, so that a metric that becomes ready now is in both, not in none.
    unasked = _unasked(comparison)
    found = _metric_pairs(comparison)
    # As high as its final content, so that nothing moves later.
    with st.container(key="agreement"):
        sentences = texts.agreement(found) or [
            Span(WAITING if is_waiting or unasked else "Not computed yet.", "muted")
        ]
        draw_rich_text(sentences, key="agreement-told", small=True)
    opened = draw_document_table(_table(comparison, found, unasked), key="opinions", narrow=True)
    if opened:
        _open_segments(comparison, opened, found)
    _problems(comparison)
    _on_demand(comparison, {*unasked, *(one.metric_pair.about.key for one in found)})
    _explain(found, not comparison.evalset.no_test_reason)


def _table(
    comparison: Comparison, found: Sequence[MetricSignificance], unasked: Sequence[str]
) -> Table:
    """Return a row for each metric, computed or not."""
    table = texts.metrics_results_table(found)
    rows = dict(zip((one.metric_pair.about.key for one in found), table.rows, strict=True))
    keys = _keys(comparison)
    drawn = [rows.get(key) or _waiting(comparison, key, unasked) for key in keys]
    return Table(table.label, table.columns, drawn)


def _waiting(comparison: Comparison, key: str, unasked: Sequence[str]) -> list[Span]:
    """Return the row of a metric without numbers, with its state."""
    task = _task(comparison, key)
    state = "not computed"
    if key in unasked or (task is not None and task.running):
        state = "computing …"
    elif task is not None and (task.failed or key in task.problems):
        state = "failed"
    scorer = scorers.waiting(comparison).get(key)
    name = Span(scorer.name) if scorer else texts.label(metric_results.metric_info(comparison, key))
    return [name, *[Span("")] * 3, Span(state, "muted"), *[Span("")] * 2]


def _problems(comparison: Comparison) -> None:
    """Draw why metrics could not be computed, and which plugins failed to load."""
    sentences: list[str] = [*plugin_metrics().problems.values(), *scorers.configured()[1]]
    unscored = scorers.waiting(comparison)
    for key in _keys(comparison):
        task = _task(comparison, key)
        is_tested = metric_results.tested_metric(comparison, key) is not None
        if task is None or task.running or (is_tested and key not in unscored):
            continue
        if key in unscored and key in task.problems:
            sentences += task.problems[key]
        elif key in task.problems:
            sentences.append(screen.not_counted(_name(comparison, key), task.problems[key][0]))
        elif task.failed:
            sentences.append(screen.count_failed(_name(comparison, key)))
    if sentences:
        draw_alert("warning", "Not computed:", sentences, key="opinion-problems")


def _on_demand(comparison: Comparison, known: Collection[str]) -> None:
    """Draw a button for each of the other metrics; progress and Stop while one is computed."""
    with st.container(horizontal=True, vertical_alignment="center", key="on-demand"):
        unscored = scorers.waiting(comparison)
        for key in _keys(comparison):
            if key in known and key not in unscored:
                continue
            name = escape_markdown(_name(comparison, key))
            task = _task(comparison, key)
            if task is None or not task.running:
                start = partial(metrics_task.renew, task, comparison, _task_name(key), [key])
                start_button(f"Compute {name}", start, f"count-{key}")
            elif task.keys == (key,):
                text = f"Computing {name}: {format_percent(task.part)}"
                task_progress(task, text, f"stop-{key}")


def _explain(found: Sequence[MetricSignificance], is_tested: bool) -> None:
    """Draw human agreement, where Δ can be tested, units and signatures, one click away."""
    panel = st.expander("Human agreement and signatures", on_change="rerun", key="metrics")
    if panel.open:
        with panel:
            if people := texts.people(found) if is_tested else []:
                draw_rich_text(people, key="people-told", small=True)
            draw_document_table(texts.metrics_table(found), key="metrics-table")


def _start_quick_ones(comparison: Comparison) -> None:
    """Start to compute the quick metrics once BLEU has been tested."""
    is_tested = results.significance.ready(comparison) is not None
    is_tested = is_tested or bool(no_test_reason_of(comparison.evalset))
    keys, task = _unasked(comparison), metrics_task.ready(comparison, QUICK_ONES)
    if keys and is_tested and not (task and task.running):
        metrics_task.renew(task, comparison, QUICK_ONES, keys)


def _unasked(comparison: Comparison) -> list[str]:
    """Return the metrics that are computed without a request and have not failed."""
    task = metrics_task.ready(comparison, QUICK_ONES)
    failed = () if task is None else task.keys if task.failed else task.problems
    return [
        key
        for key in metric_results.metric_keys(comparison)
        if not _is_told(comparison, key)
        and key not in failed
        and metric_results.is_quick(comparison, key)
    ]


def _is_told(comparison: Comparison, key: str) -> bool:
    """Whether a metric's row has its numbers; BLEU's come from the tests of the verdict."""
    return key == "bleu" or metric_results.tested_metric(comparison, key) is not None


def _task(comparison: Comparison, key: str) -> MetricsTask | None:
    """Return the task that computes, or computed, a metric: its own, or that of the quick ones."""
    task = metrics_task.ready(comparison, _task_name(key))
    if task is None:
        quick = metrics_task.ready(comparison, QUICK_ONES)
        task = quick if quick is not None and key in quick.keys else None
    return task


def _task_name(key: str) -> str:
    """The name of a metric's task; without the prefix, importing its scores does not drop it."""
    return key.removeprefix(KEY_PREFIX)


def is_counting(comparison: Comparison) -> bool:
    """Whether a task is computing scores or testing, or a program is scoring."""
    return any(is_running(_task(comparison, key)) for key in _keys(comparison))


def _keys(comparison: Comparison) -> list[str]:
    """Return the keys of the metrics; those of scorers without scores are last."""
    return list(
        dict.fromkeys([*metric_results.metric_keys(comparison), *scorers.waiting(comparison)])
    )


def _name(comparison: Comparison, key: str) -> str:
    scorer = scorers.waiting(comparison).get(key)
    return scorer.name if scorer else metric_results.metric_info(comparison, key).label


def _open_segments(
    comparison: Comparison, opened: str, found: Sequence[MetricSignificance]
) -> None:
    """Open the segments by the metric's Δ, those that agree with its sign first."""
    key = opened.removeprefix("metric:")
    if key == "bleu":
        charts.open_segments(comparison)
    better = next(one.metric_pair.better for one in found if one.metric_pair.about.key == key)
    sort = f"metric:{written_metrics([key])}"
    charts.open_segments(comparison, sort=f"-{sort}" if better > 0 else sort)
