"""The report of a ranking: its contents, and its document (ranking, score parts, pairs, input)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from bleu_core.common.formatting import format_int, format_p
from bleu_core.common.formatting import format_plain as number
from bleu_core.common.pair import A, B
from bleu_core.common.progress import Progress
from bleu_core.metrics import Bleu, MetricStatistics, TextMetric, measure
from bleu_core.metrics.facts import MetricInfo
from bleu_core.metrics.signature import sacrebleu_command
from bleu_core.present import document as doc
from bleu_core.present.comparison_document import (
    brief_provenance,
    notes_section,
    origin_rows,
    provenance,
    selection_pieces,
    warning_pieces,
)
from bleu_core.present.comparison_report import HashedInput, inputs_of, reference_files
from bleu_core.present.tables import ComparisonResults
from bleu_core.present.tables.comparison_tables import ARROW, SMOOTHED, with_drawn_intervals
from bleu_core.present.tables.gates import GateReport, ranking_gates
from bleu_core.present.tables.other_metrics import coverage
from bleu_core.present.tables.ranking import (
    about_pairs,
    pairs_table,
    ranking_table,
    score_parts_table,
)
from bleu_core.present.tables.ranking_sentences import (
    about_tests,
    oracle_sentence,
    ranking_sentence,
    tied_at_top,
)
from bleu_core.present.tables.references import (
    TITLE,
    about_reference_points,
    reference_points_table,
)
from bleu_core.readers.input_checks import Finding, summarize_findings
from bleu_core.significance import SEED, TRIALS, clusters_of, run_tests, unit_of
from bleu_core.significance.grade import Grade
from bleu_core.systems import Ranking, ScoredSystems, rank_systems
from bleu_core.systems.grades import grade_systems
from bleu_core.systems.oracle import Oracle
from bleu_core.systems.references import ReferencePoints

BLEU = "bleu"
# Pairs with a verdict.
MOST_PAIRS = 5


@dataclass(frozen=True, eq=False)
class RankingReport:
    """A ranking of the systems of a test set, with all that its report shows."""

    scored: ScoredSystems
    # By requested metrics: the first one ranks the systems, and all have the same baseline.
    rankings: Mapping[str, Ranking]
    metrics: Mapping[str, MetricInfo]
    signatures: Mapping[str, str]
    findings: Sequence[Finding] = ()  # on the input, serious ones first
    files: Mapping[str, str] = field(default_factory=dict)  # paths by SHA-256 of their contents
    test_set: tuple[str, str] | None = None  # name and language pair, if it is sacreBLEU's
    oracle: Oracle | None = None  # of all systems in the order of the test set, if requested
    reference_points: ReferencePoints | None = None  # None for a single reference
    gates: GateReport = field(default_factory=GateReport)
    # The grade of each system but the baseline, by the metric that ranks.
    grades: Mapping[str, Grade] = field(default_factory=dict)

    @property
    def by(self) -> str:
        """The key of the metric that ranks."""
        return next(iter(self.rankings))

    @property
    def ranking(self) -> Ranking:
        return self.rankings[self.by]

    @property
    def about(self) -> MetricInfo:
        return self.metrics[self.by]

    @property
    def segments(self) -> int:
        return len(self.scored.evalset)

    @cached_property
    def combined_findings(self) -> list[Finding]:
        """The findings, with those common to many systems combined."""
        return summarize_findings(self.findings, self.scored.evalset)

    @cached_property
    def headline(self) -> list[doc.Span]:
        spans = ranking_sentence(self.ranking, self.segments, self.about, self.grades)
        for key, ranking in self.rankings.items():
            if key != self.by:
                spans += coverage(self.metrics[key], ranking.segments, self.segments)
        return spans

    @cached_property
    def about_tests(self) -> list[str]:
        return about_tests(self.ranking, self.scored.evalset, self.about)

    @cached_property
    def best(self) -> list[tuple[ComparisonResults, str]]:
        """BLEU's verdicts on the first system and those tied with it, with a sentence on Holm."""
        if self.by != BLEU:
            return []
        first, *others = self.ranking.systems
        alike = tied_at_top(self.ranking)[1:MOST_PAIRS]
        apart = [row for row in others if self.ranking.pair(first.name, row.name).significant]
        return [self._verdict(first.name, row.name) for row in [*alike, *apart[:1]]]

    def _verdict(self, a: str, b: str) -> tuple[ComparisonResults, str]:
        ranking, comparison = self.ranking, self.scored.pair(a, b)
        tests = run_tests(comparison, ranking.trials, seed=ranking.seed) if ranking.tested else None
        pair, after = ranking.pair(a, b), ""
        if pair.p_holm is not None and ranking.family > 1:
            differ = "differ" if pair.significant else "do not differ"
            after = (
                f" These numbers are for this pair alone. After Holm's correction for all "
                f"{format_int(ranking.family)} pairs, the two {differ} significantly: "
                f"{format_p(pair.p_holm)}."
            )
        return ComparisonResults(comparison, tests), after

    @cached_property
    def inputs(self) -> list[HashedInput]:
        """The texts of the test set, each with the file that holds just it, if one is known."""
        systems = [("system", name) for name in self.scored.names]
        return inputs_of(self.scored.evalset.whole, systems, self.files)

    @property
    def sacrebleu_command(self) -> str:
        """The command that gives the same scores of BLEU; '' if none does, and for a part."""
        if self.scored.evalset.whole is not self.scored.evalset:
            return ""
        systems = [one.file or one.name for one in self.inputs if one.role == "system"]
        references = reference_files(self.inputs)
        return sacrebleu_command(self.scored.config, references, systems, self.test_set)


