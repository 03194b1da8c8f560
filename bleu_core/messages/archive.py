"""Compressed input files and archives."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.messages import Area

_SKIPPED = {
    "no text": (
        "settings, documentation, results or files of the system, not text to score; to use one "
        "as text, unpack the archive and choose it"
    ),
    "special": "not regular files but links or devices, for example",
    "other": "no texts of the campaign; scores are imported separately",
}
archive = Area("archive", why=_SKIPPED)


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
# `how` is "encrypted", or "packed too (gzip)".
@archive.error("{file}: {entry!r} is {how}. Unpack it first.")
def packed(file: str, entry: str, how: str) -> str: ...
@archive.note("{file}: skipped {entries:names} ({why:why}).")
def skipped(file: str, entries: Sequence[str], why: str) -> str: ...
