"""Files of word frequencies: a token, a tab and its count on each line."""

from __future__ import annotations

from collections import Counter

import pyarrow.compute as pc

from bleu_core.common.escaping import one_line
from bleu_core.messages import archive, tool
from bleu_core.readers.archives import unpack
from bleu_core.readers.parts import File, ReadError, printable_name
from bleu_core.readers.text_files import read_array, to_utf8

# Counts of 18 digits are whole numbers of 64 bits.
_LINE = r"^(?P<token>[^\t]+)\t(?P<count>[0-9]{1,18})$"


def read_word_counts(file: File) -> Counter[str]:
    """The count of each token, added over lines; ReadError names the first line without both."""
    files, _ = unpack(file.data, printable_name(file.name))
    if len(files) > 1:
        raise ReadError([archive.several_files(file.name, [one.name for one in files])])
    name, data = files[0].name, files[0].data
    lines = read_array(to_utf8(data, name, file.encoding).utf8)
    found = pc.extract_regex(lines, _LINE)
    if found.null_count or not len(lines):
        wrong = pc.index(found.is_null(), True).as_py() if len(lines) else 0
        content = one_line(lines[wrong].as_py()) if len(lines) else ""
        expected = "a token, a tab and its count, such as 120"
        raise ReadError([tool.bad_line(name, wrong + 1, expected, content)])
    counts: Counter[str] = Counter()
    pairs = (found.field(part).to_pylist() for part in ("token", "count"))
    for token, count in zip(*pairs, strict=True):
        counts[token] += int(count)
    return counts
