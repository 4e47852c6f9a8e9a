"""What is asked of the server, by pages and by programs, and what answers it."""
