"""`purrlor tournament`: who plays best, and how sure that is."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from purrlor.cli.arguments import (
    GameArgument,
    PlayersArgument,
    check_new,
    finite,
    force_option,
    options_option,
    read_given,
)
from purrlor.cli.progress import new_progress
from purrlor.core.game import Game
from purrlor.core.refusals import Refusal

if TYPE_CHECKING:
    from purrlor.sim.journal import Journal, Plan
    from purrlor.sim.runners import Runner
    from purrlor.sim.tournament import Tournament


@click.command("tournament")
@click.argument("game", type=GameArgument())
@click.option("--players", type=int, help="How many play; the game's default if left out.")
@click.option(
    "--entrants",
    type=PlayersArgument(),
    default="random,policy",
    show_default=True,
    help="Who takes part, a comma list: random, policy, kitten, house-cat, alley-cat, tiger, "
    "search-N (thinks N times a hundred steps; tiger is search-1000), and bots of your own as "
    "module:object.",
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
@click.option(
    "--confidence",
    type=click.FloatRange(0.5, 0.999),
    default=0.95,
    callback=finite,
    show_default=True,
    help="How sure an interval is.",
)
@click.option(
    "--threads", type=click.IntRange(min=1), help="How many threads play; all cores if left out."
)
@click.option(
    "--runner",
    type=click.Choice(["threads", "ray"]),
    default="threads",
    show_default=True,
    help="Where games are played: in threads of this machine, or by Ray.",
)
@click.option("--address", help="The address of the Ray cluster; left out, Ray is started here.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="Write the standings here as JSON, and all games beside it (.games.jsonl).",
)
@click.option("--resume", is_flag=True, help="Go on with the games beside --out.")
@force_option
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
    force: bool,
    plot: Path | None,
    given: tuple[str, ...],
) -> None:
    """Let entrants play GAME, everyone against everyone, with common deals and rotated seats."""
    from purrlor.cli.standings import show_standings
    from purrlor.sim.plots import check_plot
    from purrlor.sim.runners import new_runner
    from purrlor.sim.standings import standings
    from purrlor.sim.tournament import plan_tournament

    sys.path.insert(0, os.getcwd())  # a bot of your own may lie where you are
    if plot is not None:
        check_plot(plot)
    journal = _journal(out, resume=resume, force=force)
    if journal is not None and resume:
        key = journal.key() if key is None else key
        deals = _at_least(deals, journal.whole_deals())
    options = read_given(game, given, players)
    plan = plan_tournament(game, options, entrants=entrants, seating=seating, key=key)
    playing = new_runner(runner, threads=threads, address=address)
    if journal is not None and force:
        journal.remove()
    try:
        found = _hold(plan, deals, playing, journal, resume)
    except KeyboardInterrupt:
        note = " Go on with --resume." if out else " Name a file with --out to go on another time."
        click.echo(f"The tournament was stopped.{note}", err=True)
        sys.exit(130)
    result = standings(found, confidence)
    if out is not None:
        out.write_bytes(msgspec.json.format(msgspec.json.encode(result), indent=2))
        click.echo(f"Written: {out}", err=True)
    if plot is not None:
        from purrlor.sim.tournament_plot import plot_standings

        plot_standings(result, plot)
        click.echo(f"Drawn: {plot}", err=True)
    show_standings(result, game)  # after the files: the reader may have enough of it


def _journal(out: Path | None, *, resume: bool, force: bool) -> "Journal | None":
    from purrlor.sim.journal import Journal

    if resume and force:
        raise Refusal("Go on with --resume, or begin anew with --force; not both.")
    if out is None:
        if resume:
            raise Refusal("To go on, name the file of the tournament with --out.")
        return None
    if out.is_dir() or not out.absolute().parent.is_dir():
        raise Refusal(f"{out} cannot be written; name a file in a folder that exists.")
    journal = Journal.beside(out)
    if force:
        return journal
    if not journal.has_games:
        check_new(out, force=force)
    elif not resume:
        raise Refusal(
            f"{out} has games already: go on with --resume, replace them with --force, or name "
            "another file."
        )
    return journal


def _at_least(deals: int, played: int) -> int:
    """Return how many deals count: none that was played is left out."""
    if played > deals:
        click.echo(f"{played:,} deals are played already; all of them count.", err=True)
    return max(deals, played)


def _hold(
    plan: "Plan", deals: int, runner: "Runner", journal: "Journal | None", resume: bool
) -> "Tournament":
    from purrlor.sim.seatings import lineups_of
    from purrlor.sim.tournament import hold

    lineups = len(lineups_of(plan.entrants, plan.players, plan.seating))
    with new_progress() as progress:
        task = progress.add_task("Beginning", total=deals * lineups)

        def advance(done: int) -> None:
            progress.update(task, advance=done, description="Playing")

        return hold(
            plan, deals=deals, runner=runner, journal=journal, resume=resume, progress=advance
        )
