"""Find the system and segment of each row by its texts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice

from bleu_core.common import escaping
from bleu_core.common.progress import Progress
from bleu_core.messages import annotation as messages
from bleu_core.people.mark_files.rows import Row
from bleu_core.people.mark_files.texts import Texts, as_written, readings
from bleu_core.people.mark_files.told import Told

# With more equal segments than this, the next free one is used.
ALIKE = 50
# Rows, or segments, between progress reports.
OFTEN = 500


def systems_of(rows: Sequence[Row], texts: Texts, report: Told) -> dict[str, str]:
    """Map each system name of a file to a system of the test set."""
    ours = list(texts.evalset.systems)
    written = {form(name): name for name in ours for form in (escaping.cell, as_written)}
    written |= {name: name for name in ours}
    named: dict[str, list[Row]] = {}
    for row in rows:
        if not row.fault:
            named.setdefault(row.system, []).append(row)
    result = {name: written[name] for name in named if name in written}
    others = len(ours) - len(set(result.values()))
    for name, own_rows in named.items():
        if name in result:
            continue
        # A renamed system is recognized by its texts.
        targets = {row.target for row in own_rows if row.target is not None} if others else set()
        same = [
            system
            for system in ours
            if system not in result.values()
            and targets
            and all(texts.segments(system, target) for target in targets)
        ]
        if len(same) == 1:
            result[name] = same[0]
            others -= 1
            report.note(own_rows[0], messages.renamed_system, name, same[0])
        else:
            for row in own_rows:
                report.skip(row, messages.other_system, name)
    return result


def placed(
    rows: Sequence[Row],
    systems: Mapping[str, str],
    texts: Texts,
    report: Told,
    tell: Progress,
) -> dict[int, int]:
    """The segment of each row that has one, by row number."""
    keys: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        if row.system in systems and not row.fault:
            keys.setdefault((row.document, row.segment), []).append(row)
    result: dict[int, int] = {}
    taken: set[int] = set()
    free: dict[tuple[str, ...], Iterator[int]] = {}
    for done, ((document, name), own_rows) in enumerate(keys.items()):
        if done % OFTEN == 0:
            tell(done / (2 * len(keys)))
        hint = int(name) - 1 if re.fullmatch("[0-9]{1,9}", name) else -1
        if own_rows[0].target is None:
            _by_line(own_rows, document, hint, texts, report, result)
            continue
        votes: Counter[int] = Counter()
        for system, target in {(systems[row.system], row.target or "") for row in own_rows}:
            segments = texts.segments(system, target)
            if len(segments) > ALIKE:
                ahead = free.setdefault((system, target), iter(segments))
                segments = [*islice((s for s in ahead if s not in taken), 1), segments[-1]]
                if 0 <= hint < len(texts.evalset) and texts.of(system)[hint] in readings(target):
                    segments = [hint]
            votes.update(set(segments))
        if not votes:
            for row in own_rows:
                report.skip(row, messages.other_text)
            continue
        segment = _best(votes, hint, document, own_rows[0].source, texts, taken)
        taken.add(segment)
        for row in own_rows:
            if texts.of(systems[row.system])[segment] in readings(row.target or ""):
                result[row.number] = segment
            else:
                report.skip(row, messages.other_segment)
    return result


def _by_line(
    rows: Sequence[Row],
    document: str,
    line: int,
    texts: Texts,
    report: Told,
    found: dict[int, int],
) -> None:
    """Rows without a text: use the line number, if the document matches."""
    for row in rows:
        if not 0 <= line < len(texts.evalset):
            report.skip(row, messages.no_line)
        elif document and texts.documents and texts.documents[line] != as_written(document):
            report.skip(row, messages.other_document)
        else:
            found[row.number] = line


def _best(
    votes: Counter[int],
    hint: int,
    document: str,
    source: str | None,
    texts: Texts,
    taken: Collection[int],
) -> int:
    """The segment that matches most rows; among several, the one with most other evidence."""
    most = max(votes.values())
    of_source = readings(source) if source is not None and texts.source else None

    def speaks(segment: int) -> tuple[bool, ...]:
        return (
            bool(of_source and texts.source and texts.source[segment] in of_source),
            bool(texts.documents and texts.documents[segment] == as_written(document)),
            segment == hint,
            segment not in taken,
        )

    same = sorted(segment for segment, number in votes.items() if number == most)
    return max(same, key=speaks)
