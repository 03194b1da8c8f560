"""Findings of input checks: a message with numbers, and the lines it is about."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrow import as_arrow
from bleu_core.common.wording import cut, cut_before
from bleu_core.messages import Message
from bleu_core.text.evalset import EvalSet

Severity = Literal["serious", "notice"]
Lines = NDArray[np.int64]

# Lines that examples are taken from, and characters of each.
EXAMPLES, WIDTH = 3, 80
# Fewer lines are never serious: a user who pastes three sees all of them.
FEW = 5

# Invisible characters in an example are written as code points.
_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")


class Stream(NamedTuple):
    """A column of texts with its name in messages.

    `role` is "system", "reference" or "source". A null is a missing line.
    """

    name: str
    role: str
    texts: pa.Array


@dataclass(frozen=True, eq=False)
class Finding:
    """A problem of the input that a reader of its scores should know.

    Attributes
    ----------
    kind : str
        The check that found it, such as "empty" or "shift".
    severity : "serious" or "notice"
        Serious: the scores may mislead.
    sentence : Message
        What was found, with numbers and the name of the column. Its code is `code`.
    count : int
        Number of lines.
    lines : (count,) array
        Their indices, ascending.
    examples : list of str
        A few of the texts, with invisible characters as code points.
    stream : str
        The column, by its name in `streams_of`; '' for several.
    others : tuple of str
        Further columns, such as equal outputs.
    pattern : str
        An RE2 regular expression that matches exactly these lines; '' for none.
    places : (S,) array or None
        Of a shift: the line where each line of `stream` belongs, −1 for nowhere. See `repair`.
    """

    kind: str
    severity: Severity
    sentence: Message
    count: int
    lines: Lines
    examples: Sequence[str] = ()
    stream: str = ""
    pattern: str = ""
    places: Lines | None = field(default=None, repr=False)
    others: tuple[str, ...] = ()

    @property
    def code(self) -> str:
        """The stable code of the message, such as "text.markup"."""
        return self.sentence.code

    @property
    def nbytes(self) -> int:
        """Bytes of memory, apart from a few texts."""
        return self.lines.nbytes + (0 if self.places is None else self.places.nbytes)


def apart(
    findings: Sequence[Finding], evalset: EvalSet, systems: Iterable[str]
) -> tuple[list[Finding], list[Finding]]:
    """Split findings into those of these systems, references or source, and those of other systems.

    A finding on several systems, such as equal outputs, belongs to these systems if it is on two of
    them: that A equals a third system changes nothing between A and B.
    """
    names = set(evalset.systems) - set(systems)
    left_out = {s.name for s in scored_streams({n: evalset.systems[n] for n in names}, [])}
    others = [finding for finding in findings if _is_of(finding, left_out)]
    return [finding for finding in findings if not _is_of(finding, left_out)], others


def _is_of(finding: Finding, left_out: Collection[str]) -> bool:
    about = [finding.stream, *finding.others]
    return sum(name not in left_out for name in about) < min(2, len(about))


def streams_of(evalset: EvalSet) -> list[Stream]:
    """All columns of texts: systems, references, source."""
    streams = scored_streams(evalset.systems, evalset.references)
    if evalset.source is not None:
        streams.append(Stream("the source", "source", evalset.source))
    return streams


def scored_streams(systems: Mapping[str, pa.Array], references: Sequence[pa.Array]) -> list[Stream]:
    """The columns of texts that are scored."""
    return [
        *(Stream(f"system {name!r}", "system", texts) for name, texts in systems.items()),
        *(Stream(f"reference {n}", "reference", texts) for n, texts in enumerate(references, 1)),
    ]


def severity_of(count: int, total: int, least: float) -> Severity:
    """Serious from this share of the lines on, but never below `FEW` lines."""
    return "serious" if count >= max(least * total, FEW) else "notice"


def example_texts(texts: pa.Array, lines: Lines, pattern: str = "") -> list[str]:
    """The beginnings of some lines, or the text around a match of the pattern."""
    first = texts.take(as_arrow(lines[:EXAMPLES]))
    found = pc.extract_regex(first, f"(?s)^(?P<before>.*?)(?:{pattern})").to_pylist()
    both = zip(first.to_pylist(), found, strict=True)
    return [_around(text or "", len(hit["before"]) if hit else 0) for text, hit in both]


def _around(text: str, at: int) -> str:
    start = max(0, at - WIDTH // 2) if len(text) > WIDTH else 0
    shown = cut(cut_before(text, len(text) - start), WIDTH)
    return _UNSEEN.sub(lambda c: f"⟨U+{ord(c[0]):04X}⟩", shown)
