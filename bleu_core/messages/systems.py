"""Systems: those available, their names, and why they cannot be ranked."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.numerals import counted, whole
from bleu_core.common.wording import cut, listed, named
from bleu_core.messages import message

# Systems: those available, their names, and why they cannot be ranked.


@message(area="systems")
def no_systems() -> str:
    return "There are no systems to rank."


@message(area="systems")
def number_of_names(names: int, systems: int) -> str:
    of = counted(systems, "system")
    return f"{counted(names, 'name')} for {of}; each is to have one."


@message(area="systems")
def same_name(names: Sequence[str]) -> str:
    return f"Two systems have one name: {listed(map(repr, names))}."


@message(area="systems")
def unknown_baseline(baseline: str, systems: Sequence[str]) -> str:
    return f"The baseline {baseline!r} is none of the systems: {listed(map(repr, systems))}."


@message(area="systems")
def negative_trials(given: int) -> str:
    return f"{given} trials were asked for; there can be 0 or more."


# Systems in files.


@message(area="systems")
def too_few(systems: Sequence[str], least: int) -> str:
    """`least` is 1 to score one, 2 to compare."""
    have = f"only one system ({systems[0]})" if len(systems) == 1 else "no system"
    needs = "a comparison needs two" if least > 1 else "give its output"
    return f"There is {have}; {needs}."


@message(area="systems")
def unknown(system: str, systems: Sequence[str]) -> str:
    return f"There is no system {system!r}; there are {named(systems)}."


@message(area="systems")
def same_twice(system: str) -> str:
    return f"A and B are the same system, {system!r}; choose two."


@message(area="systems")
def not_in_file(place: str, file: str, wanted: Sequence[str], systems: Sequence[str]) -> str:
    """`systems` are those in the file."""
    lacking = named(list(map(repr, wanted)))
    return f"{place} ({file}) has no system {lacking}; it holds {named(systems)}."


@message(advice=["system"], area="systems")
def not_chosen(place: str, file: str, systems: Sequence[str]) -> str:
    return (
        f"{place} ({file}) holds {whole(len(systems))} systems ({named(systems)}); choose one by "
        "its name."
    )


@message("note", area="systems")
def first_two(systems: Sequence[str], a: str, b: str) -> str:
    return f"Of {whole(len(systems))} systems ({named(systems)}), A is {a} and B is {b}."


# Names.


@message("note", area="systems")
def renamed(system: str, file: str, called: str) -> str:
    return f"Two systems are called {system!r}; the one of {file} is {called!r} here."


@message("note", area="systems")
def names_kept(file: str, count: int) -> str:
    return f"{file} holds {counted(count, 'system')}, which keep their names."


@message(area="systems")
def name_twice(name: str, count: int) -> str:
    return f"{counted(count, 'system')} are given the name {cut(name)!r}; give them different ones."


@message(area="systems")
def name_taken(name: str) -> str:
    return f"Another system is called {name!r}; give A and B others."


@message(area="systems")
def name_long(name: str, length: int, most: int) -> str:
    return (
        f"The name {cut(name)!r} has {whole(length)} characters; give one of at most {whole(most)}."
    )


@message(area="systems")
def name_unprintable(name: str) -> str:
    return f"The name {cut(name)!r} has a character that cannot be seen; leave it out."


@message(area="systems")
def too_many_names(names: int, systems: Sequence[str]) -> str:
    return (
        f"{counted(names, 'name is', 'names are')} given, and there are "
        f"{counted(len(systems), 'system')}: {named(systems)}."
    )
