"""Whether a difference depends on a setting: Δ, and a family's points, under a few others.

Case, and another tokenizer: `intl`, which separates all punctuation, or `char` where words are not
separated. Nothing is tested; the robustness grid does that.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pyarrow.compute as pc

from bleu_core.explain.comparison import Comparison
from bleu_core.explain.ngram_families import Family, family_points
from bleu_core.text.config import BleuConfig
from bleu_core.text.evalset import EvalSet

# Of more segments the settings are tried on request only.
MOST_TRIED = 20_000
# Share of segments with a script without spaces from which words count as not separated.
UNSPACED = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]"
UNSPACED_SHARE = 0.1


class OtherSetting(NamedTuple):
    """A difference under another setting."""

    setting: str  # As in a signature: "tok:intl", "case:lc"
    delta: float
    is_less: bool  # Whether Δ, in its direction, is below half
    family_is_less: bool  # Whether the points of the family are


def try_other_settings(comparison: Comparison, family: Family | None = None) -> list[OtherSetting]:
    """Score a comparison under other settings; `family` is the one that carries most.

    Empty for a comparison without a difference, and for more than `MOST_TRIED` segments.
    """
    evalset = comparison.evalset
    if not comparison.delta or len(comparison) > MOST_TRIED:
        return []
    if evalset.whole.origin:  # a data set, which would save what is counted here
        names = dict.fromkeys((comparison.a, comparison.b))
        systems = {name: evalset.systems[name] for name in names}
        evalset = EvalSet(systems, evalset.references)
    present = family and family_points(comparison, family)
    found = []
    for name, config in other_configs(evalset, comparison.config):
        other = Comparison.of(evalset, config, comparison.a, comparison.b)
        points = family and family_points(other, family)
        found.append(
            OtherSetting(
                name,
                other.delta,
                is_below_half(other.delta, comparison.delta),
                present is not None and points is not None and is_below_half(points, present),
            )
        )
    return found


def other_configs(evalset: EvalSet, config: BleuConfig) -> list[tuple[str, BleuConfig]]:
    """The settings that are tried, with their fields of a signature."""
    unspaced = pc.sum(pc.match_substring_regex(evalset.references[0], UNSPACED), min_count=0)
    is_unspaced = unspaced.as_py() >= UNSPACED_SHARE * len(evalset)
    tokenizer = "char" if is_unspaced else "intl"
    case = "mixed" if config.lowercase else "lc"
    others = [(f"case:{case}", replace(config, lowercase=not config.lowercase))]
    if tokenizer != config.tokenize:
        others.append((f"tok:{tokenizer}", replace(config, tokenize=tokenizer)))
    return others


def is_below_half(value: float, present: float) -> bool:
    """Whether a value, in the direction of the present one, is below half of it."""
    return bool(value * np.sign(present) < abs(present) / 2)
