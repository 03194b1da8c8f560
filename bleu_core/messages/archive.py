"""Messages on compressed files that are read, and on archives of the workspace."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.messages import Area

archive = Area("archive")
workspace = Area("workspace")


@archive.error("{file} is an archive of {files:int} files ({files:names}); one file belongs here.")
def several_files(file: str, files: Sequence[str]) -> str: ...
@archive.error(
    "{file} unpacks to more than {most:bytes}, which is the limit for a file of its size. If it "
    "is no mistake, unpack it yourself and give the parts."
)
def too_large(file: str, most: int) -> str: ...
@archive.error("{file} has more than {most:int} entries; give only those needed.")
def too_many_entries(file: str, most: int) -> str: ...


@archive.error()
def nested(file: str, kind: str, entry: str = "") -> str:
    """`entry` of an archive is itself packed, or "": what a compressed file holds is."""
    if entry:
        return f"{file}: {entry!r} inside it is itself packed ({kind}); unpack it first."
    return f"{file}: {kind} inside a compressed file is not unpacked; unpack it once."


@archive.error("{file} holds no file.")
def empty(file: str) -> str: ...


@archive.error()
def damaged(file: str, kind: str, reason: str) -> str:
    """`kind` is "zip", "tar" or the name of a compression."""
    if kind in ("zip", "tar"):
        return f"{file} is a damaged {kind} archive: {reason}. Pack it anew."
    return f"{file} is {kind}-compressed but damaged or cut off: {reason}. Pack it anew."


@archive.error("{file}: {entry!r} is encrypted; unpack it first.")
def encrypted(file: str, entry: str) -> str: ...
@archive.note("{file}: {entry!r} is left out; it belongs to an operating system.")
def system_file(file: str, entry: str) -> str: ...
@archive.note(
    "{file}: {entry!r} is left out; it is no regular file but a link, a device or the like."
)
def special_file(file: str, entry: str) -> str: ...


# Archives of saved data, as `bleuscope workspace export` writes them.
@workspace.note("{file}: all is intact, and can be imported.")
def archive_intact(file: str) -> str: ...
@workspace.warning("{file}: it is as it was exported, and this was damaged then.")
def archive_damaged(file: str) -> str: ...
@workspace.error("Nothing is kept in {home} yet.")
def archive_nothing(home: str) -> str: ...
@workspace.error("{file} is there already. Give another name, or delete it first.")
def archive_exists(file: str) -> str: ...
@workspace.warning("{path}: {why}")
def archive_problem(path: str, why: str) -> str: ...
@workspace.warning("{path}: {reason:reason}. It is not in the archive.")
def archive_without(path: str, reason: str) -> str: ...
@workspace.error(
    "Something is kept in {home} already. With --replace it is put aside, and nothing of it "
    "deleted; or name an empty folder by BLEUSCOPE_HOME."
)
def archive_home_used(home: str) -> str: ...
@workspace.error(
    "What is in {file} takes {size:bytes}, and the disk of {home} has {free:bytes} left. Make "
    "room, and try again."
)
def archive_no_room(file: str, size: int, home: str, free: int) -> str: ...
@workspace.error("{path} is in use, or may not be written ({reason}). End the server, then import.")
def archive_in_use(path: str, reason: str) -> str: ...
@workspace.error("{file} cannot be imported: {why:reason}.")
def archive_unreadable(file: str, why: str) -> str: ...
@workspace.error("{name} in the archive cannot be read: {reason:reason}.")
def archive_file_unreadable(name: str, reason: str) -> str: ...
@workspace.error("{name} in the archive was not written by BLEUscope.")
def archive_file_foreign(name: str) -> str: ...
@workspace.error("{name} in the archive was written by a newer BLEUscope. Update this one.")
def archive_file_newer(name: str) -> str: ...
@workspace.error("{name} in the archive is no workspace: {why:reason}.")
def archive_file_unusable(name: str, why: str) -> str: ...


# Reasons that complete `archive_unreadable`.
@workspace.error("it was not written by `bleuscope workspace export`")
def archive_foreign() -> str: ...
@workspace.error("it was written by a newer BLEUscope; update this one")
def archive_newer() -> str: ...
@workspace.error("it has no list of its files, so that it is no archive of BLEUscope's")
def archive_unlisted() -> str: ...
@workspace.error("its list of files is not one that BLEUscope has written")
def archive_list_unreadable() -> str: ...
@workspace.error("its list names a file twice")
def archive_list_twice() -> str: ...
@workspace.error("its list names a file that no home of BLEUscope has")
def archive_list_unknown() -> str: ...
@workspace.error("its files are not those that its list names")
def archive_list_differs() -> str: ...
@workspace.error("{name} in it is not what was exported")
def archive_changed(name: str) -> str: ...
@workspace.error("it ends too early")
def archive_broken_off() -> str: ...
