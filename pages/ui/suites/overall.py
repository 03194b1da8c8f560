"""How a run ended, in sentences, and the legend of the board."""

from __future__ import annotations

from bleu_core.common.numerals import counted, when, whole
from bleu_core.messages import screen
from bleu_core.present.account.spans import Span
from bleu_core.suite.rendering.told import headline
from bleu_core.suite.results import SuiteResult
from bleu_core.suite.tables import term_of
from pages.ui.suites.choosing import metrics
from pages.ui.suites.kept import MOST, Runs
from pages.ui.widgets.notice import notice
from pages.ui.widgets.prose import prose


def show(result: SuiteResult, runs: Runs) -> None:
    """Draw the headline, and which saved runs are not shown."""
    ended = Span("✓ Passed. ", "gain") if result.passed else Span("✗ Not passed. ", "loss")
    prose(
        [ended, Span(headline(result), "strong"), Span(f" Run of {when(result.made)}.", "muted")],
        key="suite-headline",
    )
    if runs.unread:
        notice(
            "warning",
            screen.runs_unread(runs.unread),
            [
                "What is kept of them is damaged, or a later version of BLEUscope kept it. "
                "The others are shown as they were."
            ],
            key="suite-unread",
        )


def legend(result: SuiteResult, runs: Runs, metric: str) -> None:
    """Draw what a cell of the board contains."""
    label = metrics(result).get(metric, metric)
    p = [Span("p", "", "p-value"), Span(" of each alone")]
    of_metric = [
        said for of in result.sets for one in of.systems for said in one.said if said.key == metric
    ]
    if tests := sum(said.p_holm is not None for said in of_metric):
        holm = Span("Holm", "", "holm")
        p = [p[0], Span(" after "), holm, Span(f" over {counted(tests, 'test')}")]
    older = f" (of {whole(runs.number)}, the last {whole(MOST)})" if runs.number > MOST else ""
    prose(
        [
            Span("In a cell: ", "muted"),
            Span(label, "", term_of(metric)),
            Span(", "),
            Span("Δ", "", "delta"),
            Span(" to what the system was held against, and its "),
            *p,
            Span(
                ". A press on the numbers opens the comparison. The small line has the runs until "
            ),
            Span(f"this one{older}, failures crossed out; a press on it tells more of the cell."),
        ],
        key="suite-legend",
        small=True,
    )
