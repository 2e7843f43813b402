"""`purrlor train`: let a game learn from its own games."""

from pathlib import Path

import click
import msgspec

from purrlor.cli.arguments import GameArgument, check_new, force_option
from purrlor.cli.progress import new_progress, warmed
from purrlor.core.game import Game
from purrlor.core.keys import read_key
from purrlor.core.refusals import Refusal
from purrlor.core.sources import digest_of, sources

LEARNT_FROM = ("training", "rules", "observation", "policy")
"""The modules of a game that decide what it learns, with all that they import."""


@click.command("train")
@click.argument("game", type=GameArgument())
@click.option("--games", type=click.IntRange(min=1), help="How many; enough if left out.")
@click.option("--key", default="0", show_default=True, help="The same key learns the same.")
@click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the data file here; left out, the file that the game's bots use, if you agree.",
)
@force_option
def command(game: Game, games: int | None, key: str, output: Path | None, force: bool) -> None:
    """Play games of GAME and keep what its bots learn from them, with a record of how."""
    if not game.has_module("training"):
        raise Refusal(f"{game.title} has nothing to learn: its bots know enough by thinking.")
    training, secret = warmed(game).module("training"), read_key(key)
    count: int = games or training.GAMES
    path = output or Path(str(training.__file__)).with_name(training.DATA)
    if not path.absolute().parent.is_dir():
        raise Refusal(f"There is no folder {path.parent} to write into.")
    check_new(output, force=force)
    _warn(count, training.GAMES, path, is_in_use=output is None, force=force)
    with new_progress() as progress:
        task = progress.add_task(f"Learning from {game.title}", total=count)
        learnt = training.train(game, secret, count, lambda done: progress.advance(task, done))
    record = {
        "game": game.name,
        "rules_version": game.rules_version,
        "key": secret.hex(),
        "games": count,
        "sources": digest_of(sources(game, *LEARNT_FROM))[:16],
    }
    data = msgspec.json.format(msgspec.json.encode({"trained": record, **learnt}))
    if path.exists() and path.read_bytes() == data:
        # Compiled rules depend on this file: to write it would make them compile again.
        click.echo(f"Learnt from {count:,} games what {path} says already.")
    else:
        path.write_bytes(data)
        click.echo(f"Learnt from {count:,} games: {path}")


def _warn(games: int, enough: int, path: Path, *, is_in_use: bool, force: bool) -> None:
    """Ask before the data of the bots is replaced; what was learnt from too little never is."""
    many = "1 game is" if games == 1 else f"{games:,} games are"
    few = f"{many} few: bots that play well learn from {enough:,}"
    if is_in_use and games < enough and not force:
        raise Refusal(f"{few}. Name another file with --output, or replace {path} with --force.")
    if games < enough:
        click.echo(f"{few}.", err=True)
    if is_in_use and not force:
        click.confirm(
            f"If they learn anything new, this replaces {path}, which the bots of this game use. "
            "Go on?",
            abort=True,
            err=True,
        )
