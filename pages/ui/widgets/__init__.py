"""Widgets for several screens: browser components, and controls on top of Streamlit's.

Every screen may import this package; from `pages.ui` it may import only `state`.
"""
