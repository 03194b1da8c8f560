"""What the columns of an expression take: statistics alone, texts too, or the whole at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bleu_core.datasets.counting import DOCUMENT
from bleu_core.datasets.plan import Plan
from bleu_core.explain.comparison import Comparison
from bleu_core.messages import dataset
from bleu_core.segments.columns import SAID, Table, scored, table_of
from bleu_core.segments.columns.surface import PATTERNS
from bleu_core.segments.detectors import SAMENESS, Thresholds

# What is usual in all texts decides on these; on the lengths only where there is a source.
_WHOLE = {"rarest", "rarity", "reference length", "a.script", "b.script"}
_USUAL_LENGTH = {f"{side}.{name}" for side in "ab" for name in ("cut", "runaway")}
# What statistics say, beside all columns of scores.
_COUNTED = {"line", "document", "reference.length", "length difference", "sentence BLEU"}
_COUNTED |= {f"{side}.{name}" for side in "ab" for name in ("length", "ratio")}


def columns_of(comparison: Comparison, thresholds: Thresholds) -> Table:
    """The columns of some segments of a data set; those that take the whole are missing."""
    table = table_of(comparison, thresholds)
    missing = dict.fromkeys(_WHOLE, dataset.takes_all_texts())
    missing |= dict.fromkeys(SAID, dataset.not_judged())
    if comparison.evalset.source is not None:
        missing |= dict.fromkeys(_USUAL_LENGTH, dataset.takes_all_texts())
    columns = {
        name: replace(one, missing=missing[name]) if name in missing else one
        for name, one in table.columns.items()
    }
    return replace(table, columns=columns)


def kept_names(plan: Plan, table: Table) -> dict[str, str]:
    """The columns that are kept beside statistics: as expressions call them, and in their file."""
    # Those of the data come last, in their order.
    names = [*table.columns][len(table.columns) - len(plan.metadata) :]
    kept = {shown: f"metadata.{name}" for shown, name in zip(names, plan.metadata, strict=True)}
    return kept | ({"document": DOCUMENT} if plan.columns.document else {})


def texts_read(names: Iterable[str], plan: Plan, table: Table) -> tuple[str, ...]:
    """The texts that columns of segments are made of, by their columns in the data set.

    All, where that is not known of a column.
    """
    counted = _COUNTED | {one.name for one in scored.columns(table.comparison)}
    counted |= kept_names(plan, table).keys()
    columns = plan.columns
    outputs, source = (columns.a, columns.b), tuple(filter(None, [columns.source]))
    known = dict.fromkeys([*PATTERNS, "script"], source or columns.references)
    known |= dict.fromkeys(["similarity", *(one.name for one in SAMENESS)], outputs)
    known |= {"a": (columns.a,), "b": (columns.b,), "reference": columns.references}
    known |= {"source": source, "source.length": source}
    found = [known.get(name, columns.texts) for name in names if name not in counted]
    return tuple(dict.fromkeys(text for texts in found for text in texts))
