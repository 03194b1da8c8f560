"""What BLEU credits against what people marked, beside the same counted slowly."""

import re
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bleu_core import BleuConfig, EvalSet
from bleu_core.people.ngram_occurrences import find_occurrences
from bleu_core.people.ngram_vs_marks import (
    COUNTED_SEVERITIES,
    LISTS,
    NgramVsMarks,
    OrderCounts,
    count_ngrams_vs_marks,
    find_places,
    list_ngrams,
    place_in_context,
)
from bleu_core.present.account.error_marks import about, headline, orders_tables
from bleu_core.present.document import text as plain
from bleu_core.segments.marks import Mark, Rating
from tests.core.nasty_texts import corpora, files
from tests.core.reference_inside import Occurrence, by_order, every_occurrence
from tests.core.refusing import refused

CATEGORIES = ("Accuracy/Mistranslation", "Style/Awkward", "Other")
places = st.integers(-3, 30)
marks = st.builds(
    Mark,
    st.sampled_from(CATEGORIES),
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
        (False, False): counts.not_credited_unmarked,
        (False, True): counts.not_credited_marked,
        (True, False): counts.credited_unmarked,
        (True, True): counts.credited_marked,
    }


def is_listed(occurrence: Occurrence, which: str) -> bool:
    credited, marked = occurrence[4:]
    return credited and marked if which == "not seen" else not (credited or marked)


def expect_the_same(inside: NgramVsMarks, slow: list[Occurrence]) -> None:
    for counts in inside.orders:
        assert cells(counts) == by_order(slow, counts.order)
        for which in LISTS:
            rows = list_ngrams(inside, which, counts.order)
            there = [o for o in slow if o[0] == counts.order and is_listed(o, which)]
            texts = rows.texts.to_pylist()
            listed = dict(zip(texts, rows.counts[:, rows.became].tolist(), strict=True))
            assert listed == Counter(o[1] for o in there)
            assert list(listed.values()) == sorted(listed.values(), reverse=True)
            for i, ngram in enumerate(texts):
                own = [o for o in there if o[1] == ngram]
                assert rows.systems[i] == len({o[2] for o in own})
                assert rows.segments[i] == len({o[3] for o in own})
                every = [o for o in slow if o[:2] == (counts.order, ngram)]
                by_kind = Counter(2 * o[4] + o[5] for o in every)
                assert rows.counts[i].tolist() == [by_kind[k] for k in range(4)]
                found = find_places(inside, which, ngram)
                assert [(p.segment, p.system) for p in found] == sorted({(o[3], o[2]) for o in own})
                assert sum(len(place.starts) for place in found) == len(own)


class TestAgainstTheSlowCount:
    @given(judged(), configs, st.sets(st.sampled_from([*COUNTED_SEVERITIES, "neutral"])))
    def test_counts_lists_and_places_are_the_same(self, given_texts, config, severities) -> None:
        evalset, said = given_texts
        slow = every_occurrence(evalset, config, said, severities)
        if not any(r.system != "gone" and 0 <= r.segment < len(evalset) for r in said):
            assert not slow
            with refused("annotation.nobody_rated"):
                find_occurrences(evalset, config, said)
            return
        found = find_occurrences(evalset, config, said)
        expect_the_same(count_ngrams_vs_marks(found, severities), slow)

    @given(judged(), st.sampled_from(["one", "two"]), st.sets(st.sampled_from(CATEGORIES)))
    def test_one_system_and_some_categories(self, given_texts, system, categories) -> None:
        evalset, said = given_texts
        if not any(r.system != "gone" and 0 <= r.segment < len(evalset) for r in said):
            return
        config = BleuConfig()
        found = find_occurrences(evalset, config, said)
        inside = count_ngrams_vs_marks(found, systems=[system], categories=categories)
        slow = every_occurrence(evalset, config, said, COUNTED_SEVERITIES, categories)
        expect_the_same(inside, [o for o in slow if o[2] == system])
        assert inside.segments == len({r.segment for r in said if r.system == system
                                       and 0 <= r.segment < len(evalset)})  # fmt: skip


def test_of_a_clipped_word_the_one_in_the_longest_credited_ngram_is_credited() -> None:
    for output, reference, start, credited in (
        ("s x s y", "x s y", 0, False),
        ("s x s y", "x s y", 4, True),  # it stands in x s y
        ("s z y s", "y s", 6, True),  # it ends y s
    ):
        said = [Rating(0, "A", "Ada", (Mark("Other", "minor", start, start + 1),))]
        found = find_occurrences(EvalSet({"A": [output]}, [[reference]]), BleuConfig(), said)
        assert cells(count_ngrams_vs_marks(found).orders[0])[credited, True] == 1


def test_an_ngram_is_marked_where_any_of_its_words_is_by_a_mark_that_counts() -> None:
    evalset = EvalSet({"A": ["a b c"]}, [["x"]])
    given = (Mark("Other", "minor", 0, 1), Mark("Style/Awkward", "major", 2, 3))
    found = find_occurrences(evalset, BleuConfig(), [Rating(0, "A", "Ada", given)])
    by_category = {
        category: [
            c.not_credited_marked
            for c in count_ngrams_vs_marks(found, categories=[category]).orders
        ]
        for category in CATEGORIES
    }
    assert by_category == {
        "Other": [1, 1, 1, 0], "Style/Awkward": [1, 2, 1, 0], "Accuracy/Mistranslation": [0] * 4,
    }  # fmt: skip
    assert [c.not_credited_marked for c in count_ngrams_vs_marks(found, ["major"]).orders] == [
        1,
        2,
        1,
        0,
    ]


