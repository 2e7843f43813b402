"""`purrlor scenario`: run scenario files."""

import sys
from pathlib import Path

import click

from purrlor.cli.progress import warmed
from purrlor.core.discovery import game
from purrlor.core.refusals import Refusal, ScenarioRefused
from purrlor.core.scenario import Difference, may_be_scenario, read_scenario, run_scenario


@click.command("scenario")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--verbose", "-v", is_flag=True, help="Name the scenarios that hold, too.")
def command(files: tuple[Path, ...], verbose: bool) -> None:
    """Run scenario FILES (or folders of them).

    Files of a folder that are no scenarios are left out. Exit code 0: all hold; 1: one differs;
    2: a file is no scenario or cannot begin.
    """
    paths = [path for file in files for path in _expand(file)]
    differing = refused = 0
    for path in paths:
        try:
            scenario = read_scenario(path)
            warmed(game(scenario.game))
            run_scenario(scenario)
        except Difference as difference:
            differing += 1
            click.echo(f"{path}: {scenario.clause}: {scenario.says}\n  {difference}")
        except ScenarioRefused as refusal:
            refused += 1
            click.echo(f"Error: {refusal.sentence}", err=True)
        except Refusal as refusal:
            refused += 1
            click.echo(f"Error: {path}: {refusal.sentence}", err=True)
        else:
            if verbose:
                click.echo(f"{path}: {scenario.clause} holds")
    click.echo(f"{len(paths) - differing - refused} of {len(paths)} scenarios hold.")
    sys.exit(2 if refused else 1 if differing else 0)


def _expand(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    return [one for one in sorted(path.rglob("*.toml")) if may_be_scenario(one)]
