"""Test sets and comparisons, by digest: sessions hold digests only.

A refresh starts a new session, which finds its data here again; after a restart of the server it
comes from the workspace, if it was saved or counted there. Until another is chosen, the sample is
open.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bleu_core import BleuConfig, Comparison, EvalSet, InputError
from bleu_core.common.arrays import release_memory
from bleu_core.common.pair import A, B
from bleu_core.common.progress import Progress
from bleu_core.messages import scores as messages
from bleu_core.readers.text_files import read_sample
from bleu_core.systems import ScoredSystems
from bleu_core.text.evalset import column_digest
from pages.ui import user_workspace
from pages.ui.cache import CACHE, depends_on, result

SAMPLE_IS = (
    f"14 short Spanish documents, translated by Apertium directly ({A}) and through Catalan ({B}), "
    "with two reference translations"
)


@cache
def load_sample() -> EvalSet:
    """Return the sample: two Apertium systems, Spanish to English, two references."""
    return read_sample(Path(__file__).parents[2])


def is_sample(data: EvalSet) -> bool:
    """Whether this is the sample, whatever link opened it."""
    return data.digest == load_sample().digest


# Bytes of a row of sentence scores and points of A and B, once they are requested.
ROW = 4 * 8


def put(evalset: EvalSet) -> str:
    CACHE.put(evalset.digest, evalset, evalset.nbytes)
    return evalset.digest


def evalset(digest: str) -> EvalSet | None:
    """Return the test set of a digest ('' is the sample); None if it is neither here nor saved."""
    if not digest:
        return load_sample()
    known: EvalSet | None = CACHE.get(digest)
    if known is not None:
        return known
    found = user_workspace.load(digest)
    if found is not None:
        put(found)
    return found


# Segment ids are not part of the digest: the same texts may be opened with other ones, so they are
# kept beside them, by their own digest. A session knows its own; after a refresh, those count that
# any session opened, unless there are several.
SEGMENT_IDS = "segment ids"


def put_read(evalset: EvalSet) -> str:
    """Store a test set that this visitor read from files, with its segment ids."""
    digest, ids = put(evalset), evalset.ids
    own = "" if ids is None else column_digest(ids)
    _session_ids()[digest] = own
    known = {**_opened_ids(digest), own: ids}
    nbytes = sum(one.nbytes for one in known.values() if one is not None)
    CACHE.put((SEGMENT_IDS, digest), known, nbytes)
    return digest


def segment_ids(data: EvalSet) -> Any:
    """Return the ids that this visitor opened, or None; InputError if unclear or gone."""
    known, own = _opened_ids(data.digest), _session_ids().get(data.digest)
    if (own is None and len(known) > 1) or (own and own not in known):
        raise InputError([messages.ids_gone()])
    return next(iter(known.values()), None) if own is None else known.get(own)


def _opened_ids(digest: str) -> dict[str, Any]:
    return CACHE.get((SEGMENT_IDS, digest)) or {}


def _session_ids() -> dict[str, str]:
    """The digest of the ids, or '', of each test set that this session opened."""
    known: dict[str, str] = st.session_state.setdefault("segment-ids", {})
    return known


def forget(digest: str) -> None:
    """Drop a test set, and all results of it or of a part of it."""
    _session_ids().pop(digest, None)
    # Not the ids: another window may have opened the same texts with them.
    CACHE.drop(lambda key: depends_on(key, digest) and key != (SEGMENT_IDS, digest))


def put_repaired(original: str, repaired: EvalSet) -> str:
    """Hold a test set that was repaired from the `original`, and return its digest."""
    digest = put(repaired)
    CACHE.put(("before repair", digest), original, 0)
    return digest


def before_repair(digest: str) -> str | None:
    """Return the digest of what a test set was repaired from, if that is still here."""
    original = CACHE.get(("before repair", digest))
    return original if original is not None and evalset(original) is not None else None


# They hold their texts even after these have been dropped here.
@result(size=lambda made: made.nbytes + made.evalset.nbytes)
def systems(data: EvalSet, config: BleuConfig, progress: Progress | None = None) -> ScoredSystems:
    counted = ScoredSystems.of(data, config, progress=progress)
    release_memory()
    return counted


@result(size=lambda made: ROW * len(made))
def comparison(
    data: EvalSet, config: BleuConfig, a: str, b: str, progress: Progress | None = None
) -> Comparison:
    return systems(data, config, progress).pair(a, b)


def part(
    comparison: Comparison, rows: NDArray[np.int64], where: str, no_test_reason: str = ""
) -> Comparison:
    """Return the comparison of some segments alone, as `Comparison.part`."""
    # By the segments and not by the expression alone: annotations may change.
    rows_digest = sha256(np.ascontiguousarray(rows, "<i8").tobytes()).hexdigest()
    return _part(comparison, rows_digest, where, no_test_reason, rows)


@result(
    size=lambda made: (
        made.evalset.nbytes
        + made.stats_a.matrix.nbytes
        + made.stats_b.matrix.nbytes
        + ROW * len(made)
    )
)
def _part(
    comparison: Comparison, digest: str, where: str, no_test_reason: str, _rows: NDArray[np.int64]
) -> Comparison:
    return comparison.part(_rows, where, no_test_reason)
