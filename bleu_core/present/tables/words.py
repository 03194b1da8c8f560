"""Words by frequency in the account of a comparison."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import (
    NO_VALUE,
    format_delta,
    format_int,
    format_interval,
    format_score,
)
from bleu_core.present.document import Column, Span, Table, build_table
from bleu_core.significance.word_recall import FrequencyBand

WORDS = "Words by frequency"


def words_table(bands: Sequence[FrequencyBand]) -> Table:
    """Recall and precision in % of the bands that have words in the references."""

    def delta(band: FrequencyBand) -> str:
        ends = "" if band.ci_low is None else f" {format_interval(band.ci_low, band.ci_high)}"
        return f"{format_delta(band.delta)}{ends}"

    def precision(percent: float, output: int) -> str:
        return format_score(percent) if output else NO_VALUE

    return build_table(
        WORDS,
        [band for band in bands if band.words],
        (Column("occurrences", is_text=True), lambda band: band.band),
        (Column("words in references"), lambda band: format_int(band.words)),
        (Column("recall A, %", "a"), lambda band: format_score(band.recall_a)),
        (Column("recall B, %", "b"), lambda band: format_score(band.recall_b)),
        (Column("Δ of recall, 95% CI"), delta),
        (
            Column("precision A, %", "a"),
            lambda band: precision(band.precision_a, band.counts["output_a"]),
        ),
        (
            Column("precision B, %", "b"),
            lambda band: precision(band.precision_b, band.counts["output_b"]),
        ),
        kind="frequencies",
    )


def about_words(file: str, is_tested: bool) -> list[Span]:
    """What the table counts; `file` has the frequencies, '' for the references."""
    origin = [Span("as in "), Span(file, "name")] if file else [Span("in all references")]
    about = (
        ". Recall: share of the words of the closest reference that match; precision: of the "
        "output."
    )
    corrected = " Intervals are not corrected for the number of rows." if is_tested else ""
    return [Span("Occurrences of a token "), *origin, Span(about + corrected)]
