"""Facts about each metric: label, source, unit and direction.

They are separate from the metrics, which are slow to import.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class MetricInfo:
    """Facts about a metric's numbers."""

    key: str  # Its name in commands, links and JSON: "chrf"
    label: str  # Its name on screens and in signatures: "chrF2"
    source: str  # The paper, and the implementation that it equals
    glossary_key: str = "metric"  # Its entry in the glossary
    unit: str = "points"  # The unit of Δ
    higher_is_better: bool = True
    is_slow: bool = False  # Whether it is computed only on request
    decimals: int = 2  # Decimals of its scores
    part_caveat: str = ""  # A caveat on its scores for parts of a test set; '' if there is none


def chrf_info(beta: float = 2, word_order: int = 0) -> MetricInfo:
    """Facts about chrF, or with words chrF++.

    >>> chrf_info(word_order=2).label
    'chrF2++'
    """
    plus = "+" * word_order
    return MetricInfo(
        key=f"chrf{plus}",
        label=f"chrF{beta}{plus}",
        source=f"{'Popović (2017)' if word_order else 'Popović (2015, 2016)'}; sacreBLEU",
        glossary_key="chrf",
    )


_EDITS = "% of reference words"
# By key, under the usual settings.
METRIC_FACTS = {
    info.key: info
    for info in (
        MetricInfo(
            key="bleu",
            label="BLEU",
            source="Papineni et al. (2002); Post (2018), sacreBLEU",
            glossary_key="bleu",
        ),
        chrf_info(),
        chrf_info(word_order=2),
        MetricInfo(
            key="nist",
            label="NIST",
            source="Doddington (2002); mteval-v14.pl",
            glossary_key="nist",
            unit="bits (no upper bound)",
            part_caveat=(
                "NIST weights n-grams by their information in all references of the test set, also "
                "in slices."
            ),
        ),
        MetricInfo(
            key="ter",
            label="TER",
            source="Snover et al. (2006); computed by sacreBLEU",
            glossary_key="ter",
            unit=_EDITS,
            higher_is_better=False,
            is_slow=True,
        ),
        MetricInfo(
            key="wer",
            label="WER",
            source="Levenshtein (1966), on words; Nießen et al. (2000) for multiple references",
            glossary_key="wer",
            unit=_EDITS,
            higher_is_better=False,
        ),
        MetricInfo(
            key="meteor-exact",
            label="METEOR (exact)",
            source="Banerjee and Lavie (2005), exact module only",
            glossary_key="meteor-exact",
        ),
    )
}
