"""Options of scores that other tools compute: files, and scorers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from bleu_core.cli.errors import BadInput, as_bad_input
from bleu_core.cli.inputs import read_paths
from bleu_core.cli.options import option, options_class
from bleu_core.cli.output import ProgressFactory
from bleu_core.common.environment import CONFIG_FILE, HOME_VARIABLE, config_file
from bleu_core.messages import option as messages
from bleu_core.messages import scorer as of_scorers

if TYPE_CHECKING:
    from bleu_core.metrics import ImportedScores
    from bleu_core.systems.scorers import Scorer
    from bleu_core.text.evalset import EvalSet

LOWER, HIGHER = ":lower", ":higher"


class ScoreFiles(NamedTuple):
    """Files with the scores of one name; without paths, they are those of a campaign."""

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
            raise click.BadParameter(messages.malformed_scores(text))
        key = name, not before.endswith(LOWER)
        files[key] = (*files.get(key, ()), path) if equals else files.get(key, ())
    return [ScoreFiles(*key, paths) for key, paths in files.items()]


def _find_scorers(
    ctx: click.Context, parameter: click.Parameter, names: tuple[str, ...]
) -> list[Scorer]:
    """The scorers of these names in the user's configuration."""
    if not names:
        return []
    from bleu_core.systems.scorers import read_scorers

    path = config_file()
    if path is None:
        raise BadInput([of_scorers.no_home(HOME_VARIABLE, CONFIG_FILE)])
    with as_bad_input():
        known = read_scorers(path)
    for name in names:
        if name not in known:
            raise click.BadParameter(of_scorers.unknown(name, str(path), list(known)))
    return [known[name] for name in dict.fromkeys(names)]


@options_class
class ImportedScoreOptions:
    """Scores of all systems, in tables or by programs."""

    # Eager, as all options of scores here: --fail-if knows their names.
    scores: list[ScoreFiles] = option(
        "--scores", multiple=True, callback=_read_names, is_eager=True,
        metavar="NAME[:lower][=FILE]",
        help="Segment scores from another tool, as a metric NAME; with :lower, lower is better. "
        "Without FILE, they are those of the campaign. "
        "FILE is a table with columns for system, segment id and score, or with a column per "
        "system; it has one number per line, for the system with the file's name; or it is the "
        "output of COMET. Can be repeated, also for one NAME.",
    )  # fmt: skip
    # Commands are run only from the user's own configuration: no file that is read here names one.
    scorers: list[Scorer] = option(
        "--scorer", multiple=True, callback=_find_scorers, is_eager=True, metavar="NAME",
        help="Segment scores from a program that your config.toml, in the folder of saved data, "
        "defines as NAME; a metric of that name. Can be repeated.",
    )  # fmt: skip
    skip_bad: bool = option(
        "--skip-bad", is_flag=True,
        help="Skip rows of --scores with too few or too many cells, and list them.",
    )  # fmt: skip


def score_paths(scores: Iterable[ScoreFiles]) -> list[str]:
    """The paths of all files with scores."""
    return [path for each in scores for path in each.paths]


def imported_keys(params: Mapping[str, Any]) -> dict[str, str]:
    """The key of imported scores as a metric, for each name in the options of scores."""
    from bleu_core.metrics.imported import KEY_PREFIX

    given = [each for option in ("scores", "scorers") for each in params.get(option) or ()]
    return {each.name: KEY_PREFIX + each.name for each in given}


def check_names(scores: Sequence[ScoreFiles | Scorer]) -> None:
    """Raise UsageError for a repeated name, or one without files."""
    unfiled = [each.name for each in scores if isinstance(each, ScoreFiles) and not each.paths]
    if unfiled:
        raise click.UsageError(messages.malformed_scores(unfiled[0]))
    names = Counter(each.name for each in scores)
    if repeated := [name for name, number in names.items() if number > 1]:
        raise click.UsageError(messages.scores_repeated(repeated))


class ReadScores(NamedTuple):
    """Imported scores, and notes on them."""

    scores: list[ImportedScores]
    notes: list[str]


def read_imported(
    scores: Sequence[ScoreFiles], systems: Sequence[str], data: EvalSet, skip_bad: bool = False
) -> ReadScores:
    """Read scores of systems; BadInput has a message for each problem of each file."""
    found = ReadScores([], [])
    if not scores:
        return found

    from bleu_core.readers import ReadError
    from bleu_core.readers.score_files import named_scores, score_notes

    contents = iter(read_paths(score_paths(scores)))
    problems: list[str] = []
    for name, higher, paths in scores:
        files: Any = [next(contents) for _ in paths]
        try:
            imported, notes = named_scores(name, higher, files, systems, data, skip_bad)
        except ReadError as error:
            problems += error.problems
            continue
        found.notes.extend(notes)
        found.scores.append(imported)
        remarks = score_notes(imported, *systems)
        found.notes.extend(messages.about_scores(name, remark) for remark in remarks)
    if problems:
        raise BadInput(problems)
    return found


def compute_scores(
    scorers: Sequence[Scorer], systems: Sequence[str], data: EvalSet, stage: ProgressFactory
) -> ReadScores:
    """Run programs that score systems; BadInput if one fails."""
    found = ReadScores([], [])
    path = config_file()
    if not scorers or path is None:
        return found
    from bleu_core.systems.scorers import score_systems, scorer_notes

    with as_bad_input():
        for scorer in scorers:
            progress = stage(f"Computing {scorer.name}")
            scores = score_systems(scorer, data, systems, path.parent, progress)
            found.scores.append(scores)
            found.notes.extend(scorer_notes(scorer, data))
    return found
