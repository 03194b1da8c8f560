"""The action for GitHub, its steps run by bash with the variables that the service sets.

What the service does itself is left out: `setup-python`, and the upload of the artifact.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest
import yaml

from tests.places import ROOT, SAMPLE_DATA

FOLDER = ROOT / ".github" / "actions" / "bleu"
ACTION = yaml.safe_load((FOLDER / "action.yml").read_text("utf-8"))
STEPS: list[dict[str, Any]] = ACTION["runs"]["steps"]
EXPRESSION = re.compile(r"\$\{\{ *(.*?) *\}\}")
REPORTS = ("md", "html", "json", "xml")
# As GitHub starts `shell: bash`, of its documentation on workflow syntax.
BASH = ["bash", "--noprofile", "--norc", "-eo", "pipefail"]

pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="There is no bash here.")


class Ran(NamedTuple):
    """A step that was run: its exit code, what it printed, and what it told the service."""

    code: int
    printed: str
    messages: str
    summary: str
    outputs: dict[str, str]

    def told(self) -> list[str]:
        """The lines of the suite, which the service reads no commands from: they are in one stream,
        between a command that only a random word ends and that word.
        """
        first, *lines, last = self.printed.splitlines()
        assert re.fullmatch("::stop-commands::[0-9a-f]{64}", first)
        assert (last, self.messages) == (f"::{first.rpartition(':')[2]}::", "")
        return lines


def run_step(step: dict[str, Any], folder: Path, inputs: dict[str, str], **more: str) -> Ran:
    """Run a `run:` step in `folder`, as the service would."""
    given = {name: one.get("default", "") for name, one in ACTION["inputs"].items()} | inputs
    told, written = folder / "summary.md", folder / "output.txt"
    scratch = folder / "runner temp"
    scratch.mkdir(exist_ok=True)
    for file in (told, written):
        file.write_text("")
    script = folder / "script.sh"
    script.write_text(step["run"], "utf-8")
    env = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "GITHUB_STEP_SUMMARY": str(told),
        "GITHUB_OUTPUT": str(written),
        "GITHUB_ACTION_PATH": str(FOLDER),
        "RUNNER_TEMP": str(scratch),
        "BLEUSCOPE_HOME": str(folder / "home"),
        "LC_ALL": "C.UTF-8",
        **{name: evaluated(text, given) for name, text in step["env"].items()},
        **more,
    }
    done = subprocess.run(
        [*BASH, str(script)], cwd=folder, env=env, capture_output=True, encoding="utf-8"
    )
    outputs = dict(line.split("=", 1) for line in written.read_text("utf-8").splitlines())
    return Ran(done.returncode, done.stdout, done.stderr, told.read_text("utf-8"), outputs)


def evaluated(text: str, inputs: dict[str, str]) -> str:
    """The value of an expression of a step's `env`, of which there are only inputs."""
    return EXPRESSION.sub(lambda found: inputs[found[1].removeprefix("inputs.")], text)


def step_named(name: str) -> dict[str, Any]:
    return next(step for step in STEPS if step.get("name") == name)


def compared(folder: Path, suite: str = "suite/bleu.toml", keep: str = "", **more: str) -> Ran:
    return run_step(step_named("Compare"), folder, {"suite": suite, "keep": keep}, **more)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(SAMPLE_DATA / "suite", tmp_path / "suite")
    return tmp_path


def stub(folder: Path, program: str, *lines: str) -> tuple[str, Path]:
    """A PATH where a program is a script that keeps its arguments, and the file with these."""
    script, told = folder / "bin" / program, folder / "told.txt"
    script.parent.mkdir(exist_ok=True)
    keeps = f"""printf '%s\\n' "$@" > "{told}"\n"""
    script.write_text("#!/bin/sh\n" + keeps + "\n".join(lines) + "\n")
    script.chmod(0o755)
    return f"{script.parent}{os.pathsep}{os.environ['PATH']}", told


@pytest.mark.parametrize("name", ["$(touch made).toml", "a b; touch made.toml", "--help"])
def test_no_input_is_run_as_a_command_or_read_as_an_option(tmp_path: Path, name: str) -> None:
    path, told = stub(tmp_path, "bleuscope", "exit 2")
    assert compared(tmp_path, name, keep="$(touch made)", PATH=path).code == 2
    *options, end, suite = told.read_text("utf-8").splitlines()
    assert (end, suite) == ("--", name)
    assert "--keep" not in options
    assert not list(tmp_path.rglob("made*"))


