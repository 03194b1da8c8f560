"""Imported scores of the open comparison: cached, and saved with the comparison."""

from __future__ import annotations

from bleu_core import BleuConfig, EvalSet, workspace
from bleu_core.metrics import Scores
from bleu_core.workspace import Workspace
from pages.ui import results, user_workspace


def add(data: EvalSet, config: BleuConfig, scores: Scores) -> None:
    """Import scores; they replace those of the same systems under the same name.

    Nothing is imported into a read-only share: all its readers would see it.
    """
    if user_workspace.is_only_read():
        return
    found = results.imported_scores(data)
    new = scores.with_others(found.get(scores.name))
    results.put_imported_scores(data, {**found, scores.name: new}, scores.name)

    def keep(space: Workspace) -> None:
        if not workspace.find(space, data.digest):
            workspace.keep(space, data, config)
        workspace.keep_scores(space, data.digest, scores)

    user_workspace.ask(keep, None)


def remove(data: EvalSet, name: str) -> None:
    """Remove the imported scores of a name, except in a read-only share."""
    if user_workspace.is_only_read():
        return
    found = results.imported_scores(data)
    others = {key: scores for key, scores in found.items() if key != name}
    results.put_imported_scores(data, others, name)
    user_workspace.ask(lambda space: workspace.delete_scores(space, data.digest, name), None)
