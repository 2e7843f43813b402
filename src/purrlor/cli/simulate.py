"""`purrlor simulate`: play many games and sum them up."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec
from rich.table import Table

from purrlor.cli.arguments import GameArgument, PlayersArgument, options_option, read_given
from purrlor.cli.output import Output
from purrlor.cli.progress import new_progress
from purrlor.core.game import Game
from purrlor.core.options import option_fields
from purrlor.core.refusals import OptionRefused

if TYPE_CHECKING:
    from purrlor.sim.simulate import Simulation
    from purrlor.sim.summary import Summary


@click.command("simulate")
@click.argument("game", type=GameArgument())
@click.option("--players", help="How many play: a number, or `all` for each in turn.")
@click.option(
    "--games",
    type=click.IntRange(min=1),
    default=10_000,
    show_default=True,
    help="How many games to play.",
)
@click.option(
    "--policy",
    type=PlayersArgument(),
    default="policy",
    show_default=True,
    help="Who plays: one word for all seats, or a comma list by seat (kitten, house-cat, "
    "alley-cat, tiger, policy, random).",
)
@click.option("--key", help="64 hex digits or an integer; the same key gives the same games.")
@click.option(
    "--threads", type=click.IntRange(min=1), help="How many threads play; all cores if left out."
)
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
@click.option("--plot", type=click.Path(path_type=Path), help="Write a picture (.png or .svg).")
@options_option
def command(
    game: Game,
    players: str | None,
    games: int,
    policy: str,
    key: str | None,
    threads: int | None,
    as_json: bool,
    plot: Path | None,
    given: tuple[str, ...],
) -> None:
    """Play many games of GAME between bots and show who wins, with what, and how long it takes."""
    from purrlor.bots.levels import read_players

    sets = [game.read_options(read_given(game, given, count)) for count in _counts(game, players)]
    for options in sets:
        read_players(policy, options.players)
    if plot is not None:
        from purrlor.sim.plots import check_plot

        check_plot(plot)
    found = [_simulate(game, options, games, policy, key, threads) for options in sets]
    if plot is not None:  # before anything is printed: the reader may have enough of that
        from purrlor.sim.plots import plot_simulation

        for simulation in found:
            is_one = len(found) == 1
            path = plot if is_one else plot.with_stem(f"{plot.stem}-{simulation.options.players}")
            plot_simulation(simulation, path)
            click.echo(f"Drawn: {path}", err=True)
    summaries = [simulation.summary() for simulation in found]
    if as_json:
        shown = summaries if players == "all" else summaries[0]
        click.echo(msgspec.json.format(msgspec.json.encode(shown), indent=2))
    else:
        for summary, options in zip(summaries, sets, strict=True):
            _show(summary, game, options)


def _counts(game: Game, players: str | None) -> list[int | None]:
    """Return the numbers of players to simulate; None is the game's default."""
    if players is None:
        return [None]
    if players == "all":
        field = next(one for one in option_fields(game.options) if one.name == "players")
        return list(range(field.low or 0, (field.high or 0) + 1))
    if not players.isdigit():
        raise OptionRefused(f"--players takes a number or `all`, not {players!r}.")
    return [int(players)]


def _simulate(
    game: Game, options: Any, games: int, policy: str, key: str | None, threads: int | None
) -> "Simulation":
    from purrlor.sim.compiled import is_warm
    from purrlor.sim.simulate import simulate

    with new_progress() as progress:
        is_first = not is_warm(game, "simulation")
        first = "Compiling, then playing" if is_first else "Playing"
        task = progress.add_task(first, total=games)

        def advance(done: int) -> None:
            progress.update(task, advance=done, description="Playing")

        return simulate(
            game, options, games=games, players=policy, key=key, threads=threads, progress=advance
        )


def _show(summary: "Summary", game: Game, options: Any) -> None:
    from purrlor.sim.markdown import numbered

    console = Output()
    games = numbered(summary.games, "game")
    console.print(f"[bold]{game.title}[/bold], {len(summary.seats)} players, {games}")
    console.print(f"key {summary.key}")
    console.print(_seats(summary), "")
    console.print(_lengths(summary))
    if summary.capped:
        console.print(_stopped(summary, game, options))
    console.print()


def _seats(summary: "Summary") -> Table:
    table = Table("seat", "player", "win share", "95 % interval", "points", "5 % … 95 %", box=None)
    for number, seat in enumerate(summary.seats):
        table.add_row(
            str(number),
            seat.player,
            f"{seat.win_share:.2%}",
            f"{seat.win_low:.2%} … {seat.win_high:.2%}",
            f"{seat.points.mean:.2f}",
            f"{seat.points.low:.0f} … {seat.points.high:.0f}",
        )
    return table


def _lengths(summary: "Summary") -> Table:
    counts = Table("per game", "mean", "median", "5 % … 95 %", box=None)
    for name, spread in (("turns", summary.turns), ("decisions", summary.decisions)):
        counts.add_row(
            name,
            f"{spread.mean:.2f}",
            f"{spread.median:.0f}",
            f"{spread.low:.0f} … {spread.high:.0f}",
        )
    for name, mean in summary.per_game.items():
        if name != "turns":
            counts.add_row(name, f"{mean:.3f}", "", "")
    return counts


def _stopped(summary: "Summary", game: Game, options: Any) -> str:
    """Say how many games did not come to their end, and what became of them."""
    from purrlor.sim.markdown import numbered

    if game.is_ended_by_table(options):
        cap = game.simulation_cap(options)
        return f"The clock ends these games: a simulation stops them after {cap:,} turns."
    games, share = numbered(summary.capped, "game"), summary.capped / summary.games
    return f"{games} ({share:.2%}) stopped at the simulation cap, counted above as they stood."
