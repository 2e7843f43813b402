"""What a tournament found: shares of each pair and ratings, with intervals.

Deals are what is drawn at random; all pairs play the same ones. So the intervals come from drawing
deals again, with all their games (a paired bootstrap).
"""

from typing import Any

import msgspec
import numpy as np

from purrlor.sim.ratings import Elo, elo_of, least_share
from purrlor.sim.seatings import pairs_of
from purrlor.sim.tournament import Tournament

RESAMPLES = 1000
SHARE, POINTS, WINS, LOSSES = range(4)


class Estimate(msgspec.Struct, frozen=True):
    """A mean with its interval."""

    value: float
    low: float
    high: float


class PairStanding(msgspec.Struct, frozen=True, kw_only=True):
    """The first entrant of a pair against the second."""

    pair: tuple[str, str]
    share: Estimate
    """Of all wins, with both at every seat equally often; a shared first place counts its part."""
    points: Estimate
    """Points of the first less points of the second, a game and seat."""
    wins: int
    losses: int
    ties: int
    decided: Estimate
    """Wins of all games that only one of the two won."""


class Rating(msgspec.Struct, frozen=True):
    """An entrant's strength on the Elo scale; the mean of all entrants is 0."""

    entrant: str
    elo: Elo


class Standings(msgspec.Struct, frozen=True, kw_only=True):
    """What a tournament found."""

    game: str
    players: int
    options: dict[str, Any]
    key: str
    kernels: str
    seating: str
    deals: int
    games: int
    capped: int
    seconds: float
    confidence: float
    ratings: list[Rating]
    """Best first."""
    matrix: dict[str, dict[str, float]]
    """The share of each entrant against each other."""
    pairs: list[PairStanding]
    fewer_points_are_better: bool = False
    """Whether winners had fewer points than the others."""


def standings(tournament: Tournament, confidence: float = 0.95) -> Standings:
    """Sum a tournament up."""
    entrants, pairs = tournament.plan.entrants, pairs_of(tournament.plan.entrants)
    measured = np.stack([_measured(tournament, pair) for pair in pairs], axis=1)
    deals = len(measured)
    seed = np.random.default_rng(list(bytes.fromhex(tournament.plan.key)))
    again = _resampled(measured, seed)
    mean = measured.mean(axis=0)
    shares, shares_again = (_matrix(m[..., SHARE], len(entrants)) for m in (mean, again))
    elo = elo_of(shares, shares_again, deals, confidence)
    tails = ((1 - confidence) / 2, (1 + confidence) / 2)

    def estimate(value: Any, values: Any) -> Estimate:
        low, high = np.quantile(values, tails)
        return Estimate(float(value), float(low), float(high))

    def standing(index: int, pair: tuple[str, str]) -> PairStanding:
        found, others = mean[index], again[:, index]
        games = sum(lineup.pair == pair for lineup in tournament.lineups) * deals
        wins, losses = round(found[WINS] * games), round(found[LOSSES] * games)
        return PairStanding(
            pair=pair,
            share=careful(estimate(found[SHARE], others[:, SHARE])),
            points=estimate(found[POINTS], others[:, POINTS]),
            wins=wins,
            losses=losses,
            ties=games - wins - losses,
            decided=careful(estimate(_decided(found), _decided(others))),
        )

    def careful(share: Estimate) -> Estimate:
        least = least_share(deals, confidence)
        if share.value == 1:
            return Estimate(1.0, min(share.low, least), 1.0)
        return Estimate(0.0, 0.0, max(share.high, 1 - least)) if share.value == 0 else share

    rated = [Rating(name, one) for name, one in zip(entrants, elo, strict=True)]
    return Standings(
        game=tournament.plan.game,
        players=tournament.players,
        options=tournament.plan.options,
        key=tournament.plan.key,
        kernels=tournament.plan.kernels,
        seating=tournament.plan.seating,
        deals=deals,
        games=deals * len(tournament.lineups),
        capped=tournament.capped,
        seconds=tournament.seconds,
        confidence=confidence,
        ratings=sorted(rated, key=lambda rating: -rating.elo.value),
        matrix={
            one: {other: float(shares[i, j]) for j, other in enumerate(entrants) if i != j}
            for i, one in enumerate(entrants)
        },
        pairs=[standing(index, pair) for index, pair in enumerate(pairs)],
        fewer_points_are_better=_are_fewer_better(tournament),
    )


def _are_fewer_better(tournament: Tournament) -> bool:
    is_first = tournament.places == 1
    if is_first.all():
        return False
    points = tournament.points
    return bool(points[is_first].mean() < points[~is_first].mean())


def _measured(tournament: Tournament, pair: tuple[str, str]) -> Any:
    """Return by deal, over all seatings of a pair: share, points, wins and losses of its first."""
    of_pair = [i for i, lineup in enumerate(tournament.lineups) if lineup.pair == pair]
    total = np.zeros((tournament.places.shape[1], 4))
    for index in of_pair:
        is_first = np.array([name == pair[0] for name in tournament.lineups[index].seats])
        is_won = tournament.places[index] == 1
        points = tournament.points[index]
        wins = is_won[:, is_first].any(axis=1)
        losses = is_won[:, ~is_first].any(axis=1)
        total[:, SHARE] += is_won[:, is_first].sum(axis=1) / is_won.sum(axis=1)
        total[:, POINTS] += points[:, is_first].mean(axis=1) - points[:, ~is_first].mean(axis=1)
        total[:, WINS] += wins & ~losses
        total[:, LOSSES] += losses & ~wins
    return total / len(of_pair)


def _resampled(measured: Any, chance: np.random.Generator) -> Any:
    """Return the means over deals that are drawn again."""
    deals = len(measured)
    flat = measured.reshape(deals, -1)
    means = [
        np.bincount(chance.integers(deals, size=deals), minlength=deals) @ flat / deals
        for _ in range(RESAMPLES)
    ]
    return np.reshape(means, (RESAMPLES, *measured.shape[1:]))


def _matrix(shares: Any, entrants: int) -> Any:
    """Return the shares of pairs as matrices; nobody plays itself."""
    first, second = np.triu_indices(entrants, 1)
    matrix = np.full((*shares.shape[:-1], entrants, entrants), 0.5)
    matrix[..., first, second] = shares
    matrix[..., second, first] = 1 - shares
    return matrix


def _decided(measured: Any) -> Any:
    """Return wins of all games that only one won; a half where there is none."""
    wins, losses = measured[..., WINS], measured[..., LOSSES]
    games = wins + losses
    return np.where(games > 0, wins / np.where(games > 0, games, 1), 0.5)