def measure_systems(
    scored: ScoredSystems,
    metrics: Mapping[str, TextMetric],
    progress: Mapping[str, Progress] | None = None,
) -> dict[str, list[MetricStatistics]]:
    """The statistics of all systems for BLEU, which exist already, and for other metrics."""
    bleu = Bleu(scored.config)
    first = [MetricStatistics(s.matrix, bleu, s.num_refs) for s in scored.statistics.values()]
    systems, references = list(scored.evalset.systems.values()), scored.evalset.references
    measured = {BLEU: first}
    for key, metric in metrics.items():
        measured[key] = measure(metric, systems, references, (progress or {}).get(key))
    return measured


def rank_report(
    scored: ScoredSystems,
    statistics: Mapping[str, Sequence[MetricStatistics]],
    by: str = BLEU,
    baseline: str | None = None,
    trials: int = TRIALS,
    seed: int = SEED,
    tested: Sequence[str] = (),
    findings: Sequence[Finding] = (),
    files: Mapping[str, str] | None = None,
    progress: Progress | None = None,
    test_set: tuple[str, str] | None = None,
) -> RankingReport:
    """Rank systems by one metric, with the scores of the others.

    `statistics` are from `measure_systems`. The baseline is the first system unless given; 0 trials
    leave all tests out; pairs are tested by the metric that ranks and by those in `tested`.
    """
    rankings, metrics, signatures = {}, {}, {}
    clusters, unit = clusters_of(scored.evalset), unit_of(scored.evalset)
    for key in [by, *(key for key in statistics if key != by)]:
        systems = statistics[key]
        metrics[key] = systems[0].metric.about
        signatures[key] = systems[0].corpus().signature
        rankings[key] = rank_systems(
            systems,
            scored.names,
            baseline,
            trials if key in (by, *tested) else 0,
            seed=seed,
            clusters=clusters,
            unit=unit,
            progress=progress,
            higher_is_better=metrics[key].higher_is_better,
        )
    grades = grade_systems(rankings[by], scored, statistics[by], is_bleu=by == BLEU)
    return RankingReport(
        scored, rankings, metrics, signatures, findings, files or {}, test_set, grades=grades
    )


RANGES = (
    "Ranks: from 1 + the number of significantly better systems to the number not significantly "
    "worse."
)
RANKS = f"{RANGES} All systems above a line are significantly better than all below it."
# The column of intervals in the table of ranks.
INTERVAL = 3


def ranking_document(standings: RankingReport, medium: doc.Medium) -> doc.Document:
    """The document of a ranking, as much as the medium shows."""
    label = f"Systems by {standings.about.label}"
    sections = doc.sections_of(standings, SECTIONS, medium)
    heading = [doc.Span(label)]
    return doc.Document(f"{label} (ranking)", heading, sections, standings.gates.before(heading))


