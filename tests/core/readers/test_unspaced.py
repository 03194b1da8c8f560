"""Text without spaces: a serious finding under tokenizers that cut at spaces alone."""

import random

import pytest

from bleu_core import BleuConfig, EvalSet
from bleu_core.readers.input_checks import Finding, examine_settings

SIZE = 60


def written(first: int, last: int, length: int, seed: int = 1, gap: str = "") -> list[str]:
    """Lines of letters of a block of Unicode, in words of two with a gap between."""
    rng = random.Random(seed)
    words = ["".join(chr(rng.randint(first, last)) for _ in range(2)) for _ in range(SIZE * length)]
    return [gap.join(words[i * length : (i + 1) * length]) for i in range(SIZE)]


CHINESE = written(0x4E00, 0x9000, 7)
JAPANESE = [
    x + y for x, y in zip(written(0x3042, 0x3093, 4), written(0x4E00, 0x9000, 3), strict=True)
]
THAI = written(0xE01, 0xE2E, 12)
TIBETAN = written(0xF40, 0xF69, 8, gap="\u0f0b")
KOREAN = written(0xAC00, 0xD7A0, 8, gap=" ")
SEGMENTED = written(0x4E00, 0x9000, 8, gap=" ")
ENGLISH = [f"This is the line of number {i}, which stands in a book." for i in range(SIZE)]
QUOTING = [f"{line} “{CHINESE[i]}”" if i % 6 == 0 else line for i, line in enumerate(ENGLISH)]


def found(lines: list[str], tokenize: str) -> list[Finding]:
    data = EvalSet({"a": lines[::-1], "b": lines[1:] + lines[:1]}, [lines])
    config = BleuConfig(tokenize=tokenize)
    return [one for one in examine_settings(data, config) if one.kind == "no spaces"]


@pytest.mark.parametrize(
    ("lines", "script", "remedy"),
    [(CHINESE, "Chinese", "zh"), (JAPANESE, "Japanese", "ja-mecab"), (THAI, "Thai", "char"),
     (written(0xE81, 0xEAE, 12), "Lao", "char"), (written(0x1780, 0x17A2, 12), "Khmer", "char"),
     (TIBETAN, "Tibetan or Dzongkha", "char")],
)  # fmt: skip
def test_it_is_serious_and_says_what_is_counted_and_what_to_use(lines, script, remedy) -> None:
    for tokenize in ("13a", "zh", "none") if lines is TIBETAN else ("13a", "intl", "none"):
        (finding,) = found(lines, tokenize)
        assert (finding.severity, finding.stream) == ("serious", "reference 1")
        assert finding.code == "text.unspaced"
        told = finding.sentence.values
        assert (told["script"], told["tokenizer"]) == (script, tokenize)
        assert told["better"][0] == remedy
    assert found(lines, remedy) == []
    assert found(lines, "char") == []


@pytest.mark.parametrize("lines", [ENGLISH, QUOTING, KOREAN, SEGMENTED, ["", *ENGLISH[1:]]])
def test_text_with_spaces_is_left_alone_also_where_it_quotes(lines: list[str]) -> None:
    for tokenize in ("13a", "intl", "none", "zh"):
        assert found(lines, tokenize) == []


def test_ko_mecab_is_named_for_korean_as_a_note() -> None:
    for lines, tokenize, expected in (
        (KOREAN, "13a", ["notice"]), (KOREAN, "intl", ["notice"]), (KOREAN, "ko-mecab", []),
        (KOREAN, "none", []), (KOREAN, "char", []), (ENGLISH[:31] + KOREAN[31:], "13a", []),
    ):  # fmt: skip
        data = EvalSet({"a": lines}, [lines])
        notes = examine_settings(data, BleuConfig(tokenize=tokenize))
        assert [one.severity for one in notes if one.code == "text.korean"] == expected
