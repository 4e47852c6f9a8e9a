"""Players that think on the contract alone."""
