"""Names people see and secrets they hold: nicknames, table codes, tokens."""

import hashlib
import secrets
import unicodedata

from purrlor.core.refusals import Refusal

LONGEST_NICKNAME = 24
LONGEST_TEXT = 500
_CONSONANTS = "bdfgklmnprstvz"
_VOWELS = "aeiou"
_JOINER, _PICTURE, _KEYCAP = "\u200d", "\ufe0f", "\u20e3"
"""What holds the parts of one emoji together, what asks for one, what makes one of a digit."""
_FILLERS = (0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0)
_OTHER_BLANKS = (0x13441, 0x13442, 0x16FE4, 0x1D159)
_SELECTORS = (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
_BLANKS = frozenset(map(chr, (*_FILLERS, *_OTHER_BLANKS, *_SELECTORS)))
"""Letters, marks and signs that nobody sees."""


class NameRefused(Refusal):
    """A nickname or a text cannot be used."""


def read_nickname(given: str) -> str:
    """Return a nickname in its normal form: 1 to 24 visible characters."""
    name = shown_name(given)
    if not 1 <= len(name) <= LONGEST_NICKNAME or not any(map(_is_ink, name)):
        sentence = "A nickname has 1 to {longest} visible characters."
        raise NameRefused(sentence, reason="nickname_length", longest=LONGEST_NICKNAME)
    return name


def shown_name(given: str) -> str:
    """Return a nickname without what nobody sees, and with single blanks."""
    return " ".join(_visible(unicodedata.normalize("NFKC", given)).split())


def read_text(given: str) -> str:
    """Return a line of chat without invisible characters."""
    text = _visible(unicodedata.normalize("NFC", given)).strip()
    if not 1 <= len(text) <= LONGEST_TEXT:
        sentence = "A message has 1 to {longest} characters."
        raise NameRefused(sentence, reason="text_length", longest=LONGEST_TEXT)
    return text


def same_name(name: str) -> str:
    """Return what two nicknames share that people could not tell apart."""
    folded = unicodedata.normalize("NFKC", shown_name(name).casefold())
    return folded.replace(_JOINER, "").replace(_PICTURE, "")


def _visible(text: str) -> str:
    """Drop what nobody sees, or nobody assigned; keep white space as a blank, and emoji whole."""
    blanked = (" " if c.isspace() else c for c in text)
    kept = [c for c in blanked if not _is_unseen(c)]
    return "".join(
        c
        for before, c, after in zip([" ", *kept], kept, [*kept[1:], " "], strict=False)
        if c not in (_JOINER, _PICTURE) or _is_in_emoji(before, c, after)
    )


def _is_unseen(character: str) -> bool:
    if character in (_JOINER, _PICTURE):
        return False
    return unicodedata.category(character)[0] == "C" or character in _BLANKS


def _is_in_emoji(before: str, character: str, after: str) -> bool:
    """Return whether a joiner or a selector stands where emoji have it."""
    if character == _JOINER:
        return (_is_sign(before) or before == _PICTURE) and _is_sign(after)
    return _is_sign(before) or after == _KEYCAP


def _is_sign(character: str) -> bool:
    return unicodedata.category(character)[0] == "S"


def _is_ink(character: str) -> bool:
    return unicodedata.category(character)[0] in "LNPS"


def new_code(*, is_long: bool) -> str:
    """Return a code that can be said over the phone: `mika-ruto`, or `mika-ruto-pela`.

    A short one has 24 bits and is for tables that anybody may find; a long one has 36 and cannot be
    guessed.
    """
    letters = (secrets.choice(_CONSONANTS) + secrets.choice(_VOWELS) for _ in range(6))
    return "-".join(a + b for a, b in zip(letters, letters, strict=True))[: 14 if is_long else 9]


def is_long_code(code: str) -> bool:
    """Return whether a code is too long to be guessed."""
    return code.count("-") == 2


def read_code(given: str) -> str:
    """Return a code as it is written in the book, however it was typed."""
    letters = "".join(c for c in given.lower() if c.isalpha())
    return "-".join(letters[at : at + 4] for at in range(0, len(letters), 4))


def new_id() -> str:
    """Return an id of 128 bits."""
    return secrets.token_urlsafe(16)


def new_token() -> str:
    """Return a secret of 256 bits."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """Return what is kept of a secret."""
    return hashlib.sha256(token.encode()).hexdigest()
