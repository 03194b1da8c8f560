"""Segments and groups of segments: contributions, what changed, annotations, slices."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from bleu_core.common.formatting import (
    NO_VALUE,
    format_count,
    format_delta,
    format_fraction,
    format_int,
    format_interval,
    format_p,
    format_p_below,
    format_p_cell,
    format_percent,
    format_score,
    format_share,
    format_small_delta,
    join_words,
    plural,
)
from bleu_core.common.pair import A, B
from bleu_core.common.stats import wilson_interval
from bleu_core.explain.changed_spans import MOST_CHARACTERS, ChangedSpan, SegmentChanges
from bleu_core.explain.comparison import Comparison
from bleu_core.explain.excerpts import quote
from bleu_core.present.document import (
    A_AND_B,
    SPAN_B,
    Bullet,
    Column,
    Segment,
    Span,
    Table,
    build_table,
    signed,
)
from bleu_core.segments.detectors import DetectorCounts
from bleu_core.significance import LEVEL

if TYPE_CHECKING:
    from bleu_core.segments.annotations import Annotations, VerdictAgreement
    from bleu_core.segments.finder import FoundSlice, SliceFindings


def movers(comparison: Comparison, direction: int, most: int) -> list[Segment]:
    """The largest gains (direction 1) or losses (−1): points, or sentence Δ without a ledger."""
    ledger = comparison.ledger
    carried = ledger.segments if ledger.defined else comparison.sentence_deltas
    order = np.argsort(-carried * direction, kind="stable")[:most].tolist()
    return [segment_of(comparison, i) for i in order if carried[i] * direction > 0]


def segment_of(comparison: Comparison, i: int) -> Segment:
    """The segment of a row."""
    evalset = comparison.evalset
    return Segment(
        row=i,
        line=int(evalset.lines[i]),
        document=text_at(evalset.documents, i),
        points=float(comparison.ledger.segments[i]),
        delta=float(comparison.sentence_deltas[i]),
        score_a=float(comparison.sentences_a[i]),
        score_b=float(comparison.sentences_b[i]),
        a=evalset.systems[comparison.a][i].as_py(),
        b=evalset.systems[comparison.b][i].as_py(),
        references=[text_at(column, i) for column in evalset.references],
        source=text_at(evalset.source, i),
    )


def text_at(column: pa.Array | None, i: int) -> str | None:
    """A text of a column that may be missing."""
    found: str | None = None if column is None else column[i].as_py()
    return found


def segment_sentence(segment: Segment) -> list[Span]:
    """Its points and its sentence BLEU: "+0.123 points, sentence BLEU 10.00 → 14.52 (+4.52)"."""
    scores = f"{format_score(segment.score_a)} → {format_score(segment.score_b)}"
    return [
        signed(format_small_delta(segment.points), "points"),
        Span(" points, sentence BLEU "),
        Span(scores, "", "sentence-bleu"),
        Span(" ("),
        signed(format_delta(segment.delta), "sentence-delta"),
        Span(")"),
    ]


def segment_bullet(
    segment: Segment, changes: Sequence[Span], reference: str = "reference"
) -> Bullet:
    """A segment in a list: its numbers, what changed, its texts; references are so labelled."""
    texts = [(A, segment.a), (B, segment.b)]
    texts += [(reference, passage) for passage in segment.references if passage is not None]
    return Bullet(
        [*segment_place(segment), *segment_sentence(segment)],
        [
            *([changes] if changes else []),
            *([Span(f"{name} "), Span(passage, "quoted")] for name, passage in texts),
        ],
    )


def segment_place(segment: Segment) -> list[Span]:
    """The number of a segment and its document, before what is said of it."""
    document = [Span(" ("), Span(segment.document, "name"), Span(")")] if segment.document else []
    return [Span(f"segment {format_int(segment.line)}"), *document, Span(": ")]


SIGN_TITLES = {"gain": "Δ > 0", "loss": "Δ < 0", "no change": "Δ = 0"}


def verdicts_table(found: VerdictAgreement) -> Table:
    """Segments by judgment and by sign of sentence Δ; no rows without a judgment."""
    from bleu_core.segments.annotations import SIGNS, VERDICTS

    columns = [Column("judgment", is_text=True), *(Column(SIGN_TITLES[sign]) for sign in SIGNS)]
    rows = [
        [Span(verdict), *(Span(format_int(found.table[verdict, sign])) for sign in SIGNS)]
        for verdict in (VERDICTS if any(found.table.values()) else ())
    ]
    return Table("Segments by judgment and sign of sentence Δ", columns, rows, kind="verdicts")


def labels_table(annotations: Annotations) -> Table:
    """Labels by system and severity; no rows without a label."""
    from bleu_core.segments.annotations import SEVERITIES, label_counts

    columns = [Column("label", is_text=True), Column("in")]
    columns += [Column(title) for title in (*SEVERITIES, "all")]
    rows = [
        [
            Span(name, "name"),
            Span(system, system.lower()),
            *(Span(format_int(count)) for count in (*counts, sum(counts))),
        ]
        for name, system, counts in label_counts(annotations)
    ]
    return Table("Labels by system and severity", columns, rows, kind="labels")


def note_bullets(
    annotations: Annotations, annotated: Iterable[Segment], most: int
) -> Sequence[Bullet]:
    """The first notes with their segments, judgments and labels, and the number of others."""
    noted = [segment for segment in annotated if annotations[segment.row].note][:most]
    bullets = annotation_bullets(annotations, noted)
    left = sum(bool(annotation.note) for annotation in annotations.values()) - len(noted)
    if left:
        bullets.append(Bullet([Span(f"and {format_count(left, 'more note')}, not shown here")]))
    return bullets


def annotation_bullets(annotations: Annotations, annotated: Iterable[Segment]) -> list[Bullet]:
    """Segments with their judgments, labels and notes."""
    bullets = []
    for segment in annotated:
        annotation = annotations[segment.row]
        spans = [Span(f"segment {format_int(segment.line)}", opens=f"segment:{segment.line}")]
        if annotation.verdict:
            spans.append(Span(f", {annotation.verdict}"))
        for label in annotation.labels:
            spans += [Span(", "), Span(str(label), "quoted")]
        if annotation.note:
            spans += [Span(": "), Span(annotation.note, "quoted")]
        bullets.append(Bullet(spans))
    return bullets


def agreement_sentence(found: VerdictAgreement) -> str:
    """How often sentence Δ and judgments prefer the same output, and how many are excluded."""
    if not found.judged:
        return "No segment has both a judgment and a sentence BLEU that prefer an output."
    part, chance = (format_percent(s, 1) for s in (found.agreed / found.judged, found.by_chance))
    low, high = (format_percent(e, 1) for e in wilson_interval(found.agreed, found.judged))
    left = []
    if found.ties:
        prefer = plural(found.ties, "prefers", "prefer")
        left.append(f"{format_count(found.ties, 'judgment')} that {prefer} neither output")
    if found.unmoved:
        left.append(f"{format_int(found.unmoved)} where sentence BLEU does not")
    return (
        f"Sentence BLEU and judgments prefer the same output in "
        f"{format_fraction(found.agreed, found.judged)} segments: {part} (95% CI [{low}, {high}], "
        f"assuming independent, randomly drawn segments). By chance, {chance} would be expected, "
        f"given how often each prefers {A} and {B}."
        + (f" Excluded: {join_words(left)}." if left else "")
    )


DEGENERATE = "Degenerate output"


def degenerate_table(found: Sequence[DetectorCounts]) -> Table:
    """The detectors that found something; no rows where none did. A number opens its segments."""

    def count(row: DetectorCounts, number: int, **flags: str) -> Span:
        named = "&".join(f"{side}.{row.name}={value}" for side, value in flags.items())
        return Span(format_int(number), opens=f"flags:{named}" if number else "")

    return build_table(
        DEGENERATE,
        [row for row in found if row.a or row.b],
        (Column("detector", is_text=True), lambda row: row.label),
        (Column(f"in {A}", "a"), lambda row: count(row, row.a, a="yes")),
        (Column(f"in {B}", "b"), lambda row: count(row, row.b, b="yes")),
        (Column(f"only {A}", "a"), lambda row: count(row, row.only_a, a="yes", b="no")),
        (Column(f"only {B}", "b"), lambda row: count(row, row.only_b, b="yes", a="no")),
        (Column("p (Holm)"), lambda row: format_p_cell(row.p)),
        (Column("points, all flagged"), lambda row: signed(format_small_delta(row.points))),
        kind="degenerate",
    )


SLICES = "Slice finder"
CONFIRMED = (
    f"A slice is confirmed if {format_p_below(LEVEL)} and if it contributes more than its share of "
    "the reference tokens in the same direction: the interval of the points beyond its share "
    "excludes 0."
)


def slice_sentences(found: SliceFindings) -> Iterator[str]:
    """How slices were searched and tested, in sentences."""
    if found.reason:
        yield found.reason
        return
    combinations = format_count(found.conjunctions, "combination")
    yield (
        f"Searched {combinations} of conditions on {format_count(found.searched, 'segment')}; "
        f"tested the slices shown on the other {format_int(found.held_out)}, resampling "
        f"{found.unit}s. p-values are corrected for the number shown (Holm)."
    )
    yield CONFIRMED if found.slices else "No slice that can be tested was found."
    reasons = Counter(row.skip_reason for row in found.described if row.skip_reason)
    for reason, number in reasons.items():
        are = format_count(number, "slice is", "slices are")
        yield f"{are} only described. {reason}"


def slice_tables(found: SliceFindings) -> list[Table]:
    """The tables of tested slices and of those only described, without empty ones."""
    tested, described = (
        build_table(
            label,
            slices,
            (Column("slice", is_text=True), lambda row: Span(row.expression, "quoted")),
            (Column("segments"), lambda row: format_int(len(row.rows))),
            (Column("share of reference tokens"), lambda row: format_share(row.share)),
            (Column("points"), lambda row: signed(format_small_delta(row.points))),
            (Column("share of gain or loss"), lambda row: format_share(row.share_of_change)),
            (Column(delta), lambda row: signed(format_delta(row.delta))),
            *tests,
            kind="slices",
        )
        for label, slices, delta, tests in (
            ("Slices tested on held-out segments", found.slices, "Δ held out", _SLICE_TESTS),
            ("Slices described but not tested", found.described, "Δ", ()),
        )
    )
    return [table for table in (tested, described) if table.rows]


def format_surplus(one: FoundSlice) -> str:
    """The points of a slice beyond its share on the held-out half, with their interval."""
    if one.surplus is None:
        return NO_VALUE
    interval = format_interval(one.surplus_low, one.surplus_high, format_small_delta)
    return f"{format_small_delta(one.surplus)} {interval}"


_SLICE_TESTS: tuple[tuple[Column, Callable[[FoundSlice], Span | str]], ...] = (
    (Column("simultaneous 95% CI"), lambda row: format_interval(row.ci_low, row.ci_high)),
    (Column("beyond its share"), format_surplus),
    (Column("p"), lambda row: format_p_cell(row.p_value)),
    (
        Column("confirmed"),
        lambda row: Span("yes", "strong") if row.confirmed else Span("no", "muted"),
    ),
)


# A slice is named if its share of the losses or gains is at least this times its share of the
# reference tokens: long segments hold slightly more of any loss, since they have more n-grams.
LEAST_LIFT = 1.25


def best_slice_clause(found: SliceFindings | None, change: float) -> list[Span]:
    """Where much of the change is: in the first confirmed slice, of the direction of Δ if any is.

    No spans if no confirmed slice has `LEAST_LIFT`.
    """
    confirmed = [
        one
        for one in (found.slices if found else [])
        if one.confirmed and one.share_of_change >= LEAST_LIFT * one.share
    ]
    with_it = [one for one in confirmed if one.points * change > 0]
    best = next(iter(with_it or confirmed), None)
    if found is None or best is None or best.p_value is None:
        return []
    what, tone = ("gains", "gain") if best.points > 0 else ("losses", "loss")
    share = f"{format_share(best.share_of_change)} of the {what}"
    opens = f"slice:{best.expression}"
    meaning = "".join(f"{label}; " for label in _flag_labels(best.expression))
    return [
        Span(share, tone, "found-slice", opens),
        Span(" are in segments with "),
        Span(f"“{best.expression}”", "quoted", opens=opens),
        Span(f" ({meaning}{format_share(best.share)} of the reference tokens; confirmed, "),
        Span(f"Δ of the held-out {found.unit}s: "),
        Span(format_p(best.p_value), "", "p-value"),
        Span(f", resampling {found.unit}s)"),
    ]


def _flag_labels(expression: str) -> list[str]:
    """What the flags in an expression mean, in a few words each.

    >>> _flag_labels("(a.copy or b.copy) and not same.case")
    ['copy of the source', 'the outputs differ only in case']
    """
    from bleu_core.segments.detectors import DETECTORS, SAMENESS
    from bleu_core.segments.expressions import names, parse

    used = {name.text for name in names(parse(expression))}
    labels = [one.label for one in DETECTORS if used & {f"a.{one.name}", f"b.{one.name}"}]
    alike = [one.about for one in SAMENESS if one.name in used]
    return labels + [f"{text[0].lower()}{text[1:].removesuffix('.')}" for text in alike]


# A passage is named if it has at least this share of all points, without signs; at most two a side.
SHARE, MOST_NAMED = 0.1, 2
# Characters of a passage.
QUOTED = 60


def segment_headline(segment: Segment, changes: SegmentChanges) -> list[Span]:
    """Δ of its sentence BLEU, and what B lost and gained."""
    sentence = change_sentence(segment.a, segment.b, changes)
    if segment.a == segment.b:
        return sentence
    delta = signed(format_delta(segment.delta), "sentence-delta")
    return [Span("Sentence BLEU "), delta, Span(". "), *sentence]


def change_sentence(a: str, b: str, changes: SegmentChanges) -> list[Span]:
    """What B lost and gained, in points of Δ; in matches where nothing has points."""
    if a == b:
        return [*A_AND_B, Span(" are identical.")]
    if changes.spans is None:
        most = format_int(MOST_CHARACTERS)
        return [Span(f"Changes are not listed for texts of more than {most} characters.")]
    by_points = changes.has_points
    rest = changes.rest_points if by_points else 0.0
    least = SHARE * (abs(rest) + sum(abs(_amount([span], by_points)) for span in changes.spans))
    sides = [
        (verb, passages)
        for side, verb in (("a", "lost"), ("b", "gained"))
        if (passages := list(_passages(a if side == "a" else b, changes, side, least)))
    ]
    sides.sort(key=lambda side: -abs(sum(amount for _, amount in side[1])))
    pieces: list[tuple[list[Span], float]] = []  # words, and the amount after them
    for number, (verb, passages) in enumerate(sides):
        link = "" if number == 0 else " and" if len(sides[0][1]) == 1 else ", and"
        leads = [f"{link} {verb} ", *[", "] * (len(passages) - 2), " and "]
        for lead, (name, amount) in zip(leads, passages, strict=False):
            pieces.append(([Span(lead), name], amount))
    start = [SPAN_B]
    if not changes.spans:
        start = [*A_AND_B, Span(" match the same n-grams")]
    if changes.longer and (abs(rest) >= least or not changes.spans):
        way = "longer" if changes.longer > 0 else "shorter"
        length = f" is {format_count(abs(changes.longer), 'token')} {way}"
        subject = [Span("; it")] if sides else [] if changes.spans else [Span("; "), SPAN_B]
        pieces.append(([*subject, Span(length)], rest))
    numbers = _numbers([amount for _, amount in pieces], by_points)
    told = [
        span for (words, _), number in zip(pieces, numbers, strict=True) for span in words + number
    ]
    return [*start, *told, Span(".")]


def _amount(spans: list[ChangedSpan], by_points: bool) -> float:
    """Points of spans, or their number of matches."""
    return sum(span.points if by_points else sum(span.matches) for span in spans)


def _passages(
    text: str, changes: SegmentChanges, side: str, least: float
) -> Iterator[tuple[Span, float]]:
    """The passages of a side that have at least this amount, and the others together if they do."""
    tokens = changes.tokens_a if side == "a" else changes.tokens_b
    by_points = changes.has_points
    own = [span for span in changes.spans or () if span.side == side]
    own.sort(key=lambda span: -abs(_amount([span], by_points)))
    named = [span for span in own[:MOST_NAMED] if abs(_amount([span], by_points)) >= least]
    for span in named:
        yield Span(f"“{quote(text, tokens, span, QUOTED)}”", "quoted"), _amount([span], by_points)
    others = own[len(named) :]
    if others and abs(amount := _amount(others, by_points)) >= least:
        count = format_int(len(others))
        yield Span(f"{count} more" if named else format_count(len(others), "passage")), amount


def _numbers(amounts: list[float], by_points: bool) -> Iterator[list[Span]]:
    """Amounts in brackets: points with as many decimals as the smallest needs, or matches."""
    sizes = [abs(amount) for amount in amounts if amount]
    digits = max(2, 1 - math.floor(math.log10(min(sizes)))) if sizes else 2
    for i, amount in enumerate(amounts):
        if not amount:
            yield []
        elif by_points:
            unit = "" if i else " points"
            yield [Span(" ("), signed(format_delta(amount, digits), "points"), Span(f"{unit})")]
        else:
            yield [Span(f" ({format_count(int(amount), 'match', 'matches')})")]
