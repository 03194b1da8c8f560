"""chrF and chrF++ against sacreBLEU, to the last digit, and against the formula written out."""

from collections.abc import Sequence
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sacrebleu.metrics import CHRF

from bleu_core.metrics import chrf as chrf_module
from bleu_core.metrics import chrf_counting, chrf_statistics, get_metric
from bleu_core.metrics.chrf import Chrf
from bleu_core.metrics.chrf_counting import PUNCTUATION, Text
from bleu_core.metrics.metric import MetricStatistics, measure
from tests.core import reference_chrf, sample
from tests.core.nasty_texts import LETTERS, WHITE_SPACE, corpora, strings, texts
from tests.core.refusing import refused
from tests.effort import examples

Corpus = tuple[list[str], list[list[str | None]]]

BETAS = st.one_of(st.integers(0, 5), st.sampled_from([0.5, 1 / 3, 2.0, 100]))
# Words that end and begin in marks, beside each other and beside every white space.
MARKED = texts([*"ab", *".,('-", *LETTERS, *WHITE_SPACE], max_size=30)


@st.composite
def all_settings(draw: st.DrawFn) -> dict[str, object]:
    return {
        "char_order": draw(st.integers(1, 9)), "word_order": draw(st.integers(0, 4)),
        "beta": draw(BETAS), "lowercase": draw(st.booleans()), "whitespace": draw(st.booleans()),
        "eps_smoothing": draw(st.booleans()),
    }  # fmt: skip


def assert_equals_sacrebleu(
    ours: MetricStatistics, hypotheses: Sequence[str], references: Sequence[Sequence[str | None]],
    **chosen: object,
) -> None:  # fmt: skip
    metric = CHRF(**chosen)
    assert ours.matrix.tolist() == metric._extract_corpus_statistics(hypotheses, references)
    theirs = metric.corpus_score(hypotheses, references)
    found = ours.corpus()
    assert (found.name, found.score) == (theirs.name, theirs.score)
    signature = str(metric.get_signature())
    assert found.signature.rpartition("|version:")[0] == signature.rpartition("|version:")[0]
    alone = [
        metric.sentence_score(text, [ref for ref in refs if ref is not None]).score
        for text, refs in zip(hypotheses, zip(*references, strict=True), strict=True)
    ]
    assert ours.sentence_scores().tolist() == alone


@pytest.mark.parametrize("slow", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "chosen",
    [
        {},
        {"word_order": 2},
        {"word_order": 1, "beta": 1},
        {"word_order": 2, "lowercase": True},
        {"word_order": 2, "eps_smoothing": True},
        {"whitespace": True, "char_order": 4, "beta": 3},
        {"char_order": 12},
    ],
    ids=str,
)
def test_the_sample_scores_as_in_sacrebleu(chosen: dict[str, int], slow: bool) -> None:
    lines = slice(None) if slow else slice(60)
    streams = [stream[lines] for stream in sample.REFERENCES]
    for system, references in ((sample.DIRECT, streams[:1]), (sample.PIVOT, streams)):
        ours = chrf_statistics(system[lines], references, **chosen)
        assert_equals_sacrebleu(ours, system[lines], references, **chosen)


@settings(max_examples=examples(200))
@given(corpus=corpora(st.one_of(strings, MARKED)), chosen=all_settings())
@example(corpus=([""], [[""]]), chosen={})
@example(corpus=(["a"], [[""]]), chosen={"eps_smoothing": True})
@example(corpus=(["", "ab"], [["a b", None], [None, ""]]), chosen={"word_order": 2})
@example(corpus=(["\ud83d\ude00\U0001f600\x00"], [["\U0001f600\x00"]]), chosen={})
@example(corpus=(["ΑΣ Σ"], [["ας σ"]]), chosen={"lowercase": True})
# Both references score alike: the first is taken, though the second is longer.
@example(corpus=(["ab"], [["x"], ["yz"]]), chosen={})
def test_any_text_scores_as_in_sacrebleu(corpus: Corpus, chosen: dict[str, int]) -> None:
    assert_equals_sacrebleu(chrf_statistics(*corpus, **chosen), *corpus, **chosen)


@settings(max_examples=examples(100))
@given(
    corpus=corpora(st.one_of(strings, MARKED), max_segments=10),
    room=st.integers(26, 62),
    characters=st.sampled_from([1, 5, 40, 40_000]),
    chosen=all_settings(),
)
def test_borders_of_blocks_and_of_numbers_do_not_show(corpus, room, characters, chosen) -> None:
    with (
        patch.object(chrf_counting, "ROOM", room),
        patch.object(chrf_module, "BLOCK_CHARACTERS", characters),
    ):
        assert_equals_sacrebleu(chrf_statistics(*corpus, **chosen), *corpus, **chosen)


