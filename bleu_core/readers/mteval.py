"""NIST/mteval XML and SGML, and WMT XML: sets, documents and segments, aligned by their ids.

NIST: <srcset>, <refset>, <tstset> hold <doc> elements; WMT: a <doc> holds <src>,
<ref> and <hyp>. Either way a <seg> has a role, a label, a document and an id, so
one reader serves both. Formats: NIST mteval-xml-v1.5.dtd and what mteval-v13a.pl
accepts; github.com/wmt-conference/wmt-format-tools.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable
from pathlib import PurePath

import numpy as np
import pyarrow as pa

from bleu_core.evalset import SHOWN
from bleu_core.numerals import counted, whole
from bleu_core.progress import Progress
from bleu_core.readers.limits import check_columns, check_segments
from bleu_core.readers.markup import (
    ASIDE,
    HIDDEN,
    Repairs,
    Tag,
    attributes,
    check_whole,
    content,
    hides,
    tags,
)
from bleu_core.readers.parts import Ids, Parts, ReadError, column
from bleu_core.wording import cut, listed

Key = tuple[str, str]  # document, segment

ROLES = {
    "srcset": "source", "refset": "reference", "tstset": "system",
    "src": "source", "ref": "reference", "hyp": "system",
}  # fmt: skip
BLOCKS = {"hl", "p", "poster", "post", "quote"}
_LABELS = ("sysid", "refid", "system", "translator")
# Which attributes of a document name it or its translation; others are metadata.
_NO_METADATA = {"docid", "id", "sysid", "refid"}
_STEP = 20_000  # segments between two reports of progress
# How many sets of one name may hold the same segments, and so be systems or references of
# their own: each new set is compared with all of them.
MAX_NAMESAKES = 100


class _Stream:
    """What one set holds: where each segment belongs, its text and its place in the file."""

    __slots__ = ("places", "positions", "texts")

    def __init__(self) -> None:
        self.places = array("q")
        self.texts: list[str] = []
        self.positions = array("q")


class _Reader:
    """The state between two tags, and what has been read so far."""

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name = text, name
        self.repairs = Repairs(text)
        self.places: dict[Key, int] = {}
        self.streams: dict[tuple[str, str, int], _Stream] = {}
        self.blocks: list[str] = []  # of each place
        self.about: dict[str, dict[str, str]] = {}  # metadata of each document
        self.role = self.block = self.document = ""
        self.set_label = self.document_label = ""
        self.sets = self.documents = self.in_document = 0
        self.segment: Tag | None = None
        self.left = 0  # where text begins that is in no segment

    def take(self, tag: Tag) -> None:
        """One tag, in the order of the file."""
        name = tag.name
        if name == ASIDE:
            if self.segment is None:
                self.note_text_outside(tag.start)
                self.left = tag.end
                if hidden := hides(self.text, tag.start, tag.end, "seg"):
                    self.repairs.add(HIDDEN, tag.start, hidden)
            return
        if self.segment is not None:
            if not _ends_segment(tag):
                self.repairs.add("tags inside segments are kept as text", tag.start)
                return
            if name != "seg" or not tag.closing:
                self.repairs.add("a segment without end tag ends before the next tag", tag.start)
            self.end_segment(tag.start)
        elif name == "seg" and tag.closing:
            raise ReadError([
                f"{self.name}, line {whole(self.repairs.line(tag.start))}: </seg> ends no segment. "
                "Look for a damaged <seg> before it."
            ])  # fmt: skip
        self.note_text_outside(tag.start)
        self.left = tag.end
        if name == "seg" and not tag.closing:
            self.segment = tag
            if tag.empty:
                self.end_segment(tag.end)
        elif name in ROLES:
            self.open_set(tag)
        elif name == "doc":
            self.open_document(tag)
        elif name in BLOCKS:
            self.block = "" if tag.closing else name

    def open_set(self, tag: Tag) -> None:
        self.role = "" if tag.closing else ROLES[tag.name]
        self.block = ""
        if tag.closing:
            return
        found = attributes(tag, self.repairs)
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
        found = attributes(tag, self.repairs)
        self.document = found.get("docid") or found.get("id") or ""
        self.document_label = next((found[k] for k in _LABELS[:2] if found.get(k)), "")
        if not self.document:
            self.document = f"document {self.documents}"
            self.repairs.add("documents without id are numbered", tag.start)
        about = self.about.setdefault(self.document, {})
        for key, value in found.items():
            if value and key not in _NO_METADATA:
                about.setdefault(key, value)

    def end_segment(self, end: int) -> None:
        tag, self.segment = self.segment, None
        assert tag is not None  # for the type checker: `take` asks before
        self.left = end
        if not self.role:
            raise ReadError([
                f"{self.name}, line {whole(self.repairs.line(tag.start))}: <seg> stands outside of "
                "srcset, refset and tstset (or src, ref and hyp), so that its role is unknown."
            ])  # fmt: skip
        self.in_document += 1
        found = attributes(tag, self.repairs)
        segment = found.get("id") or found.get("segid") or ""
        if not segment:
            segment = str(self.in_document)
            self.repairs.add("segments without id are numbered within their document", tag.start)
        if not tag.empty:
            called = f"segment {cut(':'.join(filter(None, (self.document, segment))))}"
            check_whole(self.text, tag.end, end, "seg", called, self.name, self.repairs)
        place = self.places.setdefault((self.document, segment), len(self.places))
        if place == len(self.blocks):
            self.blocks.append(self.block)
            check_segments(place, len(self.text), self.name)
        label = "" if self.role == "source" else self.document_label or self.set_label
        stream = self.streams.setdefault((self.role, label, self.sets), _Stream())
        stream.places.append(place)
        stream.texts.append("" if tag.empty else content(self.text, tag.end, end, self.repairs))
        stream.positions.append(tag.start)
        self.blocks[place] = self.blocks[place] or self.block

    def note_text_outside(self, end: int) -> None:
        outside = self.text[self.left : end]
        if outside and not outside.isspace():
            self.repairs.add("text outside of segments is left out", self.left)


def _ends_segment(tag: Tag) -> bool:
    if tag.name in BLOCKS:
        return tag.closing  # "<p and q>" may be text; the end of a paragraph is not
    return tag.name in ("seg", "doc", "mteval", "dataset") or tag.name in ROLES


def read_mteval(text: str, name: str, progress: Progress | None = None) -> Parts:
    """NIST/mteval or WMT XML to its parts, aligned by document and segment id.

    The order is that of the first occurrence. White space around a segment's
    text is not part of it. The structure around segments ("hl", "p", "poster")
    and attributes of documents ("genre", "origlang") become metadata.

    Raises
    ------
    ReadError
        No segment; an id twice in one set; a segment that belongs to nothing.
    """
    reader = _Reader(text, name)
    for number, tag in enumerate(tags(text, name, reader.repairs)):
        reader.take(tag)
        if progress and number % _STEP == 0:
            progress(tag.end / max(len(text), 1))
    if reader.segment is not None:
        reader.repairs.add("the file ends inside a segment", reader.segment.start)
        reader.end_segment(len(text))
    reader.note_text_outside(len(text))
    if not reader.places:
        raise ReadError([f"{name} holds no <seg> element: there is no segment to read."])
    return _parts(reader)


def _parts(reader: _Reader) -> Parts:
    """The streams side by side, in the order of the ids."""
    size = len(reader.places)
    keys = list(reader.places)
    repairs: list[str] = []
    streams = _distinct(reader, repairs)
    about = _about(reader, keys, len(streams))
    columns: dict[str, dict[str, pa.Array]] = {"source": {}, "reference": {}, "system": {}}
    for (role, label), stream in streams.items():
        columns[role][label] = _spread(stream, size, keys, reader)
    sources = list(columns["source"].values())
    if len(sources) > 1:
        repairs.append(f"{reader.name}: only the first of {whole(len(sources))} sources is used.")
    metadata = (
        {"block": column(block or None for block in reader.blocks)} if any(reader.blocks) else {}
    )
    metadata |= {
        key: column(reader.about.get(document, {}).get(key) for document, _ in keys)
        for key in about
    }
    documents = column(document for document, _ in keys)
    return Parts(
        reader.name,
        "mteval",
        systems=columns["system"],
        references=columns["reference"],
        source=sources[0] if sources else None,
        documents=documents if any(document for document, _ in keys) else None,
        metadata=metadata,
        ids=Ids(documents, column(segment for _, segment in keys)),
        repairs=(*reader.repairs.sentences(reader.name), *repairs),
    )


def _about(reader: _Reader, keys: list[Key], streams: int) -> list[str]:
    """The names of metadata that documents with segments have, if all columns together have
    room: what is written once for a document is there for each of its segments."""
    number = Counter(document for document, _ in keys)
    held = {document: reader.about.get(document, {}) for document in number}
    names = list(dict.fromkeys(name for about in held.values() for name in about))
    repeated = sum(
        segments * sum(map(len, (document, *held[document].values())))
        for document, segments in number.items()
    )
    check_columns(len(keys), streams + len(names), len(reader.text), reader.name, repeated)
    return names


def _distinct(reader: _Reader, repairs: list[str]) -> dict[tuple[str, str], _Stream]:
    """Streams by role and a name that differs; a set that continues an earlier one joins it."""
    streams: dict[tuple[str, str], _Stream] = {}
    holds: dict[tuple[str, str], set[int]] = {}
    usual = {"system": PurePath(reader.name).stem or "system"}
    for (role, label, _), stream in reader.streams.items():
        wanted = name = label or usual.get(role, role)
        number = 1
        while earlier := streams.get((role, name)):
            if holds[role, name].isdisjoint(stream.places):
                _join(earlier, stream)
                repairs.append(f"{reader.name}: the sets of {role} {cut(name)!r} are joined.")
                break
            number += 1
            name = f"{wanted} ({number})"
            if number > MAX_NAMESAKES:
                raise ReadError([
                    f"{reader.name} has more than {MAX_NAMESAKES} sets of {role} {cut(wanted)!r} "
                    "with the same segments. Give each set a name of its own (sysid or refid)."
                ])  # fmt: skip
        else:
            streams[role, name] = stream
            if number > 1:
                told = f"{reader.name}: a second {role} {cut(wanted)!r} is called {cut(name)!r}."
                repairs.append(told)
        holds.setdefault((role, name), set()).update(stream.places)
    repairs[:] = dict.fromkeys(repairs)
    return streams


def _join(stream: _Stream, more: _Stream) -> None:
    stream.places.extend(more.places)
    stream.texts.extend(more.texts)
    stream.positions.extend(more.positions)


def _spread(stream: _Stream, size: int, keys: list[Key], reader: _Reader) -> pa.Array:
    """(S,) the stream's texts at their places, None elsewhere."""
    places = np.frombuffer(stream.places, np.int64)
    at = np.full(size, -1)
    at[places] = np.arange(len(places))
    if np.count_nonzero(at >= 0) < len(places):
        raise ReadError([_twice(places, stream, keys, reader)])
    texts = column(stream.texts)
    if len(places) == size and (at == np.arange(size)).all():
        return texts
    return texts.take(pa.array(at, mask=at < 0))


def _twice(places: np.ndarray, stream: _Stream, keys: list[Key], reader: _Reader) -> str:
    _, first = np.unique(places, return_index=True)
    again = np.setdiff1d(np.arange(len(places)), first)

    def where(indices: Iterable[int]) -> list[str]:
        return [
            f"{':'.join(filter(None, keys[places[i]]))} "
            f"(line {whole(reader.repairs.line(stream.positions[i]))})"
            for i in indices
        ]

    shown = where(again[:SHOWN])
    return (
        f"{reader.name}: {counted(len(again), 'segment has', 'segments have')} an id that its set "
        f"has before: {listed(shown, more=len(again) - len(shown))}. Give each "
        "segment of a set an id of its own."
    )
