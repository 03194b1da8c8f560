"""The page that asks for the room's code, without a script."""

from __future__ import annotations

STYLE = (
    "label{display:block;font-size:1.1em;margin-bottom:.5em}"
    "input{font:2em monospace;letter-spacing:.2em;text-transform:uppercase;width:7em;"
    "padding:.2em;text-align:center}"
    "button{font:inherit;font-size:1.25em;margin-top:1em;padding:.5em 1.5em;display:block}"
)
FORM = (
    '<form action="./" method="get" autocomplete="off">'
    '<label for="room">The code of the room, as it stands on the wall</label>'
    '<input id="room" name="room" required maxlength="12" autofocus autocapitalize="characters" '
    'autocomplete="off" spellcheck="false"{described}>'
    "<button>Come in</button></form>"
    "<p>No name is asked for. The class is shown how many gave which answer, and the best edits; "
    "your teacher can download all that was answered, without names.</p>"
)


def code_page(problem: str = "") -> str:
    """Return the page's body; `problem` is a message of `door`."""
    told = f'<p id="problem" role="alert"><strong>{problem}</strong></p>' if problem else ""
    described = ' aria-invalid="true" aria-describedby="problem"' if problem else ""
    return f"<main><h1>BLEUscope</h1>{told}{FORM.format(described=described)}</main>"
