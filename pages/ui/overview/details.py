"""The folded rows below the cards that need Streamlit; each is drawn once it is open.

Scorers are programs that the owner of this server configured, for visitors who have its token. A
visitor chooses a program by name and determines nothing else of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from bleu_core.common.environment import config_file, server_token
from bleu_core.common.escaping import escape_markdown
from bleu_core.common.formatting import format_int
from bleu_core.common.progress import Progress
from bleu_core.explain.comparison import Comparison
from bleu_core.messages import screen
from bleu_core.metrics.registry import plugin_metrics
from bleu_core.present.document import Span, Table
from bleu_core.present.tables import ComparisonResults, references
from bleu_core.present.tables import other_metrics as texts
from bleu_core.present.tables.comparison_tables import stability_sentence, tests_table
from bleu_core.present.tables.verdict import no_test_reason_of
from bleu_core.segments.worklist import written_metrics
from bleu_core.significance.metric_tests import MetricSignificance
from bleu_core.systems.references import most_segments
from bleu_core.systems.scorers import Scorer, read_scorers, score_systems
from bleu_core.text.evalset import InputError
from pages.ui import metric_results, results, segment_filter
from pages.ui.cache import Result, Task, result
from pages.ui.overview import charts
from pages.ui.widgets import progress_bars
from pages.ui.widgets.alert import draw_alert
from pages.ui.widgets.rich_text import draw_rich_text, glossary_help
from pages.ui.widgets.table import draw_document_table

# Tests that reject a true null too often, or have little power: on request.
ON_REQUEST = ("sacrebleu-bootstrap", "paired-t")


def draw_details(comparison: Comparison) -> None:
    rows = {
        "metrics": ("Other metrics and tests", _draw_metrics_and_tests),
        "references": ("References", _draw_references),
        "charts": ("Charts", charts.draw_charts),
    }
    if len(comparison.evalset.references) < 2:
        del rows["references"]
    with st.container(key="details"):
        for key, (title, draw) in rows.items():
            panel = st.expander(f"**{title}**", key=f"details-{key}", on_change="rerun")
            if panel.open:
                with panel:
                    draw(comparison)


def _draw_metrics_and_tests(comparison: Comparison) -> None:
    """Draw the other metrics, and the tests side by side."""
    st.subheader("Other metrics", anchor=False)
    _start_what_is_shown(comparison)  # before the section looks whether anything is running
    progress_bars.draw_while_running(is_computing, draw_section)
    found = ComparisonResults(comparison, results.significance.ready(comparison))
    st.subheader("Significance", anchor=False)
    if found.significance is None:
        st.caption(no_test_reason_of(comparison.evalset) or "Testing …")
        return
    st.caption(found.significance.about_unit)
    label = "sacreBLEU's bootstrap, and the t-test of the BLEU paper"
    shows_all = st.toggle(label, key="all-tests")
    tests = [one for one in found.tests if shows_all or one.term not in ON_REQUEST]
    draw_document_table(tests_table(tests), key="tests-table")
    if found.significance.about_power:
        st.caption(found.significance.about_power, help=glossary_help("power"))
    stability = stability_sentence(comparison, found.significance)
    if stability and (opened := draw_rich_text(stability, key="stability", small=True)):
        charts.open_segments(comparison, opened.removeprefix("slice:"))


def _draw_references(comparison: Comparison) -> None:
    """Draw how references score as outputs, beside A and B, and what each contributes."""
    most = most_segments(len(comparison.evalset.references), 2)
    if len(comparison) > most:
        st.caption(f"Not computed for more than {format_int(most)} segments.")
        return
    found = results.references(comparison)
    if found is None:
        st.caption("No segment has all references.")
        return
    points, shares = found
    left, right = st.columns([2, 3], gap="medium")
    with left:
        st.markdown(f"**{references.TITLE}**")
        draw_document_table(
            references.comparison_points_table(comparison, points), key="reference-points"
        )
        st.caption(references.about_reference_points(points))
    with right:
        st.markdown(f"**{references.SHARES}**")
        draw_document_table(references.reference_shares_table(shares), key="reference-shares")
        st.caption(references.about_reference_shares(shares))


WAITING = "Computing other metrics …"


def configured() -> tuple[list[Scorer], list[str]]:
    """Return the scorers, and faults of the configuration; none on a server without a token."""
    path = config_file()
    if path is None or not server_token():
        return [], []
    try:
        return list(read_scorers(path, path.name).values()), []
    except InputError as error:
        return [], error.problems


def waiting_scorers(comparison: Comparison) -> dict[str, Scorer]:
    """Return, by key, scorers that have not scored A and B; a file's scores are not replaced."""
    imported = results.imported_scores(comparison.evalset)
    pair = {comparison.a, comparison.b}

    def has_scores(scorer: Scorer) -> bool:
        found = imported.get(scorer.name)
        if found is None:
            return False
        is_from_file = not found.signature
        return is_from_file or (found.signature == scorer.signature and found.values.keys() >= pair)

    return {scorer.key: scorer for scorer in configured()[0] if not has_scores(scorer)}


# By name and not by key, which imports of its scores would drop.
@result(key=lambda comparison, scorer, progress=None: (comparison, scorer.name))
def scored(comparison: Comparison, scorer: Scorer, progress: Progress | None = None) -> None:
    """Score A and B of the whole test set, and import the scores; InputError if this fails."""
    path = config_file()
    if path is None:
        return
    data, systems = comparison.evalset.whole, [comparison.a, comparison.b]
    scores = score_systems(scorer, data, systems, path.parent, progress)
    if not metric_results.add_imported_scores(data, comparison.config, scores):
        raise InputError([screen.scores_not_saved()])


