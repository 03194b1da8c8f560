"""UTF-8 wherever a file is valid UTF-8; what is chosen only where it is not, and told."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bleu_core import InputError
from bleu_core.messages import codes
from bleu_core.readers import ENCODINGS, File, read, read_comparison
from bleu_core.readers.text_files import canonical_encoding, codec_name, to_utf8
from tests.core.refusing import refused


def lines(data: bytes, encoding: str | None = None) -> list[str]:
    return read(data, "x", encoding=encoding).lines.to_pylist()


def test_every_encoding_offered_works_by_each_name_that_is_shown() -> None:
    for encoding, about in ENCODINGS.items():
        assert lines("abc\nde f\n".encode(encoding), encoding) == ["abc", "de f"], encoding
        other, comma, _ = about.partition(",")
        assert not comma or canonical_encoding(other) == canonical_encoding(encoding)


def test_byte_order_marks_say_what_a_file_is_whatever_is_chosen() -> None:
    for encoding in ("utf-16", "utf-32", "utf-8-sig"):
        for chosen in (None, "cp1252", "utf-16", "sjis"):
            assert lines("é\nb\n".encode(encoding), chosen) == ["é", "b"], (encoding, chosen)


# Letters that each encoding has, so that the bytes are not UTF-8.
TEXTS = {
    "cp1252": "“café”", "latin-1": "café", "iso-8859-15": "cœur", "koi8-r": "Москва",
    "cp1251": "Москва", "sjis": "日本語", "euc_jp": "日本語", "gbk": "中文", "gb18030": "中文",
    "big5": "中文", "euc-kr": "한국어", "cp037": "Hello", "utf-16-le": "中文 é",
}  # fmt: skip


def test_the_chosen_one_is_for_what_is_not_utf8() -> None:
    for encoding, text in TEXTS.items():
        assert lines(text.encode(encoding), encoding) == [text]
        [told] = read(text.encode(encoding), "x", encoding=encoding).repairs
        assert (told.code, told.values["encoding"]) == ("encoding.decoded", encoding)
        assert read(b"cafe", "x", encoding=encoding).repairs == ()
    for text, other in product(TEXTS.values(), TEXTS):
        parts = read(f"{text} é".encode(), "x", encoding=other)
        assert parts.lines.to_pylist() == [f"{text} é"]
        assert codes(parts.repairs) == ["encoding.decoded"]


# What speaks for a wide or a 7-bit encoding, and what ends a line, left out.
plain_text = st.text(st.characters(codec="utf-8", exclude_characters="\r\n\0\x1b~"))
chosen = st.sampled_from(["cp1252", "sjis", "utf-16", "iso-2022-jp", "hz", "koi8-r", "utf-8"])


@given(segments=st.lists(plain_text), encoding=chosen)
def test_no_choice_changes_how_utf8_is_read(segments: list[str], encoding: str) -> None:
    data = "".join(segment.removeprefix("\ufeff") + "\n" for segment in segments).encode()
    assert to_utf8(data, "x", encoding)[0] == to_utf8(data, "x")[0]


@pytest.mark.parametrize(
    ("own", "of_b"), [({}, "windows-1252"), ({"encoding": "cp1252"}, "cp1252")]
)
def test_one_file_of_another_encoding_changes_no_other_one(own: dict[str, str], of_b: str) -> None:
    text = "Café “crème” à 3 €\n" * 4
    files = (File("a.fr", text.encode()), File("b.fr", text.encode("cp1252"), **own))
    made = read_comparison(*files, [File("ref.fr", text.encode())], encoding="windows-1252")
    columns = [*made.evalset.systems.values(), *made.evalset.references]
    assert all(column.to_pylist() == text.splitlines() for column in columns)
    assert [tuple(told.values.values()) for told in made.repairs] == [
        ("a.fr", "utf-8", "windows-1252"), ("b.fr", "chosen", of_b),
        ("ref.fr", "utf-8", "windows-1252"),
    ]  # fmt: skip


def test_what_a_file_says_goes_before_what_is_chosen_for_all() -> None:
    head = "<?xml version='1.0' encoding='koi8-r'?><tstset sysid='s'><seg id='1'>"
    data = f"{head}Москва</seg></tstset>".encode("koi8-r")
    assert read(data, "x", otherwise="cp1252").systems["s"].to_pylist() == ["Москва"]
    parts = read(data, "x", encoding="cp1251")
    assert parts.systems["s"].to_pylist() == ["Москва".encode("koi8-r").decode("cp1251")]
    assert codes(parts.repairs) == ["encoding.decoded"]
    parts = read(f"{head}Москва</seg></tstset>".encode(), "x")
    assert parts.systems["s"].to_pylist() == ["Москва"]
    assert codes(parts.repairs) == ["encoding.decoded"]


def test_encodings_have_all_their_usual_names() -> None:
    for name in (
        "rot13", "base64", "hex", "zip", "unicode_escape", "raw-unicode-escape", "idna", "punycode",
        "utf-7", "undefined", "charmap", "", "../etc", "x\0", "é", "\ud800", "a" * 9_999, "aliases",
    ):  # fmt: skip
        assert codec_name(name) is None
        with refused("encoding.unknown") as told:
            canonical_encoding(name)
        assert len(told[0]) < 1_000
        assert told[0].values["usual"][:3] == ["utf-8", "windows-1252", "iso-8859-1"]
    names = {
        "latin-1": "iso-8859-1", "LATIN1": "iso_8859-1", "cp1252": "windows-1252",
        "sjis": "Shift_JIS", "utf8": "UTF-8", "utf-8-sig": "utf-8", "eucjp": "EUC-JP",
        "cp936": "gbk", "koi8_r": "KOI8-R", "latin 1": "l1", "UHC": "cp949",
    }  # fmt: skip
    assert {name: canonical_encoding(name) for name in names} == {
        name: canonical_encoding(same) for name, same in names.items()
    }


def test_a_choice_that_does_not_fit_or_is_unknown_is_told() -> None:
    with refused("encoding.invalid") as told:
        read("one\n“café”\n".encode("cp1252"), "x", encoding="euc-kr")
    assert [told[0].values[name] for name in ("line", "byte", "encoding")] == [2, 0x93, "euc-kr"]
    assert "windows-1252" in told[0].values["possible"]
    with refused("encoding.unknown", error=InputError):
        read_comparison(File("a", b"x\n"), File("b", b"x\n", encoding="latn"), [File("r", b"x\n")])


@pytest.mark.parametrize("data", [b"a\0b\n\0\n" * 9, "a line\n".encode("utf-16-le"), bytes(40)])
def test_text_with_zeros_is_not_taken_for_utf16(data: bytes) -> None:
    assert read(data, "x.txt").lines.to_pylist() == data.decode().removesuffix("\n").split("\n")


def test_a_byte_order_mark_that_sacrebleu_would_count_is_told() -> None:
    parts = read(b"\xef\xbb\xbfone\ntwo\n", "x.txt")
    assert parts.lines.to_pylist() == ["one", "two"]
    assert codes(parts.repairs) == ["encoding.decoded"]
    assert codes(read(b"\xef\xbb\xbfsrc,mt\na,b\n", "x.csv").repairs) == []


def test_carriage_returns_alone_end_lines() -> None:
    parts = read(b"one\rtwo\r\rthree\r", "x.txt")
    assert parts.lines.to_pylist() == ["one", "two", "", "three"]
    assert codes(parts.repairs) == ["encoding.decoded"]
    assert read(b"one\rstill one\ntwo\n", "x.txt").lines.to_pylist() == ["one\rstill one", "two"]
    assert len(read(b"src,mt\ra,b\r", "x.csv")) == 1


@pytest.mark.parametrize("encoding", ["iso-2022-jp", "iso-2022-kr", "hz", "utf-16-le", "utf-16"])
def test_seven_bit_and_wide_encodings_are_not_taken_for_ascii(encoding: str) -> None:
    text = {"hz": "中文", "iso-2022-kr": "한국어", "iso-2022-jp": "日本語"}.get(encoding, "plain")
    data = text.encode("utf-16-le" if encoding == "utf-16" else encoding)
    data.decode()  # valid UTF-8 too
    assert lines(data, encoding) == [text]
    assert lines(b"plain\nASCII\n", encoding) == ["plain", "ASCII"]


def test_what_a_refusal_advises_can_be_followed_and_has_the_true_encoding() -> None:
    names = {"cp1252": "windows-1252", "latin-1": "latin-1", "sjis": "shift_jis", "gbk": "gb18030",
             "euc-kr": "euc-kr"}  # fmt: skip
    for encoding in sorted(set(TEXTS) - {"utf-16-le"}):
        data = f"first line\n{TEXTS[encoding]}\n".encode(encoding)
        with refused("encoding.invalid") as told:
            read(data, "x.txt")
        assert (told[0].values["file"], told[0].advice) == ("x.txt", ["encoding"])
        assert all(lines(data, name) for name in told[0].values["possible"])
        with refused("encoding.invalid") as told:  # more than is looked at
            read(TEXTS[encoding].encode(encoding) * 30_000, "x.txt")
        assert names.get(encoding) in [None, *told[0].values["possible"]]
