"""The filter: an expression, on one line of each screen that it applies to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol

import streamlit as st

from bleu_core import Comparison
from bleu_core.segments.detectors import Thresholds
from bleu_core.segments.expressions import ExpressionError, described
from bleu_core.workspace import Workspace
from pages.ui import chosen, opinions, state, user_workspace
from pages.ui.cache import result
from pages.ui.widgets.expression_box import expression_box
from pages.ui.widgets.rerun import run_again

EXAMPLE = "Only segments with …   points < -0.05 and source ~ /\\d/ and not same"
# The last invalid text, with the expression that was in force.
_TRIED = "expression-tried"
_DRAWN = "expression-drawn"


class Judged(Protocol):
    """The error in an expression, and the part of it that holds."""

    @property
    def fault(self) -> ExpressionError | None: ...

    @property
    def rest(self) -> str: ...


Judge = Callable[[str], Judged]


def show(comparison: Comparison, *, slash: bool = True) -> None:
    """Draw the filter of a comparison; `slash` as in `draw`."""
    draw(_names(comparison), partial(chosen.by, comparison), slash=slash)


def draw(names: Sequence[dict[str, Any]], judge: Judge, *, slash: bool = True) -> None:
    """Draw the filter; an invalid expression is explained below it and changes nothing.

    Parameters
    ----------
    names
        The columns that an expression can use.
    judge
        Checks an expression.
    slash : bool
        Whether the key / leads to the filter.
    """
    where = state.current().where
    st.session_state[_DRAWN] = where
    expression_box(
        where,
        names,
        _fault(judge, where),
        key="expression",
        label="Filter of segments",
        placeholder=EXAMPLE,
        take=lambda text: _take(judge, text),
        slash=slash,
    )


def follow() -> None:
    """Run the page again if a fragment has changed the filter since the page was drawn."""
    if st.session_state.get(_DRAWN, state.current().where) != state.current().where:
        run_again()


def change(where: str) -> None:
    """Set the filter; the worklist starts again at its first segment."""
    st.session_state.pop(_TRIED, None)
    state.change(where=where, segment=0)


def _take(judge: Judge, text: str) -> None:
    before = state.current().where
    if text == before:
        st.session_state.pop(_TRIED, None)
        return
    fault = judge(text).fault
    if fault is None:
        change(text)
    else:
        st.session_state[_TRIED] = before, text


def _fault(judge: Judge, where: str) -> dict[str, Any] | None:
    before, text = st.session_state.get(_TRIED, (where, where))
    text = text if before == where else where
    found = judge(text)
    if found.fault is None:
        return None
    holds = " The other conditions hold." if found.rest and text == where else ""
    return {"text": text, "problem": found.fault.problem + holds, "at": found.fault.at}


def _names(comparison: Comparison) -> list[dict[str, Any]]:
    """Return the columns that an expression can use, for completion."""
    nothing: tuple[int, ...] = ()
    return _columns(
        comparison,
        state.current().thresholds,
        tuple(opinions.available(comparison)),
        user_workspace.ask(Workspace.state, nothing),
    )


@result()
def _columns(
    comparison: Comparison,
    thresholds: Thresholds,
    countable: tuple[str, ...],
    state_of_workspace: tuple[int, ...],
) -> list[dict[str, Any]]:
    return [one._asdict() for one in described(chosen.table(comparison), countable)]
