"""The parts of Segments: filters and worklist, the open segment, charts that choose segments."""
