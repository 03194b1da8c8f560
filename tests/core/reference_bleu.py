"""BLEU as the papers define it, slow and plain: what the core's arrays are checked against.

Papineni, Roukos, Ward and Zhu (2002), "BLEU: a Method for Automatic Evaluation
of Machine Translation", section 2; smoothing as in Chen and Cherry (2014), "A
Systematic Comparison of Smoothing Techniques for Sentence-Level BLEU", section
3, applied to a corpus or a sentence where it has a match at all. Texts are lists
of tokens; this module knows nothing of bleu_core.
"""

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

Tokens = Sequence[str]


class Bleu(NamedTuple):
    score: float  # 0-100
    counts: list[int]
    totals: list[int]
    precisions: list[float]  # 0-1, smoothed
    bp: float
    sys_len: int
    ref_len: float


def ngrams(tokens: Tokens, order: int) -> Counter[tuple[str, ...]]:
    return Counter(tuple(tokens[i : i + order]) for i in range(len(tokens) - order + 1))


def clipped_matches(hypothesis: Tokens, references: Sequence[Tokens], order: int) -> int:
    """Section 2.1: each n-gram counts at most as often as in any single reference."""
    limit: Counter[tuple[str, ...]] = Counter()
    for reference in references:
        for ngram, count in ngrams(reference, order).items():
            limit[ngram] = max(limit[ngram], count)
    return sum(min(count, limit[ngram]) for ngram, count in ngrams(hypothesis, order).items())


def reference_length(hypothesis: Tokens, references: Sequence[Tokens], rule: str) -> float:
    """Section 2.2.2, "best match length"; the others are NIST's and the mean."""
    lengths = [len(reference) for reference in references]
    if rule == "shortest":
        return min(lengths)
    if rule == "average":
        return sum(lengths) / len(lengths)
    return min(lengths, key=lambda length: (abs(length - len(hypothesis)), length))


def brevity_penalty(sys_len: float, ref_len: float) -> float:
    """Section 2.2.2; its limit for no output at all."""
    if sys_len >= ref_len:
        return 1.0
    return math.exp(1 - ref_len / sys_len) if sys_len else 0.0


def smoothed_precisions(
    counts: Sequence[float], totals: Sequence[float], method: str, value: float
) -> list[float]:
    """The precisions of the orders that have n-grams; fewer than N where texts are short."""
    precisions = []
    missed = 0
    for index, (count, total) in enumerate(zip(counts, totals, strict=True)):
        if method == "add-k" and index > 0:  # method 2: unigrams are left alone
            count, total = count + value, total + value
        if total == 0:
            break
        if count == 0 and method == "floor":  # method 1
            count = value
        if count == 0 and method == "exp":  # method 3: 1/2, 1/4, 1/8 … of a match
            missed += 1
            count = 1 / 2**missed
        precisions.append(count / total)
    return precisions


def bleu(
    hypotheses: Sequence[Tokens],
    references: Sequence[Sequence[Tokens]],
    *,
    max_order: int = 4,
    weights: Sequence[float] | None = None,
    smooth_method: str = "exp",
    smooth_value: float = 0.0,
    effective_order: bool = False,
    length_rule: str = "closest",
) -> Bleu:
    """BLEU of a corpus. `references` has for each segment a list of any number of references."""
    orders = range(1, max_order + 1)
    segments = list(zip(hypotheses, references, strict=True))
    counts = [sum(clipped_matches(h, refs, n) for h, refs in segments) for n in orders]
    totals = [sum(sum(ngrams(h, n).values()) for h, _ in segments) for n in orders]
    sys_len = sum(len(h) for h, _ in segments)
    ref_len = sum(reference_length(h, refs, length_rule) for h, refs in segments)

    bp = brevity_penalty(sys_len, ref_len)

    precisions: list[float] = []
    if any(counts):
        precisions = smoothed_precisions(counts, totals, smooth_method, smooth_value)
    number = len(precisions) if effective_order else max_order
    padded = precisions + [0.0] * (max_order - len(precisions))
    used = [1 / max_order] * number if weights is None else list(weights[:number])
    score = 0.0
    if number and all(padded[:number]):
        # The weights of the orders that are used sum to one again.
        log_mean = sum(w * math.log(p) for w, p in zip(used, padded[:number], strict=True))
        score = 100 * bp * math.exp(log_mean / sum(used))
    return Bleu(score, counts, totals, padded, bp, sys_len, ref_len)
