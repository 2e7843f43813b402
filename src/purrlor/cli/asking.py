"""Questions to people in the terminal: on their turn, and out of turn where a game allows it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from purrlor.core.game import Game
from purrlor.core.match import Match
from purrlor.core.refusals import Refusal

HELP = "A number plays that action; v shows the table again, r the rules, q leaves."
WAIT = "Enter waits; n: do not ask again; o, on your turn: ask again."


class Asking:
    """Asks whoever is at the device, and remembers whether they want to be asked out of turn."""

    def __init__(self, match: Match, people: set[int]) -> None:
        self._match, self._people = match, people
        self._actors: tuple[int, ...] = ()
        self._is_quiet = False

    def on_turn(self, seat: int) -> Any:
        """Show the table and the choices; return the chosen action."""
        match, notation = self._match, self._match.game.module("notation")
        actions = match.legal(seat)
        click.echo("\n" + notation.picture(match.view(seat), seat))
        click.echo(notation.prompt(match.view(seat), seat))
        for number, action in enumerate(actions, 1):
            click.echo(f"  {number:>2}  {notation.action_text(action)}")
        while True:
            answer = self._answer("Your choice", seat, len(actions))
            if answer == "o":
                self._is_quiet = False
                click.echo("You are asked again where you may act out of turn.")
            elif answer.isdigit():
                return actions[int(answer) - 1]

    def out_of_turn(self) -> tuple[int, Any] | None:
        """Ask all people at once, once before a turn, who of them acts; None: nobody."""
        match, before = self._match, self._actors
        self._actors = match.actors
        may = [seat for seat in match.interrupters if seat in self._people]
        if not may or self._is_quiet or before == match.actors:
            return None
        choices = [(seat, action) for seat in may for action in match.legal(seat)]
        click.echo(f"\nOut of turn, before seat {match.actors[0]} plays. {WAIT}")
        self._show(choices)
        while True:
            answer = self._answer("Your choice or Enter", may[0], len(choices), can_wait=True)
            if answer.isdigit():
                return choices[int(answer) - 1]
            self._is_quiet = answer == "n"
            if answer in ("", "n"):
                return None

    def _show(self, choices: Sequence[tuple[int, Any]]) -> None:
        notation = self._match.game.module("notation")
        for number, (seat, action) in enumerate(choices, 1):
            who = f"seat {seat}: " if len(self._people) > 1 else ""
            click.echo(f"  {number:>2}  {who}{notation.action_text(action)}")

    def _answer(self, words: str, seat: int, count: int, *, can_wait: bool = False) -> str:
        """Return a number from 1 on, or a letter; what can be answered at once is."""
        match, notation = self._match, self._match.game.module("notation")
        default = "" if can_wait else None
        given = click.prompt(words, prompt_suffix="> ", default=default, show_default=False)
        answer = str(given).strip().lower()
        if answer == "q":
            raise click.Abort
        if answer == "v":
            click.echo(notation.picture(match.view(seat), seat))
        elif answer == "r":
            click.echo_via_pager(_rules(match.game))
        elif answer.isdecimal() and 1 <= int(answer) <= count:
            return str(int(answer))
        elif answer not in (("", "n") if can_wait else ("o",)):
            click.echo(f"Type a number from 1 to {count}. {WAIT if can_wait else HELP}")
            return "?"
        return answer


def _rules(game: Game) -> str:
    home = Path(str(game.module("options").__file__)).parent
    try:
        return (home / "rules.md").read_text(encoding="utf-8")
    except OSError:
        raise Refusal("The rule page is missing from this installation.") from None
