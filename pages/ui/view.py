"""The view: which comparison, under which settings, and what of it the screens show.

One frozen dataclass holds all that a link restores; `query` is its form in a URL.
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
# What a link has before the digest of a job: what has been counted of a data set.
JOB = "job-"
SYSTEMS_TABS = ("ranking", "where", "time")
SLICES_TABS = ("parts", "found", "saved", "degenerate", "settings", "why")
# How few segments a slice that is looked for may have, how many at most; how many conditions.
LEAST, LARGEST, DEPTHS = 10, 100_000, (1, 2, 3)
JUDGE_TABS = ("sessions", "results", "people")
# What a link says to open what the command line keeps on a server with a login.
TEAM = "team"


@dataclass(frozen=True)
class Phrases:
    """What the N-grams screen shows: a kind of evidence, its order, a search, the chosen n-gram."""

    kind: str = "matched"
    sort: str = ""
    text: str = ""
    ngram: str = ""


@dataclass(frozen=True)
class View:
    """What the screens show.

    Attributes
    ----------
    data : str
        The digest of an EvalSet in the store, '' for the sample; or "job-" and that of a job.
    share : str
        What opens `data` where it is not this visitor's own: the secret of a link or the id of what
        is shared, or `TEAM`; '' for one's own.
    config : BleuConfig
    a, b : str
        The names of the two systems that are compared; '' for the first, and the next, of all.
    more : tuple of str
        The names of systems that Segments is to show under A and B.
    segment : int
        Line number of the chosen segment, from 1; 0 for the first of the worklist.
    sort : str
        A key that `worklist.order` knows, with "-" before it for the largest first.
    where : str
        The expression that says which segments the worklist has; '' for all.
    only : bool
        Whether Overview, N-grams and Slices, and reports, are of these segments alone.
    metrics : (str, str)
        The keys of the two metrics that are held against each other on Segments.
    thresholds : Thresholds
        From where on a detector finds an output degenerate.
    phrases : Phrases
    systems_tab : str
        What the Systems screen shows, one of `SYSTEMS_TABS`.
    rank_by : str
        The key of the metric that systems are ranked by.
    judge_tab : str
        What the Judge screen shows, one of `JUDGE_TABS`.
    session : str
        The id of the blind session whose results it shows; '' for the last one.
    people : str
        What people said that BLEU is held against; '' for the first that there is.
    task : str
        The id of the blind session that somebody is judging: then nothing else is shown, and
        nothing else of the view stands in a link.
    slice_by : str
        The criterion of the Slices screen; '' for the first that can say something.
    slice_metric : str
        The key of the metric that slices are scored by.
    slices_tab : str
        What the Slices screen shows, one of `SLICES_TABS`.
    find_least, find_depth : int
        At least so many segments has a slice that is looked for, at most so many conditions.
    why_first, why_second : str
        The two signatures whose numbers differ; '' for that of the comparison, and for none.
    wall : bool
        Whether Learn is shown for the wall: large, and only the question and the bench.
    bench : Bench
        The lesson, and the texts on its bench.
    suite : str
        The title of the suite that Suites shows; '' for the one that ran last.
    suite_run : float
        When its run was made, in seconds since 1970; 0 for the last one.
    suite_set, suite_system : str
        The test set and the system that are told more of; '' for the worst.
    suite_metric : str
        The key of the metric that its table shows.
    """

    data: str = ""
    share: str = ""
    config: BleuConfig = field(default_factory=BleuConfig)
    a: str = ""
    b: str = ""
    more: tuple[str, ...] = ()
    segment: int = 0
    sort: str = "-carried"
    where: str = ""
    only: bool = False
    metrics: tuple[str, str] = ("bleu", "chrf")
    thresholds: Thresholds = field(default_factory=Thresholds)
    phrases: Phrases = field(default_factory=Phrases)
    systems_tab: str = SYSTEMS_TABS[0]
    rank_by: str = "bleu"
    judge_tab: str = JUDGE_TABS[0]
    session: str = ""
    people: str = ""
    task: str = ""
    slice_by: str = ""
    slice_metric: str = "bleu"
    slices_tab: str = SLICES_TABS[0]
    find_least: int = MIN_SEGMENTS
    find_depth: int = 3
    why_first: str = ""
    why_second: str = ""
    wall: bool = False
    bench: Bench = field(default_factory=Bench)
    suite: str = ""
    suite_run: float = 0.0
    suite_set: str = ""
    suite_system: str = ""
    suite_metric: str = "bleu"

    @property
    def job(self) -> str:
        """The digest of the job that is open; '' where a comparison is."""
        return self.data.removeprefix(JOB) if self.data.startswith(JOB) else ""


def of_pair(view: View) -> View:
    """Nothing of a view but which two systems are compared, and how they are scored."""
    return View(data=view.data, share=view.share, config=view.config, a=view.a, b=view.b)
