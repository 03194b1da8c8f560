"""The document of a comparison: all sections of its report, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial

from bleu_core.common.formatting import format_count, format_delta, format_int
from bleu_core.common.pair import LABEL_A, LABEL_B
from bleu_core.explain.changed_spans import SegmentChanges, segment_changes
from bleu_core.explain.ngram_families import SCOPE
from bleu_core.present import charts
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
from bleu_core.present.document import (
    SPAN_A,
    SPAN_B,
    Bullet,
    Bullets,
    Column,
    Details,
    Document,
    Figure,
    Medium,
    Piece,
    Problems,
    Prose,
    Section,
    Segment,
    Segments,
    Span,
    Table,
    plain,
    sections_of,
)
from bleu_core.present.tables import LOOK, NOTES, other_metrics
from bleu_core.present.tables.comparison_tables import (
    about_words,
    families_table,
    parts_table,
    smoothing_note,
    stability_sentence,
    tests_table,
    unattributed_note,
    words_table,
)
from bleu_core.present.tables.gates import comparison_gates
from bleu_core.present.tables.references import (
    SHARES,
    TITLE,
    about_reference_points,
    about_reference_shares,
    comparison_points_table,
    reference_shares_table,
)
from bleu_core.present.tables.segment_sentences import change_sentence
from bleu_core.present.tables.segments import (
    DEGENERATE,
    SLICES,
    agreement_sentence,
    degenerate_table,
    labels_table,
    note_bullets,
    slice_sentences,
    slice_tables,
    verdicts_table,
)
from bleu_core.readers.input_checks import Finding
from bleu_core.text.config import BleuConfig
from bleu_core.text.evalset import EvalSet

FAMILIES = (
    "A family contains all n-grams with a given token or kind of character. Families are listed if "
    "they contribute more than their share of all matches and A and B do not win equally often "
    "(q < 0.05 over all families). Each n-gram counts only in its first family: points and share "
    "of matches exclude n-grams of earlier families; wins and q are of the whole family."
)
PHRASES = (
    "N-grams whose matches differ in two segments or more, sorted by size. “Own points” are those "
    "of the n-gram's matches; “with nested” adds shorter n-grams inside it that depend on it. q is "
    "corrected over all n-grams whose matches differ in six segments or more."
)
PROVENANCE = "Settings and provenance"
CONTRIBUTIONS = "Largest contributions (the difference may be due to chance)"
# The most bars in the figure of documents; more would be too thin to click.
MOST_DOCUMENTS = 200
# Segments with a line in a comment.
MOST_WORST = 3


def comparison_document(content: ComparisonReport, medium: Medium) -> Document:
    """The document of a comparison, as much as the medium shows."""
    change, (a, b) = format_delta(content.comparison.delta), content.names
    sections = sections_of(content, SECTIONS, medium)
    if medium.opens:
        sections = [replace(one, is_folded=one.id not in medium.opens) for one in sections]
    heading = [*_with_letter(LABEL_A, "a", a), Span(" vs "), *_with_letter(LABEL_B, "b", b)]
    short = content.gates.before([Span(f"BLEU {change}, "), *heading])
    return Document(f"{a} → {b}: {change} BLEU", heading, sections, short)


def _with_letter(letter: str, tone: str, name: str) -> list[Span]:
    """A letter and the name of its system, unless the name is that letter."""
    if name == letter:
        return [Span(letter, tone)]
    return [Span(f"{letter} ", tone), Span(name, "name")]


def _summary(content: ComparisonReport, medium: Medium) -> Iterator[Section]:
    pieces: list[Piece] = [*selection_pieces(content.comparison.evalset)]
    pieces += warning_pieces(content.findings)
    pieces.append(Prose(content.verdict.sentences, "verdict"))
    if waiting := content.verdict.more:
        pieces.append(Details(CONTRIBUTIONS, [Prose(waiting)]))
    pieces.append(names_prose(content.names))
    if content.among:
        pieces.append(plain(content.among))
    yield Section("summary", "", pieces)


def selection_pieces(data: EvalSet) -> Iterator[Piece]:
    """How many of the segments these are, and the expression that selected them."""
    if some := selection_note(data):
        where = [Span(": "), Span(data.where, "signature")] if data.where else []
        yield Prose([Span(some, "strong"), *where], "only")


def warning_pieces(findings: Sequence[Finding]) -> Iterator[Piece]:
    """All input warnings, if there are any."""
    if sentences := [finding.sentence for finding in serious(findings)]:
        yield Problems(LOOK, sentences)


def notes_section(findings: Sequence[Finding], medium: Medium) -> Iterator[Section]:
    """The input notes, those after the first folded."""
    notes = [finding.sentence for finding in findings if finding.severity == "notice"]
    first = notes[: medium.notices]
    if not first:
        return
    pieces: list[Piece] = [Problems("", first)]
    if others := notes[len(first) :]:
        more = format_count(len(others), "more input note")
        brief = f"{more}: see the HTML report or JSON."
        pieces.append(Details(more, [Problems("", others)], brief))
    yield Section("notes", NOTES, pieces)


def names_prose(names: tuple[str, str]) -> Prose:
    """Which system is A and which B, and how differences are counted."""
    delta = "; Δ is B − A, in BLEU points (0-100)."
    if names == (LABEL_A, LABEL_B):
        roles = Span(" is the baseline, "), SPAN_B, Span(f" the candidate{delta}")
        return Prose([SPAN_A, *roles])
    a, b = (Span(name, "name") for name in names)
    between = " (baseline) is ", ", ", " (candidate) is ", delta
    of_a, comma, of_b, end = map(Span, between)
    return Prose([SPAN_A, of_a, a, comma, SPAN_B, of_b, b, end])


def _made_of(content: ComparisonReport, medium: Medium) -> Iterator[Section]:
    """From BLEU of A to BLEU of B; precisions where points cannot be attributed."""
    comparison = content.comparison
    title, kind = "Contributions to Δ", "waterfall"
    if not comparison.ledger.defined:
        title, kind = "Precision by n-gram order", "precisions"
    yield figure_section("made-of", title, kind, lambda: getattr(charts, kind)(comparison))


def figure_section(key: str, title: str, kind: str, draw: Callable[[], BarChart]) -> Section:
    """A section with one figure."""
    return Section(key, title, [Figure(kind, title, draw)])


def _parts(content: ComparisonReport, medium: Medium) -> Iterator[Section]:
    """The parts of both scores, with the points of each."""
    notes = smoothing_note(content.parts), unattributed_note(content.comparison.ledger)
    table = parts_table(content.parts)
    yield Section(
        "parts", "Score components", [table, *(plain(note, "muted") for note in notes if note)]
    )


def _tests(content: ComparisonReport, medium: Medium) -> Iterator[Section]:
    """The significance tests, with their unit."""
    if content.significance is not None and content.tests:
        about = content.significance.about_unit, content.significance.about_power
        notes = [plain(sentence, "muted") for sentence in about if sentence]
        if stability := stability_sentence(content.comparison, content.significance):
            notes.append(Prose(stability, "muted"))
        yield Section("tests", "Significance", [tests_table(content.tests), *notes])


def _references(content: ComparisonReport, medium: Medium) -> Iterator[Section]:
    if found := content.reference_points:
        table = comparison_points_table(content.comparison, found, medium.is_full)
        about = plain(about_reference_points(found), "muted")
        yield Section("reference-points", TITLE, [table, about])
    if shares := content.reference_shares:
        about = plain(about_reference_shares(shares), "muted")
        yield Section("reference-shares", SHARES, [reference_shares_table(shares), about])


def _metric_pairs(content: ComparisonReport, medium: Medium) -> Iterator[Section]:
    if not content.metric_pairs:
        return
    judged = content.all_metric_pairs
    pieces: list[Piece] = [
        Prose(other_metrics.agreement(judged)),
        other_metrics.metrics_results_table(judged),
    ]
    no_test_reason = content.comparison.evalset.no_test_reason
    if people := [] if no_test_reason else other_metrics.people(judged):
        pieces.append(Prose(people))
    metrics = other_metrics.metrics_table(judged)
    yield Section("opinions", "Other metrics", [*pieces, Details(metrics.label, [metrics])])


def _degenerate(content: ComparisonReport, medium: Medium) -> Iterator[Section]:
    table = degenerate_table(content.detectors)
    if table.rows:
        rules = [f"{one.label}: {one.about}" for one in content.detectors if one.a or one.b]
        more = [Bullets([Bullet([Span(rule)]) for rule in rules])] if medium.is_full else []
        yield Section("degenerate", DEGENERATE, [table, *more])


def _slices(content: ComparisonReport, medium: Medium) -> Iterator[Section]:
    if content.slices is not None:
        sentences = map(plain, slice_sentences(content.slices))
        yield Section("slices", SLICES, [*sentences, *slice_tables(content.slices)])


def _along(content: ComparisonReport, medium: Medium) -> Iterator[Section]:
    comparison = content.comparison
    if comparison.ledger.defined:
        draw = partial(charts.strip_of_runs, comparison)
        yield figure_section("along", "By position", "strip", draw)


def _documents(content: ComparisonReport, medium: Medium) -> Iterator[Section]:
    comparison = content.comparison
    if comparison.ledger.defined and comparison.evalset.documents is not None:
        draw = partial(charts.strip_of_documents, comparison, MOST_DOCUMENTS)
        yield figure_section("documents", "By document", "documents", draw)


def _histogram(content: ComparisonReport, medium: Medium) -> Iterator[Section]:
    draw = partial(charts.delta_histogram, content.comparison.sentence_deltas)
    yield figure_section("histogram", "Segment differences", "histogram", draw)


def _worst(content: ComparisonReport, medium: Medium) -> Iterator[Section]:
    """For a medium that folds the lists of segments: a line on each of those that matter most."""
    if not medium.opens or not content.sides[0][1]:
        return
    bullets = []
    for segment in content.sides[0][1][:MOST_WORST]:
        document = [Span(" ("), Span(segment.document or "", "name"), Span(")")]
        changes = change_sentence(
            segment.a, segment.b, segment_changes(content.comparison, segment.row)
        )
        place = [Span(f"segment {format_int(segment.line)}"), *(document * bool(segment.document))]
        bullets.append(Bullet([*place, Span(": "), *changes]))
    yield Section("worst", "", [Bullets(bullets)])


def _families(content: ComparisonReport, medium: Medium) -> Iterator[Section]:
    if content.families and content.families.rows:
        about = FAMILIES if medium.is_full else f"{SCOPE[0].upper()}{SCOPE[1:]}."
        table = families_table(content.families)
        yield Section("families", table.label, [plain(about), table])


def _ngrams(content: ComparisonReport, medium: Medium) -> Iterator[Section]:
    if content.phrases:
        table = phrases_table(content, medium.ngrams)
        yield Section("ngrams", table.label, [plain(PHRASES), table])


def words_sections(content: ComparisonReport, medium: Medium) -> Iterator[Section]:
    """The table of words by frequency, if they are counted."""
    if content.frequencies:
        table = words_table(content.frequencies)
        file = content.word_counts[0] if content.word_counts else ""
        about = about_words(file, content.significance is not None)
        yield Section("frequencies", table.label, [table, Prose(about, "muted")])


def _sides(content: ComparisonReport, medium: Medium) -> Iterator[Section]:
    """The segments with the largest gains and losses."""
    for number, (title, found) in enumerate(content.sides, 1):
        if shown := found[: medium.segments]:
            yield Section(f"segments-{number}", title, [_opened(content, shown)])


def _opened(content: ComparisonReport, segments: Sequence[Segment]) -> Segments:
    comparison = content.comparison

    @cache
    def changes(row: int) -> SegmentChanges:
        return segment_changes(comparison, row)

    return Segments(
        segments,
        comparison.config,
        content.annotations,
        lambda segment: change_sentence(segment.a, segment.b, changes(segment.row)),
        lambda segment: changes(segment.row).spans or (),
    )


def _annotations(content: ComparisonReport, medium: Medium) -> Iterator[Section]:
    annotations = content.annotations
    if not annotations:
        return
    from bleu_core.segments.annotations import verdict_agreement

    number = len(annotations)
    told = f"{format_count(number, 'segment has', 'segments have')} annotations"
    opened = content.annotated[: medium.annotated]
    if opened and len(opened) < number:
        told += f"; {format_int(len(opened))} are shown, those with a note first"
    pieces: list[Piece] = [plain(f"{told}.")]
    found = verdict_agreement(content.comparison, annotations)
    verdicts, labels = verdicts_table(found), labels_table(annotations)
    if verdicts.rows:
        pieces += [verdicts, plain(agreement_sentence(found))]
    if labels.rows:
        pieces.append(labels)
    if medium.notes and (notes := note_bullets(annotations, content.annotated, medium.notes)):
        pieces.append(Bullets(notes))
    if opened:
        pieces.append(_opened(content, opened))
    yield Section("annotations", "Annotations", pieces)


def _provenance(content: ComparisonReport, medium: Medium) -> Iterator[Section]:
    data, signature = content.comparison.evalset.whole, content.comparison.score_a.signature
    again = compare_command(content)
    if medium.is_full:
        rows = [
            *origin_rows(data, signature, content.sacrebleu_command, content.inputs),
            ("segments compared", Span(selection_note(content.comparison.evalset))),
            ("where", Span(content.where if again else "", "signature")),
            ("command", Span(again, "signature")),
            ("comparison digest", Span(data.digest, "signature")),
        ]
        yield provenance(content.comparison.config, rows)
        return
    scores = [judged.metric_pair.a.corpus() for judged in content.metric_pairs]
    yield brief_provenance(
        ("Signature", "", signature),
        *(("Signature of ", score.name, score.signature) for score in scores),
        ("Command", "", again),
        ("Digest", "", "" if medium.is_brief else data.digest),
    )


def origin_rows(
    evalset: EvalSet, signature: str, by_sacrebleu: str, inputs: Iterable[HashedInput]
) -> Iterator[tuple[str, Span]]:
    """Signature, sacreBLEU's command ('' for none), size and origin of a test set."""
    yield "signature", Span(signature, "signature")
    yield "sacreBLEU command", Span(by_sacrebleu, "signature")
    yield "segments", Span(format_int(len(evalset)))
    for name, value in origin_facts(evalset, inputs):
        yield name, Span(value, "signature")


