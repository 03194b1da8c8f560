"""Segments as HTML: texts with highlighted matches, and the clipping table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bleu_core.common.numerals import component_name, delta, whole
from bleu_core.explain.matching import HypothesisMatch, SegmentComparison, compare_segment
from bleu_core.metrics.bleu_score import SegmentStatistics, segment_statistics
from bleu_core.metrics.precision import Precision
from bleu_core.present.account.parts import Parts, lines
from bleu_core.present.account.segments import Segment, told
from bleu_core.present.account.spans import Span, signed
from bleu_core.present.report.markup import Html, element, join
from bleu_core.segments.annotations import Annotation
from bleu_core.text.config import BleuConfig
from bleu_core.text.spans import Token

# Rows of a clipping table; a long segment has thousands of n-grams.
ROWS = 60
LEGEND = (
    "Colour: how long the longest credited n-gram over a token is; hatched: a clipped word. "
    "In references: blue line, covered more deeply by A; dashed orange, by B; grey, by both alike. "
    "Credit goes first to occurrences inside the longest credited n-grams, then left to right; "
    "which of them gets it does not change BLEU."
)


def segment(found: Segment, config: BleuConfig, annotation: Annotation | None = None) -> Html:
    """One segment, opened, with its annotation."""
    stats_a, stats_b = (
        segment_statistics([text], [[reference] for reference in found.references], config)
        for text in (found.a, found.b)
    )
    match = compare_segment(found.a, found.b, found.references, config)
    order = config.max_ngram_order
    rows = []
    if found.source is not None:
        rows.append(_row("Source", "source", join([found.source or _nothing()])))
    for r, text in enumerate(found.references):
        label = f"Ref {r + 1}" if len(found.references) > 1 else "Reference"
        rows.append(_row(label, "reference", _reference(match, r, text)))
    rows.append(_row("A", "a", _system(found.a, match.match_a, order)))
    rows.append(_row("B", "b", _system(found.b, match.match_b, order)))
    title: list[str] = [element("b", f"#{whole(found.line)}")]
    if found.document:
        title += [" · ", element("bdi", found.document)]
    title += [" · ", *map(_span, told(found))]
    tables = element("div", _numbers(stats_a, stats_b), _clipping(match), class_="below")
    return element(
        "article",
        element("h3", *title),
        *([_annotation(annotation)] if annotation else []),
        *rows,
        element("details", element("summary", "Counts and clipping"), tables),
        class_="segment",
    )


def _annotation(annotation: Annotation) -> Html:
    """Verdict, labels and note of a segment."""
    pieces = [element("b", annotation.verdict)] if annotation.verdict else []
    pieces += [
        element("span", element("bdi", str(label)), class_=f"mark {label.system.lower()}")
        for label in annotation.labels
    ]
    if annotation.note:
        pieces.append(element("span", annotation.note, class_="note", dir="auto"))
    return element("div", *pieces, class_="said")


def _span(one: Span) -> str:
    return element("span", one.text, class_=one.tone) if one.tone else one.text


def _row(label: str, kind: str, text: Html) -> Html:
    return element(
        "div",
        element("span", label, class_="label"),
        element("span", text, class_="text", dir="auto"),
        class_=f"row {kind}",
    )


def _system(text: str, match: HypothesisMatch, orders: int) -> Html:
    gaps = _gaps(match.occurrences, len(match.tokens), "credited")

    def token(t: int) -> str:
        clipped = " clipped" if match.occurrences[0][t] == "clipped" else ""
        return (_step(match.depth[t], orders) + clipped).strip()

    return _line(text, match.tokens, token, lambda t: _step(gaps[t], orders))


def _reference(match: SegmentComparison, r: int, text: str | None) -> Html:
    tokens = match.references[r]
    a, b = match.match_a.references[r], match.match_b.references[r]
    if text is None or tokens is None or a is None or b is None:
        return element("i", "(no such reference for this segment)", class_="muted")
    gaps_a, gaps_b = (_gaps(side.occurrences, len(tokens), "covered") for side in (a, b))
    return _line(
        text,
        tokens,
        lambda t: _more(a.depth[t], b.depth[t]),
        lambda t: _more(gaps_a[t], gaps_b[t]),
    )


def _more(a: int, b: int) -> str:
    return "more-a" if a > b else "more-b" if b > a else "alike" if a else ""


def _step(depth: int, orders: int) -> str:
    """The colour of a depth: the highest order is the deepest of four, however many there are."""
    if not depth:
        return ""
    return f"d{depth + 4 - orders if orders <= 4 else -(-4 * depth // orders)}"


def _gaps(occurrences: Sequence[Sequence[str]], size: int, good: str) -> list[int]:
    """For the space after each token, the longest matching n-gram that spans it."""
    gaps = [0] * size
    for order, row in enumerate(occurrences, 1):
        for start, status in enumerate(row):
            if status == good:
                gaps[start : start + order - 1] = [order] * (order - 1)
    return gaps


def _line(
    text: str, tokens: Sequence[Token], mark: Callable[[int], str], gap: Callable[[int], str]
) -> Html:
    """A text with its tokens and the spaces between them highlighted."""
    pieces: list[str] = []
    end = 0
    for t, token in enumerate(tokens):
        pieces += [_marked(text[end : token.start], gap(t - 1) if t else "")]
        pieces += [_marked(text[token.start : token.end], mark(t))]
        end = token.end
    return join([*pieces, text[end:]]) if text.strip() else _nothing()


def _marked(text: str, kind: str) -> str:
    return element("span", text, class_=kind) if text and kind else text


def _nothing() -> Html:
    return element("i", "(empty)", class_="muted")


def _numbers(stats_a: SegmentStatistics, stats_b: SegmentStatistics) -> Html:
    """The parts of the segment's own BLEU."""
    parts = Parts.of_segment(stats_a, stats_b)
    *orders, bp, length, score = lines(parts, percent_digits=1, bp_digits=3)
    rows = [
        _cells(
            component_name(line.name),
            _precision(line.a, line.value_a, of_a),
            _precision(line.b, line.value_b, of_b),
            line.change,
        )
        for line, (of_a, of_b) in zip(orders, parts.precisions, strict=True)
    ]
    rows.append(_cells("BP", bp.value_a, bp.value_b, bp.change))
    rows.append(_cells("c / r", length.a, length.b, length.change))
    rows.append(_cells("sentence BLEU", score.value_a, score.value_b, score.change))
    head = element("tr", *(element("th", text) for text in ("", "A", "B", "B − A")))
    return element("table", head, *rows, class_="numbers")


