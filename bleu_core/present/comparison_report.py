"""Contents of a comparison's report: account, n-grams, findings, annotations, selected segments."""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.common.arrays import nulls_as_empty, string_array, utf8_buffer
from bleu_core.common.formatting import (
    format_count,
    format_int,
    format_p_cell,
    format_plain,
    format_small_delta,
)
from bleu_core.common.pair import A, B
from bleu_core.common.progress import Progress
from bleu_core.explain.comparison import Comparison
from bleu_core.explain.family_members import FamilyMembers, family_members
from bleu_core.explain.ngram_families import Families, find_families
from bleu_core.explain.ngrams import MIN_WINS, NgramTable
from bleu_core.explain.substitutes import Substitute
from bleu_core.metrics import is_metric, metric_keys
from bleu_core.metrics.imported import KEY_PREFIX
from bleu_core.metrics.signature import sacrebleu_command
from bleu_core.present.document import Column, Segment, Span, Table, build_table, signed, text
from bleu_core.present.tables import MOVERS, ComparisonResults
from bleu_core.present.tables.comparison_tables import close_table, instead_column
from bleu_core.present.tables.gates import GateReport
from bleu_core.present.tables.segments import segment_of
from bleu_core.present.tables.verdict import difference_sentences, main_family
from bleu_core.readers.input_checks import Finding, examine, split_by_system
from bleu_core.segments.detectors import DetectorCounts, Thresholds
from bleu_core.significance import Significance
from bleu_core.significance.metric_tests import MetricSignificance
from bleu_core.significance.other_settings import try_other_settings
from bleu_core.text.config import BleuConfig, tokenizer_for
from bleu_core.text.evalset import EvalSet

if TYPE_CHECKING:
    from bleu_core.segments.annotations import Annotations
    from bleu_core.segments.finder import SliceFindings
    from bleu_core.segments.saved_slices import SavedSlice

# Annotated segments that are shown; each is opened in full.
MOST_ANNOTATED = 100


class NgramRow(NamedTuple):
    """An n-gram with a large contribution: clipped matches, segments won, sign test, points.

    It is selected for its size among many, so use q, not p; both are NaN if A and B differ in fewer
    than six segments.
    """

    text: str
    order: int
    matches_a: int
    matches_b: int
    wins_a: int
    wins_b: int
    p: float
    q: float
    points: float
    points_with_folded: float  # with those of the shorter n-grams inside it that depend on it
    # The number of those.
    folded: int = 0
    # What the losing system has instead, of the n-grams that a report lists.
    substitute: Substitute | None = None


# What the roles of the two outputs are called; programs read the roles in JSON.
ROLES = {"A": A, "B": B}


class HashedInput(NamedTuple):
    """A text that was compared: SHA-256 of its segments, each ended by a line feed; its file."""

    role: str
    name: str
    sha256: str
    file: str = ""


