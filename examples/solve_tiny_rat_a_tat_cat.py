"""Solve a tiny-deck Rat-a-Tat Cat by counterfactual regret minimisation (CFR+).

    pip install 'purrlor[rl]'
    python examples/solve_tiny_rat_a_tat_cat.py --deals 1 --iterations 50

Two players with rows of two, seven cards and four turns. Chance deals one of `--deals` deals, which
both players know; what comes from the pile is open. Exploitability tells how much a perfect
opponent could win against the found strategy: 0 is perfect play. `--sampled` takes all 2,520 deals
and walks only through some of each iteration; that is too much to measure exploitability.
"""

import argparse

import pyspiel
from open_spiel.python.algorithms import cfr, exploitability, external_sampling_mccfr

import purrlor.rl.openspiel  # noqa: F401  # registers the games


def main() -> None:
    """Solve, and show how close it came."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=1)
    parser.add_argument("--iterations", type=int, default=50)
    parser.add_argument("--sampled", action="store_true")
    given = parser.parse_args()
    tiny = {"players": 2, "rounds": 1, "tiny": True}
    if given.sampled:
        game = pyspiel.load_game("purrlor_rat_a_tat_cat", tiny)
        average = external_sampling_mccfr.AverageType.SIMPLE
        sampling = external_sampling_mccfr.ExternalSamplingSolver(game, average)
        for iteration in range(1, given.iterations + 1):
            sampling.iteration()
            known = len(sampling._infostates)
            print(f"iteration {iteration}: {known:,} information states", flush=True)
        return
    game = pyspiel.load_game("purrlor_rat_a_tat_cat", {**tiny, "deals": given.deals})
    solver = cfr.CFRPlusSolver(game)
    print(f"{len(solver._info_state_nodes):,} information states", flush=True)
    for iteration in range(1, given.iterations + 1):
        solver.evaluate_and_update_policy()
        if iteration in (1, 2, 5) or iteration % 10 == 0 or iteration == given.iterations:
            found = exploitability.exploitability(game, solver.average_policy())
            print(f"iteration {iteration}: exploitability {found:.4f}", flush=True)


if __name__ == "__main__":
    main()
