"""What happened, in words: what B loses or gains, what stands there instead, and where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from bleu_core.common.formatting import format_count, format_delta, format_int
from bleu_core.common.pair import A, B
from bleu_core.explain.comparison import Comparison
from bleu_core.explain.ledger import ROUNDING, concentration
from bleu_core.explain.ngram_families import Families, Family, Phrase
from bleu_core.explain.substitutes import Substitute
from bleu_core.present.document import SPAN_B, Span
from bleu_core.significance import MIN_SEGMENTS
from bleu_core.significance.other_settings import OtherSetting

# A family of n-grams is named if it has at least this share of Δ.
NAMED_SHARE = 0.1
# Differences below this are not visible with two decimals.
ALIKE = 0.005


def main_family(families: Families | None, delta: float) -> Family | None:
    """The first family that accounts for a good part of a difference, in its direction."""
    for family in families.rows if families else []:
        if _is_large(family.points, delta):
            return family
    return None


def difference_sentences(
    comparison: Comparison, families: Families | None = None, others: Sequence[OtherSetting] = ()
) -> list[Span]:
    """Sentences on a difference, each after a space; none where BLEU hardly differs or is 0."""
    if not comparison.ledger.defined or abs(comparison.delta) < ALIKE:
        return []
    family = main_family(families, comparison.delta)
    spans = family_sentences(families, comparison.delta)
    return [*spans, *_spread_sentence(comparison), *_setting_sentences(family, others)]


def family_sentences(families: Families | None, delta: float) -> list[Span]:
    """The family or the phrase that accounts for a good part of a difference; none if none does."""
    family = main_family(families, delta)
    if families and family:
        # A family after the first has only the n-grams that earlier families left.
        note = (
            "" if family is families.rows[0] else " (excluding n-grams counted in another family)"
        )
        opens = f"ngrams:{family.search}"
        name = [Span("n-grams with "), family_name(family)._replace(opens=opens)]
        points = Span(format_delta(family.points), "", "family", opens)
        return [*_key_sentence(family, name, points, delta, note)]
    if families and families.phrase and _is_large(families.phrase.points, delta):
        phrase = families.phrase
        opens = f'ngrams:"{phrase.text}"'
        name = [Span(f'"{phrase.text}"', "quoted", opens=opens)]
        points = Span(format_delta(phrase.points), "", "points", opens)
        return [*_key_sentence(phrase, name, points, delta)]
    return []


def _is_large(points: float, delta: float) -> bool:
    """Whether points in the direction of a difference are a good part of it."""
    return points * delta > 0 and abs(points) >= NAMED_SHARE * abs(delta)


def _key_sentence(
    key: Family | Phrase, name: Sequence[Span], points: Span, delta: float, note: str = ""
) -> Iterator[Span]:
    """What B gains or loses most, its part of Δ, and what stands there instead."""
    verb, tone = ("gains", "gain") if key.points > 0 else ("loses", "loss")
    between = Span(": ", opens=points.opens)  # one link
    yield from (Span(" "), SPAN_B, Span(f" {verb} "), *name, between)
    # Other n-grams may go the other way.
    is_part = abs(key.points) <= abs(delta)
    of = f"of {format_delta(delta)} points" if is_part else "points, more than Δ"
    yield from (points._replace(tone=tone), Span(f" {of}{note}."))
    if key.substitute is not None:
        yield from substitute_sentence(key.substitute, key.points)


def family_name(family: Family) -> Span:
    """The token or kind of character that the n-grams of a family share."""
    return Span(family.text) if family.is_sign else Span(f'"{family.text}"', "quoted")


def substitute_sentence(found: Substitute, points: float) -> Iterator[Span]:
    """What the other output has where an n-gram is lost, or gained, in how many places."""
    label, tone = (A, "a") if points > 0 else (B, "b")
    sample = " looked up" if found.is_sample else ""
    places = f"{format_int(found.count)} of {format_count(found.of, 'place')}{sample}"
    opens = f'ngrams:"{found.text}"' if found.text else ""
    example = Span(f'"{found.text or found.example}"', "quoted", opens=opens)
    yield from (Span(" In "), Span(places, "", "substitute"), Span(" "), Span(label, tone))
    match found.kind:
        case "words":
            yield from (Span(" has "), example, Span(" instead."))
        case "nothing":
            yield Span(" has nothing instead.")
        case "joined" | "split":
            yield from (Span(f" has it {found.kind}, as in "), example, Span("."))
        case "other case":
            yield from (Span(" differs only in case ("), example, Span(")."))
        case "other form":
            yield from (Span(" has another form of the same character ("), example, Span(")."))


def _spread_sentence(comparison: Comparison) -> list[Span]:
    """How many segments hold half of the gains or losses, and how many documents gain or lose."""
    from bleu_core.segments.slices import points_by_document

    ledger, is_gain = comparison.ledger, comparison.delta > 0
    segments = concentration(ledger.segments, comparison.delta)
    # Half of what segments contribute says little of Δ if they contribute only a part of it.
    is_part = abs(ledger.unattributed) > abs(comparison.delta) / 10
    is_untested = comparison.evalset.no_test_reason or len(comparison) < MIN_SEGMENTS
    if not segments or is_part or is_untested:
        return []
    spans = [
        Span(" "),
        Span(f"Half of the {'gains' if is_gain else 'losses'}", "", "concentration", "segments"),
        Span(f" are in {format_int(segments)} of {format_count(len(comparison), 'segment')}"),
    ]
    found = points_by_document(comparison)
    if found is not None and len(found[0]) > 1:
        points = found[1] if is_gain else -found[1]
        number = int(np.count_nonzero(points > ROUNDING))
        documents = f"{format_int(number)} of {format_count(len(points), 'document')}"
        verb = "gain" if is_gain else "lose"
        spans += [Span("; "), Span(documents, "", "", "slices:document")]
        spans.append(Span(f" {verb if number != 1 else f'{verb}s'}"))
    return [*spans, Span(".")]


def _setting_sentences(family: Family | None, others: Sequence[OtherSetting]) -> Iterator[Span]:
    for other in others:
        if other.is_less:
            yield from (Span(f" With {other.setting}, Δ is "), Span(format_delta(other.delta)))
            yield Span(".")
        elif other.family_is_less and family is not None:
            yield from (Span(f" With {other.setting}, n-grams with "), family_name(family))
            yield Span(" account for less than half of that.")
