"""Compressed input files and archives."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.messages import Area

archive = Area("archive")


@archive.error(
    "{file} is an archive of {files:int} files ({files:names}); only one file is allowed here. "
    "Unpack it and choose one."
)
def several_files(file: str, files: Sequence[str]) -> str: ...
@archive.error(
    "{file} unpacks to more than {most:bytes}, the limit for a file of its size. If that is "
    "intended, unpack it yourself and use smaller files."
)
def too_large(file: str, most: int) -> str: ...
@archive.error("{file} has more than {most:int} entries. Include only the files that are needed.")
def too_many_entries(file: str, most: int) -> str: ...


@archive.error()
def nested(file: str, kind: str, entry: str = "") -> str:
    """`entry` is the packed file in an archive, "" if a compressed file contains another."""
    if entry:
        return f"{file} contains {entry!r}, which is packed too ({kind}). Unpack it first."
    return f"{file} contains another compressed file ({kind}). Decompress it once."


@archive.error("{file} contains no file.")
def empty(file: str) -> str: ...


@archive.error()
def damaged(file: str, kind: str, reason: str) -> str:
    """`kind` is "zip", "tar" or the name of a compression."""
    if kind in ("zip", "tar"):
        return f"{file} is a damaged {kind} archive: {reason}. Create it again."
    return f"{file} ({kind}) is damaged or cut off: {reason}. Compress it again."


@archive.error("{file}: {entry!r} is encrypted. Unpack it first.")
def encrypted(file: str, entry: str) -> str: ...
@archive.note(
    "{file}: skipped {entries:names}, which {entries:looks|look} like settings, documentation, "
    "results or files of the system, not text to score. To use one as text, unpack the archive and "
    "choose it."
)
def no_texts(file: str, entries: Sequence[str]) -> str: ...
@archive.note(
    "{file}: skipped {entry!r}, which is not a regular file (a link or device, for example)."
)
def special_file(file: str, entry: str) -> str: ...
