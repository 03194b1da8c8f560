"""Plugins: found by entry points, loaded once; one that fails is named, and the others stay."""

from pathlib import Path

import pytest

from bleu_core.messages import Message
from bleu_core.metrics.registry import plugin_metrics
from bleu_core.readers.detect import plugin_readers
from bleu_core.text.config import plugin_tokenizers
from bleu_core.text.evalset import InputError
from bleu_core.text.plugins import Plugin, Plugins, load_plugins
from tests.core.refusing import refused
from tests.plugins import add_package, installed

CODE = "one, two, bad = '1', '2', 'not a number'\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "made_plugin.py").write_text(CODE, "utf-8")
    (tmp_path / "broken_plugin.py").write_text("import no_such_module\n", "utf-8")
    (tmp_path / "ending_plugin.py").write_text("raise SystemExit(0)\n", "utf-8")
    return tmp_path


def loaded() -> Plugins:
    return load_plugins("metric", ("bleu",), int)


def reason(problem: Message) -> str:
    assert problem.code == "plugin.failed"
    return str(problem.values["reason"])


def test_plugins_are_found_with_their_package(folder: Path) -> None:
    add_package(folder, "some-pack", "2.0", {"metrics.one": "made_plugin:one", "other.x": "x:y"})
    with installed(folder):
        found, problems = loaded()
        assert found == {"one": Plugin("metric", "one", "some-pack", "2.0", "1")}
        assert found["one"].stamp == "some-pack-2.0"
        assert problems == {}
        assert loaded() is loaded()
    assert loaded() == ({}, {})


def test_a_plugin_that_cannot_be_used_is_named_and_the_others_stay(folder: Path) -> None:
    add_package(folder, "a-pack", "1", {
        "metrics.bleu": "made_plugin:one",
        "metrics.Upper": "made_plugin:one",
        "metrics.broken": "broken_plugin:x",
        "metrics.ending": "ending_plugin:x",
        "metrics.lacking": "made_plugin:nothing",
        "metrics.bad": "made_plugin:bad",
        "metrics.two": "made_plugin:two",
    })  # fmt: skip
    add_package(folder, "b-pack", "1", {"metrics.two": "made_plugin:one"})
    with installed(folder):
        found, problems = loaded()
    # Of two with one name, one is used, and the other is named.
    assert found.keys() == {"two"}
    assert {found["two"].package, problems["two"].values["package"]} == {"a-pack", "b-pack"}
    assert reason(problems["two"]) == reason(problems["bleu"])
    assert "already in use" in reason(problems["bleu"])
    assert "[a-z]" in reason(problems["Upper"])
    assert reason(problems["broken"]).startswith("ModuleNotFoundError")
    assert reason(problems["ending"]).startswith("SystemExit")
    assert reason(problems["lacking"]).startswith("AttributeError")
    assert reason(problems["bad"]).startswith("ValueError")
    assert problems["bad"].values["name"] == "bad"


def test_what_a_plugin_raises_names_it_and_what_is_not_its_own_stays() -> None:
    plugin, stop = Plugin("reader", "one", "pack", "1.2"), KeyError("stop")
    with refused("plugin.failed", error=InputError) as told, plugin.named_in(InputError, file="a"):
        raise ZeroDivisionError("no words")
    values = {"name": "one", "package": "pack", "version": "1.2", "file": "a"}
    assert values.items() <= told[0].values.items()
    with refused("plugin.failed", error=InputError), plugin.named_in(InputError):
        raise SystemExit(0)
    with refused("", error=InputError), plugin.named_in(InputError):
        raise InputError(["Without a code."])
    with pytest.raises(KeyError), plugin.named_in(InputError, [stop]):
        raise stop


@pytest.mark.parametrize("kind", [plugin_metrics, plugin_readers, plugin_tokenizers])
def test_plugins_of_each_kind_are_looked_for_once(kind) -> None:
    assert kind() is kind()
