"""Read files of any format into an EvalSet. Start with `files`.

- `files`: reads files with known roles
- `assemble`: combines the parts of several files; names of systems
- `segment_keys`: aligns the segments of several files by a key
- `parts`: the parts of one file, and limits on reading
- `detect`: detects a format by content; readers of plugins
- `text_files`, `delimited`, `json_parquet`, `mteval`, `bitext`, `tool_logs`, `subtitles`: one
  module per format family
- `markup`: tags of XML and SGML
- `archives`: compressed files and archives
- `role_names`, `columns`: roles of a table's columns, by name and by content
- `long_tables`: tables with a row for each output
- `choices`: choices about files: roles, systems, remedies for problems
- `file_roles`: roles of files that are given together
- `sandbox`: reads untrusted files in a child process
- `testsets`: the test sets of sacreBLEU, by name
- `campaigns`, `campaign_files`: evaluation campaigns in folders and archives; their layouts
- `input_checks`: input problems, and repairs
- `score_files`, `score_tables`, `human_scores`: scores of other metrics and of people
- `fields`: fields of TOML and JSON Lines by users and by us, checked with their lines
"""

from bleu_core.readers.assemble import Assembled, assemble
from bleu_core.readers.detect import FORMATS, Reader, format_problem, formats, read, read_all
from bleu_core.readers.files import (
    LoadedFiles,
    read_comparison,
    read_each,
    read_system,
    read_systems,
)
from bleu_core.readers.parts import File, Parts, ReadError
from bleu_core.readers.text_files import ENCODINGS

__all__ = [
    "ENCODINGS",
    "FORMATS",
    "Assembled",
    "File",
    "LoadedFiles",
    "Parts",
    "ReadError",
    "Reader",
    "assemble",
    "format_problem",
    "formats",
    "read",
    "read_all",
    "read_comparison",
    "read_each",
    "read_system",
    "read_systems",
]
