"""Names people see and secrets they hold: nicknames, table codes, tokens."""

import hashlib
import secrets
import unicodedata

from purrlor.core.refusals import Refusal

LONGEST_NICKNAME = 24
LONGEST_TEXT = 500
_CONSONANTS = "bdfgklmnprstvz"
_VOWELS = "aeiou"
_JOINER = "\u200d"  # holds the parts of one emoji together


class NameRefused(Refusal):
    """A nickname or a text cannot be used."""


def read_nickname(given: str) -> str:
    """Return a nickname in its normal form: 1 to 24 visible characters."""
    name = " ".join(_visible(unicodedata.normalize("NFKC", given)).split())
    if not 1 <= len(name) <= LONGEST_NICKNAME or not any(map(_is_ink, name)):
        sentence = "A nickname has 1 to {longest} visible characters."
        raise NameRefused(sentence, reason="nickname_length", longest=LONGEST_NICKNAME)
    return name


def read_text(given: str) -> str:
    """Return a line of chat without invisible characters."""
    text = _visible(unicodedata.normalize("NFC", given)).strip()
    if not 1 <= len(text) <= LONGEST_TEXT:
        sentence = "A message has 1 to {longest} characters."
        raise NameRefused(sentence, reason="text_length", longest=LONGEST_TEXT)
    return text


def same_name(name: str) -> str:
    """Return what two nicknames share that people could not tell apart."""
    return unicodedata.normalize("NFKC", name).casefold()


def _visible(text: str) -> str:
    """Drop control, format, private and unassigned characters; keep white space as a blank."""
    kept = (" " if c.isspace() else c for c in text)
    return "".join(c for c in kept if unicodedata.category(c)[0] != "C" or c == _JOINER)


def _is_ink(character: str) -> bool:
    return unicodedata.category(character)[0] in "LNPS"


def new_code() -> str:
    """Return a short code that can be said over the phone: `mika-ruto`."""
    syllables = [secrets.choice(_CONSONANTS) + secrets.choice(_VOWELS) for _ in range(4)]
    return f"{syllables[0]}{syllables[1]}-{syllables[2]}{syllables[3]}"


def read_code(given: str) -> str:
    """Return a code as it is written in the book, however it was typed."""
    letters = "".join(c for c in given.lower() if c.isalpha())
    return f"{letters[:4]}-{letters[4:]}"


def new_id() -> str:
    """Return an id of 128 bits."""
    return secrets.token_urlsafe(16)


def new_token() -> str:
    """Return a secret of 256 bits."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """Return what is kept of a secret."""
    return hashlib.sha256(token.encode()).hexdigest()
