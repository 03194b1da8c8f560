"""NIST and WMT XML, TMX and XLIFF: what is written is read back, what is mended is told."""

from xml.sax.saxutils import escape, quoteattr

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bleu_core.readers import Parts, ReadError, read
from tests.core.refusing import refused

# What XML can hold, without white space at the ends and line breaks, which XML lays out.
characters = st.characters(exclude_categories=["Cs", "Cc"], include_characters="\t")
segment = st.text(characters, max_size=20).map(lambda text: text.strip(" \t\r\n"))
identity = st.text(characters, min_size=1, max_size=8).filter(str.strip)


def plain(parts: Parts) -> dict[str, list[str | None]]:
    """All columns of systems, references and source as lists."""
    columns = {**parts.systems, **parts.references}
    if parts.source is not None:
        columns["source"] = parts.source
    return {name: values.to_pylist() for name, values in columns.items()}


def kinds(parts: Parts) -> list[str]:
    """The kinds of repairs, and the codes of other messages."""
    return [note.values.get("what", note.code) for note in parts.repairs]


def nist(sets: list[tuple[str, str, list[tuple[str, str, str]]]]) -> str:
    """An mteval file of (element, its attribute, [(document, segment, text)])."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<mteval>"]
    for element, label, segments in sets:
        lines.append(f'<{element} setid="t" srclang="fr" trglang="en" {label}>')
        for document in dict.fromkeys(document for document, _, _ in segments):
            lines.append(f"<doc docid={quoteattr(document)} genre='nw'>\n<p>")
            lines += [
                f"<seg id={quoteattr(number)}> {escape(text)} </seg>"
                for its, number, text in segments
                if its == document
            ]
            lines.append("</p>\n</doc>")
        lines.append(f"</{element}>")
    return "\n".join([*lines, "</mteval>", ""])


@given(st.data())
def test_mteval_round_trip_in_any_order(data: st.DataObject) -> None:
    keys = data.draw(
        st.lists(st.tuples(identity, identity), min_size=1, max_size=6, unique=True)
    )  # fmt: skip
    texts = {
        name: data.draw(st.lists(segment, min_size=len(keys), max_size=len(keys)))
        for name in ("source", "r1", "r2", "s1", "s2")
    }
    sets = []
    for name in texts:
        kind = {"r": "ref", "s": "sys"}[name[0]]
        element = {"source": "srcset", "r1": "refset", "r2": "refset"}.get(name, "tstset")
        label = "" if name == "source" else f"{kind}id='{name}'"
        rows = [(*key, text) for key, text in zip(keys, texts[name], strict=True)]
        if sets:
            rows = data.draw(st.permutations(rows))
        sets.append((element, label, rows))
    parts = read(nist(sets).encode(), "a.xml")
    order = [
        keys.index(pair)
        for pair in zip(
            parts.ids.documents.to_pylist(), parts.ids.segments.to_pylist(), strict=True
        )
    ]
    assert plain(parts) == {name: [texts[name][i] for i in order] for name in texts}
    assert parts.repairs == ()


BROKEN = b"""<TSTSET setid='x' SysID=big>
<DOC docid='d1' sysid='big'>
<hl><seg id=1> Rock & Roll &eacute; AT&amp;T </seg></hl>
<P><seg id=2>a < b <unk> c<seg id=3>third
line &#233;&#0;</seg></P>
<seg>no id</seg>
<poster><seg id="9"/></poster>
stray text
</DOC></TSTSET>"""


def test_what_is_not_well_formed_is_read_and_told() -> None:
    parts = read(BROKEN, "b.sgm")
    assert plain(parts) == {
        "big": ["Rock & Roll &eacute; AT&T", "a < b <unk> c", "third line é&#0;", "no id", ""]
    }
    assert parts.ids.segments.to_pylist() == ["1", "2", "3", "4", "9"]
    assert parts.metadata["block"].to_pylist() == ["hl", "p", "p", None, "poster"]
    found = {note.values["what"]: note.values for note in parts.repairs}
    found = {kind: (values["count"], values["line"]) for kind, values in found.items()}
    assert found == {
        "upper_case": (6, 1), "unquoted_attributes": (4, 1),
        "unknown_entities": (2, 3), "tags_kept": (1, 4), "no_end_tag": (1, 4),
        "line_breaks": (1, 4), "invalid_references": (1, 4),
        "numbered_segments": (1, 6), "text_outside": (1, 7),
    }  # fmt: skip


def test_sets_of_one_name_are_joined_or_numbered() -> None:
    one, two = [("d", "1", "x")], [("d", "2", "y")]
    for element, label, second, columns, told in (
        ("tstset", "sysid='s'", two, {"s": ["x", "y"]}, ["markup.joined_sets"]),
        ("srcset", "", one, {"source": ["x"]}, ["file.renamed", "sources"]),
        ("tstset", "sysid='s'", one, {"s": ["x"], "s (2)": ["x"]}, ["file.renamed"]),
    ):
        parts = read(nist([(element, label, one), (element, label, second)]).encode(), "a.xml")
        assert plain(parts) == columns
        assert kinds(parts) == told
    assert parts.repairs[0].values["called"] == "s (2)"


WMT = """<?xml version='1.0' encoding='utf-8'?>
<dataset id="wmt">
  <doc id="a" origlang="en" domain="news">
    <src lang="en"><p><seg id="1">One</seg><seg id="2">Two</seg></p></src>
    <ref lang="de" translator="A"><p><seg id="1">Eins</seg><seg id="2">Zwei</seg></p></ref>
    <ref lang="de" translator="B"><p><seg id="1">Eines</seg></p></ref>
    <hyp system="x" lang="de"><p><seg id="1">Ein</seg><seg id="2">Zwo</seg></p></hyp>
    <hyp system="y" lang="de"><p><seg id="2">Zwie</seg><seg id="1">Ei</seg></p></hyp>
  </doc>
  <doc id="b" origlang="en" domain="social">
    <src lang="en"><p><seg id="1">Three</seg></p></src>
    <ref lang="de" translator="A"><p><seg id="1">Drei</seg></p></ref>
    <hyp system="x" lang="de"><p><seg id="1">Dry</seg></p></hyp>
    <hyp system="y" lang="de"><p><seg id="1">Drai</seg></p></hyp>
  </doc>
