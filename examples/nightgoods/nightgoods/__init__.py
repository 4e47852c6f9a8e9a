"""Night Goods: a small game on Roundhouse, in a package of its own."""
