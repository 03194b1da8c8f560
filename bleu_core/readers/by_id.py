"""Align the segments of files by their ids."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.messages import Message, lines
from bleu_core.readers.parts import Parts, key_name


def aligned(parts: Sequence[Parts]) -> tuple[list[Parts], pa.Array]:
    """Put parts into one order, None for missing segments; also return the keys."""
    own = [key for part in parts if (key := part.keys) is not None]
    leading = next((i for i, part in enumerate(parts) if part.systems), 0)
    keys = own[leading]
    if all(other.equals(keys) for other in own):
        return list(parts), keys
    for other in own:
        keys = pa.concat_arrays([keys, other.filter(pc.invert(pc.is_in(other, keys)))])
    found = []
    for part, its in zip(parts, own, strict=True):
        places = pc.index_in(keys, its)

        def taken(values: pa.Array | None, places: pa.Array = places) -> pa.Array | None:
            return None if values is None else values.take(places)

        found.append(
            replace(
                part,
                systems={name: taken(values) for name, values in part.systems.items()},
                references={name: taken(values) for name, values in part.references.items()},
                metadata={name: taken(values) for name, values in part.metadata.items()},
                source=taken(part.source),
                documents=taken(part.documents),
                columns={},
            )
        )
    return found, keys


def contradicted(parts: Sequence[Parts]) -> list[Message]:
    """A message if the same line has different ids in two files.

    Files without a common id name their segments differently; for files of different length there
    is another message.
    """
    known = [(part, part.keys) for part in parts if part.ids is not None]
    without_ids = [part.name for part in parts if part.ids is None]
    first, keys = known[0]
    for part, others in known[1:]:
        if others is None or keys is None or len(others) != len(keys) or others.equals(keys):
            continue
        if pc.any(pc.is_in(others, keys)).as_py():
            row = pc.index(pc.equal(keys, others), False).as_py()
            ids = key_name(keys[row].as_py()), key_name(others[row].as_py())
            return [lines.different_orders(first.name, part.name, row + 1, *ids, without_ids)]
    return []
