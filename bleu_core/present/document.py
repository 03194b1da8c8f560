"""The document model: sections of prose, tables, figures and segments, before any markup.

A builder creates the document of a result: `comparison_document`, `ranking_document` or
`suite.rendering.document`. A renderer in `present.report` writes any document in its medium. Only
`Medium` declares how much of a result a medium shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVar

from bleu_core.common.formatting import MINUS, format_int
from bleu_core.common.pair import A, B

if TYPE_CHECKING:
    from bleu_core.explain.changed_spans import ChangedSpan
    from bleu_core.present.charts import BarChart
    from bleu_core.segments.annotations import Annotations
    from bleu_core.text.config import BleuConfig


class Span(NamedTuple):
    """A piece of a sentence, or a cell of a table.

    `tone` is "", "a", "b", "strong", "muted", "gain", "loss"; "quoted" (a passage) or "name" for
    text of users; "signature" for signatures and commands, and "sentence" for messages that may
    quote users, which are never cut. `term` is the glossary's name of the number. `opens` names
    the evidence behind the piece: "component:p4", "segments", "ngrams:" with a search text,
    "slice:" with an expression, "#" with an anchor of the document, or "". `hover` is shown on
    hovering, where a medium can.
    """

    text: str
    tone: str = ""
    term: str = ""
    opens: str = ""
    hover: str = ""


# The two systems in a sentence.
SPAN_A, SPAN_B = Span(A, "a"), Span(B, "b")
A_AND_B = (SPAN_A, Span(" and "), SPAN_B)


class Segment(NamedTuple):
    """A segment; scores are sentence BLEU with effective order."""

    row: int
    line: int  # in the whole test set, from 1
    document: str | None
    points: float  # NaN if the ledger is undefined
    delta: float
    score_a: float
    score_b: float
    a: str
    b: str
    references: list[str | None]  # None where one is missing
    source: str | None


def text(spans: Iterable[Span]) -> str:
    """The sentences without their tones."""
    return "".join(span.text for span in spans).strip()


def signed(number: str, term: str = "", higher_is_better: bool = True) -> Span:
    """A difference that is text already, toned by whether its sign is better or worse."""
    better, worse = ("+", MINUS) if higher_is_better else (MINUS, "+")
    tone = "gain" if number.startswith(better) else "loss" if number.startswith(worse) else "muted"
    return Span(number, tone, term)


Result = TypeVar("Result")
Item = TypeVar("Item")
# Tones of text that users wrote: a passage, and the name of something.
USER_TONES = ("quoted", "name")


class Column(NamedTuple):
    """A heading, and how its column is shown."""

    label: str
    tone: str = ""  # of its cells
    term: str = ""  # the glossary's name of the numbers
    is_text: bool = False
    is_quoted: bool = False  # a user wrote the label
    full: str = ""  # the name of a system that a short label represents
    help: str = ""  # shown with the heading, where a medium can


# The characters that a list or table may take in a medium of limited length, and their unit.
LengthLimit = tuple[int, str]


# The low end, the middle and the high end, drawn on the axis that all rows of a table share.
DrawnInterval = tuple[float | None, float, float | None]


@dataclass(frozen=True)
class Table:
    """A table, read aloud as `label`; the first cell of a row names it."""

    label: str
    columns: list[Column]
    rows: list[list[Span]]
    rules: frozenset[int] = frozenset()  # rows with a line under them
    kind: str = ""  # its class in HTML, its label in LaTeX
    intervals: Sequence[DrawnInterval] = ()  # one a row
    drawn_in: int = 0  # the column of the intervals
    limit: LengthLimit | None = None

    @property
    def titles(self) -> list[str]:
        """The headings as text."""
        return [column.label for column in self.columns]

    @property
    def texts(self) -> list[list[str]]:
        """The cells as text."""
        return [[cell.text for cell in row] for row in self.rows]

    @property
    def width(self) -> int:
        """Characters of its widest line, as a terminal shows it."""
        columns = zip(self.titles, *self.texts, strict=True)
        return sum(2 + max(map(len, column)) for column in columns)


def build_table(
    label: str,
    items: Iterable[Item],
    *columns: tuple[Column, Callable[[Item], Span | str | int]],
    kind: str = "",
) -> Table:
    """A table with a row for each item; each column comes with the function for its cells."""

    def cell(value: Span | str | int) -> Span:
        if isinstance(value, Span):
            return value
        return Span(value if isinstance(value, str) else format_int(value))

    rows = [[cell(of(item)) for _, of in columns] for item in items]
    return Table(label, [column for column, _ in columns], rows, kind=kind)


@dataclass(frozen=True)
class Prose:
    """A paragraph; `style` is "", "verdict", "only", or "muted" for a note on what precedes it."""

    spans: Sequence[Span]
    style: str = ""


class Bullet(NamedTuple):
    """An item of a list, with a list of its own."""

    spans: Sequence[Span]
    inner: Sequence[Sequence[Span]] = ()


@dataclass(frozen=True)
class Bullets:
    """A list."""

    items: Sequence[Bullet]
    limit: LengthLimit | None = None


@dataclass(frozen=True)
class Problems:
    """Serious input problems under a title; or notes, without one."""

    title: str
    sentences: Sequence[str]


@dataclass(frozen=True)
class Figure:
    """A figure, drawn when a medium that shows figures asks for it."""

    kind: str
    title: str
    draw: Callable[[], BarChart]


@dataclass(frozen=True)
class Segments:
    """Segments, their matches under `config`, annotations by row, and what each lost and gained."""

    segments: Sequence[Segment]
    config: BleuConfig
    annotations: Annotations = field(default_factory=dict)
    sentence: Callable[[Segment], Sequence[Span]] = lambda segment: ()
    spans: Callable[[Segment], Sequence[ChangedSpan]] = lambda segment: ()


@dataclass(frozen=True)
class Details:
    """Collapsed pieces. Media that cannot collapse anything print `brief`, or nothing."""

    title: str
    pieces: Sequence[Piece]
    brief: str = ""


Piece: TypeAlias = Prose | Bullets | Problems | Table | Figure | Segments | Details


@dataclass(frozen=True)
class Section:
    """Pieces under a title, which ends with `name`, a user's text. The summary has no title."""

    id: str
    title: str
    pieces: Sequence[Piece]
    name: str = ""
    is_folded: bool = False

    @property
    def shows_labels(self) -> bool:
        """Whether it has several tables, which need labels."""
        return sum(isinstance(piece, Table) for piece in self.pieces) > 1


