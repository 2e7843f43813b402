"""A package for others has the client in it; a project that is worked on may do without."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CLIENT = "src/purrlor/server/client/index.html"


class WithClient(BuildHookInterface[Any]):
    """Refuses to build a package without the client."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Look before anything is packed."""
        if version != "editable" and not (Path(self.root) / CLIENT).is_file():
            self.app.abort("The web client is not built: run `make client`, then build again.")
