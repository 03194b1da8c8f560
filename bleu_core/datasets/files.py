"""The files of a data set: those named, and those of folders, each once."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from glob import glob
from pathlib import Path

from bleu_core.messages import Message, dataset


def files_of(paths: Sequence[str], problems: list[Message]) -> Iterator[Path]:
    """The files of a data set, absolute; in a folder in the order of their names.

    Parameters
    ----------
    paths : list of str
        Files, folders or patterns.
    problems : list of Message
        Gets one for each of them where there is nothing, and for each folder that cannot
        be listed.
    """
    seen: set[Path] = set()
    for text in paths:
        path = Path(text)
        before = len(problems)
        if path.is_dir():
            found = _within(path, problems)
            nothing = dataset.empty_folder(text)
        else:
            named = [path] if path.is_file() else sorted(map(Path, glob(text, recursive=True)))
            found = [
                file
                for one in named
                for file in (_within(one, problems) if one.is_dir() else [one])
            ]
            nothing = dataset.no_file(text)
        if not found and len(problems) == before:
            problems.append(nothing)
        for one in found:
            full = one.resolve()
            if full not in seen:
                seen.add(full)
                yield full


def _within(folder: Path, problems: list[Message]) -> list[Path]:
    """All files "*.parquet" of a folder and of those within, also behind links.

    None is left out unsaid but what is hidden: a file that is not there, behind a link, is found
    where it is read.
    """

    def unlisted(error: OSError) -> None:
        problems.append(dataset.unlisted_folder(str(error.filename), str(error.strerror)))

    found, been = list[Path](), set[str]()
    for place, folders, files in os.walk(folder, onerror=unlisted, followlinks=True):
        real = os.path.realpath(place)
        if real in been:  # a link that leads to where it lies, or two to one folder
            folders.clear()
            continue
        been.add(real)
        folders[:] = sorted(name for name in folders if not _is_hidden(name))
        found += [
            Path(place, name)
            for name in files
            if name.endswith(".parquet") and not _is_hidden(name)
        ]
    return sorted(found)


def _is_hidden(name: str) -> bool:
    """Whether a name is none of the data's: what Spark and Arrow write beside it, or have begun.

    As they see it, "_temporary" is; "_language=de", a part by its value, is not.
    """
    return name.startswith(".") or (name.startswith("_") and "=" not in name)
