"""Tables of error annotations: matched with a test set and imported."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bleu_core import EvalSet, workspace
from bleu_core.common.escaping import visible
from bleu_core.common.progress import Progress
from bleu_core.messages import screen
from bleu_core.people.mark_files import rows as mark_rows
from bleu_core.people.mark_files.laying import in_short, lay
from bleu_core.readers import Assembled, Parts
from bleu_core.workspace import Gone, Workspace, WorkspaceError
from pages.ui import state, user_workspace
from pages.ui.widgets.notice import reasons, safe


class Made(NamedTuple):
    """A comparison that was just read, and those of its files that contain annotations."""

    assembled: Assembled
    marks: Sequence[Parts] = ()


class Came(NamedTuple):
    """The outcome of an import, as a notice has it."""

    tone: str
    title: str
    told: list[str]


def with_marks(made: Made) -> list[str]:
    """Import the annotations in a comparison's files; return the outcome in sentences."""
    told = []
    own = user_workspace.own()  # a share may be open meanwhile
    for parts in made.marks:
        came = keep(made.assembled.evalset, parts, own)
        # Repairs made while reading are reported with the texts.
        of_marks = (one for one in came.told if one not in map(visible, parts.repairs))
        told += [f"{visible(parts.name, 60)}: {came.title}", *of_marks]
    return told


def keep(
    evalset: EvalSet, parts: Parts, space: Workspace | None, progress: Progress | None = None
) -> Came:
    """Match a table of annotations with a test set and import them."""
    if space is None:
        why = ["Marks are kept in a workspace.", user_workspace.why_nothing()]
        return Came("warning", "Its marks are not kept.", why)
    try:
        kinds = [kind.name for kind in workspace.typology(space)]
        laid = lay(mark_rows.rows(parts), evalset, kinds, progress)
        told = safe([in_short(laid), *parts.repairs, *laid.messages])
        if not laid.ratings:
            return Came("error", "None of its marks fits this test set.", told)
        if not workspace.find(space, evalset.digest):
            workspace.keep(space, evalset, state.current().config)
        added = workspace.add_ratings(space, evalset.digest, parts.name, laid.ratings)
    except (ValueError, Gone, WorkspaceError) as error:
        return Came("error", "No marks were imported:", reasons(error))
    if added.stays:
        told.append(screen.annotations_stay([int(segment) + 1 for segment in added.stays]))
    title = "Its marks were imported." if added.items else "Nothing new: all its marks are here."
    return Came("info", title, told)
