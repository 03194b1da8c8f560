"""What the Overview, the reports, the terminal and JSON show of a comparison is the same, digit
for digit: all of them are read back here, and compared with each other."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any, NamedTuple

import pytest

from bleu_core import BleuConfig
from bleu_core.common.escaping import latex
from bleu_core.common.numerals import (
    bare,
    delta,
    fine_delta,
    fraction,
    p_value,
    points,
    share,
    whole,
)
from bleu_core.metrics import NAMES, known
from bleu_core.present.report import render
from bleu_core.present.report.gathering import gather
from bleu_core.present.report.terminal import to_json, to_text
from pages.ui import opinions, results
from pages.ui.sample import load_sample
from tests.comparisons import compared

from .conftest import App

Rows = list[list[str]]
OTHER = {"lc": "yes", "order": "3"}, BleuConfig(lowercase=True, max_ngram_order=3)
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
        results.significance.ready(comparison),
        results.evidence(comparison, lambda part: None),
        opinions=opinions.judged(comparison),
    )
    assert content.causes is not None
    assert content.causes.rows
    reports = [render(content, suffix).decode() for suffix in (".html", ".md", ".tex")]
    return Shown(app, *reports, to_text(content), json.loads(to_json(content)))


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
    lengths = []
    for side in (a, b):
        c, r = side["sys_len"], side["ref_len"]
        lengths += [fraction(c, r), points(100 * c / r)]
    yield ["length c / r", *lengths, delta(b["sys_len"] - a["sys_len"], 0)]
    yield ["BLEU", points(a["score"]), points(b["score"]), *[delta(told["delta"])] * 2]


def same_table(
    shown: Shown, told: Rows, key: str, *, markdown: str, latex: int, terminal: str
) -> None:
    """By its key on the screen, which is its kind in HTML, its place and its headings."""
    assert full(shown.app.cells(key)) == told
    assert of_html(shown.html, key) == told
    assert of_markdown(shown.markdown, markdown) == told
    assert of_latex(shown.latex, latex) == told
    assert of_terminal(shown.terminal, terminal) == told


def same_parts(shown: Shown) -> None:
    told, titles = list(parts_of_json(shown.json)), "A|%|B|%|B − A|points"
    same_table(shown, told, "parts", markdown=" | A", latex=1, terminal=titles)


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
    titles = "Metric|A|B|B − A|B is|p|95 % interval of Δ"
    same_table(shown, told, "opinions", markdown="Metric", latex=2, terminal=titles)


def same_agreement(shown: Shown) -> None:
    for key in ("agreement-told", "people-told"):
        if not shown.app.shows(key):
            continue  # people, under settings that nothing is known of
        sentence = shown.app.says(key)
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
    rows = full(shown.app.cells("families"))
    assert rows[: len(told)] == told
    assert rows[-1] == ["Δ", fine_delta(shown.json["delta"])]
    assert of_html(shown.html, "causes") == rows
    titles = "n-grams with|of matches|A wins|B wins|q|points"
    assert of_terminal(shown.terminal, titles) == rows
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
    ("params", "config"), [({}, BleuConfig()), pytest.param(*OTHER, marks=pytest.mark.slow)]
)
def test_all_of_them_show_the_same(params: dict[str, str], config: BleuConfig) -> None:
    shown = show(params, config)
    same_parts(shown)
    same_verdict(shown)
    same_tests(shown)
    same_opinions(shown)
    same_agreement(shown)
    same_families(shown)
    same_ngrams(shown)
    same_segments(shown)
