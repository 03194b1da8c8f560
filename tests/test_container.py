"""The team server's container: what its file says, and built and run where that is possible.

To build it, podman or docker must run here and have the base image, or be able to fetch it. Further
arguments of the build, such as `--build-arg PYTHON=…` for another base, are in CONTAINER_BUILD.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

from tests.places import ROOT
from tests.ports import free_port
from tests.servers import PATIENCE

FILE = ROOT / "docs" / "proxy" / "Containerfile"
LINES = re.sub(r"\\\n\s*|(?m:^#.*\n)", "", FILE.read_text("utf-8")).splitlines()
# The word of each instruction, and the rest of its line.
INSTRUCTIONS = [(word, rest) for word, _, rest in (line.partition(" ") for line in LINES) if word]
BUILD = shlex.split(os.environ.get("CONTAINER_BUILD", ""))
IMAGE = "localhost/bleuscope-test"


def given(word: str) -> list[str]:
    return [rest for name, rest in INSTRUCTIONS if name == word]


def last_stage(word: str) -> list[str]:
    start = max(place for place, (name, _) in enumerate(INSTRUCTIONS) if name == "FROM")
    return [rest for name, rest in INSTRUCTIONS[start:] if name == word]


def test_it_copies_the_wheel_alone_and_what_an_earlier_stage_made() -> None:
    builder = WheelBuilder(str(ROOT))
    wheel = f"{builder.artifact_project_id}-py3-none-any.whl"
    stages = {rest.split()[-1] for rest in given("FROM") if " AS " in rest}
    from_here = [rest.split()[0] for rest in given("COPY") if not rest.startswith("--from=")]
    assert all(fnmatch(wheel, pattern) for pattern in from_here)
    assert len(from_here) == 1
    from_stages = re.findall("--from=(\\S+)", " ".join(given("COPY")))
    assert set(from_stages) == stages
    assert given("ADD") == []


def test_it_runs_as_a_user_of_its_own_with_its_data_on_a_volume() -> None:
    [user], [volume], [port] = last_stage("USER"), last_stage("VOLUME"), last_stage("EXPOSE")
    assert int(user) >= 1000
    [environment] = last_stage("ENV")
    assert f"BLEUSCOPE_HOME={volume}" in environment.split()
    assert not re.search("TOKEN|SECRET|PASSWORD|LOGIN", str(INSTRUCTIONS))
    command = json.loads(last_stage("CMD")[0])
    assert command[command.index("--port") + 1] == port
    [check] = last_stage("HEALTHCHECK")
    assert f"127.0.0.1:{port}/health" in check


def engine() -> str:
    """The engine that runs here; "" for none."""
    for name in filter(shutil.which, ("podman", "docker")):
        if not subprocess.run([name, "info"], capture_output=True).returncode:
            return name
    return ""


def ask(*command: str | Path) -> str:
    done = subprocess.run(command, capture_output=True, text=True)
    assert not done.returncode, f"{command}:\n{done.stdout}\n{done.stderr}"
    return done.stdout.strip()


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[str]]:
    """The command that runs a built image, up to the port to publish."""
    name = engine() or pytest.skip("Neither podman nor docker runs here: no image was built.")
    # The base: of the arguments, or as the file says.
    [base] = [rest.partition("=")[2] for rest in given("ARG")]
    base = next((one.partition("=")[2] for one in BUILD if one.startswith("PYTHON=")), base)
    for way in (["image", "inspect", base], ["pull", base]):
        found = subprocess.run([name, *way], capture_output=True, text=True)
        if not found.returncode:
            break
    else:
        pytest.skip(f"{name} cannot fetch {base}, so the image was not built.")
    folder = tmp_path_factory.mktemp("dist")
    build = "import sys; from hatchling.build import build_wheel; build_wheel(sys.argv[1])"
    subprocess.run([sys.executable, "-c", build, str(folder)], cwd=ROOT, check=True)
    # Images of the form OCI, podman's own, have no health check.
    form = ["--format", "docker"] if name == "podman" else []
    ask(name, "build", *form, *BUILD, "--tag", IMAGE, "--file", FILE, folder)
    yield [name, "run", "--detach", "--publish"]
    subprocess.run([name, "image", "rm", "--force", IMAGE], capture_output=True)


@pytest.mark.slow
def test_the_image_serves_keeps_its_data_and_stops(image: list[str], tmp_path: Path) -> None:
    name, port, volume = image[0], free_port(), "bleuscope-test"
    secrets = ["--env", "BLEUSCOPE_TOKEN=a-secret-of-the-test"]
    keep = ["--volume", f"{volume}:/var/lib/bleuscope"]
    made = ask(*image, f"127.0.0.1:{port}:8501", *secrets, *keep, IMAGE)
    try:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/health") as answer:
                    told = json.load(answer)
                break
            except OSError:
                assert time.monotonic() < deadline, ask(name, "logs", made)
                time.sleep(0.5)
        assert told["workspace"] == "can be written"
        assert ask(name, "exec", made, "id", "-u") == "10001"
        assert "workspace.sqlite" in ask(name, "exec", made, "ls", "/var/lib/bleuscope")
        check = re.search(r"CMD (\[.*\])", given("HEALTHCHECK")[0])
        assert check is not None
        ask(name, "exec", made, *json.loads(check[1]))
        ask(name, "stop", "--time", "30", made)
        assert ask(name, "inspect", "--format", "{{.State.ExitCode}}", made) == "0"
    finally:
        subprocess.run([name, "rm", "--force", "--volumes", made], capture_output=True)
        subprocess.run([name, "volume", "rm", "--force", volume], capture_output=True)
