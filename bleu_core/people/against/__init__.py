"""A metric held against people: by systems, by segments, and against another metric."""
