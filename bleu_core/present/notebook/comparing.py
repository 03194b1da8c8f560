"""Compare two outputs with one call, from lists, data-frame columns or files."""

from __future__ import annotations

import math
import os
import warnings
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from inspect import signature
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import pandas as pd
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.common.pair import DEFAULT_NAMES, A, B
from bleu_core.explain.comparison import Comparison
from bleu_core.messages import scoring, screen, testset
from bleu_core.readers import File, Parts
from bleu_core.readers.assemble import distinct_names
from bleu_core.readers.campaigns import Campaign, open_campaign
from bleu_core.readers.choices import select_outputs
from bleu_core.readers.files import PlacedFiles, assemble_placed, place_files
from bleu_core.readers.testsets import NamedSet, load_named_set
from bleu_core.text.config import BleuConfig, tokenizer_for, with_settings
from bleu_core.text.evalset import (
    InputError,
    MisalignedColumns,
    shape_problems,
    stream_problems,
    text_column,
)

# A `str` or a path is a file; a column has one text per segment.
Column: TypeAlias = (
    "Sequence[str | None] | pd.Series[Any] | NDArray[Any] | pa.Array | pa.ChunkedArray"
)
Texts: TypeAlias = "str | os.PathLike[str] | Column"
# One reference: its texts. Several: a list of these, or a frame or table with only references.
References: TypeAlias = "Texts | Sequence[Texts] | pd.DataFrame | pa.Table"


class NotebookInput(NamedTuple):
    """An argument with its role: "A", "B", "reference 1", "source" or "documents"."""

    place: str
    texts: Any

    @property
    def called(self) -> str:
        """The stem of a file's name, the name of a pandas column, or ''."""
        if is_file(self.texts):
            return Path(os.fspath(self.texts)).stem
        name = self.texts.name if isinstance(self.texts, pd.Series) else None
        return "" if name is None else str(name)

    def read(self) -> File:
        """Read the file, or raise InputError."""
        name = os.fspath(self.texts)
        try:
            return File(name, Path(name).read_bytes())
        except (OSError, ValueError) as error:  # ValueError: a NUL in the name
            reason = getattr(error, "strerror", None) or str(error)
            may_be_text = isinstance(self.texts, str)
            raise InputError([
                screen.unreadable_file(self.place, name, reason, may_be_text)
            ]) from None  # fmt: skip

    def column(self) -> pa.Array:
        """The texts as a column, null for missing ones; raises InputError for other types."""
        values = self.texts
        if isinstance(values, pd.Series):
            try:
                values = pa.array(values, from_pandas=True)
            except (pa.ArrowException, UnicodeError):  # of mixed types
                missing = values.isna().tolist()
                pairs = zip(values, missing, strict=True)
                values = [None if is_missing else value for value, is_missing in pairs]
        elif isinstance(values, np.ndarray):
            values = values.tolist()
        if isinstance(values, list | tuple):
            values = [None if _is_nan(value) else value for value in values]
        if isinstance(values, pa.Array | pa.ChunkedArray) and not _is_text(values.type):
            is_pandas = isinstance(self.texts, pd.Series)
            raise InputError([screen.not_text(self.place, str(values.type), is_pandas)])
        if problems := stream_problems(self.place, values, True):
            raise InputError(problems)
        return text_column(values, self.place)


def is_file(given: object) -> bool:
    return isinstance(given, str | os.PathLike)


def split_references(references: Any, by_file: bool) -> list[Any]:
    """The references as a list of streams; if `by_file`, strings in a list are files."""
    if isinstance(references, pd.DataFrame):
        return [references.iloc[:, number] for number in range(references.shape[1])]
    if isinstance(references, pa.Table):
        return list(references.columns)
    if is_file(references) or isinstance(references, pd.Series | pa.Array | pa.ChunkedArray):
        return [references]
    if isinstance(references, np.ndarray):
        references = references.tolist()
    if not isinstance(references, Sequence):
        raise InputError([screen.no_references(type(references).__name__)])
    if not _is_flat(references):
        return list(references)
    if not by_file:
        return [references]
    if not any(os.path.exists(one) for one in references if one is not None):
        raise InputError([screen.references_not_files(str(references[0]))])
    return list(references)


def shape_warnings(references: Any, size: int, by_file: bool) -> list[str]:
    """Warnings about references whose shape does not fit `size` segments."""
    if not isinstance(references, list | tuple):
        return []
    if not _is_flat(references):
        return [] if any(map(is_file, references)) else [*shape_problems(references, size)]
    if by_file or len(references) == size:
        return []
    return [screen.references_as_texts(len(references), size)]


