"""The document of a ranking of systems: every section of its report, in order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bleu_core.common.numerals import bare, bounds, delta, points, whole
from bleu_core.common.numerals import plain as number
from bleu_core.present.account.parts import ARROW, SMOOTHED
from bleu_core.present.account.ranking_tables import (
    about_pairs,
    made_of,
    pairs_table,
    ranking_table,
)
from bleu_core.present.account.spans import Span
from bleu_core.present.comparison_document import (
    brief_provenance,
    findings_pieces,
    origin_rows,
    provenance,
)
from bleu_core.present.document import (
    Bullet,
    Bullets,
    Document,
    DrawnInterval,
    Medium,
    Piece,
    Prose,
    Section,
    Table,
    as_names,
    plain,
    sections_of,
    table_of_names,
)
from bleu_core.present.ranking_report import Standings

RANKS = (
    "Rank: from 1 + how many systems are significantly better to how many are not significantly "
    "worse. A line parts systems all of which are significantly better than all below."
)
# The column of intervals in the table of ranks.
INTERVAL = 3


def ranking_document(standings: Standings, medium: Medium) -> Document:
    """The document of a ranking, as much as the medium shows."""
    label = f"Systems by {standings.about.label}"
    sections = sections_of(standings, SECTIONS, medium)
    return Document(f"{label}: a ranking", [Span(label)], sections)


def _summary(standings: Standings, medium: Medium) -> Iterator[Section]:
    pieces: list[Piece] = [*findings_pieces(standings.findings_told, medium)]
    pieces.append(Prose(as_names(standings.headline), "verdict"))
    pieces += [plain(sentence, "muted") for sentence in standings.about_tests]
    yield Section("summary", "", pieces)


def _ranking(standings: Standings, medium: Medium) -> Iterator[Section]:
    table = table_of_names(ranking_table(standings.ranking, standings.about), "ranking")
    intervals = [
        DrawnInterval(one.ci_low, one.score, one.ci_high) for one in standings.ranking.systems
    ]
    notes = []
    if medium.is_full:
        table = _drawn(table, intervals, standings.about.decimals)
        notes = [plain(RANKS, "muted")]
    yield Section("ranking", "Ranking", [table, *notes])


def _drawn(table: Table, intervals: list[DrawnInterval], digits: int) -> Table:
    """The table with its intervals drawn, under the bounds of their axis."""
    ends = [end for one in intervals for end in one if end is not None]
    axis = bounds(min(ends), max(ends), lambda end: points(end, digits))
    columns = list(table.columns)
    title = columns[INTERVAL].label
    columns[INTERVAL] = columns[INTERVAL]._replace(label=f"{title} ({axis})")
    return replace(table, columns=columns, intervals=intervals, drawn_in=INTERVAL)


def _made_of(standings: Standings, medium: Medium) -> Iterator[Section]:
    rankings, metrics = standings.rankings, standings.metrics
    others = [(metrics[key], rankings[key]) for key in rankings if key != standings.by]
    table = made_of(standings.ranking, standings.scored.statistics, others)
    is_smoothed = any(ARROW in cell for row in table.texts for cell in row[1:])
    notes = [plain(SMOOTHED, "muted")] if is_smoothed else []
    yield Section("made-of", table.label, [table_of_names(table, "made-of"), *notes])


def _pairs(standings: Standings, medium: Medium) -> Iterator[Section]:
    ranking, about = standings.ranking, standings.about
    table = table_of_names(pairs_table(ranking, about), "pairs")
    if medium.width is not None and table.width > medium.width:
        return
    names = [one.name for one in ranking.systems]
    rows = [
        [row[0], *(cell._replace(hover=_hover(standings, a, b))
                   for b, cell in zip(names, row[1:], strict=True))]
        for a, row in zip(names, table.rows, strict=True)
    ]  # fmt: skip
    note = plain(about_pairs(ranking, about), "muted")
    yield Section("pairs", table.label, [replace(table, rows=rows), note])


def _hover(standings: Standings, a: str, b: str) -> str:
    if a == b:
        return ""
    pair = standings.ranking.pair(a, b)
    change = f"{b} minus {a}: {delta(pair.delta, standings.about.decimals)}"
    if pair.p_value is None:
        return change
    return f"{change}; p {bare(pair.p_value)}, after Holm {bare(pair.p_holm)}"


def _best(standings: Standings, medium: Medium) -> Iterator[Section]:
    bullets = []
    for told in standings.best:
        a, b = (Span(name, "name") for name in told.account.names)
        names = [a, Span(" (A) and "), b, Span(" (B): ")]
        after = [Span(f" {told.after_holm}")] if told.after_holm else []
        bullets.append(Bullet([*names, *told.account.verdict.told, *after]))
    if bullets:
        yield Section("best", "The best by pairs", [Bullets(bullets)])


def _provenance(standings: Standings, medium: Medium) -> Iterator[Section]:
    scored, ranking = standings.scored, standings.ranking
    data, signatures = scored.evalset, standings.signatures
    labels = {key: standings.metrics[key].label for key in signatures}
    if not medium.is_full:
        facts = [("Signature of ", labels[key], text) for key, text in signatures.items()]
        yield brief_provenance(*facts, ("Digest", "", "" if medium.is_brief else data.digest))
        return
    signature = "; ".join(
        text if len(labels) == 1 else f"{labels[key]}: {text}" for key, text in signatures.items()
    )
    rows = [
        *origin_rows(signature, standings.sacrebleu_command, len(data), standings.inputs),
        ("digest of the comparison", Span(data.digest, "signature")),
    ]
    tests = (
        f"Tests: paired approximate randomization, {whole(ranking.trials)} trials; intervals: "
        f"paired bootstrap, {whole(ranking.samples)} samples; seed {number(ranking.seed, 12)}."
    )
    yield provenance(scored.config, rows, *([plain(tests)] if ranking.tested else []))


SECTIONS = {
    "summary": _summary,
    "ranking": _ranking,
    "made-of": _made_of,
    "pairs": _pairs,
    "best": _best,
    "provenance": _provenance,
}
