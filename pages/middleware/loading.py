"""The screens, loaded in a thread once the server starts, which answers before they are loaded."""

from __future__ import annotations

import gc
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from types import ModuleType

from starlette.concurrency import run_in_threadpool

SCREENS = "pages.ui.preloaded"


@asynccontextmanager
async def load_screens(_: object) -> AsyncIterator[None]:
    """The lifespan of the app: begin to load the screens."""
    threading.Thread(target=_load, daemon=True).start()
    yield


def _load() -> None:
    # Imports leave next to no garbage, and searching for it would take a fifth of their time.
    gc.disable()
    try:
        import_module(SCREENS)
    finally:
        # What is loaded by now stays: 80 ms less for Streamlit's collection after each run.
        gc.freeze()
        gc.enable()


async def screens() -> ModuleType:
    """The loaded module of the screens."""
    return await run_in_threadpool(import_module, SCREENS)
