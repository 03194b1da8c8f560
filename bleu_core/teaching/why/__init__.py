"""Explain a difference of two scores, from two signatures, or a signature and the name of a tool.

- `signatures`: reads signatures
- `recipe`: how a score was computed, as far as a signature tells
- `differences`: differences between two recipes, and what no signature records
- `steps`: steps from one score to the other on a test set, one field at a time
"""

from bleu_core.teaching.why.differences import Explanation, explain
from bleu_core.teaching.why.recipe import EXAMPLES, Recipe, UnreadableRecipe
from bleu_core.teaching.why.signatures import LONGEST_RECIPE, read_recipe
from bleu_core.teaching.why.steps import (
    DetokenizedEstimate,
    ScoreSteps,
    estimate_detokenized,
    score_steps,
)

__all__ = [
    "EXAMPLES",
    "LONGEST_RECIPE",
    "DetokenizedEstimate",
    "Explanation",
    "Recipe",
    "ScoreSteps",
    "UnreadableRecipe",
    "estimate_detokenized",
    "explain",
    "read_recipe",
    "score_steps",
]
