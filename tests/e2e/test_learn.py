"""Learn in a browser: the bench, its link, hostile text, and a prediction after a reload."""

import re
from typing import Any
from urllib.parse import quote_plus

import pytest
from playwright.sync_api import Locator, Page, expect

from bleu_core import corpus_bleu
from bleu_core.present.browser import link_files
from bleu_core.teaching.lessons import Lesson, PreparedBench, all_lessons, answers, set_text
from pages.ui.learn.bench import bench_data
from pages.ui.store import load_sample
from tests.places import ROOT

from .hostile import HOSTILE, HOSTILE_NAME, expect_nothing_came_alive

BREAKING = f"{HOSTILE_NAME} </textarea>{HOSTILE[0]}"


L = all_lessons()


def predict(page: Page, lesson: Lesson, prediction: str) -> None:
    if lesson.choices:
        label = dict(lesson.choices)[prediction]
        page.locator(".lesson .choice").get_by_text(label, exact=True).click()
    else:
        page.get_by_label("Your prediction").fill(prediction)
        page.keyboard.press("Enter")


def open_bench(page: Page, name: str) -> Page:
    """Answer the question of the lesson that is open, which uncovers the bench."""
    predict(page, L[name], answers.facts(L[name], load_sample())[L[name].answer])
    expect(page.locator(".bench .value.a")).to_be_visible()
    return page


def with_text(name: str, text: str) -> re.Pattern[str]:
    """The address of a bench whose parameter `name` is all of a text."""
    return re.compile(rf"[?&]{name}={re.escape(quote_plus(text))}(&|$)")


def field(page: Page, label: str) -> Locator:
    return page.get_by_label(label, exact=True)


def test_an_edit_updates_every_step_keeps_ones_place_and_is_in_the_link(server, open_page) -> None:
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
    assert area.evaluate("node => node.getRootNode().activeElement === node")
    assert page.evaluate(scroll) == pytest.approx(place, abs=2)
    expect(page).to_have_url(with_text("cand", text))
    area.fill("the last word")
    expect(page).to_have_url(with_text("cand", "the last word"))
    # What a reader writes stays text, and is there after a reload.
    for label in ("Candidate A", "Reference 1"):
        field(page, label).fill(BREAKING)
    expect(page.locator(".bench .briefs").first).to_contain_text("A  ")
    expect(page.locator(".bench .lines:visible")).to_contain_text("onerror=window.hacked")
    for name in ("cand", "ref"):
        expect(page).to_have_url(with_text(name, BREAKING))
    page.reload()
    expect(field(page, "Candidate A")).to_have_value(BREAKING)
    expect_nothing_came_alive(page)


def test_no_score_of_earlier_texts_stays(server, open_page) -> None:
    page = open_bench(open_page(f"{server}/learn?lesson=more-references"), "more-references")
    _, (label, _) = next(iter(L["more-references"].variants.items()))
    variant = page.get_by_role("button", name=label, exact=True)
    variant.click()
    expect(variant).to_have_attribute("aria-pressed", "true")
    area = field(page, "Candidate A")
    area.press("End")
    page.keyboard.type("!")
    expect(variant).to_have_attribute("aria-pressed", "false")
    expect(area).to_be_focused()
    text = area.input_value()
    area.fill("x" * 801)
    expect(page.locator(".bench .scores")).to_have_text(re.compile("No score: .* 800 characters"))
    expect(page.locator(".bench .step").filter(visible=True)).to_have_count(0)
    area.fill(text)
    expect(page.locator(".bench .value.a")).to_be_visible()
    expect(page.locator(".bench .step").filter(visible=True)).to_have_count(5)


def test_all_steps_and_orders_are_printed(server, open_page) -> None:
    page = open_bench(open_page(f"{server}/learn"), "two-candidates")
    bodies, orders = page.locator(".bench .step .body"), page.locator(".bench .order")
    expect(orders.filter(visible=True)).to_have_count(1)
    page.emulate_media(media="print")
    for place, number in ((bodies, 5), (orders, 4)):
        expect(place.filter(visible=True)).to_have_count(number)
    # A long word is broken, at the width of A4 and at one where the screen has two columns.
    word = "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz" * 2
    field(page, "Candidate A").fill(word)
    expect(page.locator(".bench .ngrams:visible").first).to_contain_text(word)
    for width in (718, 1040):
        page.set_viewport_size({"width": width, "height": 1000})
        cut = "nodes => nodes.filter(n => n.scrollWidth > n.clientWidth + 1).map(n => n.className)"
        assert page.locator(".bench, .bench .column, .bench .ngrams").evaluate_all(cut) == []
    left = "nodes => new Set(nodes.map(n => n.getBoundingClientRect().left)).size"
    assert page.locator(".bench .order .column").evaluate_all(left) == 1


