"""Translation edit rate, by sacreBLEU."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import ClassVar

import numpy as np
import pyarrow as pa

from bleu_core.common.progress import Progress
from bleu_core.messages import settings
from bleu_core.metrics.additive import FloatArray, Rows
from bleu_core.metrics.metric import About, MetricStatistics, measure
from bleu_core.metrics.rates import error_rates
from bleu_core.metrics.signature import written
from bleu_core.metrics.ter_processes import count_rows
from bleu_core.metrics.ter_worker import Row
from bleu_core.text.streams import InputError, Stream


@dataclass(frozen=True)
class Ter:
    """Words to insert, delete, substitute, and phrases to move, in per cent of the reference.

    Scores and statistics are sacreBLEU's. Of several references the fewest edits count, over
    the mean length of all ("average number of reference words", Snover et al. 2006).

    Parameters
    ----------
    normalized, no_punct, asian_support, case_sensitive
        As in sacreBLEU's TER: punctuation apart, punctuation left out, the same and single
        characters for Chinese and Japanese, upper and lower case told apart. By default none.

    Raises
    ------
    InputError
        For a setting that is neither True nor False.
    """

    normalized: bool = False
    no_punct: bool = False
    asian_support: bool = False
    case_sensitive: bool = False

    about: ClassVar[About] = About(
        key="ter",
        label="TER",
        source="Snover et al. (2006); by sacreBLEU",
        glossary_key="ter",
        unit="per cent of the reference's words",
        higher_is_better=False,
        is_slow=True,
    )

    def __post_init__(self) -> None:
        wrong = {name: value for name, value in vars(self).items() if not isinstance(value, bool)}
        if wrong:
            raise InputError([settings.not_boolean(name, repr(wrong[name])) for name in wrong])

    def count(
        self,
        systems: Sequence[Stream],
        references: Sequence[Stream],
        progress: Progress | None = None,
    ) -> list[Rows]:
        """(S, 2): edits, mean words of the references."""
        refs = [
            tuple(ref for ref in segment if ref is not None)
            for segment in zip(*map(_lines, references), strict=True)
        ]
        # Systems often have a segment in common: each row is counted once.
        numbers: dict[Row, int] = {}
        which = [
            [
                numbers.setdefault((str(text), ref), len(numbers))
                for text, ref in zip(_lines(system), refs, strict=True)
            ]
            for system in systems
        ]
        counts = np.array(count_rows(asdict(self), list(numbers), progress), np.float64)
        return [counts[rows] for rows in which]

    def scores(self, sums: Rows) -> FloatArray:
        return error_rates(sums)

    def quick_scores(self, sums: Rows) -> FloatArray:
        return error_rates(sums)

    def sentence_scores(self, rows: Rows) -> FloatArray:
        return error_rates(rows)

    def signature(self, num_refs: int) -> str:
        said = {True: "yes", False: "no"}
        fields = {
            "case": "mixed" if self.case_sensitive else "lc",
            "tok": "tercom",
            "norm": said[self.normalized],
            "punct": said[not self.no_punct],
            "asian": said[self.asian_support],
        }
        return written(num_refs, fields)


def ter_statistics(
    hypotheses: Sequence[str],
    references: Sequence[Stream],
    normalized: bool = False,
    no_punct: bool = False,
    asian_support: bool = False,
    case_sensitive: bool = False,
    progress: Progress | None = None,
) -> MetricStatistics:
    """TER's statistics of every segment; few segments are counted in this process.

    Parameters
    ----------
    hypotheses : list of S strings
    references : list of R streams of S strings or None
        As sacreBLEU has them; None where a segment has fewer.
    normalized, no_punct, asian_support, case_sensitive
        The settings of `Ter`, with sacreBLEU's names and defaults.
    progress : optional
        Called with the part done, 0 to 1; may raise to stop.

    Returns
    -------
    MetricStatistics
        `.matrix` (S, 2), edits and reference lengths; `.corpus()`, with score and signature;
        `.sentence_scores()` (S,).

    Raises
    ------
    ValueError
        For settings that cannot be; `bleu_core.text.streams.InputError`, a ValueError too, for
        input that cannot be scored, as a segment that is too long for sacreBLEU.

    Examples
    --------
    The example of Snover et al. (2006): "this week" is moved, two words are others,
    and "American" is missing: 4 edits for 13 words.

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
    (found,) = measure(metric, [hypotheses], references, progress)
    return found


def _lines(stream: Stream) -> list[str | None]:
    is_column = isinstance(stream, pa.Array | pa.ChunkedArray)
    return stream.to_pylist() if is_column else list(stream)  # type: ignore[attr-defined]
