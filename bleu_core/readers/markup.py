"""Scan the tags of a text that is XML, SGML or nearly so, in linear time, and expand nothing.

It decodes the predefined entities and numeric references, and skips declarations: no entity bombs,
no external entities. lxml cannot replace it: with `recover=True` it loses text in silence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from bleu_core.messages import Message
from bleu_core.messages import markup as messages
from bleu_core.readers.parts import ReadError

# Possessive (++, *+): no backtracking, so a text without ">" is scanned once.
_TAG = re.compile(
    r"""<(?:(?P<close>/)?(?P<name>[A-Za-z][\w:.-]*+)(?P<rest>(?:[^<>"']++|"[^"<]*+"|'[^'<]*+')*+)>
    |(?P<special>!--|!\[CDATA\[|!DOCTYPE\b|\?[A-Za-z]))""",
    re.VERBOSE | re.IGNORECASE,
)
SKIPPED = "!"
_ENDS = {"!--": "-->", "![CDATA[": "]]>", "?": "?>"}
# No name begins after a letter, so a name without "=" is scanned once, not at each letter.
_ATTRIBUTE = re.compile(
    r"""(?<![\w:.-])([A-Za-z_][\w:.-]*+)\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s"'>]++))"""
)
MAX_ATTRIBUTES = 100
_REFERENCE = re.compile(r"&(?:(#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|amp|lt|gt|quot|apos);)?")
_PREDEFINED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_IN_DOCTYPE = re.compile(r"""[\[\]>]|"[^"]*+"|'[^']*+'|<!--""")
_OPENING = re.compile(r"<(?:!--|!\[CDATA\[|!DOCTYPE\b|\?[A-Za-z])", re.IGNORECASE)
_SECTION = re.compile(r"<!\[CDATA\[|<!--", re.IGNORECASE)


class RepairLog:
    """Repairs of a text: the number of each kind and the position of the first."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._found: dict[str, tuple[int, int]] = {}

    def add(self, kind: str, position: int, number: int = 1) -> None:
        """Count a repair, a kind of `messages.markup.repaired`."""
        count, first = self._found.get(kind, (0, position))
        self._found[kind] = count + number, first

    def line(self, position: int) -> int:
        """The line of a position, from 1."""
        return self._text.count("\n", 0, position) + 1

    def messages_for(self, name: str) -> tuple[Message, ...]:
        """A message for each kind of repair."""
        return tuple(
            messages.repaired(name, kind, count, self.line(first))
            for kind, (count, first) in self._found.items()
        )


class Tag(NamedTuple):
    """A tag: its name in lower case, and its position."""

    name: str
    closing: bool
    empty: bool
    attributes: str
    start: int
    end: int


def iter_tags(text: str, name: str, repairs: RepairLog) -> Iterator[Tag]:
    """Yield tags; comments, instructions and DOCTYPEs as `SKIPPED`. ReadError if one has no end."""
    position = 0
    root = ""  # the open outermost element; SGML may have several, one after the other
    while True:
        for found in _TAG.finditer(text, position):
            special = found["special"]
            if special:
                position = _end_of_special(text, found.start(), special, name, repairs)
                if special != "![CDATA[":
                    yield Tag(SKIPPED, False, True, "", found.start(), position)
                break
            written, rest = found["name"], found["rest"]
            lower = written.lower()
            if written != lower:
                repairs.add("upper_case", found.start())
            tag = Tag(lower, found["close"] is not None, rest.endswith("/"), rest, *found.span())
            if not root and not tag.closing and not tag.empty:
                root = lower
            elif tag.closing and lower == root:
                root = ""
            yield tag
        else:
            break
    if root:
        repairs.add("ends_early", len(text))


def _end_of_special(text: str, start: int, special: str, name: str, repairs: RepairLog) -> int:
    """The end of the comment, section or declaration that begins at `start`."""
    if special.upper() == "!DOCTYPE":
        end = end_of_doctype(text, start)
        if end > 0 and "[" in text[start:end]:
            repairs.add("declarations", start)
    else:
        mark = _ENDS["?" if special.startswith("?") else special.upper()]
        end = text.find(mark, start + 1 + len(special)) + len(mark)
        end = end if end >= len(mark) else -1
    if end < 0:
        raise ReadError([messages.unclosed(name, repairs.line(start), f"<{special}")])
    return end


def end_of_doctype(text: str, start: int) -> int:
    """The end of a DOCTYPE with its internal subset [ … ], whose strings may contain anything."""
    depth, position = 0, start
    while found := _IN_DOCTYPE.search(text, position):
        mark, position = found[0], found.end()
        if mark == "<!--":
            position = text.find("-->", position)
            if position < 0:
                return -1
        elif mark == ">" and depth == 0:
            return position
        depth += (mark == "[") - (mark == "]")
    return -1


def parse_attributes(tag: Tag, repairs: RepairLog) -> dict[str, str]:
    """Parse the attributes of a tag, names in lower case; quotation marks may be missing."""
    values: dict[str, str] = {}
    for found in _ATTRIBUTE.finditer(tag.attributes.removesuffix("/")):
        if len(values) == MAX_ATTRIBUTES:
            repairs.add("many_attributes", tag.start)
            break
        name, double, single, bare = found.groups("")
        if bare:
            repairs.add("unquoted_attributes", tag.start)
        value = double or single or bare
        values.setdefault(
            name.lower(), decode_references(value, repairs, tag.start).replace("\0", "")
        )
    return values


def check_segment_text(
    text: str, start: int, end: int, element: str, called: str, name: str, repairs: RepairLog
) -> None:
    """Refuse a segment that swallowed the tag of another, in a comment, CDATA or by damage."""
    raw = text[start:end]
    if "<" not in raw:
        return
    tag = re.compile(rf"<(/)?(?:[\w.-]++:)?{element}[\s/>]", re.IGNORECASE)
    hidden = tag.search(raw)
    if hidden is None:
        return
    line = repairs.line(start)
    for opening in _OPENING.finditer(raw, 0, hidden.start()):
        special = opening[0][1:]
        past = _end_of_special(text, start + opening.start(), special, name, repairs)
        if past > start + hidden.start():
            begins = "<?" if special[0] == "?" else opening[0]
            mark = _ENDS.get(begins[1:].upper(), ">")
            number = sum(1 for found in tag.finditer(raw) if not found[1])
            last = repairs.line(past - 1)
            raise ReadError([
                messages.hidden_segments(name, line, called, begins, mark, last, number, element)
            ])  # fmt: skip
    at = repairs.line(start + hidden.start())
    raise ReadError([messages.damaged_tag(name, line, called, hidden[0].strip(), at)])


def count_hidden(text: str, start: int, end: int, element: str) -> int:
    """The number of segments in a comment or the like."""
    return len(re.findall(rf"<(?:[\w.-]++:)?{element}[\s/>]", text[start:end], re.IGNORECASE))


def segment_text(text: str, start: int, end: int, repairs: RepairLog) -> str:
    """The text between two positions: decoded, stripped, on one line."""
    return normalize_space(decode_range(text, start, end, repairs), start, repairs)


def decode_range(text: str, start: int, end: int, repairs: RepairLog) -> str:
    """The text between two positions, with references decoded and comments removed."""
    raw = text[start:end]
    if "<!" in raw:
        return "".join(_sections(raw, repairs, start))
    return decode_references(raw, repairs, start)


def normalize_space(raw: str, position: int, repairs: RepairLog) -> str:
    """Strip white space and join lines, which are layout in XML and not part of a segment."""
    raw = raw.strip(" \t\r\n")
    if "\n" in raw:
        repairs.add("line_breaks", position)
        raw = " ".join(filter(None, (line.strip(" \t\r") for line in raw.split("\n"))))
    return raw


def _sections(raw: str, repairs: RepairLog, start: int) -> Iterator[str]:
    """Pieces of text: CDATA unchanged, comments removed, the rest decoded."""
    position = 0
    for found in _SECTION.finditer(raw):
        if found.start() < position:
            continue
        yield decode_references(raw[position : found.start()], repairs, start)
        mark = "-->" if found[0] == "<!--" else "]]>"
        end = raw.find(mark, found.end())
        if mark == "-->":
            repairs.add("comments", start)
        else:
            yield raw[found.end() : end]
        position = end + len(mark)
    yield decode_references(raw[position:], repairs, start)


def decode_references(text: str, repairs: RepairLog, position: int) -> str:
    """Decode the five predefined entities and numeric references; keep other "&"."""
    if text.count("&") == text.count("&amp;"):  # none at all, or no other reference
        return text.replace("&amp;", "&")

    def meaning(found: re.Match[str]) -> str:
        reference = found[1]
        if reference is None:
            repairs.add("unknown_entities", position)
            return "&"
        if reference[0] != "#":
            return _PREDEFINED[reference]
        hexadecimal = reference[1] in "xX"
        number = int(reference[2:], 16) if hexadecimal else int(reference[1:])
        # XML's characters: no NUL, no other control character, no half of a pair.
        if number in (9, 10, 13) or 32 <= number < 0xD800 or 0xE000 <= number < 0x110000:
            return chr(number)
        repairs.add("invalid_references", position)
        return found[0]

    return _REFERENCE.sub(meaning, text)


def declared_encoding(data: bytes) -> str | None:
    """The encoding in the XML declaration, if any."""
    found = re.match(rb"\s*<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([\w.-]{1,40})", data[:400])
    return found[1].decode("ascii", "replace").lower() if found else None
