"""One self-contained folder a game."""
