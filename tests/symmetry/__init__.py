"""In what respect the seats of each game are equal, for the conformance kit: one file per game."""
