"""The entry point of `streamlit run app.py`, `bleuscope`, and any ASGI server (`uvicorn app:app`).

The script is pages/main.py and not this file: with a `pages/` folder beside the script, the first
request of a fresh server goes through Streamlit's legacy router, and a deep link opens a broken
page.
"""

import gc

import streamlit as st
from starlette.middleware import Middleware

from bleu_core.common.environment import proof_key, server_token
from bleu_core.teaching.room import server_room
from pages.middleware import guards
from pages.middleware.access import end_with_command, set_host_names
from pages.middleware.first_paint import FirstPaint
from pages.middleware.refreshes import Refreshes
from pages.middleware.routes import routes
from pages.ui import classroom, frame
from pages.ui.viewer import answers

if proof_key():  # the command started this server
    end_with_command()
room = server_room()
app = st.App(
    "pages/class_main.py" if room else "pages/main.py",
    # A class reaches no comparison.
    routes=[*routes(room, classroom.lesson_facts), *([] if room else answers.ROUTES)],
    middleware=[
        *guards(server_token(), set_host_names(), room),
        Middleware(Refreshes),
        Middleware(FirstPaint, style=frame.STYLE),
    ],
)

# Streamlit collects garbage after each run. What is loaded by now stays, so it need not be
# searched: 80 ms less between two runs.
gc.freeze()
