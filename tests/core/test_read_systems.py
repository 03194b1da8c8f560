"""Any number of outputs becomes one test set: in their order, nothing dropped, all told at once."""

from __future__ import annotations

import pytest

from bleu_core.evalset import Misaligned
from bleu_core.readers import File, read_systems
from bleu_core.streams import InputError

REFERENCE = File("ref.txt", b"one two\nthree four\n")


def text(name: str, *lines: str) -> File:
    return File(name, "".join(f"{line}\n" for line in lines).encode())


TABLE = File("both.tsv", b"reference\tmt_red\tmt_blue\tmt_green\nr1\ta\tb\tc\nr2\td\te\tf\n")


def test_systems_stand_in_the_order_of_their_files_and_are_called_by_them() -> None:
    files = [text(f"{name}.en", name, name) for name in ("zeta", "alpha", "mid")]
    data, told = read_systems(files, [REFERENCE])
    assert list(data.systems) == ["zeta", "alpha", "mid"]
    assert data.systems["mid"].to_pylist() == ["mid", "mid"]
    assert told == []


def test_a_file_of_many_systems_stands_beside_one_of_one() -> None:
    data, _ = read_systems([text("own.en", "x", "y"), TABLE], [])
    assert list(data.systems) == ["own", "mt_red", "mt_blue", "mt_green"]
    assert data.systems["mt_green"].to_pylist() == ["c", "f"]
    assert [column.to_pylist() for column in data.references] == [["r1", "r2"]]


def test_systems_of_a_table_can_be_chosen() -> None:
    data, _ = read_systems([text("own.en", "x", "y"), TABLE], [], systems=["mt_green", "mt_red"])
    assert list(data.systems) == ["own", "mt_red", "mt_green"]
    assert data.systems["mt_green"].to_pylist() == ["c", "f"]


def test_names_are_given_in_order_and_others_stay_distinct() -> None:
    files = [text("mon/out.en", "a", "b"), text("tue/out.en", "c", "d"), text("out.de", "e", "f")]
    data, told = read_systems(files, [REFERENCE])
    assert list(data.systems) == ["out", "out (2)", "out (3)"]
    assert "the one of tue/out.en is 'out (2)' here." in told[0]
    data, told = read_systems(files, [REFERENCE], names=["monday", "out"])
    assert list(data.systems) == ["monday", "out", "out (2)"]
    assert [column.to_pylist()[0] for column in data.systems.values()] == ["a", "c", "e"]
    assert len(told) == 1


def test_all_that_is_wrong_is_told_at_once() -> None:
    files = [text("a.en", "x", "y"), File("b.en", b"\xff\xfe\xfa"), text("c.en", "only one")]
    with pytest.raises(InputError) as caught:
        read_systems(files, [REFERENCE, File("r2.en", b"")])
    told = " ".join(caught.value.problems)
    for name in ("b.en", "c.en", "r2.en"):
        assert name in told


def test_problems_stand_in_the_order_of_the_files() -> None:
    files = [File(f"{number}.xml", b"\xff\xfe\xfa") for number in range(1, 13)]
    with pytest.raises(InputError) as caught:
        read_systems(files, [REFERENCE])
    first = [problem.split(".xml")[0] for problem in caught.value.problems]
    assert first[:12] == [str(number) for number in range(1, 13)]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"names": ["x", "x"]}, "2 systems are given the name 'x'"),
        (
            {"names": list("abcd")},
            "4 names are given, and there are 3 systems: mt_red, mt_blue and mt_green.",
        ),
        ({"systems": ["mt_red", "pink"]}, "There is no system 'pink'; there are mt_red."),
        ({"systems": ["pink"]}, "has no system 'pink'; it holds mt_red, mt_blue and mt_green."),
        ({"systems": ["mt_red"]}, "There is only one system (mt_red); a comparison needs two."),
    ],
)
def test_names_and_systems_that_do_not_fit_are_refused(given, said) -> None:
    with pytest.raises(InputError) as caught:
        read_systems([TABLE], [], **given)
    assert said in " ".join(caught.value.problems)


def test_outputs_of_other_lengths_can_be_repaired_under_their_names() -> None:
    files = [text("a.en", "x", "y"), text("b.en", "x"), text("c.en", "x", "y", "z")]
    with pytest.raises(Misaligned) as caught:
        read_systems(files, [REFERENCE], names=["first"])
    assert list(caught.value.columns["systems"]) == ["first", "b", "c"]
    assert sum("b.en" in problem or "c.en" in problem for problem in caught.value.problems) == 2
