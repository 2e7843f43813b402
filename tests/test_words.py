"""What people read exists in every language: reasons of refusals, options, clauses."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import purrlor
from purrlor import game_names
from purrlor.core.options import option_fields
from purrlor.core.refusals import Reason, Refusal

ROOT = Path(__file__).parent.parent
SOURCE, WEB = ROOT / "src" / "purrlor", ROOT / "web"
LANGUAGES = ("en", "nl", "de")
UNSAID = {"tiny"}
"""Options that no screen offers."""


def messages(folder: Path, language: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
    return found


def of_game(name: str, language: str) -> dict[str, Any]:
    """Return a game's messages without the game's prefix."""
    found = messages(WEB / "src" / "games" / name / "messages", language)
    return {key.partition("_")[2]: text for key, text in found.items()}


def reasons_of(name: str) -> dict[str, Reason]:
    reasons: dict[int, Reason] = purrlor.game(name).module("actions").REASONS
    return {reason.name: reason for reason in reasons.values()}


def named_in(path: Path) -> Iterator[tuple[str, set[str]]]:
    """Find in a source file the name of each reason, and the words that go with it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Name) and node.func.id == "Reason":
            first = node.args[0]
            if isinstance(first, ast.Constant):
                yield str(first.value), set()
        for keyword in node.keywords:
            if keyword.arg == "reason" and isinstance(keyword.value, ast.Constant):
                words = {one.arg for one in node.keywords if one.arg} - {"reason", "clause"}
                yield str(keyword.value.value), words


def parlour_reasons() -> dict[str, set[str]]:
    """Return what is refused outside the rules of a game, with the words of its sentence."""
    files = [*(SOURCE / "server").rglob("*.py"), *(SOURCE / "core").glob("*.py")]
    return {name: words for path in files for name, words in named_in(path)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_of_the_parlour_is_said(language: str) -> None:
    said = messages(WEB / "messages" / "refusals", language)
    client = (WEB / "src" / "lib" / "refusals.ts").read_text(encoding="utf-8")
    found = parlour_reasons()
    assert len(found) > 40
    for name, words in found.items():
        text = json.dumps(said[f"refused_{name}"])
        assert set(re.findall(r"{(\w+)}", text)) <= words, name
        assert f"  {name}: m.refused_{name}," in client


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", game_names())
def test_every_reason_of_a_game_is_said(name: str, language: str) -> None:
    said = of_game(name, language)
    client = (WEB / "src" / "games" / name / "refusals.ts").read_text(encoding="utf-8")
    options = SOURCE / "games" / name.replace("-", "_") / "options.py"
    for reason in {*reasons_of(name), *(found for found, _ in named_in(options))}:
        assert said[f"refused_{reason}"].endswith((".", "?"))
        assert f"  {reason}: m." in client


@pytest.mark.parametrize("name", game_names())
def test_reasons_of_a_game_and_of_the_parlour_are_told_apart(name: str) -> None:
    assert not reasons_of(name).keys() & parlour_reasons().keys()
    codes = purrlor.game(name).module("codes")
    actions = purrlor.game(name).module("actions")
    assert all(actions.REASONS[getattr(codes, one.upper())].name == one for one in reasons_of(name))


@pytest.mark.parametrize("name", game_names())
def test_every_clause_that_a_refusal_cites_exists(name: str) -> None:
    page = (SOURCE / "games" / name.replace("-", "_") / "rules.md").read_text(encoding="utf-8")
    clauses = set(re.findall(r"^- \**([A-Z]\d+\.\d+)", page, re.MULTILINE))
    for reason in reasons_of(name).values():
        assert reason.clause in clauses, reason.name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", game_names())
def test_every_option_is_explained(name: str, language: str) -> None:
    said = of_game(name, language)
    for field in option_fields(purrlor.game(name).options):
        if field.name in UNSAID | {"players"}:
            continue
        assert said[f"option_{field.name}"]
        assert said[f"option_{field.name}_about"]
        if field.kind == "choice":
            assert all(said[f"option_{field.name}_{word}"] for word in field.choices)


def test_options_say_what_they_take() -> None:
    fields = {field.name: field for field in option_fields(purrlor.game("rat-a-tat-cat").options)}
    assert (fields["rounds"].kind, fields["rounds"].low, fields["rounds"].high) == ("number", 1, 50)
    assert (fields["end"].kind, fields["end"].choices) == ("choice", ("rounds", "time", "points"))
    dealer = fields["first_dealer"]
    assert (dealer.kind, dealer.choices) == ("choice", ("seat0", "lot"))
    assert (dealer.low, dealer.high) == (0, 5)
    assert dealer.allowed == "'seat0' or 'lot' or a whole number from 0 to 5"
    assert (fields["memory_aid"].kind, fields["memory_aid"].default) == ("switch", False)
    values = {field.name: field for field in option_fields(purrlor.game("cattitude").options)}
    table = values["values"]
    assert (table.kind, table.low, table.high) == ("table", -20, 20)
    assert {"turkey", "queen"} < set(table.choices)
    assert "birdoholic" not in table.choices


def test_a_refusal_carries_its_words() -> None:
    refusal = Refusal("There is a {name} here.", reason="name_taken", name="{Ann}")
    assert (str(refusal), refusal.words) == ("There is a {Ann} here.", {"name": "{Ann}"})
    assert Refusal("Plain {braces} stay.").sentence == "Plain {braces} stay."


def test_the_options_of_a_conflict_are_named() -> None:
    with pytest.raises(Refusal) as refusal:
        purrlor.game("cat-royal").read_options({"partners": True, "players": 3})
    assert (refusal.value.reason, refusal.value.clause) == ("partners_are_four", "K8.1")
