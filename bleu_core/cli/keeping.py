"""Keeping a comparison in the workspace."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from bleu_core.cli.errors import BadInput, say
from bleu_core.messages import option, text_of

if TYPE_CHECKING:
    from bleu_core.metrics import Scores
    from bleu_core.segments.saved_slices import SavedSlice
    from bleu_core.text.config import BleuConfig
    from bleu_core.text.evalset import EvalSet
    from bleu_core.workspace import Workspace


def open_workspace(asked_by: str) -> Workspace:
    """The workspace that an option needs.

    Raises
    ------
    BadInput
        Where nothing is to be kept, or the workspace cannot be used.
    """
    from bleu_core.common.place import VARIABLE
    from bleu_core.workspace import Workspace, home

    folder = home()
    if folder is None:
        raise BadInput([option.nothing_to_keep(asked_by, VARIABLE)])
    with told():
        return Workspace.open(folder)


def keep(
    workspace: Workspace,
    evalset: EvalSet,
    config: BleuConfig,
    scores: Sequence[Scores] = (),
    where: str = "",
) -> str:
    """Keep a test set with its systems, its settings and the scores that were imported for it.

    Answers the query string that opens it in the app, on the segments of `where` alone.
    """
    from bleu_core.text.link import query
    from bleu_core.workspace import keep, keep_scores

    with told():
        keep(workspace, evalset, config)
        for one in scores:
            keep_scores(workspace, evalset.digest, one)
    say([f"Kept in {workspace.folder}."])
    chosen = urlencode({"where": where, "only": "yes"}) if where else ""
    return "&".join(filter(None, [query(evalset, config), chosen]))


def saved_slice(name: str) -> SavedSlice | None:
    """The slice that is saved in the workspace under a name; None where there is none.

    No workspace is made for it.
    """
    from bleu_core.segments.saved_slices import name_of
    from bleu_core.workspace import Workspace, home, saved_slices

    folder = home()
    if folder is None or not folder.is_dir():
        return None
    with told():
        saved = saved_slices(Workspace.open(folder))
    return next((one for one in saved if one.name == name_of(name)), None)


@contextmanager
def told() -> Iterator[None]:
    """What keeps the workspace from being used, as BadInput."""
    from bleu_core.workspace import WorkspaceError

    try:
        yield
    except WorkspaceError as error:
        raise BadInput([text_of(error)]) from error
