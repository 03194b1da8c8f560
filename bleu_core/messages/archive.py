"""Compressed files and archives: what cannot be unpacked, and what of them is left out."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.numerals import megabytes, whole
from bleu_core.common.wording import named
from bleu_core.messages import message


@message()
def several_files(file: str, files: Sequence[str]) -> str:
    return (
        f"{file} is an archive of {whole(len(files))} files ({named(files)}); one file belongs "
        "here."
    )


@message()
def too_large(file: str, most: int) -> str:
    """`most` is in bytes."""
    return (
        f"{file} unpacks to more than {megabytes(most)}, which is the limit for a file of its "
        "size. If it is no mistake, unpack it yourself and give the parts."
    )


@message()
def too_many_entries(file: str, most: int) -> str:
    return f"{file} has more than {whole(most)} entries; give only those needed."


@message()
def nested(file: str, kind: str, entry: str = "") -> str:
    """`entry` of an archive is itself packed, or "": what a compressed file holds is."""
    if entry:
        return f"{file}: {entry!r} inside it is itself packed ({kind}); unpack it first."
    return f"{file}: {kind} inside a compressed file is not unpacked; unpack it once."


@message()
def empty(file: str) -> str:
    return f"{file} holds no file."


@message()
def damaged(file: str, kind: str, reason: str) -> str:
    """`kind` is "zip", "tar" or the name of a compression."""
    if kind in ("zip", "tar"):
        return f"{file} is a damaged {kind} archive: {reason}. Pack it anew."
    return f"{file} is {kind}-compressed but damaged or cut off: {reason}. Pack it anew."


@message()
def encrypted(file: str, entry: str) -> str:
    return f"{file}: {entry!r} is encrypted; unpack it first."


@message("note")
def system_file(file: str, entry: str) -> str:
    return f"{file}: {entry!r} is left out; it belongs to an operating system."


@message("note")
def special_file(file: str, entry: str) -> str:
    return f"{file}: {entry!r} is left out; it is no regular file but a link, a device or the like."