def test_no_text_is_a_command_to_the_service(tmp_path: Path) -> None:
    texts = ["::error::x", "##[error]x", "::stop-commands::x"]
    path, _ = stub(tmp_path, "bleuscope", *(f"echo '{text}' >&2; echo '{text}'" for text in texts))
    first, second = compared(tmp_path, PATH=path), compared(tmp_path, PATH=path)
    assert first.told() == second.told() == texts * 2
    assert first.printed.splitlines()[0] != second.printed.splitlines()[0]


def test_the_command_writes_each_report_and_its_exit_code_is_the_steps(tmp_path: Path) -> None:
    told = 'echo "a message" >&2'
    for code, lines in ((0, []), (1, []), (2, [told]), (2, [told, "echo '# so' > \"$3\""])):
        path, kept = stub(tmp_path, "bleuscope", *lines, f"exit {code}")
        ran = compared(tmp_path, keep="true", PATH=path)
        assert (ran.code, ran.outputs["code"]) == (code, str(code))
        assert ran.told() == ["a message"] * bool(lines)
        # Indented by four spaces it is code, and no fence can end it.
        head, *summary = ran.summary.splitlines()
        assert summary == ([] if head == "# so" else ["", *["    a message"] * bool(lines)])
        words = kept.read_text("utf-8").splitlines()
        reports = [f"{ran.outputs['reports']}/bleu.{kind}" for kind in REPORTS]
        named = [word for one in reports for word in ("--report", one)]
        assert words == ["suite", *named, "--keep", "--", "suite/bleu.toml"]
    assert step_named("Keep the reports")["with"]["path"] == "${{ steps.suite.outputs.reports }}"


@pytest.mark.slow
def test_the_planted_regression_fails_the_step_and_stands_in_the_summary(folder: Path) -> None:
    ran = compared(folder, keep="true")
    assert (ran.code, ran.outputs["code"]) == (1, "1"), ran.printed
    reports = Path(ran.outputs["reports"])
    assert {path.name for path in reports.iterdir()} == {f"bleu.{kind}" for kind in REPORTS}
    assert ran.summary == (reports / "bleu.md").read_text("utf-8")
    cases = ElementTree.parse(reports / "bleu.xml").iter("testcase")
    failed = [case.get("name") for case in cases if case.find("failure") is not None]
    assert failed == ["new", "new, slice with a comma"]
    assert list((folder / "home").iterdir())


def test_what_is_wrong_with_the_file_is_told_in_the_summary_too(folder: Path) -> None:
    (folder / "suite" / "bleu.toml").write_text('title = "```"\n[[set]]\nnom = "<b>"\n')
    ran = compared(folder)
    assert (ran.code, ran.outputs["code"]) == (2, "2")
    assert any("nom" in line for line in ran.told())
    assert ran.summary.splitlines()[2:] == [f"    {line}" for line in ran.told()]


def test_pip_gets_one_word_without_any_the_version_of_the_action(tmp_path: Path) -> None:
    path, told = stub(tmp_path, "python")
    for given in ("", "a folder/$(touch made).whl"):
        run_step(step_named("Install BLEUscope"), tmp_path, {"install": given}, PATH=path)
        *asked, what = told.read_text("utf-8").splitlines()
        assert asked == ["-m", "pip", "install", "--quiet"]
        assert what == given or Path(what).resolve() == ROOT
    assert not list(tmp_path.rglob("made*"))


def test_actions_are_pinned_and_inputs_reach_no_script_as_text() -> None:
    workflows = [*ROOT.glob(".github/workflows/*.yml"), FOLDER / "action.yml"]
    for path in workflows:
        for used in re.findall(r"uses: *(\S+)", path.read_text("utf-8")):
            assert used.startswith("./") or re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", used), used
    for step in STEPS:
        assert "${{" not in step.get("run", "")
        if "run" in step:
            assert step["shell"] == "bash"
    known = {f"inputs.{name}" for name in ACTION["inputs"]}
    known |= {f"steps.suite.outputs.{name}" for name in ACTION["outputs"]} | {"!cancelled()"}
    assert set(EXPRESSION.findall((FOLDER / "action.yml").read_text("utf-8"))) <= known
