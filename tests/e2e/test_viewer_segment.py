"""An opened segment: what of its data is seen, and what its keys and menus change."""

import unicodedata
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from bleu_core import BleuConfig, Comparison, EvalSet
from bleu_core.common.formatting import format_delta, format_small_delta
from bleu_core.explain.changed_spans import segment_changes
from bleu_core.present.comparison_report import gather
from bleu_core.present.viewer.contents import comparison_contents
from tests.core.sample import SYSTEMS

from .page_documents import SEGMENT, number_in, sample_contents

VIEW, READY, SCRIPTS = "segments", ".opened h2", SEGMENT
SHOWN = 90  # the segment with the largest loss
ROW = SHOWN - 1
OPEN = f"seg={SHOWN}"


def page_of(texts: list[str], references: list[list[str]], **config: Any) -> dict[str, Any]:
    """The document of one segment."""
    a, b = texts
    data = EvalSet({"A": [a], "B": [b]}, references)
    return comparison_contents(gather(Comparison.of(data, BleuConfig(**config))))


def test_links_of_a_part_open_the_segments_that_they_show(visit, sample) -> None:
    part = sample.part(np.arange(40, 100), "line > 40")
    document = comparison_contents(gather(part))
    opens = document["sets"][0]["pairs"][0]["overview"]["segments"]["rows"][0]["opens"]
    page = visit(opens.removeprefix("#"), document)
    expect(page.locator(".opened h2")).to_have_text(f"Segment {SHOWN}")
    expect(page.locator(".system.a .line")).to_have_text(SYSTEMS[0][ROW])
    page = visit("seg=40", document)  # in the whole test set, but not here
    expect(page.locator(".opened")).to_contain_text("There is no segment 40.")


def texts_of(node: Page | Locator, selector: str) -> list[str]:
    return node.locator(selector).all_inner_texts()


def lit(page: Page, row: str) -> str:
    return "".join(texts_of(page, f".row.{row} .lit"))


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def test_a_segment_opens_on_its_difference(visit, sample) -> None:
    page = visit(OPEN)
    expect(page.locator(".opened h2")).to_have_text(f"Segment {SHOWN}")
    points = format_small_delta(sample.ledger.segments[ROW])
    expect(page.locator(".where")).to_have_text(
        f"travel-2 · {points} of Δ {format_delta(sample.delta)}"
    )
    sentence = page.locator(".opened .sentence")
    expect(sentence).to_contain_text("B lost “coast and be back in the square for the first”")
    a, b = page.locator(".system.a"), page.locator(".system.b")
    for side, text in ((a, SYSTEMS[0][ROW]), (b, SYSTEMS[1][ROW])):
        expect(side.locator(".line")).to_have_text(text)
    expect(a.locator(".score")).to_have_text("50.86")
    expect(b.locator(".score")).to_have_text("30.90")
    lost = ["with good legs and", "coast and be back in the square for the first"]
    assert texts_of(a, ".lost") == lost
    assert texts_of(a, ".changed") == ["good", "back", "in", "square"]
    assert texts_of(b, ".gained") == ["only 32", "of"]
    assert texts_of(b, ".own") == ["at", "nice", "ganes", "at", "return", "at", "plaza", "lid"]
    assert texts_of(a, ".own") == texts_of(a, ".gained") == texts_of(b, ".lost") == []
    assert texts_of(a, ".shared")[0] == "The"
    first, second = page.locator(".reference").all()
    assert texts_of(first, ".had-a") == lost
    assert texts_of(first, ".has-b") == ["only 32"]
    assert texts_of(second, ".had-a") == ["coast and be back", "the square", "in"]
    assert texts_of(second, ".has-b") == ["of"]


