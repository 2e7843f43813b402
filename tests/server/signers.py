"""A device that signs its moves, as our client does."""

import hashlib
import secrets
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from player import Device

from purrlor.server.signing import Opening, first_head, next_head, share_of


class Signing:
    """The key of one seat in one game, and the chain of its moves."""

    def __init__(self) -> None:
        self._secret = Ed25519PrivateKey.generate()
        self.key = self._secret.public_key().public_bytes_raw().hex()
        self.salt = secrets.token_hex(32)
        self.nonce = share_of(self.key, self.salt)
        self.commitment = hashlib.sha256(bytes.fromhex(self.nonce)).hexdigest()
        self.head = ""
        self.count = 0

    @property
    def signer(self) -> dict[str, str]:
        return {"key": self.key, "salt": self.salt}

    def begin(self, table: dict[str, Any], seat: int) -> None:
        """Begin the chain, if the opening is of the game that the device sees."""
        seal = table["seal"]
        words = {name: value for name, value in seal.items() if name != "opening"}
        opening = Opening(
            **words, table=table["code"], game=table["game"], options=table["options"]
        )
        assert opening.hash() == seal["opening"]
        assert seal["keys"][seat] == self.key
        self.head = first_head(seal["opening"], seat)

    def sign(self, actions: list[Any]) -> str:
        """Return the signature of the chain after a move."""
        return self._secret.sign(bytes.fromhex(next_head(self.head, actions))).hex()

    def keep(self, actions: list[Any]) -> None:
        """Go on: the move was acknowledged."""
        self.head, self.count = next_head(self.head, actions), self.count + 1

    async def play(self, device: Device, seat: int, action: Any) -> dict[str, Any]:
        """Play and sign."""
        command = device.command(seat, [action]) | {"signature": self.sign([action])}
        await device.send(command)
        answer = await device.answer(command["id"])
        if answer["type"] != "refused":
            self.keep([action])
        return answer
