"""chrF as the papers define it, slow and plain: what the core's arrays are checked against.

Popović (2015), "chrF: character n-gram F-score for automatic MT evaluation"; Popović (2017),
"chrF++: words helping character n-grams". Of several references that with the best score is
taken; an order counts if the output and the reference are long enough for it. This module
knows nothing of bleu_core.
"""

import string
from collections import Counter
from collections.abc import Sequence

# Of each order: n-grams of the output, of the reference, and those that match.
Counts = list[tuple[int, int, int]]


def words(text: str) -> list[str]:
    """Words between white space; one mark is cut off, at the end or else at the beginning."""
    found = []
    for word in text.split():
        if len(word) > 1 and word[-1] in string.punctuation:
            found += [word[:-1], word[-1]]
        elif len(word) > 1 and word[0] in string.punctuation:
            found += [word[0], word[1:]]
        else:
            found.append(word)
    return found


def ngrams(units: Sequence[str], order: int) -> Counter[tuple[str, ...]]:
    return Counter(tuple(units[i : i + order]) for i in range(len(units) - order + 1))


def counts(text: str, reference: str, char_order: int, word_order: int) -> Counts:
    def of(output: Sequence[str], target: Sequence[str], order: int) -> tuple[int, int, int]:
        ours, theirs = ngrams(output, order), ngrams(target, order)
        return ours.total(), theirs.total(), (ours & theirs).total()

    characters = [[*"".join(side.split())] for side in (text, reference)]
    tokens = [words(side) for side in (text, reference)]
    found = [of(*characters, order) for order in range(1, char_order + 1)]
    return found + [of(*tokens, order) for order in range(1, word_order + 1)]


def score(counts: Counts, beta: float) -> float:
    """0-100: the F-score of precision and recall averaged over the orders that count."""
    effective = [order for order in counts if order[0] and order[1]]
    if not any(matched for _, _, matched in effective):
        return 0.0
    precision = sum(matched / ours for ours, _, matched in effective) / len(effective)
    recall = sum(matched / theirs for _, theirs, matched in effective) / len(effective)
    return 100 * (1 + beta**2) * precision * recall / (beta**2 * precision + recall)


def segment(
    text: str, references: Sequence[str], char_order: int, word_order: int, beta: float
) -> Counts:
    """The counts beside the best of the references, the first of equals."""
    every = [counts(text, reference, char_order, word_order) for reference in references]
    return max(every, key=lambda found: score(found, beta))


def total(segments: Sequence[Counts]) -> Counts:
    """The counts of a corpus. An output's n-grams count where the reference has some."""
    orders = zip(*segments, strict=True)
    return [
        (
            sum(ours if theirs else 0 for ours, theirs, _ in order),
            sum(theirs for _, theirs, _ in order),
            sum(matched for _, _, matched in order),
        )
        for order in orders
    ]
