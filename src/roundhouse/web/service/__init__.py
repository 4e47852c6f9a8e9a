"""The tables: kept, played, guarded and told of."""
