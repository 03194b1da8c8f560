"""TMX 1.4 and XLIFF 1.2 and 2.x: source and target, read as source and reference.

Notes, properties and states of units are skipped.
"""

from __future__ import annotations

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


class _Units:
    """Texts of translation units by language (TMX), or as "source" and "target" (XLIFF).

    Units without text are only counted.
    """

    def __init__(self, text: str, name: str) -> None:
        self.size, self._name = len(text), name
        self.texts: list[dict[str, str]] = []
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

    def add(self, language: str, text: str) -> None:
        """Add a text to the current unit; the first of a language counts."""
        if self._is_new:
            self.texts.append({})
            self.documents.append(self._document)
            self._is_new = False
            check_segments(len(self.texts), self.size, self._name)
        self.texts[-1].setdefault(language, text)


@dataclass
class _OpenSegment:
    """A segment being read: its pieces so far, and the depth of native code."""

    language: str
    closes: str
    start: int
    called: str
    position: int = 0
    pieces: list[str] = field(default_factory=list)
    code: int = 0

    def __post_init__(self) -> None:
        self.position = self.start


def read_tmx(
    text: str, name: str, source: str = "", target: str = "", progress: Progress | None = None
) -> Parts:
    """Read a translation memory.

    `source` and `target` are languages; by default the source language of the header, and the first
    other one. "en" also matches "en-GB" (RFC 4647, 3.3.1). A unit without the source or the target
    is skipped, and reported.
    """
    repairs = RepairLog(text)
    units = _Units(text, name)
    declared = language = ""
    reading: _OpenSegment | None = None
    for number, tag in enumerate(iter_tags(text, name, repairs)):
        if progress and number % _STEP == 0:
            progress(tag.end / max(len(text), 1))
        if tag.name == SKIPPED:
            if reading is None and (hidden := count_hidden(text, tag.start, tag.end, "seg")):
                repairs.add(messages.segments_in_comments, tag.start, hidden)
            continue
        if reading is not None:
            if tag.name == reading.closes and tag.closing:
                units.add(language, _segment_text(reading, text, tag, name, repairs))
                reading = None
            else:
                _skip_inline_tag(reading, text, tag, repairs)
        elif tag.closing:
            continue
        elif tag.name == "header":
            declared = _language_tag(parse_attributes(tag, repairs).get("srclang", ""))
        elif tag.name == "tu":
            units.open()
        elif tag.name == "tuv":
            found = parse_attributes(tag, repairs)
            language = _language_tag(found.get("xml:lang") or found.get("lang") or "")
        elif tag.name == "seg" and units.opened:
            if units.has(language):
                repairs.add(messages.second_text, tag.start)
            if tag.empty:
                units.add(language, "")
            else:
                called = f"unit {format_int(units.opened)} ({truncate(language)})"
                reading = _OpenSegment(language, "seg", tag.end, called)
    _check_end(reading, name, repairs)
    languages = list(dict.fromkeys(lang for texts in units.texts for lang in texts))
    more: list[Message] = []
    requested = _language_tag(source) or declared
    source = next(
        iter(
            sorted((x for x in languages if _languages_match(requested, x)), key=requested.__ne__)
        ),
        "",
    )
    if not source and languages:
        source = languages[0]
        more.append(messages.guessed_source(name, requested, source))
    requested = _language_tag(target)
    others = [x for x in languages if x != source and not _languages_match(declared, x)] or [
        x for x in languages if x != source
    ]
    target = next((x for x in others if not requested or _languages_match(requested, x)), requested)
    others = [lang for lang in languages if lang not in (source, target)]
    if others:
        more.append(messages.other_languages(name, source, target, others))
    return _parts_of_units(units, source, target, name, "tmx", repairs, more)


def _language_tag(language: str) -> str:
    """Normalise a language tag for comparison: "en_GB" is "en-gb"."""
    return language.strip().lower().replace("_", "-")


def _languages_match(requested: str, language: str) -> bool:
    """Whether one language tag is equal to or a prefix of the other."""
    return bool(requested and language) and (
        f"{language}-".startswith(f"{requested}-") or f"{requested}-".startswith(f"{language}-")
    )


