"""Test sets of sacreBLEU by name, on the command line and in Python."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import sacrebleu
from sacrebleu.utils import filter_subset

import bleuscope
from bleu_core.messages import codes
from bleu_core.text.evalset import InputError
from tests.command import Command, write
from tests.core.named_sets import DOCUMENTS, FILES, OUTPUTS, REFERENCE, SECOND, SEGMENTS, Cache

BY_NAME = ("-t", "wmt21/AB", "-l", "en-de")
BY_FILE = ("--ref", "ref.de", "ref2.de", "--src", "src.en", "--docs", "docs.txt")
NAMES = {"test_set": "wmt21/AB", "language_pair": "en-de"}


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cache:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, FILES)
    cache = Cache(tmp_path / "cache", monkeypatch)
    cache.add_xml()
    return cache


def test_compare_is_the_same_by_name_as_with_the_files(cache: Cache, run: Command) -> None:
    named, by_file = (run.json("compare", *OUTPUTS, *how) for how in (BY_NAME, BY_FILE))
    assert "nrefs:2|" in named["a"]["signature"]
    assert (named["significance"]["unit"], named["significance"]["units"]) == ("document", 12)
    assert named.pop("test_set") == {"name": "wmt21/AB", "language_pair": "en-de"}
    assert by_file.pop("test_set") is None
    assert named.pop("digest") != by_file.pop("digest")  # by name it has more columns
    for found in (named, by_file):
        assert all(Path(one.pop("file")).is_file() for one in found["inputs"])
    assert named == by_file


def test_rank_and_score_are_the_same_by_name(cache: Cache, run: Command) -> None:
    assert run("rank", *OUTPUTS, *BY_NAME) == run("rank", *OUTPUTS, *BY_FILE)
    assert run("score", "b.de", *BY_NAME) == run("score", "b.de", *BY_FILE[:3])


def test_a_report_has_sacrebleus_command_by_name_and_no_folder_of_the_cache(
    cache: Cache, run: Command
) -> None:
    report = "r.static.html"
    code, *_ = run("compare", *OUTPUTS, *BY_NAME, "--trials", "0", "--report", report)
    told = Path(report).read_text("utf-8")
    assert "sacrebleu -t wmt21/AB -l en-de -i a.de b.de -m bleu -w 2 --tokenize 13a" in told
    assert (code, str(cache.folder) in told) == (0, False)


def test_outputs_of_another_set_are_refused(cache: Cache, run: Command) -> None:
    short = {name: [f"other {i}" for i in range(20)] for name in OUTPUTS}
    write(Path(), short)
    expected = {"name": "wmt21/AB", "pair": "en-de", "segments": SEGMENTS, "outputs": 20}
    for command in (["compare", *OUTPUTS], ["rank", *OUTPUTS], ["score", "a.de"]):
        (problem,) = run.refused(*command, *BY_NAME)
        assert (problem.code, dict(problem.values)) == ("testset.wrong", expected)
    with pytest.raises(InputError) as error:
        bleuscope.compare("a.de", short["b.de"], **NAMES)
    assert codes(error.value.problems) == ["testset.wrong"]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ((*BY_NAME, "--ref", "ref.de"), "given_too"),
        ((*BY_NAME, "--src", "src.en"), "given_too"),
        ((*BY_NAME, "--docs", "docs.txt"), "given_too"),
        (("--ref", "ref.de", "-l", "de"), "no_pair"),
        (("-t", "wmt21/AC", "-l", "en-cs"), "language_pair"),
    ],
)
def test_options_that_contradict_a_test_set_are_refused(
    cache: Cache, run: Command, words: tuple[str, ...], code: str
) -> None:
    assert codes(run.refused("compare", *OUTPUTS, *words)) == [f"testset.{code}"]


@pytest.mark.parametrize("pair", ["en-zh", "zh-en", "en-zh_TW", "en-zh-x", "en-ja", "en-ko"])
def test_a_language_pair_chooses_the_tokenizer_of_sacrebleu(
    cache: Cache, run: Command, pair: str
) -> None:
    words = ("a.de", "--ref", "ref.de", "-l", pair)
    try:
        command = [sys.executable, "-m", "sacrebleu", "ref.de", "-i", "a.de", "-l", pair]
        theirs = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    except subprocess.CalledProcessError:  # without MeCab
        (problem,) = run.refused("score", *words)
        language = pair.removeprefix("en-")
        assert problem.code == "file.not_installed"
        assert f"{language}-mecab" in problem.values["what"]
        assert problem.values["extra"] == language
        theirs = {"tok": language}
    else:
        assert f"|tok:{theirs['tok']}|" in run("score", *words)[1]
        found = bleuscope.compare("a.de", "b.de", ["ref.de"], language_pair=pair)
        assert f"|tok:{theirs['tok']}|" in found.score_a.signature
    assert theirs["tok"][:2] == {"zh": "zh", "ja": "ja", "ko": "ko"}.get(pair.split("-")[1], "13")
    assert "|tok:char|" in run("score", *words, "-tok", "char")[1]


def test_all_sets_are_listed_without_any_file(run: Command) -> None:
    code, out, _ = run("compare", "--list")
    assert code == 0
    (line,) = (line for line in out.splitlines() if line.startswith("wmt22 "))
    assert {"en-de", "de-en"} <= set(line.split())


# Subsets.

# Documents that sacreBLEU has annotated, and one that it has not.
ANNOTATED = [
    "bbc.381790", "rt.com.91337", "nytimes.184853", "upi.176266", "guardian.221754",
    "cnbc.com.6790", "nytimes.184837", "upi.176249", "newsweek.51331", "reuters.218888",
    "bbc.381780", "unknown.1",
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "origlang", "subset"),
    [
        ("wmt21/AB", "en", None),
        ("wmt21/AB", None, "news|^s"),
        ("wmt21/AB", "en", "social"),
        ("wmt19", "de", None),
        ("wmt19", None, "politics"),
        ("wmt19", "non-de", "GB-|world-ID"),
    ],
)
def test_subsets_score_as_in_sacrebleu(
    cache: Cache, run: Command, name: str, origlang: str | None, subset: str | None
) -> None:
    shutil.rmtree(cache.folder / "wmt21")
    cache.add_xml(domains=["news", "social", "speech"] * (DOCUMENTS // 3))
    cache.add_sgm("wmt19", ANNOTATED)
    references = [REFERENCE, SECOND] if name == "wmt21/AB" else [REFERENCE]
    outputs = {
        "x.de": [" ".join(line.split()[: 4 + i // 8]) for i, line in enumerate(REFERENCE)],
        "y.de": [" ".join(line.split()[i // 9 :]) for i, line in enumerate(REFERENCE)],
    }
    write(Path(), outputs)
    texts = [*outputs.values(), *references]
    a, b, *references = filter_subset(texts, name, "en-de", origlang, subset)
    expected = [sacrebleu.corpus_bleu(one, references).score for one in (a, b)]
    words = ["-t", name, "-l", "en-de"]
    words += ["--origlang", origlang] if origlang else []
    words += ["--subset", subset] if subset else []
    scores = [
        json.loads(run("score", file, *words, "--format", "json")[1])["score"] for file in outputs
    ]
    compared = run.json("compare", *outputs, *words)
    ranked = run.json("rank", *outputs, *words)
    assert scores == expected
    assert [compared[side]["score"] for side in "ab"] == expected
    assert [one["bleu"] for one in ranked["systems"]] == sorted(expected, reverse=True)
    assert (compared["segments"], ranked["segments"]) == (len(a), len(a))
    assert (compared["of"], ranked["of"]) == (SEGMENTS, SEGMENTS)
    assert compared["where"] == ranked["where"]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ((*BY_NAME, "--origlang", "fr"), "testset.no_segment"),
        ((*BY_NAME, "--origlang", ""), "testset.no_segment"),
        ((*BY_NAME, "--subset", "news"), "option.not_with"),
        ((*BY_NAME, "--subset", "("), "search.not_a_pattern"),
        (("--ref", "ref.de", "--origlang", "en"), "option.needs"),
        (("--ref", "ref.de", "--subset", "x"), "option.needs"),
    ],
)
def test_subsets_that_are_not_there_are_refused(
    cache: Cache, run: Command, words: tuple[str, ...], code: str
) -> None:
    assert codes(run.refused("score", "a.de", *words)) == [code]
