"""Judge: blind sessions, their results, and metrics vs. people."""

from pages.ui import state
from pages.ui.judge import blind, people, results, sessions
from pages.ui.widgets.controls import draw_tabs

if state.current().task:
    blind.draw_blind_session()
else:
    draw_tabs(
        "judge_tab",
        {
            "sessions": ("Sessions", sessions.draw_sessions),
            "results": ("Results", results.draw_results),
            "people": ("Metrics vs. people", people.draw_metrics_vs_people),
        },
    )
