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
# The prefix of a job's digest in a link.
JOB = "job-"
SYSTEMS_TABS = ("ranking", "where", "time")
SLICES_TABS = ("parts", "found", "saved", "degenerate", "settings", "why")
# Limits of the slice finder: minimum segments of a slice, from and to; conditions.
LEAST, LARGEST, DEPTHS = 10, 100_000, (1, 2, 3)
JUDGE_TABS = ("sessions", "results", "people")
# The link's value for the command line's comparisons on a server with a login.
TEAM = "team"


@dataclass(frozen=True)
class Phrases:
    """What the N-grams screen shows: a kind of evidence, its order, a search, the open n-gram."""

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
        The digest of a test set, '' for the sample; or "job-" and the digest of a data set's job.
    share : str
        What opens `data` if it is not this visitor's own: the secret of a link, the id of a share,
        or `TEAM`; '' for one's own.
    config : BleuConfig
    a, b : str
        The names of the two systems that are compared; '' for the defaults.
    more : tuple of str
        The names of systems that Segments shows below A and B.
    segment : int
        Line number of the open segment, from 1; 0 for the first of the worklist.
    sort : str
        A key of `worklist.order`, with "-" before it for descending order.
    where : str
        The filter of the worklist; '' for all segments.
    only : bool
        Whether Overview, N-grams, Slices and reports are about the filtered segments alone.
    metrics : (str, str)
        The keys of the two metrics that Segments compares.
    thresholds : Thresholds
        Of the detectors of degenerate outputs.
    phrases : Phrases
    systems_tab : str
        The tab of the Systems screen, one of `SYSTEMS_TABS`.
    rank_by : str
        The key of the metric that ranks systems.
    judge_tab : str
        The tab of the Judge screen, one of `JUDGE_TABS`.
    session : str
        The id of the blind session whose results are shown; '' for the last one.
    people : str
        The annotations that BLEU is compared with; '' for the first.
    task : str
        The id of the blind session that is being judged: then nothing else is shown, and nothing
        else of the view is in a link.
    slice_by : str
        The criterion of the Slices screen; '' for the default.
    slice_metric : str
        The key of the metric that scores slices.
    slices_tab : str
        The tab of the Slices screen, one of `SLICES_TABS`.
    find_least, find_depth : int
        Parameters of the slice finder: minimum segments of a slice, maximum conditions.
    why_first, why_second : str
        The two signatures whose numbers differ; '' for that of the comparison, and for none.
    wall : bool
        Whether Learn is shown for a projector: large, and only the question and the bench.
    bench : Bench
        The lesson, and the texts on its bench.
    suite : str
        The title of the suite; '' for the one that ran last.
    suite_run : float
        When its run was made, in seconds since 1970; 0 for the last run.
    suite_set, suite_system : str
        The test set and the system whose details are shown; '' for the worst.
    suite_metric : str
        The key of the metric of the suite's table.
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
        """Return the digest of the open data set's job; '' for a comparison."""
        return self.data.removeprefix(JOB) if self.data.startswith(JOB) else ""


def of_pair(view: View) -> View:
    """Return a view with only the pair of systems and the settings of another."""
    return View(data=view.data, share=view.share, config=view.config, a=view.a, b=view.b)