@dataclass(frozen=True, eq=False)
class ComparisonReport(ComparisonResults):
    """The account of a comparison, with n-grams, findings, annotations and inputs."""

    findings: list[Finding] = field(default_factory=list)  # on the input, serious ones first
    findings_on_others: int = 0  # on other systems of the test set
    # Those with most points either way, the largest first; no match is in two of them.
    ngrams: list[NgramRow] = field(default_factory=list)
    members: Sequence[FamilyMembers] = ()  # of each family in `families`
    inputs: list[HashedInput] = field(default_factory=list)
    annotations: Annotations = field(default_factory=dict)
    thresholds: Thresholds = field(default_factory=Thresholds)  # for the detectors in `where`
    saved_slices: Sequence[SavedSlice] = ()  # of the interactive page
    test_set: tuple[str, str] | None = None  # name and language pair, if it is sacreBLEU's
    options: Sequence[str] = ()  # of a command, for a test set that is named
    gates: GateReport = field(default_factory=GateReport)

    @property
    def difference(self) -> str:
        """What happened, in words; '' where BLEU is 0 or hardly or not significantly differs."""
        if self.significance is not None and not self.significance.significant:
            return ""
        others = self.other_settings or ()
        return text(difference_sentences(self.comparison, self.families, others, self.detectors))

    @property
    def phrases(self) -> list[NgramRow]:
        """The n-grams that a report lists."""
        return self.ngrams[:PHRASES]

    @property
    def where(self) -> str:
        """The expression that chose the segments that are compared; '' where none did."""
        return self.comparison.evalset.where

    @property
    def of(self) -> int:
        """The number of segments of the whole test set."""
        return len(self.comparison.evalset.whole)

    @property
    def among(self) -> str:
        """The number of systems in the test set, and of findings about the others; '' for two."""
        number = len(self.comparison.evalset.systems)
        if number <= 2:
            return ""
        others = self.findings_on_others
        of_others = ("input problem of other systems is", "input problems of other systems are")
        told = f" {format_count(others, *of_others)} not shown." if others else ""
        return f"{A} and {B} are two of {format_int(number)} systems in the test set.{told}"

    @property
    def sacrebleu_command(self) -> str:
        """The command that gives the same scores; '' if none does, and for a part of the files."""
        if self.comparison.evalset.whole is not self.comparison.evalset:
            return ""
        outputs = [one.file or ROLES[one.role] for one in self.inputs if one.role in ROLES]
        references = reference_files(self.inputs)
        return sacrebleu_command(self.comparison.config, references, outputs, self.test_set)

    @cached_property
    def annotated(self) -> list[Segment]:
        """Annotated segments in file order; of many, those with a note before others."""
        notes = self.annotations
        first = sorted(notes, key=lambda i: (not notes[i].note, i))[:MOST_ANNOTATED]
        return [segment_of(self.comparison, i) for i in sorted(first)]

    def closing(self, listed: Iterable[NgramRow]) -> list[tuple[str, float]]:
        """The rows that complete a list of n-grams to Δ."""
        if self.sources is None:
            return []
        return self.sources.closing(sum(phrase.points_with_folded for phrase in listed))


def reference_files(inputs: Iterable[HashedInput]) -> list[str]:
    """The files of references; those that are not known have the names of their roles."""
    return [one.file or f"REFERENCE-{one.name}" for one in inputs if one.role == "reference"]


def serious(findings: Iterable[Finding]) -> list[Finding]:
    """The findings that make the numbers unreliable."""
    return [finding for finding in findings if finding.severity == "serious"]


def phrases_table(content: ComparisonReport, most: int | None = None) -> Table:
    """The n-grams with most points, all or the first, closed to Δ."""
    listed = content.phrases[:most]
    table = build_table(
        "Largest n-gram contributions",
        listed,
        (Column("n-gram", is_text=True), lambda row: Span(row.text, "quoted")),
        (Column("n"), lambda row: row.order),
        (Column(f"matches {A}", "a"), lambda row: row.matches_a),
        (Column(f"matches {B}", "b"), lambda row: row.matches_b),
        (Column(f"{A} wins", "a"), lambda row: row.wins_a),
        (Column(f"{B} wins", "b"), lambda row: row.wins_b),
        (Column("q"), lambda row: format_p_cell(row.q)),
        *instead_column(listed),
        (Column("own points"), lambda row: signed(format_small_delta(row.points))),
        (Column("with nested"), lambda row: signed(format_small_delta(row.points_with_folded))),
        kind="phrases",
    )
    return close_table(table, content.closing(listed))


def settings(config: BleuConfig) -> dict[str, str]:
    """The settings of a score in words."""
    value = f" ({format_plain(config.smoothing)})" if config.smoothing else ""
    return {
        "tokenizer": config.tokenize,
        "case": "lowercased" if config.lowercase else "unchanged",
        "smoothing": config.smooth_method + value,
        "n-gram orders": f"1 to {config.max_ngram_order}",
        "weights": ", ".join(map(format_plain, config.weights or ())) or "equal",
        "effective order": "yes" if config.effective_order else "no",
        "reference length": config.reference_length,
    }


# The most n-grams that a report lists, and that a page does, of all and of each family.
PHRASES = 20
MOST_NGRAMS = 1_000
MOST_MEMBERS = 30
# Lines hashed at a time.
CHUNK = 50_000


