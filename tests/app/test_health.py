"""Input health on the screens: told, opened, repaired, undone."""

from __future__ import annotations

import pytest

from bleu_core import BleuConfig
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
