"""First games: a script beside each game, and the coach that follows a table by it. It knows no page and no terminal."""