def gather(
    comparison: Comparison,
    significance: Significance | None = None,
    evidence: NgramTable | NgramSummary | None = None,
    segments: int = MOVERS,
    annotations: Annotations | None = None,
    findings: Sequence[Finding] | None = None,
    files: Mapping[str, str] | None = None,
    metric_pairs: Sequence[MetricSignificance] = (),
    slices: SliceFindings | None = None,
    saved_slices: Sequence[SavedSlice] = (),
    thresholds: Thresholds | None = None,
    detectors: Sequence[DetectorCounts] = (),
    test_set: tuple[str, str] | None = None,
    options: Sequence[str] = (),
    p_holm: float | None = None,
    word_counts: tuple[str, Mapping[str, int]] | None = None,
) -> ComparisonReport:
    """Collect the report of a comparison; findings and digests are of the whole test set.

    `evidence` is from `ngrams.evidence`, or summarized already: the table of a large comparison is
    large. `segments` is the most segments each way. `files` are paths by the SHA-256 of their
    contents. `thresholds` are those of the expression that selected the segments. `findings` are
    computed if missing; the report lacks what else is missing.
    """
    whole = comparison.evalset.whole
    examined = examine(whole, comparison.config) if findings is None else findings
    if not isinstance(evidence, NgramSummary):
        evidence = summarize_ngrams(comparison, evidence)
    own, others = split_by_system(examined, whole, (comparison.a, comparison.b))
    return ComparisonReport(
        comparison=comparison,
        significance=significance,
        families=evidence.families,
        most=segments,
        findings=own,
        findings_on_others=len(others),
        ngrams=evidence.ngrams,
        members=evidence.members,
        inputs=inputs_of(whole, [("A", comparison.a), ("B", comparison.b)], files or {}),
        annotations=annotations or {},
        metric_pairs=metric_pairs,
        slices=slices,
        saved_slices=saved_slices,
        thresholds=thresholds or Thresholds(),
        detectors=detectors,
        test_set=test_set,
        options=options,
        other_settings=try_other_settings(
            comparison, main_family(evidence.families, comparison.delta)
        ),
        p_holm=p_holm,
        word_counts=word_counts,
    )


class NgramSummary(NamedTuple):
    """The n-grams of a report: largest contributions, families and their members."""

    ngrams: list[NgramRow]
    families: Families | None
    members: Sequence[FamilyMembers] = ()  # of each family


def summarize_ngrams(
    comparison: Comparison,
    table: NgramTable | None,
    listed: int = PHRASES,
    progress: Progress = lambda part: None,
) -> NgramSummary:
    """The n-grams of a report from their evidence, with substitutes of the first `listed`."""
    if table is None:
        return NgramSummary([], None)
    ngrams = largest_ngrams(table)
    for place, row in enumerate(ngrams[:listed]):
        found = table.substitutes.find(row.text, lost_by_a=row.points > 0)
        ngrams[place] = row._replace(substitute=found)
    progress(0.1)
    families = find_families(comparison, table)
    if families is None:
        return NgramSummary(ngrams, None)
    progress(0.4)
    prices = comparison.ledger.per_match
    return NgramSummary(
        ngrams, families, family_members(table, families.rows, prices, MOST_MEMBERS)
    )


def largest_ngrams(table: NgramTable, text: str = "", least: int = MIN_WINS) -> list[NgramRow]:
    """The n-grams with most points either way that contain a text, the largest first.

    Their matches differ in `least` segments or more.
    """
    rows = table.largest_first(table.rows(text))
    is_listed = (table.counts.wins[rows] >= least) & (table.points_with_folded[rows] != 0)
    rows = rows[is_listed][:MOST_NGRAMS]
    numbers = (table.column(name)[rows].tolist() for name in NgramRow._fields[1:-2])
    under = table.fold
    folded = np.bincount(under[under >= 0], minlength=len(table))[rows].tolist()
    return list(map(NgramRow, table.texts(rows).to_pylist(), *numbers, folded))


def inputs_of(
    evalset: EvalSet, systems: Iterable[tuple[str, str]], files: Mapping[str, str]
) -> list[HashedInput]:
    """The scored texts and files; `systems` are roles with names; none if there is an `origin`."""
    if evalset.origin is not None:
        return []
    columns = [(role, name, evalset.systems[name]) for role, name in systems]
    columns += [("reference", str(n), text) for n, text in enumerate(evalset.references, 1)]
    columns += [("source", "", evalset.source), ("documents", "", evalset.documents)]
    hashed = [(role, name, _sha256(text)) for role, name, text in columns if text is not None]
    return [HashedInput(role, name, sha, files.get(sha, "")) for role, name, sha in hashed]