def _is_flat(references: Sequence[Any]) -> bool:
    """Whether these are strings, not several references."""
    return len(references) > 0 and all(isinstance(x, str | None) or _is_nan(x) for x in references)


def _is_nan(value: object) -> bool:
    """Whether it is NaN, with which tables mark a missing value."""
    return isinstance(value, float) and math.isnan(value)


def _is_text(kind: pa.DataType) -> bool:
    kind, types = kind.value_type if pa.types.is_dictionary(kind) else kind, pa.types
    kinds = (types.is_string, types.is_large_string, types.is_string_view, types.is_null)
    return any(is_kind(kind) for is_kind in kinds)


def compare(
    a: Texts,
    b: Texts,
    references: References | None = None,
    *,
    source: Texts | None = None,
    documents: Texts | None = None,
    test_set: str | None = None,
    campaign: str | os.PathLike[str] | None = None,
    language_pair: str | None = None,
    names: tuple[str, str] = ("", ""),
    config: BleuConfig | None = None,
    **settings: Any,
) -> Comparison:
    """Compare two outputs of one test set: A, the baseline, and B, the candidate.

    A text argument holds one string per segment: a list, a pandas or pyarrow column, or a numpy
    array. It can also be the path (`str` or `Path`) of a file in any format that the app reads.
    Columns and files can be mixed; they are aligned by line.

    Parameters
    ----------
    a, b : texts of S segments
        Outputs of the baseline and of the candidate.
    references : texts, or a list of texts
        One reference, or a list of streams as in sacreBLEU: [[ref 1 of every segment], [ref 2 of
        every segment], …]. A data frame or table has one column per reference. None or NaN is a
        missing reference. A list of strings holds file names if A and B are files, and the texts
        of one reference otherwise; a `Path` is always a file.
    source, documents : texts, optional
        Source text and document name of each segment.
    test_set, language_pair : str, optional
        A test set of sacreBLEU, such as "wmt23" and "en-de", instead of references, source and
        documents. sacreBLEU downloads it if it is not in its cache. The pair alone chooses the
        tokenizer only.
    campaign : path, optional
        The folder of an evaluation campaign in the layout of mt-metrics-eval, or of submissions
        collected by WMT, instead of `test_set`. A and B are then names of systems, or texts; and
        `references` are names, by default the first one.
    names : pair of str, optional
        Names of A and B. By default the names of their files or columns, or "A" and "B".
    config : BleuConfig, optional
        Settings of the score, such as tokenizer, case and smoothing. By default sacreBLEU's, whose
        tokenizer depends on the language pair.
    **settings
        Settings by name, such as tokenize="intl" or lowercase=True; they replace those of `config`.

    Returns
    -------
    Comparison
        Scores, statistics and attribution of the difference; notebooks show it as HTML.

    Raises
    ------
    InputError
        The input cannot be scored. A ValueError with one message per problem.

    Warns
    -----
    UserWarning
        Something was repaired or skipped while reading files; one message each.

    Examples
    --------
    >>> from bleuscope import compare
    >>> compare(["a cat sat there"], ["the cat sat there"], ["the cat sat there"])
    Comparison(A 'A' 59.46 with B 'B' 100.00: Δ +40.54 BLEU on 1 segment)

    Settings have the names that `BleuConfig` has:

    >>> compare(["A cat sat there"], ["a cat sat there"], ["a cat sat there"], lowercase=True).delta
    0.0

    Two references; the second segment has only the first of them:

    >>> references = [["a cat", "so it was"], ["the cat", None]]
    >>> compare(["a cat", "it was"], ["the cat", "so was it"], references).score_b.ref_len
    5

    Columns of a data frame; the systems take their names:

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"old": ["a cat"], "new": ["the cat"], "human": ["the cat"]})
    >>> compare(frame["old"], frame["new"], frame["human"]).b
    'new'
    """
    # Names are checked first: reading may take long, or download a test set.
    checked = with_settings(config or BleuConfig(), settings, [*signature(compare).parameters])
    asides = {"source": source, "documents": documents}
    named: NamedSet | Campaign | None
    if campaign is None:
        named = _named_set(test_set, language_pair, references, source, documents)
    else:
        replaced = asides | {"test_set": test_set}
        _refuse_beside(replaced)
        chosen: Any = [references] if isinstance(references, str) else references or ()
        named = opened = open_campaign(campaign, language_pair, chosen)
        language_pair = opened.language_pair
        (a, b), names = _by_name(opened, (a, b), names)
    given = [NotebookInput(A, a), NotebookInput(B, b)]
    given += [NotebookInput(place, one) for place, one in asides.items() if one is not None]
    found = _fitted(given, references, is_file(a) and is_file(b), named)
    try:
        made = assemble_placed(found, [], A, B)
    except MisalignedColumns as error:
        # The outputs may be of another set than the named one.
        if named and (problem := named.explain_lengths(error.columns["systems"])):
            raise InputError([problem]) from None
        raise
    for sentence in made.repairs:
        warnings.warn(sentence, stacklevel=2)
    own = distinct_names(*(found.called[place][0] for place in (A, B)))
    called = [name.strip() or usual for name, usual in zip(names, own, strict=True)]
    if called[0] == called[1]:
        raise InputError([scoring.name_twice(called[0], 2)])
    systems = dict(zip(called, made.evalset.systems.values(), strict=True))
    if config is None and "tokenize" not in settings:
        checked = replace(checked, tokenize=tokenizer_for(language_pair))
    return Comparison.of(replace(made.evalset, systems=systems), checked)


