"""Test sets and comparisons, and jobs and results of them: in one cache, asked by digest.

Sessions hold digests only. A refresh starts a new session and finds its data
here again; after a restart of the server it comes from the workspace, if it is
kept there.

A digest is no secret: that of public texts can be computed. On a server that asks for a login a
test set is answered to who has made it, or has it in the workspace that is open; what is computed
of it, with what people say or import, is held by workspace.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bleu_core import BleuConfig, Comparison, EvalSet, datasets
from bleu_core.common.memory import give_back
from bleu_core.common.progress import Progress
from bleu_core.readers.health import Finding, repair
from bleu_core.systems import ScoredSystems
from bleu_core.text.evalset import digest_of_whole
from pages.ui import login, user_workspace
from pages.ui.cache import held
from pages.ui.sample import load_sample

# What results are of: two systems, all of a test set whichever two are compared, or what has been
# counted of a data set.
Scored = Comparison | ScoredSystems | datasets.Job


def put(evalset: EvalSet) -> str:
    """Put an EvalSet that this visitor has made into the store; its digest is what to ask with."""
    _hold(evalset)
    if login.is_asked():
        held().put(_made_by(evalset.digest), True, 100)
    return evalset.digest


def _hold(evalset: EvalSet) -> None:
    known = held().get(evalset.digest)
    if known is not None and known.nbytes != evalset.nbytes:
        forget(evalset.digest)  # a part of it could not be read when it was computed on
    held().put(evalset.digest, evalset, evalset.nbytes)


def _made_by(digest: str) -> str:
    """Under what it is held that this visitor has made an EvalSet."""
    person = user_workspace.who()
    return f"{digest} made by {person.id if person else 'nobody'}"


def _may_have(digest: str) -> bool:
    """Whether this visitor may have the EvalSet of a digest, if it is here."""
    if not login.is_asked():
        return True
    if user_workspace.who() is None:
        return False
    return held().get(_made_by(digest)) is not None or user_workspace.has(digest)


def evalset(digest: str) -> EvalSet | None:
    """The EvalSet of a digest, or None where it is neither here nor kept. '' is the sample.

    None, too, to who may not have it.
    """
    if not digest:
        return load_sample()
    if not _may_have(digest):
        return None
    found: EvalSet | None = held().get(digest)
    if found is None:
        found = user_workspace.load(digest)
        if found is not None:
            _hold(found)
    return found


def job(digest: str) -> datasets.Job | None:
    """What has been counted of a data set, by the digest of the job; None where it is not kept."""
    folder = user_workspace.jobs()
    if folder is None or not datasets.finished(folder, digest):
        return None
    found: datasets.Job | None = held().get_or_make(
        _of_job(folder, digest),
        partial(datasets.load, folder, digest),
        lambda made: sum(stats.matrix.nbytes for stats in made.blocks) if made else 0,
    )
    return found


def _of_job(folder: Path, digest: str) -> tuple[Hashable, ...]:
    # With when it was counted: one that was counted again may have more than it had.
    return "data set", str(folder), digest, datasets.finished(folder, digest)


def forget(digest: str) -> None:
    """Drop an EvalSet and all that was computed from it, or from a part of it."""
    gone = digest, _made_by(digest)
    held().drop(lambda key: key in gone or is_of(key, digest))


def is_of(key: Hashable, digest: str) -> bool:
    """Whether what is held under a key was computed from an EvalSet, or from a part of it."""
    parts = key if isinstance(key, tuple) else ()
    return any(isinstance(one, str) and digest_of_whole(one) == digest for one in parts)


def systems(data: EvalSet, config: BleuConfig, progress: Progress | None = None) -> ScoredSystems:
    """All systems of an EvalSet under these settings, counted once."""

    def make() -> ScoredSystems:
        counted = ScoredSystems.of(data, config, progress=progress)
        give_back()
        return counted

    # They hold their texts even if these have been dropped here.
    made: ScoredSystems = held().get_or_make(
        (data.digest, config), make, lambda made: made.nbytes + made.evalset.nbytes
    )
    return made


def ready_systems(data: EvalSet, config: BleuConfig) -> ScoredSystems | None:
    """The systems, if they have been counted."""
    found: ScoredSystems | None = held().get((data.digest, config))
    return found


def comparison(
    data: EvalSet, config: BleuConfig, a: str, b: str, progress: Progress | None = None
) -> Comparison:
    """The comparison of two systems of an EvalSet under these settings, made once."""
    counted = systems(data, config, progress)
    # Once asked for, it holds sentence scores and points of each segment.
    made: Comparison = held().get_or_make(
        ("comparison", data.digest, config, a, b),
        partial(counted.pair, a, b),
        lambda made: 4 * 8 * len(made),
    )
    return made


def part(comparison: Comparison, rows: NDArray[np.int64], where: str) -> Comparison:
    """Some segments of a comparison, those that an expression chose, compared by themselves."""

    def size(made: Comparison) -> int:
        matrices = made.stats_a.matrix.nbytes + made.stats_b.matrix.nbytes
        return made.evalset.nbytes + matrices + 4 * 8 * len(made)

    # By the segments and not by the expression alone: what people say may change.
    of_rows = sha256(np.ascontiguousarray(rows, "<i8").tobytes()).hexdigest()
    make = partial(comparison.part, rows, where)
    made: Comparison = held().get_or_make(key("part", comparison, of_rows, where), make, size)
    return made


def find_job(what: Hashable, of: Scored) -> Any | None:
    """The background job that finds something, if one was started."""
    return held().get(key("job", of, what))


def start_job(
    what: Hashable, of: Scored, start: Callable[[], Any], instead_of: Any | None = None
) -> Any:
    """The background job that finds something, started once whoever asks.

    `instead_of` is a job that has ended: another takes its place.
    """
    place = key("job", of, what)
    held().discard(place, instead_of)
    return held().get_or_make(place, start, lambda _: 1_000)


def put_repaired(original: str, data: EvalSet, findings: Sequence[Finding]) -> str:
    """Repair the EvalSet `data`, known as `original`; the digest of what came of it."""
    digest = put(repair(data, *findings))
    held().put(("before repair", digest), original, 0)
    return digest


def before_repair(digest: str) -> str | None:
    """What a repaired EvalSet was made from, if it is one and that is still here."""
    original: str | None = held().get(("before repair", digest))
    return original if original is not None and evalset(original) is not None else None


def result(
    what: str,
    of: Scored,
    parameter: Hashable,
    make: Callable[[], Any],
    size: Callable[[Any], int],
) -> Any:
    """What `make` finds, found once; `size` says how many bytes it holds."""
    return held().get_or_make(key(what, of, parameter), make, size)


def put_result(what: str, of: Scored, parameter: Hashable, found: Any, size: int) -> None:
    """Hold a result in the place of a former one."""
    held().put(key(what, of, parameter), found, size)


def ready_result(what: str, of: Scored, parameter: Hashable) -> Any | None:
    """A result, if it has been found."""
    return held().get(key(what, of, parameter))


def key(what: str, of: Scored, *parameters: Hashable) -> Hashable:
    """Under what a result is held: with the pair where it is of two systems.

    With the workspace too: another person's may have other scores of the same name.
    """
    if isinstance(of, datasets.Job):
        return (what, *_of_job(of.folder, of.plan.digest), *parameters)
    pair = (of.a, of.b) if isinstance(of, Comparison) else ()
    return (what, of.evalset.digest, of.config, pair, user_workspace.place(), *parameters)
