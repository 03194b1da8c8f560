"""The tables of a report as HTML."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.ngrams.families import Cause, Causes
from bleu_core.numerals import MINUS, bare, component_name, fine_delta, share, whole
from bleu_core.report.content import Content, settings
from bleu_core.report.markup import Html, element, join


def table(titles: Sequence[str], rows: Sequence[Sequence[str]], kind: str, caption: str) -> Html:
    """A table; its first column is text, the others numbers unless the style sheet says else."""
    head = element("tr", *(element("th", title, scope="col") for title in titles))
    body = [element("tr", *(element("td", cell) for cell in row)) for row in rows]
    return element(
        "table",
        element("caption", caption, class_="unseen"),
        element("thead", head),
        element("tbody", *body),
        class_=kind,
    )


def toned(text: str) -> Html:
    """A signed number in the colour of its sign."""
    tone = "gain" if text.startswith("+") else "loss" if text.startswith(MINUS) else ""
    return element("span", text, class_=tone)


def parts(content: Content) -> Html:
    """Precisions, brevity penalty, lengths and BLEU of A and B, and the points of each."""
    rows = [
        [
            component_name(part.name),
            *(element("span", text, class_="a") for text in (part.a, part.value_a)),
            *(element("span", text, class_="b") for text in (part.b, part.value_b)),
            part.change,
            toned(part.points),
        ]
        for part in content.parts
    ]
    titles = ["", "A", "%", "B", "%", "B − A", "points"]
    return table(titles, rows, "parts", "Parts of BLEU for A and B")


def tests(content: Content) -> Html:
    """The significance tests side by side."""
    rows = [[test.name, test.p, test.note] for test in content.tests]
    return table(["Test", "p", "Note"], rows, "tests", "Significance tests")


def phrases(content: Content) -> Html:
    """The n-grams with most points."""
    rows = [
        [
            element("code", element("bdi", phrase.text), class_="ngram"),
            str(phrase.order),
            *(element("span", whole(n), class_="a") for n in (phrase.matches_a, phrase.wins_a)),
            *(element("span", whole(n), class_="b") for n in (phrase.matches_b, phrase.wins_b)),
            bare(phrase.q),
            toned(fine_delta(phrase.points)),
            toned(fine_delta(phrase.points_with_folded)),
        ]
        for phrase in content.phrases
    ]
    rows += _closing(content.closing(content.phrases), 8)
    titles = ["n-gram", "n", "matches A", "wins A", "matches B", "wins B", "q", "own points"]
    return table([*titles, "with inside"], rows, "phrases", "N-grams with most points")


def causes(found: Causes) -> Html:
    """The families of n-grams that stand out, and all the rest of Δ."""
    rows = [
        [
            join(["with ", _cause(cause)]),
            share(cause.share),
            element("span", whole(cause.wins_a), class_="a"),
            element("span", whole(cause.wins_b), class_="b"),
            bare(cause.q),
            toned(fine_delta(cause.points)),
        ]
        for cause in found.rows
    ]
    rows += _closing(found.sources.closing(found.listed), 5)
    titles = ["n-grams", "of matches", "wins A", "wins B", "q", "points"]
    return table(titles, rows, "causes", "Families of n-grams that stand out")


def _cause(cause: Cause) -> str:
    return (
        cause.text if cause.is_sign else element("code", element("bdi", cause.text), class_="ngram")
    )


def _closing(rows: Sequence[tuple[str, float]], before: int) -> list[list[str]]:
    return [[name, *[""] * (before - 1), toned(fine_delta(carried))] for name, carried in rows]


def provenance(content: Content) -> Html:
    """Settings, signatures, and digests of what was compared."""
    comparison = content.comparison
    rows: list[list[str]] = [[name, text] for name, text in settings(comparison.config).items()]
    rows.append(["signature", element("code", comparison.score_a.signature)])
    if command := content.sacrebleu_command:
        rows.append(["the same by sacreBLEU", element("code", command)])
    rows.append(["segments", whole(len(comparison))])
    rows += [
        [f"SHA-256 of {one.role} {one.name}".strip(), element("code", one.sha256)]
        for one in content.inputs
    ]
    rows.append(["digest of the comparison", element("code", comparison.evalset.digest)])
    return table(["", ""], rows, "provenance", "Settings, signature and digests")
