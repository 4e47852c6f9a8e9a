"""What pages show: tables, their log, ledgers, and how a page is made."""
