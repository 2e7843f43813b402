"""`purrlor warm`: compile ahead."""

import click

from purrlor.cli.progress import new_progress
from purrlor.core.discovery import game, game_names


@click.command("warm")
@click.argument("names", nargs=-1)
def command(names: tuple[str, ...]) -> None:
    """Compile the rules of the games ahead of their first use."""
    from purrlor.core.kernel import cache_folder
    from purrlor.sim.compiled import is_warm
    from purrlor.sim.warm import STEPS

    found = [game(name) for name in names or game_names()]
    work = [(one, step) for one in found for step in STEPS if not is_warm(one, step)]
    with new_progress() as progress:
        task = progress.add_task("", total=len(work))
        for one, step in work:
            progress.update(task, description=f"Compiling {one.title}: {step}")
            STEPS[step](one)
            progress.advance(task)
    click.echo(f"All is compiled in {cache_folder()}.")