@dataclass(frozen=True)
class Document:
    """Sections under a heading; `title` names the file, `short_heading` has the result."""

    title: str
    heading: Sequence[Span]
    sections: Sequence[Section]
    short_heading: Sequence[Span] = ()
    about: str = "BLEUscope report"

    def without_figures(self) -> Iterator[Section]:
        """The sections with something to show in a medium that neither draws nor collapses."""
        for section in self.sections:
            pieces: list[Piece] = []
            for piece in section.pieces:
                if isinstance(piece, Details):
                    pieces += [Prose([Span(piece.brief)])] if piece.brief else []
                elif not isinstance(piece, Figure):
                    pieces.append(piece)
            if pieces:
                yield replace(section, pieces=pieces)


class Medium(NamedTuple):
    """How much of a result a medium shows; None is all of it."""

    characters: int | None = None  # of a user's text
    segments: int | None = None  # in each list
    ngrams: int | None = None
    annotated: int | None = 0  # annotated segments in full
    notes: int | None = 0  # on segments
    notices: int | None = None  # on the input; others are folded where it has room
    reasons: int | None = None  # why a comparison of a suite did not pass
    width: int | None = None  # of the widest table, in characters
    is_full: bool = False  # shows all settings and explanations
    is_brief: bool = False  # leaves out intervals of a suite, and digests, which take time
    is_limited: bool = False  # in length: the worst comparisons of a suite come first
    omits: frozenset[str] = frozenset()  # keys of sections
    opens: frozenset[str] = frozenset()  # sections that it does not fold; with none, all are open


HTML = Medium(annotated=None, notices=3, is_full=True)
# A suite's file may contain hundreds of comparisons, and each segment takes about 20 kB.
SUITE_PAGE = HTML._replace(segments=5)
# A notebook shows the summary, score components, largest contributions and signature.
NOTEBOOK = Medium(
    segments=5,
    omits=frozenset(
        {"gates", "made-of", "tests", "opinions", "degenerate", "slices", "figures"}
        | {"families", "ngrams", "frequencies", "annotations"}
    ),
)
# A comment on GitHub has at most 65,536 characters; ten lines of it are read.
MARKDOWN = Medium(
    characters=300, segments=5, ngrams=10, notes=10, reasons=5, width=300,
    is_limited=True, opens=frozenset({"summary", "gates", "worst"}),
)  # fmt: skip
# Two tables for a paper: the ranking or the components. The verdicts on the best systems, which two
# media omit, take a test for each pair.
LATEX = Medium(
    characters=60, segments=0, ngrams=10, width=120,
    omits=frozenset(
        {"best", "notes", "frequencies", "tests", "opinions", "references", "degenerate", "slices"}
        | {"families", "ngrams", "segments", "annotations", "pairs", "oracle", "reference-points"}
    ),
)  # fmt: skip
TERMINAL = Medium(
    characters=200, segments=5, ngrams=5, notes=5, notices=3, is_brief=True,
    omits=frozenset({"best", "frequencies"}),
)  # fmt: skip


def sections_of(
    result: Result,
    builders: Mapping[str, Callable[[Result, Medium], Iterable[Section]]],
    medium: Medium,
) -> list[Section]:
    """The sections that builders yield, in order, without those that a medium omits."""
    return [
        section
        for key, build in builders.items()
        if key not in medium.omits
        for section in build(result, medium)
    ]


def plain(sentence: str, style: str = "") -> Prose:
    """A paragraph of words of ours."""
    return Prose([Span(sentence)], style)


def joined(clauses: Sequence[Sequence[Span]], between: str = ", ", last: str = "") -> list[Span]:
    """Clauses as a list such as "a, b and c"; `last` stands before the last one."""
    spans: list[Span] = []
    for i, clause in enumerate(clauses):
        if i:
            spans.append(Span(last if last and i == len(clauses) - 1 else between))
        spans += clause
    return spans
