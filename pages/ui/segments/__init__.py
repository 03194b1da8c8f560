"""The parts of Segments: charts that choose segments, filters, the worklist, the open segment.

They may import judgements, widgets and what stands at the root, and no other screen's.
"""
