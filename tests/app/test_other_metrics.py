"""Second opinions on the Overview: at once, on demand, failed; and who agrees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bleu_core import BleuConfig, Comparison, EvalSet
from bleu_core.common.progress import Progress
from bleu_core.messages import file
from bleu_core.metrics import METRIC_KEYS, get_metric
from bleu_core.present.tables import other_metrics as told
from bleu_core.significance import clusters_of
from bleu_core.significance.metric_tests import compare_metrics, compare_with_metric
from bleu_core.text.tokenizers import TokenizerUnavailable
from pages.ui import metric_results, store
from pages.ui.store import load_sample
from tests.app.conftest import App

SetOf = Callable[[int], str]
QUICK = [name for name in METRIC_KEYS if not get_metric(name).about.is_slow]


def row(app: App, key: str) -> list[str]:
    label = get_metric(key).about.label
    return next(row for row in app.cells("opinions") if row[0] == label)


def is_counted(app: App, *keys: str) -> Callable[[], bool]:
    return lambda: all(row(app, key)[1] for key in keys)


def opened(**link: str) -> App:
    """The Overview with its metrics."""
    app = App(**link)
    app.details("metrics")
    return app


def sentence(app: App, key: str = "agreement-told") -> str:
    return app.says(key)


def count(key: str) -> str:
    return f"Compute {get_metric(key).about.label}"


@pytest.fixture
def set_of(request: pytest.FixtureRequest) -> Callable[[int], str]:
    """The digest of so many segments of which B has a word wrong, in this test alone."""

    def put(size: int) -> str:
        a = [f"{request.node.name} cat {i} sat on the mat until it slept" for i in range(size)]
        return store.put(EvalSet({"a": a, "b": [x.replace("sat on", "was at") for x in a]}, [a]))

    return put


@pytest.mark.parametrize(
    "link", [{}, pytest.param({"lc": "yes", "tok": "char"}, marks=pytest.mark.slow)]
)
def test_quick_metrics_come_by_themselves(link: dict[str, str]) -> None:
    app = opened(**link)
    app.until(is_counted(app, *QUICK))
    config = BleuConfig(lowercase="lc" in link, tokenize=link.get("tok", "13a"))
    comparison = Comparison.of(load_sample(), config)
    keys = [key for key in METRIC_KEYS if row(app, key)[1]]  # and what another test has asked for
    assert set(keys) >= set(QUICK)
    made = [compare_with_metric(comparison, get_metric(key, config)) for key in keys]
    judged = compare_metrics(made, clusters_of(comparison.evalset))
    assert [row(app, key) for key in keys] == told.metrics_results_table(judged).texts
    assert sentence(app) == "".join(span.text for span in told.agreement(judged))
    assert [row[0] for row in app.cells("opinions")] == [
        get_metric(name, config).about.label for name in METRIC_KEYS
    ]
    # The first row is what the scorecard says.
    _, a, b, _, _, p, interval = app.cells("opinions")[0]
    card = app.overview["scorecard"]
    assert card["scores"] == [a, b]
    assert (card["interval"], card["p"]) == (
        f"95% CI {interval}",
        f"p {p}" if p[0] == "<" else f"p = {p}",
    )


def test_what_takes_long_waits_and_serves_every_session(set_of: SetOf, monkeypatch) -> None:
    monkeypatch.setattr(metric_results, "QUICK_SEGMENTS", 0)
    link = {"data": set_of(40)}
    app = opened(**link)
    app.run()
    assert row(app, "wer")[1:] == ["", "", "", "not computed", "", ""]
    counts = {label for label in app.labels if label.startswith("Compute")}
    assert counts == {count(name) for name in METRIC_KEYS if name != "bleu"}
    assert sentence(app) == "Not computed yet."
    app.press(count("wer"))
    other = opened(**link)
    app.until(is_counted(app, "wer"))
    other.until(is_counted(other, "wer"))
    assert "WER agrees with BLEU that A is better" in sentence(other)
    assert count("wer") not in app.labels | other.labels


def test_a_metric_that_fails_says_why_and_keeps_none_from_it(set_of: SetOf, monkeypatch) -> None:
    real, fault = metric_results.metric_pair, RuntimeError("of ours")

    def missing(comparison: Comparison, key: str, progress: Progress | None = None) -> Any:
        if key == "wer":
            raise fault
        return real(comparison, key, progress)

    monkeypatch.setattr(metric_results, "metric_pair", missing)
    app = opened(data=set_of(41))
    app.until(lambda: row(app, "wer")[4] == "failed")
    assert set(app.codes("opinion-problems")) == {"screen.not_counted"}
    fault = TokenizerUnavailable([file.not_installed("The tokenizer 'zz'", "packages", "zz")])
    app = opened(data=set_of(40))
    app.until(lambda: row(app, "wer")[4] == "failed")
    assert app.codes("opinion-problems") == ["screen.not_counted"]
    assert "WER: The tokenizer 'zz'" in app.message("opinion-problems")
    app.until(is_counted(app, *(name for name in QUICK if name != "wer")))
    monkeypatch.undo()
    app.press(count("wer"))
    app.until(is_counted(app, "wer"))
    assert not app.shows("opinion-problems")
