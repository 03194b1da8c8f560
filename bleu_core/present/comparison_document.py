"""The document of a comparison: all sections of its report, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial

from bleu_core.common.formatting import format_count, format_delta, format_int
from bleu_core.common.pair import DEFAULT_NAMES, A, B
from bleu_core.explain.changed_spans import SegmentChanges, segment_changes
from bleu_core.explain.ngram_families import SCOPE
from bleu_core.present import charts
from bleu_core.present import document as doc
from bleu_core.present.charts import BarChart
from bleu_core.present.comparison_report import (
    ComparisonReport,
    HashedInput,
    compare_command,
    origin_facts,
    phrases_table,
    selection_note,
    serious,
    settings,
)
from bleu_core.present.tables import LOOK, NOTES, other_metrics, references, segments
from bleu_core.present.tables import comparison_tables as tables
from bleu_core.present.tables.gates import comparison_gates
from bleu_core.readers.input_checks import Finding
from bleu_core.text.config import BleuConfig
from bleu_core.text.evalset import EvalSet

FAMILIES = (
    "A family contains all n-grams with a given token or kind of character. Families are listed if "
    f"they contribute significantly more than their share of all matches and {A} and {B} do not "
    "win equally often (q < 0.05 over all families). Each n-gram counts only in its first family: "
    "points and share of matches exclude n-grams of earlier families; wins and q are of the whole "
    "family."
)
PHRASES = (
    "N-grams whose matches differ in two segments or more, sorted by size. “Own points” are those "
    "of the n-gram's matches; “with nested” adds shorter n-grams inside it that depend on it. q is "
    "corrected over all n-grams whose matches differ in six segments or more."
)
PROVENANCE = "Settings and provenance"
# The most bars in the figure of documents; more would be too thin to click.
MOST_DOCUMENTS = 200
# Segments with a line in a comment.
MOST_WORST = 3


def comparison_document(content: ComparisonReport, medium: doc.Medium) -> doc.Document:
    """The document of a comparison, as much as the medium shows."""
    change, (a, b) = format_delta(content.comparison.delta), content.names
    sections = doc.sections_of(content, SECTIONS, medium)
    if medium.opens:
        sections = [replace(one, is_folded=one.id not in medium.opens) for one in sections]
    usual_a, usual_b = DEFAULT_NAMES
    of_a, of_b = _with_side(A, "a", a, usual_a), _with_side(B, "b", b, usual_b)
    heading = [*of_a, doc.Span(" vs "), *of_b]
    short = content.gates.before([doc.Span(f"BLEU {change}, "), *heading])
    return doc.Document(f"{a} → {b}: {change} BLEU", heading, sections, short)


def _with_side(side: str, tone: str, name: str, usual: str) -> list[doc.Span]:
    """What a side is called and the name of its system, unless it has only the usual one."""
    if name == usual:
        return [doc.Span(side, tone)]
    return [doc.Span(f"{side} ", tone), doc.Span(name, "name")]


def _summary(content: ComparisonReport, medium: doc.Medium) -> Iterator[doc.Section]:
    pieces: list[doc.Piece] = [*selection_pieces(content.comparison.evalset)]
    pieces += warning_pieces(content.findings)
    pieces.append(doc.Prose(content.verdict, "verdict"))
    pieces.append(names_prose(content.names))
    if content.among:
        pieces.append(doc.plain(content.among))
    yield doc.Section("summary", "", pieces)


def selection_pieces(data: EvalSet) -> Iterator[doc.Piece]:
    """How many of the segments these are, and the expression that selected them."""
    if some := selection_note(data):
        where = [doc.Span(": "), doc.Span(data.where, "signature")] if data.where else []
        yield doc.Prose([doc.Span(some, "strong"), *where], "only")


def warning_pieces(findings: Sequence[Finding]) -> Iterator[doc.Piece]:
    """All input warnings, if there are any."""
    if sentences := [finding.sentence for finding in serious(findings)]:
        yield doc.Problems(LOOK, sentences)


def notes_section(findings: Sequence[Finding], medium: doc.Medium) -> Iterator[doc.Section]:
    """The input notes, those after the first folded."""
    notes = [finding.sentence for finding in findings if finding.severity == "notice"]
    first = notes[: medium.notices]
    if not first:
        return
    pieces: list[doc.Piece] = [doc.Problems("", first)]
    if others := notes[len(first) :]:
        more = format_count(len(others), "more input note")
        brief = f"{more}: see the HTML report or JSON."
        pieces.append(doc.Details(more, [doc.Problems("", others)], brief))
    yield doc.Section("notes", NOTES, pieces)


def names_prose(names: tuple[str, str]) -> doc.Prose:
    """Which system is A and which B, and how differences are counted."""
    delta = f"; Δ is {B} − {A}, in BLEU points (0-100)."
    if names == DEFAULT_NAMES:
        roles = doc.Span(" is the baseline, "), doc.SPAN_B, doc.Span(f" the candidate{delta}")
        return doc.Prose([doc.SPAN_A, *roles])
    a, b = (doc.Span(name, "name") for name in names)
    between = " (baseline) is ", ", ", " (candidate) is ", delta
    of_a, comma, of_b, end = map(doc.Span, between)
    return doc.Prose([doc.SPAN_A, of_a, a, comma, doc.SPAN_B, of_b, b, end])


def _made_of(content: ComparisonReport, medium: doc.Medium) -> Iterator[doc.Section]:
    """From BLEU of A to BLEU of B; precisions where points cannot be attributed."""
    comparison = content.comparison
    title, kind = "Contributions to Δ", "waterfall"
    if not comparison.ledger.defined:
        title, kind = "Precision by n-gram order", "precisions"
    yield figure_section("made-of", title, kind, lambda: getattr(charts, kind)(comparison))


def figure_section(key: str, title: str, kind: str, draw: Callable[[], BarChart]) -> doc.Section:
    """A section with one figure."""
    return doc.Section(key, title, [doc.Figure(kind, title, draw)])


def _parts(content: ComparisonReport, medium: doc.Medium) -> Iterator[doc.Section]:
    """The parts of both scores, with the points of each."""
    notes = (
        tables.smoothing_note(content.parts),
        tables.unattributed_note(content.comparison.ledger),
    )
    table = tables.parts_table(content.parts)
    yield doc.Section(
        "parts", "Score components", [table, *(doc.plain(note, "muted") for note in notes if note)]
    )


def _tests(content: ComparisonReport, medium: doc.Medium) -> Iterator[doc.Section]:
    """The significance tests, with their unit."""
    if content.significance is not None and content.tests:
        about = content.significance.about_unit, content.significance.about_power
        notes = [doc.plain(sentence, "muted") for sentence in about if sentence]
        if stability := tables.stability_sentence(content.comparison, content.significance):
            notes.append(doc.Prose(stability, "muted"))
        yield doc.Section("tests", "Significance", [tables.tests_table(content.tests), *notes])


def _references(content: ComparisonReport, medium: doc.Medium) -> Iterator[doc.Section]:
    if found := content.reference_points:
        table = references.comparison_points_table(content.comparison, found, medium.is_full)
        about = doc.plain(references.about_reference_points(found), "muted")
        yield doc.Section("reference-points", references.TITLE, [table, about])
    if shares := content.reference_shares:
        about = doc.plain(references.about_reference_shares(shares), "muted")
        yield doc.Section(
            "reference-shares",
            references.SHARES,
            [references.reference_shares_table(shares), about],
        )


def _metric_pairs(content: ComparisonReport, medium: doc.Medium) -> Iterator[doc.Section]:
    if not content.metric_pairs:
        return
    judged = content.all_metric_pairs
    pieces: list[doc.Piece] = [
        doc.Prose(other_metrics.agreement(judged)),
        other_metrics.metrics_results_table(judged),
    ]
    no_test_reason = content.comparison.evalset.no_test_reason
    if people := [] if no_test_reason else other_metrics.people(judged):
        pieces.append(doc.Prose(people))
    metrics = other_metrics.metrics_table(judged)
    yield doc.Section("opinions", "Other metrics", [*pieces, doc.Details(metrics.label, [metrics])])


def _degenerate(content: ComparisonReport, medium: doc.Medium) -> Iterator[doc.Section]:
    table = segments.degenerate_table(content.detectors)
    if table.rows:
        rules = [f"{one.label}: {one.about}" for one in content.detectors if one.a or one.b]
        more = (
            [doc.Bullets([doc.Bullet([doc.Span(rule)]) for rule in rules])]
            if medium.is_full
            else []
        )
        yield doc.Section("degenerate", segments.DEGENERATE, [table, *more])


def _slices(content: ComparisonReport, medium: doc.Medium) -> Iterator[doc.Section]:
    if content.slices is not None:
        sentences = map(doc.plain, segments.slice_sentences(content.slices))
        yield doc.Section(
            "slices", segments.SLICES, [*sentences, *segments.slice_tables(content.slices)]
        )


def _figures(content: ComparisonReport, medium: doc.Medium) -> Iterator[doc.Section]:
    """Points along the test set and by document, and the distribution of Δ."""
    comparison = content.comparison
    if comparison.ledger.defined:
        draw = partial(charts.strip_of_runs, comparison)
        yield figure_section("along", "By position", "strip", draw)
    if comparison.ledger.defined and comparison.evalset.documents is not None:
        draw = partial(charts.strip_of_documents, comparison, MOST_DOCUMENTS)
        yield figure_section("documents", "By document", "documents", draw)
    draw = partial(charts.delta_histogram, comparison.sentence_deltas)
    yield figure_section("histogram", "Segment differences", "histogram", draw)


def _worst(content: ComparisonReport, medium: doc.Medium) -> Iterator[doc.Section]:
    """For a medium that folds the lists of segments: a line on each of those that matter most."""
    if not medium.opens or not content.sides[0][1]:
        return
    bullets = []
    for segment in content.sides[0][1][:MOST_WORST]:
        found = segment_changes(content.comparison, segment.row)
        changes = segments.change_sentence(segment.a, segment.b, found)
        bullets.append(doc.Bullet([*segments.segment_place(segment), *changes]))
    yield doc.Section("worst", "", [doc.Bullets(bullets)])


def _families(content: ComparisonReport, medium: doc.Medium) -> Iterator[doc.Section]:
    if content.families and content.families.rows:
        about = FAMILIES if medium.is_full else f"{SCOPE[0].upper()}{SCOPE[1:]}."
        table = tables.families_table(content.families)
        yield doc.Section("families", table.label, [doc.plain(about), table])


def _ngrams(content: ComparisonReport, medium: doc.Medium) -> Iterator[doc.Section]:
    if content.phrases:
        table = phrases_table(content, medium.ngrams)
        yield doc.Section("ngrams", table.label, [doc.plain(PHRASES), table])


def words_sections(content: ComparisonReport, medium: doc.Medium) -> Iterator[doc.Section]:
    """The table of words by frequency, if they are counted."""
    if content.frequencies:
        table = tables.words_table(content.frequencies)
        file = content.word_counts[0] if content.word_counts else ""
        about = tables.about_words(file, content.significance is not None)
        yield doc.Section("frequencies", table.label, [table, doc.Prose(about, "muted")])


def _sides(content: ComparisonReport, medium: doc.Medium) -> Iterator[doc.Section]:
    """The segments with the largest gains and losses."""
    for number, (title, found) in enumerate(content.sides, 1):
        if shown := found[: medium.segments]:
            yield doc.Section(f"segments-{number}", title, [_opened(content, shown)])


def _opened(content: ComparisonReport, shown: Sequence[doc.Segment]) -> doc.Segments:
    comparison = content.comparison

    @cache
    def changes(row: int) -> SegmentChanges:
        return segment_changes(comparison, row)

    return doc.Segments(
        shown,
        comparison.config,
        content.annotations,
        lambda segment: segments.change_sentence(segment.a, segment.b, changes(segment.row)),
        lambda segment: changes(segment.row).spans or (),
    )


def _annotations(content: ComparisonReport, medium: doc.Medium) -> Iterator[doc.Section]:
    annotations = content.annotations
    if not annotations:
        return
    from bleu_core.segments.annotations import verdict_agreement

    number = len(annotations)
    told = f"{format_count(number, 'segment has', 'segments have')} annotations"
    opened = content.annotated[: medium.annotated]
    if opened and len(opened) < number:
        told += f"; {format_int(len(opened))} are shown, those with a note first"
    pieces: list[doc.Piece] = [doc.plain(f"{told}.")]
    found = verdict_agreement(content.comparison, annotations)
    verdicts, labels = segments.verdicts_table(found), segments.labels_table(annotations)
    if verdicts.rows:
        pieces += [verdicts, doc.plain(segments.agreement_sentence(found))]
    if labels.rows:
        pieces.append(labels)
    if medium.notes and (
        notes := segments.note_bullets(annotations, content.annotated, medium.notes)
    ):
        pieces.append(doc.Bullets(notes))
    if opened:
        pieces.append(_opened(content, opened))
    yield doc.Section("annotations", "Annotations", pieces)


def _provenance(content: ComparisonReport, medium: doc.Medium) -> Iterator[doc.Section]:
    data, signature = content.comparison.evalset.whole, content.comparison.score_a.signature
    again = compare_command(content)
    if medium.is_full:
        rows = [
            *origin_rows(data, signature, content.sacrebleu_command, content.inputs),
            ("segments compared", doc.Span(selection_note(content.comparison.evalset))),
            ("where", doc.Span(content.where, "signature")),
            ("command", doc.Span(again, "signature")),
            ("comparison digest", doc.Span(data.digest, "signature")),
        ]
        yield provenance(content.comparison.config, rows)
        return
    # A signature without its score says nothing.
    others = [] if "opinions" in medium.omits else content.metric_pairs
    scores = [judged.metric_pair.a.corpus() for judged in others]
    yield brief_provenance(
        ("Signature", "", signature),
        *(("Signature of ", score.name, score.signature) for score in scores),
        ("Command", "", again),
        ("Digest", "", "" if medium.is_brief else data.digest),
    )


def origin_rows(
    evalset: EvalSet, signature: str, by_sacrebleu: str, inputs: Iterable[HashedInput]
) -> Iterator[tuple[str, doc.Span]]:
    """Signature, sacreBLEU's command ('' for none), size and origin of a test set."""
    yield "signature", doc.Span(signature, "signature")
    yield "sacreBLEU command", doc.Span(by_sacrebleu, "signature")
    yield "segments", doc.Span(format_int(len(evalset)))
    for name, value in origin_facts(evalset, inputs):
        yield name, doc.Span(value, "signature")


