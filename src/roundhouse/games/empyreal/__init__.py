"""Empyreal: Spells & Steam: companies, spellcars and specialists on a map of magic goods."""
