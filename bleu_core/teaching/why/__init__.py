"""Why two scores differ, given two signatures, or a signature and the name of a tool.

A signature or tool is read as a `Recipe`. `explain` lists the differences, and what no signature
records. `way` goes from one score to the other on a test set, one field at a time, and
`detokenized` estimates the effect of tokenized input.
"""

from bleu_core.teaching.why.detokenized import Estimate, detokenized
from bleu_core.teaching.why.differences import Difference, Explanation, explain
from bleu_core.teaching.why.reading import LONGEST, read
from bleu_core.teaching.why.recipe import Printed, Recipe, Unreadable
from bleu_core.teaching.why.steps import Stage, Step, Way, way
from bleu_core.teaching.why.tools import EXAMPLES

__all__ = [
    "EXAMPLES",
    "LONGEST",
    "Difference",
    "Estimate",
    "Explanation",
    "Printed",
    "Recipe",
    "Stage",
    "Step",
    "Unreadable",
    "Way",
    "detokenized",
    "explain",
    "read",
    "way",
]
