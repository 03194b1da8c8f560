"""On a server with a login: each person's comparisons are their own, until shared by a link."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest
import streamlit as st

from bleu_core import BleuConfig, EvalSet, workspace
from bleu_core.metrics import ImportedScores
from bleu_core.people.mark_export import to_jsonl
from bleu_core.people.sessions.plan import plan_digest
from bleu_core.people.sessions.task import blind_task
from bleu_core.segments.marks import Rating
from bleu_core.workspace import NOTE, Gone, Workspace, answers, sessions
from bleu_core.workspace.team import people, shares
from bleu_core.workspace.team.people import Person
from pages.ui import cache, login, metric_results, results, state, store, user_workspace
from pages.ui.cache import BackgroundTask
from pages.ui.data import marks
from pages.ui.judge import blind
from pages.ui.overview import verdict
from pages.ui.view import View
from tests.core.filled_workspace import filled, first, plan, scores, second
from tests.kept_suites import nightly

from .conftest import PATIENCE, App
from .test_marks import whole_table

ANN = Person("https://login.example.org", "1", "Ann", "ann@example.org")
BOB = Person("https://login.example.org", "2", "Bob", "bob@example.org")
LINES = [b"the cat sat on the mat\nit rains\n", b"the cat sat on a mat\nit snows\n"]
REFERENCE = [b"the cat sat on the mat\nit rains\n"]
SCREENS = ["overview", "systems", "segments", "ngrams", "slices", "judge", "data"]


@pytest.fixture
def home(tmp_path: Path, monkeypatch) -> Iterator[Path]:
    monkeypatch.setenv("BLEUSCOPE_HOME", str(tmp_path))
    cache.CACHE.drop(lambda key: True)
    yield tmp_path
    cache.CACHE.drop(lambda key: True)


@pytest.fixture
def open_as(home: Path, monkeypatch) -> Callable[..., App]:
    """open_as(ANN, "data.py", data=…): a session of somebody who is logged in."""
    here: list[Person | None] = [None]
    monkeypatch.setattr(login, "is_asked", lambda: True)
    monkeypatch.setattr(login, "person", lambda: here[0])

    class Visit(App):
        def __init__(self, person: Person, screen: str = "", **params: str) -> None:
            self.person = person
            super().__init__(screen, **params)

        def run(self) -> None:
            here[0] = self.person
            super().run()

    return Visit


@pytest.fixture
def digest(home: Path) -> str:
    """A comparison of Ann's, with all that one can say of it."""
    filled(people.own_folder(home, ANN))
    return first().digest


def shared_links(home: Path, digest: str) -> tuple[str, dict[bool, str]]:
    """The id of what Ann shares of hers, and the secrets to read and to write it."""
    made = shares.share(home, ANN, Workspace.open(people.own_folder(home, ANN)), digest)
    return made.id, {
        may_write: shares.create_link(home, ANN, made.id, may_write=may_write)
        for may_write in (False, True)
    }


OpenAs = Callable[..., App]


def made_by(ann: App) -> str:
    """The digest of a comparison that is made by uploads."""
    ann.upload(a=LINES[0], b=LINES[1], references=REFERENCE)
    ann.press("Compare")
    return ann.link["data"]


def take_back(home: Path, name: str) -> None:
    """Ann takes her links back."""
    for link in shares.list_links(home, ANN, name):
        shares.revoke_link(home, ANN, link.hash)


# One's own.


def test_what_one_person_compares_is_found_by_who_makes_the_same(open_as: OpenAs) -> None:
    ann = open_as(ANN, "data.py")
    digest = made_by(ann)
    assert ann.pair == ("a", "b")
    assert open_as(ANN, data=digest).pair == ("a", "b")
    bob = open_as(BOB, data=digest)
    assert bob.codes("gone") == ["screen.comparison_private"]
    assert not bob.shows("masthead")
    assert not bob.shows("recent")
    assert made_by(open_as(BOB, "data.py")) == digest
    assert open_as(BOB, data=digest).pair == ("a", "b")


def test_where_nothing_is_kept_what_is_made_is_its_maker_s(open_as: OpenAs, monkeypatch) -> None:
    monkeypatch.setenv("BLEUSCOPE_HOME", "off")
    ann = open_as(ANN, "data.py")
    digest = made_by(ann)
    assert open_as(ANN, data=digest).pair == ("a", "b")
    assert open_as(BOB, data=digest).shows("gone")
    assert ann.component("masthead")["share"] is None


