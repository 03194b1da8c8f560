"""Systems: the ranking and every pair, where systems disagree, and runs over time."""

import streamlit as st

from bleu_core.common.escaping import one_line
from bleu_core.messages import server
from pages.ui import metric_results, open_comparison, state, store
from pages.ui.systems import disagreement, over_time
from pages.ui.viewer.mount import draw_view
from pages.ui.widgets.alert import draw_alert

FOLDS = {
    "where": ("System disagreement", disagreement.draw_disagreement),
    "time": ("Runs over time", over_time.draw_over_time),
}


def note_fold(key: str, tab: str) -> None:
    state.change(systems_tab=tab if st.session_state[key] else "")


comparison = open_comparison.current_comparison()
systems = store.systems(comparison.evalset, comparison.config)
keys, by = metric_results.system_metric_keys(comparison.evalset), state.current().rank_by
if by not in keys:
    sentences = [server.unknown("scores of all systems by the metric", one_line(by))]
    draw_alert("warning", "Ignored parts of this link:", sentences, key="no-such-metric")
metrics = [[key, metric_results.system_metric_info(systems, key).label] for key in keys]
# As high as so many systems need, so that nothing below moves.
size = len(systems)
height = "two" if size <= 2 else "few" if size <= 4 else "several" if size <= 8 else "many"
with st.container(key=f"ranking-of-{height}"):
    draw_view("systems", comparison, metrics=metrics)
for tab, (label, draw) in FOLDS.items():
    key = f"systems-{tab}"
    st.session_state[key] = state.current().systems_tab == tab
    with st.expander(label, key=key, on_change=note_fold, args=(key, tab)) as fold:
        if fold.open:
            draw()
