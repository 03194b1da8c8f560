"""What BLEU credits against what people marked, counted slowly: occurrence by occurrence."""

from collections import Counter
from collections.abc import Collection, Sequence

from bleu_core import BleuConfig, EvalSet
from bleu_core.explain.matching import match_segment
from bleu_core.segments.marks import Mark, Rating

# Order, n-gram, system, segment, whether it is credited, whether it is marked.
Occurrence = tuple[int, str, str, int, bool, bool]


def every_occurrence(
    evalset: EvalSet, config: BleuConfig, ratings: Sequence[Rating], severities: Collection[str]
) -> list[Occurrence]:
    """Each n-gram occurrence of each output that somebody rated."""
    found = []
    for system, output in evalset.systems.items():
        for segment, text in enumerate(output.to_pylist()):
            said = [r for r in ratings if (r.system, r.segment) == (system, segment)]
            if not said:
                continue
            marks = [mark for rating in said for mark in rating.marks]
            minded = characters(marks, severities)
            references = [stream[segment].as_py() for stream in evalset.references]
            match = match_segment(text, references, config).match
            for order, statuses in enumerate(match.occurrences, 1):
                for i, status in enumerate(statuses):
                    tokens = match.tokens[i : i + order]
                    found.append(
                        (
                            order,
                            " ".join(token.text for token in tokens),
                            system,
                            segment,
                            status == "credited",
                            any(minded & set(range(t.start, t.end)) for t in tokens),
                        )
                    )
    return found


def characters(marks: Sequence[Mark], severities: Collection[str]) -> set[int]:
    """The characters of an output that lie in a mark that counts."""
    return {
        character
        for mark in marks
        if mark.side == "target" and mark.severity in severities
        for character in range(mark.start, mark.end)
    }


def by_order(occurrences: Sequence[Occurrence], order: int) -> dict[tuple[bool, bool], int]:
    """How many of an order are credited or not, marked or not."""
    counts = Counter((o[4], o[5]) for o in occurrences if o[0] == order)
    return {(c, m): counts[c, m] for c in (False, True) for m in (False, True)}
