"""Reports that cannot be written."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.numerals import whole
from bleu_core.common.wording import listed
from bleu_core.messages import message

# Reports that cannot be written.


@message(area="report")
def unwritable(file: str, reason: str) -> str:
    return f"{file} cannot be written: {reason}."


@message(area="report")
def unknown_ending(file: str, endings: Sequence[str]) -> str:
    return f"{file!r} is to end in {listed(endings, last='or')}."


@message(area="report")
def unknown_data_ending(endings: Sequence[str]) -> str:
    return f"The report of a data set is to end in {listed(endings, last='or')}."


@message(area="report")
def no_folder(folder: str) -> str:
    return f"there is no folder {folder!r}."


@message(area="report")
def xlsx_not_installed() -> str:
    return "XLSX needs openpyxl: pip install 'bleuscope[xlsx]'."


@message(area="report")
def too_many_rows(segments: int, most: int) -> str:
    return (
        f"{whole(segments)} segments are more than the {whole(most)} rows of a sheet; write them "
        "as CSV."
    )
