"""Campaigns in folders: both layouts, references and scores by name, all problems at once."""

from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest

from bleu_core.messages import codes
from bleu_core.readers.campaign_files import parse_name
from bleu_core.readers.campaigns import open_campaign
from bleu_core.readers.files import read_each
from bleu_core.readers.parts import File
from bleu_core.text.evalset import InputError
from tests.command import write
from tests.core.campaign_folder import MQM, SYSTEMS, write_campaign, write_submissions
from tests.core.named_sets import DOCS, ORIGINAL, REFERENCE, SECOND, SOURCE


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_campaign(tmp_path / "wmt99")
    return tmp_path / "wmt99"


@pytest.fixture
def submissions(tmp_path: Path) -> Path:
    write_submissions(tmp_path / "txt")
    return tmp_path / "txt"


def problems(folder: Path, pair: str | None = "en-de", *references: str) -> list[str]:
    with pytest.raises(InputError) as error:
        open_campaign(folder, pair, references)
    return error.value.problems


def test_a_campaign_is_a_test_set_with_documents_and_domains(folder: Path) -> None:
    evalset = open_campaign(folder, "en-de").evalset()
    assert {name: column.to_pylist() for name, column in evalset.systems.items()} == {
        **SYSTEMS, "refB": SECOND,
    }  # fmt: skip
    assert [one.to_pylist() for one in evalset.references] == [REFERENCE]
    assert evalset.source.to_pylist() == SOURCE
    assert evalset.documents.to_pylist() == DOCS
    assert evalset.metadata["domain"].to_pylist() == ORIGINAL


@pytest.mark.parametrize(
    ("chosen", "used", "outputs", "metrics"),
    [
        ((), ["refA"], {"refB"}, ["COMET-22", "Kiwi"]),
        (("refB",), ["refB"], {"refA"}, ["BLEURT", "Kiwi"]),
        (("refB", "refA"), ["refB", "refA"], set(), ["Both", "Kiwi"]),
    ],
)
def test_references_choose_outputs_and_scores(
    folder: Path, chosen: tuple[str, ...], used: list[str], outputs: set[str], metrics: list[str]
) -> None:
    found = open_campaign(folder, "en-de", chosen)
    assert list(found.parts.references) == used
    assert set(found.outputs) - set(SYSTEMS) == outputs
    assert list(found.metrics) == metrics


def test_people_scored_some_systems_and_segments(folder: Path) -> None:
    campaign = open_campaign(folder, "en-de")
    (found,), problems = campaign.human_scores(campaign.evalset())
    assert not problems
    assert (found.name, found.higher_is_better) == ("mqm", True)
    assert set(found.values) == set(SYSTEMS)
    expected = [np.nan if score is None else score for score in MQM["ONLINE-A.1"]]
    np.testing.assert_array_equal(found.values["ONLINE-A.1"], expected)


def test_submissions_of_wmt_name_the_set_if_a_pair_has_several(submissions: Path) -> None:
    found = open_campaign(submissions, "en-de")
    assert set(found.outputs) == set(SYSTEMS)
    assert list(found.parts.references) == ["A"]
    assert found.evalset().documents is None
    assert list(open_campaign(submissions, "generaltest2022.en-cs").outputs) == ["Lab"]
    (unknown,) = problems(submissions, "en-cs")
    assert codes([unknown]) == ["testset.language_pair"]
    pairs = ["biomedicaltest2022.en-cs", "generaltest2022.en-cs", "en-de"]
    assert unknown.values["pairs"] == pairs


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("sources/newstest2019-deen-src.de", ("source", "newstest2019.de-en", "")),
        ("wmt19/references/newstest2019-deen-ref.en", ("reference", "newstest2019.de-en", "ref")),
        ("system-outputs/newstest2019/de-en/newstest2019.Facebook_FAIR.6750.de-en",
         ("output", "newstest2019.de-en", "Facebook_FAIR.6750")),
        ("system-outputs/newstest2021/en-de/newstest2021.en-de.hyp.ref-A.de",
         ("output", "newstest2021.en-de", "ref-A")),
        ("system-outputs/newstest2021.en-de.hyp.happy_en-de_02.de",
         ("output", "newstest2021.en-de", "happy_en-de_02")),
        ("metric-scores/en-de/metric-x-24-refA.refB.seg.score", ("metric", "en-de", "metric-x-24")),
        ("human-scores/sr_Cyrl-en.wmt-z.v2.seg.score", ("human", "sr_Cyrl-en", "wmt-z.v2")),
        ("system-outputs/en-de/.hidden.txt", None),
        ("metric-scores/en-de/COMET.seg.score", None),
        ("sources/README.md", None),
    ],
)  # fmt: skip
def test_names_of_files(path: str, expected: tuple[str, ...] | None) -> None:
    assert ((parsed := parse_name(path)) and parsed[:3]) == expected


