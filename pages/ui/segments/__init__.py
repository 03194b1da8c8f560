"""The Segments screen: charts that select segments, filters, the worklist, the open segment.

Modules here may import judgements, widgets and the root of pages.ui, but no other screen.
"""
