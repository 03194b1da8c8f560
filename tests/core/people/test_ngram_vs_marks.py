"""What BLEU credits against what people marked, beside the same counted slowly."""

from hypothesis import given
from hypothesis import strategies as st

from bleu_core import BleuConfig, EvalSet
from bleu_core.people.ngram_vs_marks import (
    COUNTED_SEVERITIES,
    NgramVsMarks,
    OrderCounts,
    count_ngrams_vs_marks,
)
from bleu_core.present.tables.people import about_orders
from bleu_core.segments.marks import Mark, Rating
from tests.core.nasty_texts import corpora, files
from tests.core.reference_ngram_vs_marks import by_order, every_occurrence

places = st.integers(-3, 30)
marks = st.builds(
    Mark,
    st.just("Other"),
    st.sampled_from(["minor", "major", "critical", "neutral"]),
    places,
    places,
    st.sampled_from(["target", "target", "target", "source"]),
)
ratings = st.builds(
    Rating, st.integers(-1, 6), st.sampled_from(["one", "two", "gone"]),
    st.sampled_from(["Ada", "Ben", "Cleo"]), st.lists(marks, max_size=4).map(tuple),
)  # fmt: skip
configs = st.builds(
    BleuConfig,
    tokenize=st.sampled_from(["13a", "none", "char", "intl"]),
    lowercase=st.booleans(),
    max_ngram_order=st.sampled_from([1, 2, 4, 6]),
)


@st.composite
def judged(draw: st.DrawFn) -> tuple[EvalSet, list[Rating]]:
    """Two systems with references, some missing, and what people marked; not always somebody."""
    output, references = draw(corpora(files))
    other = draw(st.permutations(output))
    evalset = EvalSet({"one": output, "two": list(other)}, references)
    return evalset, draw(st.lists(ratings, max_size=8))


def cells(counts: OrderCounts) -> dict[tuple[bool, bool], int]:
    return {
        (False, False): counts.penalized_unmarked,
        (False, True): counts.penalized_marked,
        (True, False): counts.credited_unmarked,
        (True, True): counts.credited_marked,
    }


@given(judged(), configs)
def test_counts_are_those_of_the_slow_count(given_texts, config) -> None:
    evalset, said = given_texts
    slow = every_occurrence(evalset, config, said, COUNTED_SEVERITIES)
    rated = {r.segment for r in said if r.system != "gone" and 0 <= r.segment < len(evalset)}
    found = count_ngrams_vs_marks(evalset, config, said)
    assert [cells(counts) for counts in found.orders] == [
        by_order(slow, order) for order in range(1, config.max_ngram_order + 1)
    ]
    assert found.segments == len(rated)


def counted(evalset: EvalSet, *ratings: Rating) -> NgramVsMarks:
    return count_ngrams_vs_marks(evalset, BleuConfig(), ratings)


def test_of_a_clipped_word_the_one_in_the_longest_credited_ngram_is_credited() -> None:
    for output, reference, start, credited in (
        ("s x s y", "x s y", 0, False),
        ("s x s y", "x s y", 4, True),  # it stands in x s y
        ("s z y s", "y s", 6, True),  # it ends y s
    ):
        said = Rating(0, "A", "Ada", (Mark("Other", "minor", start, start + 1),))
        found = counted(EvalSet({"A": [output]}, [[reference]]), said)
        assert cells(found.orders[0])[credited, True] == 1


def many(size: int) -> NgramVsMarks:
    """In each segment one word is credited and one is not; every fourth of both is marked."""
    evalset = EvalSet({"A": ["a b"] * size}, [["a x"] * size])
    both = (Mark("Other", "minor", 0, 3),)
    return counted(evalset, *(Rating(i, "A", "Ada", () if i % 4 else both) for i in range(size)))


def test_errors_without_a_span_in_the_output_are_counted_and_told() -> None:
    evalset = EvalSet({"A": ["a b"], "B": ["a c"]}, [["a x"]])
    omission, comma = Mark("Omission", "major"), Mark("Comma", "neutral")
    of_source = Mark("Omission", "minor", 0, 1, "source")
    on_word = Mark("Other", "minor", 2, 3)
    found = counted(
        evalset,
        Rating(0, "A", "Ada", (omission, of_source, comma, on_word)),
        Rating(0, "B", "Ada", (omission,)),
        Rating(0, "gone", "Ada", (omission,)),
    )
    assert (found.systems, found.segments, found.unplaced) == (2, 1, 3)
    assert "3 errors have no span in the output and are not counted." in about_orders(found)[0]
    assert "span in the output" not in about_orders(many(2))[0]
