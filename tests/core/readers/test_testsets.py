"""Test sets of sacreBLEU by name: what is read of them, and what is wrong with them."""

import logging
import socket
from pathlib import Path

import pytest

from bleu_core.messages import codes
from bleu_core.readers.testsets import TIMEOUT, available_sets, downloaded_sets, load_named_set
from bleu_core.text.evalset import InputError
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
