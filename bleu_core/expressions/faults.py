"""What is wrong with an expression, and where."""

from __future__ import annotations


class ExpressionError(ValueError):
    """An expression that cannot be read, or that means nothing for a comparison.

    Attributes
    ----------
    problem : str
        A sentence that says what is wrong, and what was expected.
    at : int
        The place of the first character that is meant, from 0; the length of the text for its end.
    """

    def __init__(self, problem: str, at: int) -> None:
        super().__init__(problem)
        self.problem = problem
        self.at = at
