"""Labels of the two compared systems: A is the baseline, B the candidate.

They are for labels that stand alone; headings and sentences say "A" and "B" themselves. Their
colours are `a` and `b` of `theme.css`.
"""

from typing import Final

LABEL_A: Final = "A"
LABEL_B: Final = "B"
LABEL_DELTA: Final = "B − A"
