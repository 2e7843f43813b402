"""Structs in the words of a rule file: typed inside, readable like a mapping at the border."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import UNSET

HIDDEN = "hidden"
"""A card that a seat may not see."""
NONE = "none"
"""No card."""


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A struct whose fields can also be looked up by name; a field that is unset is absent."""

    def keys(self) -> Iterator[str]:
        """Yield the words that are present."""
        if self.__struct_config__.tag is not None:
            yield str(self.__struct_config__.tag_field)
        for name in self.__struct_fields__:
            if getattr(self, name) is not UNSET:
                yield name

    def __iter__(self) -> Iterator[str]:
        return self.keys()

    def __contains__(self, word: object) -> bool:
        return word in tuple(self.keys())

    def __getitem__(self, word: str) -> Any:
        if word == self.__struct_config__.tag_field:
            return self.__struct_config__.tag
        value = getattr(self, word, UNSET) if word in self.__struct_fields__ else UNSET
        if value is UNSET:
            raise KeyError(word)
        return value

    def get(self, word: str, default: Any = None) -> Any:
        """Return the value of a word, or the default where it is absent."""
        try:
            return self[word]
        except KeyError:
            return default

    def items(self) -> Iterator[tuple[str, Any]]:
        """Yield the words that are present with their values."""
        return ((word, self[word]) for word in self.keys())


NESTED = 4
"""No word of a game lies deeper than this in lists and tables."""


def replace_words(value: Any, words: Mapping[str, str], depth: int = NESTED) -> Any:
    """Return plain lists and tables with some words replaced, wherever they stand."""
    if isinstance(value, str):
        return words.get(value, value)
    if depth == 0:
        return value
    if isinstance(value, (list, tuple)):
        return [replace_words(item, words, depth - 1) for item in value]
    if isinstance(value, Mapping):
        return {
            replace_words(key, words, 0): replace_words(item, words, depth - 1)
            for key, item in value.items()
        }
    return value


class Tagged(Words, frozen=True, tag_field="type"):
    """A struct whose `type` tells which it is: an action or an event."""
