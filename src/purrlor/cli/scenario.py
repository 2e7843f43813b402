"""`purrlor scenario`: run scenario files."""

import sys
from pathlib import Path

import click

from purrlor.cli.progress import warmed
from purrlor.core.discovery import game
from purrlor.core.refusals import Refusal
from purrlor.core.scenario import Difference, read_scenario, run_scenario


@click.command("scenario")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--verbose", "-v", is_flag=True, help="Name the scenarios that hold, too.")
def command(files: tuple[Path, ...], verbose: bool) -> None:
    """Run scenario FILES (or folders of them); exit code 0 if all hold, 1 if one differs."""
    paths = [path for file in files for path in _expand(file)]
    failed = 0
    for path in paths:
        scenario = read_scenario(path)
        warmed(game(scenario.game))
        try:
            run_scenario(scenario)
        except (Difference, Refusal) as difference:
            failed += 1
            click.echo(f"{path}: {scenario.clause}: {scenario.says}\n  {difference}")
        else:
            if verbose:
                click.echo(f"{path}: {scenario.clause} holds")
    click.echo(f"{len(paths) - failed} of {len(paths)} scenarios hold.")
    sys.exit(1 if failed else 0)


def _expand(path: Path) -> list[Path]:
    return sorted(path.rglob("*.toml")) if path.is_dir() else [path]
