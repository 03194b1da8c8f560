"""A suite run as JUnit XML, for continuous integration services.

The only standard is what readers accept: the file is valid for Ant (JUnit.xsd of Windy Road)
and Jenkins (junit-10.xsd of its xUnit plugin), and others read a subset. A test set is a testsuite;
a system is a testcase, and so is each of its slices. A failed gate is a failure; without one, a
reason why a gate could not be judged is an error. Without a baseline yet, a testcase is skipped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import format_p_cell, format_plain, format_score
from bleu_core.present.document import text
from bleu_core.suite.rendering.document import change
from bleu_core.suite.results import MetricResult, SetResult, SuiteResult, SystemResult

# A testcase: its name; "failure", "error", "skipped" or "" (the schemas allow only one); the
# reasons for that; other reasons; and lines on metrics.
_Case = tuple[str, str, Sequence[str], Sequence[str], Sequence[str]]


def to_junit(result: SuiteResult) -> bytes:
    """The run as an XML document in UTF-8."""
    root = Element("testsuites")
    for number, of in enumerate(result.sets):
        _add_suite(root, result, of, number)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="UTF-8", xml_declaration=True) + b"\n"


def _add_suite(root: Element, result: SuiteResult, of: SetResult, number: int) -> None:
    cases = list(_cases(of))
    faults = Counter(fault for _, fault, *_ in cases)
    suite = SubElement(
        root,
        "testsuite",
        name=one_line(of.name),
        package=one_line(result.title),
        id=format_plain(number, 9),
        # Ant's schema requires UTC without a time zone.
        timestamp=f"{datetime.fromtimestamp(result.made, UTC):%Y-%m-%dT%H:%M:%S}",
        hostname="localhost",
        tests=format_plain(len(cases), 9),
        failures=format_plain(faults["failure"], 9),
        errors=format_plain(faults["error"], 9),
        time=f"{of.seconds:.3f}",
    )
    properties = SubElement(suite, "properties")
    for name, value in (("segments", format_plain(of.segments, 12)), ("signature", of.signature)):
        SubElement(properties, "property", name=name, value=one_line(value))
    output = list(of.notes)
    classname = one_line(f"{result.title}.{of.name}")
    for name, fault, reasons, others, lines in cases:
        case = SubElement(suite, "testcase", name=one_line(name), classname=classname, time="0")
        if fault:
            element = SubElement(case, fault)
            if fault != "skipped":  # which has no attributes in the schemas
                element.set("type", "gate" if fault == "failure" else "input")
                element.set("message", one_line(" ".join(reasons)))
            element.text = _lines([*reasons, *others, *lines])
        if lines:
            output += [f"{name}:", *(f"  {line}" for line in lines)]
    SubElement(suite, "system-out").text = _lines(output)
    SubElement(suite, "system-err")


def _cases(of: SetResult) -> Iterator[_Case]:
    if of.problems:
        yield "can be judged", "error", of.problems, (), ()
    for system in of.systems:
        slices = system.slices
        on_slices = {reason for own in slices for reason in (*own.failures, *own.unjudged)}
        failures, unjudged = (
            [reason for reason in reasons if reason not in on_slices]
            for reasons in (system.failures, system.unjudged)
        )
        lines = _metric_lines(system.metrics, system.baseline)
        yield _case(system.name, system, failures, unjudged, lines)
        for own in slices:
            lines = _metric_lines((own.bleu, *own.metrics), system.baseline)
            name = f"{system.name}, slice {own.name}"
            yield _case(name, system, own.failures, own.unjudged, lines)


def _case(
    name: str,
    system: SystemResult,
    failures: Sequence[str],
    unjudged: Sequence[str],
    lines: Sequence[str],
) -> _Case:
    """Input warnings leave no verdict, and a failed gate is one whatever others cannot judge."""
    errors = [*system.blocking, *unjudged]
    if failures and not system.blocking:
        return name, "failure", failures, errors, lines
    if system.notes and not errors:
        return name, "skipped", system.notes, failures, lines
    return name, "error" if errors else "", errors, failures, lines


def _metric_lines(metrics: Sequence[MetricResult], baseline: str) -> list[str]:
    """One line for each metric."""
    lines = []
    for metric in metrics:
        line = f"{metric.label} {format_score(metric.score)}"
        if baseline:
            line += f", Δ {text([change(metric)])} vs. {baseline}"
        if metric.p_holm is not None:
            line += f", p {format_p_cell(metric.p_holm)} (Holm)"
        elif metric.p is not None:
            line += f", p {format_p_cell(metric.p)}"
        lines.append(line)
    return lines


def _lines(sentences: Sequence[str]) -> str:
    return "\n".join(map(one_line, sentences))
