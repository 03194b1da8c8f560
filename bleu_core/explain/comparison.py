"""Two systems on the same segments, as all screens and reports use them; edits of an output."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.call_later import call_later
from bleu_core.common.formatting import (
    format_count,
    format_delta,
    format_score,
    join_words,
    truncate,
)
from bleu_core.common.pair import A, B
from bleu_core.common.progress import Progress
from bleu_core.explain.ledger import Ledger, attribute, component_points
from bleu_core.messages import scoring as messages
from bleu_core.metrics.bleu import BleuScore, SegmentStatistics, evalset_statistics
from bleu_core.text.config import BleuConfig
from bleu_core.text.evalset import EvalSet, InputError

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class Comparison:
    """Comparison of two systems: A, the baseline, and B, the candidate. Every Δ is B − A.

    Create one with `Comparison.of`, or `bleuscope.compare` from texts and files.

    Attributes
    ----------
    evalset : EvalSet
    config : BleuConfig
    a, b : str
        Names of the systems, keys of `evalset.systems`.
    stats_a, stats_b : SegmentStatistics
    score_a, score_b : BleuScore
        BLEU of each system on all segments.
    whole : Comparison or None
        Comparison of all segments, if this is one of selected segments.

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
        """Score two systems of an EvalSet, by default the first two.

        A single system is compared with itself.
        """
        names = list(evalset.systems)
        a = names[0] if a is None else a
        b = names[min(1, len(names) - 1)] if b is None else b
        missing = [name for name in (a, b) if name not in evalset.systems]
        if missing:
            raise InputError([messages.unknown(name, names) for name in missing])
        stats_a, stats_b = evalset_statistics(evalset, [a, b], config, progress)
        return cls(evalset, config, a, b, stats_a, stats_b)

    def __len__(self) -> int:
        return len(self.stats_a)

    @property
    def places(self) -> tuple[int, int]:
        """Indices of A and B among the systems of the EvalSet."""
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
        """(S,) sentence BLEU of A with effective order."""
        return self.stats_a.effective_sentence_scores

    @property
    def sentences_b(self) -> NDArray[np.float64]:
        """(S,) sentence BLEU of B with effective order."""
        return self.stats_b.effective_sentence_scores

    @cached_property
    def sentence_deltas(self) -> NDArray[np.float64]:
        """(S,) sentence BLEU of B minus that of A, in points."""
        return self.sentences_b - self.sentences_a

    @cached_property
    def ledger(self) -> Ledger:
        """Attribution of every point of Δ to components and segments."""
        return attribute(self.stats_a, self.stats_b)

    def carried(self, component: str) -> NDArray[np.float64]:
        """(S,) contribution of each segment to a component of the ledger, "p1" … or "bp"."""
        return component_points(self.ledger, component, self.stats_a, self.stats_b)

    def part(
        self, rows: NDArray[np.int64], where: str = "", no_test_reason: str = ""
    ) -> Comparison:
        """Compare selected segments only, by index, without reading texts.

        The EvalSet of the result is an `EvalSetPart`, which knows each segment's line number in the
        complete test set. `where` and `no_test_reason` are as in `EvalSet.part`.
        """
        evalset = self.evalset.part(rows, where, no_test_reason)
        stats_a, stats_b = (
            replace(stats, matrix=stats.matrix[rows], num_refs=evalset.num_refs)
            for stats in (self.stats_a, self.stats_b)
        )
        whole = self if self.whole is None else self.whole
        return replace(self, evalset=evalset, stats_a=stats_a, stats_b=stats_b, whole=whole)

    def rescored(self, **settings: object) -> Comparison:
        """Change smoothing, weights or effective order, or lower the order; no text is read."""
        stats_a, stats_b = (s.rescored(**settings) for s in (self.stats_a, self.stats_b))
        whole = None if self.whole is None else self.whole.rescored(**settings)
        return replace(self, config=stats_a.config, stats_a=stats_a, stats_b=stats_b, whole=whole)

    @cached_property
    def results(self) -> dict[str, Any]:
        """Cache of higher packages, by name; it lives as long as the comparison."""
        return {}

    def segments(self, *columns: str) -> pd.DataFrame:
        """The segments as a data frame, one row each in file order; every Δ is B − A.

        Parameters
        ----------
        *columns : str
            More columns, by their names in expressions: "b.copy", "similarity", "delta.chrf" are
            `copy_b`, `similarity` and `delta_chrf` in the frame.
            `bleu_core.segments.columns.table_of(comparison).columns` describes all of them. Flags
            are True or False; missing numbers are NaN.

        Returns
        -------
        pandas.DataFrame
            Columns, from left to right:

            - `line`: line number in the test set, from 1
            - `document`: its document, if documents are known
            - `points`: its contribution to Δ, in BLEU points; the sum is Δ minus
              `ledger.unattributed`; NaN if a BLEU is 0
            - `delta`: sentence BLEU of B minus that of A, in points
            - `bleu_a`, `bleu_b`: sentence BLEU with effective order, 0 to 100
            - `sys_len_a`: tokens in A's output
            - `ref_len_a`: reference length for A's output, in tokens
            - `counts_a_N`: clipped matches of A of order N = 1, 2, …
            - `totals_a_N`: n-grams of order N in A's output
            - `sys_len_b`, `ref_len_b`, `counts_b_N`, `totals_b_N`: the same for B
            - `…`: the columns requested by name
            - `source`: the source text, if there is one
            - `output_a`, `output_b`: the outputs
            - `reference_N`: the references, N = 1, 2, …; missing if the segment lacks one
            - `…`: columns of the input data; "NAME (given)" if a column above has the same name

        Raises
        ------
        InputError
            A name is not a column of this comparison; one message per name.

        Examples
        --------
        >>> outputs = {"A": ["a b", "c"], "B": ["a b c", "d"]}
        >>> comparison = Comparison.of(EvalSet(outputs, [["a b c", "c"]]))
        >>> frame = comparison.segments("b.length")
        >>> frame[["line", "counts_a_1", "counts_b_1", "length_b"]].values.tolist()
        [[1.0, 2.0, 3.0, 3.0], [2.0, 1.0, 0.0, 1.0]]
        """
        frame: pd.DataFrame = call_later("segments_frame", self, columns)
        return frame

    def ngrams(self, min_count: int = 2) -> pd.DataFrame:
        """The n-grams that differ between A and B as a data frame, largest contributions first.

        Parameters
        ----------
        min_count : int
            An n-gram gets a row if its matches differ in at least this many segments, or if a
            system over-produces or misses it this often. 1 or 2.

        Returns
        -------
        pandas.DataFrame
            Columns, from left to right:

            - `ngram`: its tokens, joined by a space
            - `order`: number of tokens
            - `points`: BLEU points of its matches, B − A; NaN if a BLEU is 0
            - `points_with_inside`: the same, including the shorter n-grams that are `inside` it; 0
              for one that is itself inside another
            - `inside`: the longer n-gram that contains it and has the same matches in every
              segment; missing if there is none. Rows without `inside` count nothing twice.
            - `matches_a`, `matches_b`: clipped matches over all segments
            - `wins_a`, `wins_b`: segments where A, or B, has more clipped matches of it
            - `p`: p-value of a two-sided sign test on these segments
            - `q`: p after Benjamini-Hochberg correction over all n-grams with 6 or more such
              segments; NaN for the others
            - `count_a`, `count_b`: occurrences in the outputs
            - `limit`: clip limit: its largest count in any one reference, summed over segments
            - `over_a`, `over_b`: occurrences without credit: count − matches
            - `missed_a`, `missed_b`: occurrences in the references that the output lacks:
              limit − matches
            - `documents`: documents with a segment where matches differ; 0 if documents are unknown

        Raises
        ------
        ValueError
            `min_count` is not 1 or 2.

        Examples
        --------
        >>> outputs = {"A": ["a b c d e"] * 2, "B": ["a b c d f"] * 2}
        >>> frame = Comparison.of(EvalSet(outputs, [["a b c d f"] * 2])).ngrams()
        >>> frame[["ngram", "matches_a", "matches_b"]].values.tolist()[0]
        ['b c d f', 0, 2]
        >>> frame.set_index("ngram").inside["d f"]
        'b c d f'
        """
        frame: pd.DataFrame = call_later("ngrams_frame", self, min_count)
        return frame

    def save(self, path: str | Path) -> None:
        """Write a report, in the format of the file's ending.

        "page.html" is an interactive page: verdict, segments with highlights, n-grams and slices in
        one file that needs no server and no network. "page.static.html" has no scripts. Others are
        ".md", ".tex", ".csv" and ".xlsx".

        Parameters
        ----------
        path : str or Path
            The file to write; an existing one is replaced.

        Raises
        ------
        ValueError
            No report has this ending, or the test set is too large for it.
        ImportError
            XLSX is not installed.

        Examples
        --------
        >>> import tempfile
        >>> from pathlib import Path
        >>> comparison = Comparison.of(EvalSet({"A": ["a b"], "B": ["a c"]}, [["a c"]]))
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     comparison.save(f"{folder}/page.md")
        ...     print(Path(f"{folder}/page.md").read_text("utf-8").splitlines()[0])
        ### BLEU 0.00, A vs B
        """
        call_later("save_report", self, Path(path))

    def view(self, height: int = 800) -> Any:
        """The interactive page in a notebook, in a frame that has no access to the notebook.

        Parameters
        ----------
        height : int
            Height of the frame in pixels.

        Returns
        -------
        object
            Notebooks show it as HTML.

        Examples
        --------
        >>> comparison = Comparison.of(EvalSet({"A": ["a b"], "B": ["a c"]}, [["a c"]]))
        >>> comparison.view()
        <interactive page of Comparison(A 'A' 0.00 with B 'B' 0.00: Δ 0.00 BLEU on 1 segment)>
        """
        return call_later("page_view", self, height)

    def _repr_html_(self) -> str:
        """HTML for notebooks: verdict, parts, and the segments that contribute most, opened."""
        html: str = call_later("comparison_html", self)
        return html

    def __repr__(self) -> str:
        systems = [
            f"{letter} {truncate(name)!r} {format_score(score.score)}"
            for letter, name, score in (
                (A, self.a, self.score_a),
                (B, self.b, self.score_b),
            )
        ]
        size = format_count(len(self), "segment")
        return (
            f"Comparison({join_words(systems, last='with')}: Δ {format_delta(self.delta)} BLEU "
            f"on {size})"
        )


def with_edit(comparison: Comparison, segment: int, edited: Comparison) -> Comparison:
    """A comparison after one segment got the outputs of `edited`, as one row: the sums of all."""

    def summed(whole: SegmentStatistics, own: SegmentStatistics) -> SegmentStatistics:
        row = whole.matrix.sum(axis=0) - whole.matrix[segment] + own.matrix[0]
        return replace(whole, matrix=row[None])

    stats_a = summed(comparison.stats_a, edited.stats_a)
    return replace(edited, stats_a=stats_a, stats_b=summed(comparison.stats_b, edited.stats_b))
