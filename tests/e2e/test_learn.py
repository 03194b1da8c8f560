"""Learn in a browser: every lesson walked, a word edited, links, keys, hostile text, paper."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from urllib.parse import quote_plus

import pytest
import sacrebleu
from playwright.sync_api import Locator, Page, expect

from bleu_core import BleuConfig, corpus_bleu
from bleu_core.teaching.lessons import Lesson, all_lessons

from .runs import settle

Visit = Callable[..., Page]

HOSTILE = (
    "<img src=x onerror=window.hacked=1> **b** $x$ </textarea><script>window.hacked=2</script>"
)


def core(lesson: Lesson, candidate: int = 0, **settings: object) -> str:
    """BLEU of a lesson's text straight from `corpus_bleu`."""
    bench = lesson.prepared
    names = {n: getattr(bench.config, n) for n in ("tokenize", "smooth_method", "max_ngram_order")}
    lines = bench.candidates[candidate].split("\n")
    references = [text.split("\n") for text in bench.references]
    return f"{corpus_bleu(lines, references, BleuConfig(**(names | settings))).score:.2f}"


def chrf(lesson: Lesson, candidate: int = 0) -> str:
    """chrF of a lesson's text by sacreBLEU."""
    bench = lesson.prepared
    references = [text.split("\n") for text in bench.references]
    lines = bench.candidates[candidate].split("\n")
    return f"{sacrebleu.CHRF().corpus_score(lines, references).score:.2f}"


L = all_lessons()
# For each lesson: the right prediction, and figures that the reveal must then show; from
# the paper where it has them, else worked out here by hand or by corpus_bleu.
WALK: dict[str, tuple[str, list[str]]] = {
    "two-candidates": ("10", ["17/18", "8/14", "10/17", "1/13"]),
    "the-the-the": ("2", ["2/7", "7/7"]),
    "of-the": ("100", ["2/2", "1/1", f"{math.exp(1 - 16 / 2):.3f}"]),
    "why-not-recall": ("A", ["5/5", "3/5", "2/4", "2/2"]),
    "geometric-mean": (
        "equal",
        # Halving one of four: 1 − (½)^¼.
        [f"{100 * (1 - 0.5**0.25):.2f} %", *(core(L["geometric-mean"], i) for i in (0, 1))],
    ),
    "sentence-and-corpus": ("B", [core(L["sentence-and-corpus"], i) for i in (0, 1)]),
    "zero": ("0", [core(L["zero"], smooth_method=m) for m in ("exp", "floor", "add-k")]),
    "word-order": ("B", [core(L["word-order"], i) for i in (0, 1)]),
    "best-match-length": ("15", ["r = 15 for B", "r = 12 for A", "14.67"]),
    "more-references": ("rises", ["11/13", "4/13"]),
    "one-or-four": ("above", [core(L["one-or-four"]), "0.3468", "0.2571"]),
    "permutations": ("720", ["6! = 720", "40\u202f320", core(L["permutations"])]),
    "game": ("article", [core(L["game"])]),
    "tokenization": (
        "char",
        [core(L["tokenization"], tokenize=t) for t in ("none", "13a", "intl", "char")],
    ),
    "no-spaces": ("1", [core(L["no-spaces"], tokenize="zh"), "14/15"]),
    "double-tokenization": ("rises", [core(L["double-tokenization"]), "21/26", "12/14", "1.8"]),
    "documents": ("rises", ["21 4-grams instead of 15"]),
    "nist": ("0", ["log₂(4/1) = 2 bits", "3.80", "3.68", core(L["nist"])]),
    "chance": ("no", ["0 of 1\u202f000 trials", "p = 0.0010"]),
    "judgement": ("0.51", ["At 0.51", "0.85"]),
    "five-systems": ("0.95", ["Still 0.95", "r of the three machines is −0.85"]),
    "chrf": ("A", [chrf(L["chrf"], 0), chrf(L["chrf"], 1), core(L["chrf"], 1)]),
    "people-like-less": (
        "6",
        [core(L["people-like-less"], 0), core(L["people-like-less"], 1), "R² = 0.14", "R² = 0.87"],
    ),
    "after-bleu": ("54", ["HuaweiTSC, is number 6", chrf(L["after-bleu"], 0)]),
}


def predict(page: Page, lesson: Lesson, prediction: str) -> None:
    if lesson.choices:
        label = dict(lesson.choices)[prediction]
        page.locator(".lesson .choice").get_by_text(label, exact=True).click()
    else:
        page.get_by_label("Your prediction").fill(prediction)
        page.keyboard.press("Enter")


def open_bench(page: Page, name: str) -> Page:
    """Answer the question of the lesson that is open, which uncovers the bench."""
    predict(page, L[name], WALK[name][0])
    expect(page.locator(".bench .value.a")).to_be_visible()
    return page


