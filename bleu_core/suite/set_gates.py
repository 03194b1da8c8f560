"""The gates of a test set or slice, as a suite file names them, and their reader."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bleu_core.messages import suite as messages
from bleu_core.readers.toml_files import TomlFields
from bleu_core.systems.gate_conditions import GateCondition, GateConditionError, parse_conditions

MOST_CONDITIONS = 50
LONGEST_CONDITION = 500  # characters


@dataclass(frozen=True)
class Gates:
    """Conditions under which a system fails on a set or slice, named as `compare`'s options.

    If none is met, but the test has less than `min_power` for `power_delta`, there is no verdict.
    """

    fail_under: float | None = None  # Δ of BLEU, in points, is lower
    fail_if_significant: bool = False  # worse, with p (Holm over the suite) < `level`
    level: float = 0.05
    fail_if: tuple[str, ...] = ()  # on Δ or p of metrics: "bleu<-0.5 and chrf<0"
    accept_findings: bool = False  # judge input with serious problems
    min_power: float | None = None

    @property
    def power_delta(self) -> float:
        """BLEU points to detect: the loss that `fail_under` forbids, or 1; at least 0.01."""
        return max(0.01, abs(self.fail_under or 1.0))

    @property
    def conditions(self) -> list[GateCondition]:
        """The single conditions in `fail_if`."""
        return [each for text in self.fail_if for each in parse_conditions(text)]

    @property
    def need_p(self) -> bool:
        """Whether any gate needs tests."""
        needed = self.fail_if_significant or self.min_power is not None
        return needed or any(each.needs_tests for each in self.conditions)

    @property
    def need_baseline(self) -> bool:
        """Whether any gate needs a baseline."""
        limits = self.fail_under, self.min_power
        return limits != (None, None) or self.fail_if_significant or bool(self.fail_if)


def read_gates(table: TomlFields, defaults: Gates) -> Gates:
    """The gates of a table; missing ones are taken from `defaults`."""
    shares = {name: table.real(name) for name in ("level", "min_power")}
    for name, share in shares.items():
        if share is not None and not 0 < share < 1:
            table.fault(name, messages.share_out_of_range(name))
    gates: dict[str, Any] = {
        "fail_under": table.real("fail_under"),
        "fail_if_significant": table.flag("fail_if_significant"),
        **shares,
        "fail_if": read_conditions(table) if table.has("fail_if") else None,
        "accept_findings": table.flag("accept_findings"),
    }
    return replace(defaults, **{name: gate for name, gate in gates.items() if gate is not None})


def read_conditions(table: TomlFields) -> tuple[str, ...]:
    """The conditions that can be parsed, as written."""
    parsed = []
    for text in table.texts("fail_if", 0, MOST_CONDITIONS, LONGEST_CONDITION):
        try:
            parse_conditions(text)
            parsed.append(text)
        except GateConditionError as error:
            problem = messages.condition(text, error.at + 1, error.problem)
            table.fault("fail_if", problem, text)
    return tuple(parsed)
