"""Up to four more systems shown under A and B in the open segment."""

from __future__ import annotations

import streamlit as st

from bleu_core import Comparison
from bleu_core.common.escaping import visible
from bleu_core.messages import link
from pages.ui import open_comparison, pair, state, store
from pages.ui.judgements import saved
from pages.ui.widgets.controls import follow
from pages.ui.widgets.notice import notice
from pages.ui.widgets.rerun import run_again

MOST = 4
# Characters of a name in a sentence.
LONGEST = 60


def shown(comparison: Comparison) -> list[str]:
    """The view's systems other than A and B, in its order."""
    return _asked(comparison)[:MOST]


def _asked(comparison: Comparison) -> list[str]:
    return [name for name in state.current().more if name in _choices(comparison)]


def _choices(comparison: Comparison) -> list[str]:
    compared = comparison.a, comparison.b
    return [name for name in comparison.evalset.systems if name not in compared]


def choose(comparison: Comparison) -> None:
    """Draw their choice, if there are more than two systems."""
    names, chosen = _choices(comparison), shown(comparison)
    if not names:
        return
    systems = list(comparison.evalset.systems)
    # Choices depend on the pair.
    key = f"more-systems-{systems.index(comparison.a)}-{systems.index(comparison.b)}"
    st.multiselect(
        "More systems",
        names,
        chosen,
        max_selections=MOST,
        format_func=lambda name: visible(name, LONGEST),
        placeholder="More systems under A and B, up to four",
        **follow(key, chosen, lambda chosen: state.change(more=tuple(chosen))),
        label_visibility="collapsed",
    )


def say_what_is_not_shown(comparison: Comparison) -> None:
    """Draw a note if the link names unknown or too many systems."""
    systems = comparison.evalset.systems
    unknown = [name for name in state.current().more if name not in systems]
    beyond = _asked(comparison)[MOST:]
    sentences = []
    if unknown:
        sentences.append(link.unknown_systems([visible(name, LONGEST) for name in unknown]))
    if beyond:
        sentences.append(link.too_many_systems([visible(name, LONGEST) for name in beyond], MOST))
    if sentences:
        title = "Not all systems are shown that this link asks for."
        notice("warning", title, sentences, key="systems-left-out")


def make_b() -> None:
    """Compare A with the pressed system as B; the segment stays open."""
    request = st.session_state["segment"]["make_b"]
    data = store.evalset(state.current().data)
    if not request or data is None:
        return
    comparison = open_comparison.get()
    if request["comparison"] != saved.called(comparison):
        return
    chosen, new = shown(comparison), request["system"]
    if new not in chosen:
        return
    state.change(
        more=tuple(comparison.b if name == new else name for name in chosen),
        segment=int(request["segment"]) + 1,
        **pair.in_link(data, comparison.a, new),
    )
    st.session_state["made-b"] = True


def follow_pair() -> None:
    """Rerun the rest of the page once another system is B."""
    if st.session_state.pop("made-b", False):
        run_again()
