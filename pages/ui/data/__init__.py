"""The parts of Data: input and settings, health, what is kept, and the runs on a test set.

A part may import widgets and what stands at the root, and no other screen's; the Overview has
the warning of `health`.
"""
