"""Systems and scores of a campaign by name, as the paths that commands read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from bleu_core.cli.errors import BadInput, print_messages
from bleu_core.cli.inputs import STANDARD_INPUT
from bleu_core.messages import campaign as messages

if TYPE_CHECKING:
    from bleu_core.cli.scores import ScoreFiles
    from bleu_core.metrics import ImportedScores
    from bleu_core.readers.campaigns import Campaign
    from bleu_core.text.evalset import EvalSet


class NamedFiles(NamedTuple):
    """Paths and names of outputs, "" for the name of a file that is not of the campaign."""

    paths: list[str]
    names: list[str]
    scores: list[ScoreFiles]


def campaign_files(
    campaign: Campaign, outputs: Sequence[str], scores: Sequence[ScoreFiles] | None = None
) -> NamedFiles:
    """Find outputs by the names of systems, or else as files, and scores by their names.

    Prints what else the campaign has, also its scores if none of them are requested. BadInput has
    a message for each unknown name.
    """
    from bleu_core.text.evalset import InputError

    found, problems = NamedFiles([], [], []), list[str]()
    for output in outputs:
        try:
            path = output if output == STANDARD_INPUT else str(campaign.output(output))
            found.paths.append(path)
            found.names.append(output if output in campaign.outputs else "")
        except InputError as error:
            problems += error.problems
    for each in scores or ():
        try:
            paths = each.paths or (str(campaign.scores(each.name)),)
            found.scores.append(each._replace(paths=paths))
        except InputError as error:
            problems += error.problems
    if problems:
        raise BadInput(problems)
    print_messages(_notes(campaign, scores == []))
    return found


def human_scores(
    campaign: Campaign | None, evalset: EvalSet, imported: Sequence[ImportedScores]
) -> list[ImportedScores]:
    """Human segment scores to save with a test set, except imported ones; prints problems."""
    if campaign is None:
        return []
    found, problems = campaign.human_scores(evalset)
    print_messages(problems)
    found = [each for each in found if each.key not in {other.key for other in imported}]
    if found:
        print_messages([messages.human_scores([each.name for each in found])])
    return found


def _notes(campaign: Campaign, with_scores: bool) -> list[str]:
    called = campaign.name, campaign.language_pair
    notes: list[str] = []
    if unused := campaign.unused_references:
        notes.append(messages.references(*called, list(campaign.parts.references), unused))
    if with_scores and (names := [*campaign.metrics, *campaign.human]):
        notes.append(messages.scores(*called, names))
    return notes
