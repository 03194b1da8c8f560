"""Which two systems of the open test set are compared: A, the baseline, and B, the candidate."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.text.evalset import EvalSet, first_two
from pages.ui import state
from pages.ui.view import View


def names(view: View, data: EvalSet) -> tuple[str, str]:
    """A and B of a view: those that it names, else the first, and the next, of all.

    A name that is none of the systems, or that both have, counts for nothing: `unknown` has it.
    """
    return among(list(data.systems), view)


def among(systems: Sequence[str], view: View) -> tuple[str, str]:
    """As `names`, of a test set with these systems."""
    a, b = (name if name in systems else "" for name in (view.a, view.b))
    if a == b and len(systems) > 1:
        b = ""
    a, b = first_two(systems, a, b)
    return a, b or a


def unknown(view: View, data: EvalSet) -> dict[str, str]:
    """What a view says of A and B that cannot be, by the parameters of its link."""
    pair = names(view, data)
    asked = {"a": (view.a, pair[0]), "b": (view.b, pair[1])}
    return {letter: said for letter, (said, is_so) in asked.items() if said and said != is_so}


def choose(data: EvalSet, a: str, b: str) -> None:
    """Compare these two."""
    state.change(**in_link(data, a, b))


def in_link(data: EvalSet, a: str, b: str) -> dict[str, str]:
    """A and B as a view has them: a link leaves out what it opens anyway."""
    usual = names(View(), data)
    return {"a": "", "b": ""} if (a, b) == usual else {"a": a, "b": b}
