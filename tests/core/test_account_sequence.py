"""What is said of a sequence of runs claims no more than its tests allow."""

from __future__ import annotations

import numpy as np
import pytest

from bleu_core.account import sequence as account
from bleu_core.account.spans import text
from bleu_core.systems import RunSequence, StepTests, follow_runs, judge_steps
from tests.core.test_sequence import (
    BAD_RUN,
    DIPS,
    FEW,
    PASSING,
    PLANTED,
    followed,
    qualities,
    run_of,
)


def told(sequence: RunSequence, tests: StepTests | None) -> str:
    return text(account.headline(sequence, tests))


def broken_for_good() -> np.ndarray:
    quality = qualities()
    quality[BAD_RUN - 1 :, PLANTED] -= 35
    return quality


def test_the_run_that_broke_it_is_named_with_what_it_lost() -> None:
    sequence, tests = followed(broken_for_good())
    step, test = sequence.steps[BAD_RUN - 2], tests.tests[BAD_RUN - 2]
    said = told(sequence, tests)
    assert said.startswith(
        f"Run 7 (run 7) broke it: {len(step.broken)} segments lost {-step.points:.2f} BLEU points "
        f"there and did not come back; p = {test.p_holm:.3f}, corrected for 11 steps by Holm. "
    )
    assert f"The whole step is −{-step.delta:.2f}, 95 % interval −" in said
    first, last = sequence.scores[0], sequence.scores[-1]
    assert said.endswith(f"From the first to the last of 12 runs: BLEU {first:.2f} → {last:.2f}.")


def test_of_the_last_run_it_is_said_that_nothing_could_come_back() -> None:
    said = told(*followed(broken_for_good()[:BAD_RUN]))
    assert "broke it" in said
    assert "there and nothing could come back yet, as it is the last run; p" in said
    assert "did not come back" not in said


def test_a_fall_that_came_back_is_told_as_one() -> None:
    quality = qualities()
    quality[DIPS - 1, PASSING] -= 35
    sequence, tests = followed(quality)
    said = told(sequence, tests)
    assert "broke it" not in said.replace("No run broke it for good.", "")
    step = sequence.steps[DIPS - 2]
    assert f"Run 4 (run 4) fell by {-step.delta:.2f}" in said
    assert f"what segments lost there, {100 * step.lasts:.0f} % is lost for good." in said


def test_without_a_fall_beyond_chance_nothing_is_claimed() -> None:
    said = told(*followed(qualities()))
    assert said.startswith("In no step did BLEU fall by more than chance (p < 0.05, corrected for")
    two = told(*followed(qualities()[[0, 0]]))
    assert two.startswith("BLEU did not fall by more than chance (p < 0.05).")


@pytest.mark.parametrize(("segments", "why"), [(20, "On 30 segments or more"), (300, "has not")])
def test_untested_it_is_said_what_is_there_and_that_it_is_not_tested(segments, why) -> None:
    runs = [run_of(np.clip(quality[:segments], 0, 100)) for quality in broken_for_good()]
    sequence = follow_runs(runs, [f"r{k}" for k in range(12)])
    step, said = sequence.worst, told(sequence, None)
    assert step is not None
    assert said.startswith(f"In run {step.number} (r{step.number - 1}) {len(step.broken)} segments")
    assert why in said
    assert "broke it" not in said


def test_nothing_lost_and_a_single_run_have_sentences_of_their_own() -> None:
    same = follow_runs([run_of(qualities()[0][:20])] * 3, ["a", "b", "c"])
    assert told(same, None).startswith("No segment lost anything for good. On 30 segments or more")
    alone = follow_runs([run_of(qualities()[0])], ["a"])
    assert told(alone, None) == "One run: there is no step from one to the next."


def test_runs_without_a_match_have_no_points() -> None:
    runs = [run_of(np.full(5, level)) for level in (80.0, 0.0, 0.0)]
    sequence = follow_runs(runs, ["a", "b", "c"])
    assert told(sequence, None).startswith("In run 2 (b) 5 segments lost sentence BLEU and did")
    assert text(account.sums(sequence.steps[0])).startswith("BLEU of a run is 0")
    assert account.steps_table(sequence, None).texts[1][-3:] == ["–", "0", "100 %"]


def test_the_table_has_a_row_a_run_and_opens_each_step() -> None:
    sequence, tests = followed(broken_for_good())
    table = account.steps_table(sequence, tests)
    assert table.titles[4:7] == ["p", "p, 11 steps", "95 % interval"]
    assert [row[0] for row in table.texts] == [str(k + 1) for k in range(12)]
    assert [row[0].opens for row in table.rows] == ["", *[f"step:{k}" for k in range(2, 13)]]
    bad = table.rows[BAD_RUN - 1]
    assert [cell.tone for cell in bad[3:6]] == ["loss", "", "strong"]
    assert bad[5].text == f"{tests.tests[BAD_RUN - 2].p_holm:.3f}"
    assert {len(row) for row in table.rows} == {len(table.columns)}
    two = account.steps_table(*followed(qualities()[:2]))
    assert "p, 1 steps" not in " ".join(two.titles)
    assert {len(row) for row in two.rows} == {len(two.columns)}


def test_what_the_broken_carry_and_all_others_is_the_difference() -> None:
    sequence, _ = followed(broken_for_good())
    step = sequence.steps[BAD_RUN - 2]
    rest = step.delta - step.points
    assert text(account.sums(step)) == (
        f"These carry −{-step.points:.2f} of Δ −{-step.delta:.2f}; all others {rest:+.2f}.".replace(
            "+-", "−"
        ).replace(" -", " −")
    )


def test_tests_of_many_steps_say_how_many() -> None:
    tests = judge_steps([run_of(quality) for quality in np.clip(qualities()[:3], 0, 100)], **FEW)
    assert tests is not None
    assert len(tests.tests) == 2
