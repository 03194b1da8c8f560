"""`python -m bleu_core.cli` runs `bleuscope`."""

import sys

from bleu_core.cli import main

if __name__ == "__main__":
    sys.exit(main())