@pytest.mark.parametrize("screen", SCREENS)
def test_no_screen_shows_anything_of_another_person_s(
    open_as: OpenAs, home, digest, screen
) -> None:
    ann, bob = (open_as(person, f"{screen}.py", data=digest) for person in (ANN, BOB))
    if screen == "data":
        ann, bob = kept(ann), kept(bob)
        assert "Friday" in ann.sent
    assert ann.shows("masthead")
    for word in ("Friday", "the cat sat", "a note that is kept", "rater1", "COMET"):
        assert word not in bob.sent
    assert str(people.own_folder(home, ANN)) not in bob.sent


def test_imported_scores_are_not_taken_for_another_person_s(open_as: OpenAs, home, digest) -> None:
    workspace.delete_scores(filled(people.own_folder(home, BOB)), digest, "COMET")
    ann, bob = (open_as(person, "segments.py", data=digest) for person in (ANN, BOB))
    assert ("COMET" in ann.sent, "COMET" in bob.sent) == (True, False)


def test_where_nothing_is_kept_imported_scores_are_one_s_own(home: Path, monkeypatch) -> None:
    monkeypatch.setenv("BLEUSCOPE_HOME", "off")
    monkeypatch.setattr(login, "is_asked", lambda: True)
    monkeypatch.setattr(login, "person", lambda: ANN)
    metric_results.add_imported_scores(first(), BleuConfig(), scores())
    assert list(results.imported_scores(first())) == ["COMET"]
    monkeypatch.setattr(login, "person", lambda: BOB)
    assert results.imported_scores(first()) == {}
    metric_results.remove_imported_scores(first(), "COMET")
    monkeypatch.setattr(login, "person", lambda: ANN)
    assert list(results.imported_scores(first())) == ["COMET"]


def test_what_is_left_of_a_damaged_copy_is_for_its_owner_alone(home, digest, monkeypatch) -> None:
    monkeypatch.setattr(login, "is_asked", lambda: True)
    monkeypatch.setattr(login, "person", lambda: ANN)
    whole = store.evalset(digest)
    assert whole is not None
    left = replace(whole, documents=None).known_as(digest)
    store.forget(digest)
    with monkeypatch.context() as damaged:
        damaged.setattr(user_workspace, "load", lambda digest: left)
        assert store.evalset(digest) is left
    counted = store.systems(left, BleuConfig())
    monkeypatch.setattr(login, "person", lambda: BOB)
    workspace.save_comparison(Workspace.open(people.own_folder(home, BOB)), whole)
    data = store.evalset(digest)
    assert data is not None
    assert data.documents is not None
    assert store.systems(data, BleuConfig()).evalset is data
    monkeypatch.setattr(login, "person", lambda: ANN)
    assert store.systems(left, BleuConfig()) is counted


def test_who_is_not_logged_in_has_nothing(home: Path, digest: str, monkeypatch) -> None:
    monkeypatch.setattr(login, "is_asked", lambda: True)
    monkeypatch.setattr(login, "person", lambda: None)
    assert user_workspace.own() is user_workspace.of_command() is None
    assert user_workspace.data_sets() == []
    assert store.evalset(digest) is None
    assert not user_workspace.can_share()
    assert isinstance(store.evalset(""), EvalSet)


def test_work_goes_on_in_what_was_open_when_it_began(home, digest, monkeypatch) -> None:
    here: list[Person | None] = [ANN]
    monkeypatch.setattr(login, "is_asked", lambda: True)
    monkeypatch.setattr(login, "person", lambda: here[0])
    begun, found = threading.Event(), []

    def work(_: Any) -> None:
        begun.wait()
        found.append((user_workspace.who(), user_workspace.place(), user_workspace.has(digest)))

    task = BackgroundTask(work)
    here[0] = None
    begun.set()
    task.wait(PATIENCE)
    assert found == [(ANN, str(people.own_folder(home, ANN)), True)]
    assert user_workspace.place() == ""


def test_work_of_a_guest_writes_nothing_once_the_link_is_revoked(
    home: Path, digest: str, open_as: OpenAs
) -> None:
    name, links = shared_links(home, digest)
    open_as(BOB, data=digest, share=links[True])
    space, data = Workspace(people.shared_folder(home, name)), first()
    st.session_state["view"] = View(data=digest, share=links[True])
    begun, revoked, done = threading.Event(), threading.Event(), []

    def work(_: Any) -> None:
        begun.set()
        revoked.wait(PATIENCE)
        done.append(metric_results.add_imported_scores(data, BleuConfig(), late))

    late = replace(scores(), name="late")
    user_workspace.MOMENT, moment = 0.0, user_workspace.MOMENT
    task = BackgroundTask(work)
    begun.wait(PATIENCE)
    take_back(home, name)
    revoked.set()
    task.wait(PATIENCE)
    user_workspace.MOMENT = moment
    st.session_state.clear()
    assert done == [False]
    assert "late" not in workspace.load_scores(space, digest)


