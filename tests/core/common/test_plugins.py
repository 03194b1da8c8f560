"""Plugins: found by entry points, loaded once, and left out with a reason if they fail."""

import sys
from pathlib import Path

import pytest

from bleu_core.common.plugins import Plugins, faults_so_far, load_plugins, prints_to_stderr
from tests.plugins import add_package, installed

CODE = """
import bleu_core.common.plugins as plugins
loaded = []
one, two = "1", "2"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "made_plugin.py").write_text(CODE, "utf-8")
    (tmp_path / "broken_plugin.py").write_text("import no_such_module\n", "utf-8")
    (tmp_path / "leaving_plugin.py").write_text("raise SystemExit('bye')\n", "utf-8")
    return tmp_path


def loaded(group: str = "metrics") -> Plugins[str]:
    return load_plugins(group, ["bleu"], lambda plugin, value: f"{plugin.stamp}:{value}")  # type: ignore[arg-type]


def test_plugins_are_found_by_group_with_their_package(folder: Path) -> None:
    add_package(
        folder, "some-pack", "2.0", {"metrics.one": "made_plugin:one", "columns.two": "x:y"}
    )
    with installed(folder):
        assert loaded().found == {"one": "some-pack-2.0:1"}
        assert loaded().faults == ()
        assert loaded("columns").faults[0].plugin.name == "two"
        assert faults_so_far("columns") == loaded("columns").faults
        assert faults_so_far("readers") == ()
    assert loaded().found.get("one") is None


def test_a_plugin_that_cannot_be_used_is_left_out_with_the_reason(folder: Path) -> None:
    add_package(folder, "a-pack", "1", {
        "metrics.bleu": "made_plugin:one",
        "metrics.Upper": "made_plugin:one",
        "metrics.broken": "broken_plugin:x",
        "metrics.leaving": "leaving_plugin:x",
        "metrics.lacking": "made_plugin:nothing",
        "metrics.two": "made_plugin:two",
    })  # fmt: skip
    add_package(folder, "b-pack", "1", {"metrics.two": "made_plugin:one"})
    with installed(folder):
        found = loaded()
        assert found.found == {"two": "a-pack-1:2"}
        reasons = {(f.plugin.package, f.plugin.name): f.reason for f in found.faults}
        assert reasons == {
            ("a-pack", "bleu"): "taken",
            ("a-pack", "Upper"): "misnamed",
            ("a-pack", "broken"): "ModuleNotFoundError: No module named 'no_such_module'",
            ("a-pack", "leaving"): "SystemExit: bye",
            (
                "a-pack",
                "lacking",
            ): "AttributeError: module 'made_plugin' has no attribute 'nothing'",
            ("b-pack", "two"): "taken",
        }
        fault = found.fault("broken")
        assert fault is not None
        assert fault.plugin.name == "broken"
        # Of two with one name, the first is used.
        assert found.fault("two") is None


def test_the_version_that_python_imports_counts(folder: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    add_package(first, "pack", "2", {"metrics.one": "made_plugin:one"})
    add_package(second, "pack", "1", {"metrics.one": "made_plugin:two"})
    with installed(folder, second, first):
        assert loaded().found == {"one": "pack-2:1"}


def test_a_plugin_may_ask_for_its_own_group_while_it_is_imported(folder: Path) -> None:
    asking = "from bleu_core.metrics import metric_keys\nkeys = metric_keys()\n"
    (folder / "asking_plugin.py").write_text(asking, "utf-8")
    add_package(folder, "pack", "1", {"metrics.asking": "asking_plugin:keys"})
    with installed(folder):
        from bleu_core.metrics import metric_keys

        assert "asking" not in metric_keys()  # keys are no metric
        assert "bleu" in sys.modules["asking_plugin"].keys


def test_packages_with_damaged_metadata_are_passed_over(folder: Path) -> None:
    add_package(folder, "one-pack", "1", {"metrics.one": "made_plugin:one"})
    for name, text in (("a", b"[bleuscope.metrics]\nno equals sign\n"), ("b", b"[bleuscope.\xff]")):
        place = folder / f"{name}-1.dist-info"
        place.mkdir()
        (place / "entry_points.txt").write_bytes(text)
    add_package(folder, "two-pack", "1", {"metrics.two": "made_plugin:two"})
    with installed(folder):
        assert loaded().found.keys() == {"one", "two"}


def test_standard_output_is_restored_if_plugins_overlap(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = prints_to_stderr(), prints_to_stderr()  # as in two threads
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    print("plugin")
    second.__exit__(None, None, None)
    print("result")
    assert capsys.readouterr() == ("result\n", "plugin\n")
