"""The table on the web: lobby, tables, live updates and the JSON API."""
