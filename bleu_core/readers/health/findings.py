"""What a check of the input says: a sentence with numbers, and the lines it is about."""

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

# How many lines an example is taken from, and how many characters of each.
EXAMPLES, WIDTH = 3, 80
# Fewer lines than these are never serious: whoever pastes three sees all of them.
FEW = 5

# What a reader cannot see in an example is written as its code point.
_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")


class Stream(NamedTuple):
    """A column of texts under the name that sentences give it.

    `role` is "system", "reference" or "source". A null is no line at all.
    """

    name: str
    role: str
    texts: pa.Array


@dataclass(frozen=True, eq=False)
class Finding:
    """Something about the input that a reader of its scores should know.

    Attributes
    ----------
    kind : str
        Which check found it, such as "empty" or "shift".
    severity : "serious" or "notice"
        Serious: the scores do not mean what they seem to mean.
    sentence : Message
        What was found, with its numbers; names the stream. Its code is `code`.
    count : int
        How many lines.
    lines : (count,) array
        Their indices, ascending.
    examples : list of str
        A few of the texts, what cannot be seen written as code points.
    stream : str
        The column that it is about, by its name in `streams_of`; '' for several.
    others : tuple of str
        The columns that it is about besides, as equal outputs are.
    pattern : str
        An RE2 regular expression that fits exactly these lines; '' if there is none.
    places : (S,) array or None
        Of a shift: the line that each line of `stream` belongs at, −1 for nowhere.
        See `repair`.
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
        """The stable code of what was found, such as "text.markup"."""
        return self.sentence.code

    @property
    def nbytes(self) -> int:
        """Bytes of memory held, but for a few texts."""
        return self.lines.nbytes + (0 if self.places is None else self.places.nbytes)


def apart(
    findings: Sequence[Finding], evalset: EvalSet, systems: Iterable[str]
) -> tuple[list[Finding], list[Finding]]:
    """What concerns these systems, the references or the source; and what is of other systems.

    What is about several systems, such as equal outputs, concerns those who look at two of them:
    that A equals a third one changes nothing between A and B.
    """
    names = set(evalset.systems) - set(systems)
    left_out = {s.name for s in scored_streams({n: evalset.systems[n] for n in names}, [])}
    others = [one for one in findings if _is_of(one, left_out)]
    return [one for one in findings if not _is_of(one, left_out)], others


def _is_of(finding: Finding, left_out: Collection[str]) -> bool:
    about = [finding.stream, *finding.others]
    return sum(name not in left_out for name in about) < min(2, len(about))


def streams_of(evalset: EvalSet) -> list[Stream]:
    """The columns of texts: systems, references, source."""
    streams = scored_streams(evalset.systems, evalset.references)
    if evalset.source is not None:
        streams.append(Stream("the source", "source", evalset.source))
    return streams


def scored_streams(systems: Mapping[str, pa.Array], references: Sequence[pa.Array]) -> list[Stream]:
    """The columns of texts that scores are made of."""
    return [
        *(Stream(f"system {name!r}", "system", texts) for name, texts in systems.items()),
        *(Stream(f"reference {n}", "reference", texts) for n, texts in enumerate(references, 1)),
    ]


def severity_of(count: int, total: int, least: float) -> Severity:
    """Serious from this share of the lines on, and never for a `FEW`."""
    return "serious" if count >= max(least * total, FEW) else "notice"


def example_texts(texts: pa.Array, lines: Lines, pattern: str = "") -> list[str]:
    """The beginnings of some lines, or what is around the pattern in them."""
    first = texts.take(as_arrow(lines[:EXAMPLES]))
    found = pc.extract_regex(first, f"(?s)^(?P<before>.*?)(?:{pattern})").to_pylist()
    both = zip(first.to_pylist(), found, strict=True)
    return [_around(text or "", len(hit["before"]) if hit else 0) for text, hit in both]


def _around(text: str, at: int) -> str:
    start = max(0, at - WIDTH // 2) if len(text) > WIDTH else 0
    shown = cut(cut_before(text, len(text) - start), WIDTH)
    return _UNSEEN.sub(lambda c: f"⟨U+{ord(c[0]):04X}⟩", shown)
