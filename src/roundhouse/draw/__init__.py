"""HTML and SVG as text: pure functions that know no game."""
