"""What is kept, on the screens: offered, listed, opened, renamed, deleted; and runs compared."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from sacrebleu.metrics import BLEU

from bleu_core import BleuConfig, EvalSet, workspace
from bleu_core.additive import score_of
from bleu_core.evalset import column_digest
from bleu_core.metrics import known, measure
from bleu_core.workspace import Workspace
from pages.ui import store
from pages.ui.data import history
from pages.ui.sample import load_sample

REFERENCE = ["the cat sat on the mat .", "it was glad to be at home again ."]
OLD = ["a cat sat on a mat .", "it was happy to be home again ."]
MIDDLE = ["a cat sat on the mat .", "it was happy to be at home again ."]
NEW = ["the cat sat on the mat .", "it was happy to be at home again ."]
HOSTILE = "<img src=x onerror=alert(1)> **bold** [link](javascript:1) $x$ :red[red]"
GONE = "0" * 64


@pytest.fixture
def space(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """A workspace that the app uses too."""
    monkeypatch.setenv("BLEUSCOPE_HOME", str(tmp_path))
    return Workspace.open(tmp_path)


@pytest.fixture
def keep(space: Workspace, monkeypatch: pytest.MonkeyPatch) -> Callable[..., EvalSet]:
    """keep(a=…, b=…): a comparison in the workspace, each a day after the one before."""
    days = iter(range(1, 100))

    def kept(config: BleuConfig = BleuConfig(), references=(REFERENCE,), **systems) -> EvalSet:
        made = EvalSet(systems=systems, references=list(references))
        day = next(days)
        with monkeypatch.context() as patch:
            patch.setattr("bleu_core.workspace.comparisons.time.time", lambda: 1.7e9 + 86_400 * day)
            workspace.keep(space, made, config)
        return made

    return kept


@pytest.fixture
def tab(open_app: Callable) -> Callable:
    """tab("Kept comparisons", …): the Data screen, by a link, with a tab opened."""

    def opened(name: str, **params: str):
        app = open_app("data.py", **params)
        choose_tab(app, name)
        return app

    return opened


def choose_tab(app, name: str) -> None:
    app.test.session_state["data-tab"] = name
    app.run()


def bleu(output: list[str], **settings) -> float:
    return BLEU(**settings).corpus_score(output, [REFERENCE]).score


def captions(app) -> str:
    return " ".join(caption.value for caption in app.test.caption)


# Nothing kept.


def test_with_the_workspace_off_screens_say_that_nothing_is_kept(open_app, tab) -> None:
    assert not open_app().shows("recent")
    assert "stay in this server's memory" in captions(open_app("data.py"))
    told = tab("Kept comparisons").message("keeps-nothing")
    assert "BLEUSCOPE_HOME is set to off" in told
    assert "BLEUSCOPE_HOME set to a folder" in told
    assert "BLEUSCOPE_HOME is set to off" in tab("Runs on this test set").message("no-history")


def test_an_empty_workspace_offers_nothing_and_says_so(space, open_app, tab) -> None:
    assert not open_app().shows("recent")
    app = tab("Kept comparisons")
    assert app.component("kept")["empty"].startswith("Nothing is kept yet.")
    assert not app.test.selectbox(key="set-tokenize").disabled
    assert "There are no runs yet." in tab("Runs on this test set").message("no-history")


def test_the_screen_says_where_texts_go(space, open_app, tab) -> None:
    shown = "".join(c for c in captions(open_app("data.py")) if c != "\\")
    assert f"kept in the folder {space.folder} until you delete them" in shown
    shown = "".join(c for c in captions(tab("Kept comparisons")) if c != "\\")
    assert f"0 in the folder {space.folder}" in shown


# The offer.


def test_opening_the_app_offers_the_three_that_were_opened_last(keep, open_app) -> None:
    made = [keep(old=OLD, new=[*NEW[:1], f"number {i}"]) for i in range(4)]
    offered = open_app().component("recent")["items"]
    assert [item["id"] for item in offered] == [one.digest for one in reversed(made[1:])]
    assert [(item["a"], item["b"]) for item in offered] == [("old", "new")] * 3


def test_what_is_offered_opens_under_the_settings_it_was_seen_under(keep, open_app) -> None:
    config = BleuConfig(tokenize="char", lowercase=True)
    made = keep(config, old=OLD, new=NEW)
    app = open_app()
    assert app.component("recent")["items"][0]["href"] == f"?data={made.digest}&tok=char&lc=yes"
    app.test.session_state["recent"] = {"open": made.digest}
    app.run()
    assert app.test.query_params == {"data": made.digest, "tok": "char", "lc": "yes"}
    assert app.pair[1] == "new"
    assert not app.shows("recent")


def test_what_is_offered_goes_on_where_it_was_left(space, keep, open_app) -> None:
    made = keep(old=OLD, new=NEW)
    plain = f"?data={made.digest}"
    open_app("segments.py", data=made.digest)
    assert open_app().component("recent")["items"][0]["href"] == plain
    open_app("segments.py", data=made.digest, sort="line", seg="2", len="1~99", tok="char")
    (item,) = open_app().component("recent")["items"]
    assert parse_qs(item["href"][1:]) == {
        "data": [made.digest],
        "tok": ["char"],
        "seg": ["2"],
        "sort": ["line"],
        "where": ["reference.length >= 1 and reference.length <= 99"],
    }
    # Who comes by a plain link sees it from its beginning, and changes nothing of that.
    fresh = open_app("segments.py", data=made.digest, tok="char")
    assert fresh.test.query_params == {"data": made.digest, "tok": "char"}
    assert open_app().component("recent")["items"][0]["href"] == item["href"]
    app = open_app()
    app.test.session_state["recent"] = {"open": made.digest}
    app.run()
    app.test.switch_page("segments.py")
    app.run()
    assert app.component("segment")["segment"] == 1


def test_all_on_data_leads_to_the_list(keep, open_app) -> None:
    keep(old=OLD, new=NEW)
    app = open_app()
    app.test.session_state["recent"] = {"all": True}
    app.run()
    assert app.cells("kept")[0][1:3] == ["old", "new"]


def test_a_link_to_what_is_not_there_says_so_and_offers_what_is(keep, open_app) -> None:
    made = keep(old=OLD, new=NEW)
    app = open_app(data=GONE)
    assert "it was deleted, or it was made on another machine" in app.message("gone")
    assert [item["id"] for item in app.component("recent")["items"]] == [made.digest]


def test_an_offer_that_was_deleted_meanwhile_says_so(space, keep, open_app) -> None:
    made = keep(old=OLD, new=NEW)
    app = open_app()
    workspace.delete(space, made.digest)
    store.forget(made.digest)
    app.test.session_state["recent"] = {"open": made.digest}
    app.run()
    assert "it was deleted" in app.message("gone")


def test_the_sample_is_not_offered_to_go_on_with(space, open_app, tab) -> None:
    workspace.keep(space, load_sample())  # as the first verdict on it does
    assert not open_app().shows("recent")
    app = tab("Kept comparisons")
    assert app.component("kept")["selected"] == load_sample().digest
    app.test.session_state["kept"] = {"open": load_sample().digest}
    app.run()
    assert app.test.query_params == {}


# The list.


def test_the_list_tells_of_each_comparison_the_last_opened_first(space, keep, tab) -> None:
    first = keep(old=OLD, new=NEW)
    keep(BleuConfig(tokenize="char"), old=OLD, other=MIDDLE)
    workspace.say(space, first.digest, 0, workspace.VERDICT, "B better", "")
    workspace.say(space, first.digest, 1, workspace.VERDICT, "same", "")
    workspace.say(space, first.digest, 1, workspace.NOTE, "a note", "")
    rows = [
        [cell.replace("\u00a0", " ") for cell in row]
        for row in tab("Kept comparisons").cells("kept")
    ]
    assert rows[0] == ["1", "old", "other", "2", "16 Nov 2023", "16 Nov 2023", "tok:char", "–"]
    assert rows[1][1:4] == ["old", "new", "2"]
    assert rows[1][6:] == ["usual", "2 verdicts, 1 note"]


def test_a_row_opens_its_comparison_as_it_was_last_seen(keep, tab) -> None:
    made = keep(BleuConfig(tokenize="char"), old=OLD, new=NEW)
    app = tab("Kept comparisons", seg="3", doc="news-1")
    app.test.session_state["kept"] = {"open": made.digest}
    app.run()
    assert app.test.query_params == {"data": made.digest, "tok": "char"}
    assert app.shows("parts")


def test_a_row_that_another_window_deleted_says_so(space, keep, tab) -> None:
    made = keep(old=OLD, new=NEW)
    app = tab("Kept comparisons")
    workspace.delete(space, made.digest)
    app.test.session_state["kept"] = {"open": made.digest}
    app.run()
    assert "deleted in another window" in app.message("kept-gone")
    assert app.cells("kept") == []


def test_a_long_list_is_shown_by_pages_of_50(keep, tab) -> None:
    for i in range(51):
        keep(old=OLD, new=[*NEW[:1], f"number {i}"])
    app = tab("Kept comparisons")
    assert [row[0] for row in app.cells("kept")] == [str(i) for i in range(1, 51)]
    app.test.session_state["kept-page"] = 2
    app.run()
    assert [row[0] for row in app.cells("kept")] == ["51"]


def test_a_name_is_given_shown_and_taken_back(space, keep, tab) -> None:
    made = keep(old=OLD, new=NEW)
    app = tab("Kept comparisons")
    for title, cells in ((f"  {HOSTILE} ", [HOSTILE, "old", "new"]), ("", ["old", "new"])):
        next(field for field in app.test.text_input if field.label == "Name").set_value(title)
        app.run()
        assert app.cells("kept")[0][1 : 1 + len(cells)] == cells
    assert workspace.find(space, made.digest).title == ""


def test_deleting_asks_first_says_what_goes_and_deletes(space, keep, tab) -> None:
    made = keep(old=OLD, new=NEW)
    workspace.say(space, made.digest, 1, workspace.NOTE, "a note", "")
    app = tab("Kept comparisons", data=made.digest)
    app.press("Delete …")
    told = app.message("kept-confirm")
    for part in ("“old → new”", "Its texts (2 segments)", "1 note", "cannot be undone"):
        assert part in told
    app.press("Keep it")
    assert not app.shows("kept-confirm")
    assert workspace.find(space, made.digest)
    app.press("Delete …")
    app.press("Delete for good")
    assert workspace.find(space, made.digest) is None
    assert b"a note" not in space.path.read_bytes()
    assert app.pair[0] == "apertium-direct"
    assert "data" not in app.test.query_params
    assert app.cells("kept") == []


def test_deleting_another_one_leaves_the_open_one_open(space, keep, tab) -> None:
    old, new = keep(old=OLD, new=NEW), keep(old=OLD, other=MIDDLE)
    app = tab("Kept comparisons", data=new.digest)
    app.test.selectbox(key="kept-chosen").set_value(old.digest)
    app.run()
    app.press("Delete …")
    app.press("Delete for good")
    assert [kept.digest for kept in workspace.recent(space)] == [new.digest]
    assert app.test.query_params["data"] == new.digest


def test_what_was_renamed_is_what_is_deleted_next(space, keep, tab) -> None:
    old, new = keep(old=OLD, new=NEW), keep(old=OLD, other=MIDDLE)
    app = tab("Kept comparisons", data=new.digest)
    app.test.selectbox(key="kept-chosen").set_value(old.digest)
    app.run()
    app.test.text_input(key=f"kept-title-{old.digest}").set_value("the old one")
    app.run()
    app.press("Delete …")
    assert "Delete “the old one”?" in app.message("kept-confirm")
    app.press("Delete for good")
    assert [kept.digest for kept in workspace.recent(space)] == [new.digest]


@pytest.mark.parametrize(
    "screen", ["overview.py", "segments.py", "ngrams.py", "slices.py", "data.py"]
)
def test_what_one_window_deletes_another_one_says_is_gone(keep, open_app, tab, screen) -> None:
    made = keep(old=OLD, new=NEW)
    other = open_app(screen, data=made.digest)
    app = tab("Kept comparisons", data=made.digest)
    app.press("Delete …")
    app.press("Delete for good")
    other.run()
    assert "it was deleted" in other.message("gone")


# The runs on a test set.


@pytest.fixture
def three(keep) -> list[EvalSet]:
    """Three outputs on one test set, in two comparisons; and one on another test set."""
    keep(references=[OLD], x=REFERENCE, y=REFERENCE[::-1])
    return [keep(old=OLD, middle=MIDDLE), keep(middle=MIDDLE, new=NEW)]


def test_the_runs_are_scored_and_set_against_the_first_and_the_one_before(three, tab) -> None:
    app = tab("Runs on this test set", data=three[1].digest)
    scores = [bleu(output) for output in (OLD, MIDDLE, NEW)]

    def signed(number: float) -> str:
        return f"{number:+.2f}".replace("-", "\u2212")

    rows = app.component("runs")["rows"]
    cells = [[cell if isinstance(cell, str) else cell.get("t", "") for cell in r] for r in rows]
    assert [(row[0], *row[3:]) for row in cells] == [
        ("3", f"{scores[2]:.2f}", signed(scores[2] - scores[1]), signed(scores[2] - scores[0])),
        ("2", f"{scores[1]:.2f}", signed(scores[1] - scores[0]), signed(scores[1] - scores[0])),
        ("1", f"{scores[0]:.2f}", "–", "–"),
    ]
    marked = [cell[1]["lines"][0] for cell in rows[:2]]
    assert [(line["tag"], line["tone"], line["t"]) for line in marked] == [
        ("B", "b", "new"),
        ("A", "a", "middle"),
    ]
    assert rows[2][1] == "old"


def test_the_runs_are_scored_under_the_settings_of_now(three, tab) -> None:
    app = tab("Runs on this test set", data=three[1].digest, tok="char", lc="yes")
    expected = bleu(NEW, tokenize="char", lowercase=True)
    assert app.cells("runs")[0][3] == f"{expected:.2f}"


def test_any_two_runs_can_be_compared(space, three, tab) -> None:
    app = tab("Runs on this test set", data=three[1].digest, tok="char")
    app.test.selectbox(key="choose-run-a").set_value(
        app.test.selectbox(key="choose-run-a").options[0]
    )
    app.run()
    assert app.test.selectbox(key="choose-run-b").options == ["1 · old", "2 · middle", "3 · new"]
    app.press("Compare these two runs")
    assert app.pair == ("old", "new")
    assert app.component("masthead")["segments"] == "2 segments"
    assert app.cells("parts")[-1][2] == f"{bleu(OLD, tokenize='char'):.2f}"
    kept = workspace.find(space, app.test.query_params["data"])
    assert kept.systems == ("old", "new")
    assert kept.config == BleuConfig(tokenize="char")


def test_all_runs_are_opened_as_systems_over_time(space, three, tab) -> None:
    app = tab("Runs on this test set", data=three[1].digest, tok="char")
    app.press("Open all runs")
    params = app.test.query_params
    assert (params["shows"], params["tok"]) == ("time", "char")
    made = workspace.find(space, params["data"])
    assert made.systems == ("old", "middle", "new")
    assert [row[1] for row in app.cells("steps")] == ["old", "middle", "new"]
    assert f"{bleu(NEW, tokenize='char'):.2f}" in app.cells("steps")[2]
    # Again: it is the same, and brings no run of its own.
    again = tab("Runs on this test set", data=three[0].digest)
    assert len(again.cells("runs")) == 3
    again.press("Open all runs")
    assert again.test.query_params["data"] == made.digest
    assert len(workspace.recent(space, -1)) == 4


def test_of_very_many_runs_the_latest_are_opened(space, keep, tab, monkeypatch) -> None:
    monkeypatch.setattr(history, "MOST", 2)
    keep(old=OLD, middle=MIDDLE)
    made = keep(middle=MIDDLE, new=NEW)
    app = tab("Runs on this test set", data=made.digest)
    button = next(b for b in app.test.button if b.label == "Open the latest 2 runs")
    assert "At most 2 are open at once" in button.help
    app.press("Open the latest 2 runs")
    assert app.test.query_params["data"] == made.digest
    assert app.test.query_params["shows"] == "time"


def test_the_marks_are_those_of_the_chosen_pair(keep, tab) -> None:
    made = keep(old=OLD, middle=MIDDLE, new=NEW)
    app = tab("Runs on this test set", data=made.digest, a="new", b="old")
    marked = [cell[1] for cell in app.component("runs")["rows"]]
    assert [one["lines"][0]["tag"] for one in (marked[0], marked[2])] == ["A", "B"]
    assert marked[1] == "middle"


def test_a_run_is_not_compared_with_itself(three, tab) -> None:
    app = tab("Runs on this test set", data=three[1].digest)
    app.test.selectbox(key="choose-run-a").set_value(
        app.test.selectbox(key="choose-run-b").options[2]
    )
    app.run()
    assert next(b for b in app.test.button if b.label == "Compare these two runs").disabled


def test_the_history_is_that_of_the_open_comparison_or_of_the_test_set_chosen(three, tab) -> None:
    app = tab("Runs on this test set", data=three[0].digest)
    assert len(app.cells("runs")) == 3
    chooser = app.test.selectbox(key=f"history-set-{three[0].digest}")
    assert [option.split(",")[0] for option in chooser.options] == ["old → middle", "x → y"]
    chooser.set_value(chooser.options[1])
    app.run()
    assert [row[1] for row in app.cells("runs")] == ["y", "x"]


def test_hostile_names_stay_text_in_lists_and_figure(keep, open_app, tab) -> None:
    made = keep(**{HOSTILE: OLD, "\u202e<b>b</b>": NEW})
    assert open_app().component("recent")["items"][0]["a"] == HOSTILE
    app = tab("Kept comparisons", data=made.digest)
    assert app.component("kept")["rows"][0][1]["title"] == HOSTILE
    for markdown in (*app.test.markdown, *app.test.caption):
        assert "onerror" not in markdown.value
    choose_tab(app, "Runs on this test set")
    assert app.component("runs")["rows"][1][1]["lines"][0]["t"] == HOSTILE
    drawn = app.test.get_by_key("history").proto.spec
    assert "<img" not in drawn
    assert "&lt;img" in drawn.replace("\\u0026", "&").replace("\\u003c", "<")


def test_names_that_turn_what_follows_are_seen_in_lists_and_titles(keep, tab) -> None:
    name, seen = "\u202ename", "<U+202E>name"
    made = keep(**{name: OLD, "\u202e" * 50: NEW})
    app = tab("Kept comparisons", data=made.digest)
    assert seen in app.cells("kept")[0]
    assert app.pair[0] == seen
    assert "\u202e" not in str(app.component("kept"))
    assert app.cells("current")[0][0] == seen
    choose_tab(app, "Runs on this test set")
    assert "\u202e" not in str(app.component("runs"))
    app.test.switch_page("segments.py")
    app.run()
    assert app.component("segment")["names"]["a"] == seen


# What the disk has spoiled, and what may not be written.


def spoil(space: Workspace, statement: str, *values: object) -> None:
    with sqlite3.connect(space.path) as connection:
        connection.execute(statement, values)
    connection.close()
    space.check_anew()


def test_a_link_to_what_is_damaged_says_which_part_and_its_files_mend_it(
    space, compare, open_app
) -> None:
    files = {name: "\n".join(lines).encode() for name, lines in (("a", OLD), ("b", NEW))}
    app = compare(**files, references=["\n".join(REFERENCE).encode()])
    digest = app.test.query_params["data"]
    workspace.say(space, digest, 1, workspace.NOTE, "a note", "")
    store.forget(digest)
    spoil(space, "UPDATE texts SET contents = zeroblob(99) WHERE hash = ?",
          column_digest(EvalSet({"a": OLD}, [REFERENCE]).systems["a"]))  # fmt: skip
    app = open_app(data=digest)
    told = app.message("gone")
    assert "the text of the output of “a” is damaged" in told
    assert "nothing that was said of its segments" in told
    assert "Load its files again" in told
    for word in ("restarted", "deleted", "Delete"):
        assert word not in told
    assert "“a → b”" in app.message("workspace-damage")
    app = compare(**files, references=["\n".join(REFERENCE).encode()])
    assert app.test.query_params["data"] == digest
    app.run()
    assert not app.shows("workspace-damage")
    assert workspace.said(space, digest)[1].note == "a note"


def test_what_is_damaged_is_named_on_every_screen_and_the_rest_goes_on(
    space, keep, open_app
) -> None:
    made = keep(old=OLD, new=NEW)
    for segment in (0, 1):
        workspace.say(space, made.digest, segment, workspace.NOTE, f"note {segment}", "")
    spoil(space, "UPDATE said SET value = 'x' WHERE segment = 0")
    app = open_app("segments.py", data=made.digest)
    assert "one thing said of segment 1, it seems a note" in app.message("workspace-damage")
    assert list(workspace.said(space, made.digest)) == [1]
    assert not app.shows("workspace-closed")


def test_a_workspace_that_may_not_be_written_is_read_and_says_so(
    space, keep, open_app, monkeypatch
) -> None:
    made = keep(old=OLD, new=NEW)
    store.forget(made.digest)
    # Permissions do not stop the administrator, who may run the tests.
    monkeypatch.setattr(Workspace, "_may_write", lambda space: False)
    app = open_app(data=made.digest)
    assert app.pair[0] == "old"
    told = app.message("workspace-closed")
    assert "Nothing that is said now is kept." in told
    assert "opened for reading only" in told
    assert not app.shows("workspace-problem")


def test_where_nothing_is_kept_a_link_says_what_is_known(open_app) -> None:
    told = open_app(data=GONE).message("gone")
    assert "It is not in this server's memory, and nothing is kept here." in told


def test_the_history_is_told_in_another_metric(three, tab) -> None:
    app = tab("Runs on this test set", data=three[0].digest)
    app.test.selectbox(key="history-metric").select("wer")
    app.run()
    rows = app.component("runs")["rows"]
    found = measure(known("wer"), [OLD, MIDDLE, NEW], [REFERENCE])
    assert [row[3] for row in rows] == [f"{score_of(one):.2f}" for one in found[::-1]]
    changes = {cell["t"][0]: cell["tone"] for row in rows[:2] for cell in row[4:]}
    assert changes.items() <= {"+": "loss", "\u2212": "gain"}.items()


def test_only_what_is_slow_to_score_has_a_stop(three, tab, monkeypatch: pytest.MonkeyPatch) -> None:
    stops = []

    @contextmanager
    def bar(*_: object, on_stop: Callable[[], None] | None = None, **__: object):
        stops.append(on_stop)
        yield lambda part: None

    monkeypatch.setattr(history.progress, "bar", bar)
    app = tab("Runs on this test set", data=three[0].digest)
    app.test.selectbox(key="history-metric").select("ter")
    app.run()
    assert [stop is None for stop in stops] == [True, False]
    assert app.component("runs")["columns"][3]["label"] == "TER"
