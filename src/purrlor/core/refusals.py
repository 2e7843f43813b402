"""Refusals: typed errors with one sentence that says what is allowed."""


class Refusal(ValueError):
    """Something was not accepted, and nothing has changed.

    `clause` is the clause of the rules that decides it, where there is one.
    """

    def __init__(self, sentence: str, *, clause: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.clause = clause


class UnknownGame(Refusal):
    """There is no game of this name."""


class OptionRefused(Refusal):
    """An option is unknown or out of range."""


class KeyRefused(Refusal):
    """A key is not 256 bits."""


class SeatRefused(Refusal):
    """There is no such seat at the table."""


class ActionMalformed(Refusal):
    """An action is not one of the game's."""


class ActionRefused(Refusal):
    """The rules do not allow an action now."""


class PositionRefused(Refusal):
    """A position is not one of the game's."""


class RecordRefused(Refusal):
    """A record cannot be read, or does not replay."""


class ScenarioRefused(Refusal):
    """A scenario file cannot be read."""


class PolicyRefused(Refusal):
    """There is no player of this name."""
