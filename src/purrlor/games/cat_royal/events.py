"""What happened, told to each audience in the words of the rule page."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from msgspec import UNSET, UnsetType

from purrlor.core.audience import EVERYONE, Audience, all_but, only
from purrlor.core.words import HIDDEN, Tagged
from purrlor.games.cat_royal import codes
from purrlor.games.cat_royal.components import CARDS, FIGURES
from purrlor.games.cat_royal.fields import Field, field_name
from purrlor.games.cat_royal.options import Options


class PileShuffled(Tagged, frozen=True, tag="pile_shuffled"):
    """K2.1: draw pile and discard pile are shuffled together."""

    cards: int


class HandDealt(Tagged, frozen=True, tag="hand_dealt"):
    """K2.1: a seat got new cards, hidden to all others; their order has no meaning."""

    seat: int
    cards: list[str]


class TurnBegan(Tagged, frozen=True, tag="turn_began"):
    """K2.2."""

    seat: int


class CardPlayed(Tagged, frozen=True, tag="card_played"):
    """K2.2; `copied` is the card that a copy acts as."""

    seat: int
    card: str
    copied: str | UnsetType = UNSET


class CardDiscarded(Tagged, frozen=True, tag="card_discarded"):
    """K2.2: nothing could be played."""

    seat: int
    card: str


class Cheated(Tagged, frozen=True, tag="cheated"):
    """K7.2: told to the player who did it, and nobody else."""

    seat: int
    change: int


class FigureStarted(Tagged, frozen=True, tag="figure_started"):
    """K4.1."""

    of: int
    figure: str
    target: Field


class FigureMoved(Tagged, frozen=True, tag="figure_moved"):
    """K5.1: where a figure went, not how its player counted."""

    of: int
    figure: str
    origin: Field
    target: Field


class FigureDrawn(Tagged, frozen=True, tag="figure_drawn"):
    """K5.4: by a magnet."""

    of: int
    figure: str
    origin: Field
    target: Field


class FiguresSwapped(Tagged, frozen=True, tag="figures_swapped"):
    """K5.3."""

    of: int
    figure: str
    seat: int
    their_figure: str


class FigureCaptured(Tagged, frozen=True, tag="figure_captured"):
    """K3.1: back to its start area."""

    of: int
    figure: str
    field: Field
    by: int
    captor: str


class ExitBlocked(Tagged, frozen=True, tag="exit_blocked"):
    """K6.2: this exit cannot be taken; another one is drawn."""

    of: int
    figure: str
    exit: Field


class WormholePassed(Tagged, frozen=True, tag="wormhole_passed"):
    """K6.1."""

    of: int
    figure: str
    origin: Field
    target: Field


class WormholeClosed(Tagged, frozen=True, tag="wormhole_closed"):
    """K6.2: no exit can be taken, and the figure stays."""

    of: int
    figure: str
    field: Field


class Accused(Tagged, frozen=True, tag="accused"):
    """K7.3."""

    seat: int
    accused: int
    is_guilty: bool


class FigurePunished(Tagged, frozen=True, tag="figure_punished"):
    """K7.3: back to its start area."""

    of: int
    figure: str
    field: Field


class WormholesMoved(Tagged, frozen=True, tag="wormholes_moved"):
    """K6.3."""

    seat: int
    wormholes: list[int]


class GameEnded(Tagged, frozen=True, tag="game_ended"):
    """K2.3."""

    reason: str


Event: TypeAlias = (
    PileShuffled
    | HandDealt
    | TurnBegan
    | CardPlayed
    | CardDiscarded
    | Cheated
    | FigureStarted
    | FigureMoved
    | FigureDrawn
    | FiguresSwapped
    | FigureCaptured
    | ExitBlocked
    | WormholePassed
    | WormholeClosed
    | Accused
    | FigurePunished
    | WormholesMoved
    | GameEnded
)

REASONS = ("all figures are home", "the hand is played")
Told: TypeAlias = list[tuple[Audience, Tagged]]


def tell(rows: Sequence[Sequence[int]], options: Options) -> Told:
    """Return each event with its audience; a dealt hand is told twice, open and hidden."""
    told: Told = []
    following = iter(rows)
    for code, *numbers in following:
        if code == codes.HAND_DEALT:
            told += _hands_dealt(following, numbers[0], options.players)
        elif code == codes.CHEATED:
            seat, change, *_ = numbers
            told.append((only(seat), Cheated(seat=seat, change=change)))
        else:
            told.append((EVERYONE, _TO_ALL[code](*numbers)))
    return told


def _hands_dealt(rows: Iterator[Sequence[int]], size: int, players: int) -> Told:
    """Read the rows of a deal, card by card."""
    told: Told = []
    for seat in range(players):
        cards: list[str] = [CARDS[card] for card in sorted(next(rows)[2] for _ in range(size))]
        told.append((only(seat), HandDealt(seat=seat, cards=cards)))
        told.append((all_but(seat), HandDealt(seat=seat, cards=[HIDDEN] * size)))
    return told


def _card_played(seat: int, card: int, face: int, *_: int) -> CardPlayed:
    return CardPlayed(seat=seat, card=CARDS[card], copied=UNSET if face == card else CARDS[face])


_TO_ALL: dict[int, Callable[..., Tagged]] = {
    codes.PILE_SHUFFLED: lambda cards, *_: PileShuffled(cards=cards),
    codes.TURN_BEGAN: lambda seat, *_: TurnBegan(seat=seat),
    codes.CARD_PLAYED: _card_played,
    codes.CARD_DISCARDED: lambda seat, card, *_: CardDiscarded(seat=seat, card=CARDS[card]),
    codes.FIGURE_STARTED: lambda of, figure, target, *_: FigureStarted(
        of=of, figure=FIGURES[figure], target=field_name(target)
    ),
    codes.FIGURE_MOVED: lambda of, figure, origin, target, *_: FigureMoved(
        of=of, figure=FIGURES[figure], origin=field_name(origin), target=field_name(target)
    ),
    codes.FIGURE_DRAWN: lambda of, figure, origin, target, *_: FigureDrawn(
        of=of, figure=FIGURES[figure], origin=field_name(origin), target=field_name(target)
    ),
    codes.FIGURES_SWAPPED: lambda of, figure, seat, theirs, *_: FiguresSwapped(
        of=of, figure=FIGURES[figure], seat=seat, their_figure=FIGURES[theirs]
    ),
    codes.FIGURE_CAPTURED: lambda of, figure, field, by, captor: FigureCaptured(
        of=of, figure=FIGURES[figure], field=field_name(field), by=by, captor=FIGURES[captor]
    ),
    codes.EXIT_BLOCKED: lambda of, figure, field, *_: ExitBlocked(
        of=of, figure=FIGURES[figure], exit=field_name(field)
    ),
    codes.WORMHOLE_PASSED: lambda of, figure, origin, target, *_: WormholePassed(
        of=of, figure=FIGURES[figure], origin=field_name(origin), target=field_name(target)
    ),
    codes.WORMHOLE_CLOSED: lambda of, figure, field, *_: WormholeClosed(
        of=of, figure=FIGURES[figure], field=field_name(field)
    ),
    codes.ACCUSED: lambda seat, accused, guilty, *_: Accused(
        seat=seat, accused=accused, is_guilty=bool(guilty)
    ),
    codes.FIGURE_PUNISHED: lambda of, figure, field, *_: FigurePunished(
        of=of, figure=FIGURES[figure], field=field_name(field)
    ),
    codes.WORMHOLES_MOVED: lambda seat, *fields: WormholesMoved(seat=seat, wormholes=list(fields)),
    codes.GAME_ENDED: lambda reason, *_: GameEnded(reason=REASONS[reason]),
}


def end_reason(state: Any) -> str:
    """Return why a finished game ended."""
    homes = state.home[: state.players].tolist()
    is_hand_played = state.tiny and max(homes) < state.lane
    return REASONS[codes.HAND_PLAYED if is_hand_played else codes.ALL_HOME]
