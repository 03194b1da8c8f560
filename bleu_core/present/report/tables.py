"""The tables of a report as HTML."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bleu_core.common.numerals import whole
from bleu_core.present.account.spans import Span
from bleu_core.present.account.tables import Column, Table
from bleu_core.present.report.content import Content, Input, settings
from bleu_core.present.report.markup import Html, element
from bleu_core.present.report.subset import command, only
from bleu_core.text.config import BleuConfig
from bleu_core.text.evalset import EvalSet


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


def drawn(found: Table, kind: str) -> Html:
    """A table of the account."""
    rows = [
        [_cell(cell, column) for cell, column in zip(row, found.columns, strict=True)]
        for row in found.rows
    ]
    return table(found.titles, rows, kind, found.label)


def _cell(cell: Span, column: Column) -> str:
    """A strong cell keeps the colour of its column."""
    if cell.tone in ("", "strong"):
        cell = cell._replace(tone=f"{column.tone} {cell.tone}".strip())
    return span(cell)


def span(one: Span) -> str:
    """A piece of text in its tone; what users wrote stands apart, whatever its direction."""
    if one.tone == "quoted":
        return element("code", element("bdi", one.text), class_="ngram")
    return element("span", one.text, class_=one.tone) if one.tone and one.text else one.text


def provenance(content: Content) -> Html:
    """Settings, signatures, and digests of what was compared."""
    comparison = content.comparison
    signature, by_sacrebleu = comparison.score_a.signature, content.sacrebleu_command
    data, inputs = comparison.evalset.whole, content.inputs
    chosen = []
    if told := only(content):
        chosen.append(["compared", told])
    if content.where:
        chosen.append(["where", element("code", element("bdi", content.where))])
        chosen.append(["the same again", element("code", element("bdi", command(content)))])
    return origin(data, comparison.config, signature, by_sacrebleu, inputs, chosen)


def origin(
    evalset: EvalSet,
    config: BleuConfig,
    signature: str,
    by_sacrebleu: str,
    inputs: Iterable[Input],
    chosen: Sequence[Sequence[str]] = (),
) -> Html:
    """How scores were made, and of what.

    `by_sacrebleu` is its command, '' for none; `chosen` are rows on what of the test set was taken.
    """
    rows: list[list[str]] = [[name, text] for name, text in settings(config).items()]
    rows.append(["signature", element("code", signature)])
    if by_sacrebleu:
        rows.append(["the same by sacreBLEU", element("code", by_sacrebleu)])
    rows.append(["segments", whole(len(evalset))])
    rows += map(list, chosen)
    rows += [
        [f"SHA-256 of {one.role} {one.name}".strip(), element("code", one.sha256)] for one in inputs
    ]
    rows.append(["digest of the comparison", element("code", evalset.digest)])
    return table(["", ""], rows, "provenance", "Settings, signature and digests")
