"""Files of people's marks on Data: imported, told by row, taken back."""

from __future__ import annotations

from dataclasses import replace

from bleu_core import workspace
from bleu_core.segments.marks import Mark, Rating
from bleu_core.workspace import Workspace
from pages.ui.store import load_sample
from tests.app.conftest import App, busy

HEAD = ["system", "doc", "doc_id", "seg_id", "rater", "source", "target", "category", "severity",
        "comment"]  # fmt: skip
DATA = load_sample()
NAMES = list(DATA.systems)


def tsv(*rows: tuple[str, ...]) -> bytes:
    return "".join("\t".join(row) + "\n" for row in (tuple(HEAD), *rows)).encode()


def row(system: str, segment: int, target: str, *said: str) -> tuple[str, ...]:
    return (system, "d", "1", str(segment), "ann", "", target, *said, "")


def text(system: str, segment: int) -> str:
    found: str = DATA.systems[system][segment].as_py()
    return found


def marked() -> bytes:
    word = text(NAMES[0], 3)
    return tsv(
        row(NAMES[0], 4, f"<v>{word[:4]}</v>{word[4:]}", "Fluency/Grammar", "Major"),
        row(NAMES[1], 4, text(NAMES[1], 3), "No-error", "No-error"),
        row("another", 4, "anything", "Other", "Minor"),
    )


def test_a_file_of_marks_is_kept_told_by_row_and_taken_back(space: Workspace, monkeypatch) -> None:
    app = App("data.py")
    assert app.cells("mark-imports") == []
    app.choose("file-marks", [("marks.tsv", marked(), "text/plain")])
    found = [replace(one, changed=0.0) for one in workspace.load_ratings(space, DATA.digest)]
    assert found == [
        Rating(3, NAMES[0], "ann", (Mark("Fluency/Grammar", "major", 0, 4),)),
        Rating(3, NAMES[1], "ann"),
    ]
    came = app.component("marks-came-told")
    assert (came["tone"], came["title"]) == ("info", "Error annotations imported.")
    assert came["sentences"] == [
        "1 annotated error in 2 rated outputs by 1 annotator, from 3 rows; 1 row skipped.",
        "Skipped row 4: this test set has no system “another”.",
    ]
    ((file, _, what, rated, who),) = app.cells("mark-imports")
    assert (file, what, rated, who) == ("marks.tsv", "rated outputs", "2", "ann 2")
    app.run()
    assert len(app.cells("mark-imports")) == 1
    with busy(space):
        app.click("marks-take-back")
    assert app.codes("marks-came-told") == ["workspace.busy"]
    assert len(app.cells("mark-imports")) == 1
    app.click("marks-take-back")
    assert workspace.load_ratings(space, DATA.digest) == []
    assert app.cells("mark-imports") == []
    assert app.component("marks-came-told")["title"] == "Import undone."
    monkeypatch.setenv("BLEUSCOPE_HOME", "off")
    assert "BLEUSCOPE_HOME" in App("data.py").message("no-marks")
