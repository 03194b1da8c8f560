"""The entry point of `streamlit run app.py`, `bleuscope`, and any ASGI server (`uvicorn app:app`).

The script is pages/main.py and not this file: with a `pages/` folder beside the script, the first
request of a fresh server goes through Streamlit's legacy router, and a deep link opens a broken
page.
"""

import sys

import streamlit as st
from starlette.middleware import Middleware

from bleu_core.common.place import server_token
from bleu_core.teaching.classroom.server_room import server_room
from bleu_core.teaching.lessons import answers
from bleu_core.workspace.team.server_login import LoginError, for_streamlit, people, server_login
from pages.door import guards, routes
from pages.door.logs import hold_no_texts
from pages.door.names import answer_to
from pages.door.uploads import Uploads
from pages.ui.sample import load_sample

hold_no_texts()
try:
    login = server_login()
except LoginError as error:
    sys.exit(str(error))
room = server_room()
names = answer_to(login)
app = st.App(
    "pages/class_main.py" if room else "pages/main.py",
    secrets={"auth": for_streamlit(login)} if login else None,
    routes=routes(room, lambda lesson: answers.facts(lesson, load_sample())),
    middleware=[
        *guards(server_token(), names, room, login, people()),
        Middleware(Uploads, stays=st.get_option("server.disconnectedSessionTTL")),
    ],
)
