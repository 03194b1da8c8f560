"""Messages on TOML files that cannot be read: syntax errors and invalid values."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import format_count, format_int, join_words, truncate
from bleu_core.messages import Area

toml = Area("toml")


@toml.error()
def fault(file: str, line: int, problem: str) -> str:
    """`file` is "" if it has no name; `problem` is a message."""
    return f"{f'{file}, line' if file else 'Line'} {format_int(line)}: {problem}"


@toml.error("There are {count:int} more faults.")
def more_faults(count: int) -> str: ...
@toml.error("the file has {size:int} bytes; {most:int} are the most.")
def too_large(size: int, most: int) -> str: ...
@toml.error("this is no UTF-8. Save the file as UTF-8.")
def not_utf8() -> str: ...
@toml.error("a name has more than 20 parts.")
def many_parts() -> str: ...
@toml.error("lists or tables are nested too deeply.")
def too_deep() -> str: ...
@toml.error("this is no TOML: {problem:short 120}. What follows it was not read.")
def syntax(problem: str) -> str: ...


@toml.error()
def unknown_name(name: str, near: str, names: Sequence[str]) -> str:
    """`near` is the known name that is intended, "" if none is similar."""
    instead = f"Is “{near}” meant?" if near else f"There are {join_words(names)}."
    return f"“{truncate(name)}” says nothing here. {instead}"


@toml.error("“{name}” is to be a text in quotes.")
def not_text(name: str) -> str: ...
@toml.error("“{name}” is missing or empty.")
def missing(name: str) -> str: ...
@toml.error("“{name}” has {length:int} characters; {most:int} are the most.")
def too_long(name: str, length: int, most: int) -> str: ...
@toml.error('“{name}” is to be a list of texts: ["…", "…"].')
def not_texts(name: str) -> str: ...


@toml.error()
def number_of_texts(name: str, count: int, least: int, most: int) -> str:
    given = f"has {format_int(count)} texts" if count else "is missing"
    between = f"there are {least} to {most}" if least < most else f"there are {least}"
    return f"“{name}” {given}; {between}."


@toml.error("Text {number:int} of “{name}” has {length:int} characters; {most:int} are the most.")
def long_text(name: str, number: int, length: int, most: int) -> str: ...
@toml.error("“{name}” is to be a list of whole numbers from {least} to {most}.")
def not_whole_numbers(name: str, least: int, most: int) -> str: ...
@toml.error("“{name}” is to be a list of numbers.")
def not_numbers(name: str) -> str: ...
@toml.error("“{name}” is to be a whole number from {least} to {most:int}.")
def out_of_range(name: str, least: int, most: int) -> str: ...
@toml.error("“{name}” is to be a whole number.")
def not_whole_number(name: str) -> str: ...
@toml.error("“{name}” is to be a number.")
def not_number(name: str) -> str: ...
@toml.error("“{name}” is to be true or false.")
def not_true_or_false(name: str) -> str: ...
@toml.error("“{name}” is to be a table: [{name}].")
def not_table(name: str) -> str: ...
@toml.error("“{name}” are to be tables: [[{name}]] before each.")
def not_tables(name: str) -> str: ...


@toml.error()
def many_tables(name: str, count: int, most: int) -> str:
    return f"There are {format_count(count, name)}; {format_int(most)} are the most."


@toml.error("“tokenize” is to be {tokenizers:or}.")
def unknown_tokenizer(tokenizers: Sequence[str]) -> str: ...
