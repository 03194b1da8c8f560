"""Evaluation campaigns: folders with outputs of systems and scores, as in `campaign_files`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from difflib import get_close_matches
from hashlib import sha256
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.messages import Message
from bleu_core.messages import campaign as messages
from bleu_core.messages.file import unreadable
from bleu_core.metrics.imported import ImportedScores, name_problem
from bleu_core.readers.campaign_files import (
    FOLDERS,
    CampaignFiles,
    FileName,
    by_pair,
    missing_files,
    parse_name,
    read_texts,
)
from bleu_core.readers.detect import read
from bleu_core.readers.files import read_systems
from bleu_core.readers.parts import File, Parts, ReadError, collecting
from bleu_core.readers.score_files import ScoreColumn, read_table, scores_of_systems
from bleu_core.readers.score_tables import score_texts
from bleu_core.readers.testsets import choose_pair, explain_lengths
from bleu_core.text.evalset import EvalSet, InputError, raise_problems

# What a metric's file says in place of references.
_ALL_REFERENCES, _SOURCE_ONLY = "all", "src"


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
        raise InputError([self._unknown("system or file", system, self.outputs)])

    def scores(self, name: str) -> Path:
        """The file of segment scores, by a metric or by people; InputError if there is none."""
        known = {**self.human, **self.metrics}
        if name in known:
            return known[name]
        what = "segment scores for the reference in use called"
        raise InputError([self._unknown(what, name, known)])

    def _unknown(self, what: str, name: str, known: Iterable[str]) -> Message:
        near = get_close_matches(name[:60], known, 3)
        return messages.unknown(self.name, self.language_pair, what, name, near, list(known))

    def evalset(self) -> EvalSet:
        """All systems; InputError has a message for each problem of their files."""
        files = [_file(path)._replace(called=name) for name, path in self.outputs.items()]
        return read_systems(files, [], test_set=self.parts, least=1).evalset

    def human_scores(self, evalset: EvalSet) -> tuple[list[ImportedScores], list[str]]:
        """Segment scores by people, of the systems of a test set that have any; and problems."""
        scores, problems = list[ImportedScores](), list[str]()
        for name, path in self.human.items():
            with collecting(problems):
                scores.append(_scores(name, path, evalset))
        return scores, problems


def open_campaign(
    folder: str | os.PathLike[str], language_pair: str | None = None, references: Sequence[str] = ()
) -> Campaign:
    """Open the only language pair, or this one, with the first reference by name, or these."""
    folder, name = Path(folder), _name(Path(folder))
    pairs = _pairs(folder)
    pair = choose_pair(name, list(pairs), language_pair)
    files = pairs[pair]
    known = list(files.reference)
    used = list(dict.fromkeys(references)) or known[:1]
    problems = missing_files(name, pair, files)
    problems += [
        messages.unknown(name, pair, "reference", reference, [], known)
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
    inside: list[Path] = []
    with suppress(OSError, ValueError):  # ValueError: a name that no folder has
        inside = [path for path in folder.iterdir() if path.is_dir()]
    depths = ("*", "*/*", "*/*/*") if inside else ()
    paths = (path for name in FOLDERS for depth in depths for path in (folder / name).glob(depth))
    found = by_pair(
        (name, path) for path in paths if (name := parse_name(path.relative_to(folder).as_posix()))
    )
    if not found:
        expected = ["sources/en-de.txt", "references/en-de.refA.txt", "system-outputs/en-de/A.txt"]
        sets = [path.name for path in inside if (path / "system-outputs").is_dir()]
        raise InputError([messages.not_found(str(folder), expected, ", ".join(sorted(sets)))])
    return found


def _test_set(
    name: str, files: CampaignFiles[Path], used: Sequence[str]
) -> tuple[Parts, dict[str, str]]:
    """Source, references and documents, and their paths by digest; InputError with all problems."""
    paths = dict[str, str]()

    def read_one(path: Path) -> Parts:
        file = _file(path)
        found = replace(read(file.data, file.name, "text"), name=str(path))
        paths[sha256(file.data).hexdigest()] = str(path)
        return found

    return read_texts(name, files, used, {}, read_one), paths


def _metrics(
    files: Iterable[tuple[FileName, Path]], used: Sequence[str], known: Sequence[str]
) -> dict[str, Path]:
    """The files of metrics that use these references, or only `src`; names may have references."""
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
        raise ReadError([unreadable(str(path), "file", error.strerror or str(error))]) from error


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
