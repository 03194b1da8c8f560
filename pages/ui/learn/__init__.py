"""The Learn screen: the list of lessons, the open one, panels, the bench, the glossary.

Modules here may import widgets and the root of pages.ui, but no other screen.
"""
