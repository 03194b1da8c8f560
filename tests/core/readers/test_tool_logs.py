"""Logs of translation tools, n-best lists, comparisons, subtitles; markup of no known kind."""

import gzip
from collections.abc import Sequence

import pytest

from bleu_core.messages import codes, tool
from bleu_core.readers import File, Parts, read, read_comparison, read_each, read_systems
from bleu_core.readers.detect import recognise
from bleu_core.readers.file_roles import guess_roles_together
from bleu_core.readers.input_checks import explain_lengths
from bleu_core.text.evalset import MisalignedColumns
from tests.core.readers.test_read_files import LINES
from tests.core.refusing import refused

SOURCES = ["uno dos", "tres", "cuatro cinco"]
REFERENCES = ["one two", "three", "four five"]
OUTPUTS = ["one too", "", "four  five"]
Texts = tuple[list[str] | None, list[str] | None, list[str] | None]
ALL = (SOURCES, REFERENCES, OUTPUTS)
ONLY_OUTPUTS = (None, None, OUTPUTS)


def fairseq(order: Sequence[int], kinds: str = "STHDP", outputs: Sequence[str] = OUTPUTS) -> str:
    lines = ["2021-03-01 12:00:00 | INFO | fairseq_cli.generate | loading model(s)"]
    for i in order:
        texts = {
            "S": SOURCES[i], "T": REFERENCES[i], "W": "0.1\tseconds", "P": "-0.1 -0.2",
            "H": f"-0.3\t{outputs[i]}", "D": f"-3e-1\t{outputs[i]}",
        }  # fmt: skip
        lines += [f"{kind}-{i}\t{texts[kind]}" for kind in kinds]
    lines.append("2021-03-01 12:00:01 | INFO | fairseq_cli.generate | Translated 3 sentences")
    return "\n".join(lines) + "\n"


def opennmt(numbers: Sequence[int] = (1, 2, 3), prefix: str = "") -> str:
    records = zip(numbers, SOURCES, REFERENCES, OUTPUTS, strict=True)
    return "".join(
        f"\n{prefix}SENT {n}: {source.split()!r}\n{prefix}PRED {n}: {output}\n"
        f"{prefix}PRED SCORE: -1.5\nGOLD {n}: {reference}\nGOLD SCORE: -1\n"
        for n, source, reference, output in records
    )


NBEST = "".join(f"{i} ||| {text} ||| F0= -1 ||| -2\n" for i, text in enumerate(OUTPUTS))
MARIAN = "[2021-03-01 12:00:00] [config] beam-size: 6\n" + "".join(
    f"[2021-03-01 12:00:01] Best translation {i} : {OUTPUTS[i]}\n" for i in (2, 0, 1)
)
COMPARE = "".join(f"{s}\n{r}\n{o}\n\n" for s, r, o in zip(*ALL, strict=True))
ROWS = "".join(
    f"news\tinput\t\t{s}\nnews\treference\t\t{r}\nnews\topus\t30.1\t{o}\n\n"
    for s, r, o in zip(*ALL, strict=True)
)
TIMES = "00:00:0{0},000 --> 00:00:0{0},900"
SRT = "".join(f"{i}\n{TIMES.format(i)}\n{text}\n\n" for i, text in enumerate(OUTPUTS, 1))
VTT = "WEBVTT - x\nKind: captions\n\nNOTE\nby hand\n\n" + "".join(
    f"{TIMES.format(i).replace(',', '.')} align:left\n{text}\n\n" for i, text in enumerate(OUTPUTS)
)

