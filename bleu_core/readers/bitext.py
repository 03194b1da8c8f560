"""TMX 1.4 and XLIFF 1.2 and 2.x: source and target become source and reference.

A unit of XLIFF 1.2 is split at <mrk mtype="seg">, if source and target have the same ones.
Proposals (<alt-trans>) that every unit has are systems.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from bleu_core.common.formatting import format_int, truncate
from bleu_core.common.progress import Progress
from bleu_core.messages import Message, file
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


class _Reader:
    """Texts of units by language (TMX), or as "source" and "target" (XLIFF); none of empty units.

    `marked` has the segments of a text by their ids; empty if they do not contain all of it.
    `element` is the name of segments; with `prefixes`, names of tags are without their prefix.
    """

    def __init__(self, text: str, name: str, element: str, prefixes: bool = False) -> None:
        self.text, self.name, self.repairs = text, name, RepairLog(text)
        self._element, self._prefixes = element, prefixes
        self._tags = iter_tags(text, name, self.repairs)
        self.texts: list[dict[str, str]] = []
        self.marked: dict[int, dict[str, dict[str, str]]] = {}
        self.documents: list[str] = []
        self.opened = 0
        self._new: str | None = None  # the document of a unit without text so far

    def open(self, document: str = "") -> None:
        """Begin a unit."""
        self.opened += 1
        self._new = document

    def has(self, language: str) -> bool:
        """Whether the current unit has a text in this language."""
        return bool(self.texts) and self._new is None and language in self.texts[-1]

    def add(self, language: str, text: str, marked: dict[str, str] | None = None) -> None:
        """Add a text to the current unit; the first of a language counts."""
        if self._new is not None:
            self.texts.append({})
            self.documents.append(self._new)
            self._new = None
            check_segments(len(self.texts), len(self.text), self.name)
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

    def tags(self, progress: Progress | None) -> Iterator[tuple[str, Tag]]:
        """Yield the name and tag of each element outside segments."""
        for number, tag in enumerate(self._tags):
            if progress and number % _STEP == 0:
                progress(tag.end / max(len(self.text), 1))
            if tag.name != SKIPPED:
                yield self._local(tag), tag
            elif inside := count_hidden(self.text, tag.start, tag.end, self._element):
                self.repairs.add("segments_in_comments", tag.start, inside)

    def _local(self, tag: Tag) -> str:
        return tag.name.rpartition(":")[2] if self._prefixes else tag.name

    def read(self, start: Tag, called: str) -> tuple[str, dict[str, str] | None]:
        """The text of a segment up to its end tag, without native code; its <mrk>, None if none."""
        closes, position, code = self._local(start), start.end, 0
        pieces: list[str] = []
        marks: list[str] = []  # ids of the open <mrk>, "" for those that are no segments
        marked: dict[str, list[str]] = {}
        is_split = True
        for tag in self._tags:
            if tag.name == SKIPPED:
                continue
            is_end = tag.closing and self._local(tag) == closes
            if is_end:
                check_segment_text(
                    self.text, start.end, tag.start, closes, called, self.name, self.repairs
                )
            if code == 0:
                piece = decode_range(self.text, position, tag.start, self.repairs)
                pieces.append(piece)
                if mark := next(filter(None, marks), ""):
                    marked[mark].append(piece)
                elif piece.strip():
                    is_split = False
            if is_end:
                break
            is_mark = False
            if self._prefixes and self._local(tag) == "mrk":
                if tag.closing:
                    is_mark = bool(marks and marks.pop())
                else:
                    about = parse_attributes(tag, self.repairs)
                    mark = about.get("mid", "") if about.get("mtype") == "seg" else ""
                    is_mark = bool(mark)
                    if mark:
                        # Segments do not contain one another, and have different ids.
                        is_split &= not any(marks) and mark not in marked
                        marked.setdefault(mark, [])
                    if not tag.empty:
                        marks.append(mark)
            if not is_mark:
                self.repairs.add("tags_left_out", tag.start)
            if tag.name in CODE_ELEMENTS and not tag.empty:
                code = max(0, code + (-1 if tag.closing else 1))
            position = tag.end
        else:
            line = self.repairs.line(start.end)
            raise ReadError([messages.unclosed(self.name, line, f"<{closes}>")])
        text = normalize_space("".join(pieces), position, self.repairs)
        if not marked:
            return text, None
        return text, {
            mark: normalize_space("".join(own), position, self.repairs)
            for mark, own in marked.items()
            if is_split
        }


def read_tmx(text: str, name: str, progress: Progress | None = None) -> Parts:
    """Read a memory: the header's source language ("en" matches "en-GB"), the first other one."""
    reader = _Reader(text, name, "seg")
    repairs = reader.repairs
    declared = language = ""
    again: list[int] = []  # positions of second texts in a language
    for element, tag in reader.tags(progress):
        if tag.closing:
            continue
        if element == "header":
            declared = _language_tag(parse_attributes(tag, repairs).get("srclang", ""))
        elif element == "tu":
            reader.open()
        elif element == "tuv":
            attributes = parse_attributes(tag, repairs)
            language = _language_tag(attributes.get("xml:lang") or attributes.get("lang") or "")
        elif element == "seg" and reader.opened:
            if reader.has(language):
                again.append(tag.start)
            called = f"unit {format_int(reader.opened)} ({truncate(language)})"
            reader.add(language, "" if tag.empty else reader.read(tag, called)[0])
    languages = list(dict.fromkeys(lang for texts in reader.texts for lang in texts))
    more: list[Message] = []
    if again:
        more.append(messages.second_text(name, len(again), repairs.line(again[0])))
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
    """Read XLIFF: trans-units (1.2) or segments (2.x); proposals are named by their `origin`."""
    reader = _Reader(text, name, "source", prefixes=True)
    repairs = reader.repairs
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
            called = f"a proposal of unit {format_int(reader.opened)}"
            if reader.has(_PROPOSAL + origin):
                repairs.add("proposals", tag.start)
            elif reader.opened and not tag.empty:
                reader.add(_PROPOSAL + origin, *reader.read(tag, called))
        elif element == "file":
            attributes = parse_attributes(tag, repairs)
            document = attributes.get("original") or attributes.get("id") or ""
        elif element in ("trans-unit", "segment"):
            ignorable = False
            reader.open(document)
        elif element == "ignorable":
            repairs.add("ignorable", tag.start)
            ignorable = True
        elif element in ("source", "seg-source", "target") and (reader.opened or ignorable):
            called = f"the <{element}> of unit {format_int(reader.opened)}"
            read = ("", None) if tag.empty else reader.read(tag, called)
            if not ignorable:
                reader.add(element, *read)
    return _parts_of_units(reader, "source", "target", "xliff", [])


