"""Trains: build a deck, lay track round Tokyo or Osaka."""