FILES: dict[str, tuple[str, str, Texts]] = {
    "generate": ("fairseq", fairseq((2, 0, 1)), ALL),
    "no D": ("fairseq", fairseq((2, 0, 1), "STHP"), ALL),
    "interactive": ("fairseq", fairseq((0, 1, 2), "SWHDP"), (SOURCES, None, OUTPUTS)),
    "grep": ("fairseq", fairseq((2, 1, 0), "D"), ONLY_OUTPUTS),
    "only texts": ("fairseq", "T-1\tthree\nT-0\tone two\n", (None, REFERENCES[:2], None)),
    "stripped": ("fairseq", fairseq((0, 1, 2)).replace("\t\n", "\n"), ALL),
    "opennmt": ("opennmt", opennmt(), ALL),
    "lua": ("opennmt", opennmt(prefix="[03/01/21 12:00:00 INFO] "), ALL),
    "marian": ("marian", MARIAN, ONLY_OUTPUTS),
    "nbest": ("nbest", NBEST, ONLY_OUTPUTS),
    "from 1": ("nbest", "1 ||| a b ||| -1\n2 |||  ||| -2\n", (None, None, ["a b", ""])),
    "rows": ("opusmt", ROWS, ALL),
    "srt": ("subtitles", SRT, ONLY_OUTPUTS),
    "vtt": ("subtitles", VTT, ONLY_OUTPUTS),
}


def texts_of(part: Parts) -> Texts:
    output = part.lines if part.lines is not None else next(iter(part.systems.values()), None)
    columns = part.source, next(iter(part.references.values()), None), output
    source, reference, output = (None if c is None else c.to_pylist() for c in columns)
    return source, reference, output


@pytest.mark.parametrize("file", FILES)
def test_files_of_tools_are_recognized_by_content_and_read(file: str) -> None:
    form, text, texts = FILES[file]
    crlf = b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()
    for data in (text.encode(), crlf, gzip.compress(text.encode()), text.encode("utf-16")):
        part = read(data, "run.txt")
        assert part.format == form
        assert texts_of(part) == texts
        assert (codes(part.repairs), part.ids) == ([], None)
    assert read(text.encode(), "run.txt", "text").lines.to_pylist() == text.split("\n")[:-1]


@pytest.mark.parametrize("text", [SRT, VTT])
def test_tags_of_subtitles_are_removed_and_other_angle_brackets_stay(text: str) -> None:
    text = text.replace(
        "one too", '<v Ann B>- <i>one</I>\n<00:00:01.500><font color="x">a <b c</font>'
    )
    text = text.replace("four  five", "<c.loud.x>I <3 <iron> a > b</c>")
    part = read(text.encode(), "run.txt")
    assert part.lines.to_pylist() == ["- one a <b c", "", "I <3 <iron> a > b"]
    assert part.repairs == (tool.tagged_cues("run.txt", 2),)


def test_a_comparison_file_is_recognized_by_its_suffix_or_by_similar_lines() -> None:
    words = ["harvest", "river", "minister", "farmer", "village", "election"]
    news = "".join(f"la {w[::-1]}\nThe {w} is {w}s\nA {w} was {w}s\n\n" for w in words).encode()
    poem = b"In the middle of our life\nI was in a dark wood\nThe way was lost\n\n" * 10
    assert texts_of(read(COMPARE.encode(), "a.compare")) == ALL
    assert texts_of(read(COMPARE.removesuffix("\n").encode(), "a.compare.txt", "opusmt")) == ALL
    assert recognise(COMPARE.encode() + b"x\n" * 4, "a.compare") == "opusmt"
    assert recognise(LINES, "a.compare") == "text"
    assert recognise(news, "a.txt") == "opusmt"
    assert recognise(poem, "a.txt") == "text"
    assert recognise(news[:40], "a.txt") == "text"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        # The first hypothesis counts; nothing is left out without a note.
        (NBEST.replace("\n1 |||", "\n0 ||| other ||| -3\n1 |||"), "tool.other_outputs"),
        (fairseq((2, 0, 1), "STHDHD"), "tool.other_outputs"),
        (fairseq((2, 0, 1)).replace("-3e-1", "nan"), None),
        (fairseq((2, 0, 1)).replace("H-0\t-0.3\tone", "H-0\t-0.3\ton@@ e"), "tool.detokenized"),
        (fairseq((2, 0, 1), "D").rpartition("\n2021")[0], "tool.cut_off"),
        (opennmt((1, 2, 1)), "tool.renumbered"),
        (NBEST.replace("2 |||", "7 |||"), "tool.missing_ids"),
        (MARIAN.replace("translation 0", "translation 3"), "tool.missing_ids"),
        (fairseq((0, 1, 2), "HD").replace("-2\t", "-999999999\t"), "tool.missing_ids"),
    ],
)  # fmt: skip
def test_repairs_are_told(text: str, code: str | None) -> None:
    part = read(text.encode(), "x")
    assert codes(part.repairs) == ([code] if code else [])
    assert (part.ids is not None) == (code == "tool.missing_ids")
    if code != "tool.missing_ids":
        assert texts_of(part)[2] == OUTPUTS


