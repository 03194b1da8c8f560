"""Which setting decides the verdict, in sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bleu_core.robustness.cells import Cell
from bleu_core.significance import MIN_SEGMENTS
from bleu_core.words import delta, p_value, whole


def summary(cells: Sequence[Cell]) -> list[str]:
    """Which settings decide, in sentences; `cells` as they come from `grid`, all or the first."""
    if not cells:
        return []
    present = cells[0]
    sentences = [_headline(cells)]
    changed = [(_changes(cell, present), cell) for cell in cells]
    alone = {changes[0]: cell for changes, cell in changed if len(changes) == 1}
    for change, cell in alone.items():
        sentences += _decides(cell, present, change)
    sentences += _together(cells, alone)
    for cell in alone.values():
        if cell.left_out:
            sentences.append(
                f"Reference {cell.reference} is missing in {_segments(cell.left_out)}; "
                f"alone it is used for the other {whole(cell.segments)}."
            )
    if not present.judged:
        sentences.append(
            f"Nothing is said of significance on {_segments(present.segments)}: "
            f"{MIN_SEGMENTS} are needed."
        )
    return sentences


def _headline(cells: Sequence[Cell]) -> str:
    deltas = [cell.delta for cell in cells]
    spread = f"Δ from {delta(min(deltas))} to {delta(max(deltas))}"
    every = "Under the present setting" if len(cells) == 1 else f"Under all {len(cells)} settings"
    signs = [cell.sign for cell in cells]
    if any(signs) and len(set(signs)) > 1:
        parts = [f"{_way(sign)} under {signs.count(sign)}" for sign in (1, -1, 0) if sign in signs]
        return f"Of {len(cells)} settings, {', '.join(parts)} ({spread})."
    if not signs[0]:
        return f"{every} {_way(0)}."
    return f"{every} {_way(signs[0])} ({spread}){_how_often(cells)}."


def _how_often(cells: Sequence[Cell]) -> str:
    judged = [cell for cell in cells if cell.judged]
    significant = sum(cell.significant for cell in judged)
    if not judged:
        return ""
    if len(judged) == 1:
        return ", significantly" if significant else ", not significantly"
    if significant in (0, len(judged)):
        return ", always significantly" if significant else ", never significantly"
    tested = "them" if len(judged) == len(cells) else f"the {len(judged)} that can be tested"
    return f", in {significant} of {tested} significantly"


def _decides(cell: Cell, present: Cell, change: str) -> list[str]:
    """What one change does to the verdict; nothing where it does nothing."""
    if cell.sign_changed:
        verdict = f"the sign turns: {_way(cell.sign)}"
    elif cell.significance_lost:
        verdict = "the difference is no longer significant"
    elif cell.significant and present.judged and not present.significant:
        verdict = "the difference becomes significant"
    else:
        return []
    return [f"{change[0].upper()}{change[1:]}, {verdict} ({_numbers(cell)})."]


def _together(cells: Sequence[Cell], alone: Mapping[str, Cell]) -> list[str]:
    """Turns and losses under several changes none of which does it alone."""
    sentences = []
    for flag, verdict in (
        ("sign_changed", "the sign turns"),
        ("significance_lost", "the difference is no longer significant"),
    ):
        deciding = {change for change, cell in alone.items() if getattr(cell, flag)}
        found = [
            cell
            for cell in cells
            if getattr(cell, flag) and deciding.isdisjoint(_changes(cell, cells[0]))
        ]
        if found:
            example = ", ".join(_changes(found[0], cells[0]))
            combinations = "1 combination" if len(found) == 1 else f"{len(found)} combinations"
            sentences.append(
                f"In {combinations} of changes {verdict} where no single one of them does that, "
                f"for example {example} ({_numbers(found[0])})."
            )
    return sentences


def _changes(cell: Cell, present: Cell) -> list[str]:
    """In words, what is changed from the present setting."""
    changes = []
    if cell.config.tokenize != present.config.tokenize:
        changes.append(f"with tokenizer {cell.config.tokenize}")
    if cell.config.lowercase != present.config.lowercase:
        changes.append("ignoring case" if cell.config.lowercase else "minding case")
    if cell.config.smooth_method != present.config.smooth_method:
        changes.append(f"with smoothing {cell.config.smooth_method}")
    if cell.reference != present.reference:
        changes.append(f"with reference {cell.reference} alone")
    return changes


def _way(sign: int) -> str:
    return {1: "B is above A", -1: "B is below A", 0: "A and B score alike"}[sign]


def _numbers(cell: Cell) -> str:
    test = f", {p_value(cell.p)}" if cell.p is not None else ""
    return f"Δ {delta(cell.delta)}{test}"


def _segments(number: int) -> str:
    return "1 segment" if number == 1 else f"{whole(number)} segments"
