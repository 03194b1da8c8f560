"""Scorers: metrics that the programs of the configuration compute, on request.

Only programs that the owner of this server configured can run, and only for visitors who have its
token. A visitor chooses a program by name and determines nothing else of it.
"""

from __future__ import annotations

from bleu_core.common.environment import config_file, server_token
from bleu_core.common.progress import Progress
from bleu_core.explain.comparison import Comparison
from bleu_core.messages import screen
from bleu_core.systems.scorers import Scorer, read_scorers, score_systems
from bleu_core.text.evalset import InputError
from pages.ui import metric_results, results
from pages.ui.cache import result


def configured() -> tuple[list[Scorer], list[str]]:
    """Return the scorers, and faults of the configuration; none on a server without a token."""
    path = config_file()
    if path is None or not server_token():
        return [], []
    try:
        return list(read_scorers(path, path.name).values()), []
    except InputError as error:
        return [], error.problems


def waiting(comparison: Comparison) -> dict[str, Scorer]:
    """Return, by key, scorers that have not scored A and B; a file's scores are not replaced."""
    imported = results.imported_scores(comparison.evalset)
    pair = {comparison.a, comparison.b}

    def has_scores(scorer: Scorer) -> bool:
        found = imported.get(scorer.name)
        if found is None:
            return False
        is_from_file = not found.signature
        return is_from_file or (found.signature == scorer.signature and found.values.keys() >= pair)

    return {scorer.key: scorer for scorer in configured()[0] if not has_scores(scorer)}


# By name and not by key, which imports of its scores would drop.
@result(key=lambda comparison, scorer, progress=None: (comparison, scorer.name))
def scored(comparison: Comparison, scorer: Scorer, progress: Progress | None = None) -> None:
    """Score A and B of the whole test set, and import the scores; InputError if this fails."""
    path = config_file()
    if path is None:
        return
    data, systems = comparison.evalset.whole, [comparison.a, comparison.b]
    scores = score_systems(scorer, data, systems, path.parent, progress)
    if not metric_results.add_imported_scores(data, comparison.config, scores):
        raise InputError([screen.scores_not_saved()])
