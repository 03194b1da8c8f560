"""Findings on many systems: what is said once for all, and what concerns two of them."""

import random

from bleu_core import EvalSet
from bleu_core.readers.input_checks import (
    Finding,
    examine,
    split_by_system,
    summarize_findings,
)

SIZE = 120
WORDS = [
    "river", "table", "teacher", "window", "market", "garden", "letter", "doctor", "bridge",
    "morning", "paper", "road",
]  # fmt: skip


def words(seed: int) -> list[str]:
    """Sentences of eight words, each with a number of its own."""
    rng = random.Random(seed)
    return [" ".join([*rng.choices(WORDS, k=8), f"{seed}x{i}"]) for i in range(SIZE)]


REFERENCE = words(0)


def outputs(number: int) -> dict[str, list[str]]:
    """Systems that differ in every line, and share most words with the reference."""
    return {
        f"s{k}": [f"{line} by {k} or somebody else" for line in REFERENCE] for k in range(number)
    }


def data(systems: dict[str, list[str]]) -> EvalSet:
    return EvalSet(systems, [REFERENCE])


def of(kind: str, findings: list[Finding]) -> list[Finding]:
    return [finding for finding in findings if finding.kind == kind]


def test_equal_outputs_are_groups_and_concern_who_looks_at_two_of_them() -> None:
    given = outputs(8)
    given["s4"] = given["s7"] = given["s1"]
    given["s6"] = given["s3"]
    both = examine(data(given))
    assert [(one.kind, one.severity) for one in both] == [("identical outputs", "serious")] * 2
    assert [(one.stream, one.count, one.others) for one in both] == [
        ("system 's1'", 120, ("system 's4'", "system 's7'")),
        ("system 's3'", 120, ("system 's6'",)),
    ]
    assert summarize_findings(both, data(given)) == both
    for pair in (("s1", "s4"), ("s4", "s7"), ("s7", "s1")):
        assert split_by_system(both, data(given), pair) == (both[:1], both[1:])
    for pair in (("s1", "s3"), ("s0", "s1")):
        assert split_by_system(both, data(given), pair) == ([], both)
    assert examine(data(outputs(2))) == examine(data(outputs(13))) == []


def test_what_all_of_thirteen_have_is_said_once_with_the_worst_of_them() -> None:
    given = {name: [lines[0] + " &lt;", *lines[1:]] for name, lines in outputs(13).items()}
    given["s11"][7] += " &lt;"
    found = examine(data(given))
    assert len(found) == 13
    (one,) = summarize_findings(found, data(given))
    assert (one.stream, one.code) == ("system 's11'", "text.contents")
    assert one.lines.tolist() == [0, 7]
    also = one.sentence.values["also"]
    names = [f"'s{k}'" for k in (*range(11), 12)]
    assert also.values == {"systems": names, "counts": [1] * 12, "most": 5}
    assert one.sentence.endswith(also)
    own, others = split_by_system(found, data(given), ("s11", "s8"))
    assert [finding.stream for finding in own] == ["system 's8'", "system 's11'"]
    assert len(others) == 11


def test_what_is_serious_names_every_system() -> None:
    given = {name: [""] * 10 + lines[10:] for name, lines in outputs(13).items()}
    (one,) = of("empty", summarize_findings(examine(data(given)), data(given)))
    assert one.severity == "serious"
    also = one.sentence.values["also"]
    assert (len(also.values["systems"]), also.values["most"]) == (12, 0)
    assert all(f"'s{k}'" in one.sentence for k in range(13))
