"""Compile ahead: what a table, a simulation and a search of each game will need."""

import random
from collections.abc import Callable

from purrlor.bots.bot import Bot
from purrlor.bots.levels import LEVELS
from purrlor.bots.players import POLICY
from purrlor.core.game import Game
from purrlor.sim.coach import advise
from purrlor.sim.compiled import mark_warm
from purrlor.sim.simulate import simulate


def play_through(game: Game) -> None:
    """Call all that a match calls, by playing a tiny game to its end."""
    match = game.match(game.tiny, key=0)
    chance = random.Random(0)
    while not match.is_over:
        seat = match.actors[0]
        match.observation(seat)
        match.legal_numbers(seat)
        match.play(seat, chance.choice(match.legal(seat)))
        _ = match.interrupters
    for viewer in (0, None):
        match.view(viewer)
    match.position()
    _ = match.outcome


def warm_referee(game: Game) -> None:
    """Compile what a match calls."""
    play_through(game)
    mark_warm(game, "referee")


def warm_simulation(game: Game) -> None:
    """Compile what a simulation calls, by playing one game."""
    simulate(game, None, games=1, players="random", key=0, threads=1)


def warm_bots(game: Game) -> None:
    """Compile what the policy at a table calls, by letting it decide."""
    decide_once(game, POLICY)
    mark_warm(game, "bots")


def warm_search(game: Game) -> None:
    """Compile what a bot that thinks ahead calls, by letting one decide."""
    decide_once(game, LEVELS["tiger"])
    mark_warm(game, "search")


def decide_once(game: Game, player: int) -> None:
    """Call all that a bot calls, by letting it decide."""
    match = game.match(key=0)
    seat = match.actors[0]
    Bot(player, bytes(32)).decide(match.observation(seat), match.legal_numbers(seat))


def warm_coach(game: Game) -> None:
    """Compile what advice calls, by asking for some."""
    match = game.match(game.tiny, key=0)
    seat = match.actors[0]
    numbers = match.legal_numbers(seat)
    advise(game, match.options, match.observation(seat), numbers, key=bytes(32), worlds=1)
    mark_warm(game, "coach")


STEPS: dict[str, Callable[[Game], None]] = {
    "referee": warm_referee,
    "bots": warm_bots,
    "search": warm_search,
    "simulation": warm_simulation,
    "coach": warm_coach,
}
FOR_TABLES = ("referee", "bots", "coach")
"""What a table needs from the beginning."""
