"""Records of former versions of the rules replay, to the same digests and the same outcome."""

import json
from pathlib import Path

import pytest

import purrlor
from purrlor.core.refusals import RecordRefused
from refusing import sentence_of

FILES = sorted((Path(__file__).parent / "records").glob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_record_of_a_former_version_replays(path: Path) -> None:
    record = json.loads(path.read_bytes())
    game = purrlor.game(record["game"])
    assert record["rules_version"] in game.former_versions
    match = game.replay(record)
    assert match.is_over
    assert len(match.played) == len(record["steps"])
    again = match.record()
    assert again.rules_version == game.rules_version
    assert game.replay(again).outcome == match.outcome
    record["steps"][7]["digest"] = "0" * 16
    assert "Step 8 differs" in sentence_of(RecordRefused, lambda: game.replay(record))


def test_every_former_version_has_a_record() -> None:
    names = {
        f"{name}-{version}"
        for name in purrlor.game_names()
        for version in purrlor.game(name).former_versions
    }
    assert {path.stem for path in FILES} == names
