"""Translation edit rate, computed by sacreBLEU: in child processes, because it is slow Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from typing import ClassVar

import numpy as np

from bleu_core.common.parallel import WORKERS
from bleu_core.common.processes import ProcessLimits, ProcessPool
from bleu_core.common.progress import Progress
from bleu_core.messages import scoring
from bleu_core.metrics.additive import FloatArray, Rows
from bleu_core.metrics.facts import METRIC_FACTS, MetricInfo
from bleu_core.metrics.metric import MetricStatistics, UniformScores, measure
from bleu_core.metrics.signature import format_signature
from bleu_core.metrics.ter_edits import Counts, Row, count_edits
from bleu_core.metrics.words import error_rates
from bleu_core.text.config import flag_problems
from bleu_core.text.evalset import InputError, Streams, raise_problems, stream_lines

# Bytes for a process: 300 words take 90 MB and 14 seconds, 1,000 words 170 MB and 96.
MEMORY = 2_000_000_000
# Work that is not worth a process, and that a process is given at a time: each about 0.2 s.
SMALL = BLOCK = 700_000

_pool = ProcessPool("bleu_core.metrics.ter_edits:count_block", calls=2, nice=10)


@dataclass(frozen=True)
class Ter(UniformScores):
    """Translation edit rate: words inserted, deleted, substituted and phrases moved, in per cent.

    Scores and statistics are sacreBLEU's. Of several references, the fewest edits count, divided by
    the mean length of all ("average number of reference words", Snover et al. 2006).
    """

    normalized: bool = False  # Whether to separate punctuation from words
    no_punct: bool = False  # Whether to remove punctuation
    # Whether to apply these also to Chinese and Japanese, and split their characters.
    asian_support: bool = False
    case_sensitive: bool = False

    about: ClassVar[MetricInfo] = METRIC_FACTS["ter"]

    def __post_init__(self) -> None:
        raise_problems(flag_problems(self, *vars(self)))

    def count(
        self, systems: Streams, references: Streams, progress: Progress | None = None
    ) -> list[Rows]:
        """(S, 2): edits, mean words of the references."""
        refs = [
            tuple(ref for ref in segment if ref is not None)
            for segment in zip(*map(stream_lines, references), strict=True)
        ]
        # Systems often have a segment in common: each row is counted once.
        numbers: dict[Row, int] = {}
        which = [
            [
                numbers.setdefault((str(text), ref), len(numbers))
                for text, ref in zip(stream_lines(system), refs, strict=True)
            ]
            for system in systems
        ]
        counts = np.array(count_rows(asdict(self), list(numbers), progress), np.float64)
        return [counts[rows] for rows in which]

    def scores(self, sums: Rows) -> FloatArray:
        return error_rates(sums)

    def signature(self, num_refs: int) -> str:
        said = {True: "yes", False: "no"}
        fields = {
            "case": "mixed" if self.case_sensitive else "lc",
            "tok": "tercom",
            "norm": said[self.normalized],
            "punct": said[not self.no_punct],
            "asian": said[self.asian_support],
        }
        return format_signature(num_refs, fields)


def ter_statistics(
    hypotheses: Sequence[str],
    references: Streams,
    normalized: bool = False,
    no_punct: bool = False,
    asian_support: bool = False,
    case_sensitive: bool = False,
    progress: Progress | None = None,
) -> MetricStatistics:
    """Compute the translation edit rate (TER): edits per reference word, in per cent.

    Equal to sacreBLEU's scores; lower is better. Large inputs are counted in child processes.

    Parameters
    ----------
    hypotheses : S strings
        Output of the system.
    references : list of streams of S strings
        As in sacreBLEU: [[ref 1 of every segment], [ref 2 of every segment], …]. None is a missing
        reference.
    normalized : bool
        Whether to separate punctuation from words.
    no_punct : bool
        Whether to remove punctuation.
    asian_support : bool
        Whether to apply these settings also to Chinese and Japanese, and split their characters.
    case_sensitive : bool
        Whether to distinguish upper and lower case.
    progress : callable, optional
        Called with the part done, 0 to 1; may raise to stop.

    Returns
    -------
    MetricStatistics
        `.corpus()` has score and signature; `.sentence_scores()` (S,), 0 or more; `.matrix`
        (S, 2): edits and mean reference lengths in words. The significance tests accept it.

    Raises
    ------
    InputError
        The input cannot be scored. A ValueError with one message per problem.

    References
    ----------
    Snover, Dorr, Schwartz, Micciulla and Makhoul (2006), "A Study of Translation Edit Rate with
    Targeted Human Annotation", https://aclanthology.org/2006.amta-papers.25.

    Examples
    --------
    The example of Snover et al.: "this week" is moved, two words are substituted, and "American"
    is missing: 4 edits for 13 words.

    >>> reference = "Saudi Arabia denied this week information published in the American "
    >>> reference += "New York Times"
    >>> found = ter_statistics(
    ...     ["this week the Saudis denied information published in the New York Times"],
    ...     [[reference]],
    ... )
    >>> found.matrix.tolist()  # edits, words of the reference
    [[4.0, 13.0]]
    >>> round(found.corpus().score, 1)
    30.8
    """
    metric = Ter(normalized, no_punct, asian_support, case_sensitive)
    return measure(metric, [hypotheses], references, progress)[0]


def count_rows(
    settings: Mapping[str, bool], rows: Sequence[Row], progress: Progress | None = None
) -> list[Counts]:
    """Count the edits of each row; much work is done in child processes.

    `settings` are those of sacreBLEU's TER. Raises InputError if a process takes more than
    `MEMORY`, or breaks off; if `progress` raises, the processes are ended.
    """
    if sum(map(_work, rows)) <= SMALL:
        return count_edits(settings, rows)
    blocks = _blocks(rows)
    counts: list[list[Counts]] = [[]] * len(blocks)
    answers = _pool.run(
        [(settings, block) for block in blocks],
        ProcessLimits(memory=MEMORY),
        progress,
        weights=[sum(map(_work, block)) for block in blocks],
        processes=min(WORKERS, len(blocks)),
        reuse=True,
    )
    with closing(answers):
        for number, answer in answers:
            if answer.outcome != "done":
                text, _ = max(blocks[number], key=_work)
                raise InputError([scoring.ter_out_of_memory(MEMORY, len(text.split()), text)])
            counts[number] = answer.value
    if progress is not None:
        progress(1.0)
    return [(edits, length) for block in counts for edits, length in block]


def _work(row: Row) -> int:
    """About 3e-7 seconds each: a shift of many is tried for each pair of equal words."""
    hypothesis, references = row
    words = len(hypothesis.split())
    return sum(words * len(ref.split()) for ref in references) * min(words, 300)


def _blocks(rows: Sequence[Row]) -> list[list[Row]]:
    """The rows in order, in runs of about `BLOCK` of work."""
    blocks: list[list[Row]] = []
    left = 0
    for row in rows:
        if left <= 0:
            blocks.append([])
            left = BLOCK
        blocks[-1].append(row)
        left -= _work(row)
    return blocks
