"""Data: files and pasted lines become a comparison, or every reason is told why they do not."""

from __future__ import annotations

from bleu_core import EvalSet
from pages.ui import store

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
    assert app.component("masthead")["segments"] == "2 segments"
    assert app.cells("parts")[0][1:5] == ["10/11", "90.91", "11/11", "100.00"]
    assert len(app.link["data"]) == 64
    assert App(**app.link).cells("parts") == app.cells("parts")
    assert current(app) == ["a", "b", "2", "2", "source"]
    app.press("Open the sample")
    assert app.cells("current")[0][0] == "apertium-direct"


def test_names_and_order_of_outputs_are_chosen_and_any_number_is_open(edit) -> None:
    names = [f"run{number}" for number in range(13, 0, -1)]
    app = uploaded(**{name: A + name.encode() for name in names}, references=[REFERENCE + b"x"])
    assert systems(app) == names
    assert current(app)[:3] == ["run13", "run12", "run11, run10, run9 and 8 more"]
    app = App("data.py")
    given = [("out.txt", data, "text/plain") for data in (A, B)]
    app.widget("file-outputs").set_value(given)
    app.upload(references=[REFERENCE])
    app.press("Compare")
    assert systems(app) == ["out", "out (2)"]
    assert app.codes("repairs") == ["systems.renamed"]
    edit(Place=[4, None, None, 1], Name=["", " new_2 *bold* ", None, None])
    app = uploaded(a=A, b=B, c=A, d=B, references=[REFERENCE])
    assert systems(app) == ["d", "new_2 *bold*", "c", "a"]


def test_bad_names_and_bad_files_are_told_at_once(edit) -> None:
    edit(Name=["same", "same", "x\u202ey", "y" * 81, None])
    app = uploaded(a=A, b=B, c=b"\xff\n", d=b"one line\n", e=A, references=[REFERENCE])
    assert {"systems.name_twice", "systems.name_long", "encoding.invalid"} < set(
        app.codes("problems")
    )
    assert all(file in app.message("problems") for file in ("c.txt", "d.txt"))
    assert "data" not in app.link


def test_one_file_may_hold_several_references() -> None:
    app = App("data.py")
    app.upload(a=A, b=B, references=[b"The cat sat on a mat.\tA cat sat.\nIt was glad.\n"])
    app.test.checkbox[0].check()
    app.press("Compare")
    assert "nrefs:var" in app.signature


def test_the_encoding_that_is_chosen_is_for_what_is_not_utf8() -> None:
    text = "Café crème.\nIt was happy.\n"
    files = {"a": text.encode(), "b": text.encode("cp1252"), "references": [text.encode()]}
    app = uploaded(**files)
    assert app.codes("problems") == ["encoding.invalid"]
    assert len(app.component("problems")["sentences"]) == 2  # the last says where to choose
    app.upload(**files)
    app.widget("file-encoding").set_value("windows-1252")
    app.press("Compare")
    assert {"encoding.read_as", "encoding.is_utf8"} <= set(app.codes("repairs"))
    assert store.evalset(app.link["data"]).systems["b"][0].as_py() == "Café crème."


def test_what_is_advised_can_be_done_here() -> None:
    app = uploaded(a=b'{"x": "y\nz\n', b=b"u\nv\n", references=[b"src,ref,mt\na,b,c\n"])
    assert {"table.json_syntax", "file.guessed_format"} < set(app.codes("problems"))
    assert len(app.component("problems")["sentences"]) == len(app.codes("problems")) + 1  # where
    app.widget("file-format").set_value("text")
    app.press("Compare")
    assert app.component("masthead")["segments"] == "2 segments"


def test_all_problems_are_told_at_once() -> None:
    references = [REFERENCE + b"a third\n", b"fine\nnot \xff fine\n"]
    app = uploaded(a=A, b=B, references=references, source=b"one\n", documents=b"")
    told = app.component("problems")["sentences"]
    files = "references.txt", "references1.txt", "source.txt", "documents.txt"
    assert all(any(file in sentence for sentence in told) for file in files)
    assert app.codes("problems") == ["encoding.invalid", *["lines.unequal"] * 3]
    assert "data" not in app.link
    for files, codes in (
        ({}, ["systems.too_few", "file.no_reference"]),
        ({"a": A}, ["systems.too_few", "file.no_reference"]),
        ({"a": b"", "b": b"", "references": [b""]}, ["lines.no_segments"]),
    ):
        assert uploaded(**files).codes("problems") == codes


# Pasted lines.


def pasted(**texts: str) -> App:
    app = App("data.py")
    for label, text in texts.items():
        app.widget(f"paste-{label.replace('_', ' ')}").input(text)
    app.press("Compare lines")
    return app


def test_pasted_lines_become_a_comparison_or_say_why_not() -> None:
    app = pasted(A=A.decode(), B=B.decode(), Reference_1=REFERENCE.decode())
    assert app.pair == ("A", "B")
    assert app.component("masthead")["segments"] == "2 segments"
    assert app.cells("parts")[0][1] == "9/11"
    # They are text, whatever they look like.
    lines = '{"a": "b"}\nsrc,ref,mt'
    app = pasted(A=lines, B=lines, Reference_1=lines)
    assert app.component("masthead")["segments"] == "2 segments"
    assert "(100.00 → 100.00)" in app.verdict
    app = App(**app.link)
    app.set(overview_tabs="Largest changes")
    assert app.cells("movers1") == app.cells("movers-1") == []
    assert app.component("movers1")["empty"]
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


def test_any_smoothing_value_of_a_link_can_be_shown() -> None:
    for value in ("0.0001", "0.12345", "1000", "1e300"):
        app = App("data.py", smooth="floor", value=value)
        app.set(settings=True)
        assert app.test.number_input[0].value == float(value)


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
        for smooth in ("exp", "none"):
            app = App(data=data, smooth=smooth)
            assert "nan" not in str(app.cells("parts")), name
            assert " score" in app.verdict, name
