"""Changes and answers in any order, without a page and without a server: the script alone."""

from collections.abc import Callable
from typing import Any

import pytest

from bleu_core.present.browser import link_files
from tests.places import ROOT

SCRIPT = link_files(ROOT / "pages" / "ui" / "judgements" / "panel" / "outbox.js")


@pytest.fixture
def run(open_page) -> Callable[[str], Any]:
    """run(body): what a function of the scripts' names returns."""
    page = open_page("about:blank")
    return lambda body: page.evaluate(f"() => {{ {SCRIPT}\n{body} }}")


CHANGES = """
const item = (segment) => ({ comparison: "c", segment, kind: "verdict" });
const plain = (box) => unsaved(box).map(({ segment, text }) => [segment, text]);
const answer = (box, what) =>
  applyAnswers(box, Object.fromEntries(unsaved(box).map((change) => [change.id, what(change)])));
const full = () => ({ problem: "The disk is full." });
const saved = () => ({});
const storage = {};
const box = newOutbox("here ", storage);
"""
# What is changed, refused and saved, and what of it is not saved then.
CHANGED: dict[str, tuple[str, Any]] = {
    "of an item the last text is sent, in the order of changes": (
        """
put(box, item(3), "A better");
put(box, item(4), "same");
put(box, item(3), "B better");
return [plain(box), waiting(box, item(3)), waiting(box, item(5)) ?? null];""",
        [[[4, "same"], [3, "B better"]], "B better", None],
    ),
    "what was changed since it was sent is not saved by its answer": (
        """
put(box, item(3), "A better");
const [{ id }] = unsaved(box);
put(box, item(3), "");
applyAnswers(box, { [id]: {} });
const left = plain(box);
answer(box, saved);
return [left, plain(box)];""",
        [[[3, ""]], []],
    ),
    "what could not be saved stays until it is saved or given up": (
        """
put(box, item(3), "A better");
put(box, item(4), "same");
const late = [isLate(box)];
answer(box, full);
late.push(isLate(box), problemOf(box));
answer(box, ({ segment }) => (segment === 3 ? {} : full()));
put(box, item(5), "same");
discard(box);
return [late, plain(box), isLate(box), problemOf(box)];""",
        [[False, True, "The disk is full."], [[5, "same"]], False, ""],
    ),
    "what has no answer for three seconds is late": (
        """
put(box, item(3), "same");
const change = unsaved(box)[0], key = Object.keys(storage)[0];
return [2900, 3000].map((age) => {
  storage[key] = JSON.stringify({ ...change, made: Date.now() - age });
  return isLate(box);
});""",
        [False, True],
    ),
    "another page of the browser saves what is left, and no other screen's": (
        """
put(box, item(3), "same");
put(newOutbox("there ", storage), item(3), "other");
const page = newOutbox("here ", storage);
const found = plain(page);
answer(page, saved);
return [found, plain(box), Object.keys(storage).length];""",
        [[[3, "same"]], [], 1],
    ),
    "what a full storage does not take is sent as long as the page is there": (
        """
const none = newOutbox("here ", new Proxy({}, { set() { throw new Error("It is full."); } }));
put(none, item(3), "same");
const found = plain(none);
answer(none, saved);
return [found, plain(none)];""",
        [[[3, "same"]], []],
    ),
}


def test_what_is_changed_is_sent_until_it_is_saved(run) -> None:
    for name, (body, expected) in CHANGED.items():
        assert run(CHANGES + body) == expected, name
