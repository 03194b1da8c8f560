"""The pair of systems that is compared: A, the baseline, and B, the candidate."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.text.evalset import EvalSet, first_two
from pages.ui import state
from pages.ui.view import View


def names(view: View, data: EvalSet) -> tuple[str, str]:
    """Return A and B of a view: those that it names, or else the first two others.

    A name that is no system, or is given twice, is ignored: `unknown` returns it.
    """
    return among(list(data.systems), view)


def among(systems: Sequence[str], view: View) -> tuple[str, str]:
    """Return A and B of a view among these systems; see `names`."""
    a, b = (name if name in systems else "" for name in (view.a, view.b))
    if a == b and len(systems) > 1:
        b = ""
    a, b = first_two(systems, a, b)
    return a, b or a


def unknown(view: View, data: EvalSet) -> dict[str, str]:
    """Return the invalid names of A and B in a view, by the parameters of its link."""
    pair = names(view, data)
    asked = {"a": (view.a, pair[0]), "b": (view.b, pair[1])}
    return {letter: said for letter, (said, is_so) in asked.items() if said and said != is_so}


def choose(data: EvalSet, a: str, b: str) -> None:
    """Compare these two systems."""
    state.change(**in_link(data, a, b))


def in_link(data: EvalSet, a: str, b: str) -> dict[str, str]:
    """Return A and B as a link has them, without the defaults."""
    usual = names(View(), data)
    return {"a": "", "b": ""} if (a, b) == usual else {"a": a, "b": b}