def test_marks_and_excerpts_of_all_segments_are_the_spans_of_the_core(run, sample) -> None:
    body = """const [set] = given.sets, [pair] = set.pairs;
return Array.from({ length: set.size }, (_, row) => ["a", "b"].map((side) => {
  const opened = openedSegment({ set, pair }, row), line = differenceLine(opened, side);
  const lead = opened.changes.lead, [at, start, end] = lead ?? [0, 0, 0];
  const excerpt = differenceLine(opened, "ab"[at], [start, end]).textContent;
  const marked = [...line.querySelectorAll(".lost, .gained")].map((span) => span.textContent);
  return [line.textContent, marked, excerpt];
}));"""
    drawn = run(body, sample_contents())
    for row, sides in enumerate(drawn):
        changes = segment_changes(sample, row)
        for (text, marked, _), output, side in zip(sides, SYSTEMS, "ab", strict=True):
            assert text == output[row]
            tokens = changes.tokens_a if side == "a" else changes.tokens_b
            assert marked == [
                text[tokens[span.first].start : tokens[span.last].end]
                for span in changes.spans
                if span.side == side
            ]
        if largest := changes.largest:
            words = sides[0][2].replace("…", "")
            assert words in SYSTEMS["ab".index(largest.side)][row]
            assert largest.text.split()[0] in words


def test_all_matches_are_remembered_and_add_up_to_the_fractions(visit, sample) -> None:
    page = visit(OPEN)
    page.get_by_role("button", name="All matches").click()
    expect(page.locator(".system.a .m4").first).to_be_visible()
    page.wait_for_url("**marks=all**")
    longest = "the coast and be back in the square for the first"
    assert texts_of(page, ".system.a .m4")[-1] == longest
    assert texts_of(page, ".system.a .clipped") == ["to", "in"]
    assert texts_of(page, ".lines .lost") == []
    page.reload()
    expect(page.locator(".system.a .m4").first).to_be_visible()
    for side, stats in (("a", sample.stats_a), ("b", sample.stats_b)):
        for order in (2, 3, 4):
            press(page, str(order))
            number = int(stats.counts[ROW, order - 1])
            expect(page.locator(f".system.{side} .begins")).to_have_count(number)
        press(page, "1")
        marked = page.locator(f".system.{side} .m1 .token, .system.{side} .m1.token")
        expect(marked).to_have_count(int(stats.counts[ROW, 0]))
    press(page, "0", "j")
    expect(page.locator(".opened h2")).not_to_have_text(f"Segment {SHOWN}")
    assert page.locator(".system :is(.m1, .m2, .m3, .m4)").count()
    press(page, "d")
    expect(page.locator(".system.a .m1")).to_have_count(0)
    page.wait_for_url(lambda url: "marks" not in url)


def points_in(rows: Locator) -> list[float]:
    return [number_in(text) for text in texts_of(rows, "td.points")]


def test_points_in_both_tables_add_up(visit, sample) -> None:
    page = visit(OPEN)
    points = float(sample.ledger.segments[ROW])
    scores = page.locator(".score-table tbody tr")
    ngrams = page.locator(".ngram-table tbody tr:visible")
    for rows in (scores, ngrams):
        *parts, total = points_in(rows)
        assert total == pytest.approx(points, abs=0.0005)
        assert sum(parts) == pytest.approx(points, abs=0.0005 * (len(parts) + 1))
    expect(page.locator("h3").first).to_have_text(f"How {format_small_delta(points)} adds up")
    formulas = [" ".join(text.split()) for text in texts_of(page, ".formula")]
    assert formulas[0] == "50.86 = 1.000 × 4√76.2 · 58.5 · 45.0 · 33.3"
    assert texts_of(page, ".ngram-table tbody tr:visible > th") == [
        "coast and be back in the square for the first", "with good legs and", "only 32", "of",
        "1 token more lowers precision", "all",
    ]  # fmt: skip
    page.get_by_role("button", name="with good legs and").click()
    kids = page.locator(".kid:visible")
    expect(kids).to_have_count(6)
    expect(kids.first).to_contain_text("with good legs and")
    assert sum(points_in(kids)) == pytest.approx(points_in(ngrams)[1], abs=0.004)
    expect(page.locator(".others")).not_to_have_attribute("open", "")
    page.locator(".others summary").click()
    expect(page.locator(".others table")).to_contain_text("chrF")


