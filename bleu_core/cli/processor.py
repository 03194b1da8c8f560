"""A processor on which numpy sorts slowly, and how it is spared that."""

from __future__ import annotations

import os
import re
from collections.abc import MutableMapping
from pathlib import Path

VARIABLE = "NPY_DISABLE_CPU_FEATURES"
# Both generations of numpy's names for the instructions of AVX-512; unknown ones are passed over.
AVX512 = "X86_V4 AVX512_ICL AVX512_SPR AVX512F AVX512CD AVX512_SKX AVX512_CLX AVX512_CNL"
# Of the first processor, with all that it can do.
_ENOUGH = 4_096


def choose_instructions(
    environment: MutableMapping[str, str] = os.environ, about: Path = Path("/proc/cpuinfo")
) -> None:
    """Have numpy sort by AVX2 on AMD's Zen 4; to be called before numpy is loaded.

    numpy's sort by AVX-512 stores with an instruction that Zen 4 has in microcode: 35 ns a number
    instead of 7, measured, and a sixth of all the time in which a corpus is counted
    (https://github.com/numpy/x86-simd-sort/issues/6). Processes that are started inherit it. Who
    has set the variable is left alone.
    """
    try:
        with about.open(encoding="ascii", errors="replace") as file:
            said = file.read(_ENOUGH)
    except OSError:  # no Linux
        return
    family = re.search(r"^cpu family\s*: (\d+)$", said, re.MULTILINE)
    # Zen 3 is of the same family, without AVX-512.
    if "AuthenticAMD" in said and family and family[1] == "25" and "avx512f" in said:
        environment.setdefault(VARIABLE, AVX512)
