"""Names of the worklist orders, including those by metrics."""

from __future__ import annotations

from bleu_core import Comparison
from bleu_core.common.numerals import component_name
from bleu_core.segments.worklist import COMPONENTS, metrics_of, written_metrics
from pages.ui import opinions
from pages.ui.segments import by_column, metrics

_OF_BLEU = {
    "-carried": "most points first",
    "carried": "fewest points first",
    "points": "BLEU points carried, losses first",
    "-points": "BLEU points carried, gains first",
    "-size": "|Δ|, largest first",
    "size": "|Δ|, smallest first",
    "delta": "Δ, losses first",
    "-delta": "Δ, gains first",
    "line": "file order",
    "-line": "file order, last first",
    "a": "BLEU of A, lowest first",
    "-a": "BLEU of A, highest first",
    "b": "BLEU of B, lowest first",
    "-b": "BLEU of B, highest first",
    "-length": "reference length, longest first",
    "length": "reference length, shortest first",
    "ratio": "length of B to A, shortest first",
    "-ratio": "length of B to A, longest first",
}


def order_texts(comparison: Comparison, chosen: str) -> dict[str, str]:
    """All available orders with their names, including `chosen`."""
    key = chosen.removeprefix("-")
    others = [metric for metric in metrics.choices(comparison) if metric != "bleu"]
    texts = of_bleu(key)
    for metric in others:
        texts |= _of_metric(comparison, metric)
    for metric in others:
        texts |= _of_disagreement(comparison, f"disagree:{written_metrics([metric])}", chosen)
    texts |= dict(by_column.orders(comparison))
    if chosen not in texts and by_column.named(chosen):
        texts |= dict(by_column.texts(by_column.named(chosen)))
    said = metrics_of(key)
    if chosen not in texts and said:
        one = len(said) == 1
        texts |= _of_metric(comparison, *said) if one else _of_disagreement(comparison, key, chosen)
    return texts


def of_bleu(key: str) -> dict[str, str]:
    """Orders by BLEU; an order by a component of Δ only while it is chosen."""
    return _OF_BLEU | _of_component(key)


def _of_component(key: str) -> dict[str, str]:
    """The order by a component of Δ, while it is chosen by a bar on the Overview."""
    if key not in COMPONENTS:
        return {}
    text = f"{component_name(key)}: BLEU points carried"
    return {key: f"{text}, losses first", f"-{key}": f"{text}, gains first"}


def _of_metric(comparison: Comparison, metric: str) -> dict[str, str]:
    key = f"metric:{written_metrics([metric])}"
    higher = opinions.about(comparison, metric).higher_is_better
    text = f"Δ {metrics.label(comparison, metric)}"
    note = "" if higher else " (lower is better)"
    return {f"-{key}": f"{text}, gains first{note}", key: f"{text}, losses first{note}"}


def _of_disagreement(comparison: Comparison, key: str, chosen: str) -> dict[str, str]:
    """Orders by disagreement of two metrics; by agreement only while chosen."""
    one, other = (metrics.label(comparison, metric) for metric in metrics_of(key))
    texts = {f"-{key}": f"{one} and {other} disagree most"}
    return texts | ({key: f"{one} and {other} disagree least"} if chosen == key else {})
