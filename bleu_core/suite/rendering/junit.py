"""A suite run as JUnit XML, for continuous integration services.

The only standard is what readers accept: the file is valid for Ant (JUnit.xsd of Windy Road)
and Jenkins (junit-10.xsd of its xUnit plugin), and others read a subset. A test set is a testsuite;
a system is a testcase, and so is each of its slices. A failed gate is a failure; without one, a
reason why a gate could not be judged is an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import chain
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import format_p_cell, format_plain, format_score
from bleu_core.present.document import text
from bleu_core.suite.rendering.document import change
from bleu_core.suite.results import MetricResult, SetResult, SuiteResult, SystemResult

# Characters that XML 1.0 cannot hold, even escaped, and that `one_line` keeps (production 2, Char).
_NO_XML = re.compile("[\ud800-\udfff\ufffe\uffff]")


class Case(NamedTuple):
    """A testcase, with messages on errors and failed gates."""

    name: str
    lines: tuple[str, ...]
    errors: tuple[str, ...] = ()
    failures: tuple[str, ...] = ()
    is_failure: bool = False  # even with errors: the schemas allow only one of the two

    @property
    def is_error(self) -> bool:
        return bool(self.errors) and not self.is_failure


def to_junit(result: SuiteResult) -> bytes:
    """The run as an XML document in UTF-8."""
    root = Element("testsuites")
    for number, one in enumerate(result.sets):
        _suite(root, result, one, number)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="UTF-8", xml_declaration=True) + b"\n"


def _suite(root: Element, result: SuiteResult, one: SetResult, number: int) -> None:
    found = list(_cases(one))
    suite = SubElement(
        root,
        "testsuite",
        name=_xml(one.name),
        package=_xml(result.title),
        id=format_plain(number, 9),
        # Ant's schema requires UTC without a time zone.
        timestamp=f"{datetime.fromtimestamp(result.made, UTC):%Y-%m-%dT%H:%M:%S}",
        hostname="localhost",
        tests=format_plain(len(found), 9),
        failures=format_plain(sum(case.is_failure for case in found), 9),
        errors=format_plain(sum(case.is_error for case in found), 9),
        time=f"{one.seconds:.3f}",
    )
    properties = SubElement(suite, "properties")
    for name, value in (("segments", format_plain(one.segments, 12)), ("signature", one.signature)):
        SubElement(properties, "property", name=name, value=_xml(value))
    for case in found:
        _case(suite, f"{result.title}.{one.name}", case)
    told = [
        line
        for case in found
        if case.lines
        for line in (f"{case.name}:", *(f"  {one}" for one in case.lines))
    ]
    SubElement(suite, "system-out").text = _lines([*one.notes, *told])
    SubElement(suite, "system-err")


def _case(suite: Element, classname: str, case: Case) -> None:
    made = SubElement(suite, "testcase", name=_xml(case.name), classname=_xml(classname), time="0")
    if case.is_failure:
        _tell(SubElement(made, "failure", type="gate"), case.failures, case.errors, case.lines)
    elif case.is_error:
        _tell(SubElement(made, "error", type="input"), case.errors, case.failures, case.lines)


def _tell(element: Element, reasons: tuple[str, ...], *more: tuple[str, ...]) -> None:
    element.set("message", _xml(" ".join(reasons)))
    element.text = _lines([*reasons, *chain(*more)])


def _cases(one: SetResult) -> Iterator[Case]:
    if one.problems:
        yield Case("can be judged", (), errors=one.problems)
    for system in one.systems:
        told = chain.from_iterable((*part.failures, *part.unjudged) for part in system.slices)
        of_slices = set(told)
        own, doubts = (
            tuple(sentence for sentence in sentences if sentence not in of_slices)
            for sentences in (system.failures, system.unjudged)
        )
        is_blocked = bool(system.blocking)
        lines = (*_metric_lines(system, system.metrics), *system.notes)
        errors = system.blocking + doubts
        yield Case(system.name, lines, errors, own, bool(own) and not is_blocked)
        for part in system.slices:
            name = f"{system.name}, slice {part.name}"
            lines = _metric_lines(system, (part.bleu, *part.metrics))
            fails = bool(part.failures) and not is_blocked
            yield Case(name, lines, system.blocking + part.unjudged, part.failures, fails)


def _metric_lines(system: SystemResult, results: Sequence[MetricResult]) -> tuple[str, ...]:
    """One line for each metric."""
    return tuple(_line(result, system.baseline) for result in results)


def _line(one: MetricResult, baseline: str) -> str:
    told = f"{one.label} {format_score(one.score)}"
    if baseline:
        told += f", Δ {text([change(one)])} vs. {baseline}"
    if one.p_holm is not None:
        return f"{told}, p {format_p_cell(one.p_holm)} (Holm)"
    return told if one.p is None else f"{told}, p {format_p_cell(one.p)}"


def _lines(sentences: Sequence[str]) -> str:
    return "\n".join(map(_xml, sentences))


def _xml(told: str) -> str:
    """Text that XML can hold."""
    return _NO_XML.sub("\ufffd", one_line(told))
