"""The entry point of `streamlit run app.py`, `bleuscope`, and any ASGI server (`uvicorn app:app`).

The script is pages/main.py and not this file: with a `pages/` folder beside the script, the first
request of a fresh server goes through Streamlit's legacy router, and a deep link opens a broken
page.
"""

import gc
from typing import Any

import streamlit as st
from starlette.middleware import Middleware

from bleu_core.common.environment import is_class, proof_key, server_token
from pages.middleware import guards
from pages.middleware.access import end_with_command, set_host_names
from pages.middleware.first_paint import STYLE, FirstPaint
from pages.middleware.loading import load_screens
from pages.middleware.refreshes import Refreshes
from pages.middleware.routes import routes

if proof_key():  # the command started this server
    end_with_command()
settings: dict[str, Any]
if is_class():
    # Not otherwise: these load the screens, and the server would answer a second later.
    from bleu_core.teaching.room import server_room
    from pages.middleware.room_door import class_routes
    from pages.ui.classroom import lesson_facts

    room = server_room()
    settings = {"script_path": "pages/class_main.py", "routes": class_routes(room, lesson_facts)}
else:
    room = None
    settings = {"script_path": "pages/main.py", "routes": routes(), "lifespan": load_screens}
app = st.App(
    **settings,
    middleware=[
        *guards(server_token(), set_host_names(), room),
        Middleware(Refreshes),
        Middleware(FirstPaint, style=STYLE),
    ],
)

# Streamlit collects garbage after each run. What is loaded by now stays, so it need not be
# searched.
gc.freeze()
