"""All human scores of a test set's outputs."""

from __future__ import annotations

from bleu_core import EvalSet
from bleu_core.people.against.people import People
from bleu_core.people.against.sources import of_ratings, of_scores, of_session
from bleu_core.people.sessions.judged import unblinded
from bleu_core.workspace import Workspace
from bleu_core.workspace.answers import answers
from bleu_core.workspace.ratings import ratings
from bleu_core.workspace.sessions import sessions
from pages.ui import results, user_workspace
from pages.ui.cache import held


def available(data: EvalSet) -> list[People]:
    """Error marks, unblinded sessions, and imported scores; only the user knows which of these
    are human."""
    scores = [of_scores(one) for one in results.imported_scores(data).values()]
    nothing: list[People] = []
    return [*user_workspace.ask(lambda space: _kept(space, data), nothing), *scores]


def _kept(space: Workspace, data: EvalSet) -> list[People]:
    """Saved annotations, read again after every change."""

    def read() -> list[People]:
        result = of_ratings(ratings(space, data.digest), len(data))
        for session in sessions(space, data.digest):
            if session.plan is not None and session.unblinded is not None:
                judged = unblinded(session.plan, answers(space, session.id))
                result += of_session(session.id, session.plan, judged, len(data))
        return result

    key = ("people", data.digest, space.folder, space.state())
    sources: list[People] = held().get_or_make(key, read, _nbytes)
    return sources


def _nbytes(found: list[People]) -> int:
    # A rating with its marks takes a few hundred bytes.
    return sum(
        8 * sum(map(len, people.values.values())) + 500 * len(people.ratings) for people in found
    )
