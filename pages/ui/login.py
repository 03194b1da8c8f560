"""Who is logged in, on a server that asks for a login."""

from __future__ import annotations

import time

import streamlit as st

from bleu_core.workspace.team.login import LoginCheck, check_login, server_login, server_people
from bleu_core.workspace.team.people import Person


def is_asked() -> bool:
    """Whether this server asks for a login."""
    return server_login() is not None


def person() -> Person | None:
    """Return who is logged in; None on a server without a login, and before the login."""
    return _standing().person


def why_not() -> str:
    """Return why a user with a valid login is not admitted; '' without a login."""
    return _standing().why or ""


def _standing() -> LoginCheck:
    asked = server_login()
    if asked is None:
        return LoginCheck()
    return check_login(st.user.to_dict(), asked, server_people(), time.time())
