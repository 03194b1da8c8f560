"""What a page computes in the browser is what the core computes: many cases in a blank page."""

import math
import random
import unicodedata
from base64 import b64encode
from collections.abc import Callable, Iterator
from decimal import Decimal

import numpy as np
import pytest

from bleu_core import BleuConfig
from bleu_core.common import escaping, formatting
from bleu_core.common.rounding import rounded
from bleu_core.explain.ledger import points_of_rows
from bleu_core.explain.matching import word_diff
from bleu_core.metrics.formula import bleu_scores, precisions
from bleu_core.present.viewer.contents import config_data
from tests.core.nasty_texts import PIECES
from tests.core.random_statistics import random_pair

from .hostile import HOSTILE
from .page_documents import SEGMENT

SCRIPTS = SEGMENT


def packed(numbers: list[float]) -> str:
    """Numbers for `UNPACKED`: JSON has no infinities."""
    return b64encode(np.array(numbers, np.float64).tobytes()).decode()


UNPACKED = """
const bytes = Uint8Array.from(atob(given.numbers), (sign) => sign.charCodeAt(0));
const numbers = [...new Float64Array(bytes.buffer)];
"""


def some_numbers() -> Iterator[float]:
    """Of every size; neighbours of ties and of powers of ten, and edges."""
    draw = random.Random(32)
    yield from (0.0, -0.0, math.inf, -math.inf, math.nan, 5e-99, 1.7e308, 2.0**53, 1e21, 1e22, 1e23)
    for power in range(-20, 25):
        ten = 10.0**power
        for near in (ten, math.nextafter(ten, 0), math.nextafter(ten, 1e99)):
            yield from (near, -near, near / 2, near * 0.9995, near * 9.995)
    for _ in range(2_000):
        tie = draw.randrange(1, 4_000) / 2 ** draw.randrange(1, 7)
        number = draw.uniform(-1, 1) * 10 ** draw.randrange(-12, 9)
        yield from (tie, -tie, number, round(number, draw.randrange(9)))
        yield draw.randrange(10**6) / 100
    yield from map(float, range(1_200))


# By the name in the script: the core's function, and what it takes besides a number, one by one.
FORMATS: dict[str, tuple[Callable[..., str], list[tuple[float, ...]]]] = {
    "formatInt": (formatting.format_int, [()]),
    "formatScore": (formatting.format_score, [(), (0,), (1,), (4,)]),
    "formatDelta": (formatting.format_delta, [(), (0,), (3,)]),
    "formatSmallDelta": (formatting.format_small_delta, [()]),
    "formatNumber": (formatting.format_number, [(), (4,)]),
    "formatPCell": (formatting.format_p_cell, [()]),
    "formatFraction": (formatting.format_fraction, [(17,), (0.5,)]),
}


def is_tie(number: float, text: str, other: str) -> bool:
    """Whether a number is just between two as written, of which the page takes the larger one."""
    parts = (one.split("/")[0].replace(",", "").replace("−", "-") for one in (text, other))
    low, high = map(Decimal, parts)
    return 2 * Decimal(number) == low + high


def test_numbers_read_as_in_the_core(run) -> None:
    numbers = list(some_numbers())
    names = ", ".join(FORMATS)
    calls = [(name, more) for name, (_, cases) in FORMATS.items() for more in cases]
    made = run(
        f"{UNPACKED} const known = {{ {names} }};"
        "return given.calls.map(([name, more]) => numbers.map((n) => known[name](n, ...more)));",
        {"numbers": packed(numbers), "calls": calls},
    )
    for (name, more), texts in zip(calls, made, strict=True):
        expected = [FORMATS[name][0](number, *more) for number in numbers]
        different = [
            case for case in zip(numbers, texts, expected, strict=True) if case[1] != case[2]
        ]
        wrong = [case for case in different if not is_tie(*case)]
        assert wrong[:5] == [], (name, more)


# Characters that only format, and what is beside them.
MARKS = [sign for sign in map(chr, range(0x10000)) if unicodedata.category(sign) == "Cf"]
NEAR = ["", "a", "é", "3", " ", "ش", "👩"]


def test_labels_read_as_in_the_core(run) -> None:
    texts = [*HOSTILE, *PIECES, "".join(PIECES), "a\x1b[31m\x7f\x85\n"]
    texts += [before + mark + after for mark in MARKS for before in NEAR for after in NEAR]
    texts += ["p1", "p10", "bp", "px", "BLEU"]
    made = run(
        """return given.map((text) =>
  [oneLine(text), oneLine(text, 16), formatComponent(text), truncateText(text, 5)]);""",
        texts,
    )
    functions: list[Callable[[str], str]] = [
        escaping.one_line,
        lambda text: escaping.one_line(text, 16),
        formatting.format_component,
        lambda text: formatting.truncate(text, 5),
    ]
    assert made == [[write(text) for write in functions] for text in texts]
    counts = [0, 1, 2, 1.5, 12_345]
    assert run("return given.map((n) => formatCount(n, 'row has', 'rows have'));", counts) == [
        formatting.format_count(n, "row has", "rows have") for n in counts
    ]
    shares = [0, 1e-9, 0.0005, 0.435, 0.9994, 0.9995, 1]
    assert run("return given.map(formatShare);", shares) == [*map(formatting.format_share, shares)]


