"""The steps from one score to another: tables and sentences."""

from __future__ import annotations

from collections.abc import Iterator

from bleu_core.common.numerals import counted, delta, points
from bleu_core.common.rounding import rounded
from bleu_core.common.wording import listed
from bleu_core.present.account.spans import Span
from bleu_core.present.document import Column, Table
from bleu_core.teaching.why import Estimate, Explanation, Way

# The caveat to show with the steps.
ORDER = (
    "The fields are changed in this order, each with those before it changed already. Another "
    "order gives other steps, and the same sum."
)


def steps_table(way: Way) -> Table:
    """The first number, the points of each step, and the second number.

    No step is a gain or a loss: the systems are the same before and after.
    """
    two = len(way.systems) > 1
    columns = [Column("", is_text=True), Column("A" if two else "BLEU", "a" if two else "", "bleu")]
    if two:
        columns += [Column("B", "b", "bleu"), Column("Δ", "", "delta")]
    rows = [_numbers("first number", way.first)]
    for step in way.steps:
        changed = f"{step.field}: {step.before} → {step.after}"
        moves = [*step.points, step.delta] if two else [*step.points]
        rows.append([Span(changed), *(Span(delta(move)) for move in moves)])
    rows.append(_numbers("second number", way.second))
    return Table("Steps from the first number to the second", columns, rows)


def alike_table(explanation: Explanation) -> Table:
    """The fields that are equal."""
    columns = [Column("field", is_text=True), Column("in both", is_text=True)]
    rows = [[Span(name), Span(value)] for name, value in explanation.alike.items()]
    return Table("What is alike", columns, rows)


def _numbers(name: str, scores: tuple[float, ...]) -> list[Span]:
    cells = [points(score) for score in scores]
    if len(scores) > 1:
        cells.append(delta(scores[1] - scores[0]))
    return [Span(name, "strong"), *(Span(text, "strong") for text in cells)]


def about_texts(explanation: Explanation, way: Way, estimate: Estimate | None) -> list[str]:
    """Whether printed scores match these texts, and the effect of tokenized input."""
    return [*_about_printed(explanation, way), *_about_tokenized(explanation, way, estimate)]


def _about_printed(explanation: Explanation, way: Way) -> Iterator[str]:
    """A sentence for each score printed with its signature."""
    for name, recipe, scores in (
        ("first", explanation.first, way.first),
        ("second", explanation.second, way.second),
    ):
        if recipe.printed is None:
            continue
        said = recipe.printed.score
        if any(_is_written(score, said) for score in scores):
            yield f"The {name} number was printed as {said}: its settings give that on these texts."
        else:
            given = listed(points(score) for score in scores)
            yield (
                f"The {name} number was printed as {said}; its settings give {given} on these "
                "texts. So something differs that the settings do not tell: most likely output, "
                "references, or how they were prepared."
            )


def _is_written(score: float, said: str) -> bool:
    """Whether a score rounds to a printed number."""
    decimals = len(said.partition(".")[2])
    return float(rounded(abs(score - float(said)))) <= 0.5 * 10.0**-decimals


def _about_tokenized(explanation: Explanation, way: Way, estimate: Estimate | None) -> list[str]:
    """The effect of tokenized input, or of untokenized input for a tool that expects tokens."""
    if estimate is None:
        both = (explanation.first, explanation.second)
        given = [recipe.by for recipe in both if recipe.is_tool and recipe.takes_tokens]
        if not given:
            return []
        return [
            f"None of these texts looks tokenized, and {listed(given)} splits at spaces only. A "
            "number that was made of tokenized text is another one: which, depends on its "
            "tokenizer, and cannot be told from here."
        ]
    sentences: list[str] = [finding.sentence for finding in estimate.findings]
    if not estimate.changed:
        return [*sentences, "What detokenizing would change cannot be told from the texts."]
    letters = ("A ", "B ") if len(way.systems) > 1 else ("",)
    for name, before, after in (
        ("first", way.first, estimate.way.first),
        ("second", way.second, estimate.way.second),
    ):
        moves = listed(
            f"{letter}from {points(a)} to {points(b)} ({delta(b - a)})"
            for letter, a, b in zip(letters, before, after, strict=True)
        )
        sentences.append(f"Detokenized, the {name} number would go {moves}.")
    sentences.append(
        f"That is an estimate: rules undid what is clear in {counted(estimate.changed, 'line')} "
        "(escapes, @-@, spaces before full stops, commas and 's, and inside brackets); quotes and "
        "! ? : ; are left as they are."
    )
    return sentences
