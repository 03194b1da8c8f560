"""One HTML file that needs nothing else: it reads, hovers and zooms from a mail attachment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bleu_core.common.numerals import counted, delta, whole
from bleu_core.explain.comparison import Compared
from bleu_core.present import figures
from bleu_core.present.account import LOOK, opinions
from bleu_core.present.account.degenerate import DEGENERATE, degenerate_table
from bleu_core.present.account.found_slices import SLICES, slice_tables, slices_told
from bleu_core.present.account.parts import Parts, smoothing_note, unattributed_note
from bleu_core.present.account.tables import families_table, parts_table, tests_table
from bleu_core.present.figures import standalone
from bleu_core.present.report import tables
from bleu_core.present.report.content import Content, phrases_table, serious
from bleu_core.present.report.markup import Html, element
from bleu_core.present.report.page import figure, file, page, section
from bleu_core.present.report.said import summary
from bleu_core.present.report.segments import LEGEND, segment
from bleu_core.present.report.subset import only
from bleu_core.readers.health import Finding
from bleu_core.segments.places import by_document, by_run, run_lines, run_names

FAMILIES = (
    "A family is all n-grams that contain a token or a sign. Listed are those whose points are "
    "beyond their share of all matches, and where A and B do not win alike (q under 0.05 over all "
    "families). An n-gram counts in the first of its families only: points and part of matches are "
    "of what is left, wins and q of the whole family."
)
PHRASES = (
    "Points of the n-gram's own matches, and with those of shorter n-grams inside it that stand "
    "and fall with it. Listed for their size: q, over all n-grams, says which are more than chance."
)
# Bars of documents; beyond it they are too thin to be hit.
MOST_DOCUMENTS = 200


def to_html(content: Content) -> str:
    """The report as one HTML document."""
    a, b = content.names
    title = f"{a} → {b}: {delta(content.comparison.delta)} BLEU"
    return page(title, sections(content), [standalone.script(), file("report.js")])


def made_of(compared: Compared, parts: Parts) -> Iterator[Html]:
    """From BLEU of A to BLEU of B, or the precisions where points cannot be given; the parts."""
    if compared.ledger.defined:
        steps = standalone.data(figures.waterfall(compared))
        yield figure("Where the points come from", steps, "waterfall")
    else:
        orders = standalone.data(figures.precisions(compared))
        yield figure("Precision by n-gram order", orders, "precisions")
    yield section("The parts", *parts_told(parts))


def parts_told(parts: Parts) -> Iterator[Html]:
    """The parts of both scores, with the points of each."""
    yield tables.drawn(parts_table(parts), "parts")
    if note := smoothing_note(parts):
        yield element("p", note, class_="muted")


def sections(content: Content, heading: str = "h1") -> Iterator[Html]:
    """All that the report says; `heading` is the element of the systems' names."""
    comparison = content.comparison
    about = element("p", "BLEUscope report", class_="muted")
    yield element("header", about, *opening(content, heading))
    yield element("noscript", "The figures need JavaScript; the tables hold the numbers.")
    yield from made_of(comparison, content.parts)
    if content.tests:
        yield section("Is it chance?", tables.drawn(tests_table(content.tests), "tests"))
    if content.opinions:
        yield section("Second opinions", *_opinions(content))
    if (broken := degenerate_table(content.detectors)).rows:
        rules = [f"{one.label}: {one.about}" for one in content.detectors if one.a or one.b]
        said = element("ul", *(element("li", rule) for rule in rules))
        yield section(DEGENERATE, tables.drawn(broken, "degenerate"), said)
    if content.slices is not None:
        told = [element("p", sentence) for sentence in slices_told(content.slices)]
        listed_slices = [
            piece
            for listed in slice_tables(content.slices)
            for piece in (element("p", listed.label), tables.drawn(listed, "slices"))
        ]
        yield section(SLICES, *told, *listed_slices)
    if comparison.ledger.defined:
        yield from _strips(content)
    deltas = comparison.sentence_deltas
    yield figure(
        "How the segments changed", standalone.data(figures.delta_histogram(deltas)), "histogram"
    )
    if content.causes and content.causes.rows:
        yield section(
            "Families of n-grams that stand out",
            element("p", FAMILIES),
            tables.drawn(families_table(content.causes), "causes"),
        )
    if content.phrases:
        listed = tables.drawn(phrases_table(content), "phrases")
        yield section("N-grams with most points", element("p", PHRASES), listed)
    for title, found in content.sides:
        if found:
            articles = [segment(content, one) for one in found]
            yield section(title, element("p", LEGEND, class_="muted"), *articles)
    if content.annotations:
        yield section("Notes and labels", *_annotated(content))
    yield section("Settings and provenance", tables.provenance(content))


