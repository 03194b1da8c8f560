"""Scorers: metrics that the programs of the configuration compute, on request.

Only programs that the owner of this server configured can run, and only for visitors who have its
token. A visitor chooses a program by name and determines nothing else of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from bleu_core.common.environment import config_file, server_token
from bleu_core.common.escaping import escape_markdown
from bleu_core.common.formatting import format_percent
from bleu_core.common.progress import Progress, sub_progress
from bleu_core.explain.comparison import Comparison
from bleu_core.messages import Message, screen
from bleu_core.present.document import Span
from bleu_core.systems.scorer_programs import ScorerError
from bleu_core.systems.scorer_results import SavedScores, score_systems, scorer_notes
from bleu_core.systems.scorers import Scorer, read_scorers
from bleu_core.text.evalset import InputError
from pages.ui import metric_results, results
from pages.ui.cache import BackgroundTask, is_running, result
from pages.ui.widgets.alert import draw_alert
from pages.ui.widgets.progress_bars import start_button, task_progress

# Share of the time for the program; the tests take the rest.
SCORING = 0.95


class ScorerTask(BackgroundTask):
    """Scores A and B of the whole test set, imports the scores, and tests them.

    `problem` says why there are no scores, `lines` has the last lines of the program; `notes` are
    on the scores.
    """

    def __init__(self, comparison: Comparison, scorer: Scorer, saved: SavedScores) -> None:
        self.problem = ""
        self.lines: list[str] = []
        self.notes: list[Message] = []
        super().__init__(partial(self._score, comparison, scorer, saved))

    def _score(
        self, comparison: Comparison, scorer: Scorer, saved: SavedScores, progress: Progress
    ) -> None:
        data, systems = comparison.evalset.whole, [comparison.a, comparison.b]
        try:
            scores = score_systems(scorer, data, systems, saved, sub_progress(progress, 0, SCORING))
        except ScorerError as error:
            self.problem, self.lines = error.reason, error.lines
            return
        self.notes = scorer_notes(scorer, data, scores)
        if not metric_results.add_imported_scores(data, comparison.config, scores):
            self.problem = screen.scores_not_saved()
            return
        opinion = metric_results.metric_opinion(comparison, scores.key)
        metric_results.run_tests(comparison, [opinion], sub_progress(progress, SCORING, 1))


@result()
def scorer_task(
    digest: str, a: str, b: str, name: str, _comparison: Comparison, _scorer: Scorer
) -> ScorerTask | None:
    """Return the task of a scorer on a test set and two systems of it."""
    path = config_file()
    return ScorerTask(_comparison, _scorer, SavedScores(path.parent)) if path else None


def is_scoring(comparison: Comparison) -> bool:
    """Whether a program scores A and B."""
    return any(is_running(_task(comparison, scorer)) for scorer in _configured()[0])


def waiting_rows(comparison: Comparison, shown: Sequence[str]) -> list[list[Span]]:
    """Return the rows of scorers that are not among the metrics `shown`, with a state."""
    rows = []
    for scorer in _waiting(comparison):
        if scorer.key not in shown:
            task = _task(comparison, scorer)
            state = "computing …" if is_running(task) else "not computed"
            if task and not task.running and (task.problem or task.failed):
                state = "failed"
            row = [Span(scorer.name), *[Span("")] * 3, Span(state, "muted"), *[Span("")] * 2]
            rows.append(row)
    return rows


def draw_buttons(comparison: Comparison) -> None:
    """Draw a button for each scorer without scores; progress and Stop while its program runs."""
    for scorer in _waiting(comparison):
        name, task = escape_markdown(scorer.name), _task(comparison, scorer)
        if task and task.running:
            text = f"Computing {name}: {format_percent(task.part)}"
            task_progress(task, text, f"stop-scorer-{scorer.name}")
        else:
            start = partial(_start, comparison, scorer)
            start_button(f"Compute {name}", start, f"score-{scorer.name}")


def draw_problems(comparison: Comparison) -> None:
    """Draw faults of the configuration, why programs failed, and notes on their scores."""
    scorers, faults = _configured()
    if faults:
        draw_alert("warning", "Scorers cannot be used:", faults, key="scorer-faults")
    for scorer in scorers:
        task = _task(comparison, scorer)
        if task is None or task.running:
            continue
        if task.problem or task.failed:
            problem = task.problem or screen.count_failed(scorer.name)
            draw_alert("warning", "Not computed:", [problem], key=f"scorer-problems-{scorer.name}")
        elif task.notes:
            draw_alert("info", "Notes:", task.notes, key=f"scorer-notes-{scorer.name}")
        if task.lines:
            st.caption("The last lines of the program:")
            st.code("\n".join(task.lines), language=None, wrap_lines=True)


def _configured() -> tuple[list[Scorer], list[str]]:
    """Return the scorers, and faults of the configuration; none on a server without a token."""
    path = config_file()
    if path is None or not server_token():
        return [], []
    try:
        return list(read_scorers(path, path.name).values()), []
    except InputError as error:
        return [], error.problems


def _waiting(comparison: Comparison) -> list[Scorer]:
    """Return the scorers that have not scored A and B.

    Scores of the same name from a file are not replaced.
    """
    imported = results.imported_scores(comparison.evalset)
    pair = {comparison.a, comparison.b}

    def has_scores(scorer: Scorer) -> bool:
        found = imported.get(scorer.name)
        if found is None:
            return False
        is_from_file = not found.signature
        return is_from_file or (found.signature == scorer.signature and found.values.keys() >= pair)

    return [scorer for scorer in _configured()[0] if not has_scores(scorer)]


def _start(comparison: Comparison, scorer: Scorer) -> None:
    """Start the program, unless another window has started it since the button was drawn."""
    former = _task(comparison, scorer)
    if scorer in _waiting(comparison) and not is_running(former):
        scorer_task.renew(former, *_key(comparison, scorer), comparison, scorer)


def _task(comparison: Comparison, scorer: Scorer) -> ScorerTask | None:
    return scorer_task.ready(*_key(comparison, scorer), comparison, scorer)


def _key(comparison: Comparison, scorer: Scorer) -> tuple[str, str, str, str]:
    return comparison.evalset.whole.digest, comparison.a, comparison.b, scorer.name
