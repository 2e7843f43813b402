"""`purrlor tournament`: who plays best, and how sure that is."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec
from rich.console import Console
from rich.table import Table

from purrlor.cli.arguments import GameArgument, options_option, read_given
from purrlor.cli.progress import new_progress
from purrlor.core.game import Game
from purrlor.core.refusals import Refusal

if TYPE_CHECKING:
    from purrlor.sim.journal import Journal, Plan
    from purrlor.sim.runners import Runner
    from purrlor.sim.standings import Estimate, Standings
    from purrlor.sim.tournament import Tournament


@click.command("tournament")
@click.argument("game", type=GameArgument())
@click.option("--players", type=int, help="How many play; the game's default if left out.")
@click.option(
    "--entrants",
    default="random,policy",
    show_default=True,
    help="Who takes part, a comma list: players by name, and bots of your own as module:object.",
)
@click.option(
    "--games",
    "deals",
    type=click.IntRange(min=2),
    default=1000,
    show_default=True,
    help="How many deals each pair plays; every deal is played in all seatings.",
)
@click.option(
    "--seating",
    type=click.Choice(["one", "alternate"]),
    default="one",
    show_default=True,
    help="With more than two players: one among the other's, or in turns (as partners).",
)
@click.option("--key", help="64 hex digits or an integer; the same key gives the same games.")
@click.option("--confidence", type=click.FloatRange(0.5, 0.999), default=0.95, show_default=True)
@click.option("--threads", type=click.IntRange(min=1), help="All cores if left out.")
@click.option("--runner", type=click.Choice(["threads", "ray"]), default="threads")
@click.option("--address", help="Of the Ray cluster; left out, Ray is started here.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="Write the standings here as JSON, and all games beside it (.games.jsonl).",
)
@click.option("--resume", is_flag=True, help="Go on with the games beside --out.")
@click.option("--plot", type=click.Path(path_type=Path), help="Write a picture (.png or .svg).")
@options_option
def command(
    game: Game,
    players: int | None,
    entrants: str,
    deals: int,
    seating: str,
    key: str | None,
    confidence: float,
    threads: int | None,
    runner: str,
    address: str | None,
    out: Path | None,
    resume: bool,
    plot: Path | None,
    given: tuple[str, ...],
) -> None:
    """Let entrants play GAME, everyone against everyone, with common deals and rotated seats."""
    from purrlor.sim.plots import check_plot
    from purrlor.sim.runners import new_runner
    from purrlor.sim.standings import standings
    from purrlor.sim.tournament import plan_tournament

    sys.path.insert(0, os.getcwd())  # a bot of your own may lie where you are
    if plot is not None:
        check_plot(plot)
    journal = _journal(out, resume)
    if journal is not None and resume:
        key = journal.key() if key is None else key
    options = read_given(game, given, players)
    plan = plan_tournament(game, options, entrants=entrants, seating=seating, key=key)
    try:
        found = _hold(
            plan, deals, new_runner(runner, threads=threads, address=address), journal, resume
        )
    except KeyboardInterrupt:
        note = " Go on with --resume." if out else " Name a file with --out to go on another time."
        click.echo(f"The tournament was stopped.{note}", err=True)
        sys.exit(130)
    result = standings(found, confidence)
    _show(result, game)
    if out is not None:
        out.write_bytes(msgspec.json.format(msgspec.json.encode(result), indent=2))
        click.echo(f"Written: {out}", err=True)
    if plot is not None:
        from purrlor.sim.tournament_plot import plot_standings

        plot_standings(result, plot)
        click.echo(f"Drawn: {plot}", err=True)


def _journal(out: Path | None, resume: bool) -> "Journal | None":
    from purrlor.sim.journal import Journal

    if out is None:
        if resume:
            raise Refusal("To go on, name the file of the tournament with --out.")
        return None
    if out.is_dir() or not out.absolute().parent.is_dir():
        raise Refusal(f"{out} cannot be written; name a file in a folder that exists.")
    return Journal.beside(out)


def _hold(
    plan: "Plan", deals: int, runner: "Runner", journal: "Journal | None", resume: bool
) -> "Tournament":
    from purrlor.sim.seatings import lineups_of
    from purrlor.sim.tournament import hold

    lineups = len(lineups_of(plan.entrants, int(plan.options["players"]), plan.seating))
    with new_progress() as progress:
        task = progress.add_task("Beginning", total=deals * lineups)

        def advance(done: int) -> None:
            progress.update(task, advance=done, description="Playing")

        return hold(
            plan, deals=deals, runner=runner, journal=journal, resume=resume, progress=advance
        )


def _show(standings: "Standings", game: Game) -> None:
    console = Console()
    console.print(
        f"[bold]{game.title}[/bold], {standings.players} players, "
        f"{standings.deals:,} deals, {standings.games:,} games"
    )
    console.print(f"key {standings.key}")
    interval = f"{standings.confidence:.0%} interval"
    names = [rating.entrant for rating in standings.ratings]
    ratings = Table("entrant", "Elo", interval, *(f"vs {name}" for name in names), box=None)
    for rating in standings.ratings:
        row = standings.matrix[rating.entrant]
        shares = (f"{row[name]:.1%}" if name in row else "–" for name in names)
        elo = rating.elo
        ratings.add_row(
            rating.entrant, f"{elo.value:+.0f}", f"{elo.low:+.0f} … {elo.high:+.0f}", *shares
        )
    console.print(ratings, "")
    table = Table("pair", "share", "of decided games", "points", box=None)
    for pair in standings.pairs:
        table.add_row(
            " – ".join(pair.pair),
            _percent(pair.share),
            _percent(pair.decided),
            f"{pair.points.value:+.1f} ({pair.points.low:+.1f} … {pair.points.high:+.1f})",
        )
    console.print(table)
    if standings.capped:
        console.print(f"{standings.capped} games were stopped at the simulation cap.")


def _percent(estimate: "Estimate") -> str:
    low, high = 100 * estimate.low, 100 * estimate.high
    return f"{estimate.value:.1%} ({low:.1f} … {high:.1f})"
