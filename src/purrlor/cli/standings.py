"""The standings of a tournament as tables: as wide as they are, or what fits a terminal."""

from collections.abc import Sequence

from rich.table import Table

from purrlor.cli.output import Output
from purrlor.core.game import Game
from purrlor.sim.ratings import Elo
from purrlor.sim.standings import Estimate, Standings

WIDEST = 1000
"""Columns where nobody looks at a terminal."""

Row = Sequence[str]


def show_standings(standings: Standings, game: Game) -> None:
    """Print ratings, shares and points."""
    console = Output()
    if not console.is_terminal:
        console = Output(width=WIDEST)
    console.print(
        f"[bold]{game.title}[/bold], {standings.players} players, "
        f"{standings.deals:,} deals, {standings.games:,} games"
    )
    console.print(f"key {standings.key}")
    console.print(_fitting(console, _ratings(standings), 3, or_least=True), "")
    console.print(_fitting(console, _pairs(standings), 2, or_least=False))
    if standings.fewer_points_are_better:
        console.print("Fewer points are better: less than 0 speaks for the first of a pair.")
    if standings.capped:
        console.print(f"{standings.capped} games were stopped at the simulation cap.")


def _ratings(standings: Standings) -> list[Row]:
    names = [rating.entrant for rating in standings.ratings]
    interval = f"{100 * standings.confidence:g}% interval"
    rows: list[Row] = [["entrant", "Elo", interval, *(f"vs {name}" for name in names)]]
    for rating in standings.ratings:
        shares = standings.matrix[rating.entrant]
        found = (f"{shares[name]:.1%}" if name in shares else "–" for name in names)
        rows.append([rating.entrant, f"{rating.elo.value:+.0f}", _interval(rating.elo), *found])
    return rows


def _interval(elo: Elo) -> str:
    if elo.low is None:
        return "open" if elo.high is None else f"at most {elo.high:+.0f}"
    return f"at least {elo.low:+.0f}" if elo.high is None else f"{elo.low:+.0f} … {elo.high:+.0f}"


def _pairs(standings: Standings) -> list[Row]:
    rows: list[Row] = [["pair", "share", "points", "of decided games"]]
    for pair in standings.pairs:
        difference = pair.points
        rows.append(
            [
                " – ".join(pair.pair),
                _percent(pair.share),
                f"{difference.value:+.1f} ({difference.low:+.1f} … {difference.high:+.1f})",
                _percent(pair.decided),
            ]
        )
    return rows


def _percent(estimate: Estimate) -> str:
    low, high = 100 * estimate.low, 100 * estimate.high
    return f"{estimate.value:.1%} ({low:.1f} … {high:.1f})"


def _fitting(console: Output, rows: list[Row], least: int, *, or_least: bool) -> Table:
    """Return a table of the columns that fit, or of the least if not all do; the rest is in --out.

    A column is never folded: half an interval misleads.
    """
    widths = [2 + max(map(len, column)) for column in zip(*rows, strict=True)]
    kept = len(widths)
    while kept > least and sum(widths[:kept]) > console.width:
        kept = least if or_least else kept - 1
    table = Table(box=None)
    for header in rows[0][:kept]:
        table.add_column(header, no_wrap=True, overflow="ignore")
    for row in rows[1:]:
        table.add_row(*row[:kept])
    return table