def origin_facts(evalset: EvalSet, inputs: Iterable[HashedInput]) -> list[tuple[str, str]]:
    """The digests of the texts, or where texts come from that are too large to be hashed."""
    if origin := evalset.origin:
        return [*origin.facts]
    called = []
    for one in inputs:
        role = ROLES.get(one.role, one.role)
        # A name that only repeats the role, such as "A", is left out.
        called.append(" ".join(dict.fromkeys(filter(None, (role, one.name)))))
    return [(f"SHA-256 of {name}", one.sha256) for name, one in zip(called, inputs, strict=True)]


def _sha256(column: pa.Array) -> str:
    """SHA-256 of a text file with these lines; a missing line counts as empty."""
    found, (empty, line_end) = hashlib.sha256(), string_array(["", "\n"])
    for start in range(0, len(column), CHUNK):
        lines = nulls_as_empty(column[start : start + CHUNK])
        text, _ = utf8_buffer(pc.binary_join_element_wise(lines, empty, line_end))
        found.update(text.data)
    return found.hexdigest()


def selection_note(data: EvalSet) -> str:
    """How many of the segments an expression selects, all or "only N of M"; '' without one."""
    number, of = len(data), len(data.whole)
    if data.whole is data:
        return ""
    if number == of:
        return f"All {format_count(of, 'segment')}"
    return f"Only {format_int(number)} of {format_count(of, 'segment')}"


def compare_command(content: ComparisonReport) -> str:
    """The command that compares the same segments; '' where they are all, or chosen by hand.

    None is known for those chosen by annotations or imported scores.
    """
    if not content.where:
        return ""
    from bleu_core.segments.columns import ANNOTATION_COLUMNS
    from bleu_core.segments.expressions import names, parse
    from bleu_core.segments.worklist import metrics_named

    columns = {name.text for name in names(parse(content.where))}
    if columns & ANNOTATION_COLUMNS or any(f".{KEY_PREFIX}" in name for name in columns):
        return ""
    roles = {**ROLES, "source": "SOURCE", "documents": "DOCUMENTS"}
    files: dict[str, list[str]] = {}
    for one in content.inputs:
        usual = roles.get(one.role, f"REFERENCE-{one.name}")
        files.setdefault(one.role, []).append(one.file or usual)
    words = [*files.get("A", []), *files.get("B", [])]
    for role, option in (("reference", "--ref"), ("source", "--src"), ("documents", "--docs")):
        words += [option, *files[role]] if role in files and not content.options else []
    words += content.options
    if origin := content.comparison.evalset.whole.origin:
        words = [*origin.command]
    pair = content.options[content.options.index("-l") + 1] if content.options else None
    default = BleuConfig(tokenize=tokenizer_for(pair))
    words += [*_changed(content.comparison.config, default), "--where", content.where]
    for name in _differing(content.thresholds, Thresholds()):
        words += ["--threshold", f"{name}={format_plain(getattr(content.thresholds, name), 15)}"]
    keys = [one.metric_pair.about.key for one in content.metric_pairs]
    keys += metrics_named(content.where, metric_keys())
    if known := [key for key in dict.fromkeys(keys) if key != "bleu" and is_metric(key)]:
        words += ["-m", *known]
    return shlex.join(["bleuscope", "compare", *words])


def _differing(settings: Any, usual: Any) -> list[str]:
    names = [field.name for field in fields(settings)]
    return [name for name in names if getattr(settings, name) != getattr(usual, name)]


def _changed(config: BleuConfig, usual: BleuConfig) -> list[str]:
    """The settings of a score as options, without defaults."""
    words = []
    for name in _differing(config, usual):
        value = getattr(config, name)
        words.append(f"--{name.replace('_', '-')}")
        if isinstance(value, tuple):
            words.append(",".join(map(repr, value)))
        elif not isinstance(value, bool):
            words.append(str(value))
    return words
