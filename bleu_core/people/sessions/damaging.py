"""The damaged outputs of attention checks: what nobody who reads takes for the better one."""

from __future__ import annotations

from random import Random


def damaged(output: str, other: str, random: Random) -> str:
    """An output with half of its words, in their order, between words of another segment's.

    Every second word, from one drawn at random, gives way to one of the other output, and these
    are shuffled. Of a text without spaces characters are taken for words.
    """
    joint = " " if " " in output.strip() else ""
    words, strange = _parts(output, joint), _parts(other, joint)
    random.shuffle(strange)
    start = random.randrange(2)
    for place, word in zip(range(start, len(words), 2), strange, strict=False):
        words[place] = word
    # Where the other output is short, what is left of this one is dropped.
    kept = words[: start + 2 * len(strange)] if strange else words[::2]
    return joint.join(kept)


def _parts(text: str, joint: str) -> list[str]:
    return text.split() if joint else [character for character in text if not character.isspace()]
