"""Files of any format on the Data screen: roles are confirmed, systems chosen, repairs told."""

from __future__ import annotations

import json
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
THREE = b"ref\tmt_x\tmt_y\tmt_z\na b\ta\tb\ta b\n"


def choose(*files: tuple[str, bytes]) -> App:
    app = App("data.py")
    app.choose("file-any", [(name, data, "application/octet-stream") for name, data in files])
    return app


def roles(app: App) -> dict[str, str]:
    [editor] = [frame.value for frame in app.test.dataframe if "Role" in frame.value.columns]
    return dict(zip(editor["Column"], editor["Role"], strict=True))


def compare(app: App) -> list[str]:
    """Press the button; what Data then says is open."""
    app.press("Compare these files")
    app.go_to("data.py")
    return app.cells("current")[0]


def test_a_table_is_previewed_and_compared_and_its_format_chosen_against_the_guess() -> None:
    app = choose(("t.csv", CSV))
    assert roles(app) == {"id": "segment id", "src": "source", "ref": "reference", "sysA": "system",
                          "sysB": "system", "domain": "metadata", "foo": "metadata"}  # fmt: skip
    app.choose("Format", "text")
    assert roles(app) == {"lines": "system"}
    app.choose("Format", "as found")
    assert compare(app)[:3] == ["sysA", "sysB", "2"]


def test_the_baseline_is_chosen_out_of_several_systems() -> None:
    app = choose(("w.xml", WMT.encode()))
    assert app.widget("Baseline").value == "x"
    app.choose("Baseline", "y")
    assert compare(app)[:3] == ["y", "x", "3"]


def test_what_cannot_be_read_or_compared_is_told() -> None:
    app = choose(("t.csv", b"src,mt\na\n"), ("u.xml", b"<mteval/>"))
    assert {"table.ragged", "markup.no_segments"} < set(app.codes("unreadable"))
    app = choose(("t.csv", b"src,mt\na,b\n"))
    app.press("Compare these files")
    assert app.codes("any-problems") == ["systems.too_few", "file.no_reference"]


def test_repairs_are_told_before_and_after() -> None:
    reference = BROKEN.replace(b"TSTSET", b"REFSET").replace(b"sysid='big'", b"refid='r'")
    app = choose(("a.sgm", BROKEN), ("b.sgm", BROKEN), ("r.sgm", reference))
    assert "markup.upper_case" in app.codes("mended")
    app.press("Compare these files")
    assert "markup.upper_case" in app.codes("repairs")
    assert app.component("masthead")["segments"] == "5 segments"


def test_the_first_of_three_systems_is_the_baseline_until_another_is_chosen() -> None:
    """Also where there was no system to choose before."""
    app = choose(("r.tsv", b"src\tref\nq\ta b\n"))
    assert app.widget("Baseline").value is None
    app.choose("file-any", [("t.tsv", THREE, "text/plain")])
    assert app.widget("Baseline").value == "mt_x"
    app.choose("Baseline", "mt_z")
    more = ("u.txt", b"x\n", "text/plain")  # all systems are taken
    app.choose("file-any", [("t.tsv", THREE, "text/plain"), more])
    assert app.widget("Baseline").value == "mt_z"
    assert compare(app)[:3] == ["mt_z", "mt_x", "mt_y and u"]


def test_systems_of_a_table_are_renamed(monkeypatch) -> None:
    given = ["", "two", "two"]

    def edited(frame: Any, **_: Any) -> Any:
        return frame.assign(Name=given) if "Name" in frame else frame

    monkeypatch.setattr(preview.st, "data_editor", edited)
    app = choose(("t.tsv", THREE))
    app.widget("Baseline").set_value("mt_z")
    app.press("Compare these files")
    assert app.codes("any-problems") == ["systems.name_twice"]
    given[1] = "new"
    assert compare(app)[:3] == ["two", "mt_x", "new"]


def test_each_file_has_an_encoding_of_its_own() -> None:
    files = [("a.txt", "é\n".encode("cp1252")), ("b.txt", "日本\n".encode("sjis"))]
    app = choose(*files, ("ref.txt", "é\n".encode()))
    assert set(app.codes("unreadable")) == {"encoding.invalid"}
    for encoding, place in (("windows-1252", 0), ("shift_jis", 1)):
        label = "Encoding, if it is not UTF-8"
        [*boxes] = [box for box in app.test.selectbox if box.label == label]
        boxes[place].set_value(encoding)
        app.run()
    assert app.codes("mended") == ["encoding.read_as"] * 2
    told = app.component("mended")["sentences"]
    assert [("a.txt" in one, "windows-1252" in one) for one in told] == [(True,) * 2, (False,) * 2]


SLOW = sorted(CONTAINERS)[2:]


@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=[pytest.mark.slow] if n in SLOW else []) for n in sorted(CONTAINERS)],
)
def test_the_command_line_makes_the_same_comparison(tmp_path, capsys, name: str) -> None:
    data = CONTAINERS[name]()
    app = choose((name, data))
    app.choose("Baseline", "sysC")
    app.press("Compare these files")
    (tmp_path / name).write_bytes(data)
    assert main(["compare", str(tmp_path / name), "--a", "sysC", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["digest"] == app.link["data"]
