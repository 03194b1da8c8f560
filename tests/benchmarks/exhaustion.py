"""What files that are made to exhaust a reader cost; run by hand.

    python -m tests.benchmarks.exhaustion [part of a name ...]

It prints a table; tests/security/test_exhaustion.py asserts what it bounds, on smaller files.
"""

import sys

from tests.security.exhausting_files import INPUTS
from tests.security.reading_cost import Readers


def main() -> None:
    readers = Readers()
    print(f"{'input':40}{'bytes':>12}{'peak MB':>9}{'CPU s':>8}  end")
    for name, case in INPUTS.items():
        if sys.argv[1:] and not any(part in name for part in sys.argv[1:]):
            continue
        spent = readers.cost(case.make(case.full), case.format or "")
        mark = " " if spent.fair else "!"
        print(
            f"{name:40}{spent.size:>12,}{spent.memory / 1e6:>9.0f}{spent.seconds:>8.1f}{mark} "
            f"{spent.told[:90]}",
            flush=True,
        )
    readers.close()


if __name__ == "__main__":
    main()
