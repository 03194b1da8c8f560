"""A release has one version in all places and the whole source; one job may publish it."""

import re
import shutil
import subprocess
from typing import Any

import pytest
import yaml
from hatchling.builders.sdist import SdistBuilder

from bleu_core.common.version import __version__
from tests.places import ROOT

RELEASE = (ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8")
# What hatchling adds to every sdist.
ALWAYS = {".gitignore", "LICENSE", "README.md", "pyproject.toml"}


def test_changelog_and_citation_have_the_version_and_its_date() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    unreleased, latest = re.findall(r"(?m)^## (.*)$", changelog)[:2]
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert unreleased == "[Unreleased]"
    assert latest == f"[{__version__}] - {cited['date-released']}"
    assert cited["version"] == __version__


@pytest.mark.skipif(
    not (ROOT / ".git").exists() or shutil.which("git") is None, reason="This is no checkout."
)
def test_the_sdist_is_the_checkout() -> None:
    asked = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(asked, cwd=ROOT, capture_output=True, check=True, text=True).stdout
    files = {name for name in listed.split("\0") if name and (ROOT / name).is_file()}
    included = {file.relative_path for file in SdistBuilder(str(ROOT)).recurse_included_files()}
    assert included | ALWAYS == files


def test_one_job_alone_may_publish_after_all_others() -> None:
    workflow: dict[str, Any] = yaml.safe_load(RELEASE)
    jobs = workflow["jobs"]
    assert workflow["permissions"] == {"contents": "read"}
    assert {name for name, job in jobs.items() if "permissions" in job} == {"publish"}
    before, waiting = set(), ["publish"]
    while waiting:
        needs = jobs[waiting.pop()].get("needs", [])
        needs = {needs} if isinstance(needs, str) else set(needs)
        waiting += needs - before
        before |= needs
    assert before == jobs.keys() - {"publish"}
    assert jobs["publish"]["environment"]["name"] == "pypi"