# What is shared.


@pytest.mark.parametrize("may_write", [False, True])
def test_a_link_opens_what_is_shared_and_nothing_else(
    open_as: OpenAs, home, digest, may_write
) -> None:
    name, links = shared_links(home, digest)
    bob = open_as(BOB, "segments.py", data=digest, share=links[may_write])
    assert bob.pair == ("old", "new")
    assert bob.link["share"] == links[may_write]
    assert "Ann" in bob.says("share-told")
    other = open_as(BOB, data=second().digest, share=links[may_write])
    assert other.shows("share-refused")
    assert not other.shows("masthead")
    assert "share" not in other.link
    take_back(home, name)
    bob.run()
    assert all(map(bob.shows, ("share-refused", "gone")))
    assert not bob.shows("masthead")


def test_the_id_opens_nothing_to_who_has_no_link(open_as: OpenAs, home, digest) -> None:
    name, links = shared_links(home, digest)
    assert open_as(ANN, data=digest, share=name).shows("masthead")
    assert open_as(BOB, data=digest, share=name).shows("share-refused")
    open_as(BOB, data=digest, share=links[False])
    assert open_as(BOB, data=digest, share=name).shows("masthead")
    there = Workspace.open(people.shared_folder(home, name))
    workspace.save_annotation(there, digest, 2, NOTE, "only in the copy", "", "Cleo")
    assert "Cleo" in open_as(BOB, "segments.py", data=digest, share=links[False], seg="3").sent
    assert "Cleo" not in open_as(ANN, "segments.py", data=digest, seg="3").sent


def test_what_a_guest_makes_and_has_is_the_guest_s_own(open_as: OpenAs, home, digest) -> None:
    name, links = shared_links(home, digest)
    there, own = (
        Workspace.open(f) for f in (people.shared_folder(home, name), people.own_folder(home, BOB))
    )
    bob = open_as(BOB, "data.py", data=digest, share=links[True])
    made = made_by(bob)
    assert "share" not in bob.link
    assert [one.digest for one in workspace.recent_comparisons(own)] == [made]
    bob = open_as(BOB, "data.py", data=digest, share=links[True])
    assert kept(bob).component("kept")["ids"] == [made]
    bob.choose("file-any", [("m.tsv", whole_table(), "text/plain")])
    bob.press("Compare")
    marked = bob.link["data"]
    assert len(workspace.load_ratings(own, marked[0] if isinstance(marked, list) else marked)) == 4
    assert [one.digest for one in workspace.recent_comparisons(there)] == [digest]


@pytest.mark.parametrize("where", ["a link to read", "the team's"])
def test_who_may_only_read_changes_no_scores_for_anybody(
    open_as: OpenAs, home, digest, where, monkeypatch
) -> None:
    name, links = shared_links(home, digest)
    filled(home)
    said = links[False] if where == "a link to read" else "team"
    bob = open_as(BOB, "data.py", data=digest, share=said)
    before = bob.cells("imported-scores")
    assert "COMET" in repr(before)
    assert bob.shows("scores-only-read")
    assert "Delete scores" not in bob.labels
    # What a page sends that was changed: it would be held for whoever opens the same.
    folder = people.shared_folder(home, name) if said != "team" else home
    with monkeypatch.context() as there:
        there.setattr(user_workspace, "current", lambda: Workspace(folder, "To be read."))
        metric_results.add_imported_scores(
            first(), BleuConfig(), ImportedScores("COMET", False, scores().values)
        )
        metric_results.remove_imported_scores(first(), "COMET")
    again = open_as(ANN, "data.py", data=digest, share=name if said != "team" else "team")
    assert again.cells("imported-scores") == before


def test_into_a_share_nobody_imports_annotations_of_another_user(
    open_as: OpenAs, home: Path, digest: str
) -> None:
    for person in (ANN, BOB):
        people.PeopleRegistry(home).named(person)
    name, links = shared_links(home, digest)
    copy = Workspace.open(people.shared_folder(home, name))
    before = workspace.load_ratings(copy, digest)

    def give(annotator: str) -> list[str]:
        bob = open_as(BOB, "data.py", data=digest, share=links[True])
        data = to_jsonl(first(), [Rating(2, "old", annotator)])
        bob.choose("file-marks", [("marks.jsonl", data, "text/plain")])
        return bob.codes("marks-came-told")

    assert give("ann") == ["screen.annotations_of_others"]
    assert workspace.load_ratings(copy, digest) == before
    assert "screen.annotations_of_others" not in give("Mia")
    assert len(workspace.load_ratings(copy, digest)) == len(before) + 1