def _summary(standings: RankingReport, medium: doc.Medium) -> Iterator[doc.Section]:
    pieces: list[doc.Piece] = [*selection_pieces(standings.scored.evalset)]
    pieces += warning_pieces(standings.combined_findings)
    pieces.append(doc.Prose(standings.headline, "verdict"))
    pieces += [doc.plain(sentence, "muted") for sentence in standings.about_tests]
    yield doc.Section("summary", "", pieces)


def _ranking(standings: RankingReport, medium: doc.Medium) -> Iterator[doc.Section]:
    ranking, decimals = standings.ranking, standings.about.decimals
    table = ranking_table(ranking, standings.about, standings.grades)
    if not medium.is_full:
        yield doc.Section("ranking", "Ranking", [table])
        return
    # The intervals are drawn, under the bounds of their axis.
    intervals = [(one.ci_low, one.score, one.ci_high) for one in ranking.systems]
    table = with_drawn_intervals(table, INTERVAL, intervals, decimals)
    yield doc.Section("ranking", "Ranking", [table, doc.plain(RANKS, "muted")])


def _made_of(standings: RankingReport, medium: doc.Medium) -> Iterator[doc.Section]:
    rankings, metrics = standings.rankings, standings.metrics
    others = [(metrics[key], rankings[key]) for key in rankings if key != standings.by]
    table = score_parts_table(standings.ranking, standings.scored.statistics, others)
    is_smoothed = any(ARROW in cell for row in table.texts for cell in row[1:])
    notes = [doc.plain(SMOOTHED, "muted")] if is_smoothed else []
    yield doc.Section("made-of", table.label, [table, *notes])


def _pairs(standings: RankingReport, medium: doc.Medium) -> Iterator[doc.Section]:
    ranking, about = standings.ranking, standings.about
    table = pairs_table(ranking, about)
    if medium.width is not None and table.width > medium.width:
        return
    yield doc.Section(
        "pairs", table.label, [table, doc.plain(about_pairs(ranking, about), "muted")]
    )


def _oracle(standings: RankingReport, medium: doc.Medium) -> Iterator[doc.Section]:
    if standings.oracle is not None:
        sentence = oracle_sentence(standings.scored, standings.oracle)
        yield doc.Section("oracle", "Best output per segment", [doc.Prose(sentence)])


def _references(standings: RankingReport, medium: doc.Medium) -> Iterator[doc.Section]:
    if found := standings.reference_points:
        table = reference_points_table(found, drawn=medium.is_full)
        about = doc.plain(about_reference_points(found, "systems"), "muted")
        yield doc.Section("reference-points", TITLE, [table, about])


def _best(standings: RankingReport, medium: doc.Medium) -> Iterator[doc.Section]:
    bullets = []
    for results, after in standings.best:
        a, b = (doc.Span(name, "name") for name in results.names)
        names = [a, doc.Span(f" ({A}) and "), b, doc.Span(f" ({B}): ")]
        bullets.append(doc.Bullet([*names, *results.verdict, doc.Span(after)]))
    if bullets:
        yield doc.Section("best", "Comparisons of the best systems", [doc.Bullets(bullets)])


def _provenance(standings: RankingReport, medium: doc.Medium) -> Iterator[doc.Section]:
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
        *origin_rows(data, signature, standings.sacrebleu_command, standings.inputs),
        ("comparison digest", doc.Span(data.digest, "signature")),
    ]
    tests = (
        f"Tests: paired approximate randomization, {format_int(ranking.trials)} trials; intervals: "
        f"paired bootstrap, {format_int(ranking.samples)} samples; seed {number(ranking.seed, 12)}."
    )
    yield provenance(scored.config, rows, *([doc.plain(tests)] if ranking.tested else []))


SECTIONS: dict[str, Callable[[RankingReport, doc.Medium], Iterator[doc.Section]]] = {
    "summary": _summary,
    "gates": lambda standings, medium: ranking_gates(standings.gates),
    "ranking": _ranking,
    "made-of": _made_of,
    "pairs": _pairs,
    "oracle": _oracle,
    "reference-points": _references,
    "best": _best,
    "notes": lambda standings, medium: notes_section(standings.combined_findings, medium),
    "provenance": _provenance,
}
