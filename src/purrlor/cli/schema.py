"""`purrlor schema`: the wire in writing, for the client and for its readers."""

import sys
from pathlib import Path

import click

from purrlor.core.refusals import Refusal


@click.command("schema")
@click.option("--check", is_flag=True, help="Write nothing; fail if a file is out of date.")
@click.option(
    "--root",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path(),
    show_default="here",
    help="The top of the repository.",
)
def command(check: bool, root: Path) -> None:
    """Write the JSON Schema and the TypeScript types of what travels over the wire."""
    from purrlor.server.schema import files

    if not (root / "web").is_dir():
        raise Refusal("There is no folder web here; go to the top of the repository, or --root it.")
    found = files()
    old = [name for name, text in found.items() if _read(root / name) != text]
    if check:
        for name in old:
            click.echo(f"{name} is out of date; run purrlor schema.", err=True)
        sys.exit(1 if old else 0)
    for name in old:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(found[name], encoding="utf-8", newline="\n")
    click.echo("Written: " + ", ".join(old) if old else "Everything is up to date.")


def _read(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None
