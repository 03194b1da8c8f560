"""A comparison in a notebook: made, as frames, as HTML, as figures."""
