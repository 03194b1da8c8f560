"""The parts of Learn: the list of lessons, the open one, panels, the bench, the glossary.

They may import widgets and what stands at the root, and no other screen's.
"""
