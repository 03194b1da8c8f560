"""Files of any format on the Data screen: roles are confirmed, systems chosen, repairs told."""

from __future__ import annotations

from collections.abc import Callable

from tests.app.conftest import App
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


def test_a_table_is_previewed_and_compared(open_app) -> None:
    app = choose(open_app, ("t.csv", CSV))
    assert roles(app) == {"id": "segment id", "src": "source", "ref": "reference", "sysA": "system",
                          "sysB": "system", "domain": "metadata", "foo": "metadata"}  # fmt: skip
    app.press("Compare these files")
    head = app.component("masthead")
    assert (head["a"], head["b"], head["segments"]) == ("sysA", "sysB", "2 segments")


def test_a_and_b_are_chosen_out_of_several_systems(open_app) -> None:
    app = choose(open_app, ("w.xml", WMT.encode()))
    assert app.test.selectbox(key="any-a").options == ["x", "y"]
    app.test.selectbox(key="any-a").set_value("y")
    app.test.selectbox(key="any-b").set_value("x")
    app.run()
    app.press("Compare these files")
    head = app.component("masthead")
    assert (head["a"], head["b"], head["segments"]) == ("y", "x", "3 segments")


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
    app.test.selectbox(key="any-format").set_value("text")
    app.run()
    assert roles(app) == {"lines": "system"}
