"""The view: the open comparison, its settings, and what the screens show of it.

One frozen dataclass holds all that a link restores; `query` writes it as a URL.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from bleu_core import BleuConfig
from bleu_core.segments.detectors import Thresholds
from bleu_core.significance import MIN_SEGMENTS
from bleu_core.teaching.exercise import Bench

# The addresses of the screens.
OVERVIEW, SYSTEMS, SEGMENTS, NGRAMS, SLICES = "", "systems", "segments", "ngrams", "slices"
JUDGE, LEARN, DATA, SUITES = "judge", "learn", "data", "suites"
# The letters that open them, after a "g".
SCREEN_KEYS = {
    OVERVIEW: "o",
    SYSTEMS: "y",
    SEGMENTS: "s",
    NGRAMS: "n",
    SLICES: "l",
    JUDGE: "j",
    LEARN: "e",
    DATA: "d",
    SUITES: "u",
}
# What is open below the ranking.
SYSTEMS_TABS = ("", "where", "time")
# Limits of the slice finder: minimum segments of a slice, from and to; conditions.
LEAST, LARGEST, DEPTHS = 10, 100_000, (1, 2, 3)
# The fields of the view about suites.
SUITE_FIELDS = ("suite", "suite_run")
JUDGE_TABS = ("sessions", "results", "people")


@dataclass(frozen=True)
class NgramsState:
    """What the N-grams screen shows: those of a side and an order, a search, the open n-gram."""

    side: str = ""  # "lost" or "gained" by B
    order: int = 0  # 0 for all
    text: str = ""
    ngram: str = ""


@dataclass(frozen=True)
class View:
    """What the screens show; '' stands for a default, or for none."""

    data: str = ""  # digest of a test set, '' for the sample
    config: BleuConfig = field(default_factory=BleuConfig)
    a: str = ""  # names of the two systems that are compared
    b: str = ""
    more: tuple[str, ...] = ()  # systems that Segments shows below A and B
    segment: int = 0  # line number of the open segment, from 1; 0 for the first of the worklist
    sort: str = "-carried"  # a key of `worklist.order`, with "-" before it for descending order
    where: str = ""  # filter of the worklist
    marks: str = ""  # of the open segment: "all" for all matches, "" for the difference
    only: bool = False  # whether Overview, N-grams, Slices and reports are about that part alone
    thresholds: Thresholds = field(default_factory=Thresholds)  # for degenerate outputs
    phrases: NgramsState = field(default_factory=NgramsState)
    systems_tab: str = SYSTEMS_TABS[0]
    # Whether runs over time are all saved runs of the test set, not only those that are open.
    all_runs: bool = False
    rank_by: str = "bleu"  # key of the metric that ranks systems
    judge_tab: str = JUDGE_TABS[0]
    session: str = ""  # id of the blind session whose results are shown
    people: str = ""  # annotations that BLEU is compared with
    # Id of the blind session that is being judged: then nothing else is shown or in a link.
    task: str = ""
    slice_by: str = ""  # criterion of the Slices screen
    slice_metric: str = "bleu"  # key of the metric that scores slices
    find_least: int = MIN_SEGMENTS  # minimum segments of a slice that is searched for
    find_depth: int = 3  # and its maximum conditions
    wall: bool = False  # whether Learn is shown for a projector
    bench: Bench = field(default_factory=Bench)  # the lesson, and the texts on its bench
    suite: str = ""  # title of the suite; default: the one that ran last
    suite_run: float = 0.0  # when its run was made, in seconds since 1970; 0 for the last


def of_pair(view: View) -> View:
    """Return a view with only the pair of systems and the settings of another."""
    return View(data=view.data, config=view.config, a=view.a, b=view.b)
