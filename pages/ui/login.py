"""Who is logged in, on a server that asks for a login."""

from __future__ import annotations

import time

import streamlit as st

from bleu_core.workspace.team.admission import Standing, standing
from bleu_core.workspace.team.person import Person
from bleu_core.workspace.team.server_login import people, server_login


def is_asked() -> bool:
    """Whether this server asks for a login."""
    return server_login() is not None


def person() -> Person | None:
    """Who is logged in; None on a server that asks nobody, and before somebody is."""
    return _standing().person


def why_not() -> str:
    """Why somebody who came with a login is not let in; '' for who came without one."""
    return _standing().why or ""


def _standing() -> Standing:
    asked = server_login()
    if asked is None:
        return Standing()
    return standing(st.user.to_dict(), asked, people(), time.time())
