"""What every game shares: the contract, verbs, action space, hexes, rng, records and registry."""
