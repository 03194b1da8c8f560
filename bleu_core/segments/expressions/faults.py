"""What is wrong with an expression, and where."""

from __future__ import annotations

from bleu_core.messages import Message


class ExpressionError(ValueError):
    """An expression that cannot be read, or that means nothing for a comparison.

    Parameters
    ----------
    problems : Message
        Of the area "expression": what is wrong, and what was expected; each has its place, `at`.

    Attributes
    ----------
    problems : tuple of Message
    problem : str
        The same in one text, each sentence once.
    at : int
        The place of the first character that is meant, from 0; the length of the text for its end.
    places : tuple of int
        Of all that is wrong; `at` is the first.

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
        self.places: tuple[int, ...] = tuple(one.values["at"] for one in problems)
        self.at = self.places[0]

    def __str__(self) -> str:
        return self.problem
