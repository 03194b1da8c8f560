"""Files to an EvalSet. One module a format; `files` puts the parts together."""

from bleu_core.readers.files import File, read_files
from bleu_core.readers.text import ReadError, read_lines

__all__ = ["File", "ReadError", "read_files", "read_lines"]
