"""What a real server writes while a script, a thread and a callback raise with texts in hand."""

import subprocess
import sys
import textwrap

from tests.places import ROOT

SECRET = "Der Vertrag ist streng geheim"
RAISING = f"""
    import asyncio, logging, sys, threading, warnings
    from pages.door.monitoring import hold_no_texts
    from streamlit.error_util import handle_user_script_exception
    from streamlit.logger import get_logger
    hold_no_texts()
    text = {SECRET!r}

    def read(line):
        raise ValueError(f"cannot read {{line}}")

    def compare():
        try:
            read(text)
        except ValueError as error:
            raise KeyError(text) from error

    try:
        compare()
    except KeyError as error:
        get_logger("streamlit.error_util").error("Uncaught app execution", exc_info=error)
        get_logger("streamlit.x").warning("It failed: %s", error)
        logging.getLogger("other").exception(error)
    threading.Thread(target=compare).start()

    async def leave_alone():
        asyncio.get_running_loop().call_soon(read, text)
        asyncio.create_task(asyncio.to_thread(compare))
        await asyncio.sleep(0.2)

    class Ended:
        def __del__(self):
            compare()

    asyncio.run(leave_alone())
    Ended()
    path = "/segments?find=" + text
    logging.getLogger("uvicorn.access").warning(
        '%s - "%s %s HTTP/%s" %d', "127.0.0.1:1", "GET", path, "1.1", 200)
"""


def written(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        cwd=ROOT, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    return done.stdout + done.stderr


def test_an_exception_is_logged_as_type_and_place_and_its_text_nowhere() -> None:
    log = written(RAISING)
    assert SECRET not in log
    assert "ValueError\n  <string>:" in log
    assert "in read" in log
    assert "which caused\nKeyError" in log
    # The script, a handed-over exception, a thread, a callback, a task, a finalizer, and an access.
    assert "Uncaught app execution" in log
    assert "It failed: KeyError" in log
    assert "Uncaught exception in a thread" in log
    assert "Exception in callback" in log
    assert "Task exception was never retrieved" in log
    assert "Exception that cannot be raised" in log
    assert '"GET /segments HTTP/1.1" 200' in log
