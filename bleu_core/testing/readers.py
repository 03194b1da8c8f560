"""The checks of a reader."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from bleu_core.common.formatting import truncate
from bleu_core.readers.parts import Parts, ReadError
from bleu_core.readers.plugin_readers import HEAD_BYTES, Reader, checked_parts
from bleu_core.testing.texts import REFERENCES, require

# Files that no reader of a special format may take: plain text, nothing, and noise.
FOREIGN = [
    "".join(f"{line}\n" for line in REFERENCES[0]).encode(),
    b"",
    b"one\ttwo\n1\t2\n",
    bytes(range(256)),
]
CUTS = (0.0, 0.1, 0.5, 0.9, 0.99)


def check_reader(reader: Reader, data: bytes, name: str) -> None:
    """Check a reader: that it recognizes its own files, and what it makes of them.

    Parameters
    ----------
    reader : Reader
        The object of the entry point.
    data : bytes
        A file of the format.
    name : str
        The name of this file.

    Raises
    ------
    AssertionError
        The reader breaks a rule, which the sentence names.

    Examples
    --------
    >>> from bleu_core.readers import Parts, Reader, ReadError
    >>> from bleu_core.testing import check_reader
    >>> def read(data, name):
    ...     first, *lines = data.decode("utf-8", "replace").splitlines() or [""]
    ...     if first != "#outputs" or not lines:
    ...         raise ReadError([f"{name} has no outputs. Add them after the line #outputs."])
    ...     return Parts(name, "outputs", systems={"": lines})
    >>> reader = Reader("outputs", lambda data, name: data.startswith(b"#outputs"), read)
    >>> check_reader(reader, b"#outputs\\nthe cat\\nthe dog\\n", "new.txt")
    """
    require(isinstance(reader, Reader), "A reader must be a Reader.")
    require(reader.about.strip() and reader.about.isprintable(), "about must name the format.")
    recognized: Any = reader.recognizes(data[:HEAD_BYTES], name)
    require(recognized is True, f"recognizes must return True for {name}.")
    for foreign in FOREIGN:
        require(
            reader.recognizes(foreign, "other.dat") is False,
            "recognizes must return False for a file of another format: "
            f"{truncate(str(foreign), 30)}.",
        )
    columns = _columns(_parts(reader, data, name))
    require(columns, "read must return systems, references, a source or documents.")
    again = _columns(_parts(reader, data, name))
    require(
        columns.keys() == again.keys()
        and all(column.equals(again[key]) for key, column in columns.items()),
        "read must return the same parts each time.",
    )
    for share in CUTS:
        _check_damaged(reader, data[: int(len(data) * share)], name)
    _check_damaged(reader, data.replace(b"e", b"\xff"), name)


def _parts(reader: Reader, data: bytes, name: str) -> Parts:
    try:
        return checked_parts(reader.read(data, name))
    except ReadError as error:
        raise AssertionError(f"read must read {name}, but raises ReadError: {error}") from None
    except (TypeError, ValueError, AttributeError, pa.ArrowException) as error:
        raise AssertionError(
            f"read must return Parts with columns of one length: {error}"
        ) from None


def _columns(parts: Parts) -> dict[str, pa.Array]:
    columns = {f"system {name}": column for name, column in parts.systems.items()}
    columns |= {f"reference {name}": column for name, column in parts.references.items()}
    columns |= {"source": parts.source} if parts.source is not None else {}
    return columns | ({"documents": parts.documents} if parts.documents is not None else {})


def _check_damaged(reader: Reader, data: bytes, name: str) -> None:
    try:
        reader.read(data, name)
    except ReadError as error:
        require(
            all(isinstance(each, str) and each.strip() for each in error.problems),
            "ReadError must have a list of messages.",
        )
    except Exception as error:
        raise AssertionError(
            f"read must raise ReadError for a damaged file, not {type(error).__name__}: {error}"
        ) from error
