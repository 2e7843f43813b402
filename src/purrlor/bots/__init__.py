"""Players that are not people. A bot is given an observation and its own chance, nothing else."""
