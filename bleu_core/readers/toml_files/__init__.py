"""TOML files that somebody else wrote: read within limits, every fault by its line."""

from bleu_core.readers.toml_files.faults import Faults, TomlFaults
from bleu_core.readers.toml_files.fields import Fields
from bleu_core.readers.toml_files.parsing import parsed, string

__all__ = ["Faults", "Fields", "TomlFaults", "parsed", "string"]
