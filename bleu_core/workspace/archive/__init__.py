"""All that is kept in a home as one file, to be put back here or on another machine.

`contents` says what of a home goes into it, and under which names; `exporting` writes an archive
while others go on writing to the home; `reading` looks at one, of which it believes nothing, and
`importing` puts it into a home. `checking` names what is damaged in a home, or in an archive.
"""

from bleu_core.workspace.archive.checking import problems_of, problems_of_archive, workspaces
from bleu_core.workspace.archive.exporting import Exported, export
from bleu_core.workspace.archive.importing import put

__all__ = ["Exported", "export", "problems_of", "problems_of_archive", "put", "workspaces"]
