"""`plan`: the size of a test set, from a pilot or from typical pairs."""

from pathlib import Path

import pytest

from bleu_core import Comparison, EvalSet
from bleu_core.messages import codes
from bleu_core.messages import option as messages
from bleu_core.significance.power import plan_from_pilot, typical_segments
from tests.command import Command, write
from tests.core.campaign_folder import SYSTEMS, write_campaign

REFERENCE = [f"they came home on day {i} of the year" for i in range(60)]
A = [r.replace("home", "back") if i % 2 else r for i, r in enumerate(REFERENCE)]
B = [r.replace("year", "war") if i < 20 else r for i, r in enumerate(REFERENCE)]
DOCUMENTS = [i // 5 for i in range(60)]


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, {"a": A, "b": B, "ref": REFERENCE, "docs": DOCUMENTS})


def test_a_plan_is_that_of_the_library(run: Command) -> None:
    words = ("plan", "--delta", "2", "--pilot", "a", "b", "--ref", "ref")
    found = run.json(*words)
    expected = plan_from_pilot(Comparison.of(EvalSet({"a": A, "b": B}, [REFERENCE])), 2)
    assert expected
    assert found["needed"]["segments"] == expected.needed.segments
    assert found["unit"] == "segment"
    found = run.json(*words, "--docs", "docs")
    assert (found["unit"], found["pilot"]["units"]) == ("document", 12)
    code, out, _ = run(*words, "--docs", "docs")
    assert code == 0
    assert f"{found['needed']['units']:,}" in out


def test_a_pilot_can_be_of_a_campaign(run: Command) -> None:
    write_campaign(Path("wmt99"))
    write(Path(), {f"{name}.txt": lines for name, lines in SYSTEMS.items()})
    campaign = ("--campaign", "wmt99", "-l", "en-de")
    by_name, by_file = (
        run("plan", "--delta", "2", "--pilot", *pilot, *campaign)
        for pilot in (SYSTEMS, [f"{name}.txt" for name in SYSTEMS])
    )
    assert by_name[0] == 0
    assert by_name == by_file
    assert run.refused("plan", "--delta", "2", *campaign) == [messages.pilot_missing()]
    assert codes(run.refused("plan", "--delta", "2", "--pilot", "a", "no", *campaign)) == [
        "campaign.unknown"
    ]


def test_without_a_pilot_typical_pairs_are_used(run: Command) -> None:
    found = run.json("plan", "--delta", "0.5", "--power", "0.9")["segments"]
    assert tuple(found.values()) == typical_segments(0.5, 0.9)
    assert run("plan", "--delta", "0.5")[0] == 0


def test_what_cannot_be_planned_is_refused(run: Command) -> None:
    assert run.refused("plan", "--delta", "1", "--ref", "ref") == [messages.pilot_missing()]
    same = run.refused("plan", "--delta", "1", "--pilot", "a", "a", "--ref", "ref")
    assert same == [messages.pilot_without_differences()]
    write(Path(), {name: lines[:29] for name, lines in {"a": A, "b": B, "ref": REFERENCE}.items()})
    small = run.refused("plan", "--delta", "1", "--pilot", "a", "b", "--ref", "ref")
    assert small == [messages.small_pilot(29, 30)]
    for wrong in ("0", "-1", "nan", "1e-200"):
        assert run.refused("plan", "--delta", wrong)
