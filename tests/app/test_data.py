"""Data: files and pasted lines become a comparison, or every reason is told why they do not."""

from __future__ import annotations

import pytest

from pages.ui import store

A = b"The cat sat on the mat.\nIt was happy.\n"
B = b"A cat sat on the mat.\nIt was glad.\n"
REFERENCE = b"The cat sat on a mat.\nIt was glad.\n"


def test_files_become_a_comparison_with_a_link_of_its_own(compare, open_app) -> None:
    app = compare(a=A, b=B, references=[REFERENCE])
    assert app.component("masthead")["segments"] == "2 segments"
    assert app.cells("parts")[0][1:5] == ["9/11", "81.82", "9/11", "81.82"]
    link = app.test.query_params
    assert len(link["data"]) == 64
    assert open_app(**link).cells("parts") == app.cells("parts")


def test_the_screen_names_what_is_open(compare, open_app) -> None:
    app = open_app("data.py")
    assert app.cells("current")[0][:4] == ["apertium-direct", "apertium-pivot", "252", "2"]
    app = compare(a=A, b=B, references=[REFERENCE, B], source=A)
    app.test.switch_page("data.py")
    app.run()
    assert app.cells("current") == [["a", "b", "2", "2", "source"]]
    app.press("Open the sample instead")
    assert app.cells("current")[0][0] == "apertium-direct"


def test_names_can_be_given(open_app, edit) -> None:
    app = open_app("data.py")
    app.upload(a=A, b=B, references=[REFERENCE])
    edit(Name=["old 1.0", " new_2 *bold* "])
    app.press("Compare")
    assert app.pair == ("old 1.0", "new_2 *bold*")


def systems(app) -> list[str]:
    return list(store.evalset(app.test.query_params["data"]).systems)


def test_any_number_of_outputs_is_open_in_its_order(open_app) -> None:
    app = open_app("data.py")
    names = [f"run{number}" for number in range(13, 0, -1)]
    app.upload(**{name: A + name.encode() for name in names}, references=[REFERENCE + b"x"])
    app.press("Compare")
    assert systems(app) == names
    app.test.switch_page("data.py")
    app.run()
    assert app.cells("current")[0][:3] == ["run13", "run12", "run11, run10, run9 and 8 more"]


def test_outputs_are_put_into_order(open_app, edit) -> None:
    app = open_app("data.py")
    app.upload(a=A, b=B, c=A, d=B, references=[REFERENCE])
    edit(Place=[4, None, None, 1], Name=["", "new", None, None])
    app.press("Compare")
    assert systems(app) == ["d", "new", "c", "a"]


def test_bad_names_and_bad_files_are_told_at_once(open_app, edit) -> None:
    app = open_app("data.py")
    app.upload(a=A, b=B, c=b"\xff\n", d=b"one line\n", e=A, references=[REFERENCE])
    edit(Name=["same", "same", "x\u202ey", "y" * 81, None])
    app.press("Compare")
    told = app.message("problems")
    for part in ("2 systems are given the name 'same'", "has 81 characters", "c.txt, line 1",
                 "d.txt"):  # fmt: skip
        assert part in told
    assert "data" not in app.test.query_params


def test_two_files_of_one_name_are_both_compared_and_that_is_told(open_app) -> None:
    app = open_app("data.py")
    given = [("out.txt", data, "text/plain") for data in (A, B)]
    app.test.file_uploader(key="file-outputs").set_value(given)
    app.upload(references=[REFERENCE])
    app.press("Compare")
    assert systems(app) == ["out", "out (2)"]
    assert "Two systems are called 'out'" in app.message("repairs")


def test_a_comparison_is_opened_where_a_part_of_the_link_was_not_understood(open_app) -> None:
    app = open_app("data.py", colour="blue")
    assert "colour=blue" in app.message("ignored")
    app.upload(a=A, b=B, references=[REFERENCE])
    app.press("Compare")
    assert not app.shows("ignored")
    assert app.shows("masthead")


def test_one_file_may_hold_several_references(open_app) -> None:
    app = open_app("data.py")
    app.upload(a=A, b=B, references=[b"The cat sat on a mat.\tA cat sat.\nIt was glad.\n"])
    app.test.checkbox[0].check()
    app.press("Compare")
    assert "nrefs:var" in app.signature


def test_the_encoding_that_is_chosen_is_for_what_is_not_utf8(compare, open_app) -> None:
    text = "Café crème.\nIt was happy.\n"
    files = {"a": text.encode(), "b": text.encode("cp1252"), "references": [text.encode()]}
    app = compare(**files)
    assert "b.txt, line 1: byte 0xe9 is not UTF-8 text" in app.message("problems")
    assert "The encoding is chosen under" in app.message("problems")
    for encoding in ("windows-1252", "iso-8859-15"):
        app = open_app("data.py")
        app.upload(**files)
        app.test.selectbox(key="file-encoding").set_value(encoding)
        app.press("Compare")
        told = app.message("repairs")
        assert f"b.txt: it is not UTF-8; read as {encoding}." in told
        assert f"a.txt: read as UTF-8, which it is, and not as {encoding}." in told
    app.test.switch_page("overview.py")
    app.run()
    assert "score alike" in app.verdict


def test_what_is_advised_can_be_done_here(open_app) -> None:
    app = open_app("data.py")
    app.upload(a=b'{"x": "y\nz\n', b=b"u\nv\n", references=[b"src,ref,mt\na,b,c\n"])
    app.press("Compare")
    told = app.message("problems")
    assert "a.txt is read as JSON; if it is not, choose its format." in told
    assert "The format is chosen under" in told
    app.test.selectbox(key="file-format").set_value("text")
    app.press("Compare")
    assert app.component("masthead")["segments"] == "2 segments"


