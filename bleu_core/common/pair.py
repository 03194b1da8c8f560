"""Labels of the two compared systems: A is the baseline, B the candidate.

Tables, figures, reports and screens use these labels. Their colours are `a` and `b` of `theme.css`.
Keys that programs read ("a", "b" in JSON, links and columns) do not change with a label.
"""

from typing import Final

LABEL_A: Final = "A"
LABEL_B: Final = "B"
LABEL_DELTA: Final = "B − A"
