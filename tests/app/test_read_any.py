"""Files of any format on the Data screen: roles are confirmed, systems chosen, repairs told."""

from __future__ import annotations

from pages.ui.data import opening, reading
from tests.app.conftest import App
from tests.core.readers.test_read_markup import BROKEN
from tests.security import reader_jobs

CSV = (
    b"id,src,ref,sysA,sysB,domain,foo\n1,q,a b c d,a b c d,a b c e,news,x\n2,r,e f,e f,e g,web,y\n"
)
THREE = b"ref\tmt_x\tmt_y\tmt_z\na b\ta\tb\ta b\n"


def choose(*files: tuple[str, bytes]) -> App:
    app = App("data.py")
    app.choose("file-any", [(name, data, "application/octet-stream") for name, data in files])
    return app


def roles(app: App) -> dict[str, str]:
    return {row["name"]: row["role"] for row in app.component("file-roles")["rows"]}


def compare(app: App) -> list[str]:
    """Press the button; what Data then says is open."""
    app.press("Compare")
    app.go_to("data.py")
    return app.cells("current")[0]


def test_a_table_is_previewed_and_compared_and_its_format_chosen_against_the_guess() -> None:
    app = choose(("t.csv", CSV))
    assert roles(app) == {"id": "segment id", "src": "source", "ref": "reference", "sysA": "system",
                          "sysB": "system", "domain": "metadata", "foo": "metadata"}  # fmt: skip
    app.choose("Format", "text")
    assert roles(app) == {"t": "system"}
    app.choose("Format", "Detect automatically")
    assert compare(app)[:3] == ["sysA", "sysB", "2"]


def test_a_guessed_reference_is_told_until_its_role_is_chosen() -> None:
    texts = [(f"run{number}.txt", b"a b\nc\n") for number in (1, 2, 3)]
    app = choose(*texts)
    assert app.codes("guessed-reference") == ["screen.guessed_reference"]
    app.set_row("run3", role="system")
    assert app.codes("role-needed") == ["screen.role_needed"]
    app.set_row("run3", role="reference")
    assert [app.shows(key) for key in ("guessed-reference", "role-needed")] == [False] * 2


def test_a_note_on_a_column_names_the_way_to_choose_its_role() -> None:
    app = choose(("t.tsv", b"source\tref\tmt_x\tmt_y\n" + b"[1, 2]\ta b\ta\tb\n" * 3))
    note, way = app.component("mended")["sentences"]
    assert "source" in note
    assert "table" in way
    app.set_row("source", role="source")
    assert app.codes("mended") == ["table.chosen_without_text"]


def test_repairs_are_told_before_and_after() -> None:
    reference = BROKEN.replace(b"TSTSET", b"REFSET").replace(b"sysid='big'", b"refid='r'")
    app = choose(("a.sgm", BROKEN), ("b.sgm", BROKEN), ("r.sgm", reference))
    assert "markup.repaired" in app.codes("mended")
    app.press("Compare")
    assert "markup.repaired" in app.codes("repairs")
    assert app.header["about"].startswith("5 segments · ")


def test_each_file_has_an_encoding_of_its_own() -> None:
    files = [("a.txt", "é\n".encode("cp1252")), ("b.txt", "日本\n".encode("sjis"))]
    app = choose(*files, ("ref.txt", "é\n".encode()))
    assert set(app.codes("unreadable")) == {"encoding.invalid"}
    for encoding, place in (("windows-1252", 0), ("shift_jis", 1)):
        label = "Encoding, if not UTF-8"
        [*boxes] = [box for box in app.test.selectbox if box.label == label]
        boxes[place].set_value(encoding)
        app.run()
    assert app.codes("mended") == ["encoding.decoded"] * 2
    told = app.component("mended")["sentences"]
    assert [("a.txt" in one, "windows-1252" in one) for one in told] == [(True,) * 2, (False,) * 2]


# Files that take too much, or break what reads them.


def test_the_preview_survives_what_its_files_do(monkeypatch) -> None:
    monkeypatch.setattr(reading, "read_separately", reader_jobs.die)
    app = App("data.py")
    app.choose("file-any", [("odd.csv", b"x", "text/plain")])
    assert "odd.csv" in app.message("unreadable")
    assert app.codes("unreadable") == ["file.reader_failed"]
    # It is not read again at each run.
    monkeypatch.setattr(reading, "read_separately", reader_jobs.fail)
    app.run()
    assert app.codes("unreadable") == ["file.reader_failed"]


def test_pasted_lines_are_read_apart_too(monkeypatch) -> None:
    monkeypatch.setattr(opening, "read_systems", reader_jobs.die)
    app = App("data.py")
    app.widget("paste-A").input("one")
    app.press("Compare lines")
    assert app.codes("problems") == ["file.reader_failed"]


def test_the_open_comparison_steps_back_while_files_are_chosen() -> None:
    app = App("data.py")
    assert app.shows("current")
    app.choose("file-any", [(name, b"one\ntwo\n", "text/plain") for name in ("a.txt", "b.txt")])
    assert not app.shows("current")
    assert "Back to apertium-direct → apertium-pivot" in app.labels
    app.choose("file-any", [(f"{n}.txt", b"one\ntwo\n", "text/plain") for n in ("a", "b", "ref")])
    assert app.says("ready") == "2 segments: A is a, B is b; 1 reference"
    app.press("Start over")
    assert app.shows("current")
    assert not app.shows("file-roles")
