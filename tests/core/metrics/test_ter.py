"""TER: its numbers are sacreBLEU's, and its processes end with what they were started for."""

import subprocess
import sys
import threading
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.metrics.ter import TER

from bleu_core import BleuConfig
from bleu_core.common import processes
from bleu_core.metrics import Ter, get_metric, measure, ter, ter_statistics
from bleu_core.metrics.additive import score_of
from bleu_core.significance import paired_approximate_randomization
from tests.core.nasty_texts import corpora, files
from tests.core.reference_significance import p_of_sacrebleu
from tests.core.refusing import refused
from tests.core.sample import REFERENCES, SYSTEMS
from tests.effort import examples

References = list[list[str | None]]
SWITCHES = ("normalized", "no_punct", "asian_support", "case_sensitive")
# So many words that sacreBLEU takes minutes for them.
CALLS = 2  # at once
LONG = " ".join(str(i * i % 997) for i in range(4_000))


def of_sacrebleu(metric: TER, hypotheses: list[str], references: References) -> list[list[float]]:
    """Edits and reference length of each segment."""
    scores = [
        metric.sentence_score(hypothesis, [ref for ref in refs if ref is not None])
        for hypothesis, *refs in zip(hypotheses, *references, strict=True)
    ]
    return [[score.num_edits, score.ref_length] for score in scores]


@pytest.mark.parametrize("segments", [30, pytest.param(252, marks=pytest.mark.slow)])
@pytest.mark.parametrize("number", [1, 2])
def test_the_sample_scores_as_in_sacrebleu(number: int, segments: int) -> None:
    metric = TER()
    references = [stream[:segments] for stream in REFERENCES[:number]]
    systems = [stream[:segments] for stream in SYSTEMS]
    for system, found in zip(systems, measure(Ter(), systems, references), strict=True):
        expected = metric.corpus_score(system, references)
        score = found.corpus()
        assert (score.name, score.score) == (expected.name, expected.score)
        assert found.matrix.sum(axis=0).tolist() == [expected.num_edits, expected.ref_length]
        said, _, version = score.signature.rpartition("|")
        assert said == str(metric.get_signature()).rpartition("|")[0]
        assert version.startswith("version:bleuscope")


@settings(max_examples=examples(200))
@given(corpora(files), st.tuples(*[st.booleans()] * len(SWITCHES)))
def test_any_text_under_any_setting_scores_as_in_sacrebleu(corpus, switches) -> None:
    hypotheses, references = corpus
    chosen: dict[str, Any] = dict(zip(SWITCHES, switches, strict=True))
    metric = TER(**chosen)
    found = ter_statistics(hypotheses, references, **chosen)
    assert found.matrix.tolist() == of_sacrebleu(metric, hypotheses, references)
    alone = [metric.sentence_score(h, [r for r in refs if r is not None]).score
             for h, *refs in zip(hypotheses, *references, strict=True)]  # fmt: skip
    assert found.sentence_scores().tolist() == alone
    assert score_of(found) == metric.corpus_score(hypotheses, references).score
    said = str(metric.get_signature()).rpartition("|")[0]
    assert found.corpus().signature.rpartition("|")[0] == said


@pytest.mark.parametrize(("words", "edits"), [(50, 1), (51, 2)])
def test_a_word_is_moved_over_50_others_at_most(words: int, edits: int) -> None:
    others = " ".join(f"w{i}" for i in range(words))
    found = ter_statistics([f"{others} x"], [[f"x {others}"]])
    assert found.matrix.tolist() == [[edits, words + 1]]


def test_settings_are_sacrebleus_defaults_whatever_bleus_are() -> None:
    assert get_metric("ter", BleuConfig(tokenize="char", lowercase=True)) == Ter()
    for name in SWITCHES:
        with refused("settings.must_be") as messages:
            Ter(**{name: 1})
        assert messages[0].values == {"name": name, "given": "1", "expected": "True or False"}


def test_p_is_sacrebleus(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SACREBLEU_SEED", "12345")
    systems, references = [s[:60] for s in SYSTEMS], [REFERENCES[0][:60]]
    a, b = measure(Ter(), systems, references)
    found = paired_approximate_randomization(a, b, trials=500, seed=12345)
    # It counts no ties.
    assert found.sacrebleu_p_value == p_of_sacrebleu(*systems, references, "ar", 500, TER())


class TestProcesses:
    """Where there is more to count than a moment's work."""

    started: list[subprocess.Popen[bytes]]

    @pytest.fixture(autouse=True)
    def watched(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.started = []
        popen = subprocess.Popen

        def start(*given: Any, **named: Any) -> subprocess.Popen[bytes]:
            self.started.append(popen(*given, **named))
            return self.started[-1]

        monkeypatch.setattr(subprocess, "Popen", start)

    def nothing_runs(self) -> bool:
        talks = [one for one in threading.enumerate() if "_talk" in one.name]
        return all(one.returncode is not None for one in self.started) and not talks

    def test_few_segments_start_none(self) -> None:
        ter_statistics(["a b c"] * 50, [["a c b"] * 50])
        assert self.started == []

    def test_many_are_counted_as_here(self, monkeypatch: pytest.MonkeyPatch) -> None:
        some, references = SYSTEMS[0][:100], [REFERENCES[0][:100]]
        here = of_sacrebleu(TER(), some, references)
        monkeypatch.setattr(ter, "SMALL", 0)
        monkeypatch.setattr(ter, "BLOCK", 40_000)
        parts: list[float] = []
        assert ter_statistics(some, references, progress=parts.append).matrix.tolist() == here
        assert 1 <= len(self.started) <= ter.WORKERS
        assert self.nothing_runs()
        assert parts == sorted(parts)
        assert (parts[0], parts[-1]) == (0, 1)
        assert len(set(parts)) > 3

    @pytest.mark.parametrize(
        "at", [1, *(pytest.param(at, marks=pytest.mark.slow) for at in (0, 3))]
    )
    def test_who_stops_them_leaves_none(self, at: int) -> None:
        told: list[float] = []

        def stop(part: float) -> None:
            told.append(part)
            if len(told) > at:
                raise KeyboardInterrupt

        # More often than there are places: each was given back.
        for _ in range(CALLS + 1):
            told.clear()
            with pytest.raises(KeyboardInterrupt):
                ter_statistics([LONG] * 3, [[LONG[::-1], LONG[9:], "a"]], progress=stop)
            # They were killed, and had not come to an end.
            assert self.nothing_runs()
            assert all(one.returncode < 0 or sys.platform == "win32" for one in self.started)
        assert len(self.started) >= CALLS + 1

    @pytest.mark.skipif(sys.platform != "linux", reason="memory is limited on Linux alone")
    def test_a_segment_that_takes_too_much_memory_is_told(self, monkeypatch) -> None:
        monkeypatch.setattr(ter, "MEMORY", 200_000_000)
        with refused("metric.ter_out_of_memory") as messages:
            ter_statistics(["w " * 5_000, "a"], [["v " * 5_000, "a"]])
        told = {"bytes_allowed": 200_000_000, "words": 5_000, "longest": "w " * 5_000}
        assert messages[0].values == told
        assert self.nothing_runs()

    def test_a_process_that_breaks_off_is_told(self, monkeypatch) -> None:
        monkeypatch.setattr(processes, "_START", "raise SystemExit(3)")
        monkeypatch.setattr(ter, "SMALL", 0)
        with refused("metric.ter_out_of_memory"):
            ter_statistics(["a b"], [["a"]])
        assert self.nothing_runs()
