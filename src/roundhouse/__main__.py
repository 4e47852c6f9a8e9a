"""`python -m roundhouse`."""

from __future__ import annotations

from roundhouse.cli import main

if __name__ == "__main__":
    main()