def test_scores_are_rounded_as_in_the_core(run) -> None:
    numbers = [n for n in some_numbers() if math.isfinite(n)]
    numbers += [n + tie for n in range(-40, 40) for tie in (2**-10, 3 * 2**-11, 1e-10, -5e-10)]
    made = run(UNPACKED + "return numbers.map(roundedScore);", {"numbers": packed(numbers)})
    assert made == [x if math.isfinite(x) else None for x in rounded(np.array(numbers)).tolist()]


def some_configs(number: int) -> Iterator[BleuConfig]:
    draw = random.Random(number)
    for _ in range(number):
        order = draw.choice([1, 2, 3, 4, 4, 4, 6, 9])
        method = draw.choice(["exp", "floor", "add-k", "none"])
        parts = [draw.randrange(1, 9) for _ in range(order)]
        takes_value = method in ("floor", "add-k") and draw.random() < 0.5
        yield BleuConfig(
            smooth_method=method,
            smooth_value=draw.uniform(0.01, 3) if takes_value else None,
            max_ngram_order=order,
            weights=draw.choice([None, tuple(part / sum(parts) for part in parts)]),
            effective_order=draw.random() < 0.5,
            reference_length=draw.choice(["closest", "average"]),
        )


def test_scores_of_subsets_are_those_of_the_core(run) -> None:
    draw, sets, expected = random.Random(5), [], []
    for seed, config in enumerate(some_configs(50)):
        size = draw.choice([1, 5, 40])
        pair = random_pair(seed, size, config, draw.choice([4, 12, 30]))
        subsets = [sorted(draw.sample(range(size), draw.randrange(size + 1))) for _ in range(19)]
        subsets.append(list(range(size)))
        prices = [draw.uniform(-1, 1) for _ in range(2 + 2 * config.max_ngram_order)]
        columns = [stats.matrix.T.tolist() for stats in pair]
        given = {"config": config_data(config), "columns": columns, "subsets": subsets}
        sets.append(given | {"prices": prices})
        sums = np.stack([pair[0].matrix[rows].sum(axis=0) for rows in subsets])
        points = points_of_rows(pair[0].matrix, pair[1].matrix, np.array(prices))
        numbers = {
            "scores": bleu_scores(sums, config),
            "sentences": pair[0].effective_sentence_scores,
            "precisions": precisions(sums, config),
            "points": points,
        }
        expected.append({name: array.tolist() for name, array in numbers.items()})
    made = run(
        """return given.map(({ config, columns, subsets, prices }) => {
  const systems = columns.map((statistics) => ({ statistics }));
  const [system] = systems, set = { systems, size: columns[0][0].length };
  const pair = { a: 0, b: 1, prices };
  const sums = subsets.map((rows) => sumRows(system, rows.length < set.size ? rows : null));
  const points = [...pointsOf(set, pair)];
  const scores = sums.map((row) => bleuOf(row, config));
  return {
    scores, points, written: scores.map((score) => formatScore(score)),
    sentences: [...sentenceScores(system, config)],
    precisions: sums.map((row) => precisionsOf(row, config)),
    alike: points.every((one, row) => one === pointsOfRow(set, pair, row)),
  };
});""",
        sets,
    )
    scores = [x for one in expected for x in one["scores"]]
    assert len(scores) == 1_000
    assert sum(0 < x < 99 for x in scores) > 200
    for found, right in zip(made, expected, strict=True):
        assert found["scores"] == pytest.approx(right["scores"], rel=1e-9, abs=0)
        if len(found["precisions"][0]) > 1:  # 17 of 32 words are 53.125%, but for the last bit
            assert found["written"] == [formatting.format_score(x) for x in right["scores"]]
        assert found["sentences"] == pytest.approx(right["sentences"], rel=1e-9, abs=0)
        assert found["precisions"] == right["precisions"]
        assert found["points"] == right["points"]  # to the last digit: ties remain ties
        assert found["alike"]


def test_what_segments_do_not_have_of_a_difference_is_told(run) -> None:
    body = """const told = (delta, prices) => {
  const systems = [[[1, 2]], [[2, 4]]].map((statistics) => ({ statistics }));
  return unattributedNote({ size: 2, systems }, { a: 0, b: 1, delta, prices });
};
return [told(5, [0.5]), told(1.5, [0.5]), told(5, null)];"""
    some, none, undefined = run(body, 0)
    assert "+3.500 points" in some
    assert none == undefined == ""


def test_no_score_has_points_where_a_system_scores_0(run) -> None:
    body = """const pair = { a: 0, b: 0, prices: null };
const set = { size: 2, systems: [{ statistics: [[1, 2]] }] };
return [...pointsOf(set, pair), pointsOfRow(set, pair, 0)].map(String);"""
    assert run(body, 0) == ["NaN"] * 3


def test_the_word_diff_is_that_of_difflib(run) -> None:
    draw, cases = random.Random(8), []
    for _ in range(1_500):
        words = draw.choice(["ab", "abc", "abcdefgh", ["the", "cat", "sat", "on", "a", "mat"]])
        cases.append(
            [draw.choices(words, k=draw.randrange(draw.choice([4, 12, 40]))) for _ in "ab"]
        )
        if draw.random() < 0.3:  # the same with a part moved
            a, place = cases[-1][0], draw.randrange(5)
            cases.append([a, a[place:] + a[:place]])
    cases.append([["__proto__", "toString", "a"], ["toString", "constructor", "a"]])
    made = run("return given.map(([a, b]) => diffOfWords(a, b));", cases)
    assert made == [word_diff(a, b) for a, b in cases]
