"""Combine the sets of an mteval file: a column for each, with segments in one order."""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import dataclass, field
from pathlib import PurePath

import numpy as np
import pyarrow as pa

from bleu_core.common.wording import SHOWN
from bleu_core.messages import Message
from bleu_core.messages import markup as messages
from bleu_core.readers.limits import check_columns
from bleu_core.readers.markup import Repairs
from bleu_core.readers.parts import Ids, Parts, ReadError, column

Key = tuple[str, str]  # document, segment

# How many sets of one name may have the same segments, and so be different systems or references:
# each new set is compared with all of them.
MAX_NAMESAKES = 100


class Stream:
    """Segments of a set: their numbers, texts and positions in the file."""

    __slots__ = ("places", "positions", "texts")

    def __init__(self) -> None:
        self.places = array("q")
        self.texts: list[str] = []
        self.positions = array("q")


@dataclass
class Held:
    """What has been read of an mteval file.

    Attributes
    ----------
    text, name : str
    repairs : Repairs
    places : dict
        The number of each segment, in order of appearance.
    streams : dict
        Sets by role, label and number.
    blocks : list of str
        The block of each segment.
    about : dict
        Metadata of each document.
    """

    text: str
    name: str
    repairs: Repairs
    places: dict[Key, int] = field(default_factory=dict)
    streams: dict[tuple[str, str, int], Stream] = field(default_factory=dict)
    blocks: list[str] = field(default_factory=list)
    about: dict[str, dict[str, str]] = field(default_factory=dict)


def side_by_side(sets: Held) -> Parts:
    """Make columns of all sets, in the order of the ids."""
    size = len(sets.places)
    keys = list(sets.places)
    repairs: list[Message] = []
    streams = _distinct(sets, repairs)
    about = _about(sets, keys, len(streams))
    columns: dict[str, dict[str, pa.Array]] = {"source": {}, "reference": {}, "system": {}}
    for (role, label), stream in streams.items():
        columns[role][label] = _spread(stream, size, keys, sets)
    sources = list(columns["source"].values())
    if len(sources) > 1:
        repairs.append(messages.several_sources(sets.name, len(sources)))
    metadata = {"block": column(block or None for block in sets.blocks)} if any(sets.blocks) else {}
    metadata |= {
        key: column(sets.about.get(document, {}).get(key) for document, _ in keys) for key in about
    }
    documents = column(document for document, _ in keys)
    return Parts(
        sets.name,
        "mteval",
        systems=columns["system"],
        references=columns["reference"],
        source=sources[0] if sources else None,
        documents=documents if any(document for document, _ in keys) else None,
        metadata=metadata,
        ids=Ids(documents, column(segment for _, segment in keys)),
        repairs=(*sets.repairs.messages_for(sets.name), *repairs),
    )


def _about(sets: Held, keys: list[Key], streams: int) -> list[str]:
    """Names of the metadata of documents with segments. Checks the size of all columns: a value of
    a document is repeated for each of its segments."""
    number = Counter(document for document, _ in keys)
    of = {document: sets.about.get(document, {}) for document in number}
    names = list(dict.fromkeys(name for about in of.values() for name in about))
    repeated = sum(
        segments * sum(map(len, (document, *of[document].values())))
        for document, segments in number.items()
    )
    check_columns(len(keys), streams + len(names), len(sets.text), sets.name, repeated)
    return names


def _distinct(sets: Held, repairs: list[Message]) -> dict[tuple[str, str], Stream]:
    """Sets by role and unique name; a set that continues an earlier one is appended to it."""
    streams: dict[tuple[str, str], Stream] = {}
    holds: dict[tuple[str, str], set[int]] = {}
    usual = {"system": PurePath(sets.name).stem or "system"}
    for (role, label, _), stream in sets.streams.items():
        wanted = name = label or usual.get(role, role)
        number = 1
        while earlier := streams.get((role, name)):
            if holds[role, name].isdisjoint(stream.places):
                _join(earlier, stream)
                repairs.append(messages.joined_sets(sets.name, role, name))
                break
            number += 1
            name = f"{wanted} ({number})"
            if number > MAX_NAMESAKES:
                message = messages.too_many_sets(sets.name, role, wanted, MAX_NAMESAKES)
                raise ReadError([message])
        else:
            streams[role, name] = stream
            if number > 1:
                repairs.append(messages.renamed_set(sets.name, role, wanted, name))
        holds.setdefault((role, name), set()).update(stream.places)
    repairs[:] = dict.fromkeys(repairs)
    return streams


def _join(stream: Stream, more: Stream) -> None:
    stream.places.extend(more.places)
    stream.texts.extend(more.texts)
    stream.positions.extend(more.positions)


def _spread(stream: Stream, size: int, keys: list[Key], sets: Held) -> pa.Array:
    """(S,) the texts of a set at their places, None elsewhere."""
    places = np.frombuffer(stream.places, np.int64)
    at = np.full(size, -1)
    at[places] = np.arange(len(places))
    if np.count_nonzero(at >= 0) < len(places):
        raise ReadError([_twice(places, stream, keys, sets)])
    texts = column(stream.texts)
    if len(places) == size and (at == np.arange(size)).all():
        return texts
    return texts.take(pa.array(at, mask=at < 0))


def _twice(places: np.ndarray, stream: Stream, keys: list[Key], sets: Held) -> Message:
    _, first = np.unique(places, return_index=True)
    again = np.setdiff1d(np.arange(len(places)), first)
    shown = again[:SHOWN]
    ids = [":".join(filter(None, keys[places[i]])) for i in shown]
    lines = [sets.repairs.line(stream.positions[i]) for i in shown]
    return messages.repeated_ids(sets.name, ids, lines, len(again))
