"""Write error annotations as Marot's TSV."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from bleu_core.people.mark_import import TestSetTexts, as_tsv_cell
from bleu_core.segments.marks import Mark, Rating
from bleu_core.text.evalset import EvalSet

HEADING = (
    "system", "doc", "docSegId", "globalSegId", "rater", "source", "target", "category",
    "severity", "metadata",
)  # fmt: skip
NO_ERROR = "No-error"


def to_tsv(evalset: EvalSet, ratings: Sequence[Rating]) -> bytes:
    """Marot's ten columns, one row per error or correct output; tabs and line ends become spaces.

    The metadata repeat the span in characters, because a text may contain Marot's tags itself.
    """
    texts = TestSetTexts(evalset)
    lines = ["\t".join(HEADING)]
    for rating, mark in [(one, mark) for one in ratings for mark in one.marks or (None,)]:
        document, source = (_text_at(c, rating.segment) for c in (texts.documents, texts.source))
        target = texts.of(rating.system)[rating.segment]
        metadata: dict[str, Any] = {"timestamp": round(1000 * rating.changed)}
        if rating.score is not None:
            metadata["score"] = rating.score
        if mark is not None:
            metadata |= {"side": mark.side, "start": mark.start, "end": mark.end}
            metadata |= {"note": mark.comment} if mark.comment else {}
        if mark is not None and mark.has_span:
            if mark.side == "source":
                source = _tagged(source, mark)
            else:
                target = _tagged(target, mark)
        number = str(rating.segment + 1)
        severity = mark.severity if mark else ""
        capital = severity[:1].upper() + severity[1:]  # as in Marot's data
        capital = capital if capital.lower() == severity else severity
        cells = [
            rating.system, document, number, number, rating.annotator,
            source, target, mark.category if mark else NO_ERROR,
            capital if mark else NO_ERROR, json.dumps(metadata),
        ]  # fmt: skip
        lines.append("\t".join(map(as_tsv_cell, cells)))
    return "".join(f"{line}\n" for line in lines).encode()


def _text_at(column: Sequence[str] | None, segment: int) -> str:
    return column[segment] if column else ""


def _tagged(text: str, mark: Mark) -> str:
    return f"{text[: mark.start]}<v>{text[mark.start : mark.end]}</v>{text[mark.end :]}"
