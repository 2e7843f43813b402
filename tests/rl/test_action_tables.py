"""The page for researchers says what the code does."""

from pathlib import Path

from purrlor import __version__, game_names
from purrlor.rl.tables import with_tables

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")


def test_the_tables_are_up_to_date() -> None:
    """If not: `python -m purrlor.rl.tables docs/research.md`."""
    assert with_tables(PAGE) == PAGE


def test_every_game_has_its_tables() -> None:
    for name in game_names():
        for kind in ("actions", "observation"):
            assert f"<!-- {kind} {name} -->" in PAGE


def test_the_citation_has_the_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {__version__}\n" in citation
