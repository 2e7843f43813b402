"""`purrlor simulate`: play many games and sum them up."""

from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.table import Table

from purrlor.cli.arguments import GameArgument, options_option, read_given
from purrlor.cli.progress import new_progress
from purrlor.core.game import Game


@click.command("simulate")
@click.argument("game", type=GameArgument())
@click.option("--players", type=int, help="How many play; the game's default if left out.")
@click.option("--games", type=click.IntRange(min=1), default=10_000, show_default=True)
@click.option(
    "--policy",
    default="policy",
    show_default=True,
    help="Who plays: one word for all seats, or a comma list by seat (random, policy).",
)
@click.option("--key", help="64 hex digits or an integer; the same key gives the same games.")
@click.option("--threads", type=click.IntRange(min=1), help="All cores if left out.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
@click.option("--plot", type=click.Path(path_type=Path), help="Write a picture (.png or .svg).")
@options_option
def command(
    game: Game,
    players: int | None,
    games: int,
    policy: str,
    key: str | None,
    threads: int | None,
    as_json: bool,
    plot: Path | None,
    given: tuple[str, ...],
) -> None:
    """Play many games of GAME between bots and show who wins, with what, and how long it takes."""
    options = game.read_options(read_given(game, given, players))
    if plot is not None:
        from purrlor.sim.plots import check_plot

        check_plot(plot)
    from purrlor.core.kernel import INTERPRETED
    from purrlor.sim.simulate import Summary, simulate

    with new_progress() as progress:
        first = "Playing" if INTERPRETED else "Playing (the first time after compiling)"
        task = progress.add_task(first, total=games)

        def advance(done: int) -> None:
            progress.update(task, advance=done, description="Playing")

        found = simulate(
            game,
            options,
            games=games,
            players=policy,
            key=key,
            threads=threads,
            progress=advance,
        )
    summary: Summary = found.summary()
    if plot is not None:
        from purrlor.sim.plots import plot_simulation

        plot_simulation(found, plot)
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(summary), indent=2))
    else:
        _show(summary, game)
    if plot is not None:
        click.echo(f"Drawn: {plot}", err=True)


def _show(summary: "msgspec.Struct", game: Game) -> None:
    from purrlor.sim.simulate import Summary

    assert isinstance(summary, Summary)
    console = Console()
    console.print(f"[bold]{game.title}[/bold], {summary.games:,} games, key {summary.key}")
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
    console.print(table, "")
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
    console.print(counts)
    if summary.capped:
        share = summary.capped / summary.games
        console.print(f"{summary.capped} games ({share:.2%}) were stopped at the simulation cap.")
