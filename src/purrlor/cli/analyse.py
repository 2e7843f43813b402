"""`purrlor analyse`: how a game is balanced, as a report."""

from pathlib import Path

import click

from purrlor.cli.arguments import GameArgument, options_option, read_given
from purrlor.cli.progress import new_progress
from purrlor.core.game import Game
from purrlor.core.refusals import Refusal


@click.command("analyse")
@click.argument("game", type=GameArgument())
@click.option("--players", type=int, help="How many play; the game's default if left out.")
@click.option(
    "--games",
    type=click.IntRange(min=10),
    default=5000,
    show_default=True,
    help="How many games for each line of the report.",
)
@click.option("--key", help="64 hex digits or an integer; the same key gives the same report.")
@click.option(
    "--threads", type=click.IntRange(min=1), help="How many threads play; all cores if left out."
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="The folder to write report.md and its pictures to; left out, balance-GAME.",
)
@options_option
def command(
    game: Game,
    players: int | None,
    games: int,
    key: str | None,
    threads: int | None,
    out: Path | None,
    given: tuple[str, ...],
) -> None:
    """Report on the balance of GAME: seats, options, and what habits cost or gain."""
    from purrlor.sim.balance import analyse, work
    from purrlor.sim.balance_report import write_report
    from purrlor.sim.plots import check_plot

    folder = Path(f"balance-{game.name}") if out is None else out
    if folder.exists() and not folder.is_dir():
        raise Refusal(f"{folder} is a file; name a folder for the report.")
    check_plot(folder.parent / "report.png")
    options = read_given(game, given, players)
    game.read_options(options)
    with new_progress() as progress:
        task = progress.add_task("Beginning", total=games * work(game, options))

        def advance(what: str, done: float) -> None:
            progress.update(task, advance=done, description=what)

        found = analyse(game, options, games=games, key=key, threads=threads, progress=advance)
        progress.update(task, description="Writing")
        path = write_report(found, folder)
    click.echo(f"Written: {path}")
