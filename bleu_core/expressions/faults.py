"""What is wrong with an expression, and where."""

from __future__ import annotations


class ExpressionError(ValueError):
    """An expression that cannot be read, or that means nothing for a comparison.

    Attributes
    ----------
    problem : str
        What is wrong, and what was expected: a sentence, or one for each fault.
    at : int
        The place of the first character that is meant, from 0; the length of the text for its end.
    places : tuple of int
        Of all that is wrong; `at` is the first.

    Examples
    --------
    >>> from bleu_core.expressions import parse
    >>> try:
    ...     parse("points <")
    ... except ExpressionError as error:
    ...     print(error.at, error.problem.split(":")[0])
    8 The expression ends too early
    """

    def __init__(self, problem: str, at: int, places: tuple[int, ...] = ()) -> None:
        super().__init__(problem)
        self.problem = problem
        self.at = at
        self.places = places or (at,)
