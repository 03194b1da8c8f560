"""The door: `streamlit run app.py`, `bleuscope`, and any ASGI server (`uvicorn app:app`) open it.

The script is pages/main.py and not this file: with a `pages/` folder beside the
script, the first request of a fresh server goes through Streamlit's legacy
router, and a deep link lands on a broken page.
"""

import streamlit as st
from starlette.middleware import Middleware

from bleu_core.workspace.place import server_token
from pages.door import guards
from pages.door.uploads import Uploads

app = st.App(
    "pages/main.py",
    middleware=[
        *guards(server_token(), st.get_option("server.allowedHosts")),
        Middleware(Uploads, stays=st.get_option("server.disconnectedSessionTTL")),
    ],
)