</dataset>"""


def test_wmt_xml() -> None:
    parts = read(WMT.encode(), "wmt.xml")
    assert plain(parts) == {
        "source": ["One", "Two", "Three"], "A": ["Eins", "Zwei", "Drei"],
        "B": ["Eines", None, None], "x": ["Ein", "Zwo", "Dry"], "y": ["Ei", "Zwie", "Drai"],
    }  # fmt: skip
    assert parts.documents.to_pylist() == ["a", "a", "b"]
    assert parts.metadata["domain"].to_pylist() == ["news", "news", "social"]
    assert parts.repairs == ()


def test_what_cannot_be_read_is_named_with_its_line() -> None:
    for data, code, line in (
        (b"<mteval></mteval>", "file.nothing", None),
        (b"<mteval>\n<seg id='1'>x</seg></mteval>", "markup.misplaced", 2),
        (b"<tstset sysid='s'>\n</seg></tstset>", "markup.misplaced", 2),
        (b"<mteval>\n<!-- never closed", "markup.unclosed", 2),
        (b"<!DOCTYPE mteval [ <!ENTITY a 'b'>\n", "markup.unclosed", 1),
        (b"<tstset><doc docid='d'><seg id='1'>\xe9</seg>", "encoding.invalid", 1),
        (b"<tmx>\n<tu><tuv lang='a'><seg>b", "markup.unclosed", 2),
        (b"<tmx><tu><tuv lang='a'><seg>b</seg></tuv></tu></tmx>", "file.nothing", None),
    ):
        with pytest.raises(ReadError) as caught:
            read(data, "a.xml")
        first = caught.value.problems[0]
        assert (first.code, first.values["file"]) == (code, "a.xml")
        assert first.values.get("line") == line
    with refused("markup.repeated_ids", "file.guessed_format") as told:
        read(b"<tstset><doc docid='d'>\n<seg id='1'>x</seg>\n<seg id='1'>y</seg>", "a.xml")
    assert told[0].values == {"file": "a.xml", "ids": ["d:1"], "lines": [3], "count": 1}


HIDING = {"<!--": "-->", "<![CDATA[": "]]>", "<?": "?>", "<!DOCTYPE ": "]>"}
TEXTS = ["one", "two {begin}p [ x", "three", "four", "five {end} x", "six"]


@pytest.mark.parametrize("begin", HIDING)
@pytest.mark.parametrize(
    ("around", "each", "called", "lost"),
    [
        ("<tstset sysid='s'><doc docid='d'>\n{}</doc></tstset>", "<seg id='{n}'>{text}</seg>\n",
         "segment d:2", 3),
        ("<tmx>\n{}</tmx>", "<tu><tuv lang='a'><seg>{text}</seg></tuv><tuv lang='b'><seg>b</seg>"
         "</tuv></tu>\n", "unit 2 (a)", 6),
        ("<xliff>\n{}</xliff>", "<segment><source>{text}</source><target>b</target></segment>\n",
         "the <source> of unit 2", 3),
    ],
)  # fmt: skip
def test_markup_that_swallows_segments_is_refused(begin, around, each, called, lost) -> None:
    lines = [
        each.format(n=n, text=text.format(begin=begin, end=HIDING[begin]))
        for n, text in enumerate(TEXTS, 1)
    ]
    with refused("markup.hidden_segments", "file.guessed_format") as told:
        read(around.format("".join(lines)).encode(), "a.xml")
    found = told[0].values
    assert (found["line"], found["segment"], found["opening"]) == (3, called, begin.strip())
    assert (found["last"], found["count"]) == (6, lost)
    escaped = around.format("".join(lines)).replace(begin, escape(begin)).encode()
    assert len(read(escaped, "a.xml")) == len(TEXTS)


def test_cdata_and_comments_are_read_and_a_damaged_end_tag_is_refused() -> None:
    parts = read(b"<tstset sysid='s'><!-- <seg id='1'>x</seg> --><seg id='2'>y</seg>", "a.xml")
    assert plain(parts) == {"s": ["y"]}
    assert kinds(parts)[0] == "segments_in_comments"
    with refused("markup.damaged_tag", "file.guessed_format") as told:
        read(b"<tstset sysid='s'><seg id='1'>x</seg\n<seg id='2'>y</seg>", "a.xml")
    found = told[0].values
    assert (found["segment"], found["tag"], found["at"]) == ("segment 1", "</seg", 1)
    text = b"<tstset sysid='s'><seg id='1'>a <![CDATA[<b> & c]]><!-- x --> d</seg></tstset>"
    parts = read(text, "a.xml")
    assert plain(parts) == {"s": ["a <b> & c d"]}
    assert kinds(parts) == ["comments"]


def memory(declared: str, *languages: str) -> Parts:
    inside = "".join(f'<tuv xml:lang="{lang}"><seg>{lang}</seg></tuv>' for lang in languages)
    return read(f"<tmx><header {declared}/><tu>{inside}</tu></tmx>".encode(), "a.tmx")


def test_the_source_language_may_be_written_shorter_or_longer() -> None:
    for declared, languages, source, target in (
        ("en", ("de", "en-GB"), "en-GB", "de"),
        ("EN_gb", ("de", "en-GB"), "en-GB", "de"),
        ("en-GB", ("de", "en"), "en", "de"),
        ("en", ("en-US", "en", "de"), "en", "de"),
        ("en", ("en-US", "en-GB", "de"), "en-US", "de"),
        ("en", ("eng", "en-GB"), "en-GB", "eng"),
    ):
        parts = memory(f'srclang="{declared}"', *languages)
        assert parts.source.to_pylist() == [source]
        assert parts.references[target.lower()].to_pylist() == [target]
        others = ["markup.other_languages"] if len(languages) > 2 else []
        assert kinds(parts) == others


@given(rows=st.lists(st.tuples(segment, segment), min_size=1, max_size=6))
def test_tmx_and_xliff_round_trip(rows: list[tuple[str, str]]) -> None:
    units = "".join(
        f'<tu><tuv xml:lang="en"><seg>{escape(s)}</seg></tuv>'
        f'<tuv xml:lang="de"><seg>{escape(t)}</seg></tuv></tu>\n'
        for s, t in rows
    )
    tmx = (
        f'<!DOCTYPE tmx SYSTEM "tmx14.dtd">\n<tmx version="1.4"><header srclang="en"/><body>{units}'
    )
    wanted = {"source": [s for s, _ in rows], "de": [t for _, t in rows]}
    assert plain(read(f"{tmx}</body></tmx>".encode(), "a.tmx")) == wanted
    old = "".join(
        f"<trans-unit><source>{escape(s)}</source><target>{escape(t)}</target></trans-unit>"
        for s, t in rows
    )
    new = "".join(
        f"<unit><segment><source>{escape(s)}</source><target>{escape(t)}</target></segment></unit>"
        for s, t in rows
    )
    wanted = {"source": wanted["source"], "target": wanted["de"]}
    for body in (old, new):
        text = f'<xliff version="1.2"><file original="f">{body}</file></xliff>'
        assert plain(read(text.encode(), "a.xlf")) == wanted


def test_codes_inside_bitext_are_left_out_and_told() -> None:
    unit = (
        "<trans-unit><source>a <g id='1'>b</g> <ph id='2'>&lt;br&gt;</ph>c</source>"
        "<target>x</target><alt-trans alttranstype='rejected'><target>old</target></alt-trans>"
        "</trans-unit>"
        "<trans-unit><source>alone</source></trans-unit>"
        "<ignorable><source>between</source></ignorable>"
    )
    parts = read(f"<xliff><file original='f'>{unit}</file></xliff>".encode(), "a.xlf")
    assert plain(parts) == {"source": ["a b c"], "target": ["x"]}
    told = {
        kind: one.values["count"] for kind, one in zip(kinds(parts), parts.repairs, strict=True)
    }
    assert told == {
        "tags_left_out": 4, "proposals": 1, "ignorable": 1,
        "incomplete_units": 1,
    }  # fmt: skip
    parts = memory('srclang="a"', "a", "b", "b")
    assert plain(parts) == {"source": ["a"], "b": ["b"]}
    assert kinds(parts) == ["markup.second_text"]
    again = "".join(f"<tuv xml:lang='b'><seg>{who}</seg></tuv>" for who in ("MT!", "Ana"))
    unit = f"<tu><tuv xml:lang='a'><seg>x</seg></tuv>{again}</tu>"
    parts = read(f"<tmx><header srclang='a'/>{unit}{unit}</tmx>".encode(), "a.tmx")
    assert plain(parts)["b"] == ["MT!", "MT!"]
    (told,) = parts.repairs
    assert told.values == {"file": "a.tmx", "count": 2, "line": 1}


def xliff(*units: str) -> Parts:
    body = "".join(f"<trans-unit>{unit}</trans-unit>" for unit in units)
    return read(f"<xliff><file original='f'>{body}</file></xliff>".encode(), "a.sdlxliff")


def mark(segment: str, text: str, name: str = "mrk") -> str:
    return f"<{name} mtype='seg' mid='{segment}'>{text}</{name}>"


def test_units_are_split_into_the_segments_that_source_and_target_share() -> None:
    a, b = mark("1", "a<mrk mtype='term'>!</mrk>"), mark("2", "<g>b</g>.")
    parts = xliff(
        f"<source>A. B.</source><seg-source>{mark('1', 'A.')} {mark('2', 'B.')}</seg-source>"
        f"<target>{b}<x id='9'/>{a}</target>",
        f"<source>{mark('3', 'C.', 'x:mrk')}</source><target>{mark('3', ' c. ', 'x:mrk')}</target>",
        "<source>D.</source><target>d.</target>",
    )  # fmt: skip
    assert plain(parts) == {"source": ["A.", "B.", "C.", "D."], "target": ["a!", "b.", "c.", "d."]}
    assert parts.documents.to_pylist() == ["f"] * 4
    assert kinds(parts) == ["tags_left_out"]


@pytest.mark.parametrize(
    "target",
    [
        "a. b.", mark("1", "a. b."), f"{mark('1', 'a.')} {mark('3', 'b.')}",
        f"{mark('1', 'a.')} b.", f"{mark('1', 'a.')} {mark('1', 'b.')}",
        mark("1", f"a. {mark('2', 'b.')}"),
    ],
)  # fmt: skip
def test_a_unit_without_the_same_segments_on_both_sides_stays_whole(target: str) -> None:
    source = f"<source>A. B.</source><seg-source>{mark('1', 'A.')} {mark('2', 'B.')}</seg-source>"
    parts = xliff(f"{source}<target>{target}</target>")
    assert plain(parts) == {"source": ["A. B."], "target": ["a. b."]}
    assert [(one.values["what"], one.values["count"]) for one in parts.repairs] == [
        ("unsplit_units", 1)
    ]


def test_a_proposal_outside_units_is_skipped() -> None:
    proposal = "<alt-trans><target>x</target></alt-trans>"
    unit = "<trans-unit><source>a</source><target>b</target></trans-unit>"
    parts = read(f"<xliff>{proposal}{unit}</xliff>".encode(), "a.xlf")
    assert plain(parts) == {"target": ["b"], "source": ["a"]}


def test_proposals_that_every_segment_has_are_systems_and_others_are_named() -> None:
    def unit(number: int, *origins: str) -> str:
        proposals = "".join(
            f"<alt-trans origin='{origin}'><source>s</source>"
            f"<target>{origin}{number}</target></alt-trans>"
            for origin in origins
        )
        return f"<source>s{number}</source><target>t{number}</target>{proposals}"

    parts = xliff(unit(1, "MT", "TM", "MT", ""), unit(2, "", "MT"))
    assert {name: texts.to_pylist() for name, texts in parts.systems.items()} == {
        "MT": ["MT1", "MT2"], "alt-trans": ["1", "2"],
    }  # fmt: skip
    assert plain(parts)["target"] == ["t1", "t2"]
    told = dict(zip(kinds(parts), (one.values for one in parts.repairs), strict=True))
    assert told["proposals"]["count"] == 1
    assert told["markup.proposals"]["read"] == ["MT", "alt-trans"]
    assert told["markup.proposals"]["skipped"] == ["TM"]
    source, target = (mark("1", one) + mark("2", other) for one, other in ("ab", "cd"))
    parts = xliff(
        f"<source>{source}</source><target>{target}</target>"
        "<alt-trans origin='MT'><target>x</target></alt-trans>"
    )
    assert plain(parts) == {"source": ["a", "b"], "target": ["c", "d"]}
    assert kinds(parts) == ["markup.proposals"]
