"""The words for who may see a field. Every field of every state has a row with one of them."""

from __future__ import annotations

from typing import Final

PUBLIC: Final = "public"  # everybody sees it
OWNER: Final = "owner"  # its owner sees it; others see what they were shown of it, and its size
COUNT: Final = "count"  # everybody sees its size and what they were shown of it
NOBODY: Final = "nobody"  # never leaves the engine
