"""Nicknames and chat: what people see is all there is."""

import pytest

from purrlor.core.refusals import Refusal
from purrlor.server.names import read_nickname, read_text, same_name, shown_name

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
HEART_ON_FIRE = "\u2764\ufe0f\u200d\U0001f525"
KEYCAP = "1\ufe0f\u20e3"


@pytest.mark.parametrize(
    "name", ["\u2800", "\u3164", "\u115f", "\uffa0", "\u1160 \u2800", "\ufe0f"]
)
def test_name_that_nobody_sees_is_refused(name: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_nickname(name)
    assert refused.value.reason == "nickname_length"


@pytest.mark.parametrize(
    "name",
    ["An\u200dn", "Ann\ufe0f", "A\u034fnn", "Ann\u3164", "\u2800Ann", "A\u180bnn", "Ann\U000e0101"],
)
def test_names_that_look_the_same_are_the_same(name: str) -> None:
    assert read_nickname(name) == "Ann"
    assert same_name(name) == same_name("ANN")


@pytest.mark.parametrize("name", [FAMILY, HEART_ON_FIRE, KEYCAP, f"Zoë {FAMILY}", "\u732b"])
def test_emoji_and_letters_stay_whole(name: str) -> None:
    assert read_nickname(name) == name
    assert read_text(name) == name


def test_emoji_without_its_joiners_is_no_other_name() -> None:
    assert same_name(FAMILY) == same_name(FAMILY.replace("\u200d", ""))
    assert same_name("\u2764\ufe0f") == same_name("\u2764")


def test_names_that_people_can_tell_apart_differ() -> None:
    assert len({same_name(name) for name in ("Ann", "Anna", "Än", "An n", FAMILY, "1")}) == 6


def test_joiner_at_the_edge_goes() -> None:
    assert shown_name("\u200d\U0001f431\u200d") == "\U0001f431"
