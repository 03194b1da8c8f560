"""Near misses: BLEU if barely visible differences were ignored.

The texts of systems and references are normalized in the same way and scored again. The gain is the
cost of such differences; it does not say which side is right.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import reduce
from unicodedata import normalize

import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.common.progress import Progress
from bleu_core.explain.comparison import Comparison
from bleu_core.metrics.bleu import statistics_of

TextChange = Callable[[pa.Array], pa.Array]

# Hyphens, dashes and minus signs, also as the Moses tokenizer writes a hyphen in a word.
HYPHENS = r"\s*(?:@-@|[-\x{2010}-\x{2015}\x{2212}])+\s*"
SINGLE_QUOTES = r"[\x{2018}-\x{201b}\x{2032}\x{b4}`]"
DOUBLE_QUOTES = r"[\x{201c}-\x{201f}\x{2033}«»„]|''|``"

# Few changes of tokens in which all agree: "it 's", "l' homme" and "so ." are joined, as in
# untokenized text; marks that 13a always splits off are separated. Marks of entities (&amp;), which
# 13a replaces, stay.
SPACING = (
    (r"([\pL\pN])\s+(['’]\pL)", r"\1\2"),
    (r"(^|[^\pL])(\pL{1,2}['’])\s+(\pL)", r"\1\2\3"),
    (r"\s+([.,;])", r"\1"),
    (r'\s*([!"$%()*+/:<=>?@\[\\\]^_{|}~«»“”„…¿¡])\s*', r" \1 "),
)


@dataclass(frozen=True)
class NearMiss:
    """BLEU of A and B with and without one kind of difference ignored, in points.

    `what` is the kind, one of `FORGIVABLE` or "all of these".
    """

    what: str
    before_a: float
    before_b: float
    after_a: float
    after_b: float

    @property
    def gains(self) -> tuple[float, float]:
        """Gains of A and B."""
        return self.after_a - self.before_a, self.after_b - self.before_b

    @property
    def shares(self) -> tuple[float, float]:
        """Gains as shares of the distance to 100; 0 for no distance."""
        a, b = self.gains
        return a / ((100 - self.before_a) or 1), b / ((100 - self.before_b) or 1)

    @property
    def delta_before(self) -> float:
        """B − A of the original texts."""
        return self.before_b - self.before_a

    @property
    def delta_after(self) -> float:
        """B − A with the difference ignored."""
        return self.after_b - self.after_a


def near_misses(comparison: Comparison, progress: Progress | None = None) -> list[NearMiss]:
    """Ignore each kind of difference, and all together, under the same settings.

    `progress` is called with the fraction done; each kind that changes a text requires scoring all
    texts again.
    """
    before = comparison.score_a.score, comparison.score_b.score
    kinds: dict[str, list[TextChange]] = {name: [change] for name, change in FORGIVABLE.items()}
    kinds["all of these"] = list(FORGIVABLE.values())
    found = []
    for done, (what, changes) in enumerate(kinds.items()):
        after = _forgiven_scores(comparison, changes)
        found.append(NearMiss(what, *before, *(before if after is None else after)))
        if progress:
            progress((done + 1) / len(kinds))
    return found


def _forgiven_scores(
    comparison: Comparison, changes: list[TextChange]
) -> tuple[float, float] | None:
    """BLEU of A and B with these changes made to all texts; None if they change nothing."""
    evalset = comparison.evalset
    columns = [evalset.systems[comparison.a], evalset.systems[comparison.b], *evalset.references]
    config = comparison.config
    if pc.utf8_lower in changes:
        # Lowercase by the settings, as scores do with any tokenizer.
        config = replace(config, lowercase=True)
    changed = [reduce(lambda texts, change: change(texts), changes, c) for c in columns]
    same = all(new.equals(old) for new, old in zip(changed, columns, strict=True))
    if same and config == comparison.config:
        return None
    a, b = statistics_of(changed[:2], changed[2:], config)
    return a.corpus().score, b.corpus().score


def _replacing(*pairs: tuple[str, str]) -> TextChange:
    """Replace each RE2 pattern in turn."""

    def change(texts: pa.Array) -> pa.Array:
        for pattern, replacement in pairs:
            texts = pc.replace_substring_regex(texts, pattern, replacement)
        return texts

    return change


def _normal_form(texts: pa.Array) -> pa.Array:
    # Not pyarrow's utf8_normalize: before version 26 its NFKC is NFKD.
    plain = [text if text is None else normalize("NFKC", text) for text in texts.to_pylist()]
    return pa.array(plain, pa.large_string())


FORGIVABLE: dict[str, TextChange] = {
    "case": pc.utf8_lower,
    # Without spaces: otherwise, every hyphenated word in which texts agree would be three matches
    # instead of one, a gain without forgiveness. Before `SPACING`, which would split "@-@".
    "hyphens and dashes": _replacing((HYPHENS, "-")),
    "spaces at punctuation": _replacing(*SPACING),
    "quotation marks": _replacing((DOUBLE_QUOTES, '"'), (SINGLE_QUOTES, "'")),
    "Unicode form": _normal_form,
}
