"""Tokenize thousands of lines at a time into one buffer of tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.text.config import BleuConfig
from bleu_core.text.tokenizers import byte_path
from bleu_core.text.tokenizers.lines import tokenize_line


@dataclass(frozen=True)
class TokenBlock:
    """The tokens of some lines.

    Attributes
    ----------
    tokens : pyarrow binary array (T,)
        UTF-8 bytes of every token in order, in one contiguous buffer.
    lengths : (lines,) int64 array
        Tokens in each line.
    """

    tokens: pa.BinaryArray
    lengths: NDArray[np.int64]


def tokenize_block(lines: Sequence[str], config: BleuConfig) -> TokenBlock:
    """The tokens of `tokenize_line` for each line, found for all lines at once."""
    if not lines:
        return TokenBlock(pa.array([], pa.binary()), np.zeros(0, np.int64))
    if config.tokenize in byte_path.CLOSED_FORMS:
        name = config.tokenize
        if config.lowercase:
            lines = [line.lower() for line in lines]
    else:
        # sacreBLEU's tokenizers return a string to be split at spaces.
        name = "none"
        lines = [" ".join(tokenize_line(line, config)) for line in lines]
    data, starts, lengths = byte_path.find_tokens(lines, name)
    offsets = np.append(starts, len(data)).astype(np.int32)
    tokens = pa.Array.from_buffers(
        pa.binary(), len(starts), [None, pa.py_buffer(offsets), pa.py_buffer(data)]
    )
    return TokenBlock(tokens, lengths)