def with_text(name: str, text: str) -> re.Pattern[str]:
    """The address of a bench whose parameter `name` is all of a text."""
    return re.compile(rf"[?&]{name}={re.escape(quote_plus(text))}(&|$)")


def field(page: Page, label: str) -> Locator:
    return page.get_by_label(label, exact=True)


def test_every_lesson_is_walked(server: str, open_page: Visit) -> None:
    assert WALK.keys() == L.keys()
    page = open_page(f"{server}/learn")
    for number, (name, lesson) in enumerate(L.items(), 1):
        prediction, figures = WALK[name]
        expect(page.locator(".lesson h2")).to_have_text(lesson.title)
        expect(page.locator(".lesson .kicker")).to_contain_text(f"Lesson {number} of {len(L)}")
        expect(page.locator(".lesson .reveal")).to_have_count(0)
        expect(field(page, "Candidate A")).to_have_value(lesson.prepared.candidates[0])
        predict(page, lesson, prediction)
        expect(page.locator(".lesson .reveal.right .verdict")).to_contain_text("Right")
        for figure in figures:
            expect(page.locator(".lesson .reveal")).to_contain_text(figure)
        expect(page.locator(".lesson .source")).not_to_be_empty()
        expect(page.get_by_text(f"{number} of {len(L)} predicted right")).to_be_visible()
        if number < len(WALK):
            page.get_by_role("button", name="Next lesson").click()
    expect(page.get_by_role("button", name="Next lesson")).to_be_disabled()
    page.get_by_role("navigation", name="Lessons").get_by_text("of the", exact=True).click()
    expect(page.locator(".lesson .reveal.right")).to_be_visible()  # remembered


def test_a_wrong_prediction_is_told_the_answer(server: str, open_page: Visit) -> None:
    page = open_page(f"{server}/learn?lesson=the-the-the")
    predict(page, L["the-the-the"], "7")
    expect(page.locator(".reveal.wrong .verdict")).to_have_text("✗ Not quite. It is 2")


def test_an_edit_updates_every_step_and_keeps_ones_place(server: str, open_page: Visit) -> None:
    page = open_bench(open_page(f"{server}/learn"), "two-candidates")
    area = field(page, "Candidate A")
    area.click()
    page.keyboard.press("Home")
    scroll = "document.querySelector('[data-testid=stMain]').scrollTop"
    place = page.evaluate(scroll)
    area.press("Control+End")
    for _ in range(len("obeys the commands of the party")):
        page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.type("heed the commands of the party")
    changes = page.locator(".bench .change")
    expect(changes.first).to_have_text("A p₁: 17/18 → 18/18")
    expect(changes.nth(1)).to_have_text("A p₂: 10/17 → 11/17")
    text = L["two-candidates"].prepared.candidates[0].replace("obeys", "heed")
    refs = [[text] for text in L["two-candidates"].prepared.references]
    score = corpus_bleu([text], refs)
    expect(page.locator(".bench .value.a")).to_have_text(f"{score.score:.2f}")
    expect(page.locator(".bench .score.a")).to_contain_text(f"{score.counts[0]}/18")
    assert page.evaluate("document.activeElement.shadowRoot !== undefined")
    assert area.evaluate("node => node.getRootNode().activeElement === node")
    assert page.evaluate(scroll) == pytest.approx(place, abs=2)
    expect(page).to_have_url(with_text("cand", text))
    page.reload()
    expect(field(page, "Candidate A")).to_have_value(text)
    expect(page.locator(".bench .value.a")).to_have_text(f"{score.score:.2f}")


def test_what_an_edit_changed_is_said(server: str, open_page: Visit) -> None:
    page = open_bench(open_page(f"{server}/learn?lesson=the-the-the"), "the-the-the")
    field(page, "Candidate A").fill("the cat the the the the the")
    changes = page.locator(".bench .change")
    expect(changes.first).to_have_text("A p₁: 2/7 → 3/7")
    expect(page.locator(".bench")).to_contain_text("p₂: 0/6 → 1/6")
    expect(page).to_have_url(with_text("cand", "the cat the the the the the"))
    page.reload()  # typing on at once would count as the same edit
    expect(page.locator(".bench .value.a")).to_be_visible()
    expect(page.locator(".bench .change")).to_have_count(0)
    field(page, "Candidate A").fill("the cat the the the the dog")
    expect(page.locator(".bench .changes")).to_contain_text("changed no count")


