"""`python -m purrlor`."""

from purrlor.cli.main import main

main()
