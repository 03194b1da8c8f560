"""`check_metric`: every built-in metric passes, and each rule is found broken."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pytest

from bleu_core.metrics.registry import metric_factories
from bleu_core.metrics.wer import Wer
from bleu_core.testing import check_metric


@pytest.mark.parametrize("key", metric_factories())
def test_a_built_in_metric_passes(key: str) -> None:
    check_metric(metric_factories()[key])


def wer(**changed: Any) -> Any:
    """WER with some attributes replaced."""
    kind = dataclass(frozen=True)(type("Broken", (Wer,), changed))
    return lambda config: kind()


class Facts(Wer):
    def __init__(self, **changed: Any) -> None:
        super().__init__()
        object.__setattr__(self, "about", replace(Wer.about, **changed))


class Alternating(Wer):
    calls: ClassVar[list[int]] = []

    def count(self, systems: Any, references: Any, progress: Any = None) -> Any:
        self.calls.append(1)
        return [rows * (1 + len(self.calls) % 2) for rows in super().count(systems, references)]


def counting(change: Any) -> Any:
    """A `count` whose rows are changed, given the rows of all systems and the outputs."""
    return lambda self, systems, references, progress=None: change(
        Wer().count(systems, references), systems
    )


def scoring(change: Any) -> Any:
    return lambda self, sums: change(Wer().scores(sums))


@pytest.mark.parametrize(
    ("create", "words"),
    [
        (lambda config: Facts(key="Word F1"), "key"),
        (lambda config: Facts(label=""), "label"),
        (lambda config: Facts(source=" "), "source"),
        (lambda config: Facts(higher_is_better=True), "higher_is_better"),
        (lambda config: Alternating(), "each time"),
        (wer(__hash__=None), "hashable"),
        (wer(__eq__=lambda self, other: self is other, __hash__=object.__hash__), "equal"),
        (wer(count=counting(lambda rows, _: rows[:1])), "one for each"),
        (wer(count=counting(lambda rows, _: [r[:-1] for r in rows])), "a row for each segment"),
        (wer(count=counting(lambda rows, _: [r / 0.0 for r in rows])), "finite"),
        (wer(count=counting(lambda rows, _: [r.astype(str) for r in rows])), "numbers"),
        (wer(count=counting(lambda rows, all: [r * len(all) for r in rows])), "other systems"),
        (wer(count=counting(lambda rows, _: [r + len(r) for r in rows])), "other segments"),
        (wer(scores=scoring(lambda scores: scores - scores.mean())), "each row for itself"),
        (wer(scores=scoring(lambda scores: float(scores[0]))), "a score for each row"),
        (wer(scores=scoring(lambda scores: scores.astype(int))), "floating-point"),
        (wer(quick_scores=scoring(lambda scores: scores + 1)), "last digits"),
        (wer(sentence_scores=scoring(lambda scores: scores[:1])), "sentence_scores"),
        (wer(signature=lambda self, n: "nrefs:1|version:1"), "nrefs:2"),
        (wer(signature=lambda self, n: "wer"), "name:value"),
        (wer(signature=lambda self, n: f"nrefs:{'var' if n < 0 else n}"), "version"),
    ],
)  # fmt: skip
@pytest.mark.filterwarnings("ignore:divide by zero", "ignore:invalid value")
def test_a_broken_metric_is_refused_with_the_rule(create: Any, words: str) -> None:
    with pytest.raises(AssertionError, match=words):
        check_metric(create)


def test_rows_may_depend_on_all_segments_if_a_caveat_says_so() -> None:
    about = replace(Wer.about, part_caveat="Weights are those of the whole test set.")
    change = counting(lambda rows, _: [r + len(r) for r in rows])
    check_metric(wer(count=change, about=about))
