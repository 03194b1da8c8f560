"""How the two compared systems are labelled: A is the baseline, B the candidate.

Tables, figures, reports and screens take these labels from here. Their colours are `a` and `b` of
`theme.css`. Keys that programs read ("a", "b" in JSON, links and columns) do not follow a label.
"""

from typing import Final

LABEL_A: Final = "A"
LABEL_B: Final = "B"
LABEL_DELTA: Final = "B − A"
