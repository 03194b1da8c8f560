"""Checks across columns: copies, duplicates, unusual lengths, wrong scripts."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrays import as_arrow, as_numpy, factorize, fill_nulls, mask
from bleu_core.common.scripts import SCRIPTS
from bleu_core.messages import Message
from bleu_core.messages import text as messages
from bleu_core.readers.input_checks.findings import (
    FEW_LINES,
    Finding,
    TextColumn,
    example_texts,
    matches,
    severity_of,
    text_columns,
)
from bleu_core.text.evalset import EvalSet, present_mask

# As the share of lines from which a finding is serious: it never is.
NEVER = math.inf
# The standard deviation of a normal distribution over its median absolute deviation.
MAD_TO_SD = 1.4826
# Deviations, factor and characters from which on a length is unusual.
FAR_DEVIATIONS, LENGTH_FACTOR, MIN_CHARACTERS = 6.0, 2.0, 20

# Texts of so many characters are nearly identical if this part of the longer one differs. Shorter
# ones, such as titles and greetings, are alike by chance.
NEAR, NEAR_CHARACTERS = 0.1, 40
# Longer texts are not compared: they are no sentences, and the time is quadratic in their length.
MOST_CHARACTERS = 100_000
# The share of nearly identical lines from which one text may have been edited from the other. Of
# translations made independently, at most 4% of the lines are: two translators and two systems on
# 252 segments, a translator and each of 13 systems on 529.
NEAR_SHARE = 0.1

# An output of at least so many lines is no translation if this share of them is the same text, or
# if its lines have less than this share of the characters of the shortest references.
MIN_LINES, SAME_SHARE, SHORT_SHARE = 10, 0.9, 0.2

# Lines, spread over the text, from which its script is determined.
SCRIPT_SAMPLE = 500


def check_across_columns(evalset: EvalSet) -> list[Finding]:
    """Run the checks that compare columns."""
    streams = text_columns(evalset)
    systems = [s for s in streams if s.role == "system"]
    references = [s for s in streams if s.role == "reference"]
    findings = [*_identical_systems(systems), *_identical_references(references)]
    for system in systems:
        findings += _copied_source(evalset, system)
        findings += _output_is_reference(system, references)
        findings += _no_translations(system, references)
        findings += _unusual_lengths(system, references)
        # Line breaks where no reference has any are often remarks before the translation.
        hit = mask(pc.match_substring(system.texts, "\n"))
        for reference in references:
            hit &= ~mask(pc.match_substring(reference.texts, "\n"))
        what = partial(messages.contents, what="line breaks")
        findings += _finding_on("line breaks", system, hit, what, 0.2)
    return [
        *findings,
        *_wrong_scripts(systems, references),
        *_duplicates(evalset),
        *_varying_references(evalset),
    ]


def _finding_on(
    kind: str,
    stream: TextColumn,
    hit: NDArray[np.bool_],
    what: Callable[[int, int, str], Message],
    share: float,
) -> Iterator[Finding]:
    """A finding on the lines that are hit, if any."""
    lines = np.flatnonzero(hit)
    if len(lines):
        sentence = what(len(lines), len(hit), stream.name)
        shown = example_texts(stream.texts, lines)
        grave = severity_of(len(lines), len(hit), share)
        yield Finding(kind, grave, sentence, lines, shown, stream.name)


def _identical_systems(systems: list[TextColumn]) -> Iterator[Finding]:
    """Groups of equal outputs; of outputs that are partly equal, the most similar pair."""
    groups: list[list[TextColumn]] = []
    for system in systems:
        equal = (group for group in groups if group[0].texts.equals(system.texts))
        if group := next(equal, None):
            group.append(system)
        else:
            groups.append([system])
    for first, *others in groups:
        if others:
            yield from _identical_outputs(first, others, np.ones(len(first.texts), bool))
    yield from _partly_alike([group[0] for group in groups])


def _partly_alike(systems: list[TextColumn]) -> Iterator[Finding]:
    pairs = 0
    most: tuple[TextColumn, TextColumn, NDArray[np.bool_]] | None = None
    for a, b in combinations(systems, 2):
        same = mask(pc.equal(a.texts, b.texts))
        # Short sentences may be equal by chance; a fifth of all lines is more than that.
        if same.mean() >= 0.2:
            pairs += 1
            most = max(most or (a, b, same), (a, b, same), key=lambda pair: int(pair[2].sum()))
    if most is None:
        return
    a, b, same = most
    yield from _identical_outputs(a, [b], same, pairs - 1)


def _identical_outputs(
    first: TextColumn, others: Sequence[TextColumn], same: NDArray[np.bool_], more_pairs: int = 0
) -> Iterator[Finding]:
    names = tuple(other.name for other in others)
    what = partial(messages.identical_outputs, others=names, more_pairs=more_pairs)
    for found in _finding_on("identical outputs", first, same, what, 1):
        yield replace(found, others=names)


def _identical_references(references: list[TextColumn]) -> Iterator[Finding]:
    for first, second in combinations(references, 2):
        same = mask(pc.equal(first.texts, second.texts))
        what = partial(messages.identical_references, other=second.name)
        yield from _finding_on("identical references", first, same, what, NEVER)
        what = partial(messages.near, other=second.name, most=NEAR, is_output=False)
        yield from _near_findings("near references", first, second, what)


def _near_findings(
    kind: str, column: TextColumn, other: TextColumn, what: Callable[[int, int, str], Message]
) -> Iterator[Finding]:
    """A note on nearly identical lines, if they are too many for independent translations."""
    near = nearly_identical(column.texts, other.texts)
    if near.sum() >= max(NEAR_SHARE * len(near), FEW_LINES):
        yield from _finding_on(kind, column, near, what, NEVER)


def nearly_identical(first: pa.Array, second: pa.Array) -> NDArray[np.bool_]:
    """(S,) lines that differ, but by few edits of characters; False for very long lines."""
    from rapidfuzz.distance import Levenshtein
    from rapidfuzz.process import cpdist

    lengths = np.array([_characters(texts) for texts in (first, second)])
    shortest, longest = lengths.min(axis=0), lengths.max(axis=0)
    likely = (shortest >= NEAR_CHARACTERS) & (longest - shortest <= NEAR * longest)
    rows = np.flatnonzero(likely & (longest <= MOST_CHARACTERS))
    found = np.zeros(len(first), bool)
    if len(rows):
        texts = (column.take(as_arrow(rows)).to_pylist() for column in (first, second))
        scorer = Levenshtein.normalized_distance
        apart = cpdist(*texts, scorer=scorer, score_cutoff=NEAR, dtype=np.float64)
        found[rows] = (apart > 0) & (apart <= NEAR)
    return found


def _copied_source(evalset: EvalSet, system: TextColumn) -> Iterator[Finding]:
    """Lines equal to the source, unless a reference is too, as for names and numbers."""
    if evalset.source is None:
        return
    copied = mask(pc.equal(system.texts, evalset.source))
    for reference in evalset.references:
        copied &= ~mask(pc.equal(reference, evalset.source))
    copied &= matches(evalset.source, r"\pL")
    yield from _finding_on("source copied", system, copied, messages.copied_source, 0.02)


def _output_is_reference(system: TextColumn, references: list[TextColumn]) -> Iterator[Finding]:
    for reference in references:
        same = mask(pc.equal(system.texts, reference.texts))
        if same.mean() >= 0.2:
            what = partial(messages.output_is_reference, reference=reference.name)
            yield from _finding_on("output is reference", system, same, what, 0.5)
        what = partial(messages.near, other=reference.name, most=NEAR, is_output=True)
        yield from _near_findings("output near reference", system, reference, what)


def _no_translations(system: TextColumn, references: list[TextColumn]) -> Iterator[Finding]:
    """Nearly all lines the same text, unlike the references; or lines that are much too short."""
    if len(system.texts) < MIN_LINES:
        return
    codes, texts = factorize(system.texts)
    usual = int(np.bincount(codes).argmax())
    same, text = codes == usual, texts[usual].as_py()
    expected = pc.count_distinct(references[0].texts.take(as_arrow(np.flatnonzero(same)))).as_py()
    if text and same.mean() >= SAME_SHARE and 2 * expected > same.sum():
        what = partial(messages.same_text, text=text)
        yield from _finding_on("same text", system, same, what, SAME_SHARE)
        return
    length = _characters(system.texts)
    lengths = [np.where(present_mask(r.texts), _characters(r.texts), np.inf) for r in references]
    shortest = np.min(lengths, axis=0)
    lines = np.flatnonzero((length > 0) & np.isfinite(shortest))
    share = length[lines].sum() / max(shortest[lines].sum(), 1)
    if len(lines) >= MIN_LINES and share < SHORT_SHARE:
        sentence = messages.much_shorter(system.name, float(share))
        shown = example_texts(system.texts, lines)
        yield Finding("much shorter", "serious", sentence, lines, shown, system.name)


def _unusual_lengths(system: TextColumn, references: list[TextColumn]) -> Iterator[Finding]:
    """Lines of unusual length in characters, relative to the nearest reference."""
    length = _characters(system.texts)
    lengths = np.array([_characters(r.texts) for r in references])
    there = np.array([present_mask(r.texts) for r in references])
    logs = np.where(there, np.log((length + 1) / (lengths + 1)), np.inf)
    nearest = np.abs(logs).argmin(axis=0)
    across = np.arange(len(length))
    ratio, expected = logs[nearest, across], lengths[nearest, across]
    # Empty lines have a check of their own, and would increase the deviation.
    usable = (length > 0) & (expected > 0)
    if usable.sum() < FEW_LINES:
        return
    middle = np.median(ratio[usable])
    deviation = np.abs(ratio - middle)
    limit = max(FAR_DEVIATIONS * MAD_TO_SD * np.median(deviation[usable]), np.log(LENGTH_FACTOR))
    apart = np.abs(length - expected * np.exp(middle)) >= MIN_CHARACTERS
    what = partial(messages.unusual_length, factor=float(np.exp(limit)))
    # A few are outputs that went wrong, as the score says; many are not outputs of these segments.
    yield from _finding_on("length", system, usable & apart & (deviation > limit), what, 0.2)


def _characters(texts: pa.Array) -> NDArray[np.float64]:
    return fill_nulls(pc.utf8_length(texts), float)


def _wrong_scripts(systems: list[TextColumn], references: list[TextColumn]) -> Iterator[Finding]:
    """Output in a different script than the references."""
    usual = _dominant_script(references[0].texts)
    if usual is None:
        return
    for system in systems:
        # A line in a wrong script has no letter of the usual one. Its references must have some: a
        # name or a quotation may stay in another script.
        lines = np.flatnonzero(~matches(system.texts, SCRIPTS[usual]))
        few = as_arrow(lines)
        wrong = matches(system.texts.take(few), r"\pL")
        for reference in references:
            texts = reference.texts.take(few)
            wrong &= matches(texts, SCRIPTS[usual]) | ~present_mask(texts)
        hit = np.zeros(len(system.texts), bool)
        hit[lines[wrong]] = True
        what = partial(messages.wrong_script, script=usual)
        yield from _finding_on("wrong script", system, hit, what, 0.02)


def _dominant_script(texts: pa.Array) -> str | None:
    """The script that most lines contain; None if there are no letters."""
    step = max(1, len(texts) // SCRIPT_SAMPLE)
    some = texts.take(as_arrow(np.arange(0, len(texts), step)))
    # The last entry is for letters of any other script.
    scripts = list(SCRIPTS.items())[:-1]
    counts = {name: int(matches(some, pattern).sum()) for name, pattern in scripts}
    best = max(counts, key=counts.__getitem__)
    return best if counts[best] else None


def _duplicates(evalset: EvalSet) -> Iterator[Finding]:
    """Segments whose source and references are all repeated."""
    columns = [*evalset.references, *([] if evalset.source is None else [evalset.source])]
    number = np.zeros(len(evalset), np.int64)
    for column in columns:
        codes = as_numpy(column.dictionary_encode(null_encoding="encode").indices)
        number = np.unique(number * len(evalset) + codes, return_inverse=True)[1]
    repeated = np.ones(len(evalset), bool)
    repeated[np.unique(number, return_index=True)[1]] = False
    lines = np.flatnonzero(repeated)
    if len(lines):
        texts = evalset.references[0] if evalset.source is None else evalset.source
        sentence = messages.repeated_segments(len(lines))
        yield Finding("duplicates", "notice", sentence, lines, example_texts(texts, lines))


def _varying_references(evalset: EvalSet) -> Iterator[Finding]:
    """Segments with fewer references than others."""
    number = np.sum([present_mask(stream) for stream in evalset.references], axis=0)
    lines = np.flatnonzero(number < number.max())
    if len(lines):
        values, segments = np.unique(number, return_counts=True)
        sentence = messages.varying_references(values.tolist(), segments.tolist())
        yield Finding("varying references", "notice", sentence, lines)
