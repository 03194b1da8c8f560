"""BLEU: scores from texts and from statistics, and BLEU as a metric."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bleu_core.common.call_later import call_later
from bleu_core.common.progress import Progress, sub_progress
from bleu_core.messages import scoring
from bleu_core.messages import scoring as messages
from bleu_core.metrics.additive import FloatArray, Rows
from bleu_core.metrics.facts import METRIC_FACTS, MetricInfo
from bleu_core.metrics.formula import bleu_scores, brevity_penalties, precisions, quick_scores
from bleu_core.metrics.signature import signature
from bleu_core.metrics.statistics import collect_statistics, statistics_of_tokens
from bleu_core.text.config import BleuConfig, with_settings
from bleu_core.text.encoding import HUGE, encode_columns
from bleu_core.text.evalset import EvalSet, Streams

if TYPE_CHECKING:
    from bleu_core.metrics.metric import MetricStatistics


@dataclass(frozen=True)
class BleuScore:
    """BLEU score and its components, with sacreBLEU's names.

    Attributes
    ----------
    score : float
        BLEU, 0 to 100.
    counts, totals : list of N numbers
        Clipped matches, and n-grams in the output, by order. As in sacreBLEU, both include k from
        order 2 on under "add-k" smoothing.
    precisions : list of N floats
        Modified precisions in per cent, smoothed as the settings say.
    bp : float
        Brevity penalty, 0 to 1.
    sys_len, ref_len : int
        Lengths in tokens; ref_len is a float under reference_length="average".
    signature : str
        The settings that determine the score, in sacreBLEU's format.

    Examples
    --------
    >>> score = corpus_bleu(["the cat sat on the mat"], [["the cat sat on a mat"]])
    >>> score.counts, score.totals, score.bp
    ([5, 3, 2, 1], [6, 5, 4, 3], 1.0)
    >>> str(score).split(" = ", 1)[1]
    '53.73 83.3/60.0/50.0/33.3 (BP = 1.000 ratio = 1.000 hyp_len = 6 ref_len = 6)'
    """

    score: float
    counts: list[float]
    totals: list[float]
    precisions: list[float]
    bp: float
    sys_len: int
    ref_len: float
    signature: str

    def __str__(self) -> str:
        ratio = self.sys_len / self.ref_len if self.ref_len else 0
        percents = "/".join(f"{p:.1f}" for p in self.precisions)
        return (
            f"BLEU|{self.signature} = {self.score:.2f} {percents} (BP = {self.bp:.3f} "
            f"ratio = {ratio:.3f} hyp_len = {self.sys_len} ref_len = {self.ref_len})"
        )

    def _repr_html_(self) -> str:
        """HTML for notebooks: the score and its parts."""
        html: str = call_later("score_html", self)
        return html


@dataclass(frozen=True, eq=False)
class SegmentStatistics:
    """Sufficient statistics of BLEU for one system, one row per segment.

    BLEU depends only on sums of rows. The sum of all rows gives the corpus score; some rows give a
    slice, repeated rows a resample. It is an `AdditiveMetric`.

    Attributes
    ----------
    matrix : (S, 2 + 2N) array
        Columns: sys_len, ref_len, counts 1..N, totals 1..N. Integers, except under
        reference_length="average": there float64, because lengths are fractions.
    config : BleuConfig
        Settings under which the rows were counted.
    num_refs : int
        References per segment; -1 if that varies.

    Examples
    --------
    >>> references = [["the cat sat", "it felt happy"]]
    >>> stats = segment_statistics(["the cat sat", "it was happy"], references)
    >>> stats.counts.tolist(), stats.totals.tolist()
    ([[3, 2, 1, 0], [2, 0, 0, 0]], [[3, 2, 1, 0], [3, 2, 1, 0]])
    >>> stats.corpus().counts
    [5, 2, 1, 0]
    >>> stats.subset([1]).rescored(smooth_method="none", max_ngram_order=1).corpus().precisions
    [66.66666666666667]
    """

    matrix: Rows
    config: BleuConfig
    num_refs: int = 1

    @property
    def sys_len(self) -> NDArray[np.int64]:
        """(S,) tokens in each output."""
        return self.matrix[:, 0]

    @property
    def ref_len(self) -> NDArray[np.int64]:
        """(S,) reference length of each segment, in tokens."""
        return self.matrix[:, 1]

    @property
    def counts(self) -> NDArray[np.int64]:
        """(S, N) clipped matches, without smoothing."""
        return self.matrix[:, 2 : 2 + self.config.max_ngram_order]

    @property
    def totals(self) -> NDArray[np.int64]:
        """(S, N) n-grams in each output."""
        return self.matrix[:, 2 + self.config.max_ngram_order :]

    def __len__(self) -> int:
        return len(self.matrix)

    def corpus(self) -> BleuScore:
        """BLEU of all segments together."""
        return score_of_row(self.matrix.sum(axis=0), self.config, self.num_refs)

    def sentence_scores(self) -> FloatArray:
        """(S,) BLEU of each segment, 0 to 100, under the same settings."""
        return self.scores(self.matrix)

    @cached_property
    def effective_sentence_scores(self) -> FloatArray:
        """(S,) sentence BLEU with effective order, since many segments have fewer than N tokens.

        Computed once and cached.
        """
        return self.rescored(effective_order=True).sentence_scores()

    @property
    def settings(self) -> dict[str, object]:
        """Fields of `config`, by name."""
        return asdict(self.config)

    def scores(self, sums: Rows) -> FloatArray:
        """BLEU of sums of rows, (R, 2 + 2N) -> (R,), 0 to 100."""
        return bleu_scores(sums, self.config)

    def quick_scores(self, sums: Rows) -> FloatArray:
        """`scores`, faster, and equal except for the last digits."""
        return quick_scores(sums, self.config)

    def with_rows(self, matrix: Rows) -> SegmentStatistics:
        """Replace the rows, (R, 2 + 2N), under the same settings."""
        return replace(self, matrix=matrix)

    def subset(self, rows: ArrayLike) -> SegmentStatistics:
        """Select segments, by index or by mask."""
        chosen = np.asarray(rows)
        return self.with_rows(self.matrix[chosen if chosen.size else []])

    def rescored(self, **settings: object) -> SegmentStatistics:
        """Change smoothing, weights or effective order, or lower the order, without a new count.

        Takes microseconds, because no text is read. Settings that change the counts (tokenizer,
        case, length rule, a higher order) raise ValueError.
        """
        config = with_settings(self.config, settings)
        for name in ("tokenize", "lowercase", "reference_length"):
            if getattr(config, name) != getattr(self.config, name):
                raise ValueError(messages.needs_text(name))
        old, new = self.config.max_ngram_order, config.max_ngram_order
        if new > old:
            raise ValueError(messages.needs_text("max_ngram_order"))
        columns = [0, 1, *range(2, 2 + new), *range(2 + old, 2 + old + new)]
        matrix = self.matrix if new == old else self.matrix[:, columns]
        return SegmentStatistics(matrix, config, self.num_refs)


def segment_scores(statistics: SegmentStatistics | MetricStatistics) -> FloatArray:
    """(S,) the score of each segment as on the screens: sentence BLEU has effective order."""
    if isinstance(statistics, SegmentStatistics):
        return statistics.effective_sentence_scores
    return statistics.sentence_scores()


def segment_statistics(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str | None]],
    config: BleuConfig = BleuConfig(),
    **settings: Any,
) -> SegmentStatistics:
    """Count the statistics of BLEU in every segment.

    Parameters
    ----------
    hypotheses : S strings
        Output of the system.
    references : list of streams of S strings
        As in sacreBLEU: [[ref 1 of every segment], [ref 2 of every segment], …]. None is a missing
        reference; '' is a reference of length 0.
    config : BleuConfig
        Settings of the score.
    **settings
        Settings by name, such as tokenize="intl"; they replace those of `config`.

    Returns
    -------
    SegmentStatistics
        Lengths, matches and totals, one row per segment.

    Raises
    ------
    InputError
        The input cannot be scored, for example because streams differ in length. A ValueError with
        one message per problem.

    Examples
    --------
    >>> hypotheses = ["the the the the the the the", "it was happy"]
    >>> references = [["the cat is on the mat", "it felt happy"],
    ...               ["there is a cat on the mat", None]]
    >>> stats = segment_statistics(hypotheses, references)
    >>> stats.counts[:, 0].tolist(), stats.sys_len.tolist(), stats.ref_len.tolist()
    ([2, 2], [7, 3], [7, 3])
    """
    (stats,) = statistics_of([hypotheses], references, with_settings(config, settings))
    return stats


def statistics_of(
    systems: Sequence[Sequence[str]],
    references: Sequence[Sequence[str | None]],
    config: BleuConfig,
    progress: Progress | None = None,
) -> list[SegmentStatistics]:
    """`segment_statistics` of K systems; the references are counted once."""
    matrices, num_refs = collect_statistics(systems, references, config, progress)
    return [SegmentStatistics(matrix, config, num_refs) for matrix in matrices]


def evalset_statistics(
    evalset: EvalSet, names: Sequence[str], config: BleuConfig, progress: Progress | None = None
) -> list[SegmentStatistics]:
    """`segment_statistics` of systems of a test set, by name.

    Saved statistics are used where available. The tokens of a very large test set are not cached.
    """
    saved = [evalset.saved_statistics(name, config, progress) for name in names]
    found = [matrix for matrix in saved if matrix is not None]
    if len(found) == len(names):
        return [SegmentStatistics(matrix, config, evalset.num_refs) for matrix in found]
    columns = [*(evalset.systems[name] for name in names), *evalset.references]
    if len(evalset) > HUGE:
        return statistics_of(columns[: len(names)], columns[len(names) :], config, progress)
    encoded, _ = encode_columns(evalset, columns, config, sub_progress(progress, 0, 0.6))
    hypotheses, references = encoded[: len(names)], encoded[len(names) :]
    matrices, num_refs = statistics_of_tokens(
        hypotheses, references, config, sub_progress(progress, 0.6, 1)
    )
    return [SegmentStatistics(matrix, config, num_refs) for matrix in matrices]


def corpus_bleu(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str | None]],
    config: BleuConfig = BleuConfig(),
    **settings: Any,
) -> BleuScore:
    """Compute BLEU of a corpus.

    Equal to sacreBLEU's score for all settings that sacreBLEU has.

    Parameters
    ----------
    hypotheses : S strings
        Output of the system.
    references : list of streams of S strings
        As in sacreBLEU: [[ref 1 of every segment], [ref 2 of every segment], …]. None is a missing
        reference; '' is a reference of length 0.
    config : BleuConfig
        Settings of the score.
    **settings
        Settings by name, such as tokenize="intl"; they replace those of `config`.

    Returns
    -------
    BleuScore

    Raises
    ------
    InputError
        The input cannot be scored. A ValueError with one message per problem.

    References
    ----------
    Papineni, Roukos, Ward and Zhu (2002), "BLEU: a Method for Automatic Evaluation of Machine
    Translation", https://aclanthology.org/P02-1040.

    Examples
    --------
    The first example of the paper, in lower case and without the final full stop: 17 of 18 words
    and 10 of 17 bigrams match.

    >>> candidate = ("it is a guide to action which ensures that the military "
    ...              "always obeys the commands of the party")
    >>> references = [
    ...     ["it is a guide to action that ensures that the military will forever "
    ...      "heed party commands"],
    ...     ["it is the guiding principle which guarantees the military forces "
    ...      "always being under the command of the party"],
    ...     ["it is the practical guide for the army always to heed the directions "
    ...      "of the party"]]
    >>> score = corpus_bleu([candidate], references)
    >>> score.counts[:2], score.totals[:2]
    ([17, 10], [18, 17])
    """
    return segment_statistics(hypotheses, references, config, **settings).corpus()


def sentence_bleu(
    hypothesis: str,
    references: Sequence[str | None],
    config: BleuConfig = BleuConfig(),
    **settings: Any,
) -> BleuScore:
    """Compute BLEU of one segment.

    sacreBLEU recommends effective_order=True for single segments. It is off by default here, so
    that the signature matches the settings.

    Parameters
    ----------
    hypothesis : str
    references : list of str
        References of the segment; None is a missing one.
    config : BleuConfig
        Settings of the score.
    **settings
        Settings by name, such as tokenize="intl"; they replace those of `config`.

    Returns
    -------
    BleuScore

    Raises
    ------
    InputError
        The input cannot be scored. A ValueError with one message per problem.

    Examples
    --------
    >>> references = ["the cat is on the mat", "there is a cat on the mat"]
    >>> round(sentence_bleu("the cat sat on the mat", references).score, 2)
    37.99
    >>> sentence_bleu("a cat", ["a cat"]).score
    0.0
    >>> round(sentence_bleu("a cat", ["a cat"], effective_order=True).score)
    100
    """
    if isinstance(references, str):
        raise ValueError(scoring.references_one_string())
    return corpus_bleu([hypothesis], [[reference] for reference in references], config, **settings)


def score_of_row(row: ArrayLike, config: BleuConfig, num_refs: int) -> BleuScore:
    """The score and components of one row of statistics, (2 + 2N,)."""
    row = np.asarray(row)
    order = config.max_ngram_order
    counts, totals = row[2 : 2 + order].tolist(), row[2 + order :].tolist()
    rows = row[None, :]
    if config.smooth_method == "add-k" and any(counts):
        k = config.smooth_value if config.smooth_value is not None else 1
        counts[1:] = [count + k for count in counts[1:]]
        totals[1:] = [total + k for total in totals[1:]]
    return BleuScore(
        score=float(bleu_scores(rows, config)[0]),
        counts=_as_int(counts),
        totals=_as_int(totals),
        precisions=precisions(rows, config)[0].tolist(),
        bp=float(brevity_penalties(rows)[0]),
        sys_len=int(row[0]),
        ref_len=row[1].item(),
        signature=signature(config, num_refs),
    )


def _as_int(numbers: list[float]) -> list[float]:
    return [int(x) if float(x).is_integer() else x for x in numbers]


@dataclass(frozen=True)
class Bleu:
    """BLEU under its settings; rows as in `bleu_core.metrics.bleu.SegmentStatistics`."""

    config: BleuConfig = field(default_factory=BleuConfig)

    about: ClassVar[MetricInfo] = METRIC_FACTS["bleu"]

    def count(
        self, systems: Streams, references: Streams, progress: Progress | None = None
    ) -> list[Rows]:
        """(S, 2 + 2N): sys_len, ref_len, counts 1..N, totals 1..N."""
        matrices, _ = collect_statistics(systems, references, self.config, progress)  # type: ignore[arg-type]
        return list(matrices)

    def scores(self, sums: Rows) -> FloatArray:
        return bleu_scores(sums, self.config)

    def quick_scores(self, sums: Rows) -> FloatArray:
        return quick_scores(sums, self.config)

    def sentence_scores(self, rows: Rows) -> FloatArray:
        """Sentence BLEU with effective order, since many segments have fewer than N tokens."""
        return bleu_scores(rows, replace(self.config, effective_order=True))

    def signature(self, num_refs: int) -> str:
        return signature(self.config, num_refs)
