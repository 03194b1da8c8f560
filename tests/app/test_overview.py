"""Overview: what it says is what sacreBLEU says, whatever the link asks for."""

from __future__ import annotations

from importlib.util import find_spec

import pytest
from sacrebleu.metrics.bleu import BLEU, BLEUScore

from tests.places import sample_lines

from .conftest import App

GONE = "0" * 64


def by_sacrebleu(system: str, **settings) -> BLEUScore:
    references = [sample_lines("reference-1.en"), sample_lines("reference-2.en")]
    return BLEU(**settings).corpus_score(sample_lines(f"{system}.en"), references)


def spaced(number: int) -> str:
    return f"{number:,}"


def signed(number: float, digits: int = 2) -> str:
    return f"{number:+.{digits}f}".replace("-", "\u2212")


def as_counted_and_taken(score: BLEUScore, n: int, k: float) -> list[str]:
    """The counts of an order without the k that "add-k" adds to all but the first."""
    count, total = (int(number - k * (n > 0)) for number in (score.counts[n], score.totals[n]))
    counted, taken = f"{100 * count / total:.2f}", f"{score.precisions[n]:.2f}"
    percent = f"{counted} → {taken}" if k and n else taken
    return [f"{spaced(count)}/{spaced(total)}", percent]


@pytest.mark.parametrize(
    ("params", "settings"),
    [
        ({}, {}),
        ({"tok": "char", "lc": "yes", "order": "6"},
         {"tokenize": "char", "lowercase": True, "max_ngram_order": 6}),
        ({"tok": "intl", "smooth": "add-k", "value": "2.5"},
         {"tokenize": "intl", "smooth_method": "add-k", "smooth_value": 2.5}),
    ],
)  # fmt: skip
def test_the_parts_are_those_of_sacrebleu(params, settings) -> None:
    a, b = by_sacrebleu("apertium-direct", **settings), by_sacrebleu("apertium-pivot", **settings)
    *precisions, bp, length, bleu = App(**params).cells("parts")
    k = settings.get("smooth_value", 0)
    assert [row[:6] for row in precisions] == [
        [
            f"p{'₁₂₃₄₅₆₇₈₉'[n]}",
            *as_counted_and_taken(a, n, k),
            *as_counted_and_taken(b, n, k),
            signed(b.precisions[n] - a.precisions[n]),
        ]
        for n in range(len(a.counts))
    ]
    assert bp[1:5] == ["", f"{a.bp:.4f}", "", f"{b.bp:.4f}"]
    assert length[1:5] == [
        f"{spaced(a.sys_len)}/{spaced(a.ref_len)}",
        f"{100 * a.sys_len / a.ref_len:.2f}",
        f"{spaced(b.sys_len)}/{spaced(b.ref_len)}",
        f"{100 * b.sys_len / b.ref_len:.2f}",
    ]
    assert length[5] == signed(b.sys_len - a.sys_len, 0)
    difference = signed(b.score - a.score)
    assert bleu == ["BLEU", "", f"{a.score:.2f}", "", f"{b.score:.2f}", difference, difference]


def test_the_sample_opens_with_a_verdict_a_signature_and_families() -> None:
    app = App()
    a, b = by_sacrebleu("apertium-direct").score, by_sacrebleu("apertium-pivot").score
    card = app.overview["scorecard"]
    assert card["scores"] == [f"{a:.2f}", f"{b:.2f}"]
    assert (card["delta"], card["badge"]) == (signed(b - a), "Worse")
    assert app.verdict.startswith('B loses n-grams with "in": −1.49 of ')
    assert app.signature.startswith("nrefs:2|case:mixed|eff:no|tok:13a|smooth:exp|version:")
    head = app.header
    assert app.pair == ("apertium-direct", "apertium-pivot")
    assert head["about"].startswith("252 segments · 2 systems · 2 references · 14 short Spanish")
    assert app.link == {}
    # The families that stand out close to Δ.
    *rows, last = app.cells("families")
    points = [float(row[-1].replace("\u2212", "-")) for row in rows]
    assert last[0] == "Δ"
    assert sum(points) == pytest.approx(float(last[-1].replace("\u2212", "-")), abs=0.003)
    assert rows[0][0] == "in"


def test_the_settings_show_the_signature_and_the_command_for_it() -> None:
    app = App(lc="yes")
    assert app.header["settings"] == "13a · lowercase · 2 refs"
    app.set(settings=True)
    signature, command = (code.value for code in app.test.code)
    assert signature == app.signature
    assert command.startswith("sacrebleu ")
    assert command.endswith(" --lowercase")
    app.choose("set-lowercase", False)
    assert app.link == {}
    assert app.header["settings"] == "13a · cased · 2 refs"


def test_a_link_restores_the_settings_and_names_what_is_not_understood() -> None:
    link = {"tok": "zh", "lc": "yes", "smooth": "floor", "order": "3", "reflen": "shortest"}
    app = App(**link)
    for part in ("case:lc", "tok:zh", "smooth:floor[0.10]", "order:3", "reflen:shortest"):
        assert part in app.signature.split("|")
    app.set(settings=True)
    assert len(app.test.code) == 1  # sacreBLEU has no length rule, and so no command
    assert app.link == link
    assert not app.shows("ignored")
    app = App(tok="14a", order="2", colour="<b>blue</b>")
    assert app.codes("ignored") == ["link.not_understood"] * 2
    assert "<b>blue</b>" in app.message("ignored")
    assert "tok:13a" in app.signature
    assert "order:2" in app.signature
    assert app.link == {"order": "2"}


def test_an_unknown_comparison_says_so_and_offers_the_sample() -> None:
    app = App(data=GONE, tok="char")
    assert app.codes("gone") == ["screen.comparison_dropped"]
    assert not app.shows("view-overview")
    app.press("Open the sample")
    assert app.cells("parts")
    assert app.link == {"tok": "char"}


@pytest.mark.skipif(find_spec("MeCab") is not None, reason="ja-mecab is installed here")
def test_a_tokenizer_that_is_not_installed_says_what_to_install() -> None:
    app = App(tok="ja-mecab", lc="yes")
    assert app.codes("cannot") == ["file.not_installed"]
    assert not app.shows("view-overview")
    app.press("Reset settings")
    assert "tok:13a" in app.signature
    assert app.link == {}
