"""A ranking as one HTML file that needs nothing else, nor a script."""

from __future__ import annotations

from collections.abc import Iterator

from bleu_core.common.numerals import bare, bounds, counted, delta, plain, points, whole
from bleu_core.present.account.ranking_tables import STAR, about_pairs, pairs_table
from bleu_core.present.account.spans import Span
from bleu_core.present.report import tables
from bleu_core.present.report.html import findings_told
from bleu_core.present.report.markup import Html, element
from bleu_core.present.report.page import page, section
from bleu_core.present.report.ranking.content import Standings
from bleu_core.systems import Ranked

RANKS = (
    "Rank: from 1 + how many systems are significantly better to how many are not significantly "
    "worse. A line parts systems all of which are significantly better than all below."
)
# The space of an interval's picture, in its own units; it is stretched to the column's width.
WIDTH, HEIGHT = 160, 12


def to_html(standings: Standings) -> str:
    """The report as one HTML document."""
    return page(f"{standings.ranked.label}: a ranking", _sections(standings))


def _sections(standings: Standings) -> Iterator[Html]:
    yield element(
        "header",
        element("p", "BLEUscope report", class_="muted"),
        element("h1", standings.ranked.label),
        *findings_told(standings.few_findings),
        *_more_findings(standings),
        element("p", *map(_span, standings.headline)),
        *(element("p", sentence, class_="muted") for sentence in standings.about_tests),
    )
    yield section("Ranking", _ranking(standings), element("p", RANKS, class_="muted"))
    note = element("p", standings.smoothing_note, class_="muted")
    yield section("What the scores are made of", _table(standings), note)
    yield section(
        "Every pair",
        _pairs(standings),
        element("p", about_pairs(standings.ranking, standings.about), class_="muted"),
    )
    if standings.best:
        yield section("The best by pairs", *_best(standings))
    yield section("Settings and provenance", _origin(standings))


def _more_findings(standings: Standings) -> Iterator[Html]:
    left = standings.findings_told[len(standings.few_findings) :]
    if left:
        told = [element("li", element("bdi", finding.sentence)) for finding in left]
        title = element("summary", f"{counted(len(left), 'more notice')} on the input")
        yield element("details", title, element("ul", *told), class_="more")


def _span(one: Span) -> str:
    """A piece of a sentence; a name, which anybody wrote, stands apart, whatever its direction."""
    return element("bdi", one.text) if one.tone == "quoted" else tables.span(one)


def _ranking(standings: Standings) -> Html:
    """The table of ranks, each interval drawn on one axis."""
    found, ranked = standings.ranked, standings.ranking.systems
    ends = [
        end for one in ranked for end in (one.ci_low, one.ci_high, one.score) if end is not None
    ]
    low, high = min(ends), max(ends)
    digits = standings.about.decimals
    titles = list(found.titles)
    titles[3] += f" ({bounds(low, high, lambda end: points(end, digits))})"
    rows = []
    for number, (one, row) in enumerate(zip(ranked, found.rows, strict=True)):
        cells = [_span(cell) for cell in row]
        picture = _interval(one, low, high, row[3].text)
        cells[3] = element("span", picture, element("span", row[3].text, class_="bounds"))
        rows.append(element("tr", *(element("td", cell) for cell in cells),
                            class_="ends" if number in found.rules else ""))  # fmt: skip
    head = element("tr", *(element("th", title, scope="col") for title in titles))
    caption = element("caption", found.label, class_="unseen")
    return element(
        "table", caption, element("thead", head), element("tbody", *rows), class_="ranking"
    )


def _interval(one: Ranked, low: float, high: float, text: str) -> Html:
    """A line for the interval and a dot for the score."""

    def at(value: float) -> str:
        part = (value - low) / (high - low) if high > low else 0.5
        return plain(6 + part * (WIDTH - 12), 5)

    middle = plain(HEIGHT / 2)
    drawn = [element("line", x1="0", x2=plain(WIDTH), y1=middle, y2=middle, class_="axis")]
    if one.ci_low is not None and one.ci_high is not None:
        ends = {"x1": at(one.ci_low), "x2": at(one.ci_high)}
        drawn.append(element("line", y1=middle, y2=middle, class_="interval", **ends))
    drawn.append(element("circle", cx=at(one.score), cy=middle, r="4"))
    box = f"0 0 {plain(WIDTH)} {plain(HEIGHT)}"
    size = {"width": plain(WIDTH), "height": plain(HEIGHT)}
    return element("svg", element("title", text), *drawn, viewBox=box, aria_hidden="true", **size)


def _table(standings: Standings) -> Html:
    found = standings.made_of
    rows = [[_span(cell) for cell in row] for row in found.rows]
    return tables.table(found.titles, rows, "made-of", found.label)


def _pairs(standings: Standings) -> Html:
    """Every pair's Δ; p stands in what is shown on hover, and read aloud by the table's note."""
    found, ranking = pairs_table(standings.ranking, standings.about), standings.ranking
    names = [one.name for one in ranking.systems]
    head = [element("td")]
    head += [element("th", element("bdi", name), scope="col", title=name) for name in names]
    rows = []
    for a, row in zip(names, found.rows, strict=True):
        cells = [element("th", element("bdi", a), scope="row")]
        for b, cell in zip(names, row[1:], strict=True):
            marked = f"{cell.tone} sure" if cell.text.endswith(STAR) else cell.tone
            cells.append(
                element("td", cell.text, class_=marked, title=_pair_title(standings, a, b))
            )
        rows.append(element("tr", *cells))
    caption = element("caption", found.label, class_="unseen")
    body = (element("thead", element("tr", *head)), element("tbody", *rows))
    return element("table", caption, *body, class_="pairs")


def _pair_title(standings: Standings, a: str, b: str) -> str:
    if a == b:
        return ""
    pair, about = standings.ranking.pair(a, b), standings.about
    told = f"{b} minus {a}: {delta(pair.delta, about.decimals)}"
    if pair.p_value is None:
        return told
    return f"{told}; p {bare(pair.p_value)}, after Holm {bare(pair.p_holm)}"


def _best(standings: Standings) -> Iterator[Html]:
    for one in standings.best:
        a, b = one.account.names
        title = element(
            "h3",
            element("span", "A ", element("bdi", a), class_="a"),
            " and ",
            element("span", "B ", element("bdi", b), class_="b"),
        )
        yield title
        yield element("p", *map(tables.span, one.account.verdict.told), f" {one.after_holm}")


def _origin(standings: Standings) -> Html:
    scored, ranking = standings.scored, standings.ranking
    signature = "; ".join(
        text if len(standings.signatures) == 1 else f"{standings.metrics[key].label}: {text}"
        for key, text in standings.signatures.items()
    )
    made = tables.origin(
        scored.evalset, scored.config, signature, standings.sacrebleu_command, standings.inputs
    )
    if not ranking.tested:
        return made
    told = (
        f"Tests: paired approximate randomization, {whole(ranking.trials)} trials; intervals: "
        f"paired bootstrap, {whole(ranking.samples)} samples; seed {plain(ranking.seed, 12)}."
    )
    return Html(made + element("p", told))
