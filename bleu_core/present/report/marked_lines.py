"""Lines of a segment with the difference marked; marks never split a grapheme."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from bleu_core.common.pair import A, B
from bleu_core.explain.changed_spans import ChangedSpan
from bleu_core.explain.excerpts import whole_graphemes
from bleu_core.explain.matching import HypothesisMatch, SegmentMatch, word_diff
from bleu_core.present.report.markup import Html, element, join
from bleu_core.text.spans import TokenSpan

CREDIT = (
    ". Occurrences in the longest matched n-grams are credited first, then left to right; this "
    "does not change BLEU."
)
Mark = Callable[[int], str]  # the class of a token, or of the gap after it


def legend() -> Html:
    """What the marks mean."""
    samples = {"lost": f"lost by {B}", "gained": f"gained by {B}", "shared": "matched in both"}
    pieces = [piece for name, words in samples.items() for piece in (_marked(words, name), " · ")]
    own = element("span", f"{B}’s own words", class_="own"), ", unmatched · references: "
    longer = _marked(f"longer match in {A}", "more-a"), ", ", _marked(f"in {B}", "more-b")
    return element("p", *pieces, *own, *longer, CREDIT, class_="muted legend")


def system_line(
    text: str,
    match: HypothesisMatch,
    other: HypothesisMatch,
    spans: Sequence[ChangedSpan],
    is_b: bool,
) -> Html:
    """The line of a system: its spans, matches that both have, and the words that differ."""
    name, tokens = "gained" if is_b else "lost", match.tokens
    span_of = {t: i for i, span in enumerate(spans) for t in range(span.first, span.last + 1)}
    words, others = ([token.text for token in one.tokens] for one in (match, other))
    differs = set(word_diff(words, others)[0])
    gaps = _gaps(match.occurrences, len(tokens), "credited")

    def around(t: int) -> str:
        return name if t in span_of else "shared" if match.depth[t] else ""

    def between(t: int) -> str:
        if t in span_of:
            return name if span_of.get(t + 1) == span_of[t] else ""
        return "shared" if gaps[t] else ""

    def inside(t: int) -> str:
        if t not in differs:
            return ""
        return "changed" if t in span_of else "own" if is_b and not match.depth[t] else ""

    return _line(text, tokens, around, between, inside)


def reference_line(match_a: SegmentMatch, match_b: SegmentMatch, r: int, text: str | None) -> Html:
    """The line of a reference: where A or B covers it by longer n-grams."""
    tokens = match_a.references[r]
    a, b = match_a.match.references[r], match_b.match.references[r]
    if text is None or tokens is None or a is None or b is None:
        return element("i", "(no reference for this segment)", class_="muted")
    gaps_a, gaps_b = (_gaps(side.occurrences, len(tokens), "covered") for side in (a, b))

    def longer(in_a: int, in_b: int) -> str:
        return "more-a" if in_a > in_b else "more-b" if in_b > in_a else ""

    def around(t: int) -> str:
        return longer(a.depth[t], b.depth[t])

    return _line(text, tokens, around, lambda t: longer(gaps_a[t], gaps_b[t]))


def nothing() -> Html:
    """A line without text."""
    return element("i", "(empty)", class_="muted")


def _pieces(text: str, tokens: Sequence[TokenSpan]) -> list[tuple[int, int, int, int]]:
    """Tokens that share graphemes: the first and the last one, and from where to where they go."""
    found: list[tuple[int, int, int, int]] = []
    for t, token in enumerate(tokens):
        first, (start, end) = t, whole_graphemes(text, token.start, token.end)
        if found and start < found[-1][3]:
            first, _, start, before = found.pop()
            end = max(end, before)
        found.append((first, t, start, end))
    return found


def _line(
    text: str, tokens: Sequence[TokenSpan], around: Mark, between: Mark, inside: Mark = lambda t: ""
) -> Html:
    """A text with marks around its tokens, and around a gap if both its neighbours have that."""
    if not text.strip():
        return nothing()

    def of(first: int, last: int, mark: Mark) -> str:
        return next(filter(None, map(mark, range(first, last + 1))), "")

    def parts() -> Iterator[tuple[str, str]]:
        reached, before = 0, ""
        for first, last, start, end in _pieces(text, tokens):
            kind = of(first, last, around)
            joins = bool(first) and before == kind == between(first - 1)
            yield kind if joins else "", text[reached:start]
            yield kind, _marked(text[start:end], of(first, last, inside))
            reached, before = end, kind
        yield "", text[reached:]

    runs = groupby((part for part in parts() if part[1]), key=lambda part: part[0])
    return join(_marked(join(words for _, words in run), kind) for kind, run in runs)


def _marked(text: str, kind: str) -> str:
    return element("span", text, class_=kind) if kind else text


def _gaps(occurrences: Sequence[Sequence[str]], size: int, good: str) -> list[int]:
    """For the space after each token, the longest matching n-gram that spans it."""
    gaps = [0] * size
    for order, row in enumerate(occurrences, 1):
        for start, status in enumerate(row):
            if status == good:
                gaps[start : start + order - 1] = [order] * (order - 1)
    return gaps
