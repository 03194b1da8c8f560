"""NIST/mteval XML and SGML, and WMT XML: sets, documents and segments, aligned by their ids.

NIST: <srcset>, <refset>, <tstset> contain <doc> elements; WMT: a <doc> contains <src>, <ref> and
<hyp>. Formats: mteval-xml-v1.5.dtd, mteval-v13a.pl; github.com/wmt-conference/wmt-format-tools.
"""

from __future__ import annotations

from array import array
from collections import Counter
from pathlib import PurePath

import numpy as np
import pyarrow as pa

from bleu_core.common.formatting import MAX_LISTED, truncate
from bleu_core.common.progress import Progress
from bleu_core.messages import Message, file
from bleu_core.messages import markup as messages
from bleu_core.readers.markup import (
    SKIPPED,
    RepairLog,
    Tag,
    check_segment_text,
    count_hidden,
    iter_tags,
    parse_attributes,
    segment_text,
)
from bleu_core.readers.parts import (
    Ids,
    Parts,
    ReadError,
    check_columns,
    check_segments,
    text_column,
)

SegmentKey = tuple[str, str]  # document, segment

# How many sets of one name may have the same segments, and so be different systems or references:
# each new set is compared with all of them.
MAX_NAMESAKES = 100


class SegmentSet:
    """Segments of a set: their numbers, texts and positions in the file."""

    __slots__ = ("places", "positions", "texts")

    def __init__(self) -> None:
        self.places = array("q")
        self.texts: list[str] = []
        self.positions = array("q")


def _parts_of_sets(sets: _MtevalReader) -> Parts:
    """Make columns of all sets, in the order of the ids."""
    size = len(sets.places)
    keys = list(sets.places)
    repairs: list[Message] = []
    streams = _named_sets(sets, repairs)
    number = Counter(document for document, _ in keys)
    of = {document: sets.about.get(document, {}) for document in number}
    about = list(dict.fromkeys(name for values in of.values() for name in values))
    # A value of a document is repeated for each of its segments.
    repeated = sum(
        segments * sum(map(len, (document, *of[document].values())))
        for document, segments in number.items()
    )
    check_columns(size, len(streams) + len(about), len(sets.text), sets.name, repeated)
    columns: dict[str, dict[str, pa.Array]] = {"source": {}, "reference": {}, "system": {}}
    for (role, label), stream in streams.items():
        columns[role][label] = _set_column(stream, size, keys, sets)
    sources = list(columns["source"].values())
    if len(sources) > 1:
        repairs.append(messages.repaired(sets.name, "sources", len(sources)))
    metadata = {}
    if any(sets.blocks):
        metadata["block"] = text_column(block or None for block in sets.blocks)
    for key in about:
        metadata[key] = text_column(sets.about.get(document, {}).get(key) for document, _ in keys)
    documents = text_column(document for document, _ in keys)
    return Parts(
        sets.name,
        "mteval",
        systems=columns["system"],
        references=columns["reference"],
        source=sources[0] if sources else None,
        documents=documents if any(document for document, _ in keys) else None,
        metadata=metadata,
        ids=Ids(documents, text_column(segment for _, segment in keys)),
        repairs=(*sets.repairs.messages_for(sets.name), *repairs),
    )


def _named_sets(sets: _MtevalReader, repairs: list[Message]) -> dict[tuple[str, str], SegmentSet]:
    """Sets by role and unique name; a set that continues an earlier one is appended to it."""
    streams: dict[tuple[str, str], SegmentSet] = {}
    holds: dict[tuple[str, str], set[int]] = {}
    usual = {"system": PurePath(sets.name).stem or "system"}
    for (role, label, _), stream in sets.streams.items():
        wanted = name = label or usual.get(role, role)
        number = 1
        while earlier := streams.get((role, name)):
            if holds[role, name].isdisjoint(stream.places):
                for column in SegmentSet.__slots__:
                    getattr(earlier, column).extend(getattr(stream, column))
                repairs.append(messages.joined_sets(sets.name, role, name))
                break
            number += 1
            name = f"{wanted} ({number})"
            if number > MAX_NAMESAKES:
                raise ReadError(
                    [file.too_many(sets.name, MAX_NAMESAKES, "sets", f"{role} {wanted}")]
                )
        else:
            streams[role, name] = stream
            if number > 1:
                repairs.append(file.renamed(sets.name, role, wanted, name))
        holds.setdefault((role, name), set()).update(stream.places)
    repairs[:] = dict.fromkeys(repairs)
    return streams


def _set_column(
    stream: SegmentSet, size: int, keys: list[SegmentKey], sets: _MtevalReader
) -> pa.Array:
    """(S,) the texts of a set at their places, None elsewhere."""
    places = np.frombuffer(stream.places, np.int64)
    at = np.full(size, -1)
    at[places] = np.arange(len(places))
    if np.count_nonzero(at >= 0) < len(places):
        again = np.setdiff1d(np.arange(len(places)), np.unique(places, return_index=True)[1])
        shown = again[:MAX_LISTED]
        ids = [":".join(filter(None, keys[places[i]])) for i in shown]
        lines = [sets.repairs.line(stream.positions[i]) for i in shown]
        raise ReadError([messages.repeated_ids(sets.name, ids, lines, len(again))])
    texts = text_column(stream.texts)
    if len(places) == size and (at == np.arange(size)).all():
        return texts
    return texts.take(pa.array(at, mask=at < 0))


ELEMENT_ROLES = {
    "srcset": "source", "refset": "reference", "tstset": "system",
    "src": "source", "ref": "reference", "hyp": "system",
}  # fmt: skip
BLOCKS = {"hl", "p", "poster", "post", "quote"}
_LABELS = ("sysid", "refid", "system", "translator")
# Attributes that name a document or its translation; others are metadata.
_NO_METADATA = {"docid", "id", "sysid", "refid"}
_PROGRESS_STEP = 1_000_000  # characters between two reports of progress


