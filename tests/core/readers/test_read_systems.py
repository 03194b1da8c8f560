"""Any number of outputs becomes one test set: in their order, nothing dropped, all told at once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bleu_core.messages import codes
from bleu_core.readers import Assembled, File, read_comparison, read_systems
from bleu_core.text.evalset import InputError, MisalignedColumns
from tests.core.readers.test_read_files import zipped
from tests.core.refusing import refused

REFERENCE = File("ref.txt", b"one two\nthree four\n")


def text(name: str, *lines: str) -> File:
    return File(name, "".join(f"{line}\n" for line in lines).encode())


TABLE = File("both.tsv", b"reference\tmt_red\tmt_blue\tmt_green\nr1\ta\tb\tc\nr2\td\te\tf\n")


def test_systems_stand_in_the_order_of_their_files_of_one_or_many() -> None:
    data, _ = read_systems([text("own.en", "x", "y"), TABLE], [])
    assert list(data.systems) == ["own", "mt_red", "mt_blue", "mt_green"]
    assert data.systems["mt_green"].to_pylist() == ["c", "f"]
    assert [column.to_pylist() for column in data.references] == [["r1", "r2"]]
    data, _ = read_systems([text("own.en", "x", "y"), TABLE], [], systems=["mt_green", "mt_red"])
    assert list(data.systems) == ["own", "mt_red", "mt_green"]
    assert data.systems["mt_green"].to_pylist() == ["c", "f"]
    files = [text(f"{name}.en", name, name) for name in ("zeta", "alpha", "mid")]
    data, told = read_systems(files, [REFERENCE])
    assert list(data.systems) == ["zeta", "alpha", "mid"]
    assert data.systems["mid"].to_pylist() == ["mid", "mid"]
    assert told == []


def test_names_are_given_in_order_and_others_stay_distinct() -> None:
    files = [text("mon/out.en", "a", "b"), text("tue/out.en", "c", "d")]
    assert list(read_systems(files, [REFERENCE]).evalset.systems) == ["mon", "tue"]
    files = [text("out.en", "a", "b"), text("out.en", "c", "d"), text("./out.en", "e", "f")]
    data, told = read_systems(files, [REFERENCE])
    assert list(data.systems) == ["out", "out (2)", "out (3)"]
    assert codes(told) == ["systems.renamed"] * 2
    assert told[0].values == {"system": "out", "file": "out.en", "called": "out (2)"}
    data, told = read_systems(files, [REFERENCE], names=["monday", "out"])
    assert list(data.systems) == ["monday", "out", "out (2)"]
    assert [column.to_pylist()[0] for column in data.systems.values()] == ["a", "c", "e"]
    assert len(told) == 1


def test_all_that_is_wrong_is_told_at_once_in_the_order_of_the_files() -> None:
    files = [text("a.en", "x", "y"), File("b.en", b"\xff\xfe\xfa"), text("c.en", "only one")]
    with refused("encoding.invalid", "lines.unequal", "lines.unequal") as told:
        read_systems(files, [REFERENCE, File("r2.en", b"")])
    assert told[0].values["file"] == "b.en"
    assert [one.values["name"] for one in told[1:]] == ["c (c.en)", "reference 2 (r2.en)"]
    files = [File(f"{number}.xml", b"\xff\xfe\xfa") for number in range(1, 13)]
    with pytest.raises(InputError) as caught:
        read_systems(files, [REFERENCE])
    named = [problem.values["file"] for problem in caught.value.problems[:12]]
    assert named == [file.name for file in files]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"names": ["x", "x"]}, ["systems.name_twice"]),
        ({"names": list("abcd")}, ["systems.too_many_names"]),
        ({"names": ["x" * 81, "a\u202eb"]}, ["systems.name_long", "systems.name_unprintable"]),
        ({"systems": ["mt_red", "pink"]}, ["systems.too_few", "systems.unknown"]),
        ({"systems": ["pink"]}, ["systems.not_in_file"]),
        ({"systems": ["mt_red"]}, ["systems.too_few"]),
    ],
)
def test_names_and_systems_that_do_not_fit_are_refused(options, expected) -> None:
    with refused(*expected):
        read_systems([TABLE], [], **options)


def test_outputs_of_other_lengths_can_be_repaired_under_their_names() -> None:
    files = [text("a.en", "x", "y"), text("b.en", "x"), text("c.en", "x", "y", "z")]
    with pytest.raises(MisalignedColumns) as caught:
        read_systems(files, [REFERENCE], names=["first"])
    assert list(caught.value.columns["systems"]) == ["first", "b", "c"]
    named = [problem.values["name"] for problem in caught.value.problems]
    assert named == ["b (b.en)", "c (c.en)"]
    files = [text("a.txt", "1", "2")._replace(called="new"), TABLE._replace(called="no")]
    data, told = read_systems(files, [])
    assert list(data.systems) == ["new", "mt_red", "mt_blue", "mt_green"]
    assert codes(told) == ["systems.names_kept"]
    with refused("systems.name_twice"):
        read_systems([file._replace(called="x") for file in (files[0], files[0])], [REFERENCE])


def systems_of(made: Assembled) -> dict[str, list[str]]:
    return {name: column.to_pylist() for name, column in made.evalset.systems.items()}


def numbered(number: int) -> dict[str, list[str]]:
    """Systems in an order that is not that of their names."""
    return {f"s{i:02}": [f"{i} one", f"{i} two"] for i in reversed(range(number))}


@pytest.mark.parametrize("number", [2, 13])
def test_every_output_comes_through_in_order_with_its_name(number: int) -> None:
    systems = numbered(number)
    texts = {f"{name}.txt": "\n".join(lines).encode() for name, lines in systems.items()}
    made = read_systems([File(*item) for item in texts.items()], [REFERENCE], text("src", "x", "y"))
    assert list(systems_of(made).items()) == list(systems.items())
    assert made.repairs == []
    assert made.evalset.source is not None
    # One file that holds them all: an archive, a table, the XML of WMT.
    archive = read_systems([File("all.zip", zipped(**texts))], [REFERENCE])
    assert list(systems_of(archive).items()) == list(systems.items())
    rows = ["\t".join(["ref", *(f"sys_{name}" for name in systems)])]
    rows += ["\t".join([f"r{i + 1}", *(lines[i] for lines in systems.values())]) for i in (0, 1)]
    table = read_systems([File("all.tsv", "\n".join(rows).encode())], [])
    assert list(systems_of(table).items()) == [(f"sys_{k}", v) for k, v in systems.items()]
    assert table.evalset.references[0].to_pylist() == ["r1", "r2"]
    hyps = "".join(
        f'<hyp system="{name}"><p><seg id="1">{one}</seg><seg id="2">{two}</seg></p></hyp>'
        for name, (one, two) in systems.items()
    )
    wmt = (
        '<dataset id="t"><doc origlang="en" id="d"><src lang="en"><p><seg id="1">x</seg>'
        '<seg id="2">y</seg></p></src><ref lang="de" translator="A"><p><seg id="1">r1</seg>'
        f'<seg id="2">r2</seg></p></ref>{hyps}</doc></dataset>'
    )
    xml = read_systems([File("t.xml", wmt.encode())], [])
    assert list(systems_of(xml).items()) == list(systems.items())


@given(names=st.lists(st.sampled_from(["a", "b", "a (2)", "c"]), min_size=2, max_size=8))
def test_no_output_is_lost_whatever_the_names(names: list[str]) -> None:
    files = [text(f"{name}.txt", str(i), name) for i, name in enumerate(names)]
    made = read_systems(files, [REFERENCE])
    assert [lines[0] for lines in systems_of(made).values()] == list(map(str, range(len(names))))
    renamed = sum(new != old for new, old in zip(systems_of(made), names, strict=True))
    assert len(made.repairs) == renamed


def test_of_two_outputs_it_is_the_comparison() -> None:
    files = [text("a.txt", "1", "2"), text("b.txt", "3", "4")]
    assert (
        read_systems(files, [REFERENCE]).evalset.digest
        == read_comparison(*files, [REFERENCE]).evalset.digest
    )