def test_an_ngram_is_lit_wherever_it_occurs(visit) -> None:
    page = visit(OPEN)
    facts, legend = page.locator(".inspector"), page.locator(".legend")
    expect(legend).to_be_visible()
    page.locator(".system.a .token").get_by_text("good", exact=True).hover()
    expect(facts).to_have_text(
        "“with good legs and” · order 4 · A 1× · B 0× · most in one reference 1× · "
        "credited: A 1, B 0 · here: credited"
    )
    for row in ("system.a", "reference"):
        assert lit(page, row).startswith("with good legs and")
    assert lit(page, "system.b") == ""
    page.locator(".opened h2").hover()
    expect(facts).to_be_empty()
    press(page, "ArrowRight", "ArrowRight", "ArrowRight")
    expect(page.locator(".system.a .token:focus")).to_have_text("is")
    press(page, "ArrowLeft", "ArrowLeft", "Enter")
    page.locator(".opened h2").click()
    expect(facts).to_contain_text("“The”")
    assert lit(page, "system.b") == "The"
    press(page, "Escape")
    expect(facts).to_be_empty()
    page.get_by_role("button", name="only 32").click()
    page.locator(".kid:visible").first.click()
    expect(facts).to_contain_text("“only 32” · order 2 · A 0× · B 1×")
    assert lit(page, "system.b") == "only 32"


def test_keys_and_the_menu_choose_what_is_marked_and_how_it_is_written(visit) -> None:
    page = visit(OPEN)
    press(page, "-")
    assert texts_of(page, ".lines .gained") == []
    assert len(texts_of(page, ".system.a .lost")) == 2
    assert texts_of(page, ".lines .has-b") == []
    press(page, "+")
    assert texts_of(page, ".system.a .lost") == []
    assert texts_of(page, ".system.b .gained") == ["only 32", "of"]
    press(page, "+", "2")
    assert texts_of(page, ".system.b .gained") == ["only 32"]
    press(page, "0", "t")
    expect(page.locator(".system.a .line")).to_contain_text("kilometres , so that")
    menu = page.locator(".options-menu")
    page.get_by_role("button", name="Options").click()
    expect(menu.get_by_label("Tokens as scored")).to_be_checked()
    menu.get_by_text("Tokens as scored").click()
    expect(page.locator(".system.a .line")).to_have_text(SYSTEMS[0][ROW])
    menu.get_by_label("Word differences").select_option("A and B")
    assert "good" in texts_of(page, ".system.a .word")
    assert "nice" in texts_of(page, ".system.b .word")
    assert "legs" not in texts_of(page, ".system .word")
    menu.get_by_role("radio", name="3", exact=True).check()
    expect(menu).to_be_visible()
    assert texts_of(page, ".system.a .lost")[0] == "with good legs and"
    press(page, "Escape")
    expect(menu).to_be_hidden()


CUTS = """() => {
  const found = [];
  for (const line of document.querySelectorAll(".row .line")) {
    const text = line.textContent, starts = new Set([text.length]);
    const all = new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text);
    for (const { index } of all) starts.add(index);
    let at = 0;
    const walk = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      if (!starts.has(at)) found.push(text.slice(Math.max(0, at - 4), at + 4));
      at += walk.currentNode.data.length;
    }
  }
  return found;
}"""


@pytest.mark.parametrize("tokenize", ["char", "13a"])
def test_marks_never_split_what_is_read_as_one_sign(visit, tokenize) -> None:
    plain = "été noir 🇩🇪🇫🇷 👩‍👩‍👧 สวัสดีครับ がぎ"
    a = unicodedata.normalize("NFD", plain)
    b = unicodedata.normalize(
        "NFD", plain.replace("noir", "blanc").replace("é", "e").replace("🇫🇷", "🇫🇮")
    )
    document = page_of([a, b], [[a]], tokenize=tokenize)
    page = visit("seg=1&text=e", document)
    assert page.evaluate(CUTS) == []
    assert page.locator(".system mark").count()
    assert page.locator(".system .token").count() > 6
    if tokenize == "13a":
        assert texts_of(page, ".system.a .changed") == a.split()[:3]
    page.get_by_role("button", name="All matches").click()
    expect(page.locator(".modes .on")).to_have_text("All matches")
    assert page.evaluate(CUTS) == []
    expect(page.locator(".system.a .line")).to_have_text(a)
