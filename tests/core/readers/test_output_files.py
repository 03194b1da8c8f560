"""References that are read once, and outputs that follow them."""

import json

from bleu_core.readers import File
from bleu_core.readers.output_files import read_references
from bleu_core.text.evalset import MisalignedColumns
from tests.core.refusing import refused

REFERENCE = File("ref.txt", b"one two\nthree four\n")
BOTH = File("ref.tsv", b"a\tb\nc\n")


def test_references_source_and_documents_become_a_test_set_for_any_output() -> None:
    source, documents = File("s", b"x\ny\n"), File("d", b"p\nq\n")
    files = read_references([REFERENCE, REFERENCE], source, documents)
    output = files.read_output(File("out/new.txt", b"1 2\n3 4\n5\n"))
    assert output.column.to_pylist() == ["1 2", "3 4", "5"]  # whoever asks looks at the length
    data = files.with_systems({"new": output.column[:2]})
    assert list(data.systems) == ["new"]
    assert data.systems["new"].to_pylist() == ["1 2", "3 4"]
    assert [column.to_pylist() for column in data.references] == [["one two", "three four"]] * 2
    assert (data.source.to_pylist(), data.documents.to_pylist()) == (["x", "y"], ["p", "q"])


def test_a_line_may_have_several_references_and_lack_some() -> None:
    files = read_references([BOTH], tab_separated=True)
    assert [column.to_pylist() for column in files.evalset.references] == [["a", "c"], ["b", None]]


def test_problems_of_all_files_are_told_at_once() -> None:
    with refused("encoding.invalid", "encoding.invalid"):
        read_references([File("r", b"\xff\n")], File("s", b"\xfe\n"))
    with refused("lines.unequal", error=MisalignedColumns):
        read_references([REFERENCE], File("s", b"x\n"))
    with refused("file.no_reference"):
        read_references([])


def table(*ids: str) -> bytes:
    rows = [{"id": name, "doc": "d", "output": f"text {name}", "reference": name} for name in ids]
    return "\n".join(map(json.dumps, rows)).encode()


def test_an_output_is_put_into_the_order_of_the_references() -> None:
    files = read_references([File("ref.jsonl", table("1", "2"))])
    assert files.read_output(File("new.jsonl", table("1", "2"))).column.to_pylist() == [
        "text 1", "text 2"
    ]  # fmt: skip
    read = files.read_output(File("new.jsonl", table("2", "1")))
    assert read.column.to_pylist() == ["text 1", "text 2"]
    assert [note.code for note in read.repairs] == ["lines.aligned_by_key"]
    with refused("lines.missing"):
        files.read_output(File("new.jsonl", table("2")))


def test_of_several_systems_one_is_chosen() -> None:
    files = read_references([REFERENCE])
    several = File("both.tsv", b"mt_red\tmt_blue\na\tb\nc\td\n")
    assert files.read_output(several, "mt_blue").column.to_pylist() == ["b", "d"]
    with refused("systems.not_chosen"):
        files.read_output(several)
