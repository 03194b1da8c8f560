"""Roles of columns and of files: by name, by what they hold, by place."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bleu_core.messages import codes
from bleu_core.readers import File, ReadError, read, read_comparison, read_each, read_system
from bleu_core.readers.assemble import system_names
from bleu_core.readers.choices import with_column
from bleu_core.readers.file_roles import guess_roles_together, with_chosen_roles
from bleu_core.readers.role_names import guess_baseline
from tests.core.refusing import refused

S, R, H = ("una casa", "un perro"), ("a house", "a dog"), ("one house", "one dog")
THIRD = ("the house", "the dog")


def rows(row: Any) -> bytes:
    """JSON Lines of two rows; "S", "R", "H" and "T" stand for their texts."""

    def filled(value: Any, number: int) -> Any:
        if isinstance(value, dict):
            return {key: filled(inner, number) for key, inner in value.items()}
        if isinstance(value, list):
            return [filled(inner, number) for inner in value]
        texts = {"S": S, "R": R, "H": H, "T": THIRD}
        return texts[value][number] if isinstance(value, str) and value in texts else value

    return "".join(json.dumps(filled(row, number)) + "\n" for number in (0, 1)).encode()


# A row as a program or campaign writes it, and the texts that it has.
SHAPES = {
    "WMT 2025, references with submissions": (
        {"src_lang": "es", "tgt_lang": "en", "src_text": "S", "refs": {"refA": {"ref": "R"}},
         "tgt_text": {"big": "H", "refB": "T"}},
        {"source": S, "systems": [H], "references": [R, THIRD]},
    ),
    "a list of lists": ({"prediction": "H", "references": [["R"]]},
                        {"systems": [H], "references": [R]}),
    "a list of strings": ({"prediction": "H", "references": ["R", "T"]},
                          {"systems": [H], "references": [R, THIRD]}),
    "a list of objects": ({"mt": "H", "refs": [{"id": "refA", "text": "R"}, {"text": "T"}]},
                          {"systems": [H], "references": [R, THIRD]}),
    "an answer of a service": (
        {"source": "S", "reference": "R",
         "translation": {"text": "H", "model": "big", "score": -0.3, "usage": {"tokens": 7}}},
        {"source": S, "systems": [H], "references": [R]},
    ),
    "predictions with scores": ({"text": "S", "prediction": [{"text": "H", "score": 0.9}]},
                                {"systems": [H]}),
    "generated predictions": ({"prompt": "S", "predict": "H", "label": "R"},
                              {"systems": [H], "references": [R]}),
    "samples of a harness": (
        {"doc_id": 0, "doc": {"src": "S", "ref": "R"}, "target": "R",
         "arguments": [["S", {"until": ["\n"]}]], "resps": [["H"]], "filtered_resps": ["H"]},
        {"source": S, "systems": [H], "references": [R]},
    ),
    "an object per system": ({"src": "S", "ref": "R", "outputs": {"big": "H", "small": "T"}},
                             {"source": S, "systems": [H, THIRD], "references": [R]}),
    "COMET's samples": ({"a.en": {"src": "S", "mt": "H", "ref": "R", "COMET": 0.8}},
                        {"source": S, "systems": [H], "references": [R]}),
    "one language each": ({"src": {"es": "S"}, "ref": {"en": "R"}, "hyp": {"en": "H"}},
                          {"source": S, "systems": [H], "references": [R]}),
    "what is known about a text": (
        {"meta": {"source": "news", "id": 7}, "src": "S", "ref": "R", "mt": "H", "mt_score": 0.5,
         "mt_tokens": ["x", "y"]},
        {"source": S, "systems": [H], "references": [R]},
    ),
    "a log of a model": ({"model": "gpt-4o", "response": "H", "reference": "R"},
                         {"systems": [H], "references": [R]}),
    "a log of an engine": ({"mt_engine": "big", "mt_text": "H", "ref": "R"},
                           {"systems": [H], "references": [R]}),
    "a prompt named system": ({"system": "Translate.", "result": "H", "ref": "R"},
                              {"references": [R]}),
    "a nested response": (
        {"model": "big", "response": {"model": "big", "choices": [{"message": {"content": "H"}}]},
         "reference": "R"},
        {"references": [R]},
    ),
    "a pipeline": ([{"translation_text": "H"}], None),
    "systems with versions in their names": (
        {"src": "S", "ref": "R", "outputs": {"qwen2.5-7b": "H", "gpt-3.5": "T"}},
        {"source": S, "systems": [H, THIRD], "references": [R]},
    ),
    "two systems by name": (
        {"ref": "R", "mt": [{"name": "big", "text": "H"}, {"name": "small", "text": "T"}]},
        {"systems": [H, THIRD], "references": [R]},
    ),
    # Which language is the source is unknown.
    "languages": ({"translation": {"es": "S", "en": "R"}}, {}),
    "a class, not a reference": ({"source": "S", "ref": "R", "mt": "H", "label": "good"},
                                 {"source": S, "systems": [H], "references": [R]}),
    "a post-edited reference": ({"source": "S", "target": "R", "original_target": "T"},
                                {"source": S, "references": [R]}),
}  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES)
def test_nested_json_has_the_texts_that_people_put_into_it(shape: str) -> None:
    row, expected = SHAPES[shape]
    if expected is None:
        with pytest.raises(ReadError):
            read(rows(row), "t.jsonl", "jsonl")
        return
    parts = read(rows(row), "t.jsonl", "jsonl")
    found = {
        "source": None if parts.source is None else tuple(parts.source.to_pylist()),
        "systems": [tuple(values.to_pylist()) for values in parts.systems.values()],
        "references": [tuple(values.to_pylist()) for values in parts.references.values()],
    }
    assert found == {"source": None, "systems": [], "references": []} | expected


def test_a_column_without_texts_has_no_role_of_texts() -> None:
    ids = [f"news-{number}" for number in range(6)]
    table = "reference\tsource\ttarget\tmt\n" + "".join(
        f"{id_}\tes\tthe {id_}\t[1, 2]\n" for id_ in ids
    )
    parts = read(table.encode(), "t.tsv")
    assert {note.values["column"]: note.values["what"] for note in parts.repairs} == {
        "reference": "ids", "source": "language codes", "mt": "JSON",
    }  # fmt: skip
    assert (list(parts.references), list(parts.systems), parts.source) == (["target"], [], None)
    with refused("file.holds_no_output", "table.no_text", "table.no_text", "table.no_text"):
        read_system(File("t.tsv", table.encode()), [])
    # Outputs that are numbers may be its answers; few rows may look like ids by chance.
    numbers = "mt\tref\n" + "".join(f"{n}\tB{n}\n" for n in range(4))
    assert read(numbers.encode(), "n.tsv").repairs == ()


# Rows whose lists are no systems and references, and what they have instead.
NO_TEXTS = {
    "single words of a list": [
        {"ref": ["then", "that", "was", "now"][: 3 + n % 2], "hyp": ["now", "that", "was", "then"]}
        for n in range(6)
    ],
    "outputs of several systems": [
        {"ref": f"text {n}", "mt": [{"name": name, "text": name} for name in order]}
        for n, order in enumerate(("ab", "ba", "ab"))
    ],
    "one of several segments in a row": [
        {"doc": n, "segments": [{"ref": f"text {n} {i}", "mt": f"so {n}"} for i in (1, 2)]}
        for n in range(3)
    ],
}


@pytest.mark.parametrize("what", NO_TEXTS)
def test_lists_of_words_or_segments_or_systems_in_any_order_are_no_texts(what: str) -> None:
    part = read("".join(json.dumps(row) + "\n" for row in NO_TEXTS[what]).encode(), "t.jsonl")
    assert {note.values["what"] for note in part.repairs} == {what}
    assert (list(part.systems), list(part.references)) == (
        [name for name in part.columns if name.startswith("hyp")],
        [name for name in part.columns if name == "ref"],
    )


@pytest.mark.parametrize("output", ["response", "completion", "mt_text"])
def test_a_table_of_models_and_their_answers_has_a_system_per_model(output: str) -> None:
    table = [
        {"id": n, "model": model, output: text, "ref": ref}
        for model, texts in (("big", H), ("small", THIRD))
        for n, (text, ref) in enumerate(zip(texts, R, strict=True))
    ]
    part = read(json.dumps(table).encode(), "t.json")
    texts = {name: tuple(values.to_pylist()) for name, values in part.systems.items()}
    assert texts == {"big": H, "small": THIRD}
    assert codes(part.repairs) == ["table.row_per_output"]


def test_the_baseline_is_the_column_that_is_older_by_its_name() -> None:
    file = File("t.csv", b"hyp_new,hyp_old,ref\na,b,c\nd,e,f\n")
    assert list(read_comparison(file, None, []).evalset.systems) == ["hyp_old", "hyp_new"]


def test_a_refusal_for_a_missing_output_names_only_its_row() -> None:
    table = '{"id": 1, "output": "one house"}\n{"id": 2, "output": null}\n'
    with refused("table.missing_output"):
        read_system(File("t.jsonl", table.encode()), [])


def test_a_column_that_is_chosen_wins_with_a_warning() -> None:
    table = "mt\tref\tref2\tcode\n" + "".join(f"a {n}\tb {n}\tc {n}\tx{n}\n" for n in range(5))
    chosen = File("t.tsv", table.encode(), column="code")
    made = read_system(File("t.tsv", table.encode()), [chosen])
    assert [column.to_pylist()[0] for column in made.evalset.references] == ["x0"]
    assert "table.chosen_without_text" in codes(made.repairs)
    for name in ("ref2", "ref"):
        part = with_column(read(table.encode(), "t.tsv"), name, "reference")
        assert list(part.references) == [name]
        assert codes(part.repairs) == []
    xml = b"<mteval>" + b"".join(
        f"<refset refid='{name}'><doc docid='d'><seg id='1'>{name}</seg></doc></refset>".encode()
        for name in ("one", "two")
    )
    part = with_column(read(xml + b"</mteval>", "r.xml"), "two", "reference")
    assert {name: column.to_pylist() for name, column in part.references.items()} == {
        "two": ["two"]
    }
    for data in (table.encode(), b"plain\ntext\n"):
        with refused("file.no_such_column"):
            read_system(File("o", b"x\ny\n"), [File("r", data, column="none")])


def test_a_system_can_be_chosen_by_an_unknown_name_in_the_first_row() -> None:
    table = File("t.csv", b"Quelle;Ausgabe\na;x y\nb;z\n")
    reference = File("r", b"x y\nz\n")
    with refused("file.holds_no_output") as told:
        read_system(table, [reference])
    assert sorted(told[0].values["columns"]) == [
        "column 1 (Quelle)",
        "column 2 (Ausgabe)",
    ]
    [texts] = read_system(table, [reference], system="Ausgabe").evalset.systems.values()
    assert texts.to_pylist() == ["x y", "z"]


def test_a_file_with_only_an_output_is_no_reference() -> None:
    for data in (b'{"prediction": "x"}\n', b"H-0\t-0.5\tx\n"):
        with refused("file.holds_no_reference"):
            read_system(File("o", b"x\n"), [File("r", data)])


def guessed(names: str) -> list[str]:
    """The first letter of each role; a file whose name has "comet" holds numbers."""
    files = [File(n, b"0.5\n-1e-3\n" if "comet" in n else b"x y\n2\n") for n in names.split()]
    return [choice.role for choice in guess_roles_together(read_each(files).parts)]


@pytest.mark.parametrize(
    ("names", "baseline"),
    [
        ("new.en old.en", "old.en"),
        ("a/after.txt a/before.txt", "a/before.txt"),
        ("pbmt-new.en pbmt.en", "pbmt.en"),
        ("ours_new.en theirs.en baseline-2.en", "baseline-2.en"),
        ("bold.en gold.en", "bold.en"),
        ("new.en pbmt.en", "new.en"),
        ("b.en a.en", "b.en"),
    ],
)
def test_the_baseline_is_the_file_that_is_older_by_its_name(names: str, baseline: str) -> None:
    assert names.split()[guess_baseline(names.split())] == baseline


@pytest.mark.parametrize(
    ("names", "roles"),
    [
        ("run1 run2 run3", "system system reference"),
        ("one.txt", "system"),
        ("old.txt new.txt ref.txt last.txt", "system system reference system"),
        ("old.txt new.txt ref1.txt ref2.txt", "system system reference reference"),
        ("src.txt old.txt new.txt documents.txt", "source system system document"),
        ("test.en test.de sysA.de sysB.de", "source reference system system"),
        ("old.de new.de news.de news.en", "system system reference source"),
        ("old.de new.de comet-new.txt human.de", "system system scores reference"),
        ("hypothesis.txt last.txt", "system system"),  # two outputs, or one and a reference
        ("test.en test.de sysA.de", "source reference system"),
    ],
)
def test_roles_are_guessed_from_names_and_from_what_is_still_missing(
    names: str, roles: str
) -> None:
    assert guessed(names) == roles.split()


def test_with_a_test_set_only_outputs_metadata_and_scores_are_guessed() -> None:
    table = File("t.tsv", b"id\tsysA\tref\tsrc\n1\ta b\tc\td\n2\tc\td\te\n")
    texts = [File(name, b"x y\n2\n") for name in ("old.de", "new.de", "news.en", "src.txt")]
    found = guess_roles_together(read_each([table, *texts]).parts, with_test_set=True)
    assert [choice.role for choice in found] == [
        "segment id", "system", "leave out", "leave out", "system", "system", "system", "leave out",
    ]  # fmt: skip


def test_scores_are_told_from_texts_and_left_out() -> None:
    table = b"id\tsysA\tsysB\tref\tlength\n1\ta b\t0.1\tc\t7\n2\tc\t0.2\td\t8\n"
    parts = read_each([File("t.tsv", table), File("comet.txt", b"1\n2\n")]).parts
    roles = {choice.key: choice.role for choice in guess_roles_together(parts)}
    assert list(roles.values()) == [
        "segment id", "system", "scores", "reference", "metadata", "scores",
    ]  # fmt: skip
    ready = with_chosen_roles(parts, roles)
    assert len(ready) == 1
    assert system_names(ready) == ["sysA"]


@pytest.mark.parametrize(
    ("columns", "names"),
    [
        (["hypothesis", "hypothesis"], ["base", "new"]),
        (["prediction", "sysA"], ["base", "sysA"]),
        (["mt_x", "mt_x"], ["mt_x", "mt_x (2)"]),
        (["output\tmt", "output"], ["output", "mt", "new"]),
        (["hyp"], ["hyp"]),
    ],
)
def test_a_general_name_of_a_column_is_replaced_by_that_of_its_file(
    columns: list[str], names: list[str]
) -> None:
    tab_b = "\tb"
    tables = [f"src\t{head}\na{tab_b * len(head.split())}\n" for head in columns]
    files = zip(("x/base.tsv", "x/new.tsv"), tables, strict=False)
    parts = read_each([File(file, table.encode()) for file, table in files]).parts
    choices = guess_roles_together(parts)
    made = with_chosen_roles(parts, {choice.key: choice.role for choice in choices})
    assert system_names(made) == names
