"""OpenSpiel's own test of its interface, as it is shipped, on our games only."""

import runpy
import sys

from purrlor.rl import openspiel

if __name__ == "__main__":
    names = "|".join(openspiel.NAMES.values())
    sys.argv[1:] = [f"--test_only_games={names}"]
    runpy.run_module("open_spiel.integration_tests.api_test", run_name="__main__", alter_sys=True)