def test_settings_variants_and_start_again(server: str, open_page: Visit) -> None:
    page = open_bench(open_page(f"{server}/learn?lesson=zero"), "zero")
    score = page.locator(".bench .value.a")
    expect(score).to_have_text("0.00")
    page.locator(".variants").get_by_role("button", name="floor").click()
    expect(score).to_have_text(core(L["zero"], smooth_method="floor"))
    page.locator(".bench").get_by_label("Smoothing").select_option("exp")
    expect(score).to_have_text(core(L["zero"], smooth_method="exp"))
    page.locator(".bench").get_by_label("Weights").fill("0.9, 0.9, 0.1, 0.1")
    expect(page.locator(".bench .problem")).to_contain_text("must sum to 1")
    page.get_by_role("button", name="Start again").click()
    expect(score).to_have_text("0.00")
    expect(page.locator(".bench").get_by_label("Smoothing")).to_have_value("none")


def test_a_candidate_and_a_reference_are_added_and_removed(server: str, open_page: Visit) -> None:
    page = open_bench(open_page(f"{server}/learn?lesson=the-the-the"), "the-the-the")
    page.get_by_role("button", name="+ Candidate B").click()
    expect(page.locator(".bench .value.b")).to_be_visible()
    page.get_by_role("button", name="+ Reference").click()
    field(page, "Reference 3").fill("the the the")
    expect(page.locator(".bench .change").first).to_have_text("A p₁: 2/7 → 3/7")
    page.get_by_title("Remove Reference 3").click()
    expect(page.locator(".bench .change").first).to_have_text("A p₁: 3/7 → 2/7")


def test_symbols_tell_what_they_are_by_pointer_and_key(server: str, open_page: Visit) -> None:
    page = open_bench(open_page(f"{server}/learn?lesson=of-the"), "of-the")
    symbol = page.locator(".bench .formula .symbol[data-term=bp]").first
    symbol.hover()
    expect(page.locator(".bench .tip")).to_contain_text("Brevity penalty")
    page.locator(".bench .formula .symbol[data-term=r]").first.focus()
    expect(page.locator(".bench .tip")).to_contain_text("effective reference length")


def test_orders_and_rows_need_no_server(server: str, open_page: Visit) -> None:
    page = open_page("about:blank")
    with page.expect_websocket() as opened:
        page.goto(f"{server}/learn")
    open_bench(page, "two-candidates")
    expect(page.locator(".bench .ngrams").first).to_be_visible()
    settle(page)
    sent: list[object] = []
    opened.value.on("framesent", lambda frame: sent.append(frame))
    page.locator(".bench .buttons button").nth(1).click()
    row = page.locator(".bench .ngrams tr[data-ngram='it is']").first
    row.hover()
    expect(page.locator(".bench .lit")).to_have_count(2 * 5)
    page.locator(".bench summary").nth(3).click()
    expect(page.locator(".bench").get_by_text("Arithmetic mean").first).to_be_visible()
    assert sent == []


def test_hostile_text_stays_text(server: str, open_page: Visit) -> None:
    page = open_bench(open_page(f"{server}/learn"), "two-candidates")
    for label in ("Candidate A", "Reference 1"):
        field(page, label).fill(HOSTILE)
    expect(page.locator(".bench .briefs").first).to_contain_text("A  ")
    expect(page.locator(".bench .lines")).to_contain_text("onerror=window.hacked=1")
    for name in ("cand", "ref"):
        expect(page).to_have_url(with_text(name, HOSTILE))
    page.reload()
    expect(field(page, "Candidate A")).to_have_value(HOSTILE)
    expect(page.locator("img[src=x], .katex")).to_have_count(0)
    assert page.evaluate("window.hacked") is None


def test_the_glossary_is_searched_and_linked(server: str, open_page: Visit) -> None:
    page = open_page(f"{server}/learn?term=bp")
    entry = page.locator(".entry#bp")
    expect(entry).to_have_attribute("open", "")
    expect(entry).to_contain_text("section 2.2.2")
    page.get_by_label("Search the glossary").fill("66.1/40.2")
    expect(page.locator(".entry:visible")).to_have_count(1)
    page.locator(".entry:visible summary").click()
    expect(page).to_have_url(f"{server}/learn?term=four-numbers")
    page.get_by_label("Search the glossary").fill("no such words")
    expect(page.get_by_text("No entry has these words.")).to_be_visible()


def test_paper_has_the_lesson_and_the_bench_and_nothing_else(server: str, open_page: Visit) -> None:
    page = open_bench(open_page(f"{server}/learn?lesson=of-the"), "of-the")
    expect(page.locator(".bench .value.a")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator(".lesson h2")).to_be_visible()
    expect(page.locator(".bench svg")).to_be_visible()
    expect(page.get_by_role("navigation", name="Lessons")).to_be_hidden()
    expect(page.get_by_role("button", name="Copy link")).to_be_hidden()
    expect(page.get_by_role("link", name="Overview")).to_be_hidden()
    page.emulate_media(media="screen")