def provenance(config: BleuConfig, rows: Iterable[tuple[str, Span]], *more: Piece) -> Section:
    """The settings, and those of these rows that have a value."""
    of_settings = [(name, Span(text)) for name, text in settings(config).items()]
    cells = [[Span(name), value] for name, value in [*of_settings, *rows] if value.text]
    columns = [Column("", is_text=True), Column("", is_text=True)]
    table = Table("Settings, signature and digests", columns, cells, kind="provenance")
    return Section("provenance", PROVENANCE, [table, *more])


def brief_provenance(*facts: tuple[str, str, str]) -> Section:
    """Facts that have a value: our name, a user's name if any, the value."""
    bullets = [
        Bullet([Span(ours), Span(theirs, "name"), Span(": "), Span(value, "signature")])
        for ours, theirs, value in facts
        if value
    ]
    return Section("provenance", PROVENANCE, [Bullets(bullets)])


SECTIONS: dict[str, Callable[[ComparisonReport, Medium], Iterator[Section]]] = {
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
    "along": _along,
    "documents": _documents,
    "histogram": _histogram,
    "families": _families,
    "ngrams": _ngrams,
    "frequencies": words_sections,
    "segments": _sides,
    "annotations": _annotations,
    "notes": lambda content, medium: notes_section(content.findings, medium),
    "provenance": _provenance,
}