def provenance(
    config: BleuConfig, rows: Iterable[tuple[str, doc.Span]], *more: doc.Piece
) -> doc.Section:
    """The settings, and those of these rows that have a value."""
    of_settings = [(name, doc.Span(text)) for name, text in settings(config).items()]
    cells = [[doc.Span(name), value] for name, value in [*of_settings, *rows] if value.text]
    columns = [doc.Column("", is_text=True), doc.Column("", is_text=True)]
    table = doc.Table("Settings, signature and digests", columns, cells, kind="provenance")
    return doc.Section("provenance", PROVENANCE, [table, *more])


def brief_provenance(*facts: tuple[str, str, str]) -> doc.Section:
    """Facts that have a value: our name, a user's name if any, the value."""
    bullets = [
        doc.Bullet(
            [doc.Span(ours), doc.Span(theirs, "name"), doc.Span(": "), doc.Span(value, "signature")]
        )
        for ours, theirs, value in facts
        if value
    ]
    return doc.Section("provenance", PROVENANCE, [doc.Bullets(bullets)])


SECTIONS: dict[str, Callable[[ComparisonReport, doc.Medium], Iterator[doc.Section]]] = {
    "summary": _summary,
    "gates": lambda content, medium: comparison_gates(content.gates),
    "worst": _worst,
    "made-of": _made_of,
    "parts": _parts,
    "tests": _tests,
    "opinions": _metric_pairs,
    "references": _references,
    "degenerate": _degenerate,
    "slices": _slices,
    "figures": _figures,
    "families": _families,
    "ngrams": _ngrams,
    "frequencies": words_sections,
    "segments": _sides,
    "annotations": _annotations,
    "notes": lambda content, medium: notes_section(content.findings, medium),
    "provenance": _provenance,
}
