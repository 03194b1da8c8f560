"""Files of any format on the Data screen: roles are confirmed, systems chosen, repairs told."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from bleu_core.cli import main
from pages.ui.data import preview
from tests.app.conftest import App
from tests.core.test_cli_reading import CONTAINERS
from tests.core.test_read_markup import BROKEN, WMT

CSV = (
    b"id,src,ref,sysA,sysB,domain,foo\n1,q,a b c d,a b c d,a b c e,news,x\n2,r,e f,e f,e g,web,y\n"
)


def choose(open_app: Callable[..., App], *files: tuple[str, bytes]) -> App:
    app = open_app("data.py")
    given = [(name, data, "application/octet-stream") for name, data in files]
    app.test.file_uploader(key="file-any").set_value(given)
    app.run()
    return app


def roles(app: App) -> dict[str, str]:
    [editor] = [frame.value for frame in app.test.dataframe if "Role" in frame.value.columns]
    return dict(zip(editor["Column"], editor["Role"], strict=True))


def select(app: App, label: str) -> Any:
    return next(box for box in app.test.selectbox if box.label == label)


def test_a_table_is_previewed_and_compared(open_app) -> None:
    app = choose(open_app, ("t.csv", CSV))
    assert roles(app) == {"id": "segment id", "src": "source", "ref": "reference", "sysA": "system",
                          "sysB": "system", "domain": "metadata", "foo": "metadata"}  # fmt: skip
    app.press("Compare these files")
    assert app.pair == ("sysA", "sysB")
    assert app.component("masthead")["segments"] == "2 segments"


def test_the_baseline_is_chosen_out_of_several_systems(open_app) -> None:
    app = choose(open_app, ("w.xml", WMT.encode()))
    assert select(app, "Baseline").value == "x"
    select(app, "Baseline").set_value("y")
    app.run()
    app.press("Compare these files")
    assert app.pair == ("y", "x")
    assert app.component("masthead")["segments"] == "3 segments"


def test_what_cannot_be_read_or_compared_is_told(open_app) -> None:
    app = choose(open_app, ("t.csv", b"src,mt\na\n"), ("u.xml", b"<mteval/>"))
    assert "row 1 has 1 cell" in app.message("unreadable")
    assert "no <seg>" in app.message("unreadable")
    app = choose(open_app, ("t.csv", b"src,mt\na,b\n"))
    app.press("Compare these files")
    assert "only one system" in app.message("any-problems")
    assert "no reference" in app.message("any-problems")


def test_repairs_are_told_before_and_after(open_app, compare) -> None:
    reference = BROKEN.replace(b"TSTSET", b"REFSET").replace(b"sysid='big'", b"refid='r'")
    app = choose(open_app, ("a.sgm", BROKEN), ("b.sgm", BROKEN), ("r.sgm", reference))
    assert "upper case" in app.message("mended")
    app.press("Compare these files")
    assert "upper case" in app.message("repairs")
    assert app.component("masthead")["segments"] == "5 segments"
    app = compare(a=BROKEN, b=BROKEN, references=[reference])
    assert "upper case" in app.message("repairs")


def test_a_format_can_be_chosen_against_the_guess(open_app) -> None:
    app = choose(open_app, ("t.csv", CSV))
    select(app, "Format").set_value("text")
    app.run()
    assert roles(app) == {"lines": "system"}


THREE = b"ref\tmt_x\tmt_y\tmt_z\na b\ta\tb\ta b\n"


def test_the_first_of_three_systems_is_the_baseline_until_another_is_chosen(open_app) -> None:
    """Also where there was no system to choose before."""
    app = choose(open_app, ("r.tsv", b"src\tref\nq\ta b\n"))
    assert select(app, "Baseline").value is None
    app.test.file_uploader(key="file-any").set_value([("t.tsv", THREE, "text/plain")])
    app.run()
    assert select(app, "Baseline").value == "mt_x"
    select(app, "Baseline").set_value("mt_z")
    app.run()
    more = ("u.txt", b"x\n", "text/plain")  # all systems are taken
    app.test.file_uploader(key="file-any").set_value([("t.tsv", THREE, "text/plain"), more])
    app.run()
    assert select(app, "Baseline").value == "mt_z"
    app.press("Compare these files")
    app.test.switch_page("data.py")
    app.run()
    assert app.cells("current")[0][:3] == ["mt_z", "mt_x", "mt_y and u"]


def test_systems_of_a_table_are_renamed(open_app, monkeypatch) -> None:
    given = ["", "new", "two"]

    def edited(frame, **_):
        return frame.assign(Name=given) if "Name" in frame else frame

    monkeypatch.setattr(preview.st, "data_editor", edited)
    app = choose(open_app, ("t.tsv", THREE))
    select(app, "Baseline").set_value("mt_z")
    given[1] = "two"
    app.press("Compare these files")
    assert "2 systems are given the name 'two'" in app.message("any-problems")
    given[1] = "new"
    app.press("Compare these files")
    app.test.switch_page("data.py")
    app.run()
    assert app.cells("current")[0][:3] == ["two", "mt_x", "new"]


def test_each_file_has_an_encoding_of_its_own(open_app) -> None:
    files = [("a.txt", "é\n".encode("cp1252")), ("b.txt", "日本\n".encode("sjis"))]
    app = choose(open_app, *files, ("ref.txt", "é\n".encode()))
    assert "a.txt, line 1" in app.message("unreadable")
    assert "The encoding is chosen under “Format and encoding" in app.message("unreadable")
    for encoding, place in (("windows-1252", 0), ("shift_jis", 1)):
        label = "Encoding, if it is not UTF-8"
        [*boxes] = [box for box in app.test.selectbox if box.label == label]
        boxes[place].set_value(encoding)
        app.run()
    assert "a.txt: it is not UTF-8; read as windows-1252." in app.message("mended")
    assert "b.txt: it is not UTF-8; read as shift_jis." in app.message("mended")
    assert "ref.txt" not in app.message("mended")


@pytest.mark.parametrize("name", CONTAINERS)
def test_the_command_line_makes_the_same_comparison(open_app, tmp_path, capsys, name) -> None:
    data = CONTAINERS[name]()
    app = choose(open_app, (name, data))
    select(app, "Baseline").set_value("sysC")
    app.run()
    app.press("Compare these files")
    (tmp_path / name).write_bytes(data)
    assert main(["compare", str(tmp_path / name), "--a", "sysC", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["digest"] == app.test.query_params["data"]
