"""A table: the fold of its log. `fold` applies an entry; one file for each thing entries do."""
