"""Compressed files that are read, and archives of the workspace."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import format_bytes, format_int, join_names
from bleu_core.messages import message
from bleu_core.messages.workspace import HOME, trimmed


@message()
def several_files(file: str, files: Sequence[str]) -> str:
    return (
        f"{file} is an archive of {format_int(len(files))} files ({join_names(files)}); one file "
        "belongs "
        "here."
    )


@message()
def too_large(file: str, most: int) -> str:
    """`most` is in bytes."""
    return (
        f"{file} unpacks to more than {format_bytes(most)}, which is the limit for a file of its "
        "size. If it is no mistake, unpack it yourself and give the parts."
    )


@message()
def too_many_entries(file: str, most: int) -> str:
    return f"{file} has more than {format_int(most)} entries; give only those needed."


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


# Archives of saved data, as `bleuscope workspace export` writes them.


@message("note", area="workspace")
def archive_intact(file: str) -> str:
    return f"{file}: all is intact, and can be imported."


@message("warning", area="workspace")
def archive_damaged(file: str) -> str:
    return f"{file}: it is as it was exported, and this was damaged then."


@message(area="workspace")
def archive_nothing(home: str) -> str:
    return f"Nothing is kept in {home} yet."


@message(area="workspace")
def archive_exists(file: str) -> str:
    return f"{file} is there already. Give another name, or delete it first."


@message("warning", area="workspace")
def archive_problem(path: str, why: str) -> str:
    """Something that is damaged in a file of a home or an archive."""
    return f"{path}: {why}"


@message("warning", area="workspace")
def archive_without(path: str, reason: str) -> str:
    return f"{path}: {trimmed(reason)}. It is not in the archive."


@message(area="workspace")
def archive_home_used(home: str) -> str:
    return (
        f"Something is kept in {home} already. With --replace it is put aside, and nothing of it "
        f"deleted; or name an empty folder by {HOME}."
    )


@message(area="workspace")
def archive_no_room(file: str, size: int, home: str, free: int) -> str:
    return (
        f"What is in {file} takes {format_bytes(size)}, and the disk of {home} has "
        f"{format_bytes(free)} "
        "left. Make room, and try again."
    )


@message(area="workspace")
def archive_in_use(path: str, reason: str) -> str:
    return f"{path} is in use, or may not be written ({reason}). End the server, then import."


@message(area="workspace")
def archive_unreadable(file: str, why: str) -> str:
    return f"{file} cannot be imported: {trimmed(why)}."


@message(area="workspace")
def archive_file_unreadable(name: str, reason: str) -> str:
    return f"{name} in the archive cannot be read: {trimmed(reason)}."


@message(area="workspace")
def archive_file_foreign(name: str) -> str:
    return f"{name} in the archive was not written by BLEUscope."


@message(area="workspace")
def archive_file_newer(name: str) -> str:
    return f"{name} in the archive was written by a newer BLEUscope. Update this one."


@message(area="workspace")
def archive_file_unusable(name: str, why: str) -> str:
    return f"{name} in the archive is no workspace: {trimmed(why)}."


# Reasons that complete `archive_unreadable`.


@message(area="workspace")
def archive_foreign() -> str:
    return "it was not written by `bleuscope workspace export`"


@message(area="workspace")
def archive_newer() -> str:
    return "it was written by a newer BLEUscope; update this one"


@message(area="workspace")
def archive_unlisted() -> str:
    return "it has no list of its files, so that it is no archive of BLEUscope's"


@message(area="workspace")
def archive_list_unreadable() -> str:
    return "its list of files is not one that BLEUscope has written"


@message(area="workspace")
def archive_list_twice() -> str:
    return "its list names a file twice"


@message(area="workspace")
def archive_list_unknown() -> str:
    return "its list names a file that no home of BLEUscope has"


@message(area="workspace")
def archive_list_differs() -> str:
    return "its files are not those that its list names"


@message(area="workspace")
def archive_changed(name: str) -> str:
    return f"{name} in it is not what was exported"


@message(area="workspace")
def archive_broken_off() -> str:
    return "it ends too early"
