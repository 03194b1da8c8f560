"""Test sets of sacreBLEU by name, and campaigns in folders: what is read, and what is wrong."""

import logging
import socket
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
from bleu_core.readers.testsets import TIMEOUT, available_sets, downloaded_sets, load_named_set
from bleu_core.text.evalset import InputError
from tests.command import write
from tests.core.campaign_folder import MQM, SYSTEMS, write_campaign, write_submissions
from tests.core.named_sets import DOCS, ORIGINAL, REFERENCE, SECOND, SOURCE, Cache


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cache:
    return Cache(tmp_path / "cache", monkeypatch)


def refused(name: str, pair: str | None = "en-de") -> tuple[str, dict[str, object]]:
    with pytest.raises(InputError) as error:
        load_named_set(name, pair)
    (problem,) = error.value.problems
    return problem.code, dict(problem.values)


def test_all_fields_of_a_set_are_read_with_references_in_a_fixed_order(cache: Cache) -> None:
    cache.add_xml()
    named = load_named_set("wmt21/AB", "en-de")
    parts = named.parts
    assert parts.source.to_pylist() == SOURCE
    assert parts.documents.to_pylist() == DOCS
    assert [one.to_pylist() for one in parts.references.values()] == [REFERENCE, SECOND]
    assert {name: one.to_pylist() for name, one in parts.metadata.items()} == {"origlang": ORIGINAL}
    assert not cache.downloads


def test_annotated_documents_have_a_country_and_a_domain(cache: Cache) -> None:
    docs = ["bbc.381790", "bbc.381790", "unknown", "rt.com.91337"]
    cache.add_text("wmt19", src="abcd", ref="abcd", docid=docs, genre=["news"] * 4,
                   origlang=["en", "en", "de", "en"])  # fmt: skip
    metadata = load_named_set("wmt19", "en-de").parts.metadata
    assert {name: one.to_pylist() for name, one in metadata.items()} == {
        "origlang": ["en", "en", "de", "en"],
        "genre": ["news"] * 4,
        "country": ["GB", "GB", "", "OTHER"],
        "domain": ["politics", "politics", "", "politics"],
        "subset": ["GB-politics", "GB-politics", "", "OTHER-politics-MK"],
    }


def test_without_a_network_the_message_has_the_command_that_downloads(cache: Cache) -> None:
    logger, before = logging.getLogger("sacrebleu"), socket.getdefaulttimeout()
    state, told = (logger.level, list(logger.handlers)), []
    with pytest.raises(InputError) as error:
        load_named_set("wmt22", "en-de", told.append)
    (problem,) = error.value.problems
    assert problem.code == "testset.not_downloaded"
    assert "sacrebleu -t wmt22 -l en-de --echo src" in problem
    assert str(cache.folder) in problem
    (url,) = cache.downloads
    assert codes(told) == ["testset.event"]
    assert url in told[0]
    assert (logger.level, list(logger.handlers)) == state
    assert socket.getdefaulttimeout() == before


def test_a_download_has_a_timeout(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def wait(url: str) -> None:
        seen.append(socket.getdefaulttimeout())
        raise TimeoutError("timed out")

    monkeypatch.setattr("urllib.request.urlopen", wait)
    assert refused("wmt22")[0] == "testset.not_downloaded"
    assert seen == [TIMEOUT]


def test_a_damaged_copy_is_named_with_its_folder(cache: Cache) -> None:
    cache.add_xml("wmt21")
    (xml,) = (cache.folder / "wmt21" / "raw").rglob("*.xml")
    xml.write_text("<dataset><doc")
    code, values = refused("wmt21")
    assert (code, values["folder"]) == ("testset.unreadable", str(cache.folder / "wmt21"))


def test_sacrebleu_does_not_end_the_process(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    def other_file(url: str) -> object:
        return (cache.folder / "other").open("rb")

    cache.folder.mkdir()
    (cache.folder / "other").write_text("a page of a proxy")
    monkeypatch.setattr("urllib.request.urlopen", other_file)
    code, values = refused("wmt22")
    assert code == "testset.unreadable"
    assert "MD5" in str(values["reason"])


@pytest.mark.parametrize(
    ("name", "pair", "code", "key", "values"),
    [
        ("wmt32", "en-de", "unknown", "near", "wmt23"),
        ("../wmt22", "en-de", "unknown", "near", "wmt22"),
        ("wmt22", "en-xx", "language_pair", "pairs", "en-de"),
        ("wmt22", None, "language_pair", "pairs", "en-de"),
    ],
)
def test_unknown_names_come_with_known_ones(
    cache: Cache, name: str, pair: str | None, code: str, key: str, values: str
) -> None:
    found, told = refused(name, pair)
    assert found == f"testset.{code}"
    assert values in told[key]
    assert not cache.downloads


def test_sets_that_need_no_network_are_listed(cache: Cache) -> None:
    fields = {"ref": "b", "docid": "c", "genre": "d", "origlang": "e"}
    cache.add_text("wmt19", src="a", **fields)
    cache.add_text("wmt18", src="a", ref="b")  # an interrupted run of sacreBLEU
    cache.add_text("wmt22", src="a", **fields)  # sacreBLEU also reads its archive
    cache.add_xml("wmt21")
    assert downloaded_sets() == {"wmt21": available_sets()["wmt21"], "wmt19": ["en-de"]}
    load_named_set("wmt19", "en-de")
    load_named_set("wmt21", "en-de")
    assert not cache.downloads
    (cache.folder / "wmt21" / "raw" / "wmt21.test.tgz").write_bytes(b"")
    assert "wmt21" not in downloaded_sets()


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
