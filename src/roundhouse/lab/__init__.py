"""Studies: many games at once, and what they say."""
