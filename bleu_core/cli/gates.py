"""Options of tests and gates, and the message of each gate that fails."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from bleu_core.cli.options import option, options_class
from bleu_core.cli.scores import imported_keys
from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import LEVEL, format_p_below
from bleu_core.common.trials import SEED, TRIALS
from bleu_core.messages import Message
from bleu_core.messages import option as messages
from bleu_core.metrics.registry import is_metric
from bleu_core.systems.gate_conditions import GateCondition, GateConditionError, parse_conditions

if TYPE_CHECKING:
    from bleu_core.present.ranking_report import RankingReport
    from bleu_core.readers.input_checks import Finding
    from bleu_core.systems.gates import GateLabels, GateResults, MetricDelta


TESTS_RUN = "--trials above 0"


def _read_conditions(ctx: click.Context, parameter: click.Parameter, texts: tuple[str, ...]) -> Any:
    imported = imported_keys(ctx.params)
    try:
        return [parse_conditions(text, imported) for text in texts]
    except GateConditionError as error:
        place = len(one_line(error.text[: error.at]))
        problem = messages.malformed_condition(error.problem, one_line(error.text), place)
        raise click.BadParameter(problem) from None


@options_class
class TestOptions:
    """Options of the significance tests."""

    trials: int = option(
        "--trials", type=click.IntRange(0, 1_000_000), default=TRIALS, show_default=True,
        metavar="N", help="Number of trials of the randomization test; 0 skips all tests.",
    )  # fmt: skip
    seed: int = option(
        "--seed", type=click.IntRange(0), default=SEED, show_default=True, metavar="N",
        help="Random seed for all tests.",
    )  # fmt: skip


@options_class
class GateOptions:
    """Gates on the candidate's difference to the baseline."""

    accept_findings: bool = option(
        "--accept-findings", is_flag=True, help="Do not exit with 2 because of input warnings."
    )
    fail_under: float | None = option(
        "--fail-under", type=float, metavar="Δ",
        help="Exit with 1 if the candidate's difference to the baseline is below this many BLEU "
        "points, e.g. -0.5.",
    )  # fmt: skip
    fail_if_significant: bool = option(
        "--fail-if-significant", is_flag=True,
        help="Exit with 1 if the candidate's BLEU is significantly below the baseline's "
        f"({format_p_below(LEVEL)}; in rank, Holm-corrected for all pairs).",
    )  # fmt: skip
    fail_if: list[list[GateCondition]] = option(
        "--fail-if", multiple=True, callback=_read_conditions, metavar="CONDITIONS",
        help="Exit with 1 if all conditions hold, e.g. 'bleu<-0.5 and chrf<0' (differences to the "
        "baseline, in points of each metric) or 'bleu<0 and chrf.p<0.05'. For ter and wer lower is "
        "better, so ter>0 is worse. Can be repeated; any of them fails the run.",
    )  # fmt: skip

    @property
    def conditions(self) -> list[GateCondition]:
        """The conditions of all --fail-if options."""
        return [condition for conditions in self.fail_if for condition in conditions]

    @property
    def computed(self) -> list[str]:
        """The metrics in conditions, without imported scores."""
        return [each.metric for each in self.conditions if is_metric(each.metric)]

    def check(self, trials: int, open_app: bool, others: Sequence[object] = ()) -> None:
        """Reject gates that cannot decide, or that --open would never reach; also `others`."""
        if self.fail_if_significant and not trials:
            raise click.UsageError(messages.needs("--fail-if-significant", TESTS_RUN))
        tested = [condition for condition in self.conditions if condition.needs_tests]
        if tested and not trials:
            gate = f"--fail-if with {tested[0].quantity}"
            raise click.UsageError(messages.needs(gate, TESTS_RUN))
        gated = self.fail_if_significant or self.fail_if or self.fail_under is not None or others
        if open_app and gated:
            why = "it runs until the app is stopped. Use --keep instead"
            raise click.UsageError(messages.not_with(["--open"], "a gate", why))

    def blocking(self, findings: Sequence[Finding]) -> list[Message]:
        """Why the scores are unreliable, and what to do; empty if they are reliable."""
        from bleu_core.readers.input_checks import SUBWORDS
        from bleu_core.systems.gates import blocking_findings

        found = [] if self.accept_findings else blocking_findings(findings)
        if not found:
            return []
        repairable = any(each.places is not None or each.kind == SUBWORDS for each in found)
        return [messages.serious_findings(len(found), repairable)]

    def judge_systems(self, standings: RankingReport) -> dict[str, GateResults]:
        """The results for each system and the baseline; p is after Holm over all pairs."""
        from bleu_core.systems.gates import GateLabels, MetricDelta

        baseline = standings.ranking.baseline
        results = {}
        for name in standings.scored.names:
            if name == baseline:
                continue
            changes = {}
            for key, ranking in standings.rankings.items():
                pair = ranking.pair(baseline, name)
                label = standings.metrics[key].label
                smallest, segments = ranking.smallest_p_holm, ranking.segments
                changes[key] = MetricDelta(label, pair.delta, pair.p_holm, smallest, segments, "")
            results[name] = self.judge(changes, GateLabels(baseline, name, after_holm=True))
        return results

    def judge(self, changes: Mapping[str, MetricDelta], *named: GateLabels) -> GateResults:
        """Judge the candidate by each gate, given the Δ of each metric."""
        from bleu_core.systems.gates import judge_gates

        limits = self.fail_under, self.fail_if_significant, LEVEL, self.fail_if
        return judge_gates(changes, *limits, *named)