def _parts_of_units(
    reader: _Reader, source: str, target: str, form: str, more: list[Message]
) -> Parts:
    name = reader.name
    paired = [i for i, texts in enumerate(reader.texts) if source in texts and target in texts]
    if not paired:
        raise ReadError([file.nothing(name, "translation unit with both source and target")])
    if len(paired) < reader.opened:
        more.append(messages.repaired(name, "incomplete_units", reader.opened - len(paired)))
    pairs: list[tuple[str, str]] = []
    documents: list[str] = []
    whole = 0
    for i in paired:
        segments = reader.segments(i)
        whole += not segments and i in reader.marked
        pairs += segments or [(reader.texts[i][source], reader.texts[i][target])]
        documents += [reader.documents[i]] * (len(segments) or 1)
    if whole:
        more.append(messages.repaired(name, "unsplit_units", whole))
    counts = Counter(key for i in paired for key in reader.texts[i] if key.startswith(_PROPOSAL))
    # What only some segments have is no output of a system.
    full = [key for key, number in counts.items() if number == len(pairs)]
    if counts:
        left = [key[1:] for key in counts if key not in full]
        more.append(messages.proposals(name, [key[1:] for key in full], left))
    check_columns(len(pairs), 3 + len(full), len(reader.text), name, sum(map(len, documents)))
    reference = "target" if form == "xliff" else target
    return Parts(
        name,
        form,
        systems={key[1:]: text_column(reader.texts[i][key] for i in paired) for key in full},
        references={reference: text_column(text for _, text in pairs)},
        source=text_column(text for text, _ in pairs),
        documents=text_column(documents) if any(documents) else None,
        repairs=(*reader.repairs.messages_for(name), *more),
    )
