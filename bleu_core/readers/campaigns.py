"""Evaluation campaigns: folders with the outputs of many systems, and scores of them.

Two layouts are known: that of mt-metrics-eval, which has scores by people and metrics, and that of
the submissions that WMT collects. Both have the folders sources, references and system-outputs.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.common.arrays import string_array
from bleu_core.messages import Message
from bleu_core.messages import campaign as messages
from bleu_core.metrics.imported import ImportedScores, name_problem
from bleu_core.readers.detect import read
from bleu_core.readers.files import read_systems
from bleu_core.readers.parts import File, Parts, ReadError
from bleu_core.readers.score_files import ScoreColumn, scores_of_systems
from bleu_core.readers.score_tables import score_texts
from bleu_core.readers.scores import read_table
from bleu_core.text.evalset import EvalSet, InputError, length_problems

_PAIR, _SET, _LANGUAGE = r"(?P<pair>\w+-\w+)", r"(?P<set>[^/]+?)", r"\w+"
_LEVEL, _REFERENCES = r"(?P<level>sys|domain|doc|seg)", r"(?P<references>[^/-]+)"
_NAME = r"(?P<name>[^/]+)"
# The files of a campaign by role: first as in mt-metrics-eval, then as WMT's submissions.
_FILES = {
    "source": (rf"sources/{_PAIR}\.txt", rf"sources/{_SET}\.{_PAIR}\.src\.{_LANGUAGE}"),
    "reference": (
        rf"references/{_PAIR}\.{_NAME}\.txt",
        rf"references/{_SET}\.{_PAIR}\.ref\.{_NAME}\.{_LANGUAGE}",
    ),
    "output": (
        rf"system-outputs/{_PAIR}/{_NAME}\.txt",
        rf"system-outputs/{_SET}\.{_PAIR}\.hyp\.{_NAME}\.{_LANGUAGE}",
    ),
    "documents": (rf"documents/{_PAIR}\.docs",),
    "human": (rf"human-scores/{_PAIR}\.{_NAME}\.{_LEVEL}\.score",),
    "metric": (rf"metric-scores/{_PAIR}/{_NAME}-{_REFERENCES}\.{_LEVEL}\.score",),
}
_FOLDERS = ("sources", "references", "system-outputs", "documents", "human-scores", "metric-scores")
# What a metric's file says in place of references.
_ALL_REFERENCES, _SOURCE_ONLY = "all", "src"


class _Entry(NamedTuple):
    """A file of a campaign, and what its name says; `pair` begins with the set if it is named."""

    role: str
    pair: str
    name: str
    references: str
    level: str
    path: Path


class HumanScores(NamedTuple):
    """Scores by people, and a message for each problem of files that cannot be read."""

    scores: list[ImportedScores]
    problems: list[str]


@dataclass(frozen=True, eq=False)
class Campaign:
    """A campaign in one language pair.

    Attributes
    ----------
    folder : path
    language_pair : str
        Such as "en-de".
    parts : Parts
        Source, the references in use, documents, and domains as metadata; no systems.
    references : sequence of str
        The names of all references, also of those that are not in use.
    outputs : mapping from the name of a system to its file
        References in use are left out, as they would be compared with themselves.
    metrics, human : mapping from a name to a file
        Segment scores: of metrics that use the references in use or none, and by people.
    paths : mapping
        The files of `parts`, by their SHA-256.
    """

    folder: Path
    language_pair: str
    parts: Parts
    references: Sequence[str]
    outputs: Mapping[str, Path]
    metrics: Mapping[str, Path]
    human: Mapping[str, Path]
    paths: Mapping[str, str]

    @property
    def name(self) -> str:
        """The name of the folder."""
        return _name(self.folder)

    @property
    def key(self) -> tuple[str, str] | None:
        """None: sacreBLEU does not know it."""
        return None

    @property
    def unused_references(self) -> list[str]:
        """The names of references that are not in use."""
        return [name for name in self.references if name not in self.parts.references]

    @property
    def options(self) -> list[str]:
        """The options of a command that name it."""
        chosen = [word for name in self.parts.references for word in ("--campaign-ref", name)]
        return ["--campaign", str(self.folder), "-l", self.language_pair, *chosen]

    def explain_lengths(self, systems: Mapping[str, pa.Array]) -> Message | None:
        """Say that the outputs are not of this campaign, if all have the same wrong length."""
        lengths = {len(output) for output in systems.values()}
        if len(lengths) != 1 or lengths == {len(self.parts)}:
            return None
        (size,) = lengths
        return messages.wrong(self.name, self.language_pair, len(self.parts), size)

    def output(self, system: str) -> Path:
        """The file of a system, or else the file of this name; InputError if there is none."""
        if system in self.outputs:
            return self.outputs[system]
        if Path(system).is_file():
            return Path(system)
        known = list(self.outputs)
        near = get_close_matches(system[:60], known, 3)
        problem = messages.unknown_system(self.name, self.language_pair, system, near, known)
        raise InputError([problem])

    def scores(self, name: str) -> Path:
        """The file of segment scores, by a metric or by people; InputError if there is none."""
        known = {**self.human, **self.metrics}
        if name in known:
            return known[name]
        near = get_close_matches(name[:60], known, 3)
        problem = messages.unknown_scores(self.name, self.language_pair, name, near, list(known))
        raise InputError([problem])

    def evalset(self) -> EvalSet:
        """All systems; InputError has a message for each problem of their files."""
        files = [_file(path)._replace(called=name) for name, path in self.outputs.items()]
        return read_systems(files, [], test_set=self.parts, least=1).evalset

    def human_scores(self, evalset: EvalSet) -> HumanScores:
        """Segment scores by people, of the systems of a test set that have any."""
        found = HumanScores([], [])
        for name, path in self.human.items():
            try:
                found.scores.append(_scores(name, path, evalset))
            except InputError as error:
                found.problems.extend(error.problems)
        return found


def campaign_pairs(folder: str | os.PathLike[str]) -> list[str]:
    """The language pairs of a campaign; InputError if the folder is none.

    If a folder has several sets of one pair, each has the name of its set before the pair.
    """
    return list(_by_pair(Path(folder)))


def open_campaign(
    folder: str | os.PathLike[str], language_pair: str | None = None, references: Sequence[str] = ()
) -> Campaign:
    """Open the campaign in a folder; outputs and scores are not read yet.

    Parameters
    ----------
    folder : path
        A test set of mt-metrics-eval, such as wmt23, or submissions collected by WMT.
    language_pair : str, optional
        Such as "en-de"; not needed if there is only one.
    references : sequence of str, optional
        Names of references, such as "refA"; by default the first one by name.

    Raises
    ------
    InputError
        With a message for each file that is missing, cannot be read, or has another length.
    """
    folder, name = Path(folder), _name(Path(folder))
    pairs = _by_pair(folder)
    pair = _chosen(name, list(pairs), language_pair)
    files = sorted(pairs[pair], key=lambda entry: (entry.name.casefold(), entry.path))
    named = {
        role: {entry.name: entry.path for entry in files if entry.role == role}
        for role in ("source", "reference", "output", "documents")
    }
    problems = _missing(name, pair, named)
    known = list(named["reference"])
    used = list(dict.fromkeys(references)) or known[:1]
    problems += [
        messages.unknown_reference(name, pair, reference, known)
        for reference in used
        if known and reference not in known
    ]
    if problems:
        raise InputError(problems)
    parts, paths = _parts(f"{name} {pair}", named, used)
    segment_scores = [entry for entry in files if entry.level == "seg"]
    return Campaign(
        folder, pair, parts, known,
        {system: path for system, path in named["output"].items() if system not in used},
        _metrics(segment_scores, used, known),
        {entry.name: entry.path for entry in segment_scores if entry.role == "human"},
        paths,
    )  # fmt: skip


def _name(folder: Path) -> str:
    return folder.name or folder.resolve().name


def _by_pair(folder: Path) -> dict[str, list[_Entry]]:
    """The files of each language pair with outputs; InputError if there is none."""
    entries = [entry for path in _paths(folder) for entry in _entries(folder, path)]
    pairs = sorted({entry.pair for entry in entries if entry.role == "output"})
    if not pairs:
        expected = ["sources/en-de.txt", "references/en-de.refA.txt", "system-outputs/en-de/A.txt"]
        inside = [path.name for path in _subfolders(folder) if (path / "system-outputs").is_dir()]
        raise InputError([messages.not_found(str(folder), expected, ", ".join(sorted(inside)))])
    short = [pair.rpartition(".")[2] for pair in pairs]
    return {
        last if short.count(last) == 1 else pair: [e for e in entries if e.pair == pair]
        for pair, last in zip(pairs, short, strict=True)
    }


def _paths(folder: Path) -> Iterable[Path]:
    for name in _FOLDERS:
        yield from (folder / name).glob("*")
        yield from (folder / name).glob("*/*")


def _subfolders(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path.is_dir()] if folder.is_dir() else []


def _entries(folder: Path, path: Path) -> Iterable[_Entry]:
    """The entry of a file; none if its name is not that of a file of a campaign."""
    relative = path.relative_to(folder).as_posix()
    for role, patterns in _FILES.items():
        for pattern in patterns:
            if found := re.fullmatch(pattern, relative):
                said = found.groupdict()
                pair = ".".join(filter(None, (said.get("set"), said["pair"])))
                name, references = said.get("name", ""), said.get("references", "")
                yield _Entry(role, pair, name, references, said.get("level", ""), path)
                return


def _chosen(name: str, pairs: Sequence[str], pair: str | None) -> str:
    """The language pair, which may be the only one; InputError if it is not there."""
    if pair is None and len(pairs) > 1:
        raise InputError([messages.no_language_pair(name, pairs)])
    if pair is not None and pair not in pairs:
        raise InputError([messages.unknown_language_pair(name, pair, pairs)])
    return pair or pairs[0]


def _missing(name: str, pair: str, named: Mapping[str, Mapping[str, Path]]) -> list[Message]:
    """A message for each kind of file that is needed and not there."""
    (target,) = re.findall(r"-(\w+)$", pair)
    origin = pair.rpartition(".")[2].partition("-")[0]
    expected = {
        "source": [f"sources/{pair}.txt", f"sources/SET.{pair}.src.{origin}"],
        "reference": [f"references/{pair}.refA.txt", f"references/SET.{pair}.ref.refA.{target}"],
    }
    return [
        messages.missing(name, pair, role, files)
        for role, files in expected.items()
        if not named[role]
    ]


def _parts(
    name: str, named: Mapping[str, Mapping[str, Path]], used: Sequence[str]
) -> tuple[Parts, dict[str, str]]:
    """Source, references and documents, and their paths by digest; InputError with all problems."""
    files = {"source": next(iter(named["source"].values()))}
    files |= {f"reference {reference}": named["reference"][reference] for reference in used}
    files |= {role: path for role in ["documents"] for path in named[role].values()}
    columns, paths, problems = dict[str, pa.Array](), dict[str, str](), list[str]()
    for role, path in files.items():
        try:
            file = _file(path)
            paths[sha256(file.data).hexdigest()] = str(path)
            columns[role] = read(file.data, file.name, "text").lines
        except InputError as error:
            problems += error.problems
    if "source" in columns:
        lengths = {str(files[role]): column for role, column in columns.items()}
        source = str(files["source"])
        problems += length_problems(lengths, source, len(columns["source"]))
    documents, domains = None, None
    if "documents" in columns:
        lines = [line.split(None, 1) for line in columns["documents"].to_pylist()]
        if wrong := [number for number, line in enumerate(lines, 1) if len(line) != 2]:
            problems.append(messages.bad_documents(str(files["documents"]), wrong))
        else:
            domains = string_array([domain for domain, _ in lines])
            documents = string_array([document.strip() for _, document in lines])
    if problems:
        raise InputError(problems)
    parts = Parts(
        name, "text", source=columns["source"], documents=documents,
        references={reference: columns[f"reference {reference}"] for reference in used},
        metadata={} if domains is None else {"domain": domains},
    )  # fmt: skip
    return parts, paths


def _metrics(
    entries: Sequence[_Entry], used: Sequence[str], known: Sequence[str]
) -> dict[str, Path]:
    """The files of metrics that use these references, or only the source.

    A name has its references if a metric of the same name is computed here, or has two files.
    """
    with_references, without = list[_Entry](), list[_Entry]()
    for entry in entries:
        names = known if entry.references == _ALL_REFERENCES else entry.references.split(".")
        if entry.role == "metric" and entry.references == _SOURCE_ONLY:
            without.append(entry)
        elif entry.role == "metric" and set(names) == set(used):
            with_references.append(entry)
    found = dict[str, Path]()
    for entry in [*with_references, *without]:
        is_free = entry.name not in found and not name_problem(entry.name)
        found[entry.name if is_free else f"{entry.name}-{entry.references}"] = entry.path
    return dict(sorted(found.items(), key=lambda item: item[0].casefold()))


def _file(path: Path) -> File:
    try:
        return File(path.name, path.read_bytes())
    except OSError as error:
        raise ReadError([messages.unreadable(str(path), error.strerror or str(error))]) from error


def _scores(name: str, path: Path, evalset: EvalSet) -> ImportedScores:
    """Scores of the systems that have any, higher is better; InputError if none has."""
    table = read_table(_file(path))
    scored = {
        system: ScoreColumn(table, system)
        for system in evalset.systems
        if system in table.columns and _has_scores(table.columns[system])
    }
    if not scored:
        raise ReadError([messages.no_scores(str(path))])
    return scores_of_systems(name, True, scored, len(evalset))


def _has_scores(cells: pa.Array) -> bool:
    return bool(pc.any(pc.not_equal(score_texts(cells), "")).as_py())
