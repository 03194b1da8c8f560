"""Files of evaluation campaigns, of mt-metrics-eval or WMT: their names, and their texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Generic, NamedTuple, TypeVar

from bleu_core.common.arrays import string_array
from bleu_core.messages import Message, archive
from bleu_core.messages import campaign as messages
from bleu_core.readers.parts import File, Parts, ReadError, collecting
from bleu_core.text.evalset import InputError, length_problems, raise_problems

# Characters of the path of a file: searching longer ones would take long.
LONGEST_PATH = 300
FOLDERS = ("sources", "references", "system-outputs", "documents", "human-scores", "metric-scores")

_PAIR, _SET, _LANGUAGE = r"(?P<pair>\w+-\w+)", r"(?P<set>[^/]+?)", r"\w+"
_LEVEL, _REFERENCES = r"(?P<level>sys|domain|doc|seg)", r"(?P<references>[^/-]+)"
_NAME = r"(?P<name>[^/.][^/]*)"
_ORIGIN, _TARGET = r"(?P<origin>\w+)", r"(?P<target>\w+)"
# The files of a campaign by role: as in mt-metrics-eval, as WMT's submissions, and as those of 2019
# and before.
_FILES = {
    "source": (
        rf"sources/{_PAIR}\.txt",
        rf"sources/{_SET}\.{_PAIR}\.src\.{_LANGUAGE}",
        rf"sources/{_SET}-{_ORIGIN}{_TARGET}-src\.(?P=origin)",
    ),
    "reference": (
        rf"references/{_PAIR}\.{_NAME}\.txt",
        rf"references/{_SET}\.{_PAIR}\.ref\.{_NAME}\.{_LANGUAGE}",
        rf"references/{_SET}-{_ORIGIN}{_TARGET}-(?P<name>ref)\.(?P=target)",
    ),
    "output": (
        rf"system-outputs/{_PAIR}/{_NAME}\.txt",
        rf"system-outputs/(?:[^/]+/)*{_SET}\.{_PAIR}\.hyp\.{_NAME}\.{_LANGUAGE}",
        rf"system-outputs/{_SET}/{_PAIR}/(?P=set)\.{_NAME}\.(?P=pair)",
    ),
    "documents": (rf"documents/{_PAIR}\.docs",),
    "human": (rf"human-scores/{_PAIR}\.{_NAME}\.{_LEVEL}\.score",),
    "metric": (rf"metric-scores/{_PAIR}/{_NAME}-{_REFERENCES}\.{_LEVEL}\.score",),
}

Content = TypeVar("Content")


class FileName(NamedTuple):
    """What the name of a file says; "" for what it does not say."""

    role: str
    pair: str  # begins with the name of the set if there is one
    name: str
    references: str
    level: str
    root: str  # the folder of the campaign


class CampaignFiles(NamedTuple, Generic[Content]):
    """The files of one language pair by role and name; `scores` are those of all levels."""

    source: Mapping[str, Content]
    reference: Mapping[str, Content]
    output: Mapping[str, Content]
    documents: Mapping[str, Content]
    scores: Sequence[tuple[FileName, Content]]


def parse_name(path: str) -> FileName | None:
    """What the path of a file in a campaign says; None if it is not such a file.

    >>> parse_name("wmt24/metric-scores/en-de/COMET-22-refA.seg.score")[:5]
    ('metric', 'en-de', 'COMET-22', 'refA', 'seg')
    """
    if len(path) > LONGEST_PATH:
        return None
    for role, patterns in _FILES.items():
        for pattern in patterns:
            if found := re.fullmatch(rf"(?P<root>(?:.*/)?){pattern}", path):
                said = found.groupdict("")
                pair = said.get("pair") or f"{said['origin']}-{said['target']}"
                pair = ".".join(filter(None, (said.get("set"), pair)))
                name, references = said.get("name", ""), said.get("references", "")
                return FileName(role, pair, name, references, said.get("level", ""), said["root"])
    return None


def by_pair(files: Iterable[tuple[FileName, Content]]) -> dict[str, CampaignFiles[Content]]:
    """The files of each language pair with outputs, named with its set if several sets have it."""
    files = sorted(files, key=lambda file: (file[0].name.casefold(), file[0].name))
    pairs = sorted({name.pair for name, _ in files if name.role == "output"})
    short = [pair.rpartition(".")[2] for pair in pairs]
    found = {}
    for pair, last in zip(pairs, short, strict=True):
        own = [file for file in files if file[0].pair == pair]
        key = last if short.count(last) == 1 else pair
        found[key] = CampaignFiles(
            _with_role(own, "source"), _with_role(own, "reference"), _with_role(own, "output"),
            _with_role(own, "documents"), [file for file in own if file[0].level],
        )  # fmt: skip
    return found


def _with_role(files: Iterable[tuple[FileName, Content]], role: str) -> dict[str, Content]:
    return {name.name: content for name, content in files if name.role == role}


def missing_files(name: str, pair: str, files: CampaignFiles[Content]) -> list[Message]:
    """A message for each kind of file that is needed and not there."""
    origin, _, target = pair.rpartition(".")[2].partition("-")
    is_set = "." in pair
    full = pair if is_set else f"SET.{pair}"
    found = []
    if not files.source:
        paths = [f"sources/{pair}.txt", f"sources/{full}.src.{origin}"][is_set:]
        found.append(messages.missing(name, pair, "source", paths))
    if not files.reference:
        paths = [f"references/{pair}.refA.txt", f"references/{full}.ref.refA.{target}"][is_set:]
        found.append(messages.missing(name, pair, "reference", paths))
    return found


def read_texts(
    name: str,
    files: CampaignFiles[Content],
    used: Sequence[str],
    outputs: Mapping[str, Content],
    read: Callable[[Content], Parts],
) -> Parts:
    """Source, references in use, outputs, documents and domains; InputError with all problems."""
    references = {reference: files.reference[reference] for reference in used}
    roles = (files.source, references, files.documents, outputs)
    problems = list[str]()
    texts: list[dict[str, Parts]] = [{} for _ in roles]
    for found, contents in zip(texts, roles, strict=True):
        for label, content in contents.items():
            with collecting(problems):
                found[label] = read(content)
    if problems:
        raise InputError(problems)

    (source,), documents = texts[0].values(), [*texts[2].values()]
    aligned = [source, *texts[1].values(), *documents]
    lengths = {part.name: part.lines for part in aligned if part.lines is not None}
    wrong = length_problems(lengths, source.name, len(source))
    rows = [part.lines.to_pylist() for part in documents if part.lines is not None]
    labels = [line.split(None, 1) for lines in rows for line in lines]
    if bad := [number for number, label in enumerate(labels, 1) if len(label) != 2]:
        wrong.append(messages.bad_documents(documents[0].name, bad))
    raise_problems(wrong)
    repairs = tuple(note for found in texts for part in found.values() for note in part.repairs)
    domains, names = ([label[i].strip() for label in labels] for i in (0, 1))
    return Parts(
        name, "text", source=source.lines,
        systems={system: part.lines for system, part in texts[3].items()},
        references={reference: part.lines for reference, part in texts[1].items()},
        documents=string_array(names) if documents else None,
        metadata={"domain": string_array(domains)} if documents else {},
        repairs=repairs, reading=len(repairs),
    )  # fmt: skip


class ArchivedCampaign(NamedTuple):
    """A campaign in an archive; `left_out` are the names of files that are no texts of it."""

    archive: str
    pair: str
    files: CampaignFiles[File]
    left_out: list[str]

    def read(self, read_text: Callable[[File], Parts]) -> Parts:
        """One part of all texts, with the first reference by name; InputError with all problems."""
        files = self.files
        raise_problems(missing_files(self.archive, self.pair, files))
        used, *unused = files.reference
        outputs = {name: file for name, file in files.output.items() if name != used}
        found = read_texts(self.archive, files, [used], outputs, read_text)
        notes = [*found.repairs]
        notes += [messages.references(self.archive, self.pair, [used], unused)] if unused else []
        if self.left_out:
            notes.append(archive.skipped(self.archive, self.left_out, "other"))
        return replace(found, repairs=tuple(notes), reading=len(notes))


def find_campaign(files: Sequence[File], archive: str) -> ArchivedCampaign | None:
    """The campaign in the files of an archive, or None; InputError if it has several pairs."""
    parsed = [(name, file) for file in files if (name := parse_name(file.name))]
    pairs = by_pair(parsed)
    is_one = len({name.root for name, _ in parsed}) == 1
    if not (is_one and any(found.reference for found in pairs.values())):
        return None
    if len(pairs) > 1:
        raise ReadError([messages.several_pairs(archive, "files", list(pairs))])
    ((pair, found),) = pairs.items()
    texts = {file.name for name, file in parsed if not name.level}
    return ArchivedCampaign(archive, pair, found, [f.name for f in files if f.name not in texts])
