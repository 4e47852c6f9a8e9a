"""Small Railroad Empires: tracks, goods and achievements on a country of hexagons."""
