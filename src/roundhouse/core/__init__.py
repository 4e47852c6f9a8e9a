"""What every game shares: the contract, verbs, action space, hexes, rng, records and registry."""

from roundhouse.core import native as native  # first: it prepares for what is compiled
