"""Solve a tiny-deck Rat-a-Tat Cat by counterfactual regret minimisation (CFR+).

    pip install 'purrlor[rl]'
    python examples/solve_tiny_rat_a_tat_cat.py --deals 1 --iterations 50

Two players with rows of two, seven cards and four turns. Chance deals one of `--deals` deals, which
both players know; what comes from the pile is open. Exploitability tells how much a perfect
opponent could win against the found strategy: 0 is perfect play.
"""

import argparse

import pyspiel
from open_spiel.python.algorithms import cfr, exploitability

import purrlor.rl.openspiel  # noqa: F401  # registers the games


def main() -> None:
    """Solve, and show how close it came."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=1)
    parser.add_argument("--iterations", type=int, default=50)
    given = parser.parse_args()
    options = {"players": 2, "rounds": 1, "tiny": True, "deals": given.deals}
    game = pyspiel.load_game("purrlor_rat_a_tat_cat", options)
    solver = cfr.CFRPlusSolver(game)
    print(f"{len(solver.average_policy().state_lookup):,} information states", flush=True)
    for iteration in range(1, given.iterations + 1):
        solver.evaluate_and_update_policy()
        if iteration in (1, 3) or iteration % 10 == 0 or iteration == given.iterations:
            found = exploitability.exploitability(game, solver.average_policy())
            print(f"iteration {iteration}: exploitability {found:.4f}", flush=True)


if __name__ == "__main__":
    main()
