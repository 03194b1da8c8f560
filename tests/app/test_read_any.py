"""Files of any format on the Data screen: roles are confirmed, systems chosen, repairs told."""

from __future__ import annotations

from pages.ui.data import reading
from tests.app.conftest import App
from tests.security import reader_jobs

CSV = (
    b"id,src,ref,sysA,sysB,domain,foo\n1,q,a b c d,a b c d,a b c e,news,x\n2,r,e f,e f,e g,web,y\n"
)


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
