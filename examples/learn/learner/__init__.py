"""A bot that plays Trains by what `train.py` has learned."""
