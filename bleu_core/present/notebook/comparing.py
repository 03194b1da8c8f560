"""Two outputs compared in one line, whatever holds them: lists, columns of frames, files."""

from __future__ import annotations

import warnings
from dataclasses import replace
from functools import partial

from bleu_core.explain.comparison import Comparison
from bleu_core.messages import notebook
from bleu_core.present.notebook.given import (
    Given,
    References,
    Texts,
    index_problems,
    is_file,
    misshapen,
    separate,
)
from bleu_core.readers import File, Parts
from bleu_core.readers.files import Fitted, assembled, distinct_names, fitted
from bleu_core.readers.places import outputs
from bleu_core.text.config import BleuConfig
from bleu_core.text.streams import InputError


def compare(
    a: Texts,
    b: Texts,
    references: References,
    *,
    source: Texts | None = None,
    documents: Texts | None = None,
    names: tuple[str, str] = ("", ""),
    config: BleuConfig = BleuConfig(),
) -> Comparison:
    """Compare two outputs of one test set: A, the baseline, and B, the candidate.

    Texts are a list of strings, a column of pandas or pyarrow, an array of numpy, one string a
    segment; or a file of any format that the app reads, by its path (a `str` or a `Path`). Columns
    and files may be mixed: they belong together line by line.

    Parameters
    ----------
    a, b : texts
    references : texts, or a list of them
        Of one reference its texts; of several a list of streams, as sacreBLEU has it: [[ref 1 of
        every segment], [ref 2 of every segment], …], or a frame or table with a column for each.
        Strings in a list are files where A and B are, and else the texts of one reference; a
        `Path` is always a file. None, or NaN, is a reference that is missing for a segment.
    source, documents : texts, optional
        The source of each segment, and the name of the document that it belongs to.
    names : pair of str, optional
        What A and B are called; otherwise by their files, or their columns, or "A" and "B".
    config : BleuConfig
        Tokenizer, case, smoothing and the rest.

    Raises
    ------
    InputError
        A ValueError with a sentence for each thing that is wrong, all at once.

    Warns
    -----
    UserWarning
        With a sentence on each thing that was mended or left out in reading files.

    Examples
    --------
    >>> from bleuscope import compare
    >>> compare(["a cat sat there"], ["the cat sat there"], ["the cat sat there"])
    Comparison(A 'A' 59.46 with B 'B' 100.00: Δ +40.54 BLEU on 1 segment)

    Two references of two segments, of which the second has one only:

    >>> references = [["a cat", "so it was"], ["the cat", None]]
    >>> compare(["a cat", "it was"], ["the cat", "so was it"], references).score_b.ref_len
    5

    Columns of a frame, whose names are those of the systems:

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"old": ["a cat"], "new": ["the cat"], "human": ["the cat"]})
    >>> compare(frame["old"], frame["new"], frame["human"]).b
    'new'
    """
    asides = {"source": source, "documents": documents}
    given = [Given("A", a), Given("B", b)]
    given += [Given(place, one) for place, one in asides.items() if one is not None]
    found = _fitted(given, references, by_file=is_file(a) and is_file(b))
    made = assembled(found, [], "A", "B")
    for sentence in made.repairs:
        warnings.warn(sentence, stacklevel=2)
    own = distinct_names(*(found.called[place][0] for place in "AB"))
    called = [name.strip() or usual for name, usual in zip(names, own, strict=True)]
    if called[0] == called[1]:
        raise InputError([notebook.same_name(called[0])])
    systems = dict(zip(called, made.evalset.systems.values(), strict=True))
    return Comparison.of(replace(made.evalset, systems=systems), config)


def _fitted(given: list[Given], references: References, by_file: bool) -> Fitted:
    """The arguments as readers return them: files read, columns as they are."""
    problems: dict[str, list[str]] = {}
    try:
        streams = enumerate(separate(references, by_file), 1)
        given = given + [Given(f"reference {number}", one) for number, one in streams]
    except InputError as error:
        problems["reference 1"] = error.problems
    files: dict[str, File] = {}
    columns: list[tuple[str, Parts]] = []
    for one in given:
        try:
            if one.is_file:
                files[one.place] = one.read()
            else:
                columns.append((one.place, _parts(one)))
        except InputError as error:
            problems[one.place] = error.problems
    for place, sentence in index_problems(given):
        problems.setdefault(place, []).append(sentence)
    taken = {place: partial(outputs, wanted=("",)) for place in "AB"}
    read = fitted(files, taken, tab_separated=False, encoding=None)
    order = [one.place for one in given]
    parts = sorted([*columns, *read.parts], key=lambda part: order.index(part[0]))
    size = next((len(part) for place, part in parts if place in "AB"), 0)
    if size and (told := misshapen(references, size, by_file)):
        problems["reference 1"] = told
        parts = [one for one in parts if not one[0].startswith("reference")]
    called = {one.place: (one.called or one.place,) for one in given} | read.called
    places = dict.fromkeys([*order, *problems], File("", b""))
    return Fitted(places, parts, called, problems | read.problems)


def _parts(given: Given) -> Parts:
    """A column as the file that would hold it."""
    name = f"column {given.called}" if given.called else "column"
    column, place = given.column(), given.place
    match place:
        case "A" | "B":
            return Parts(name, "text", systems={place: column})
        case "source":
            return Parts(name, "text", source=column)
        case "documents":
            return Parts(name, "text", documents=column)
    return Parts(name, "text", references={place: column})
