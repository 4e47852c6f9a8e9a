"""Tests of Empyreal: Spells & Steam."""
