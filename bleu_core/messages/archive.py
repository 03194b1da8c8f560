"""Compressed input files, and archives of the workspace."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.messages import Area

archive = Area("archive")
workspace = Area("workspace")


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
@archive.note("{file}: skipped {entry!r}, an operating-system file.")
def system_file(file: str, entry: str) -> str: ...
@archive.note(
    "{file}: skipped {entries:names}, which {entries:looks|look} like settings, documentation or "
    "results, not text to score. To use one as text, unpack the archive and choose it."
)
def no_texts(file: str, entries: Sequence[str]) -> str: ...
@archive.note(
    "{file}: skipped {entry!r}, which is not a regular file (a link or device, for example)."
)
def special_file(file: str, entry: str) -> str: ...


# Archives written by `bleuscope workspace export`.
@workspace.note("{file} is intact and can be imported.")
def archive_intact(file: str) -> str: ...
@workspace.warning("{file} is as it was exported, but these parts were already damaged:")
def archive_damaged(file: str) -> str: ...
@workspace.error("Nothing is saved in {home} yet.")
def archive_nothing(home: str) -> str: ...
@workspace.error("{file} already exists. Use another name, or delete it first.")
def archive_exists(file: str) -> str: ...
@workspace.error("{file} cannot be written: {reason}.")
def archive_unwritable(file: str, reason: str) -> str: ...
@workspace.error("{path} cannot be exported: {reason}.")
def archive_uncopied(path: str, reason: str) -> str: ...
@workspace.warning("{path}: {why}")
def archive_problem(path: str, why: str) -> str: ...
@workspace.warning("{path}: {reason:reason}. It was not added to the archive.")
def archive_without(path: str, reason: str) -> str: ...
@workspace.error(
    "{home} already has saved data. Run with --replace to move it aside (nothing is deleted), or "
    "set BLEUSCOPE_HOME to an empty folder."
)
def archive_home_used(home: str) -> str: ...
@workspace.error(
    "{file} needs {size:bytes}, but the disk of {home} has only {free:bytes} free. Free some "
    "space and try again."
)
def archive_no_room(file: str, size: int, home: str, free: int) -> str: ...
@workspace.error("{path} is in use or not writable ({reason}). Stop the server, then import.")
def archive_in_use(path: str, reason: str) -> str: ...
@workspace.error("{file} cannot be imported: {why:reason}.")
def archive_unreadable(file: str, why: str) -> str: ...
@workspace.error("{name} in the archive cannot be read: {reason:reason}.")
def archive_file_unreadable(name: str, reason: str) -> str: ...
@workspace.error("{name} in the archive was not written by BLEUscope.")
def archive_file_foreign(name: str) -> str: ...
@workspace.error("{name} in the archive was written by a newer BLEUscope. Update this one.")
def archive_file_newer(name: str) -> str: ...
@workspace.error("{name} in the archive is not a workspace: {why:reason}.")
def archive_file_unusable(name: str, why: str) -> str: ...


# Reasons that complete `archive_unreadable`.
@workspace.error("it was not written by `bleuscope workspace export`")
def archive_foreign() -> str: ...
@workspace.error("it was written by a newer BLEUscope; update this one")
def archive_newer() -> str: ...
@workspace.error("it has no list of files, so it is not a BLEUscope archive")
def archive_unlisted() -> str: ...
@workspace.error("its list of files was not written by BLEUscope")
def archive_list_unreadable() -> str: ...
@workspace.error("its list names a file twice")
def archive_list_twice() -> str: ...
@workspace.error("its list names a file that BLEUscope does not use")
def archive_list_unknown() -> str: ...
@workspace.error("its files do not match its list of files")
def archive_list_differs() -> str: ...
@workspace.error("{name} in it was changed after the export")
def archive_changed(name: str) -> str: ...
@workspace.error("it is cut off")
def archive_broken_off() -> str: ...
