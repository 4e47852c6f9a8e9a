"""How Trains looks: `page` on the web, `term` in a terminal. Views and components in, drawings out."""
