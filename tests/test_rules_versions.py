"""Which rules a log was written by: versions that must be raised, and digests of sources."""

import re
from pathlib import Path

import msgspec
import pytest

from golden_versions import outcome_digest, written
from purrlor import game, game_names
from purrlor.core.sources import digest_of, rule_sources


@pytest.mark.parametrize("name", game_names())
def test_version_is_raised_with_the_rules(name: str) -> None:
    """What a version made of the golden games is written down, and stays so."""
    version = str(game(name).rules_version)
    assert version in written()[name], "write it down: python tests/golden_versions.py"
    assert outcome_digest(name) == written()[name][version], (
        "The golden games end otherwise, or positions read otherwise: raise rules_version of "
        f"{name}, or logs of version {version} are folded into other games."
    )


def test_changed_rule_changes_the_digest_of_the_golden_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else the test above could not fail."""
    rules = game("rat-a-tat-cat")
    before, position = outcome_digest(rules.name), rules.module("position")
    read = position.read

    def read_otherwise(state: object) -> object:
        found = read(state)
        return msgspec.structs.replace(found, round=found.round + 1)

    monkeypatch.setattr(position, "read", read_otherwise)
    assert outcome_digest(rules.name) != before


@pytest.mark.parametrize("name", game_names())
def test_digest_covers_rules_and_no_player(name: str) -> None:
    files = {path.name for path in rule_sources(game(name))}
    assert {
        "rules.py",
        "state.py",
        "actions.py",
        "options.py",
        "components.py",
        "chance.py",
    } <= files
    assert not files & {"policy.py", "prospects.py", "beliefs.py", "training.py", "notation.py"}
    assert not any(path.endswith(".json") for path in files), "what bots have learnt"
    assert re.fullmatch("[0-9a-f]{16}", game(name).rules_digest)


def test_digest_covers_the_data_that_rules_read() -> None:
    assert "values.toml" in {path.name for path in rule_sources(game("cattitude"))}


def test_digest_depends_on_every_file(tmp_path: Path) -> None:
    files = rule_sources(game("cattitude"))
    copies = [tmp_path / path.name for path in files]
    for path, copy in zip(files, copies, strict=True):
        copy.write_bytes(path.read_bytes())
    whole = digest_of(copies)
    assert whole == digest_of(files)
    for copy in copies:
        before = copy.read_bytes()
        copy.write_bytes(before + b"\n")
        assert digest_of(copies) != whole, copy.name
        copy.write_bytes(before)