def test_what_is_shared_is_found_again_by_who_opened_it(open_as: OpenAs, home, digest) -> None:
    name, links = shared_links(home, digest)
    assert not kept(open_as(BOB, "data.py")).shows("shared")
    open_as(BOB, data=digest, share=links[False])
    for person, by, may in ((BOB, "Ann", "read"), (ANN, "you", "write")):
        app = kept(open_as(person, "data.py"))
        assert app.component("shared")["ids"] == [f"{name} {digest}"]
        (row,) = app.cells("shared")
        assert row[:4] == ["Friday", "3", by, may]
    bob = kept(open_as(BOB, "data.py", data=digest, share=links[False]))
    assert bob.component("shared")["selected"] == f"{name} {digest}"
    take_back(home, name)
    assert not kept(open_as(BOB, "data.py")).shows("shared")


def kept(app: App) -> App:
    """The screen with its list of what is kept."""
    app.set(data_tab="Saved comparisons")
    return app


def test_who_leaves_a_blind_session_of_a_share_can_go_on(
    open_as: OpenAs, home, digest, monkeypatch
) -> None:
    made = replace(plan(), annotators=("Bob",), made_by="Ann")
    id, space = plan_digest(made), Workspace.open(people.own_folder(home, ANN))
    sessions.save_session(space, made, blind_task(made, first()))
    name, links = shared_links(home, digest)
    bob = open_as(BOB, "judge.py", share=links[True], task=id)
    assert bob.component("blind")["annotator"] == "Bob"
    session = sessions.find_session(space, id)
    assert session
    with monkeypatch.context() as there:
        there.setattr(blind.state, "share", lambda: links[True])
        there.setattr(blind.st, "session_state", {})
        blind._leave(session)
        left = blind.st.session_state
    bob.set(**left)
    assert not bob.shows("blind")
    assert (bob.link["task"], bool(bob.link["share"])) == (id, True)
    assert not {"old", "new", "Friday"} & set(re.findall(r"\w+", bob.message("blind-left")))
    bob.press("Continue")
    assert bob.shows("blind")
    # A link that was taken back meanwhile is named as the reason.
    take_back(home, name)
    bob.run()
    assert bob.shows("share-refused")
    assert not bob.shows("blind-unknown")


def made_outside(make: Callable[[], bytes], monkeypatch) -> str:
    """What a download makes after it is pressed: in a thread that belongs to no session."""
    with monkeypatch.context() as nobody:
        nobody.setattr(login, "person", lambda: None)
        nobody.setattr(state, "share", lambda: "")
        with ThreadPoolExecutor() as pool:
            return pool.submit(make).result().decode()


def test_a_download_has_what_its_visitor_sees(open_as: OpenAs, home, digest, monkeypatch) -> None:
    made = replace(plan(), annotators=("Bob",), made_by="Ann")
    id, space = plan_digest(made), Workspace.open(people.own_folder(home, ANN))
    sessions.save_session(space, made, blind_task(made, first()))
    answers.save_answer(space, id, "Bob", 0, "better", "", "left", "")
    answers.unblind(space, id, "Ann", answers.GIVEN_UP)
    _, links = shared_links(home, digest)
    drawn: dict[str, Callable[[], bytes]] = {}

    def draw(label: str, make: Callable[[], bytes], *_: str, key: str, **look: object) -> None:
        drawn[key] = make

    monkeypatch.setattr(blind, "draw_download", draw)
    monkeypatch.setattr(verdict, "draw_download", draw)
    open_as(BOB, "judge.py", share=links[True], task=id)
    assert '"better": "left"' in made_outside(drawn["blind-answers-file"], monkeypatch)
    for person, link in ((ANN, {}), (BOB, {"share": links[False]})):
        app = open_as(person, data=digest, **link)
        app.set(report=True)
        head, *rows = made_outside(drawn.pop("report.csv"), monkeypatch).splitlines()
        assert "a.imported:COMET" in head
        assert "0.75" in rows[0]


