"""TOML files of other people: read within limits, every fault reported with its line.

`parsing.py` reads and writes, `lines.py` finds the line of each key, `fields.py` checks types and
sizes of values, `settings.py` reads BLEU's settings, `faults.py` collects faults.
"""

from bleu_core.readers.toml_files.faults import Faults, TomlFaults
from bleu_core.readers.toml_files.fields import Fields
from bleu_core.readers.toml_files.parsing import parsed, string

__all__ = ["Faults", "Fields", "TomlFaults", "parsed", "string"]
