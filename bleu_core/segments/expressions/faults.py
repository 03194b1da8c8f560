"""Errors of expressions, with their positions."""

from __future__ import annotations

from bleu_core.messages import Message


class ExpressionError(ValueError):
    """An expression that cannot be parsed, or does not apply to a comparison.

    Parameters
    ----------
    problems : Message
        Messages of the area "expression": the problem and what was expected; each has a position,
        `at`.

    Attributes
    ----------
    problems : tuple of Message
    problem : str
        The messages as one text, each once.
    at : int
        Position of the first problem, from 0; the length of the text for its end.
    places : tuple of int
        Positions of all problems; `at` is the first.

    Examples
    --------
    >>> from bleu_core.segments.expressions import parse
    >>> try:
    ...     parse("points <")
    ... except ExpressionError as error:
    ...     print(error.at, error.problems[0].code)
    8 expression.ends_early
    """

    def __init__(self, *problems: Message) -> None:
        super().__init__(*problems)
        self.problems = problems
        self.problem = " ".join(dict.fromkeys(problems))
        self.places: tuple[int, ...] = tuple(problem.values["at"] for problem in problems)
        self.at = self.places[0]

    def __str__(self) -> str:
        return self.problem
