"""Why do these two numbers differ? Two signatures, or a signature and the name of a tool.

`reading.py` reads them, `tools.py` has the tools by name; `differences.py` says in sentences what
differs, and what no signature can say; `steps.py` goes from one number to the other on a test set,
one field at a time; `detokenized.py` estimates what tokenized input does to them.

Stands on statistics and health; figures, the command and screens stand on it.
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
