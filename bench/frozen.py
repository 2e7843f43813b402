"""The policies that the bars are measured against, frozen by a digest of all they are made of."""

from pathlib import Path

from purrlor import game
from purrlor.core.sources import digest_of, sources

FROZEN: dict[str, str] = {
    "cat-royal": "f6da7e449d5e",
    "cattitude": "8e4302db11b7",
    "rat-a-tat-cat": "c0c72103ed6a",
}
"""By game: the digest of the policy that bots are measured against."""


def policy_files(name: str) -> list[Path]:
    """Return the file of a game's policy and all files of the game that it imports."""
    return sources(game(name), "policy")


def digest(name: str) -> str:
    """Return a digest of the policy of a game and of all it imports there."""
    return digest_of(policy_files(name))[:12]


def is_frozen(name: str) -> bool:
    """Return whether a game's policy is still the one of the bars."""
    return digest(name) == FROZEN[name]


if __name__ == "__main__":
    for each in FROZEN:
        files = ", ".join(path.name for path in policy_files(each))
        print(f"{each}: {digest(each)}{'' if is_frozen(each) else ' (another one)'}: {files}")
