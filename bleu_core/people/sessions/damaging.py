"""Corrupted outputs for attention checks, obviously worse than the reference."""

from __future__ import annotations

from random import Random


def damaged(output: str, other: str, random: Random) -> str:
    """Replace every second word of an output by words of another segment's output.

    It starts at a random word, and the other output's words are shuffled. In a text without spaces,
    characters count as words.
    """
    joint = " " if " " in output.strip() else ""
    words, strange = _parts(output, joint), _parts(other, joint)
    random.shuffle(strange)
    start = random.randrange(2)
    for place, word in zip(range(start, len(words), 2), strange, strict=False):
        words[place] = word
    # If the other output is short, the rest of this one is dropped.
    result = words[: start + 2 * len(strange)] if strange else words[::2]
    return joint.join(result)


def _parts(text: str, joint: str) -> list[str]:
    return text.split() if joint else [character for character in text if not character.isspace()]
