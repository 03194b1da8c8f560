"""Evaluation campaigns: folders with the outputs of many systems, and scores of them.

The layouts are those of `campaign_files`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.messages import Message
from bleu_core.messages import campaign as messages
from bleu_core.metrics.imported import ImportedScores, name_problem
from bleu_core.readers.campaign_files import (
    FOLDERS,
    CampaignFiles,
    FileName,
    Texts,
    by_pair,
    joined_texts,
    missing_files,
    parse_name,
)
from bleu_core.readers.detect import read
from bleu_core.readers.files import read_systems
from bleu_core.readers.parts import File, Parts, ReadError
from bleu_core.readers.score_files import ScoreColumn, scores_of_systems
from bleu_core.readers.score_tables import score_texts
from bleu_core.readers.scores import read_table
from bleu_core.readers.testsets import choose_pair, explain_lengths
from bleu_core.text.evalset import EvalSet, InputError, raise_problems

# What a metric's file says in place of references.
_ALL_REFERENCES, _SOURCE_ONLY = "all", "src"


class CampaignScores(NamedTuple):
    """Scores by people, and a message for each problem of files that cannot be read."""

    scores: list[ImportedScores]
    problems: list[str]


@dataclass(frozen=True, eq=False)
class Campaign:
    """A campaign in one language pair."""

    folder: Path
    language_pair: str
    parts: Parts  # source, references in use, documents and domains
    references: Sequence[str]  # the names of all
    outputs: Mapping[str, Path]  # of systems, without the references in use
    metrics: Mapping[str, Path]  # segment scores that use the references in use, or none
    human: Mapping[str, Path]  # segment scores by people
    paths: Mapping[str, str]  # the files of `parts` by their SHA-256

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
        chosen = [word for name in self.parts.references for word in ("--ref", name)]
        return ["--campaign", str(self.folder), "-l", self.language_pair, *chosen]

    def explain_lengths(self, systems: Mapping[str, pa.Array]) -> Message | None:
        """Say that the outputs are not of this campaign, if all have the same wrong length."""
        return explain_lengths(self.name, self.language_pair, len(self.parts), systems)

    def output(self, system: str) -> Path:
        """The file of a system, or else the file of this name; InputError if there is none."""
        if system in self.outputs:
            return self.outputs[system]
        with suppress(OSError):  # such as a name that is too long
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

    def human_scores(self, evalset: EvalSet) -> CampaignScores:
        """Segment scores by people, of the systems of a test set that have any."""
        found = CampaignScores([], [])
        for name, path in self.human.items():
            try:
                found.scores.append(_scores(name, path, evalset))
            except InputError as error:
                found.problems.extend(error.problems)
        return found


def open_campaign(
    folder: str | os.PathLike[str], language_pair: str | None = None, references: Sequence[str] = ()
) -> Campaign:
    """Open the campaign in a folder; outputs and scores are not read yet.

    The only language pair and the first reference by name are the defaults. InputError has a
    message for each file that is missing, unreadable, or of another length.
    """
    folder, name = Path(folder), _name(Path(folder))
    pairs = _pairs(folder)
    pair = choose_pair(name, list(pairs), language_pair)
    files = pairs[pair]
    known = list(files.reference)
    used = list(dict.fromkeys(references)) or known[:1]
    problems = missing_files(name, pair, files)
    problems += [
        messages.unknown_reference(name, pair, reference, known)
        for reference in used
        if known and reference not in known
    ]
    raise_problems(problems)
    parts, paths = _test_set(f"{name} {pair}", files, used)
    outputs = {system: path for system, path in files.output.items() if system not in used}
    scores = [file for file in files.scores if file[0].level == "seg"]
    human = {file.name: path for file, path in scores if file.role == "human"}
    metrics = _metrics([file for file in scores if file[0].role == "metric"], used, known)
    return Campaign(folder, pair, parts, known, outputs, metrics, human, paths)


def _name(folder: Path) -> str:
    return folder.name or folder.resolve().name


def _pairs(folder: Path) -> dict[str, CampaignFiles[Path]]:
    """The files of each language pair with outputs; InputError if there is none."""
    inside = _subfolders(folder)
    found = by_pair(
        (name, path)
        for path in (_paths(folder) if inside else ())
        if (name := parse_name(path.relative_to(folder).as_posix()))
    )
    if not found:
        expected = ["sources/en-de.txt", "references/en-de.refA.txt", "system-outputs/en-de/A.txt"]
        sets = [path.name for path in inside if (path / "system-outputs").is_dir()]
        raise InputError([messages.not_found(str(folder), expected, ", ".join(sorted(sets)))])
    return found


def _paths(folder: Path) -> Iterable[Path]:
    for name in FOLDERS:
        yield from (folder / name).glob("*")
        yield from (folder / name).glob("*/*")
        yield from (folder / name).glob("*/*/*")


def _subfolders(folder: Path) -> list[Path]:
    """The folders in a folder; none if it cannot be read."""
    with suppress(OSError, ValueError):  # ValueError: a name that no folder has
        return [path for path in folder.iterdir() if path.is_dir()]
    return []


def _test_set(
    name: str, files: CampaignFiles[Path], used: Sequence[str]
) -> tuple[Parts, dict[str, str]]:
    """Source, references and documents, and their paths by digest; InputError with all problems."""
    (source,) = files.source.values()
    needed = [source, *(files.reference[reference] for reference in used)]
    needed += files.documents.values()
    texts, paths, problems = dict[Path, Texts](), dict[str, str](), list[str]()
    for path in needed:
        try:
            file = _file(path)
            lines = read(file.data, file.name, "text").lines
        except InputError as error:
            problems += error.problems
            continue
        paths[sha256(file.data).hexdigest()] = str(path)
        texts[path] = Texts(str(path), lines)
    if problems:
        raise InputError(problems)
    references = {reference: texts[files.reference[reference]] for reference in used}
    documents = next((texts[path] for path in files.documents.values()), None)
    return joined_texts(name, texts[source], references, documents), paths


def _metrics(
    files: Iterable[tuple[FileName, Path]], used: Sequence[str], known: Sequence[str]
) -> dict[str, Path]:
    """The files of metrics that use these references, or only the source.

    A name has its references if a metric of the same name is computed here, or has two files.
    """
    with_references, without = list[tuple[FileName, Path]](), list[tuple[FileName, Path]]()
    for file in files:
        references = file[0].references
        names = known if references == _ALL_REFERENCES else references.split(".")
        if references == _SOURCE_ONLY:
            without.append(file)
        elif set(names) == set(used):
            with_references.append(file)
    found = dict[str, Path]()
    for (_, _, name, references, *_), path in [*with_references, *without]:
        is_free = name not in found and not name_problem(name)
        found[name if is_free else f"{name}-{references}"] = path
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
        if (cells := table.columns.get(system)) is not None
        and pc.any(pc.not_equal(score_texts(cells), "")).as_py()
    }
    if not scored:
        raise ReadError([messages.no_scores(str(path))])
    return scores_of_systems(name, True, scored, len(evalset))
