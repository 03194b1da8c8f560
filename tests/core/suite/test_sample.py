"""The sample's suite, the pages on suites and continuous integration, and what they promise."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml

from bleu_core.suite.definition import LAST_PASSED, read_suite
from tests.documents import DOCS, blocks
from tests.places import ROOT, SAMPLE_DATA
from tests.saved_pages import saved_document

GUIDE, FILES, TUTORIAL = (
    (DOCS / page).read_text("utf-8")
    for page in (
        "how-to/suites.md",
        "reference/suite-files.md",
        "tutorials/continuous-integration.md",
    )
)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    shutil.copytree(SAMPLE_DATA, tmp_path / "sample_data")
    return tmp_path


def shell(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    env = os.environ | {"PATH": path, "BLEUSCOPE_HOME": str(folder / "home")}
    return subprocess.run(
        ["bash", "-c", line], cwd=folder, env=env, capture_output=True, encoding="utf-8"
    )


@pytest.mark.slow
def test_the_guide_finds_the_planted_regression_as_written(checkout: Path) -> None:
    plain, reports, kept = blocks(GUIDE, "sh")[0].splitlines()
    done = shell(plain, checkout)
    assert done.returncode == 1, done.stderr
    verdicts = re.findall(r"^  (\S) (\w+) +(news|product help|dialogue) +new ", done.stdout, re.M)
    assert [(verdict, name) for _, verdict, name in verdicts] == [
        ("passed", "news"), ("failed", "product help"), ("passed", "dialogue"),
    ]  # fmt: skip
    assert shell(reports, checkout).returncode == 1
    page = saved_document((checkout / "bleu.html").read_text("utf-8"))
    assert [(of["name"], len(of["pairs"])) for of in page["sets"]] == [
        ("news", 1), ("product help", 1), ("dialogue", 1),
    ]  # fmt: skip
    junit = ElementTree.parse(checkout / "junit.xml").getroot()
    assert [suite.get("failures") for suite in junit] == ["0", "2", "0"]
    assert not (checkout / "home").exists()

    done = shell(kept, checkout)
    assert (done.returncode, done.stdout[:17]) == (1, "### ✗ `Sample sui")
    assert (checkout / "home").exists()


def test_the_reference_shows_a_suite_that_is_one() -> None:
    suite = read_suite(blocks(FILES, "toml")[0].encode(), "bleu.toml", Path("/data"))
    news, talks = suite.sets
    assert news.config.tokenize == "intl"
    assert (news.baseline.file, talks.baseline.last_passed) == (Path("/data/news/old.en"), True)
    assert LAST_PASSED in FILES
    assert news.slices[0].fail_under == -0.3
    assert talks.gates.fail_if == ("bleu<-0.5 and chrf<0",)


def test_the_tutorial_begins_with_a_suite_that_is_one() -> None:
    [news] = read_suite(blocks(TUTORIAL, "toml")[0].encode(), "bleu.toml", Path("/data")).sets
    assert (news.gates.fail_under, news.gates.fail_if_significant) == (-0.5, True)


def test_the_tutorial_calls_the_action_by_the_inputs_that_it_has() -> None:
    action = yaml.safe_load((ROOT / ".github/actions/bleu/action.yml").read_text("utf-8"))
    (job,) = yaml.safe_load(blocks(TUTORIAL, "yaml")[0])["jobs"].values()
    step = job["steps"][-1]
    assert step["uses"] == "OWNER/bleuscope/.github/actions/bleu@COMMIT"
    assert step["with"].keys() <= action["inputs"].keys()
    for name in action["inputs"].keys() - step["with"].keys():
        assert f"`{name}`" in TUTORIAL
    # What is kept stands in the folder that goes from run to run.
    assert job["env"]["BLEUSCOPE_HOME"] == job["steps"][2]["with"]["path"]
