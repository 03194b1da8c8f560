"""Findings of the input checks, and their summary for many systems."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrays import as_arrow, mask, nulls_as_empty
from bleu_core.common.formatting import truncate, truncate_start
from bleu_core.messages import Message, from_code, text
from bleu_core.text.evalset import EvalSet

Severity = Literal["serious", "notice"]
LineNumbers = NDArray[np.int64]

# Lines that examples are taken from, and characters of each.
MAX_EXAMPLES, EXAMPLE_WIDTH = 3, 80
# Fewer lines are never serious: a user who pastes three lines sees them all.
FEW_LINES = 5

# Invisible characters in an example are written as code points.
_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")


class TextColumn(NamedTuple):
    """A column of texts, null for a missing line, with its name in messages."""

    name: str
    role: str  # "system", "reference" or "source"
    texts: pa.Array


@dataclass(frozen=True, eq=False)
class Finding:
    """A problem of the input; serious: the number is probably not what the reader thinks."""

    kind: str
    severity: Severity
    sentence: Message
    lines: LineNumbers  # indices, ascending
    examples: Sequence[str] = ()  # a few of the texts, with invisible characters as code points
    stream: str = ""  # the column in `text_columns`, '' for several
    pattern: str = ""  # RE2, matches exactly these lines; '' for none
    places: LineNumbers | None = field(default=None, repr=False)  # of a shift: (S,) lines, or −1
    others: tuple[str, ...] = ()  # further columns
    tokenizers: tuple[str, ...] = ()  # that suit the texts, the best first

    @property
    def count(self) -> int:
        """Number of lines."""
        return len(self.lines)

    @property
    def code(self) -> str:
        """The stable code of the message, such as "text.contents"."""
        return self.sentence.code

    @property
    def nbytes(self) -> int:
        """Bytes of memory, apart from a few texts."""
        return self.lines.nbytes + (0 if self.places is None else self.places.nbytes)


def split_by_system(
    findings: Sequence[Finding], evalset: EvalSet, systems: Iterable[str]
) -> tuple[list[Finding], list[Finding]]:
    """Split findings into those on these systems and the test set, and those on others."""
    names = set(evalset.systems) - set(systems)
    left_out = {s.name for s in scored_columns({n: evalset.systems[n] for n in names}, [])}
    others = [finding for finding in findings if _is_only_about(finding, left_out)]
    return [finding for finding in findings if not _is_only_about(finding, left_out)], others


def _is_only_about(finding: Finding, left_out: Collection[str]) -> bool:
    about = [finding.stream, *finding.others]
    return sum(name not in left_out for name in about) < min(2, len(about))


def text_columns(evalset: EvalSet) -> list[TextColumn]:
    """All columns of texts: systems, references, source."""
    streams = scored_columns(evalset.systems, evalset.references)
    if evalset.source is not None:
        streams.append(TextColumn("the source", "source", evalset.source))
    return streams


def scored_columns(
    systems: Mapping[str, pa.Array], references: Sequence[pa.Array]
) -> list[TextColumn]:
    """The columns of texts that are scored."""
    columns = [TextColumn(f"system {name!r}", "system", texts) for name, texts in systems.items()]
    for number, texts in enumerate(references, 1):
        columns.append(TextColumn(f"reference {number}", "reference", texts))
    return columns


def matches(texts: pa.Array, pattern: str) -> NDArray[np.bool_]:
    """(S,) which texts a pattern of RE2 matches."""
    return mask(pc.match_substring_regex(texts, pattern))


def severity_of(count: int, total: int, least: float) -> Severity:
    """Serious for at least this share of the lines, but never below `FEW_LINES` lines."""
    return "serious" if count >= max(least * total, FEW_LINES) else "notice"


def example_texts(texts: pa.Array, lines: LineNumbers, pattern: str = "") -> list[str]:
    """The beginnings of some lines, or the text around a match of the pattern."""
    first = texts.take(as_arrow(lines[:MAX_EXAMPLES]))
    found = pc.extract_regex(first, f"(?s)^(?P<before>.*?)(?:{pattern})").to_pylist()
    excerpts = []
    for line, hit in zip(nulls_as_empty(first).to_pylist(), found, strict=True):
        at = len(hit["before"]) if hit and len(line) > EXAMPLE_WIDTH else 0
        rest = truncate_start(line, len(line) - max(0, at - EXAMPLE_WIDTH // 2))
        shown = truncate(rest, EXAMPLE_WIDTH)
        excerpts.append(_UNSEEN.sub(lambda c: f"⟨U+{ord(c[0]):04X}⟩", shown))
    return excerpts


# Up to this many systems have separate findings.
MAX_SEPARATE = 2
# Systems that a notice names. A serious finding names all.
MAX_NAMED = 5


def summarize_findings(findings: Sequence[Finding], evalset: EvalSet) -> list[Finding]:
    """Merge the findings of a check on more than two systems into that of the worst system."""
    pairs = zip(text_columns(evalset), evalset.systems, strict=False)
    systems = {stream.name: repr(name) for stream, name in pairs}
    groups: dict[object, list[Finding]] = {}
    for finding in findings:
        alone = finding.others or finding.places is not None or finding.kind == "repaired"
        is_shared = finding.stream in systems and not alone
        key = (finding.kind, finding.pattern, finding.severity) if is_shared else id(finding)
        groups.setdefault(key, []).append(finding)
    return [merged for group in groups.values() for merged in _summarize_group(group, systems)]


def _summarize_group(group: list[Finding], systems: Mapping[str, str]) -> list[Finding]:
    worst, *rest = sorted(group, key=lambda finding: -finding.count)
    # A system may have a finding for each of several references: the worst counts.
    others: dict[str, Finding] = {}
    for finding in rest:
        if finding.stream != worst.stream:
            others.setdefault(finding.stream, finding)
    if len(others) < MAX_SEPARATE:
        return group
    named = [systems[name] for name in others]
    most = 0 if worst.severity == "serious" else MAX_NAMED
    also = text.also_in(named, [finding.count for finding in others.values()], most)
    sentence = worst.sentence
    return [replace(worst, sentence=from_code(sentence.code, {**sentence.values, "also": also}))]
