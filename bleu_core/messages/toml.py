"""TOML files that cannot be read: syntax errors and invalid values."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import format_count, format_int, join_words, truncate
from bleu_core.messages import message


@message()
def fault(file: str, line: int, problem: str) -> str:
    """`file` is "" if it has no name; `problem` is a message."""
    return f"{f'{file}, line' if file else 'Line'} {format_int(line)}: {problem}"


@message()
def more_faults(count: int) -> str:
    return f"There are {format_int(count)} more faults."


@message()
def too_large(size: int, most: int) -> str:
    return f"the file has {format_int(size)} bytes; {format_int(most)} are the most."


@message()
def not_utf8() -> str:
    return "this is no UTF-8. Save the file as UTF-8."


@message()
def many_parts() -> str:
    return "a name has more than 20 parts."


@message()
def too_deep() -> str:
    return "lists or tables are nested too deeply."


@message()
def syntax(problem: str) -> str:
    return f"this is no TOML: {truncate(problem, 120)}. What follows it was not read."


@message()
def unknown_name(name: str, near: str, names: Sequence[str]) -> str:
    """`near` is the known name that is intended, "" if none is similar."""
    instead = f"Is “{near}” meant?" if near else f"There are {join_words(names)}."
    return f"“{truncate(name)}” says nothing here. {instead}"


@message()
def not_text(name: str) -> str:
    return f"“{name}” is to be a text in quotes."


@message()
def missing(name: str) -> str:
    return f"“{name}” is missing or empty."


@message()
def too_long(name: str, length: int, most: int) -> str:
    return f"“{name}” has {format_int(length)} characters; {format_int(most)} are the most."


@message()
def not_texts(name: str) -> str:
    return f'“{name}” is to be a list of texts: ["…", "…"].'


@message()
def number_of_texts(name: str, count: int, least: int, most: int) -> str:
    given = f"has {format_int(count)} texts" if count else "is missing"
    between = f"there are {least} to {most}" if least < most else f"there are {least}"
    return f"“{name}” {given}; {between}."


@message()
def long_text(name: str, number: int, length: int, most: int) -> str:
    which = f"Text {format_int(number)} of “{name}”"
    return f"{which} has {format_int(length)} characters; {format_int(most)} are the most."


@message()
def not_whole_numbers(name: str, least: int, most: int) -> str:
    return f"“{name}” is to be a list of whole numbers from {least} to {most}."


@message()
def not_numbers(name: str) -> str:
    return f"“{name}” is to be a list of numbers."


@message()
def out_of_range(name: str, least: int, most: int) -> str:
    return f"“{name}” is to be a whole number from {least} to {format_int(most)}."


@message()
def not_whole_number(name: str) -> str:
    return f"“{name}” is to be a whole number."


@message()
def not_number(name: str) -> str:
    return f"“{name}” is to be a number."


@message()
def not_true_or_false(name: str) -> str:
    return f"“{name}” is to be true or false."


@message()
def not_table(name: str) -> str:
    return f"“{name}” is to be a table: [{name}]."


@message()
def not_tables(name: str) -> str:
    return f"“{name}” are to be tables: [[{name}]] before each."


@message()
def many_tables(name: str, count: int, most: int) -> str:
    return f"There are {format_count(count, name)}; {format_int(most)} are the most."


@message()
def unknown_tokenizer(tokenizers: Sequence[str]) -> str:
    return f"“tokenize” is to be {join_words(tokenizers, last='or')}."
