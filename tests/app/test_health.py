"""Input health on the screens: told, opened, repaired, undone; hostile names stay text."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from bleu_core import BleuConfig, EvalSet
from bleu_core.readers.input_checks import Finding
from bleu_core.segments.columns import table_of
from bleu_core.segments.expressions import chosen
from pages.ui import results, store
from pages.ui.data import health
from tests.comparisons import compared
from tests.places import SAMPLE

from .conftest import App, uploaded

NAMES = {"a": "apertium-direct.en", "b": "apertium-pivot.en", "source": "source.es"}


def files() -> dict:
    given = {key: (SAMPLE / name).read_bytes() for key, name in NAMES.items()}
    return given | {"references": [(SAMPLE / "reference-1.en").read_bytes()]}


def slipped(data: bytes) -> bytes:
    lines = data.split(b"\n")[:-1]
    return b"\n".join([*lines[:100], *lines[101:], b"", b""])


@pytest.fixture
def ill():
    """The sample with one line of B lost and entities in A."""
    given = files()
    given["b"] = slipped(given["b"])
    given["a"] = given["a"].replace(b" and ", b" &amp; ")
    return uploaded(**given)


def test_the_sample_has_three_notices() -> None:
    app = App()
    assert not app.shows("unhealthy")
    app = App("data.py")
    assert "Input warnings: 0, notes: 3" in [one.label for one in app.test.expander]
    assert [row[0].split("\u00a0")[1] for row in app.cells("findings")] == ["note"] * 3


def test_what_is_serious_is_told_on_the_overview_listed_on_data_and_opened(ill) -> None:
    keys = list(ill.components)
    assert keys.index("unhealthy") < keys.index("view-overview")
    told = ill.message("unhealthy")
    assert ill.codes("unhealthy") == ["lines.shifted", "text.contents"]
    assert "lines 101 to 251" in told
    ill.go_to("data.py")
    rows = ill.cells("findings")
    assert [row[0] for row in rows[:2]] == ["●\u00a0warning"] * 2
    assert rows[0][2] == "152"
    data = store.evalset(ill.link["data"])
    findings = results.input_findings(data, BleuConfig())
    (entities,) = [finding for finding in findings if finding.kind == "entities"]
    where = health.where_of(data, entities, ("a", "b"))
    assert where.startswith("a ~ /")
    table = table_of(compared(data, BleuConfig()))
    assert chosen(where, table).tolist() == entities.lines.tolist()
    (shift,) = [finding for finding in findings if finding.kind == "shift"]
    assert health.where_of(data, shift, ("a", "b")) == "line >= 101 and line <= 252"


def test_a_shift_is_repaired_in_one_click_and_undone_in_another(ill) -> None:
    app = App(**ill.link)
    before = app.link["data"]
    bleu = float(app.cells("parts")[-1][4])
    app.press("Realign and score again")
    assert app.link["data"] != before
    assert float(app.cells("parts")[-1][4]) > bleu + 10
    assert app.codes("unhealthy") == ["text.contents"]
    # The link of the repaired comparison knows, too, what it was made from.
    again = App(**app.link)
    for session in (app, again):
        session.press("Undo repair")
        assert session.link["data"] == before
        assert float(session.cells("parts")[-1][4]) == bleu


@pytest.fixture
def five() -> str:
    """The digest of five systems: the second, third and fifth slipped, and all hold entities."""
    outputs = [(SAMPLE / NAMES[letter]).read_bytes() for letter in ("a", "b", "a", "b", "a")]
    systems = {}
    for number, data in enumerate(outputs, 1):
        given = slipped(data) if number in (2, 3, 5) else data
        lines = given.decode().split("\n")[:-1]
        systems[f"s{number}"] = [f"{line} {number} &lt;" for line in lines]
    references = [
        (SAMPLE / f"reference-{n}.en").read_text("utf-8").split("\n")[:-1] for n in (1, 2)
    ]
    return store.put(EvalSet(systems, references))


def test_what_all_systems_have_is_one_line_and_opens_the_worst_system_as_b(five) -> None:
    app = App("data.py", data=five, a="s2", b="s4")
    told = [row[1] for row in app.cells("findings")]
    (entities,) = [sentence for sentence in told if "character entities" in sentence]
    assert "Also in 4 more systems: " in entities
    data = store.evalset(five)
    one = next(
        finding
        for finding in results.input_findings(data, BleuConfig())
        if (finding.kind, finding.stream) == ("entities", "system 's4'")
    )
    assert health.where_of(data, one, ("s2", "s4")).startswith("b ~ /")
    assert health.where_of(data, one, ("s4", "s2")).startswith("a ~ /")
    assert health.where_of(data, one, ("s1", "s2")) == ""
    # Whatever pair is open, one that has the finding is opened.
    shift = Finding("shift", "serious", "", np.arange(2), stream="system 's5'")
    equal = replace(shift, others=("system 's2'", "system 's3'"))
    of_reference = replace(shift, stream="reference 1")
    for finding, pair, opens in (
        (shift, ("s4", "s1"), ("s4", "s5")),
        (shift, ("s5", "s1"), ("s5", "s1")),
        (equal, ("s4", "s5"), ("s5", "s2")),
        (equal, ("s3", "s2"), ("s3", "s2")),
        (of_reference, ("s4", "s1"), ("s4", "s1")),
    ):
        assert health.systems_of(data, finding, pair) == opens


def test_lines_of_several_systems_are_moved_at_once_and_the_pair_stays(five) -> None:
    app = App("data.py", data=five, a="s4", b="s3")
    app.press("Realign and score again")
    made = store.evalset(app.link["data"])
    assert list(made.systems) == ["s1", "s2 (repaired)", "s3 (repaired)", "s4", "s5 (repaired)"]
    assert app.pair == ("s4", "s3 (repaired)")
    app.press("Undo repair")
    assert app.link == {"data": five, "a": "s4", "b": "s3"}


def test_a_line_that_is_missing_in_the_middle_is_told_and_mended_in_one_click() -> None:
    given = files()
    lines = given["b"].split(b"\n")
    given["b"] = b"\n".join(lines[:119] + lines[120:])
    app = App("data.py")
    app.upload(**given)
    assert app.codes("any-problems") == ["lines.missing_or_extra"]
    app.press("Repair and compare")
    assert app.cells("current")[0][:3] == ["a", "b (repaired)", "252"]
    assert "120" in app.message("repairs")
    texts = store.evalset(app.link["data"]).systems["b (repaired)"].to_pylist()
    right = [line.decode() for line in lines[:-1]]
    assert texts == [*right[:119], "", *right[120:]]


def test_outputs_that_end_early_are_compared_as_far_as_they_go_in_one_click() -> None:
    given = files()
    given["b"] = b"\n".join(given["b"].split(b"\n")[:100]) + b"\n"
    app = App("data.py")
    app.upload(**given)
    app.press("Compare the first 100 segments")
    assert app.cells("current")[0][:3] == ["a", "b", "100"]
    assert app.codes("repairs") == ["lines.prefix"]
    found = store.evalset(app.link["data"])
    whole = [line.decode() for line in files()["a"].split(b"\n")]
    assert found.systems["a"].to_pylist() == whole[:100]


def test_a_tokenizer_that_does_not_cut_the_script_is_told_until_it_is_changed() -> None:
    lines = ["".join(chr(0x4E00 + 97 * i + 7 * n) for n in range(20)) for i in range(40)]
    a, b = ("\n".join(line.replace(line[at], "了") for line in lines).encode() for at in (3, 9))
    app = uploaded(a=a, b=b, references=["\n".join(lines).encode()])
    for screen in ("systems.py", "overview.py"):
        app.go_to(screen)
        assert app.codes("unhealthy") == ["text.unspaced"]
    app.press("Score with zh")
    assert "tok:zh" in app.signature
    assert not app.shows("unhealthy")


def test_names_are_text() -> None:
    given = files()
    app = App("data.py")
    app.upload(**(given | {"b": slipped(given["b"])}))
    app.set_row("b", name="**b** <img src=x> [x](y)")
    app.press("Compare")
    assert "**b** <img src=x> [x](y)" in app.message("unhealthy")
    assert not [b for b in app.test.button if "img" in b.label]
    assert not [m for m in app.test.markdown if "img src=x" in m.value]


def test_a_comparison_that_is_not_here_and_settings_that_cannot_be_are_survived() -> None:
    assert not App("data.py", data="0" * 64).shows("findings")
    assert App("data.py", tok="ja-mecab").shows("findings")
