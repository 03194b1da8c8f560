"""The sample's suite, the pages on suites and continuous integration, and what they promise."""

from pathlib import Path

import yaml

from bleu_core.suite.definition import LAST_PASSED, read_suite
from tests.documents import DOCS, blocks
from tests.places import ROOT

GUIDE, FILES, TUTORIAL = (
    (DOCS / page).read_text("utf-8")
    for page in (
        "how-to/suites.md",
        "reference/suite-files.md",
        "tutorials/continuous-integration.md",
    )
)


def test_the_reference_shows_a_suite_that_is_one() -> None:
    suite = read_suite(blocks(FILES, "toml")[0].encode(), "bleu.toml", Path("/data"))
    news, talks = suite.sets
    assert news.config.tokenize == "intl"
    assert (news.baseline.file, talks.baseline.last_passed) == (Path("/data/news/old.en"), True)
    assert LAST_PASSED in FILES
    assert news.slices[0].fail_under == -0.3
    assert talks.gates.fail_if == ("bleu<-0.5 and chrf<0",)


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
