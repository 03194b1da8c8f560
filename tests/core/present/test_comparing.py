"""Whatever holds the texts, they are compared alike and saved; what is wrong is told."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
import sacrebleu

import bleu_core
import bleuscope
from bleu_core import BleuConfig, Comparison, EvalSet, InputError
from bleu_core.messages import codes
from tests.core.refusing import refused
from tests.places import SAMPLE, sample_lines

NAMES = ("apertium-direct.en", "apertium-pivot.en")
A, B = map(sample_lines, NAMES)
R1, R2 = (sample_lines(f"reference-{n}.en") for n in (1, 2))
FRAME = pd.DataFrame({"a": A, "b": B, "r1": R1, "r2": R2})
TABLE = pa.table({"a": A, "b": B, "r1": R1, "r2": R2})


HELD: dict[str, Callable[[], Comparison]] = {
    "lists": lambda: bleuscope.compare(A, B, [R1, R2]),
    "tuples": lambda: bleuscope.compare(tuple(A), tuple(B), (tuple(R1), tuple(R2))),
    "numpy": lambda: bleuscope.compare(*map(np.array, (A, B)), np.array([R1, R2])),
    "frame": lambda: bleuscope.compare(
        FRAME["a"], FRAME["b"], FRAME[["r1", "r2"]], names=("A", "B")
    ),
    "objects": lambda: bleuscope.compare(
        *(FRAME[name].astype(object).rename(None) for name in "ab"), [FRAME["r1"], R2]
    ),
    "categories": lambda: bleuscope.compare(A, pd.Series(B).astype("category"), [R1, R2]),
    "arrow": lambda: bleuscope.compare(
        TABLE["a"], TABLE["b"].combine_chunks(), TABLE.select(["r1", "r2"])
    ),
    "files and lists": lambda: bleuscope.compare(
        str(SAMPLE / NAMES[0]), B, [SAMPLE / "reference-1.en", R2], names=("A", "B")
    ),
}  # fmt: skip


def test_the_texts_are_those_that_were_given() -> None:
    digests = {held: made().evalset.digest for held, made in HELD.items()}
    assert digests == dict.fromkeys(HELD, EvalSet({"A": A, "B": B}, [R1, R2]).digest)


def test_columns_give_their_names_and_equal_ones_are_told_apart() -> None:
    old = bleuscope.compare(FRAME["a"], B, R1)
    assert (old.a, old.b) == ("a", "B")
    twice = bleuscope.compare(FRAME["a"], FRAME["a"], R1, names=("", "new"))
    assert (twice.a, twice.b) == ("a A", "new")


def test_one_reference_is_its_texts_or_a_list_of_it() -> None:
    for references in (R1, [R1], FRAME["r1"], [FRAME["r1"]], FRAME[["r1"]], TABLE["r1"]):
        assert bleuscope.compare(A, B, references).evalset.references[0].to_pylist() == R1


@pytest.mark.parametrize(
    "settings",
    [
        {"tokenize": "intl"},
        {"tokenize": "char", "lowercase": True},
        {"smooth_method": "add-k", "smooth_value": 2, "max_ngram_order": 3},
        {"effective_order": True},
    ],
)
def test_settings_by_name_give_sacrebleus_score(settings: dict[str, Any]) -> None:
    made = bleuscope.compare(A, B, [R1, R2], **settings)
    scores = [sacrebleu.BLEU(**settings).corpus_score(side, [R1, R2]).score for side in (A, B)]
    assert [made.score_a.score, made.score_b.score] == pytest.approx(scores, abs=1e-9)
    assert bleuscope.corpus_bleu(A, [R1, R2], **settings) == made.score_a
    assert made.config == BleuConfig(**settings)
    based = bleuscope.compare(A, B, R1, config=BleuConfig(lowercase=True), **settings)
    assert based.config == BleuConfig(**{"lowercase": True, **settings})


@pytest.mark.parametrize(
    ("given", "code", "meant"),
    [
        ({"tokenise": "intl"}, "settings.unknown_setting", "tokenize"),
        ({"tok": "intl"}, "settings.unknown_setting", "tokenize"),
        ({"reference": R1}, "settings.unknown_setting", "references"),
        ({"zzz": 1}, "settings.unknown_setting", ""),
        ({"config": "intl"}, "settings.must_be", None),
    ],
)
def test_a_misspelt_argument_is_refused_with_the_one_that_was_meant(
    given: dict[str, Any], code: str, meant: str | None
) -> None:
    with refused(code) as told:
        bleuscope.compare(A, B, R1, **given)
    assert told[0].values.get("meant") == meant
    if "tok" in given:
        with refused(code):
            bleuscope.sentence_bleu("a", ["a"], **given)
        with refused(code):
            bleuscope.segment_statistics(A, [R1]).rescored(**given)


def test_source_documents_and_settings_go_with_it() -> None:
    config = BleuConfig(tokenize="char")
    made = bleuscope.compare(A, B, R1, source=R2, documents=SAMPLE / "documents.txt", config=config)
    assert made.config == config
    assert made.evalset.source.to_pylist() == R2
    assert made.evalset.documents.to_pylist() == sample_lines("documents.txt")


def test_a_missing_reference_is_none_or_nan() -> None:
    for nothing in (None, float("nan")):
        second = [nothing, *R2[1:]]
        for held in (pd.Series(second, dtype=object), second, np.array(second, object)):
            made = bleuscope.compare(A, B, [pd.Series(R1), held])
            assert made.evalset.references[1].to_pylist() == [None, *R2[1:]]


WRONG: dict[str, tuple[Callable[[], Any], list[str]]] = {
    "one shorter": (
        lambda: bleuscope.compare(A, B[:-1], [R1, R2[:-2]]), ["lines.unequal", "lines.unequal"],
    ),
    "names of files for texts": (
        lambda: bleuscope.compare(A, B, ["r1.en", "r2.en"]), ["notebook.references_as_texts"],
    ),
    "texts for names of files": (
        lambda: bleuscope.compare(str(SAMPLE / NAMES[0]), SAMPLE / NAMES[1], R1),
        ["notebook.references_not_files"],
    ),
    "no such files": (
        lambda: bleuscope.compare("there/is none", Path("nor here"), [Path("or here")]),
        ["notebook.unreadable_file"] * 3,
    ),
    "a text for a file": (
        lambda: bleuscope.compare("The cat.\nA dog.", B, R1), ["notebook.unreadable_file"],
    ),
    "no name of a file": (
        lambda: bleuscope.compare("a\0b", B, R1), ["notebook.unreadable_file"],
    ),
    "numbers": (
        lambda: bleuscope.compare(FRAME["a"], pd.Series(range(252)), pa.array(range(252))),
        ["notebook.not_text", "notebook.not_text"],
    ),
    "another order": (
        lambda: bleuscope.compare(FRAME["a"], FRAME["b"].sort_values(), R1),
        ["notebook.other_index"],
    ),
    "no sequence of references": (
        lambda: bleuscope.compare(A, B, 3), ["notebook.no_references"],  # type: ignore[arg-type]
    ),
    "one name": (lambda: bleuscope.compare(A, B, R1, names=("x", "x")), ["systems.name_twice"]),
}  # fmt: skip


def test_mistakes_are_told_each_in_a_sentence_with_its_place() -> None:
    found = {}
    for wrong, (make, expected) in WRONG.items():
        with refused(*expected, error=InputError) as told:
            make()
        found[wrong] = told
    for wrong, name, values in (
        ("one shorter", "count", [251, 250]),
        ("no such files", "place", ["A", "B", "reference 1"]),
        ("no such files", "may_be_text", [True, False, False]),
        ("numbers", "place", ["B", "reference 1"]),
        ("numbers", "is_pandas", [True, False]),
    ):
        assert [one.values[name] for one in found[wrong]] == values


def test_what_is_mended_in_a_file_is_a_warning(tmp_path: Path) -> None:
    segments = "".join(f"<seg id='{n}'>{line}</seg>" for n, line in enumerate(R1, 1))
    file = tmp_path / "reference.sgm"
    file.write_text(f"<tstset sysid='r'><doc docid='d'>{segments}</doc></tstset>", encoding="utf-8")
    with pytest.warns(UserWarning, match="reference.sgm") as told:
        made = bleuscope.compare(A, B, file)
    assert codes(one.message.args[0] for one in told) == [
        "file.taken_as_reference",
        "lines.aligned_by_line",
    ]
    assert made.evalset.references[0].to_pylist() == R1


def test_the_package_has_every_public_name_of_the_core() -> None:
    assert set(bleu_core.__all__) <= set(bleuscope.__all__)
    for name in bleu_core.__all__:
        assert getattr(bleuscope, name) is getattr(bleu_core, name)
    assert bleuscope.__all__ == sorted(bleuscope.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        bleuscope.nothing  # type: ignore[attr-defined]  # noqa: B018


COMPARISON = bleuscope.compare(["a cat sat"], ["the cat sat"], ["the cat sat down"])


def test_a_comparison_is_saved_in_the_format_of_the_ending(tmp_path: Path) -> None:
    starts = {"x.html": "<!DOCTYPE html>", "x.static.html": "<!DOCTYPE html>", "x.md": "### BLEU"}
    for name, start in starts.items():
        COMPARISON.save(tmp_path / name)
        assert (tmp_path / name).read_text("utf-8").startswith(start)
    assert "<script" not in (tmp_path / "x.static.html").read_text("utf-8")
    COMPARISON.save(str(tmp_path / "x.html"))
    with pytest.raises(ValueError, match=r"\.pdf"):
        COMPARISON.save(tmp_path / "x.pdf")


def test_a_page_has_a_limit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("bleu_core.present.viewer.contents.MOST_IN_PAGE", 0)
    with pytest.raises(ValueError, match="0") as error:
        COMPARISON.save(tmp_path / "x.html")
    assert error.value.args[0].code == "report.too_many"
    assert not (tmp_path / "x.html").exists()
