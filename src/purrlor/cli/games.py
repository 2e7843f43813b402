"""`purrlor games`: what there is."""

import click
from rich.table import Table

from purrlor.cli.arguments import GameArgument
from purrlor.cli.output import Output
from purrlor.core.discovery import game, game_names
from purrlor.core.game import Game
from purrlor.core.options import option_fields


@click.command("games")
@click.argument("games", nargs=-1, type=GameArgument())
def command(games: tuple[Game, ...]) -> None:
    """Show GAMES (all, if left out), their limits and their options."""
    console = Output()
    for found in games or map(game, game_names()):
        _show(console, found)


def _show(console: Output, found: Game) -> None:
    fields = option_fields(found.options)
    players = next(field for field in fields if field.name == "players")
    limits = f"{players.low} to {players.high}"
    console.print(f"[bold]{found.title}[/bold] ({found.name}), {limits} players")
    console.print(f"  {found.summary}")
    table = Table("option", "values", "default", "meaning", box=None, padding=(0, 2, 0, 2))
    for field in fields:
        default = str(field.default).lower() if isinstance(field.default, bool) else field.default
        values = f"{field.low} to {field.high}" if field.kind == "number" else field.allowed
        table.add_row(field.name, values, str(default), field.description)
    console.print(table, "")
