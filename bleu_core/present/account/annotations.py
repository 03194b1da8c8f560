"""Annotations of segments summed up: verdicts against sentence Δ, labels by severity, notes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bleu_core.common.binomial import wilson_interval
from bleu_core.common.numerals import counted, fraction, percent, plural, points, whole
from bleu_core.common.wording import listed
from bleu_core.present.account.spans import Segment, Span
from bleu_core.present.document import Bullet, Column, Table
from bleu_core.segments.annotations import (
    SEVERITIES,
    SIGNS,
    VERDICTS,
    Agreement,
    Annotations,
    label_counts,
)

SIGN_TITLES = {"gain": "Δ > 0", "loss": "Δ < 0", "no change": "Δ = 0"}


def verdicts_table(found: Agreement) -> Table:
    """Segments by verdict and by sign of sentence Δ; no rows without a verdict."""
    columns = [Column("verdict", is_text=True), *(Column(SIGN_TITLES[sign]) for sign in SIGNS)]
    rows = [
        [Span(verdict), *(Span(whole(found.table[verdict, sign])) for sign in SIGNS)]
        for verdict in VERDICTS
    ]
    label = "Segments by verdict and sign of sentence Δ"
    return Table(label, columns, rows if any(found.table.values()) else [], kind="verdicts")


def labels_table(annotations: Annotations) -> Table:
    """Labels by system and severity; no rows without a label."""
    columns = [Column("label", is_text=True), Column("in")]
    columns += [Column(title) for title in (*SEVERITIES, "all")]
    rows = [
        [
            Span(count.name, "name"),
            Span(count.system, count.system.lower()),
            *(Span(whole(getattr(count, severity))) for severity in SEVERITIES),
            Span(whole(count.total)),
        ]
        for count in label_counts(annotations)
    ]
    return Table("Labels by system and severity", columns, rows, kind="labels")


def note_bullets(
    annotations: Annotations, annotated: Iterable[Segment], most: int
) -> Sequence[Bullet]:
    """The first notes with their segments, verdicts and labels, and how many more there are."""
    noted = [segment for segment in annotated if annotations[segment.row].note][:most]
    bullets = []
    for segment in noted:
        annotation = annotations[segment.row]
        spans = [Span(f"segment {whole(segment.line)}")]
        if annotation.verdict:
            spans.append(Span(f", {annotation.verdict}"))
        for label in annotation.labels:
            spans += [Span(", "), Span(str(label), "quoted")]
        bullets.append(Bullet([*spans, Span(": "), Span(annotation.note, "quoted")]))
    left = sum(bool(annotation.note) for annotation in annotations.values()) - len(noted)
    if left:
        bullets.append(Bullet([Span(f"and {counted(left, 'more note')}, not shown here")]))
    return bullets


def agreed(found: Agreement) -> str:
    """How often sentence Δ and verdicts prefer the same output, and how many are left out."""
    if not found.judged:
        return "No verdict prefers an output where sentence BLEU prefers one too."
    part, chance = (percent(s, 1) for s in (found.agreed / found.judged, found.by_chance))
    low, high = (points(100 * end, 1) for end in wilson_interval(found.agreed, found.judged))
    left = [
        f"{counted(found.ties, 'verdict')} that {plural(found.ties, 'prefers', 'prefer')} "
        "neither output" if found.ties else "",
        f"{whole(found.unmoved)} where sentence BLEU does not" if found.unmoved else "",
    ]  # fmt: skip
    left_out = listed(filter(None, left))
    return (
        "Sentence BLEU prefers the output that the verdict prefers in "
        f"{fraction(found.agreed, found.judged)} segments: {part} (95 % interval, as if "
        f"segments were independent and drawn at random: {low} to {high} %). If the two had "
        f"nothing to do with each other, {chance} would be expected, from how often each "
        "prefers A and B." + (f" Left out: {left_out}." if left_out else "")
    )
