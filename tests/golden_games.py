"""Golden games as text: fixed actions, what they tell, and what every seat sees.

A golden file names its options and key, then each action. Everything else in it is made by the
rules, and must come out the same. `python tests/golden_games.py` makes the files anew.
"""

import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from purrlor import game, game_names
from purrlor.bots.bot import Bot
from purrlor.bots.players import POLICY
from purrlor.core.match import Match, Told

FOLDER = Path(__file__).parent / "golden"
KEY = 2026
MOST_STEPS = 600
DRAWN_STEPS = 24
"""The table is drawn after each of the first steps, then after every tenth."""


def play_again(text: str) -> str:
    """Render a golden file's game anew from its heading and its actions."""
    heading, *lines = text.splitlines()
    named = json.loads(heading)
    match = game(named["game"]).match(named["options"], named["key"])
    parts = [heading, *_render(match, match.opening)]
    for line in lines:
        if line.startswith("> "):
            seat, action = json.loads(line[2:])
            parts += ["", line, *_render(match, match.play(seat, action))]
    return "\n".join([*parts, *_outcome(match), ""])


def record_game(name: str, options: dict[str, Any]) -> str:
    """Let the policy play a game and write it down."""
    found = game(name)
    match = found.match(options, KEY)
    bots = [Bot(POLICY, bytes([seat]) * 32) for seat in range(match.options.players)]
    lines = [json.dumps({"game": name, "options": options, "key": KEY})]
    while not match.is_over and len(match.played) < MOST_STEPS:
        seat = match.actors[0]
        number = bots[seat].decide(match.observation(seat), match.legal_numbers(seat))
        action = match.action(number, seat)
        match.play(seat, action)
        lines.append("> " + json.dumps([seat, msgspec.to_builtins(action)]))
    return play_again("\n".join(lines))


def _render(match: Match, told: Told) -> list[str]:
    notation = match.game.module("notation")
    lines = []
    for audience, event in told:
        seats = ",".join(map(str, sorted(audience.seats)))
        who = f"all but {seats}" if audience.is_all_but and seats else seats or "all"
        lines.append(f"[{who}] {notation.event_text(event)}")
    if len(match.played) > DRAWN_STEPS and len(match.played) % 10:
        return [line.rstrip() for line in lines]
    lines += ["truth:", *notation.picture(match.position(), None).splitlines()]
    for seat in match.actors:
        lines += [f"seat {seat} sees:", *notation.picture(match.view(seat), seat).splitlines()]
    return [line.rstrip() for line in lines]


def _outcome(match: Match) -> list[str]:
    views = [
        msgspec.json.encode(match.view(seat)).decode() for seat in range(match.options.players)
    ]
    outcome = msgspec.json.encode(match.outcome).decode()
    position = msgspec.json.encode(match.position()).decode()
    return ["", "in the end", f"outcome {outcome}", f"position {position}", *views]


def golden_options(name: str) -> dict[str, dict[str, Any]]:
    """Return the golden games of a game, by name."""
    declared: dict[str, dict[str, Any]] = msgspec.toml.decode(
        (FOLDER / f"{name.replace('-', '_')}.toml").read_bytes()
    )
    return declared


def main() -> None:
    """Make all golden files anew."""
    for name in sys.argv[1:] or game_names():
        for title, options in golden_options(name).items():
            path = FOLDER / f"{name.replace('-', '_')}_{title}.txt"
            path.write_text(record_game(name, options), encoding="utf-8")
            print(path)


if __name__ == "__main__":
    main()
