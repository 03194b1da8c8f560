"""Read files of any format to an EvalSet. Start with `files`.

A module for each format; `detect` chooses one, `assemble` combines parts of several files. `health`
checks the input, `sandbox` reads strangers' files in a child process, `score_files` imports scores,
and `toml_files` reads the TOML files that people write.
"""

from bleu_core.readers.assemble import Assembled, as_role, assemble
from bleu_core.readers.columns import ROLES, guess_roles, with_roles
from bleu_core.readers.detect import FORMATS, read, read_all, recognise
from bleu_core.readers.files import (
    LoadedFiles,
    read_comparison,
    read_each,
    read_system,
    read_systems,
)
from bleu_core.readers.parts import File, Parts, ReadError
from bleu_core.readers.text_files import ENCODINGS, read_lines

__all__ = [
    "ENCODINGS",
    "FORMATS",
    "ROLES",
    "Assembled",
    "File",
    "LoadedFiles",
    "Parts",
    "ReadError",
    "as_role",
    "assemble",
    "guess_roles",
    "read",
    "read_all",
    "read_comparison",
    "read_each",
    "read_lines",
    "read_system",
    "read_systems",
    "recognise",
    "with_roles",
]