def _precision(counted: str, percent: str, precision: Precision) -> str:
    return f"{counted} · {percent}{' %' if precision.defined else ''}"


def _cells(name: str, a: str, b: str, change: str) -> Html:
    return element(
        "tr",
        element("td", name),
        element("td", a, class_="a"),
        element("td", b, class_="b"),
        element("td", _span(signed(change))),
    )


def _clipping(match: SegmentComparison) -> Html:
    """The n-grams with more credit in one system, longest first."""
    apart = [g for g in match.ngrams if g.credited_a != g.credited_b]
    apart.sort(key=lambda g: -g.order)
    if not apart:
        return element("p", "Every n-gram is credited as often to A as to B.", class_="muted")
    references = [f"r{r + 1}" for r in range(len(match.references))]
    titles = ["n", "n-gram", "A", "B", *references, "limit", "cred A", "cred B", "B − A"]
    rows = [
        element(
            "tr",
            element("td", str(g.order)),
            element("td", g.text, class_="ngram"),
            *(element("td", whole(n)) for n in (g.in_a, g.in_b, *g.in_refs, g.limit)),
            element("td", whole(g.credited_a), class_="a"),
            element("td", whole(g.credited_b), class_="b"),
            element("td", _span(signed(delta(g.credited_b - g.credited_a, 0)))),
        )
        for g in apart[:ROWS]
    ]
    head = element("tr", *(element("th", title) for title in titles))
    note = f"{ROWS} of {whole(len(apart))} n-grams" if len(apart) > ROWS else ""
    table = element("table", head, *rows, class_="clipping")
    return element("div", table, element("p", note, class_="muted"))
