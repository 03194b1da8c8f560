"""An edit of candidate A for a lesson's challenge: whether it is allowed, and its score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from rapidfuzz.distance import Levenshtein

from bleu_core.messages import Message
from bleu_core.messages import lesson as messages
from bleu_core.teaching.lessons import Challenge, Lesson
from bleu_core.teaching.workings import as_lines, work_out
from bleu_core.text.config import BleuConfig
from bleu_core.text.tokenizers import tokenize_line


@dataclass(frozen=True)
class Attempt:
    """A candidate A for a challenge.

    Attributes
    ----------
    faults : tuple of Message
        The rules of the challenge that it breaks; empty if it is allowed.
    score : float
        BLEU of A under the lesson's settings, allowed or not.
    """

    faults: tuple[Message, ...]
    score: float


def attempt(lesson: Lesson, text: str) -> Attempt:
    """Score a text as candidate A, with the lesson's references and settings.

    Its length is not limited here: the caller limits texts that come from a browser.

    Raises
    ------
    ValueError
        If the lesson has no challenge.
    """
    if lesson.challenge is None:
        raise ValueError(f"The lesson {lesson.name} has no challenge.")
    bench = lesson.prepared
    (lines, *_), references = as_lines([text], bench.references)
    score = work_out(lines, references, bench.config).score.score
    return Attempt(tuple(_faults(lesson.challenge, bench.candidates[0], text, bench.config)), score)


def _faults(challenge: Challenge, before: str, text: str, config: BleuConfig) -> Iterator[Message]:
    was, now = _lines(before), _lines(text)
    # A word on its own line would lengthen the text without being in a bigram.
    if len(now) != len(was):
        yield messages.other_lines(len(now), len(was))
    prepared, tokens = _tokens(was, config), _tokens(now, config)
    if challenge.most_tokens is not None and len(tokens) > challenge.most_tokens:
        yield messages.many_tokens(len(tokens), challenge.most_tokens)
    changes = Levenshtein.distance(prepared, tokens)
    if challenge.most_changes is not None and changes > challenge.most_changes:
        yield messages.many_changes(changes, challenge.most_changes)
    missing = Counter(challenge.keeps) - Counter(tokens)
    if missing:
        yield messages.tokens_lost(list(missing))


def _lines(text: str) -> list[str]:
    return text.rstrip("\n").split("\n")


def _tokens(lines: list[str], config: BleuConfig) -> list[str]:
    return [token for line in lines for token in tokenize_line(line, config)]