def test_all_missing_files_are_named(submissions: Path) -> None:
    found = problems(submissions, "biomedicaltest2022.en-cs")
    assert codes(found) == ["campaign.missing"] * 2
    assert [problem.values["role"] for problem in found] == ["source", "reference"]
    assert found[0].values["expected"] == ["sources/biomedicaltest2022.en-cs.src.en"]


def test_all_ragged_files_are_named(folder: Path) -> None:
    write(folder, {"references/en-de.refA.txt": REFERENCE[:-1]})
    write(folder, {"documents/en-de.docs": ["news", "", *("news\tdoc" for _ in SOURCE)]})
    reference, length, documents = problems(folder)
    assert codes([reference, length, documents]) == ["lines.unequal"] * 2 + [
        "campaign.bad_documents"
    ]
    assert reference.values["name"].endswith("en-de.refA.txt")
    assert (length.values["count"], length.values["expected"]) == (len(SOURCE) + 2, len(SOURCE))
    assert documents.values["lines"] == [1, 2]


def packed(folder: Path, hidden: str = "") -> File:
    """The files of a folder in a zip, but those with a word in their names."""
    data = BytesIO()
    with ZipFile(data, "w") as archive:
        for path in folder.rglob("*.*"):
            if path.is_file() and not (hidden and hidden in path.name + path.parent.name):
                archive.write(path, path.relative_to(folder.parent))
    return File("wmt.zip", data.getvalue())


def test_an_archive_of_one_pair_is_a_test_set(folder: Path) -> None:
    (part,), problems = read_each([packed(folder, "en-cs")])
    assert not problems
    assert {name: column.to_pylist() for name, column in part.systems.items()} == {
        **SYSTEMS, "refB": SECOND,
    }  # fmt: skip
    assert {name: column.to_pylist() for name, column in part.references.items()} == {
        "refA": REFERENCE
    }
    assert part.documents.to_pylist() == DOCS
    assert codes(part.repairs) == ["campaign.references", "archive.skipped"]
    assert len(part.repairs[1].values["entries"]) == 7


def test_an_archive_of_several_pairs_or_with_missing_files_is_refused(folder: Path) -> None:
    assert codes(read_each([packed(folder)]).problems) == ["campaign.several_pairs"]
    (folder / "sources" / "en-de.txt").unlink()
    assert codes(read_each([packed(folder, "en-cs")]).problems) == ["campaign.missing"]


def test_names_that_are_not_there_get_close_ones(folder: Path) -> None:
    (problem,) = problems(folder, "en-de", "refC")
    assert (problem.code, problem.values["known"]) == ("campaign.unknown", ["refA", "refB"])
    campaign = open_campaign(folder, "en-de")
    for find, name, near in (
        (campaign.output, "LabB", "Lab_B"),
        (campaign.scores, "COMET", "COMET-22"),
    ):
        with pytest.raises(InputError) as error:
            find(name)
        assert error.value.problems[0].values["near"] == [near]
