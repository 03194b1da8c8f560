"""TMX 1.4 and XLIFF 1.2 and 2.x: source and target, read as source and reference.

Notes, properties and states of units say nothing about the text, and are not read.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from bleu_core.readers.markup import ASIDE, Repairs, Tag, attributes, decoded, tags, tidy
from bleu_core.readers.parts import Parts, ReadError, column, named
from bleu_core.words import counted, whole

Progress = Callable[[float], None]

# Elements whose content is native code and no text, as both standards have it;
# all others inside a segment ("hi", "g", "mrk", "pc") are marks around text.
CODE = {"bpt", "ept", "ph", "it", "ut"}
_STEP = 20_000


@dataclass
class _Unit:
    """A translation unit: its texts by language (TMX) or by "source" and "target" (XLIFF)."""

    texts: dict[str, str] = field(default_factory=dict)
    document: str = ""


@dataclass
class _Text:
    """A segment that is being read: its pieces so far, and how deep inside native code it is."""

    language: str
    closes: str
    position: int
    pieces: list[str] = field(default_factory=list)
    code: int = 0


def read_tmx(
    text: str, name: str, source: str = "", target: str = "", progress: Progress | None = None
) -> Parts:
    """A translation memory: `source` and `target` are languages, else the first two.

    A unit without the source or the target is left out, and reported.
    """
    repairs = Repairs(text)
    units: list[_Unit] = []
    declared = language = ""
    reading: _Text | None = None
    for number, tag in enumerate(tags(text, name, repairs)):
        if progress and number % _STEP == 0:
            progress(tag.end / max(len(text), 1))
        if tag.name == ASIDE:
            continue
        if reading is not None:
            if tag.name == reading.closes and tag.closing:
                units[-1].texts.setdefault(language, _finish(reading, text, tag, repairs))
                reading = None
            else:
                _inline(reading, text, tag, repairs)
        elif tag.closing:
            continue
        elif tag.name == "header":
            declared = attributes(tag, repairs).get("srclang", "").lower()
        elif tag.name == "tu":
            units.append(_Unit())
        elif tag.name == "tuv":
            found = attributes(tag, repairs)
            language = (found.get("xml:lang") or found.get("lang") or "").lower()
        elif tag.name == "seg" and units:
            if language in units[-1].texts:
                repairs.add("a second text of one language in a unit is left out", tag.start)
            if tag.empty:
                units[-1].texts.setdefault(language, "")
            else:
                reading = _Text(language, "seg", tag.end)
    _check_end(reading, text, name, repairs)
    languages = list(dict.fromkeys(lang for unit in units for lang in unit.texts))
    source = source.lower() or (declared if declared in languages else "")
    source = source or next(iter(languages), "")
    target = target.lower() or next((lang for lang in languages if lang != source), "")
    others = [lang for lang in languages if lang not in (source, target)]
    more = [f"{name}: only {source} and {target} are read; also there: {named(others)}."]
    return _parts(units, source, target, name, "tmx", repairs, more if others else [])


def read_xliff(text: str, name: str, progress: Progress | None = None) -> Parts:
    """XLIFF: trans-units (1.2) or segments (2.x); `original` of a file names the document."""
    repairs = Repairs(text)
    units: list[_Unit] = []
    document = ""
    reading: _Text | None = None
    aside = 0  # inside <alt-trans> or <matches>: proposals, not the translation
    for number, tag in enumerate(tags(text, name, repairs)):
        if progress and number % _STEP == 0:
            progress(tag.end / max(len(text), 1))
        local = tag.name.rpartition(":")[2]
        if tag.name == ASIDE:
            continue
        if reading is not None:
            if local == reading.closes and tag.closing:
                units[-1].texts.setdefault(local, _finish(reading, text, tag, repairs))
                reading = None
            else:
                _inline(reading, text, tag, repairs)
        elif local in ("alt-trans", "matches"):
            aside += 0 if tag.empty else -1 if tag.closing else 1
            if not tag.closing:
                repairs.add("proposals beside the translation are left out", tag.start)
        elif tag.closing or aside > 0:
            continue
        elif local == "file":
            found = attributes(tag, repairs)
            document = found.get("original") or found.get("id") or ""
        elif local in ("trans-unit", "segment"):
            units.append(_Unit(document=document))
        elif local == "ignorable":
            repairs.add("text between segments (ignorable) is left out", tag.start)
            units.append(_Unit({"ignorable": ""}))
        elif local in ("source", "target") and units:
            if tag.empty:
                units[-1].texts.setdefault(local, "")
            else:
                reading = _Text(local, local, tag.end)
    _check_end(reading, text, name, repairs)
    units = [unit for unit in units if "ignorable" not in unit.texts]
    return _parts(units, "source", "target", name, "xliff", repairs, [])


def _inline(reading: _Text, text: str, tag: Tag, repairs: Repairs) -> None:
    """A tag inside a segment: markup is left out, and native code with its content."""
    if reading.code == 0:
        reading.pieces.append(decoded(text, reading.position, tag.start, repairs))
    repairs.add("markup inside segments is left out", tag.start)
    if tag.name in CODE and not tag.empty:
        reading.code = max(0, reading.code + (-1 if tag.closing else 1))
    reading.position = tag.end


def _finish(reading: _Text, text: str, tag: Tag, repairs: Repairs) -> str:
    if reading.code == 0:
        reading.pieces.append(decoded(text, reading.position, tag.start, repairs))
    return tidy("".join(reading.pieces), reading.position, repairs)


def _check_end(reading: _Text | None, text: str, name: str, repairs: Repairs) -> None:
    if reading is not None:
        raise ReadError([
            f"{name}: the <{reading.closes}> that is open in line "
            f"{whole(repairs.line(reading.position))} has no end. The file may be cut off."
        ])  # fmt: skip


def _parts(
    units: list[_Unit],
    source: str,
    target: str,
    name: str,
    form: str,
    repairs: Repairs,
    more: list[str],
) -> Parts:
    paired = [unit for unit in units if source in unit.texts and target in unit.texts]
    if not paired:
        raise ReadError([
            f"{name} holds no translation unit with both source and target: "
            "there is no segment to read."
        ])  # fmt: skip
    if len(paired) < len(units):
        missing = counted(len(units) - len(paired), "unit")
        more.append(f"{name}: {missing} without source or target left out.")
    documents = column(unit.document for unit in paired)
    return Parts(
        name,
        form,
        references={
            "target" if form == "xliff" else target: column(u.texts[target] for u in paired)
        },
        source=column(unit.texts[source] for unit in paired),
        documents=documents if any(unit.document for unit in paired) else None,
        repairs=(*repairs.sentences(name), *more),
    )