@dataclass(frozen=True)
class Job:
    """A metric to test, or a scorer to run; `is_quick` if it needs no request."""

    key: str
    label: Span
    is_quick: bool
    made: Result[..., Any]
    args: tuple[Any, ...]

    def task(self) -> Task | None:
        return self.made.task(*self.args)

    def is_there(self) -> bool:
        return self.key == "bleu" or self.made.ready(*self.args) is not None

    def state(self) -> str:
        """Return its state while it has no numbers."""
        task = self.task()
        if task is None:
            return "computing …" if self.is_quick else "not computed"
        return "computing …" if task.running else "failed" if task.error else "not computed"


def is_computing() -> bool:
    """Whether a row is still to come: BLEU's, from the tests of the view, or another metric's."""
    comparison = segment_filter.comparison_or_part()
    if results.significance.is_running(comparison):
        return True
    is_tested = results.significance.ready(comparison) is not None
    are_due = is_tested or bool(no_test_reason_of(comparison.evalset))
    return any(
        job.made.is_running(*job.args)
        or (are_due and not job.is_there() and job.state() == "computing …")
        for job in _jobs(comparison)
    )


def _jobs(comparison: Comparison) -> list[Job]:
    """Return the metrics, BLEU first, and the scorers that have not scored A and B."""
    jobs = [
        Job(
            key,
            texts.label(metric_results.metric_info(comparison, key)),
            metric_results.is_quick(comparison, key),
            metric_results.metric_with_tests,
            (comparison, key),
        )
        for key in metric_results.metric_keys(comparison)
    ]
    return jobs + [
        Job(key, Span(scorer.name), False, scored, (comparison, scorer))
        for key, scorer in waiting_scorers(comparison).items()
    ]


def _start_what_is_shown(comparison: Comparison) -> None:
    """Start the tests of the view and, once they are there, the quick metrics."""
    is_tested = results.significance.ready(comparison) is not None
    if not is_tested and not no_test_reason_of(comparison.evalset):
        if results.significance.task(comparison) is None:
            results.significance.start(comparison)
        return
    for job in _jobs(comparison):
        if job.is_quick and not job.is_there() and job.task() is None:
            job.made.start(*job.args)


def draw_section() -> None:
    """Draw the section, which refreshes while something is computed."""
    comparison = segment_filter.comparison_or_part()
    _start_what_is_shown(comparison)
    tests, jobs = results.significance.ready(comparison), _jobs(comparison)
    # Before what is there, so that a metric that becomes ready now is in both, not in none.
    states = {job.key: job.state() for job in jobs if not job.is_there()}
    others = metric_results.tested_metrics(comparison)
    tested = ComparisonResults(comparison, tests, metric_pairs=others).all_metric_pairs
    # As high as its final content, so that nothing moves later.
    with st.container(key="agreement"):
        none = WAITING if "computing …" in states.values() else "Not computed yet."
        sentences = texts.agreement(tested) or [Span(none, "muted")]
        draw_rich_text(sentences, key="agreement-told", small=True)
    table = texts.metrics_results_table(tested)
    rows = dict(zip((one.metric_pair.about.key for one in tested), table.rows, strict=True))
    empty = Span("")
    drawn = {
        job.key: [
            job.label,
            *[empty] * 3,
            Span(states.get(job.key, ""), "muted"),
            *[empty] * (len(table.columns) - 5),
        ]
        for job in jobs
    }
    shown = Table(table.label, table.columns, list((drawn | rows).values()))
    if opened := draw_document_table(shown, key="opinions", narrow=True):
        _open_segments(comparison, opened, tested)
    _draw_problems(jobs)
    with st.container(horizontal=True, vertical_alignment="center", key="on-demand"):
        for job in jobs:
            task, name = job.task(), escape_markdown(job.label.text)
            if task and task.running and not job.is_quick:
                progress_bars.draw_task(task, f"Computing {name}", job.key)
            elif not job.is_there() and not (task.running if task else job.is_quick):
                progress_bars.start_button(job.made, job.args, f"Compute {name}", job.key)
    _draw_explanations(tested, not comparison.evalset.no_test_reason)


def _draw_problems(jobs: Sequence[Job]) -> None:
    """Draw why metrics could not be computed, and which plugins failed to load."""
    sentences: list[str] = [*plugin_metrics().problems.values(), *configured()[1]]
    for job in jobs:
        task = job.task()
        error = None if task is None or job.is_there() else task.error
        why = progress_bars.failure_sentences(error) if error else []
        is_scorer = job.made is scored  # its sentences name it
        sentences += why if is_scorer else [screen.not_counted(job.label.text, one) for one in why]
    if sentences:
        draw_alert("warning", "Not computed:", sentences, key="opinion-problems")


def _draw_explanations(tested: Sequence[MetricSignificance], is_tested: bool) -> None:
    """Draw human agreement, where Δ can be tested, units and signatures, one click away."""
    panel = st.expander("Human agreement and signatures", on_change="rerun", key="metrics")
    if panel.open:
        with panel:
            if people := texts.people(tested) if is_tested else []:
                draw_rich_text(people, key="people-told", small=True)
            draw_document_table(texts.metrics_table(tested), key="metrics-table")


def _open_segments(
    comparison: Comparison, opened: str, tested: Sequence[MetricSignificance]
) -> None:
    """Open the segments by the metric's Δ, those that agree with its sign first."""
    key = opened.removeprefix("metric:")
    if key == "bleu":
        charts.open_segments(comparison)
    better = next(one.metric_pair.better for one in tested if one.metric_pair.about.key == key)
    sort = f"metric:{written_metrics([key])}"
    charts.open_segments(comparison, sort=f"-{sort}" if better > 0 else sort)
