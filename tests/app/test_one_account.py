"""What the Overview, the reports, the terminal and JSON show of a comparison is the same, digit
for digit: all of them are read back here, and compared with each other."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any, NamedTuple

import pytest

from bleu_core import BleuConfig
from bleu_core.escaping import latex
from bleu_core.metrics import NAMES, known
from bleu_core.numerals import (
    bare,
    delta,
    fine_delta,
    fraction,
    p_value,
    points,
    share,
    whole,
)
from bleu_core.report import render
from bleu_core.report.content import Content
from bleu_core.report.gathering import gather
from bleu_core.report.terminal import to_json, to_text
from pages.ui import opinions, results
from pages.ui.sample import load_sample
from tests.comparisons import compared

from .conftest import App

Rows = list[list[str]]
SETTINGS = [
    ({}, BleuConfig()),
    ({"lc": "yes", "order": "3"}, BleuConfig(lowercase=True, max_ngram_order=3)),
]
# LaTeX of what numbers are written with.
NGRAMS = "n-gram|n|matches A|matches B|A wins|B wins|q|own points|with inside"
WRITTEN = {
    r"\ldots{}": "…",
    r"\textless{}": "<",
    "{-}": "-",
    "$-$": "−",
    r"\,": "\u202f",
    r"$\to$": "→",
    "--": "–",
}


class Shown(NamedTuple):
    """One comparison as each of them shows it."""

    app: Any
    html: str
    markdown: str
    latex: str
    terminal: str
    json: dict[str, Any]


def show(params: dict[str, str], config: BleuConfig) -> Shown:
    app = App(**params)
    app.set(tests=True)
    comparison = compared(load_sample(), config)
    made = [opinions.count(comparison, key) for key in NAMES if key != "bleu"]
    opinions.judge(comparison, made)
    app.run()
    content = gather(
        comparison,
        results.significance(comparison),
        results.evidence(comparison, lambda part: None),
        opinions=opinions.judged(comparison),
    )
    assert content.causes is not None
    assert content.causes.rows
    return Shown(app, *map(text_of(content), (".html", ".md", ".tex")), *others(content))


def text_of(content: Content) -> Callable[[str], str]:
    return lambda suffix: render(content, suffix).decode()


def others(content: Content) -> tuple[str, dict[str, Any]]:
    return to_text(content), json.loads(to_json(content))


def full(rows: Rows) -> Rows:
    """Rows without their empty cells, which a terminal does not show."""
    return [[cell for cell in row if cell] for row in rows]


def of_html(page: str, kind: str) -> Rows:
    body = page.split(f'<table class="{kind}">')[1].split("</table>")[0].split("<tbody>")[1]
    rows = [re.findall("<td>(.*?)</td>", row) for row in body.split("</tr>")[:-1]]
    return full([[plain(cell) for cell in row] for row in rows])


def plain(html: str) -> str:
    return unescape(re.sub("<[^>]+>", "", html))


def of_markdown(text: str, first: str) -> Rows:
    body = text.split(f"\n| {first} |")[1].split("\n\n")[0].splitlines()[2:]
    return full([[cell.strip() for cell in row.strip("|").split("|")] for row in body])


def of_latex(text: str, number: int) -> Rows:
    body = text.split(r"\midrule")[number].split(r"\bottomrule")[0].strip()
    for escaped, character in WRITTEN.items():
        body = body.replace(escaped, character)
    body = re.sub(r"\$p_(\d)\$", lambda m: "p" + "₀₁₂₃₄₅₆₇₈₉"[int(m[1])], body)
    return full([row.removesuffix(r" \\").split(" & ") for row in body.splitlines()])


def of_terminal(text: str, titles: str) -> Rows:
    lines = [re.split(" {2,}", line.strip()) for line in text.splitlines()]
    start = lines.index(titles.split("|")) + 1
    return lines[start : lines.index([""], start)]


def parts_of_json(told: dict[str, Any]) -> Iterator[list[str]]:
    """The table of parts, from nothing but the numbers of JSON."""
    a, b, components = told["a"], told["b"], told["ledger"]["components"]
    for n in range(len(a["counts"])):
        cells = []
        for side in (a, b):
            count, total = side["counts"][n], side["totals"][n]
            cells += [fraction(count, total), points(100 * count / total)]
        change = delta(b["precisions"][n] - a["precisions"][n])
        yield [f"p{'₁₂₃₄'[n]}", *cells, change, delta(components[f"p{n + 1}"])]
    bps = [points(side["bp"], 4) for side in (a, b)]
    yield ["BP", *bps, delta(b["bp"] - a["bp"], 4), delta(components["bp"])]
    lengths = [
        cell
        for side in (a, b)
        for cell in (
            fraction(side["sys_len"], side["ref_len"]),
            points(100 * side["sys_len"] / side["ref_len"]),
        )
    ]
    yield ["length c / r", *lengths, delta(b["sys_len"] - a["sys_len"], 0)]
    yield ["BLEU", points(a["score"]), points(b["score"]), *[delta(told["delta"])] * 2]


def same_parts(shown: Shown) -> None:
    told = list(parts_of_json(shown.json))
    assert full(shown.app.cells("parts")) == told
    assert of_html(shown.html, "parts") == told
    assert of_markdown(shown.markdown, " | A") == told
    assert of_latex(shown.latex, 1) == told
    assert of_terminal(shown.terminal, "A|%|B|%|B − A|points") == told


def same_verdict(shown: Shown) -> None:
    told = shown.json["verdict"]
    assert shown.app.verdict.strip() == told
    assert told in plain(shown.html)
    assert told in re.sub(r"\*\*|`", "", shown.markdown)
    assert told in shown.terminal
    significance = shown.json["significance"]
    p = p_value(significance["randomization"]["p_value"])
    assert p in told
    assert p in shown.latex
    assert delta(significance["bootstrap"]["ci_low"]) in told


def same_tests(shown: Shown) -> None:
    told = full(shown.app.cells("tests-table"))
    assert of_html(shown.html, "tests") == told
    assert of_markdown(shown.markdown, "Test") == told
    for name, p, *note in told:
        assert f"{name}: {p}" + (f" ({note[0]})" if note else "") in shown.terminal.splitlines()
    found = shown.json["significance"]
    assert told[0][1] == p_value(found["randomization"]["p_value"])
    assert told[1][1] == p_value(found["bootstrap"]["p_value"])
    assert told[2][1] == p_value(found["by_segment"]["p_value"])


def opinions_of_json(told: dict[str, Any]) -> Iterator[list[str]]:
    """The table of other metrics, from nothing but the numbers of JSON."""
    for key, one in told["metrics"].items():
        about = known(key).about
        digits = about.decimals
        low, high = (delta(one[name], digits) for name in ("ci_low", "ci_high"))
        up = one["delta"] > 0 if one["higher_is_better"] else one["delta"] < 0
        yield [
            about.label,
            *(points(one[side], digits) for side in "ab"),
            delta(one["delta"], digits),
            ("better" if up else "worse") + ("" if one["p_value"] < 0.05 else "?"),
            bare(one["p_value"]),
            f"{low} … {high}",
        ]


def same_opinions(shown: Shown) -> None:
    told = list(opinions_of_json(shown.json))
    assert [row[0] for row in told] == [known(key).about.label for key in NAMES]
    assert shown.app.cells("opinions") == told
    assert of_html(shown.html, "opinions") == told
    assert of_markdown(shown.markdown, "Metric") == told
    assert of_latex(shown.latex, 2) == told
    assert of_terminal(shown.terminal, "Metric|A|B|B − A|B is|p|95 % interval of Δ") == told


def same_agreement(shown: Shown) -> None:
    for key in ("agreement-told", "people-told"):
        if not shown.app.shows(key):
            continue  # people, under settings that nothing is known of
        sentence = "".join(text for text, *_ in shown.app.component(key)["spans"])
        assert sentence in plain(shown.html)
        assert sentence in shown.markdown.replace("**", "")
        assert sentence in shown.terminal
        assert latex(sentence) in shown.latex
    assert shown.app.shows("agreement-told")


def same_families(shown: Shown) -> None:
    told = [
        [
            family["text"],
            share(family["share"]),
            whole(family["wins_a"]),
            whole(family["wins_b"]),
            bare(family["q"]),
            fine_delta(family["points"]),
        ]
        for family in shown.json["causes"]["families"]
    ]
    shown_by = {
        "app": full(shown.app.cells("families")),
        "html": of_html(shown.html, "causes"),
        "terminal": of_terminal(shown.terminal, "n-grams with|of matches|A wins|B wins|q|points"),
    }
    for rows in shown_by.values():
        assert rows[: len(told)] == told
        assert rows == shown_by["app"]
        assert rows[-1] == ["Δ", fine_delta(shown.json["delta"])]
    for text, part, wins_a, wins_b, q, carried in told:
        assert (
            f"- n-grams with `{text}`: {carried} points, {part} of all matches, segments won by A "
            f"{wins_a}, by B {wins_b}, q {q}\n"
        ) in shown.markdown
    assert f"Δ {fine_delta(shown.json['delta'])}\n" in shown.markdown


def same_ngrams(shown: Shown) -> None:
    told = [
        [
            ngram["text"],
            *(whole(ngram[name]) for name in ("order", "matches_a", "matches_b")),
            *(whole(ngram[name]) for name in ("wins_a", "wins_b")),
            bare(ngram["q"]),
            *(fine_delta(ngram[name]) for name in ("points", "points_with_folded")),
        ]
        for ngram in shown.json["ngrams"]
    ]
    assert of_html(shown.html, "phrases")[: len(told)] == told
    source = re.sub(r"\\texttt{(.*?)}", r"\1", shown.latex)
    assert of_latex(source, 3)[:10] == told[:10]
    assert of_terminal(shown.terminal, NGRAMS)[:5] == told[:5]


def same_segments(shown: Shown) -> None:
    for key, side in (("movers1", "gains"), ("movers-1", "losses")):
        told = shown.json[side]
        rows = shown.app.cells(key)
        assert [row[:3] for row in rows] == [
            [whole(one["line"]), fine_delta(one["points"]), delta(one["delta"])] for one in told
        ]
        for place, one in enumerate(told):
            scores = f"{points(one['score_a'])} → {points(one['score_b'])}"
            scores += f" ({delta(one['delta'])})"
            sentence = f"{fine_delta(one['points'])} points, sentence BLEU {scores}"
            assert f"#{whole(one['line'])} · {one['document']} · {sentence}" in plain(shown.html)
            if place < 5:
                name = f"segment {whole(one['line'])}"
                assert f"- {name} (`{one['document']}`): {sentence}\n" in shown.markdown
                assert f"  {name} ({one['document']}): {sentence}\n" in shown.terminal


@pytest.mark.parametrize(
    ("params", "config"), [SETTINGS[0], pytest.param(*SETTINGS[1], marks=pytest.mark.slow)]
)
def test_all_of_them_show_the_same(params: dict[str, str], config: BleuConfig) -> None:
    shown = show(params, config)
    for same in (
        same_parts,
        same_verdict,
        same_tests,
        same_opinions,
        same_agreement,
        same_families,
        same_ngrams,
        same_segments,
    ):
        same(shown)