def read_xliff(text: str, name: str, progress: Progress | None = None) -> Parts:
    """Read XLIFF: trans-units (1.2) or segments (2.x). `original` of a file is the document."""
    repairs = RepairLog(text)
    units = _Units(text, name)
    document = ""
    ignorable = False
    reading: _OpenSegment | None = None
    aside = 0  # inside <alt-trans> or <matches>: proposals, not the translation
    for number, tag in enumerate(iter_tags(text, name, repairs)):
        if progress and number % _STEP == 0:
            progress(tag.end / max(len(text), 1))
        local = tag.name.rpartition(":")[2]
        if tag.name == SKIPPED:
            if reading is None and (hidden := count_hidden(text, tag.start, tag.end, "source")):
                repairs.add(messages.segments_in_comments, tag.start, hidden)
            continue
        if reading is not None:
            if local == reading.closes and tag.closing:
                finished = _segment_text(reading, text, tag, name, repairs)
                if not ignorable:
                    units.add(local, finished)
                reading = None
            else:
                _skip_inline_tag(reading, text, tag, repairs)
        elif local in ("alt-trans", "matches"):
            aside += 0 if tag.empty else -1 if tag.closing else 1
            if not tag.closing:
                repairs.add(messages.proposals, tag.start)
        elif tag.closing or aside > 0:
            continue
        elif local == "file":
            found = parse_attributes(tag, repairs)
            document = found.get("original") or found.get("id") or ""
        elif local in ("trans-unit", "segment"):
            ignorable = False
            units.open(document)
        elif local == "ignorable":
            repairs.add(messages.ignorable, tag.start)
            ignorable = True
        elif local in ("source", "target") and (units.opened or ignorable):
            if not tag.empty:
                called = f"the <{local}> of unit {format_int(units.opened)}"
                reading = _OpenSegment(local, local, tag.end, called)
            elif not ignorable:
                units.add(local, "")
    _check_end(reading, name, repairs)
    return _parts_of_units(units, "source", "target", name, "xliff", repairs, [])


def _skip_inline_tag(reading: _OpenSegment, text: str, tag: Tag, repairs: RepairLog) -> None:
    """Skip a tag inside a segment; native code with its content."""
    if reading.code == 0:
        reading.pieces.append(decode_range(text, reading.position, tag.start, repairs))
    repairs.add(messages.tags_left_out, tag.start)
    if tag.name in CODE_ELEMENTS and not tag.empty:
        reading.code = max(0, reading.code + (-1 if tag.closing else 1))
    reading.position = tag.end


def _segment_text(reading: _OpenSegment, text: str, tag: Tag, name: str, repairs: RepairLog) -> str:
    closes, called = reading.closes, reading.called
    check_segment_text(text, reading.start, tag.start, closes, called, name, repairs)
    if reading.code == 0:
        reading.pieces.append(decode_range(text, reading.position, tag.start, repairs))
    return normalize_space("".join(reading.pieces), reading.position, repairs)


def _check_end(reading: _OpenSegment | None, name: str, repairs: RepairLog) -> None:
    if reading is not None:
        line = repairs.line(reading.start)
        raise ReadError([messages.unclosed_element(name, reading.closes, line)])


def _parts_of_units(
    units: _Units,
    source: str,
    target: str,
    name: str,
    form: str,
    repairs: RepairLog,
    more: list[Message],
) -> Parts:
    paired = [i for i, texts in enumerate(units.texts) if source in texts and target in texts]
    if not paired:
        raise ReadError([messages.no_units(name)])
    if len(paired) < units.opened:
        more.append(messages.incomplete_units(name, units.opened - len(paired)))
    named_documents = [units.documents[i] for i in paired]
    repeated = sum(map(len, named_documents))
    check_columns(len(paired), 3, units.size, name, repeated)
    return Parts(
        name,
        form,
        references={
            "target" if form == "xliff" else target: text_column(
                units.texts[i][target] for i in paired
            )
        },
        source=text_column(units.texts[i][source] for i in paired),
        documents=text_column(named_documents) if any(named_documents) else None,
        repairs=(*repairs.messages_for(name), *more),
    )
