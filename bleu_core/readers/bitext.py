"""TMX 1.4 and XLIFF 1.2 and 2.x: source and target become source and reference.

A unit of XLIFF 1.2 is split at <mrk mtype="seg">, if source and target have the same ones.
Proposals (<alt-trans>) that every unit has are systems.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from bleu_core.common.formatting import format_int, truncate
from bleu_core.common.progress import Progress
from bleu_core.messages import Message
from bleu_core.messages import markup as messages
from bleu_core.readers.markup import (
    SKIPPED,
    RepairLog,
    Tag,
    check_segment_text,
    count_hidden,
    decode_range,
    iter_tags,
    normalize_space,
    parse_attributes,
)
from bleu_core.readers.parts import Parts, ReadError, check_columns, check_segments, text_column

# Elements with native code instead of text, in both standards. All others inside a segment ("hi",
# "g", "mrk", "pc") are markup around text.
CODE_ELEMENTS = {"bpt", "ept", "ph", "it", "ut"}
_STEP = 20_000
# Before the origin of a proposal, among the languages of a unit.
_PROPOSAL = "\0"


class _Units:
    """Texts of units by language (TMX), or as "source" and "target" (XLIFF); none of empty units.

    `marked` has the segments of a text by their ids; empty if they do not contain all of it.
    """

    def __init__(self, text: str, name: str) -> None:
        self.size, self._name = len(text), name
        self.texts: list[dict[str, str]] = []
        self.marked: dict[int, dict[str, dict[str, str]]] = {}
        self.documents: list[str] = []
        self.opened = 0
        self._document = ""
        self._is_new = False

    def open(self, document: str = "") -> None:
        """Begin a unit."""
        self.opened += 1
        self._document, self._is_new = document, True

    def has(self, language: str) -> bool:
        """Whether the current unit has a text in this language."""
        return not self._is_new and language in self.texts[-1]

    def add(self, language: str, text: str, marked: dict[str, str] | None = None) -> None:
        """Add a text to the current unit; the first of a language counts."""
        if self._is_new:
            self.texts.append({})
            self.documents.append(self._document)
            self._is_new = False
            check_segments(len(self.texts), self.size, self._name)
        self.texts[-1].setdefault(language, text)
        if marked is not None:
            self.marked.setdefault(len(self.texts) - 1, {}).setdefault(language, marked)

    def segments(self, unit: int) -> list[tuple[str, str]]:
        """Source and target of each segment of a unit of XLIFF; none if they cannot be paired."""
        marked = self.marked.get(unit, {})
        sources = marked.get("seg-source") or marked.get("source", {})
        targets = marked.get("target", {})
        if sources.keys() != targets.keys():
            return []
        return [(text, targets[segment]) for segment, text in sources.items()]


@dataclass
class _OpenSegment:
    """A segment being read: its pieces up to `position`, and the depth of native code.

    `language` is None if it is ignored. `marks` are the ids of the open <mrk>, "" for no segment.
    """

    language: str | None
    closes: str
    start: int
    called: str
    position: int
    pieces: list[str] = field(default_factory=list)
    code: int = 0
    marks: list[str] = field(default_factory=list)
    marked: dict[str, list[str]] = field(default_factory=dict)
    is_split: bool = True


class _SegmentReader:
    """The tags outside segments, and in `units` the texts of segments without tags inside them.

    `element` is the name of segments; with `prefixes`, names of tags are without their prefix.
    """

    def __init__(self, text: str, name: str, element: str, prefixes: bool = False) -> None:
        self.text, self.name = text, name
        self.repairs, self.units = RepairLog(text), _Units(text, name)
        self._element, self._prefixes = element, prefixes
        self._open: _OpenSegment | None = None

    def tags(self, progress: Progress | None) -> Iterator[tuple[str, Tag]]:
        """Yield the name and tag of each element outside segments; ReadError for an unclosed
        one."""
        for number, tag in enumerate(iter_tags(self.text, self.name, self.repairs)):
            if progress and number % _STEP == 0:
                progress(tag.end / max(len(self.text), 1))
            element = tag.name.rpartition(":")[2] if self._prefixes else tag.name
            segment = self._open
            if tag.name == SKIPPED:
                inside = (
                    0 if segment else count_hidden(self.text, tag.start, tag.end, self._element)
                )
                if inside:
                    self.repairs.add("segments_in_comments", tag.start, inside)
            elif segment is None:
                yield element, tag
            elif element == segment.closes and tag.closing:
                self._close(segment, tag)
            else:
                self._skip_inline(segment, tag)
        if self._open is not None:
            line = self.repairs.line(self._open.start)
            raise ReadError([messages.unclosed_element(self.name, self._open.closes, line)])

    def open(self, language: str | None, closes: str, tag: Tag, called: str) -> None:
        """Begin a segment after a tag; `called` is its name in messages."""
        self._open = _OpenSegment(language, closes, tag.end, called, tag.end)

    def _close(self, segment: _OpenSegment, tag: Tag) -> None:
        check_segment_text(
            self.text, segment.start, tag.start, segment.closes, segment.called, self.name,
            self.repairs,
        )  # fmt: skip
        self._add_piece(segment, tag)
        text = normalize_space("".join(segment.pieces), segment.position, self.repairs)
        if segment.language is not None:
            marked = {
                name: normalize_space("".join(pieces), segment.position, self.repairs)
                for name, pieces in segment.marked.items()
                if segment.is_split
            }
            self.units.add(segment.language, text, marked if segment.marked else None)
        self._open = None

    def _skip_inline(self, segment: _OpenSegment, tag: Tag) -> None:
        """Skip a tag inside a segment; native code with its content."""
        self._add_piece(segment, tag)
        if not self._mark(segment, tag):
            self.repairs.add("tags_left_out", tag.start)
        if tag.name in CODE_ELEMENTS and not tag.empty:
            segment.code = max(0, segment.code + (-1 if tag.closing else 1))
        segment.position = tag.end

    def _mark(self, segment: _OpenSegment, tag: Tag) -> bool:
        """Whether a tag begins or ends a segment inside the text, which is then noted."""
        if not self._prefixes or tag.name.rpartition(":")[2] != "mrk":
            return False
        if tag.closing:
            return bool(segment.marks and segment.marks.pop())
        attributes = parse_attributes(tag, self.repairs)
        mark = attributes.get("mid", "") if attributes.get("mtype") == "seg" else ""
        if mark:
            # Segments do not contain one another, and have different ids.
            segment.is_split &= not any(segment.marks) and mark not in segment.marked
            segment.marked.setdefault(mark, [])
        if not tag.empty:
            segment.marks.append(mark)
        return bool(mark)

    def _add_piece(self, segment: _OpenSegment, tag: Tag) -> None:
        if segment.code == 0:
            piece = decode_range(self.text, segment.position, tag.start, self.repairs)
            segment.pieces.append(piece)
            if mark := next(filter(None, segment.marks), ""):
                segment.marked[mark].append(piece)
            elif piece.strip():
                segment.is_split = False


def read_tmx(text: str, name: str, progress: Progress | None = None) -> Parts:
    """Read a translation memory: the header's source language and the first other one.

    "en" also matches "en-GB" (RFC 4647, 3.3.1). A unit without one of them is skipped, and
    reported.
    """
    reader = _SegmentReader(text, name, "seg")
    repairs, units = reader.repairs, reader.units
    declared = language = author = ""
    again: list[int] = []  # positions of second texts in a language
    authors: dict[str, None] = {}
    for element, tag in reader.tags(progress):
        if tag.closing:
            continue
        if element == "header":
            declared = _language_tag(parse_attributes(tag, repairs).get("srclang", ""))
        elif element == "tu":
            units.open()
        elif element == "tuv":
            attributes = parse_attributes(tag, repairs)
            language = _language_tag(attributes.get("xml:lang") or attributes.get("lang") or "")
            author = attributes.get("creationid", "")
        elif element == "seg" and units.opened:
            if units.has(language):
                again.append(tag.start)
                authors |= {author: None} if author else {}
            if tag.empty:
                units.add(language, "")
            else:
                called = f"unit {format_int(units.opened)} ({truncate(language)})"
                reader.open(language, "seg", tag, called)
    languages = list(dict.fromkeys(lang for texts in units.texts for lang in texts))
    more: list[Message] = []
    if again:
        line = repairs.line(again[0])
        more.append(messages.second_text(name, len(again), line, list(authors)))
    matching = [lang for lang in languages if _languages_match(declared, lang)]
    source = min(matching, key=declared.__ne__, default="")
    if not source and languages:
        source = languages[0]
        more.append(messages.guessed_source(name, declared, source))
    others = [lang for lang in languages if lang != source]
    others = [lang for lang in others if not _languages_match(declared, lang)] or others
    target = next(iter(others), "")
    others = [lang for lang in languages if lang not in (source, target)]
    if others:
        more.append(messages.other_languages(name, source, target, others))
    return _parts_of_units(reader, source, target, "tmx", more)


def _language_tag(language: str) -> str:
    """Normalize a language tag for comparison: "en_GB" becomes "en-gb"."""
    return language.strip().lower().replace("_", "-")


def _languages_match(requested: str, language: str) -> bool:
    """Whether one language tag is equal to or a prefix of the other."""
    return bool(requested and language) and (
        f"{language}-".startswith(f"{requested}-") or f"{requested}-".startswith(f"{language}-")
    )


def read_xliff(text: str, name: str, progress: Progress | None = None) -> Parts:
    """Read XLIFF: trans-units (1.2) or segments (2.x). `original` of a file is the document.

    Proposals are named by their `origin`; the first of an origin in a unit counts.
    """
    reader = _SegmentReader(text, name, "source", prefixes=True)
    repairs, units = reader.repairs, reader.units
    document = ""
    ignorable = False
    aside = 0  # inside <alt-trans> or <matches>: proposals, not the translation
    origin = ""
    for element, tag in reader.tags(progress):
        if element in ("alt-trans", "matches"):
            aside += 0 if tag.empty else -1 if tag.closing else 1
            if tag.closing:
                continue
            about = parse_attributes(tag, repairs)
            is_proposal = about.get("alttranstype", "proposal") == "proposal"
            origin = about.get("origin") or element
            if element == "matches" or not is_proposal:
                origin = ""
                repairs.add("proposals", tag.start)
        elif tag.closing or (aside > 0 and not (element == "target" and origin)):
            continue
        elif aside > 0:
            called = f"a proposal of unit {format_int(units.opened)}"
            if units.has(_PROPOSAL + origin):
                repairs.add("proposals", tag.start)
            elif units.opened and not tag.empty:
                reader.open(_PROPOSAL + origin, element, tag, called)
        elif element == "file":
            attributes = parse_attributes(tag, repairs)
            document = attributes.get("original") or attributes.get("id") or ""
        elif element in ("trans-unit", "segment"):
            ignorable = False
            units.open(document)
        elif element == "ignorable":
            repairs.add("ignorable", tag.start)
            ignorable = True
        elif element in ("source", "seg-source", "target") and (units.opened or ignorable):
            if not tag.empty:
                called = f"the <{element}> of unit {format_int(units.opened)}"
                reader.open(None if ignorable else element, element, tag, called)
            elif not ignorable:
                units.add(element, "")
    return _parts_of_units(reader, "source", "target", "xliff", [])


def _parts_of_units(
    reader: _SegmentReader, source: str, target: str, form: str, more: list[Message]
) -> Parts:
    units, name = reader.units, reader.name
    paired = [i for i, texts in enumerate(units.texts) if source in texts and target in texts]
    if not paired:
        raise ReadError([messages.no_units(name)])
    if len(paired) < units.opened:
        more.append(messages.incomplete_units(name, units.opened - len(paired)))
    pairs: list[tuple[str, str]] = []
    documents: list[str] = []
    whole = 0
    for i in paired:
        segments = units.segments(i)
        whole += not segments and i in units.marked
        pairs += segments or [(units.texts[i][source], units.texts[i][target])]
        documents += [units.documents[i]] * (len(segments) or 1)
    if whole:
        more.append(messages.unsplit_units(name, whole))
    counts = Counter(key for i in paired for key in units.texts[i] if key.startswith(_PROPOSAL))
    # What only some segments have is no output of a system.
    full = [key for key, number in counts.items() if number == len(pairs)]
    if full:
        more.append(messages.proposals_read(name, [key[1:] for key in full]))
    if left := [key[1:] for key, number in counts.items() if number < len(pairs)]:
        more.append(messages.proposals_skipped(name, left))
    check_columns(len(pairs), 3 + len(full), units.size, name, sum(map(len, documents)))
    reference = "target" if form == "xliff" else target
    return Parts(
        name,
        form,
        systems={key[1:]: text_column(units.texts[i][key] for i in paired) for key in full},
        references={reference: text_column(text for _, text in pairs)},
        source=text_column(text for text, _ in pairs),
        documents=text_column(documents) if any(documents) else None,
        repairs=(*reader.repairs.messages_for(name), *more),
    )
