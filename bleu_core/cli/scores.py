"""Options of scores that other tools compute: files, and scorers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from bleu_core.cli.errors import BadInput, as_bad_input
from bleu_core.cli.inputs import read_paths
from bleu_core.cli.options import option
from bleu_core.cli.output import ProgressFactory
from bleu_core.common.environment import CONFIG_FILE, HOME_VARIABLE, config_file
from bleu_core.messages import option as messages
from bleu_core.messages import scorer as scorer_messages

if TYPE_CHECKING:
    from bleu_core.metrics import ImportedScores
    from bleu_core.readers.campaigns import Campaign
    from bleu_core.systems.scorers import Scorer
    from bleu_core.text.evalset import EvalSet

LOWER, HIGHER = ":lower", ":higher"
EXPECTED = "NAME=FILE or NAME:lower=FILE, such as COMET=comet.tsv"


class ScoreFiles(NamedTuple):
    """Files with the scores of one name; without paths, a campaign or a scorer has them."""

    name: str
    higher_is_better: bool
    paths: tuple[str, ...]


def _read_names(
    ctx: click.Context, parameter: click.Parameter, texts: tuple[str, ...]
) -> list[ScoreFiles]:
    """The files of each name in NAME:lower=FILE; none for a name alone."""
    files: dict[tuple[str, bool], tuple[str, ...]] = {}
    for text in texts:
        before, equals, path = text.partition("=")
        name = before.removesuffix(LOWER).removesuffix(HIGHER)
        if not name or (equals and not path):
            raise click.BadParameter(messages.malformed(text, EXPECTED))
        key = name, not before.endswith(LOWER)
        files[key] = (*files.get(key, ()), path) if equals else files.get(key, ())
    for name, _ in files:
        if (name, True) in files and (name, False) in files:
            raise click.BadParameter(messages.repeated(name))
    return [ScoreFiles(*key, paths) for key, paths in files.items()]


def scores_option() -> Any:
    """The field of --scores; eager, because --fail-if and --by know its names."""
    return option(
        "--scores", multiple=True, callback=_read_names, is_eager=True,
        metavar="NAME[:lower][=FILE]",
        help="Segment scores from another tool, as a metric NAME; with :lower, lower is better. "
        "FILE is a table with columns for system, segment id and score, or with a column per "
        "system; it has one number per line, for the system with the file's name; or it is the "
        "output of COMET. Without FILE, the scores are those of the campaign, or from the program "
        "that your config.toml, in the folder of saved data, defines as NAME. Can be repeated, "
        "also for one NAME.",
    )  # fmt: skip


def score_paths(scores: Iterable[ScoreFiles]) -> list[str]:
    """The paths of all files with scores."""
    return [path for each in scores for path in each.paths]


def imported_keys(params: Mapping[str, Any]) -> dict[str, str]:
    """The key of imported scores as a metric, for each name of --scores."""
    from bleu_core.metrics.imported import KEY_PREFIX

    return {each.name: KEY_PREFIX + each.name for each in params.get("scores") or ()}


def find_scores(
    scores: Sequence[ScoreFiles], campaign: Campaign | None
) -> list[ScoreFiles | Scorer]:
    """The files or the scorer of each name; BadInput has a message for each unknown name.

    Commands are run only from the user's own configuration: no file that is read here names one.
    """
    from bleu_core.text.evalset import InputError

    sources: list[ScoreFiles | Scorer] = []
    problems: list[str] = []
    of_campaign = {**campaign.human, **campaign.metrics} if campaign else {}
    scorers: Mapping[str, Scorer] = {}
    path = config_file()
    if path and any(not each.paths and each.name not in of_campaign for each in scores):
        from bleu_core.systems.scorers import read_scorers

        with as_bad_input():
            scorers = read_scorers(path)
    for each in scores:
        if each.paths:
            sources.append(each)
        elif each.name in scorers and each.name not in of_campaign:
            sources.append(scorers[each.name])
        elif campaign:
            try:
                sources.append(each._replace(paths=(str(campaign.scores(each.name)),)))
            except InputError as error:
                problems += error.problems
        elif path is None:
            problems.append(scorer_messages.no_home(HOME_VARIABLE, CONFIG_FILE))
        else:
            problems.append(scorer_messages.unknown(each.name, str(path), list(scorers)))
    if problems:
        raise BadInput(problems)
    return sources


def read_scores(
    sources: Sequence[ScoreFiles | Scorer],
    systems: Sequence[str],
    data: EvalSet,
    stage: ProgressFactory,
    skip_bad: bool = False,
) -> tuple[list[ImportedScores], list[str]]:
    """Read or compute scores of systems, with notes; BadInput has each problem of each file."""
    if not sources:
        return [], []
    from bleu_core.readers import ReadError
    from bleu_core.readers.score_files import named_scores, score_notes
    from bleu_core.systems.scorers import score_systems, scorer_notes

    scores: list[ImportedScores] = []
    notes: list[str] = []
    problems: list[str] = []
    of_files = [each for each in sources if isinstance(each, ScoreFiles)]
    contents = iter(read_paths(score_paths(of_files), columns=False))
    for name, higher, paths in of_files:
        files: Any = [next(contents) for _ in paths]
        try:
            imported, repairs = named_scores(name, higher, files, systems, data, skip_bad)
        except ReadError as error:
            problems += error.problems
            continue
        scores.append(imported)
        notes += repairs
        notes += [messages.about(name, each) for each in score_notes(imported, *systems)]
    if problems:
        raise BadInput(problems)
    path = config_file()
    with as_bad_input():
        for scorer in sources:
            if not isinstance(scorer, ScoreFiles) and path:
                progress = stage(f"Computing {scorer.name}")
                scores.append(score_systems(scorer, data, systems, path.parent, progress))
                notes += scorer_notes(scorer, data)
    return scores, notes
