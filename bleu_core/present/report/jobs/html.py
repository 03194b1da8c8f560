"""A data set as one HTML file that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from bleu_core.common.numerals import counted, delta, whole
from bleu_core.datasets import EDGES
from bleu_core.explain.comparison import Comparison
from bleu_core.present import figures
from bleu_core.present.account.job_ngrams import MOST, TITLE, ngrams_table, ngrams_told
from bleu_core.present.account.jobs import slices_table
from bleu_core.present.account.segments import Segment
from bleu_core.present.account.tables import tests_table
from bleu_core.present.figures import standalone
from bleu_core.present.report import tables
from bleu_core.present.report.content import settings
from bleu_core.present.report.html import made_of
from bleu_core.present.report.jobs.content import JobContent
from bleu_core.present.report.markup import Html, element
from bleu_core.present.report.page import figure, file, page, section
from bleu_core.present.report.segments import LEGEND, opened
from bleu_core.text.config import BleuConfig
from bleu_core.text.evalset import EvalSet

# Parts that a table has at most; of more it is said how many there are.
PARTS = 200


def to_html(content: JobContent) -> str:
    """The report as one HTML document."""
    a, b = content.names
    title = f"{a} → {b}: {delta(content.job.delta)} BLEU"
    return page(title, _sections(content), [standalone.script(), file("report.js")])


def _sections(content: JobContent) -> Iterator[Html]:
    job = content.job
    yield _header(content)
    yield element("noscript", "The figures need JavaScript; the tables hold the numbers.")
    yield from made_of(job, content.parts)
    if content.significance is not None:
        unit = element("p", content.significance.about_unit)
        yield section("Is it chance?", tables.drawn(tests_table(content.tests), "tests"), unit)
    if content.survey is not None:
        bars = figures.histogram_bars(content.survey.histogram, EDGES, content.survey.equal)
        yield figure("How the segments changed", standalone.data(bars), "histogram")
        yield element("p", content.segments_told)
    yield from _slices(content)
    for title, found in content.sides:
        if found:
            articles = [_segment(one, job.plan.config) for one in found]
            yield section(title, element("p", LEGEND, class_="muted"), *articles)
    if content.ngrams is not None:
        rows = content.ngrams.largest(MOST)
        listed = tables.drawn(ngrams_table(content.ngrams, rows), "phrases")
        about = (element("p", one, class_="muted") for one in ngrams_told(content.ngrams, rows))
        yield section(TITLE, listed, *about)
    yield section("Settings and provenance", _provenance(content))


def _header(content: JobContent) -> Html:
    a, b = content.names
    missing = [element("li", element("bdi", why)) for why in content.job.missing]
    return element(
        "header",
        element("p", "BLEUscope report", class_="muted"),
        element(
            "h1",
            element("span", "A ", element("bdi", a), class_="a"),
            " vs ",
            element("span", "B ", element("bdi", b), class_="b"),
        ),
        *([element("p", element("b", content.missing_told)), element("ul", *missing)]
          if missing else []),
        element("p", *map(tables.span, content.verdict.told)),
        element("p", "A is the baseline, B the candidate; Δ is B − A, in BLEU points (0-100)."),
    )  # fmt: skip


def _slices(content: JobContent) -> Iterator[Html]:
    for how, slices in content.slices.items():
        told = content.about(how)
        if len(slices) > PARTS:
            told.append(f"The first {whole(PARTS)} of {counted(len(slices), 'part')}.")
        listed = tables.drawn(slices_table(content.job, how, slices[:PARTS]), "slices")
        yield section(f"By {how}", listed, *(element("p", one, class_="muted") for one in told))


def _segment(found: Segment, config: BleuConfig) -> Html:
    references = [[text] for text in found.references]
    own = Comparison.of(EvalSet({"A": [found.a], "B": [found.b]}, references), config)
    return opened(found, own.stats_a, own.stats_b)


def _provenance(content: JobContent) -> Html:
    job = content.job
    columns = job.plan.columns
    rows: list[list[str]] = [[name, text] for name, text in settings(job.plan.config).items()]
    rows.append(["signature", element("code", job.score_a.signature)])
    rows.append(["segments", whole(len(job))])
    named = {"document": columns.document, "source": columns.source}
    references = {f"reference {n}": name for n, name in enumerate(columns.references, 1)}
    for role, name in ({"A": job.a, "B": job.b} | references | named).items():
        if name:
            rows.append([f"column of {role}", element("code", element("bdi", name))])
    rows.append(["digest of the data set", element("code", job.plan.digest)])
    return tables.table(["", ""], rows, "provenance", "Settings, columns and digest")
