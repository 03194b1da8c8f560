"""Roles of files that are given together: by name, by language, by content, by place."""

from __future__ import annotations

import pytest

from bleu_core.readers import File, read_each
from bleu_core.readers.assemble import system_names
from bleu_core.readers.file_roles import guess_roles_together, with_chosen_roles


def guessed(names: str) -> list[str]:
    """The first letter of each role; a file whose name has "comet" holds numbers."""
    files = [File(n, b"0.5\n-1e-3\n" if "comet" in n else b"x y\n2\n") for n in names.split()]
    return [choice.role for choice in guess_roles_together(read_each(files).parts)]


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