def test_all_problems_are_told_at_once(compare) -> None:
    app = compare(
        a=A,
        b=b"one line\n",
        references=[REFERENCE + b"a third\n", b"fine\nnot \xff fine\n"],
        source=b"one\n",
        documents=b"",
    )
    told = app.message("problems")
    for part in ("b.txt", "references.txt", "references1.txt, line 2", "source.txt",
                 "documents.txt"):  # fmt: skip
        assert part in told
    assert len(app.component("problems")["sentences"]) == 6  # the last says where to choose
    assert "encoding (optional)" in app.component("problems")["sentences"][-1]
    assert "data" not in app.test.query_params


@pytest.mark.parametrize(
    ("files", "parts"),
    [
        ({}, ["There is no system; a comparison needs two", "no reference"]),
        ({"a": A}, ["only one system (a)", "no reference"]),
        ({"a": A, "b": B}, ["no reference"]),
        ({"a": b"", "b": b"", "references": [b""]}, ["empty"]),
        ({"a": A, "references": [b"\xff\n"]}, ["only one system (a)", "references.txt, line 1"]),
    ],
)
def test_what_is_missing_is_told(compare, files, parts) -> None:
    told = compare(**files).message("problems")
    for part in parts:
        assert part in told


def test_pasted_lines_become_a_comparison(open_app) -> None:
    app = open_app("data.py")
    for label, text in (("A", A), ("B", B), ("Reference 1", REFERENCE)):
        app.test.text_area(key=f"paste-{label}").input(text.decode())
    app.press("Compare these lines")
    assert app.pair == ("A", "B")
    assert app.component("masthead")["segments"] == "2 segments"
    assert app.cells("parts")[0][1] == "9/11"


def test_pasted_lines_are_text_whatever_they_look_like(open_app) -> None:
    app = open_app("data.py")
    for label in ("A", "B", "Reference 1"):
        app.test.text_area(key=f"paste-{label}").input('{"a": "b"}\nsrc,ref,mt')
    app.press("Compare these lines")
    assert app.component("masthead")["segments"] == "2 segments"


def test_pasted_lines_that_do_not_match_say_so(open_app) -> None:
    app = open_app("data.py")
    app.test.text_area(key="paste-A").input("one\ntwo")
    app.test.text_area(key="paste-B").input("one")
    app.press("Compare these lines")
    assert "B (B) has 1 segment" in app.message("problems")
    assert "no reference" in app.message("problems")


def test_a_setting_changes_scores_signature_and_url_everywhere(open_app) -> None:
    app = open_app("data.py")
    app.test.toggle(key="set-lowercase").set_value(True)
    app.run()
    app.test.selectbox(key="set-tokenize").set_value("char")
    app.run()
    app.test.selectbox(key="set-smooth_method").set_value("add-k")
    app.run()
    app.test.number_input(key="set-value").set_value(0.25)
    app.run()
    app.test.slider(key="set-order").set_value(6)
    app.run()
    app.test.selectbox(key="set-reference_length").set_value("average")
    app.run()
    link = {"tok": "char", "lc": "yes", "smooth": "add-k", "value": "0.25", "order": "6",
            "reflen": "average"}  # fmt: skip
    assert app.test.query_params == link
    for part in ("case:lc", "tok:char", "smooth:add-k[0.25]", "order:6", "reflen:average"):
        assert part in app.signature.split("|")
    app.test.switch_page("overview.py")
    app.run()
    assert len(app.cells("parts")) == 6 + 3
    assert app.test.query_params == link
    assert app.cells("parts") == open_app(**link).cells("parts")
    app.test.switch_page("data.py")
    app.run()
    app.press("Back to the defaults")
    assert app.test.query_params == {}


@pytest.mark.parametrize("value", ["0.0001", "0.12345", "1000", "1e300"])
def test_any_smoothing_value_of_a_link_can_be_shown(open_app, value) -> None:
    app = open_app("data.py", smooth="floor", value=value)
    assert app.test.number_input[0].value == float(value)


@pytest.mark.parametrize(
    ("a", "b", "reference"),
    [
        (A, B, REFERENCE),
        (b"one\n", b"two\n", b"two\n"),
        (A, A, REFERENCE),
        (REFERENCE, REFERENCE, REFERENCE),
        (b"\n\n", B, REFERENCE),
        (b"\n\n", b"\n\n", REFERENCE),
        (b"\n\n", b"\n\n", b"\n\n"),
        (A, B, b"\n\n"),
        (b"\xef\xbb\xbfone\r\n \t\r\n", b"\xc2\x85\n\xe2\x80\xa8\n", b"one\x00\ntwo"),
    ],
    ids=[
        "two",
        "one",
        "same",
        "perfect",
        "A empty",
        "both empty",
        "all empty",
        "no overlap",
        "odd",
    ],
)
@pytest.mark.parametrize("smooth", ["exp", "none"])
def test_small_and_empty_data_are_shown(compare, open_app, a, b, reference, smooth) -> None:
    link = compare(a=a, b=b, references=[reference]).test.query_params
    app = open_app(**link, smooth=smooth)
    assert "nan" not in str(app.cells("parts"))
    assert " score" in app.verdict


def test_identical_outputs_are_called_alike(compare) -> None:
    app = compare(a=A, b=A, references=[REFERENCE])
    assert "score alike" in app.verdict
    assert app.cells("movers1") == app.cells("movers-1") == []
    assert app.component("movers1")["empty"]
