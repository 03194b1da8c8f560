"""Two systems on the same segments: the object that every screen and report reads."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.display import display
from bleu_core.common.numerals import counted, delta, points
from bleu_core.common.progress import Progress
from bleu_core.common.wording import cut, listed
from bleu_core.explain.ledger import Ledger, attribute, component_points
from bleu_core.messages import comparison as messages
from bleu_core.metrics.bleu_score import BleuScore, SegmentStatistics, statistics_of
from bleu_core.text.config import BleuConfig
from bleu_core.text.evalset import EvalSet
from bleu_core.text.streams import InputError

if TYPE_CHECKING:
    import pandas as pd


class Compared(Protocol):
    """Two systems as verdict, parts and tests know them: a `Comparison`, or a job of a data set.

    The rows of a job's statistics are blocks of segments.
    """

    @property
    def stats_a(self) -> SegmentStatistics: ...
    @property
    def stats_b(self) -> SegmentStatistics: ...
    @property
    def score_a(self) -> BleuScore: ...
    @property
    def score_b(self) -> BleuScore: ...
    @property
    def delta(self) -> float: ...
    @property
    def ledger(self) -> Ledger: ...
    def __len__(self) -> int:
        """Segments."""


@dataclass(frozen=True, eq=False)
class Comparison:
    """System A, the baseline, and system B, the candidate; every Δ is B − A.

    Attributes
    ----------
    evalset : EvalSet
    config : BleuConfig
    a, b : str
        Names of the systems, keys of `evalset.systems`.
    stats_a, stats_b : SegmentStatistics
    whole : Comparison or None
        What this is a part of, with all segments; None where it is no part.

    Examples
    --------
    >>> outputs = {"old": ["the cat sat on a mat", "it was a good day"],
    ...            "new": ["the cat sat on the mat", "it was good day"]}
    >>> evalset = EvalSet(outputs, [["the cat sat on the mat", "it was a good day"]])
    >>> comparison = Comparison.of(evalset)
    >>> round(comparison.score_a.score, 2), round(comparison.score_b.score, 2)
    (74.19, 73.59)
    >>> round(comparison.delta, 2), comparison.ledger.segments.round(2).tolist()
    (-0.61, [27.68, -28.29])
    >>> round(comparison.part(np.array([0])).delta, 2)
    46.27
    """

    evalset: EvalSet
    config: BleuConfig
    a: str
    b: str
    stats_a: SegmentStatistics
    stats_b: SegmentStatistics
    whole: Comparison | None = None

    @classmethod
    def of(
        cls,
        evalset: EvalSet,
        config: BleuConfig = BleuConfig(),
        a: str | None = None,
        b: str | None = None,
        progress: Progress | None = None,
    ) -> Comparison:
        """Score two systems of an EvalSet: the first and the second unless named.

        An EvalSet with one system compares it with itself.
        """
        names = list(evalset.systems)
        a = names[0] if a is None else a
        b = names[min(1, len(names) - 1)] if b is None else b
        missing = [name for name in (a, b) if name not in evalset.systems]
        if missing:
            raise InputError([messages.unknown_system(name, names) for name in missing])
        systems = [evalset.systems[a], evalset.systems[b]]
        stats_a, stats_b = statistics_of(systems, evalset.references, config, progress)
        return cls(evalset, config, a, b, stats_a, stats_b)

    def __len__(self) -> int:
        return len(self.stats_a)

    @property
    def places(self) -> tuple[int, int]:
        """Those of A and B among the systems of the EvalSet, from 0."""
        names = list(self.evalset.systems)
        return names.index(self.a), names.index(self.b)

    @cached_property
    def score_a(self) -> BleuScore:
        return self.stats_a.corpus()

    @cached_property
    def score_b(self) -> BleuScore:
        return self.stats_b.corpus()

    @property
    def delta(self) -> float:
        """BLEU of B minus BLEU of A, in points."""
        return self.score_b.score - self.score_a.score

    @property
    def sentences_a(self) -> NDArray[np.float64]:
        """(S,) sentence BLEU of A, with effective order: many segments are shorter than N."""
        return self.stats_a.effective_sentence_scores

    @property
    def sentences_b(self) -> NDArray[np.float64]:
        """(S,) sentence BLEU of B, with effective order."""
        return self.stats_b.effective_sentence_scores

    @cached_property
    def sentence_deltas(self) -> NDArray[np.float64]:
        """(S,) sentence BLEU of B minus that of A."""
        return self.sentences_b - self.sentences_a

    @cached_property
    def ledger(self) -> Ledger:
        """Where every point of Δ comes from."""
        return attribute(self.stats_a, self.stats_b)

    def carried(self, component: str) -> NDArray[np.float64]:
        """(S,) points of a component of the ledger that each segment carries."""
        return component_points(self.ledger, component, self.stats_a, self.stats_b)

    def part(self, rows: NDArray[np.int64], where: str = "") -> Comparison:
        """Some segments, by index, compared by themselves: sums of their rows, no text is read.

        Its EvalSet is a `Part`, which knows the line of each segment in the whole. `where` is
        the expression that chose them, if one did.
        """
        evalset = self.evalset.part(rows, where)
        stats_a, stats_b = (
            replace(stats, matrix=stats.matrix[rows], num_refs=evalset.num_refs)
            for stats in (self.stats_a, self.stats_b)
        )
        whole = self if self.whole is None else self.whole
        return replace(self, evalset=evalset, stats_a=stats_a, stats_b=stats_b, whole=whole)

    def rescored(self, **settings: object) -> Comparison:
        """The same counts under other smoothing, weights or a lower order; no text is read."""
        stats_a, stats_b = (s.rescored(**settings) for s in (self.stats_a, self.stats_b))
        whole = None if self.whole is None else self.whole.rescored(**settings)
        return replace(self, config=stats_a.config, stats_a=stats_a, stats_b=stats_b, whole=whole)

    @cached_property
    def made(self) -> dict[str, Any]:
        """What `bleu_core.present.notebook` has made of it, by name; it goes when this goes."""
        return {}

    def segments(self, *columns: str) -> pd.DataFrame:
        """The segments as a frame, a row each in file order; every Δ is B − A.

        The frame has, from left to right:

        ================== =========================================================================
        column             what it holds
        ================== =========================================================================
        line               number of the line in the test set, from 1
        document           the document that it belongs to; where documents are known
        points             what it carries of Δ, in BLEU points: their sum is Δ but for what no
                           segment carries (`ledger.unattributed`); NaN where a BLEU is 0
        delta              sentence BLEU of B minus that of A, in points
        bleu_a, bleu_b     sentence BLEU with effective order, 0 to 100
        sys_len_a          tokens of A's output
        ref_len_a          tokens of the reference that A's output is measured against
        counts_a_N         clipped matches of A of order N = 1, 2, …: a number
        totals_a_N         n-grams of order N in A's output: a number
        sys_len_b          as for A, of B
        ref_len_b          as for A, of B
        counts_b_N         as for A, of B
        totals_b_N         as for A, of B
        …                  those asked for by name
        source             the source text; where there is one
        a, b               the outputs
        reference_N        the references, N = 1, 2, …; missing where a segment has none there
        …                  the columns that came with the data; "NAME (given)" where a column above
                           has the name
        ================== =========================================================================

        Parameters
        ----------
        *columns : str
            More columns, by the names that expressions have for them: "b.copy", "similarity",
            "delta.chrf". `bleu_core.segments.columns.table_of(comparison).columns` has all of them,
            each with a sentence. Flags are True and False; a number that there is not is NaN.

        Raises
        ------
        InputError
            With a sentence for each name that is no column, or none of this comparison.

        Examples
        --------
        >>> outputs = {"A": ["a b", "c"], "B": ["a b c", "d"]}
        >>> comparison = Comparison.of(EvalSet(outputs, [["a b c", "c"]]))
        >>> frame = comparison.segments("b.length")
        >>> frame[["line", "counts_a_1", "counts_b_1", "b.length"]].values.tolist()
        [[1.0, 2.0, 3.0, 3.0], [2.0, 1.0, 0.0, 1.0]]
        """
        frame: pd.DataFrame = display("segments_frame", self, columns)
        return frame

    def ngrams(self, min_count: int = 2) -> pd.DataFrame:
        """The n-grams that tell A and B apart as a frame, those with most points first.

        A row is an n-gram that at least `min_count` segments tell apart, or that a system
        over-produces or misses so often. The frame has, from left to right:

        ==================== =======================================================================
        column               what it holds
        ==================== =======================================================================
        ngram                its tokens, joined by a space
        order                how many they are
        points               BLEU points that its matches bring, B − A; NaN where a BLEU is 0
        points_with_inside   the same with those of the shorter n-grams that are `inside` it; 0 for
                             one that is itself inside another
        inside               the longer n-gram with which it stands and falls in every segment;
                             missing where there is none: these rows count nothing twice
        matches_a, matches_b clipped matches, over all segments: a number
        wins_a, wins_b       segments in which A, and in which B, has more clipped matches of it
        p                    of the two-sided sign test on these
        q                    Benjamini-Hochberg's, over all n-grams with 6 such segments or more;
                             NaN for the others
        count_a, count_b     occurrences in the outputs: a number
        limit                the most that could be credited: its largest number in any one
                             reference, summed over segments
        over_a, over_b       occurrences that get no credit: count − matches
        missed_a, missed_b   occurrences in the references that the output lacks: limit − matches
        documents            documents with a segment that tells A and B apart; 0 where documents
                             are not known
        ==================== =======================================================================

        Parameters
        ----------
        min_count : int
            1 or 2.

        Raises
        ------
        ValueError
            For another `min_count`.

        Examples
        --------
        >>> outputs = {"A": ["a b c d e"] * 2, "B": ["a b c d f"] * 2}
        >>> frame = Comparison.of(EvalSet(outputs, [["a b c d f"] * 2])).ngrams()
        >>> frame[["ngram", "matches_a", "matches_b"]].values.tolist()[0]
        ['b c d f', 0, 2]
        >>> frame.set_index("ngram").inside["d f"]
        'b c d f'
        """
        frame: pd.DataFrame = display("ngrams_frame", self, min_count)
        return frame

    def _repr_html_(self) -> str:
        """HTML for notebooks: verdict, parts, and the segments that contribute most, opened."""
        html: str = display("comparison_html", self)
        return html

    def __repr__(self) -> str:
        told = [
            f"{letter} {cut(name)!r} {points(score.score)}"
            for letter, name, score in (("A", self.a, self.score_a), ("B", self.b, self.score_b))
        ]
        size = counted(len(self), "segment")
        return f"Comparison({listed(told, last='with')}: Δ {delta(self.delta)} BLEU on {size})"
