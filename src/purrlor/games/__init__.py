"""The games, one folder each. They are found here, not listed."""
