"""Spyrium: workers between the cards of a market."""
