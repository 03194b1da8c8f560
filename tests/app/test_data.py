"""Data: files and pasted lines become a comparison, or every reason is told why they do not."""

from __future__ import annotations

from bleu_core import BleuConfig, EvalSet
from pages.ui import store
from pages.ui.data import reading

from .conftest import App, uploaded

A = b"The cat sat on the mat.\nIt was happy.\n"
B = b"A cat sat on the mat.\nIt was glad.\n"
REFERENCE = b"The cat sat on a mat.\nIt was glad.\n"


def systems(app: App) -> list[str]:
    return list(store.evalset(app.link["data"]).systems)


def current(app: App) -> list[str]:
    """What Data says is open."""
    app.go_to("data.py")
    return app.cells("current")[0]


# Files.


def test_files_become_a_comparison_with_a_link_of_its_own() -> None:
    app = App("data.py", colour="blue")
    assert app.codes("ignored") == ["link.not_understood"]
    assert current(app)[:4] == ["apertium-direct", "apertium-pivot", "252", "2"]
    app.upload(a=A, b=B, references=[REFERENCE, B], source=A)
    app.press("Compare")
    assert not app.shows("ignored")
    assert app.header["about"].startswith("2 segments · ")
    assert app.cells("parts")[0][1:5] == ["10/11", "90.91", "11/11", "100.00"]
    assert len(app.link["data"]) == 64
    assert App(**app.link).cells("parts") == app.cells("parts")
    assert current(app) == ["a", "b", "2", "2", "source"]
    app.press("Open the sample")
    assert app.cells("current")[0][0] == "apertium-direct"


def test_what_compare_opens_is_counted_while_files_are_chosen() -> None:
    texts = [data.decode().splitlines() for data in (A, B, REFERENCE)]
    made = EvalSet({"a": texts[0], "b": texts[1]}, [texts[2]])
    app = App("data.py")
    app.upload(a=A, b=B, references=[REFERENCE])
    if task := reading.begun_ahead.task(made, BleuConfig()):
        task.wait(60)
    assert store.comparison.ready(made, BleuConfig(), "a", "b") is not None


def test_names_and_baseline_are_chosen_and_any_number_is_open() -> None:
    names = [f"run{number}" for number in range(13, 0, -1)]
    app = uploaded(**{name: A + name.encode() for name in names}, references=[REFERENCE + b"x"])
    assert systems(app) == names
    assert current(app)[:3] == ["run13", "run12", "run11, run10, run9 and 8 more"]
    app = App("data.py")
    given = [("out.txt", data, "text/plain") for data in (A, B)]
    app.choose("file-any", [*given, ("ref.txt", REFERENCE, "text/plain")])
    app.press("Compare")
    assert systems(app) == ["out", "out (2)"]
    app = App("data.py")
    app.upload(a=A, b=B, c=A, references=[REFERENCE])
    app.set_row("b", name=" new_2 *bold* ")
    app.set_row("c", baseline=True)
    assert [row["baseline"] for row in app.component("file-roles")["rows"]] == [
        False,
        False,
        True,
        False,
    ]
    app.press("Compare")
    assert systems(app) == ["c", "a", "new_2 *bold*"]


def test_all_problems_are_told_at_once() -> None:
    references = [REFERENCE + b"a third\n", b"fine\n"]
    app = App("data.py")
    app.upload(a=A, b=B, references=references, source=b"one\n", documents=b"")
    assert [row["odd"] for row in app.component("file-roles")["rows"]] == [False, False] + [
        True
    ] * 4
    app.press("Compare")
    told = app.component("any-problems")["sentences"]
    files = "references.txt", "references1.txt", "source.txt", "documents.txt"
    assert all(any(file in sentence for sentence in told) for file in files)
    assert app.codes("any-problems") == ["lines.unequal"] * 4
    assert "data" not in app.link
    for files, codes in (
        ({"a": A}, ["systems.too_few", "file.no_reference"]),
        ({"a": b"", "b": b"", "references": [b""]}, ["lines.no_segments"]),
    ):
        assert uploaded(**files).codes("any-problems") == codes
    app = App("data.py")
    app.upload(a=b"\xff\n", b=b'{"x": "y\nz\n')
    assert {"encoding.invalid", "table.json_syntax"} < set(app.codes("unreadable"))


# Pasted lines.


def pasted(**texts: str) -> App:
    app = App("data.py")
    for label, text in texts.items():
        app.widget(f"paste-{label.replace('_', ' ')}").input(text)
    app.press("Compare lines")
    return app


def test_pasted_lines_become_a_comparison_or_say_why_not() -> None:
    app = pasted(A=A.decode(), B=B.decode(), Reference_1=REFERENCE.decode())
    assert app.view.data == uploaded(A=A, B=B, references=[REFERENCE]).view.data
    assert app.pair == ("A", "B")
    assert app.header["about"].startswith("2 segments · ")
    assert app.cells("parts")[0][1] == "9/11"
    # They are text, whatever they look like.
    lines = '{"a": "b"}\nsrc,ref,mt'
    app = pasted(A=lines, B=lines, Reference_1=lines)
    assert app.header["about"].startswith("2 segments · ")
    assert "(100.00 → 100.00)" in app.verdict
    assert app.overview["segments"]["rows"] == []
    app = pasted(A="one\ntwo", B="one")
    assert "file.no_reference" in app.codes("problems")


# Settings.


def test_a_setting_changes_scores_signature_and_url_everywhere() -> None:
    app = App("data.py")
    app.set(settings=True)
    for key, value in (
        ("set-lowercase", True),
        ("set-tokenize", "char"),
        ("set-smooth_method", "add-k"),
        ("set-value", 0.25),
        ("set-order", 6),
        ("set-reference_length", "average"),
    ):
        app.choose(key, value)
    link = {"tok": "char", "lc": "yes", "smooth": "add-k", "value": "0.25", "order": "6",
            "reflen": "average"}  # fmt: skip
    assert app.link == link
    assert {"case:lc", "tok:char", "smooth:add-k[0.25]", "order:6", "reflen:average"} < set(
        app.signature.split("|")
    )
    app.go_to("overview.py")
    assert len(app.cells("parts")) == 6 + 3
    assert app.link == link
    assert app.cells("parts") == App(**link).cells("parts")
    app.go_to("data.py")
    app.set(settings=True)
    app.press("Reset to defaults")
    assert app.link == {}


CASES = {
    "two": (["The cat sat", "It"], ["A cat sat", "It"], ["The cat sat on", "It"]),
    "one": (["one"], ["two"], ["two"]),
    "perfect": (["one two three"], ["one two three"], ["one two three"]),
    "A empty": (["", ""], ["a", "b"], ["a", "b"]),
    "both empty": (["", ""], ["", ""], ["a", "b"]),
    "all empty": (["", ""], ["", ""], ["", ""]),
    "no overlap": (["a", "b"], ["c", "d"], ["", ""]),
    "odd": (["one", " \t"], ["\x85", "\u2028"], ["one\x00", "two"]),
}


def test_small_and_empty_data_are_shown() -> None:
    for name, (a, b, reference) in CASES.items():
        data = store.put(EvalSet({"a": a, "b": b}, [reference]))
        app = App(data=data, smooth="none")
        assert "nan" not in str(app.cells("parts")), name
        assert " score" in app.verdict, name
