"""TMX 1.4 and XLIFF 1.2 and 2.x: source and target, read as source and reference.

Notes, properties and states of units are skipped.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from bleu_core.common.numerals import whole
from bleu_core.common.progress import Progress
from bleu_core.common.wording import cut
from bleu_core.messages import Message
from bleu_core.messages import markup as messages
from bleu_core.readers.limits import check_columns, check_segments
from bleu_core.readers.markup import (
    ASIDE,
    Repairs,
    Tag,
    check_whole,
    decoded,
    hides,
    parse_attributes,
    tags,
    tidy,
)
from bleu_core.readers.parts import Parts, ReadError, column

# Elements with native code instead of text, in both standards. All others inside a segment ("hi",
# "g", "mrk", "pc") are markup around text.
CODE = {"bpt", "ept", "ph", "it", "ut"}
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
class _Text:
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
    repairs = Repairs(text)
    units = _Units(text, name)
    declared = language = ""
    reading: _Text | None = None
    for number, tag in enumerate(tags(text, name, repairs)):
        if progress and number % _STEP == 0:
            progress(tag.end / max(len(text), 1))
        if tag.name == ASIDE:
            if reading is None and (hidden := hides(text, tag.start, tag.end, "seg")):
                repairs.add(messages.segments_in_comments, tag.start, hidden)
            continue
        if reading is not None:
            if tag.name == reading.closes and tag.closing:
                units.add(language, _finish(reading, text, tag, name, repairs))
                reading = None
            else:
                _inline(reading, text, tag, repairs)
        elif tag.closing:
            continue
        elif tag.name == "header":
            declared = _tag_of(parse_attributes(tag, repairs).get("srclang", ""))
        elif tag.name == "tu":
            units.open()
        elif tag.name == "tuv":
            found = parse_attributes(tag, repairs)
            language = _tag_of(found.get("xml:lang") or found.get("lang") or "")
        elif tag.name == "seg" and units.opened:
            if units.has(language):
                repairs.add(messages.second_text, tag.start)
            if tag.empty:
                units.add(language, "")
            else:
                called = f"unit {whole(units.opened)} ({cut(language)})"
                reading = _Text(language, "seg", tag.end, called)
    _check_end(reading, name, repairs)
    languages = list(dict.fromkeys(lang for texts in units.texts for lang in texts))
    more: list[Message] = []
    requested = _tag_of(source) or declared
    source = next(
        iter(sorted((x for x in languages if _fits(requested, x)), key=requested.__ne__)), ""
    )
    if not source and languages:
        source = languages[0]
        more.append(messages.guessed_source(name, requested, source))
    requested = _tag_of(target)
    others = [x for x in languages if x != source and not _fits(declared, x)] or [
        x for x in languages if x != source
    ]
    target = next((x for x in others if not requested or _fits(requested, x)), requested)
    others = [lang for lang in languages if lang not in (source, target)]
    if others:
        more.append(messages.other_languages(name, source, target, others))
    return _parts(units, source, target, name, "tmx", repairs, more)


def _tag_of(language: str) -> str:
    """Normalise a language tag for comparison: "en_GB" is "en-gb"."""
    return language.strip().lower().replace("_", "-")


def _fits(requested: str, language: str) -> bool:
    """Whether one language tag is equal to or a prefix of the other."""
    return bool(requested and language) and (
        f"{language}-".startswith(f"{requested}-") or f"{requested}-".startswith(f"{language}-")
    )


def read_xliff(text: str, name: str, progress: Progress | None = None) -> Parts:
    """Read XLIFF: trans-units (1.2) or segments (2.x). `original` of a file is the document."""
    repairs = Repairs(text)
    units = _Units(text, name)
    document = ""
    ignorable = False
    reading: _Text | None = None
    aside = 0  # inside <alt-trans> or <matches>: proposals, not the translation
    for number, tag in enumerate(tags(text, name, repairs)):
        if progress and number % _STEP == 0:
            progress(tag.end / max(len(text), 1))
        local = tag.name.rpartition(":")[2]
        if tag.name == ASIDE:
            if reading is None and (hidden := hides(text, tag.start, tag.end, "source")):
                repairs.add(messages.segments_in_comments, tag.start, hidden)
            continue
        if reading is not None:
            if local == reading.closes and tag.closing:
                finished = _finish(reading, text, tag, name, repairs)
                if not ignorable:
                    units.add(local, finished)
                reading = None
            else:
                _inline(reading, text, tag, repairs)
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
                called = f"the <{local}> of unit {whole(units.opened)}"
                reading = _Text(local, local, tag.end, called)
            elif not ignorable:
                units.add(local, "")
    _check_end(reading, name, repairs)
    return _parts(units, "source", "target", name, "xliff", repairs, [])


def _inline(reading: _Text, text: str, tag: Tag, repairs: Repairs) -> None:
    """Skip a tag inside a segment; native code with its content."""
    if reading.code == 0:
        reading.pieces.append(decoded(text, reading.position, tag.start, repairs))
    repairs.add(messages.tags_left_out, tag.start)
    if tag.name in CODE and not tag.empty:
        reading.code = max(0, reading.code + (-1 if tag.closing else 1))
    reading.position = tag.end


def _finish(reading: _Text, text: str, tag: Tag, name: str, repairs: Repairs) -> str:
    closes, called = reading.closes, reading.called
    check_whole(text, reading.start, tag.start, closes, called, name, repairs)
    if reading.code == 0:
        reading.pieces.append(decoded(text, reading.position, tag.start, repairs))
    return tidy("".join(reading.pieces), reading.position, repairs)


def _check_end(reading: _Text | None, name: str, repairs: Repairs) -> None:
    if reading is not None:
        line = repairs.line(reading.start)
        raise ReadError([messages.unclosed_element(name, reading.closes, line)])


def _parts(
    units: _Units,
    source: str,
    target: str,
    name: str,
    form: str,
    repairs: Repairs,
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
            "target" if form == "xliff" else target: column(units.texts[i][target] for i in paired)
        },
        source=column(units.texts[i][source] for i in paired),
        documents=column(named_documents) if any(named_documents) else None,
        repairs=(*repairs.messages_for(name), *more),
    )
