"""Any number of outputs becomes one test set: in their order, nothing dropped, all told at once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bleu_core.messages import codes
from bleu_core.readers import File, read_systems
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


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"names": ["x", "x"]}, ["systems.name_twice"]),
        ({"names": list("abcd")}, ["systems.too_many_names"]),
        ({"names": ["x" * 81, "a\u202eb"]}, ["systems.bad_name"] * 2),
        ({"systems": ["mt_red", "pink"]}, ["systems.too_few", "systems.unknown"]),
        ({"systems": ["pink"]}, ["systems.not_in_file"]),
        ({"systems": ["mt_red"]}, ["systems.too_few"]),
    ],
)
def test_names_and_systems_that_do_not_fit_are_refused(options, expected) -> None:
    with refused(*expected):
        read_systems([TABLE], [], **options)


@given(names=st.lists(st.sampled_from(["a", "b", "a (2)", "c"]), min_size=2, max_size=8))
def test_no_output_is_lost_whatever_the_names(names: list[str]) -> None:
    files = [text(f"{name}.txt", str(i), name) for i, name in enumerate(names)]
    made = read_systems(files, [REFERENCE])
    assert [column[0].as_py() for column in made.evalset.systems.values()] == list(
        map(str, range(len(names)))
    )
    renamed = sum(new != old for new, old in zip(made.evalset.systems, names, strict=True))
    assert len(made.repairs) == renamed
