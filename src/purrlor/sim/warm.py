"""Compile ahead: what a table, a simulation and a search of each game will need."""

from collections.abc import Callable

from purrlor.bots.bot import Bot
from purrlor.bots.players import PLAYERS
from purrlor.core.game import Game
from purrlor.sim.compiled import mark_warm
from purrlor.sim.simulate import simulate


def warm_referee(game: Game) -> None:
    """Compile what a match calls, by playing one with a fixed key."""
    match = game.match(key=0)
    for _ in range(2):
        for seat in match.actors:
            match.play(seat, match.legal(seat)[0])
    match.view(0)
    match.position()
    _ = match.interrupters, match.outcome
    mark_warm(game, "referee")


def warm_simulation(game: Game) -> None:
    """Compile what a simulation calls, by playing one game."""
    simulate(game, None, games=1, players="random", key=0, threads=1)


def warm_bots(game: Game) -> None:
    """Compile what a bot at a table calls, by letting one decide."""
    match = game.match(key=0)
    seat = match.actors[0]
    for player in PLAYERS.values():
        Bot(player, bytes(32)).decide(match.observation(seat), match.legal_numbers(seat))
    mark_warm(game, "bots")


STEPS: dict[str, Callable[[Game], None]] = {
    "referee": warm_referee,
    "bots": warm_bots,
    "simulation": warm_simulation,
}
