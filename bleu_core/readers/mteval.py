"""NIST/mteval XML and SGML, and WMT XML: sets, documents and segments, aligned by their ids.

NIST: <srcset>, <refset>, <tstset> contain <doc> elements; WMT: a <doc> contains <src>, <ref> and
<hyp>. In both, a <seg> has a role, a label, a document and an id, so one reader serves both.
Formats: NIST mteval-xml-v1.5.dtd and what mteval-v13a.pl accepts;
github.com/wmt-conference/wmt-format-tools.
"""

from __future__ import annotations

import re

from bleu_core.common.progress import Progress
from bleu_core.common.wording import cut
from bleu_core.messages import markup as messages
from bleu_core.readers.limits import check_segments
from bleu_core.readers.markup import (
    ASIDE,
    Repairs,
    Tag,
    check_whole,
    content,
    decode,
    hides,
    parse_attributes,
    tags,
    tidy,
)
from bleu_core.readers.mteval_sets import Held, Stream, side_by_side
from bleu_core.readers.parts import Parts, ReadError

ROLES = {
    "srcset": "source", "refset": "reference", "tstset": "system",
    "src": "source", "ref": "reference", "hyp": "system",
}  # fmt: skip
BLOCKS = {"hl", "p", "poster", "post", "quote"}
_LABELS = ("sysid", "refid", "system", "translator")
# Attributes that name a document or its translation; others are metadata.
_NO_METADATA = {"docid", "id", "sysid", "refid"}
# A segment as in nearly all files: an id, no other attribute, and no tag inside.
_PLAIN = re.compile(r"""<seg id=(?:"([^"<>&\0]++)"|([^\s"'<>&/=\0]++))>([^<]*+)</seg>\s*+""")
_STEP = 1_000_000  # characters between two reports of progress
_AT_ONCE = 10_000  # segments


class _Reader:
    """The state between two tags, and all segments so far."""

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name, self.repairs = text, name, Repairs(text)
        self.all_sets = Held(text, name, self.repairs)
        self.role = self.block = self.document = ""
        self.set_label = self.document_label = ""
        self.sets = self.documents = self.in_document = 0
        self.segment: Tag | None = None
        self.left = 0  # where text outside segments begins

    def take_all(self, progress: Progress | None) -> None:
        """Read the whole text: plain segments in runs, all else tag by tag."""
        position = reported = 0
        while position >= 0:
            found = tags(self.text, self.name, self.repairs, position)
            position = -1
            for tag in found:
                if progress and tag.start - reported >= _STEP:
                    reported = tag.start
                    progress(reported / len(self.text))
                if tag.name == "seg" and (end := self.take_plain(tag.start)) > tag.start:
                    position = end
                    break
                self.take(tag)

    def take_plain(self, start: int) -> int:
        """Read a run of plain segments from `start`, as `take` would; return its end."""
        position, stream = start, None
        if not self.role or self.segment is not None:
            return start
        for _ in range(_AT_ONCE):
            if (found := _PLAIN.match(self.text, position)) is None:
                break
            if stream is None:
                stream = self.stream()
                self.note_text_outside(start)
            quoted, bare, raw = found.groups()
            if bare:
                self.repairs.add(messages.unquoted_attributes, position)
            text = tidy(decode(raw, self.repairs, found.start(3)), found.start(3), self.repairs)
            self.put(stream, quoted or bare, text, position)
            self.left, position = found.end(3) + len("</seg>"), found.end()
        return position

    def take(self, tag: Tag) -> None:
        """Read a tag, in the order of the file."""
        name = tag.name
        if name == ASIDE:
            if self.segment is None:
                self.note_text_outside(tag.start)
                self.left = tag.end
                if hidden := hides(self.text, tag.start, tag.end, "seg"):
                    self.repairs.add(messages.segments_in_comments, tag.start, hidden)
            return
        if self.segment is not None:
            if not _ends_segment(tag):
                self.repairs.add(messages.tags_kept, tag.start)
                return
            if name != "seg" or not tag.closing:
                self.repairs.add(messages.no_end_tag, tag.start)
            self.end_segment(tag.start)
        elif name == "seg" and tag.closing:
            raise ReadError([messages.stray_end_tag(self.name, self.repairs.line(tag.start))])
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
            self.repairs.add(messages.numbered_documents, tag.start)
        about = self.all_sets.about.setdefault(self.document, {})
        for key, value in found.items():
            if value and key not in _NO_METADATA:
                about.setdefault(key, value)

    def end_segment(self, end: int) -> None:
        tag, self.segment = self.segment, None
        assert tag is not None  # for the type checker: `take` asks before
        self.left = end
        if not self.role:
            raise ReadError([messages.outside_set(self.name, self.repairs.line(tag.start))])
        found = parse_attributes(tag, self.repairs)
        segment = found.get("id") or found.get("segid") or ""
        if not segment:
            segment = str(self.in_document + 1)
            self.repairs.add(messages.numbered_segments, tag.start)
        if not tag.empty:
            called = f"segment {cut(':'.join(filter(None, (self.document, segment))))}"
            check_whole(self.text, tag.end, end, "seg", called, self.name, self.repairs)
        text = "" if tag.empty else content(self.text, tag.end, end, self.repairs)
        self.put(self.stream(), segment, text, tag.start)

    def stream(self) -> Stream:
        """The set of the segments at this position."""
        label = "" if self.role == "source" else self.document_label or self.set_label
        return self.all_sets.streams.setdefault((self.role, label, self.sets), Stream())

    def put(self, stream: Stream, segment: str, text: str, position: int) -> None:
        """Add a segment to a set, under the number of its document and id."""
        sets = self.all_sets
        self.in_document += 1
        place = sets.places.setdefault((self.document, segment), len(sets.places))
        if place == len(sets.blocks):
            sets.blocks.append(self.block)
            check_segments(place, len(self.text), self.name)
        elif self.block and not sets.blocks[place]:
            sets.blocks[place] = self.block
        stream.places.append(place)
        stream.texts.append(text)
        stream.positions.append(position)

    def note_text_outside(self, end: int) -> None:
        outside = self.text[self.left : end]
        if outside and not outside.isspace():
            self.repairs.add(messages.text_outside, self.left)


def _ends_segment(tag: Tag) -> bool:
    if tag.name in BLOCKS:
        return tag.closing  # "<p and q>" may be text; the end tag of a paragraph is not
    return tag.name in ("seg", "doc", "mteval", "dataset") or tag.name in ROLES


def read_mteval(text: str, name: str, progress: Progress | None = None) -> Parts:
    """Read NIST/mteval or WMT XML, aligned by document and segment id.

    Segments keep the order of their first occurrence. White space around a text is stripped. The
    elements around segments ("hl", "p", "poster") and attributes of documents ("genre", "origlang")
    become metadata.

    Raises
    ------
    ReadError
        There is no segment, an id is repeated in a set, or a segment is in no set.
    """
    reader = _Reader(text, name)
    reader.take_all(progress)
    if reader.segment is not None:
        reader.repairs.add(messages.ends_in_segment, reader.segment.start)
        reader.end_segment(len(text))
    reader.note_text_outside(len(text))
    if not reader.all_sets.places:
        raise ReadError([messages.no_segments(name)])
    return side_by_side(reader.all_sets)
