"""The results of the grid of settings, in sentences.

That p is below 0.05 under one setting and not under another does not show that the setting
matters: "the difference between significant and not significant is not itself statistically
significant" (Gelman and Stern 2006). A setting is said to move Δ only if the interval of the
move, Δ′ − Δ, excludes 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bleu_core.common.numerals import bounds, counted, delta, p_value, points, whole
from bleu_core.common.wording import listed
from bleu_core.significance import LEVEL, MIN_SEGMENTS
from bleu_core.significance.robustness.cell import Cell


def summary(cells: Sequence[Cell]) -> list[str]:
    """Sentences on the effect of settings; `cells` as they come from `grid`, all or the first."""
    if not cells:
        return []
    present = cells[0]
    alone = [cell for cell in cells if len(_changes(cell, present)) == 1]
    sentences = [_headline(cells), *_significance(cells), *_moves(alone, present)]
    missing = {cell.reference: cell for cell in cells if cell.left_out}
    for reference, cell in missing.items():
        sentences.append(
            f"Reference {reference} is missing in {counted(cell.left_out, 'segment')}; "
            f"alone it is used for the other {whole(cell.segments)}."
        )
    if not present.judged:
        sentences.append(
            f"Nothing is said of chance on {counted(present.segments, 'segment')}: "
            f"{MIN_SEGMENTS} are needed."
        )
    return sentences


def _distinct(cells: Sequence[Cell]) -> list[Cell]:
    """One cell of each result: settings may differ in something these texts lack."""
    results = {(c.segments, c.score_a, c.score_b, c.ci_low, c.ci_high, c.p): c for c in cells[::-1]}
    return list(results.values())[::-1]


def _headline(cells: Sequence[Cell]) -> str:
    results = _distinct(cells)
    number = sum(len(cell.smoothings) for cell in cells)
    subject = "Under the present setting" if number == 1 else f"Under all {whole(number)} settings"
    if len(results) < number:
        few = (
            "all give the same result"
            if len(results) == 1
            else f"give {whole(len(results))} results"
        )
        subject += f", which {few},"
    signs = [cell.sign for cell in results]
    if len(set(signs)) > 1:
        parts = [
            f"{_way(sign)} in {whole(signs.count(sign))}" for sign in (1, -1, 0) if sign in signs
        ]
        of = f"Of {counted(len(results), 'result')} under {counted(number, 'setting')}"
        text = f"{of}, {listed(parts)}"
    else:
        text = f"{subject} {_way(signs[0])}"
    low, high = (find(results, key=lambda cell: cell.delta) for find in (min, max))
    if not any(signs):
        return f"{text}."
    if len(results) == 1:
        return f"{text}: Δ {delta(low.delta)}."
    ends = [f"{delta(cell.delta)} ({_named(cell, cells[0])})" for cell in (low, high)]
    return f"{text}: Δ from {' to '.join(ends)}."


def _significance(cells: Sequence[Cell]) -> Iterator[str]:
    results = _distinct(cells)
    tested = [cell for cell in results if cell.judged]
    if not tested or not any(cell.sign for cell in results):
        return
    if len(tested) == 1 and tested[0].p is not None:
        yield f"There {p_value(tested[0].p)}."
        return
    significant = [cell for cell in tested if cell.significant]
    of = whole(len(tested)) + ("" if len(tested) == len(results) else " that can be tested")
    often = {0: "none of the", len(tested): "all"}.get(
        len(significant), f"{whole(len(significant))} of the"
    )
    by = ", by document," if tested[0].unit == "document" else ""
    text = f"p{by} is below {LEVEL} in {often} {of}"
    signs = [cell.sign for cell in significant]
    if len(set(signs)) > 1:
        text += f", with B above A in {whole(signs.count(1))} and below in {whole(signs.count(-1))}"
    yield f"{text}; neither p nor intervals are corrected for looking at so many."
    if 0 < len(significant) < len(tested):
        yield (
            f"That p is below {LEVEL} under one setting and not under another does not show that "
            "they differ: an interval of Δ′ − Δ without 0 does."
        )


def _moves(alone: Sequence[Cell], present: Cell) -> Iterator[str]:
    """The changes that are shown to move Δ, and those that are not."""
    tested = [cell for cell in alone if cell.move_low is not None and cell.shows]
    for cell in tested:
        if cell.moved:
            yield _move(cell, present)
    still = [_named(cell, present) for cell in tested if not cell.moved]
    if still:
        yield (
            "Not shown to move Δ, because the 95 % interval of Δ′ − Δ has 0 in it: "
            f"{'; '.join(still)}."
        )


def _move(cell: Cell, present: Cell) -> str:
    change = _named(cell, present)
    numbers = f"Δ is {delta(cell.delta)}"
    if cell.p is not None:
        numbers += f" ({p_value(cell.p)})"
    direction = "higher" if cell.move > 0 else "lower"
    text = (
        f"{change[0].upper()}{change[1:]}, {numbers}, {points(abs(cell.move))} {direction} than now"
    )
    if cell.move_low is not None and cell.move_high is not None:
        text += f" (95 % interval of Δ′ − Δ {bounds(cell.move_low, cell.move_high)})"
    if cell.significant and present.significant and cell.sign * present.sign < 0:
        text += ": the verdict turns"
    return f"{text}."


def _named(cell: Cell, present: Cell) -> str:
    return ", ".join(_changes(cell, present)) or "the present setting"


def _changes(cell: Cell, present: Cell) -> list[str]:
    """The changes from the present setting, in words."""
    changes = []
    if cell.config.tokenize != present.config.tokenize:
        changes.append(f"with tokenizer {cell.config.tokenize}")
    if cell.config.lowercase != present.config.lowercase:
        changes.append("ignoring case" if cell.config.lowercase else "minding case")
    if present.config.smooth_method not in cell.smoothings:
        changes.append(f"with smoothing {listed(cell.smoothings, last='or')}")
    if cell.reference != present.reference:
        changes.append(f"with reference {cell.reference} alone")
    return changes


def _way(sign: int) -> str:
    return {1: "B is above A", -1: "B is below A", 0: "A and B score alike"}[sign]