def many(size: int) -> NgramVsMarks:
    """In each segment one word is credited and one is not; every fourth of both is marked."""
    evalset = EvalSet({"A": ["a b"] * size}, [["a x"] * size])
    both = (Mark("Other", "minor", 0, 3),)
    said = [Rating(i, "A", "Ada", () if i % 4 else both) for i in range(size)]
    return count_ngrams_vs_marks(find_occurrences(evalset, BleuConfig(), said))


class TestIntervals:
    def test_they_are_those_of_a_share_of_independent_draws(self) -> None:
        size = 400
        words = many(size).orders[0]
        low, high = words.false_alarms_interval
        error = 1.96 * (0.75 * 0.25 / size) ** 0.5
        np.testing.assert_allclose([low, high], [0.75 - error, 0.75 + error], atol=0.01)
        np.testing.assert_allclose([1 - low, 1 - high], words.not_seen_interval[::-1])

    def test_on_few_segments_there_is_none(self) -> None:
        assert many(30).orders[0].false_alarms_interval is not None
        assert many(29).orders[0].false_alarms_interval is None

    def test_where_a_resample_has_nothing_to_take_a_share_of_there_is_none(self) -> None:
        evalset = EvalSet({"A": ["a b"] + ["a x"] * 39}, [["a x"] * 40])
        said = [Rating(i, "A", "Ada") for i in range(40)]
        words = count_ngrams_vs_marks(find_occurrences(evalset, BleuConfig(), said)).orders[0]
        assert words.false_alarms == 1
        assert words.false_alarms_interval is None
        assert (words.not_seen, words.not_seen_interval) == (0, (0, 0))


class TestLists:
    def test_a_search_finds_rows_and_a_place_stands_in_its_text(self) -> None:
        evalset = EvalSet({"A": ["Die Katze, die schlief."]}, [["Die Katze schlief."]])
        inside = count_ngrams_vs_marks(
            find_occurrences(evalset, BleuConfig(), [Rating(0, "A", "Ada")])
        )
        rows = list_ngrams(inside, "false alarms", 2)
        assert rows.texts.take(rows.containing("DIE")).to_pylist() == [", die", "die schlief"]
        (place,) = find_places(inside, "false alarms", ", die")
        assert place_in_context(inside, place, ", die") == ("Die Katze", ", die", " schlief.")

        for ngram in ("", "unknown", "Katze Katze", "die schlief . die schlief"):
            assert find_places(inside, "false alarms", ngram) == []

    def test_no_ngram_reaches_from_one_output_into_the_next(self) -> None:
        evalset = EvalSet({"A": ["a b", "c"]}, [["x", "x"]])
        said = [Rating(i, "A", "Ada") for i in range(2)]
        inside = count_ngrams_vs_marks(find_occurrences(evalset, BleuConfig(), said))
        assert list_ngrams(inside, "false alarms", 2).texts.to_pylist() == ["a b"]
        assert find_places(inside, "false alarms", "b c") == []


class TestSentences:
    def test_the_headline_says_both_shares(self) -> None:
        assert re.findall(r"[0-9.]+%", plain(headline(many(40)))) == ["75%", "25.0%"]

    def test_errors_without_a_span_in_the_output_are_counted_and_told(self) -> None:
        evalset = EvalSet({"A": ["a b"], "B": ["a c"]}, [["a x"]])
        omission, comma = Mark("Omission", "major"), Mark("Comma", "neutral")
        of_source = Mark("Omission", "minor", 0, 1, "source")
        on_word = Mark("Other", "minor", 2, 3)
        said = [
            Rating(0, "A", "Ada", (omission, of_source, comma, on_word)),
            Rating(0, "B", "Ada", (omission,)),
            Rating(0, "gone", "Ada", (omission,)),
        ]
        found = find_occurrences(evalset, BleuConfig(), said)
        assert found.severities == ["major", "minor", "neutral"]
        assert found.categories == ["Comma", "Omission", "Other"]
        choices = ({}, {"systems": ["A"]}, {"severities": ["minor"]}, {"categories": ["Other"]})
        counts = [count_ngrams_vs_marks(found, **choice) for choice in choices]
        assert [one.unplaced for one in counts] == [3, 2, 1, 0]
        sentence = "3 errors have no span in the output and are not counted."
        assert plain(headline(counts[0])).endswith(f". {sentence}")
        assert sentence in about(counts[0])[1]
        assert not any("span in the output" in note for note in about(counts[3]))

    def test_a_share_of_nothing_is_not_said(self) -> None:
        evalset = EvalSet({"A": ["a b"]}, [["a b"]])
        inside = count_ngrams_vs_marks(
            find_occurrences(evalset, BleuConfig(), [Rating(0, "A", "Ada")])
        )
        assert re.findall(r"[0-9.]+%", plain(headline(inside))) == ["0.0%"]
        refused, _ = orders_tables(inside)
        row = refused.texts[0]
        assert (row[0], row[3]) == ("words", "–")


def test_a_stop_ends_the_work() -> None:
    def stop(part: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        find_occurrences(
            EvalSet({"A": ["a"]}, [["a"]]), BleuConfig(), [Rating(0, "A", "Ada")], stop
        )
