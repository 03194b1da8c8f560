"""Scores from setting to setting.

Oracles: sacreBLEU and `corpus_bleu` under each setting; NLTK's `corpus_bleu`. That the settings of
"multi-bleu" give the script's score was seen by running it on 2,445 segments.
"""

import warnings

import pytest
from hypothesis import given
from nltk.translate.bleu_score import corpus_bleu as nltk_bleu
from sacrebleu.metrics import BLEU

from bleu_core import BleuConfig, EvalSet, InputError, corpus_bleu
from bleu_core.explain.setting_steps import setting_steps
from bleu_core.metrics.signature_reading import TOOLS, ScoreSettings, read_settings
from tests.core.bleu_configs import configs
from tests.core.nasty_texts import corpora, files
from tests.core.refusing import refused

NEW = read_settings("nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.0.0")


@pytest.fixture(scope="module")
def data() -> EvalSet:
    """Two systems and two references, with case, punctuation and lengths that tell settings."""
    base = [f"The Cat {i} sat on the mat, until it slept (at {i % 7} o'clock)." for i in range(60)]
    a = [line.replace("Cat", "cat").replace("until", "till") for line in base]
    b = [line.replace("sat on", "was at").replace("mat,", "mat ,") for line in base]
    other = [line.replace("The Cat", "A big old cat").replace(" (at", ", at") for line in base]
    return EvalSet({"a": a, "b": b}, [base, other])


def test_each_score_is_sacrebleus_under_the_settings_so_far(data: EvalSet) -> None:
    second = read_settings("nrefs:2|case:lc|eff:no|tok:intl|smooth:floor[0.20]|version:2.4.0")
    steps = setting_steps(NEW, second, data, ["a", "b"])
    assert [(step.setting, step.before, step.after) for step in steps] == [
        ("first", "", "13a · cased · 1 ref"), ("references", "1", "2"),
        ("tokenizer", "13a", "intl"), ("case", "mixed", "lc"), ("smoothing", "exp", "floor 0.2"),
    ]  # fmt: skip
    streams = [stream.to_pylist() for stream in data.references]
    so_far = [
        (1, {}), (2, {}), (2, {"tokenize": "intl"}), (2, {"tokenize": "intl", "lowercase": True}),
        (2, {"tokenize": "intl", "lowercase": True, "smooth_method": "floor", "smooth_value": 0.2}),
    ]  # fmt: skip
    for step, (references, given_settings) in zip(steps, so_far, strict=True):
        metric = BLEU(**given_settings)
        for output, score in zip(data.systems.values(), step.scores, strict=True):
            assert score == metric.corpus_score(output.to_pylist(), streams[:references]).score


@given(configs(), configs(), corpora(files, max_segments=4))
def test_the_ends_have_the_scores_of_any_two_settings(first, second, corpus) -> None:
    hypotheses, references = corpus
    evalset = EvalSet({"a": hypotheses}, references)
    steps = setting_steps(ScoreSettings(first), ScoreSettings(second), evalset, ["a"])
    ends = [corpus_bleu(hypotheses, references, config).score for config in (first, second)]
    assert [steps[0].scores, steps[-1].scores] == [(score,) for score in ends]
    assert len({step.setting for step in steps}) == len(steps)


def nltk(outputs: list[str], references: list[list[str | None]]) -> float:
    each = [[r.split() for r in refs if r is not None] for refs in zip(*references, strict=True)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return 100 * nltk_bleu(each, [line.split() for line in outputs])


@given(corpora(files, max_references=3))
def test_the_settings_of_nltk_give_its_score(
    corpus: tuple[list[str], list[list[str | None]]],
) -> None:
    nltks = TOOLS["NLTK"]
    [step] = setting_steps(nltks, nltks, EvalSet({"a": corpus[0]}, corpus[1]), ["a"])
    # Where an order has no match it gives next to nothing instead of 0.
    assert step.scores[0] == pytest.approx(nltk(*corpus), rel=1e-9, abs=1e-60)


def test_segments_too_short_for_an_order_are_the_last_step() -> None:
    outputs = ["the cat sat on the mat today", "a dog ran", "", "it is a guide to action"]
    references = [
        ["the cat sat on a mat", "the dog ran", "nothing", "it is a guide to the action"],
        ["a cat sat on the mat today", "a dog", "no", "guide to action"],
    ]
    evalset = EvalSet({"a": outputs}, references)
    *_, before, last = setting_steps(TOOLS["multi-bleu"], TOOLS["NLTK"], evalset, ["a"])
    assert last.setting.endswith("too short for an order")
    assert before.scores[0] > last.scores[0] == pytest.approx(nltk(outputs, references), rel=1e-12)


def test_more_references_than_there_are_are_refused(data: EvalSet) -> None:
    with refused("why.too_few_references", error=InputError):
        setting_steps(NEW, ScoreSettings(BleuConfig(), 3), data, ["a"])
