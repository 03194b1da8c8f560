"""Input of `compare` in a notebook, and parts of a comparison that cannot be shown there."""

from __future__ import annotations

from bleu_core.common.numerals import counted
from bleu_core.common.wording import cut
from bleu_core.messages import message

# Input of `compare` in a notebook, and parts of a comparison that cannot be shown there.


@message(area="notebook")
def same_name(name: str) -> str:
    return f"Both systems are called {name!r}; give them different names."


@message(area="notebook")
def unreadable_file(place: str, file: str, reason: str, may_be_text: bool) -> str:
    hint = " Texts are given as a list of them." if may_be_text else ""
    return f"{place}: the file {cut(file)!r} cannot be read ({reason}).{hint}"


@message(area="notebook")
def not_text(place: str, kind: str, is_pandas: bool) -> str:
    hint = " (.astype(str) makes them)" if is_pandas else ""
    return f"{place} is a column of type {kind}; texts belong there{hint}."


@message(area="notebook")
def no_references(kind: str) -> str:
    return f"references is a {kind}; give the texts of one reference, a list of several, or files."


@message(area="notebook")
def references_not_files(first: str) -> str:
    return (
        "references is a list of strings, which are files where A and B are; there is no file "
        f"{cut(first)!r}. Texts of one reference stand in a list: [references]."
    )


@message(area="notebook")
def references_as_texts(strings: int, segments: int) -> str:
    return (
        f"references is a list of {counted(strings, 'string')}, which are taken for the texts of "
        f"one reference; A and B have {counted(segments, 'segment')}. A file is given as a Path; "
        "of several references each is a list."
    )


@message(area="notebook")
def other_index(place: str, first: str) -> str:
    return (
        f"The index of {place} is another than that of {first}, so that a line may not be the "
        "same segment in both. Give columns of one frame, or, if they are in one order, "
        ".reset_index(drop=True) of each."
    )


@message(area="notebook")
def several_texts(column: str) -> str:
    return f"Of “{column}” a segment has several: it is no column here."


@message(area="notebook")
def no_documents() -> str:
    return "The documents are not known: compare(…, documents=…) gives them."


@message(area="notebook")
def points_undefined() -> str:
    return "A BLEU is 0, which has no logarithm: its points cannot be given to anything."