class _MtevalReader:
    """The state between two tags, and all segments so far."""

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name, self.repairs = text, name, RepairLog(text)
        self.places: dict[SegmentKey, int] = {}
        self.streams: dict[tuple[str, str, int], SegmentSet] = {}
        self.blocks: list[str] = []
        self.about: dict[str, dict[str, str]] = {}
        self.role = self.block = self.document = ""
        self.set_label = self.document_label = ""
        self.sets = self.documents = self.in_document = 0
        self.segment: Tag | None = None
        self.left = 0  # where text outside segments begins

    def take(self, tag: Tag) -> None:
        """Read a tag, in the order of the file."""
        name = tag.name
        if name == SKIPPED:
            if self.segment is None:
                self.note_text_outside(tag.start)
                self.left = tag.end
                if hidden := count_hidden(self.text, tag.start, tag.end, "seg"):
                    self.repairs.add("segments_in_comments", tag.start, hidden)
            return
        if self.segment is not None:
            # "<p and q>" may be text; the end tag of a paragraph is not.
            ends = name in ("seg", "doc", "mteval", "dataset") or name in ELEMENT_ROLES
            if not (tag.closing if name in BLOCKS else ends):
                self.repairs.add("tags_kept", tag.start)
                return
            if name != "seg" or not tag.closing:
                self.repairs.add("no_end_tag", tag.start)
            self.end_segment(tag.start)
        elif name == "seg" and tag.closing:
            raise ReadError([messages.misplaced(self.name, self.repairs.line(tag.start), "end")])
        self.note_text_outside(tag.start)
        self.left = tag.end
        if name == "seg" and not tag.closing:
            self.segment = tag
            if tag.empty:
                self.end_segment(tag.end)
        elif name in ELEMENT_ROLES:
            self.open_set(tag)
        elif name == "doc":
            self.open_document(tag)
        elif name in BLOCKS:
            self.block = "" if tag.closing else name

    def open_set(self, tag: Tag) -> None:
        self.role = "" if tag.closing else ELEMENT_ROLES[tag.name]
        self.block = ""
        if tag.closing:
            return
        found = parse_attributes(tag, self.repairs)
        self.set_label = next((found[label] for label in _LABELS if found.get(label)), "")
        if tag.name.endswith("set"):  # WMT repeats <hyp system="x"> in every document
            self.sets += 1
            self.document = self.document_label = ""
        self.in_document = 0

    def open_document(self, tag: Tag) -> None:
        self.document = self.document_label = self.block = ""
        self.in_document = 0
        if tag.closing:
            return
        self.documents += 1
        found = parse_attributes(tag, self.repairs)
        self.document = found.get("docid") or found.get("id") or ""
        self.document_label = next((found[k] for k in _LABELS[:2] if found.get(k)), "")
        if not self.document:
            self.document = f"document {self.documents}"
            self.repairs.add("numbered_documents", tag.start)
        about = self.about.setdefault(self.document, {})
        for key, value in found.items():
            if value and key not in _NO_METADATA:
                about.setdefault(key, value)

    def end_segment(self, end: int) -> None:
        tag, self.segment = self.segment, None
        assert tag is not None  # for the type checker: `take` asks before
        self.left = end
        if not self.role:
            raise ReadError(
                [messages.misplaced(self.name, self.repairs.line(tag.start), "segment")]
            )
        found = parse_attributes(tag, self.repairs)
        segment = found.get("id") or found.get("segid") or ""
        if not segment:
            segment = str(self.in_document + 1)
            self.repairs.add("numbered_segments", tag.start)
        if not tag.empty:
            called = f"segment {truncate(':'.join(filter(None, (self.document, segment))))}"
            check_segment_text(self.text, tag.end, end, "seg", called, self.name, self.repairs)
        text = "" if tag.empty else segment_text(self.text, tag.end, end, self.repairs)
        self.put(self.stream(), segment, text, tag.start)

    def stream(self) -> SegmentSet:
        """The set of the segments at this position."""
        label = "" if self.role == "source" else self.document_label or self.set_label
        return self.streams.setdefault((self.role, label, self.sets), SegmentSet())

    def put(self, stream: SegmentSet, segment: str, text: str, position: int) -> None:
        """Add a segment to a set, under the number of its document and id."""
        self.in_document += 1
        place = self.places.setdefault((self.document, segment), len(self.places))
        if place == len(self.blocks):
            self.blocks.append(self.block)
            check_segments(place, len(self.text), self.name)
        elif self.block and not self.blocks[place]:
            self.blocks[place] = self.block
        stream.places.append(place)
        stream.texts.append(text)
        stream.positions.append(position)

    def note_text_outside(self, end: int) -> None:
        outside = self.text[self.left : end]
        if outside and not outside.isspace():
            self.repairs.add("text_outside", self.left)


def read_mteval(text: str, name: str, progress: Progress | None = None) -> Parts:
    """Read NIST/mteval or WMT XML by ids, with blocks and attributes as metadata."""
    reader = _MtevalReader(text, name)
    reported = 0
    for tag in iter_tags(text, name, reader.repairs):
        if progress and tag.start - reported >= _PROGRESS_STEP:
            reported = tag.start
            progress(reported / len(text))
        reader.take(tag)
    if reader.segment is not None:
        reader.end_segment(len(text))
    reader.note_text_outside(len(text))
    if not reader.places:
        raise ReadError([file.nothing(name, "<seg> element")])
    return _parts_of_sets(reader)