@pytest.mark.parametrize(
    ("text", "form", "code", "line"),
    [
        (fairseq((0, 1, 2)) * 2, None, "tool.repeated", 19),
        (fairseq((0, 1, 2), "H") * 2, None, "tool.repeated", 7),
        (MARIAN * 2, None, "tool.repeated", MARIAN.count("\n") + 2),
        (fairseq((0, 1, 2)).replace("S-1\t", "S--1\t"), None, "tool.bad_line", 7),
        (fairseq((0, 1, 2)).replace("S-1\t", f"S-{'1' * 400}\t"), None, "tool.bad_line", 7),
        (fairseq((0, 1, 2)).replace("D-1\t-3e-1", "D-1\tx"), None, "tool.bad_line", 10),
        (opennmt((1, 3, 2)), None, "tool.bad_line", 14),
        (NBEST.replace("0 |||", "3 |||"), None, "tool.bad_line", 2),
        (NBEST.replace("1 |||", "1 ||"), None, "tool.bad_line", 2),
        (ROWS.replace("news\topus", "news\tother", 1), None, "tool.bad_line", 7),
        (ROWS[:-20], None, "tool.bad_line", 11),
        (COMPARE.replace("three\n", ""), "opusmt", "tool.bad_line", 8),
        (COMPARE + "x\n", "opusmt", "tool.bad_line", 13),
        (SRT.replace("\n\n2\n", "\n2\n"), None, "tool.bad_line", 5),
        (SRT.replace("one too", "one\n\ntoo"), None, "tool.bad_line", 6),
        (VTT + "5\n", None, "tool.bad_line", 17),
        ("x\n", "fairseq", "file.nothing", None),
        ("\n", "subtitles", "file.nothing", None),
        ('# x\nmsgid ""\nmsgstr ""\n"a"\n\nmsgid "a"\nmsgstr "b"\n', None, "tool.unsupported", 2),
        ("x\nINFO:tensorflow:Inference results OUTPUT: a\n", None, "tool.unsupported", 2),
        ("x INFO \tSource: a\nx INFO \tReference: a\nx INFO \tHypothesis: b\n", None,
         "tool.unsupported", 2),
        ("BEST TRANSLATION: a b [11]  [total=-3.2] core=(1)\n", None, "tool.unsupported", 1),
        ("-0.5\tone too\n-0.25\tthree\n", None, "tool.unsupported", 1),
        ("[Script Info]\nTitle: x\n", None, "tool.unsupported", 1),
        (r"{\rtf1\ansi x}", None, "tool.unsupported", 1),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused(
    text: str, form: str | None, code: str, line: int | None
) -> None:
    expected = [code, "file.guessed_format"]
    if form or code == "tool.unsupported":
        expected = [code]
    with refused(*expected) as told:
        read(text.encode(), "x", form)
    assert told[0].values.get("line") == line
    assert read(text.encode(), "x", "text").lines is not None


def test_two_logs_in_any_order_are_one_test_set() -> None:
    other = ["one two", "tree", "five"]
    files = [
        File("a.txt", fairseq((2, 0, 1)).encode()),
        File("b.txt", fairseq((1, 2, 0), outputs=other).encode()),
    ]
    for references in ([], [File("ref.en", "\n".join(REFERENCES).encode())]):
        made = read_comparison(*files, references).evalset
        assert [column.to_pylist() for column in made.systems.values()] == [OUTPUTS, other]
        assert [column.to_pylist() for column in made.references] == [REFERENCES]
        assert made.source.to_pylist() == SOURCES
    roles = [choice.role for choice in guess_roles_together(read_each(files).parts)]
    assert roles == ["system", "reference", "source", "system", "leave out", "source"]
    given = [*files, File("ref.en", b"a\nb\nc\n"), File("src.es", b"x\ny\nz\n")]
    roles = [choice.role for choice in guess_roles_together(read_each(given).parts)]
    assert roles == [
        "system",
        *["leave out"] * 2,
        "system",
        *["leave out"] * 2,
        "reference",
        "source",
    ]


def test_logs_that_lack_segments_are_never_aligned_by_line() -> None:
    files = [File(name, fairseq(order).encode()) for name, order in (("a", (0, 2)), ("b", (1, 2)))]
    with refused("lines.missing", "lines.missing", "lines.without_reference") as told:
        read_comparison(*files, [])
    assert [one.values["segments"] for one in told] == [["1"], ["0"], ["1"]]
    cut_off = fairseq((0, 1, 2)).replace("D-1\t-3e-1\t\n", "").encode()
    with refused("lines.missing"):
        read_comparison(File("a", cut_off), File("b", fairseq((0, 1, 2)).encode()), [])


SETS = '<refset setid="x" refid="r"><doc docid="d"><seg id="1">one</seg></doc></refset>'


@pytest.mark.parametrize(
    ("text", "form"),
    [
        (f'<!DOCTYPE x SYSTEM "x.dtd">\n{SETS}', "mteval"),
        (f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b>">]>\n{SETS}', "mteval"),
        (f"<!DOCTYPE mteval>\n<x>{SETS}</x>", "mteval"),
        ("<a:xliff><a:unit><a:segment><a:source>a</a:source><a:target>b</a:target></a:segment>"
         "</a:unit></a:xliff>", "xliff"),
        ("<!DOCTYPE x>\n<x>\n<seg>a</seg>\n</x>\n", ""),
        ("<?xml version='1.0'?><x><seg>a</seg></x>", ""),
        ("<?xml version='1.0'?>\n", ""),
        ("<doc id='1'>\n<seg>a</seg>\n</doc>\n<doc>\n</doc>\n", ""),
        ("<!doctype html>\n<p>a\n<p>b\n", ""),
        ("<html>\n<body>a</body>\n</html>\n", ""),
        ("<b><i>Hello</i></b>\n<b>there</b>\n", "text"),
        ("<br><br>Hello\nthere\n", "text"),
        ("<!-- x -->\nHello\n", "text"),
        ("<?php x ?>\nHello\n", "text"),
        ("<?> what\n<!> that\n", "text"),
    ],
)  # fmt: skip
def test_markup_is_read_by_its_root_element_or_refused(text: str, form: str) -> None:
    if form:
        assert read(text.encode(), "x.txt").format == form
    else:
        with refused("tool.unsupported"):
            read(text.encode(), "x.txt")
    assert read(text.encode(), "x.txt", "text").format == "text"


def test_segments_are_in_the_order_of_their_numbers() -> None:
    records = [f"H-{n}\t-0.5\ttext {n}\n" for n in range(12)]
    for given in (records, records[::-1], sorted(records)):
        part = read("".join(given).encode(), "run.txt")
        assert texts_of(part)[2] == [f"text {n}" for n in range(12)]


@pytest.mark.parametrize("can_be_mended", [False, True])
def test_a_refusal_names_the_segment_that_a_log_lacks(can_be_mended: bool) -> None:
    log = File("log.txt", fairseq((0, 2), "H").encode())
    reference = File("ref.txt", "\n".join(REFERENCES).encode() + b"\n")
    with pytest.raises(MisalignedColumns) as error:
        read_systems([log], [reference], least=1)
    told = explain_lengths(error.value, can_be_mended)
    assert codes(told)[0] == "tool.missing_ids"
    assert ("lines.unequal" in codes(told)) != can_be_mended