def _by_name(
    campaign: Campaign, given: Sequence[Any], names: tuple[str, str]
) -> tuple[list[Any], tuple[str, str]]:
    """Files for the names of systems, and names for the results; other texts stay."""
    texts, problems = list(given), list[str]()
    for number, one in enumerate(given):
        if isinstance(one, str):
            try:
                texts[number] = campaign.output(one)
            except InputError as error:
                problems += error.problems
    if problems:
        raise InputError(problems)
    own = [one if isinstance(one, str) and one in campaign.outputs else "" for one in given]
    a, b = (name or usual for name, usual in zip(names, own, strict=True))
    return texts, (a, b)


def _named_set(
    name: str | None, pair: str | None, references: Any, source: Any, documents: Any
) -> NamedSet | None:
    """The test set of this name, or None without a name."""
    if name is None:
        if "-" not in (pair or "-"):
            raise InputError([testset.no_pair(str(pair))])
        return None
    _refuse_beside({"references": references, "source": source, "documents": documents})
    return load_named_set(name, pair)


def _refuse_beside(replaced: dict[str, Any]) -> None:
    """Refuse arguments that a test set replaces."""
    if given := [name for name, value in replaced.items() if value is not None]:
        raise InputError([testset.given_too(given)])


def _fitted(
    given: list[NotebookInput], references: Any, by_file: bool, named: NamedSet | Campaign | None
) -> PlacedFiles:
    """The arguments as readers return them: files read, columns as they are."""
    problems: dict[str, list[str]] = {}
    try:
        streams = [] if named else split_references(references, by_file)
        given = given + [NotebookInput(f"reference {n}", one) for n, one in enumerate(streams, 1)]
    except InputError as error:
        problems["reference 1"] = error.problems
    files: dict[str, File] = {}
    columns: list[tuple[str, Parts]] = []
    for one in given:
        try:
            if is_file(one.texts):
                files[one.place] = one.read()
            else:
                columns.append((one.place, _parts(one)))
        except InputError as error:
            problems[one.place] = error.problems
    # Columns are combined by line, not by index as in pandas.
    series = [argument for argument in given if isinstance(argument.texts, pd.Series)]
    for argument in series[1:]:
        if not argument.texts.index.equals(series[0].texts.index):
            problem = screen.other_index(argument.place, series[0].place)
            problems.setdefault(argument.place, []).append(problem)
    taken = {place: partial(select_outputs, wanted=("",)) for place in (A, B)}
    read = place_files(files, taken, encoding=None)
    order = [one.place for one in given]
    parts = sorted([*columns, *read.parts], key=lambda part: order.index(part[0]))
    size = next((len(part) for place, part in parts if place in (A, B)), 0)
    if named:
        parts.append(("reference", named.parts))
    elif size and (told := shape_warnings(references, size, by_file)):
        problems["reference 1"] = told
        parts = [one for one in parts if not one[0].startswith("reference")]
    usual = dict[str, str](zip((A, B), DEFAULT_NAMES, strict=True))
    own = {one.place: (one.called or usual.get(one.place, one.place),) for one in given}
    called = own | read.called
    places = dict.fromkeys([*order, *problems], File("", b""))
    return PlacedFiles(places, parts, called, problems | read.problems)


def _parts(given: NotebookInput) -> Parts:
    """A column as the file that would hold it."""
    name = f"column {given.called}" if given.called else ""
    column, place = given.column(), given.place
    if place in (A, B):
        return Parts(name, "text", systems={place: column})
    match place:
        case "source":
            return Parts(name, "text", source=column)
        case "documents":
            return Parts(name, "text", documents=column)
    return Parts(name, "text", references={place: column})
