"""Answers about n-grams: as in a saved page and in the core, and of the segments of one."""

import io
import json

import pandas as pd
import pytest

from bleu_core.explain.ngrams import evidence
from bleu_core.present.comparison_report import gather
from bleu_core.present.viewer.contents import comparison_contents
from pages.ui import results, state
from pages.ui.view import View
from pages.ui.viewer import answers
from pages.ui.viewer.ngram_answers import CONTEXTS, ngrams_file

from .asking import answered


def compared(view: str = ""):
    with state.asked_for(View(**({"where": view, "only": True} if view else {}))):
        return answers.compared(View())


@pytest.mark.parametrize("where", ["", "line < 150"])
def test_they_are_those_of_a_saved_page(where: str) -> None:
    comparison = compared(where)
    report = gather(comparison, None, evidence(comparison, comparison.ledger.per_match))
    (page,) = comparison_contents(report)["sets"]
    found = answered("ngrams", f"where={where}&only=yes" if where else "")
    assert found == json.loads(json.dumps(page["pairs"][0]["ngrams"]))


def test_a_file_has_the_numbers_of_the_core() -> None:
    comparison = compared()
    table = results.ngram_evidence(comparison)
    frame = pd.read_csv(io.BytesIO(ngrams_file(comparison, {}).body), keep_default_na=False)
    rows = table.rows()
    texts = dict(zip(table.texts(rows).to_pylist(), rows.tolist(), strict=True))
    assert set(frame["n-gram"]) == texts.keys()
    points = frame["points with nested"].abs().tolist()
    assert points == sorted(points, reverse=True)
    own = [texts[text] for text in frame["n-gram"]]
    for name in ("order", "matches_a", "limit", "wins_b", "p", "points"):
        assert frame[name].tolist() == pytest.approx(table.column(name)[own].tolist()), name


@pytest.mark.parametrize("ngram", ["in", "the box", r"/\p{Pd}/"])
def test_the_groups_of_a_concordance_count_the_wins_of_the_evidence(ngram: str) -> None:
    found = answered("concordance", ngram=ngram)
    groups = dict(found["groups"])
    assert sum(groups.values()) == found["segments"]
    with state.asked_for(View()):
        comparison = answers.compared(View())
    table = results.ngram_evidence(comparison)
    rows = {text: i for i, text in enumerate(table.texts(table.rows(folded=True)).to_pylist())}
    if ngram in rows:
        row = table.rows(folded=True)[rows[ngram]]
        wins = [table.column("wins_a")[row], table.column("wins_b")[row]]
        assert [groups["A more"], groups["B more"]] == wins
    assert len(found["rows"]) == min(CONTEXTS, groups[found["group"]])
    assert found["document"]["set"]["size"] == len(found["rows"])
    numbers = found["document"]["set"]["numbers"]
    assert numbers == [row + 1 for row in found["rows"]]
