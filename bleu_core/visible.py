"""Text of users on one line, with what would act instead of being seen made visible."""

from __future__ import annotations

import re

# C0 and C1 controls; line and paragraph separators; marks that reverse the
# direction of what follows ("Trojan Source", CVE-2021-42574).
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def visible(text: str, most: int | None = None) -> str:
    r"""Text on one line, without characters that act instead of being seen; cut after `most`.

    >>> visible("\x1b[31mred\n")
    '␛[31mred␊'
    """
    text = text if most is None or len(text) <= most else text[: most - 1] + "…"
    return _CONTROL.sub(_picture, text)


def _picture(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:  # Unicode has pictures of these
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else f"<U+{code:04X}>"