def test_an_open_page_downloads_nothing_of_a_share_whose_link_was_revoked(
    open_as: OpenAs, home, digest, monkeypatch
) -> None:
    name, links = shared_links(home, digest)
    drawn: dict[str, Callable[[], bytes]] = {}

    def draw(label: str, make: Callable[[], bytes], *_: str, key: str, **look: object) -> None:
        drawn[key] = make

    monkeypatch.setattr(marks, "draw_download", draw)
    open_as(BOB, "data.py", data=digest, share=links[False])
    assert "rater1" in made_outside(drawn["export-marks-jsonl"], monkeypatch)
    take_back(home, name)
    with pytest.raises(Gone):
        made_outside(drawn["export-marks-jsonl"], monkeypatch)


# What the command line keeps for the team.


def test_what_the_command_line_keeps_is_read_by_all(open_as: OpenAs, home: Path) -> None:
    team = filled(home)
    before, digest = team.state(), first().digest
    assert open_as(BOB, data=digest).shows("gone")
    bob = open_as(BOB, "segments.py", data=digest, share="team")
    assert bob.pair == ("old", "new")
    assert bob.shows("share-told")
    assert bob.component("masthead")["share"] is None
    bob.press("Close")
    assert "share" not in bob.link
    app = kept(open_as(BOB, "data.py"))
    assert app.component("kept")["ids"] == []
    found = sorted(one.digest for one in workspace.recent_comparisons(Workspace(home)))
    assert sorted(app.component("shared")["ids"]) == [f"team {one}" for one in found]
    assert {tuple(row[2:4]) for row in app.cells("shared")} == {("the team", "read")}
    assert team.state() == before


def test_on_a_server_without_a_login_the_word_team_says_nothing(home: Path) -> None:
    filled(home)
    app = App(data=first().digest, share="team")
    assert app.pair == ("old", "new")
    assert "share" not in app.link
    assert app.component("masthead")["share"] is None


def test_the_team_s_suites_are_read_by_all_and_ones_own_not(open_as: OpenAs, home: Path) -> None:
    nightly(Workspace.open(people.own_folder(home, ANN)))
    for person in (ANN, BOB):
        app = open_as(person, "suites.py")
        assert not app.shows("suite-board")
        assert "Nightly" not in app.sent
    nightly(Workspace.open(home))
    team = Workspace(home)
    before = team.state()
    bob = open_as(BOB, "suites.py")
    cell = bob.component("suite-board")["sets"][0]["cells"][1]
    assert cell["href"].endswith("&share=team")
    assert not any(label.startswith("Delete") for label in bob.labels)
    opened = open_as(BOB, **dict(parse_qsl(cell["href"].removeprefix("./?"))))
    assert opened.pair == ("old.en", "small")
    # Pressed on the board it is the same.
    bob.send("suite-board", open=[0, 1])
    assert (bob.view.share, bob.pair) == ("team", ("old.en", "small"))
    assert team.state() == before


# The dialog.


def press(app: App, label: str) -> None:
    """Press a button of the dialog, which is open."""
    app.set(share_asked=True)
    app.test.session_state["share-asked"] = True  # it stays open
    app.press(label)


def test_sharing_makes_a_copy_with_links_and_deletes_it(open_as: OpenAs, home, digest) -> None:
    ann = open_as(ANN, data=digest)
    assert ann.component("masthead")["share"]["label"] == "Share"
    press(ann, "Share a copy")
    (made,) = shares.list_shares(home, ANN)
    assert ann.link["share"] == made.id
    ann.set(share_asked=True)
    addresses = [code.value for code in ann.test.code if "share=" in code.value]
    assert len(addresses) == 2
    for address in addresses:
        params = dict(part.split("=") for part in address.partition("?")[2].split("&"))
        assert open_as(BOB, **params).pair == ("old", "new")
    rights = sorted(link.may_write for link in shares.list_links(home, ANN, made.id))
    assert rights == [False, True]
    press(ann, "Stop sharing …")
    assert ann.shows("share-confirm")
    assert people.shared_folder(home, made.id).exists()
    press(ann, "Delete copy")
    assert not people.shared_folder(home, made.id).exists()
    assert shares.list_shares(home, ANN) == []
    assert "share" not in ann.link
    ann.run()
    assert ann.pair == ("old", "new")


def test_the_sample_can_be_shared(open_as: OpenAs, home: Path) -> None:
    ann = open_as(ANN, "segments.py")
    press(ann, "Share a copy")
    (made,) = shares.list_shares(home, ANN)
    assert ann.link == {"data": made.digest, "share": made.id}
    ann.run()
    assert ann.component("masthead")["badge"][0] == "Sample"