@given(
    corpus=corpora(MARKED),
    char_order=st.integers(1, 7),
    word_order=st.integers(0, 3),
    beta=st.sampled_from([0.5, 1, 2]),
)
def test_the_formula_written_out(corpus, char_order, word_order, beta) -> None:
    hypotheses, references = corpus
    stats = chrf_statistics(hypotheses, references, char_order, word_order, beta)
    present = [[r for r in refs if r is not None] for refs in zip(*references, strict=True)]
    segments = [
        reference_chrf.segment(text, refs, char_order, word_order, beta)
        for text, refs in zip(hypotheses, present, strict=True)
    ]
    best = [reference_chrf.score(counts, beta) for counts in segments]
    assert stats.sentence_scores() == pytest.approx(best, rel=1e-12)
    if len(references) == 1:  # of references that score alike within rounding, either is taken
        expected = reference_chrf.score(reference_chrf.total(segments), beta)
        assert stats.corpus().score == pytest.approx(expected, rel=1e-12)


@settings(max_examples=examples(200))
@given(
    rows=arrays(np.int64, (3, 3 * 5), elements=st.integers(0, 20)),
    beta=BETAS,
    eps_smoothing=st.booleans(),
)
def test_sums_of_rows_score_as_in_sacrebleu(rows, beta, eps_smoothing) -> None:
    chosen = {"char_order": 3, "word_order": 2, "beta": beta, "eps_smoothing": eps_smoothing}
    rows[:, 2::3] = np.minimum(rows[:, 2::3], np.minimum(rows[:, ::3], rows[:, 1::3]))
    expected = [CHRF(**chosen)._compute_f_score(row) for row in rows.tolist()]
    for sums in (rows, rows.astype(float)):
        assert Chrf(**chosen).scores(sums).tolist() == expected


def test_many_scripts_and_a_long_line_are_counted_exactly() -> None:
    rng = np.random.default_rng(7)
    ideographs = [chr(c) for c in range(0x4E00, 0x4E00 + 3_000)]
    lines = ["".join(rng.choice(ideographs, 80)) for _ in range(40)]
    outputs = [line[:30] + line[35:] for line in lines]
    outputs[3] = lines[3] = "".join(rng.choice([*"ab "], 60_000))
    ours = chrf_statistics(outputs, [lines], word_order=2)
    assert_equals_sacrebleu(ours, outputs, [lines], word_order=2)


@settings(max_examples=examples(400))
@given(text=st.one_of(strings, MARKED))
def test_words_are_those_that_sacrebleu_cuts(text: str) -> None:
    words = CHRF()._remove_punctuation(text)
    assert reference_chrf.words(text) == words
    found, lengths = Text.of([text, "x", text]).words()
    numbers = {word: number for number, word in enumerate(dict.fromkeys([*words, "x"]), 1)}
    assert found.tolist() == [numbers[word] for word in [*words, "x", *words]]
    assert lengths.tolist() == [len(words), 1, len(words)]


def test_labels_and_marks_are_sacrebleus_and_keys_are_ours() -> None:
    assert set(PUNCTUATION) == CHRF._PUNCTS
    chosen = [Chrf(), Chrf(word_order=2), Chrf(beta=3), Chrf(word_order=1, beta=0.5)]
    assert [metric.about.label for metric in chosen] == ["chrF2", "chrF2++", "chrF3", "chrF0.5+"]
    assert [metric.about.key for metric in chosen] == ["chrf", "chrf++", "chrf", "chrf+"]
    assert (get_metric("chrf"), get_metric("chrf++")) == (Chrf(), Chrf(word_order=2))


def test_settings_that_cannot_be_are_refused() -> None:
    must_be = "settings.must_be"
    whole = "a whole number from"
    for name, given_, expected in [
        ("char_order", 0, f"{whole} 1 to 20"),
        ("word_order", -1, f"{whole} 0 to 20"),
        ("word_order", True, f"{whole} 0 to 20"),
        ("beta", -1, "a number from 0 to 100"),
        ("beta", float("nan"), "a number from 0 to 100"),
        ("lowercase", "no", "True or False"),
        ("whitespace", 1, "True or False"),
        ("eps_smoothing", None, "True or False"),
    ]:
        with refused(must_be) as messages:
            Chrf(**{name: given_})
        assert messages[0].values == {"name": name, "given": repr(given_), "expected": expected}
    with refused(must_be, must_be, must_be):  # all that is wrong, at once
        chrf_statistics(["a"], [["a"]], char_order=21, word_order=21, beta=101)


def test_systems_together_count_as_they_do_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chrf_module, "BLOCK_CHARACTERS", 2_000)
    references = [stream[:80] for stream in sample.REFERENCES]
    systems = [stream[:80] for stream in (*sample.SYSTEMS, references[0])]
    for stats, system in zip(
        measure(get_metric("chrf++"), systems, references), systems, strict=True
    ):
        assert (stats.matrix == chrf_statistics(system, references, word_order=2).matrix).all()