# Somebody types in candidate A, and a run is drawn before the edit is sent, another one before its
# answer, and its answer. Then another bench comes from elsewhere, and what is typed in it is reset.
TYPED_EARLY = """async ([script, html, drawn]) => {
  const address = URL.createObjectURL(new Blob([script], {type: 'text/javascript'}));
  const draw = (await import(address)).default;
  const parent = document.body.attachShadow({mode: 'open'});
  parent.innerHTML = html;
  const sent = [];
  const show = data => draw({data, parentElement: parent, setTriggerValue: () => {},
    setStateValue: (name, edit) => sent.push(edit)});
  const field = () => parent.querySelector('textarea');
  const type = () => { field().value += '!'; field().dispatchEvent(new Event('input')); };
  const pause = () => new Promise(done => setTimeout(done, 400));
  const {covered, answered, variant} = drawn;
  const seen = [];
  const see = data => { show(data); seen.push(field().value); };
  show(covered);
  const first = field();
  type();
  see(answered);
  type();
  await pause();
  see(answered);
  const [{candidates, references, settings, serial}] = sent;
  see({...answered, candidates, texts: references, settings, serial});
  seen.push(field() === first);
  type();
  see(variant);
  type();
  parent.querySelector('.reset').click();
  see(variant);
  await pause();
  return [seen, sent.length];
}"""


def test_what_is_typed_before_the_answer_of_an_earlier_run_stays(open_page) -> None:
    page = open_page("about:blank")  # the component alone
    lesson, other = L["the-the-the"], L["of-the"].prepared

    def data(contents: PreparedBench, covered: bool = False) -> dict[str, Any]:
        sides = {} if covered else answers.work_out(contents)
        made = bench_data(lesson, contents, sides, serial=None, problem="", changes=None)
        return made | {"own": False, "address": "", "glossary": ""}

    prepared = lesson.prepared
    drawn = {"covered": data(prepared, True), "answered": data(prepared), "variant": data(other)}
    script = link_files(ROOT / "pages" / "ui" / "learn" / "bench" / "bench.js")
    seen, sent = page.evaluate(TYPED_EARLY, [script, '<div class="bench"></div>', drawn])
    text, new = prepared.candidates[0], other.candidates[0]
    assert seen == [f"{text}!", f"{text}!!", f"{text}!!", True, new, new]
    assert sent == 1


def test_the_first_prediction_outlives_a_reload(server, open_page) -> None:
    page = open_page(f"{server}/learn?lesson=the-the-the")
    field = page.get_by_label("Your prediction")
    field.fill("seven")
    field.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="is not a number")).to_contain_text("seven")
    expect(field).to_be_focused()
    field.fill("3/7")
    field.press("Enter")
    told = page.locator(".lesson").get_by_role("status")
    expect(told).to_have_text("✗ Not quite. Answer: 2")
    expect(field).to_be_focused()
    page.reload()
    expect(page.locator(".lesson .reveal.wrong")).to_be_visible()
    expect(field).to_have_value("3/7")
    expect(field).not_to_be_editable()


# Whether the first Arabic letter of each text is at the right of its last one.
FROM_THE_RIGHT = """nodes => nodes.map(node => {
  const text = node.firstChild, letters = [...text.data.matchAll(/[ا-ي]/g)];
  const [first, last] = [letters[0], letters.at(-1)].map(({index: at}) => {
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    return range.getBoundingClientRect().left;
  });
  return first > last;
})"""
ARABIC = "كلمة BLEU ست"
ARABIC_LESSON = f"""
title = "{ARABIC}"
[[lesson]]
title = "{ARABIC}"
text = "{ARABIC}"
question = "{ARABIC}"
answer = "stated.right"
choices = [["A", "{ARABIC}"], ["B", "{ARABIC} B"]]
why = "{ARABIC}"
source = "{ARABIC}"
stated = {{ right = "A" }}
bench = {{ candidates = ["{ARABIC}"], references = ["{ARABIC}"] }}
variants = [{{ name = "v", label = "{ARABIC}" }}]
challenge = {{ goal = "{ARABIC}" }}
"""


def test_a_lesson_in_arabic_runs_from_the_right(server, open_page) -> None:
    page = open_page(f"{server}/learn?lessons={set_text(ARABIC_LESSON.encode())}")
    page.locator(".lesson .choice").first.click()
    expect(page.locator(".lesson .why p")).to_be_visible()
    for name in (
        "h2", ".prose", ".question", ".choice", ".figure", ".why p", ".source", ".variants button",
    ):  # fmt: skip
        found = page.locator(f".lesson {name}").evaluate_all(FROM_THE_RIGHT)
        assert found, name
        assert all(found), name
    for place in (".list .title", ".list .set", ".notice b"):
        expect(page.locator(place)).to_have_count(1)  # each is drawn by itself
        assert page.locator(place).evaluate_all(FROM_THE_RIGHT) == [True], place
