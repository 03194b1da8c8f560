"""Which segments: columns, detectors, expressions, worklist, finder, slices."""
