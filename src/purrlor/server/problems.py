"""How the REST part says no."""

import msgspec
from litestar.openapi.datastructures import ResponseSpec


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """Why something was not done, whatever it was."""

    sentence: str
    """For the person who asked."""
    clause: str = ""
    """The clause of the rules that says so."""
    reason: str = ""
    """A name that stays the same when the sentence is worded anew."""
    words: dict[str, str | int] = {}
    """What the sentence is about: a client says it in another language with these."""


PROBLEMS = {
    status: ResponseSpec(Problem, description=meaning, generate_examples=False)
    for status, meaning in {
        400: "The request makes no sense",
        403: "This device may not do that",
        404: "There is no such thing",
        409: "Not now, not at this table",
        429: "Too often",
        503: "Nothing can be kept right now",
    }.items()
}
