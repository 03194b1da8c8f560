"""TOML files that somebody else wrote: read in bounds, every fault told by its line, none run.

`parsing.py` reads and writes, `lines.py` knows where each key stands, `fields.py` takes values of
the type and size that they may have, `settings.py` those of BLEU, `faults.py` has what is wrong.
"""

from bleu_core.readers.toml_files.faults import Faults, TomlFaults
from bleu_core.readers.toml_files.fields import Fields
from bleu_core.readers.toml_files.parsing import parsed, string

__all__ = ["Faults", "Fields", "TomlFaults", "parsed", "string"]