def opening(content: Content, heading: str) -> Iterator[Html]:
    """Who is compared, what is wrong with the input, and the verdict."""
    a, b = content.names
    yield element(
        heading,
        element("span", "A ", element("bdi", a), class_="a"),
        " vs ",
        element("span", "B ", element("bdi", b), class_="b"),
    )
    yield from _only(content)
    yield from findings_told(content.findings)
    yield element("p", *map(tables.span, content.verdict.told), class_="verdict")
    yield from _waiting(content)
    yield element("p", "A is the baseline, B the candidate; Δ is B − A, in BLEU points (0-100).")
    if content.among:
        yield element("p", content.among)


def _only(content: Content) -> Iterator[Html]:
    """Of which segments all that follows is, where not of all."""
    if told := only(content):
        where = [": ", element("code", element("bdi", content.where))] if content.where else []
        yield element("p", element("b", told), *where, class_="only")


def _waiting(content: Content) -> Iterator[Html]:
    """What a difference that may be chance is made of, for whoever opens it."""
    if content.verdict.waiting:
        title = element("summary", "What this difference is made of, chance or not")
        yield element("details", title, element("p", *map(tables.span, content.verdict.waiting)))


def _opinions(content: Content) -> Iterator[Html]:
    judged = content.all_opinions
    yield element("p", *map(tables.span, opinions.agreement(judged)))
    yield tables.drawn(opinions.opinions_table(judged), "opinions")
    if told := opinions.people(judged):
        yield element("p", *map(tables.span, told))
    what = opinions.metrics_table(judged)
    yield element("details", element("summary", what.label), tables.drawn(what, "metrics"))


def findings_told(findings: Sequence[Finding]) -> Iterator[Html]:
    """What was found about the input, what is serious first."""
    if findings:
        told = [
            element("li", element("bdi", finding.sentence), class_=finding.severity)
            for finding in findings
        ]
        title = LOOK if serious(findings) else "To know of the input:"
        grave = "grave" if serious(findings) else ""
        yield element(
            "div", element("p", title), element("ul", *told), class_=f"findings {grave}".strip()
        )


def _annotated(content: Content) -> Iterator[Html]:
    number, shown = len(content.annotations), len(content.annotated)
    some = f"; {whole(shown)} of them follow, those with a note first" if shown < number else ""
    yield element(
        "p", f"{counted(number, 'segment has', 'segments have')} a verdict, labels or a note{some}."
    )
    yield from summary(content)
    yield from (segment(content, one) for one in content.annotated)


def _strips(content: Content) -> Iterator[Html]:
    if note := unattributed_note(content.comparison.ledger):
        yield element("p", note)
    edges, sums = by_run(content.comparison)
    axis = "runs of lines, in file order"
    bars = figures.strip(run_names(*run_lines(content.comparison, edges)), sums, axis)
    yield figure("Along the test set", standalone.data(bars), "strip")
    documents = by_document(content.comparison)
    if documents is not None:
        names, sums = documents[0][:MOST_DOCUMENTS], documents[1][:MOST_DOCUMENTS]
        axis = "documents, most points first"
        yield figure("By document", standalone.data(figures.strip(names, sums, axis)), "documents")
