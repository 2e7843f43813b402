"""`purrlor warm`: compile ahead."""

import ctypes
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool

import click

from purrlor.cli.arguments import GameArgument
from purrlor.cli.progress import new_progress
from purrlor.core.discovery import game, game_names
from purrlor.core.game import Game
from purrlor.core.kernel import cache_folder
from purrlor.core.refusals import Refusal

PR_SET_PDEATHSIG = 1
"""The option of Linux' `prctl` that names the signal to get when the parent ends."""


@click.command("warm")
@click.argument("games", nargs=-1, type=GameArgument())
@click.option(
    "--for",
    "purpose",
    type=click.Choice(["all", "tables"]),
    default="all",
    show_default=True,
    help="What to compile for: tables leaves out the vector environments of learners.",
)
def command(games: tuple[Game, ...], purpose: str) -> None:
    """Compile the rules of GAMES (all, if left out) ahead of their first use, one core for each."""
    names = [one.name for one in games] or game_names()
    warm_games(names, tuple(_all_steps()) if purpose == "all" else ())
    click.echo(f"All is compiled in {cache_folder()}.")


def _all_steps() -> dict[str, Callable[[Game], None]]:
    """Return what can be compiled, by name: for tables, then for learners."""
    from purrlor.rl.warm import STEPS as FOR_LEARNERS
    from purrlor.sim.warm import STEPS as FOR_TABLES

    return {**FOR_TABLES, **FOR_LEARNERS}


def unkept(why: str) -> Refusal:
    """Return the sentence for who has no room for compiled rules."""
    return Refusal(
        f"Compiled rules cannot be kept in {cache_folder().parent} ({why}); make room there, or "
        "name another folder in the environment as PURRLOR_CACHE."
    )


def warm_games(names: Sequence[str], steps: Sequence[str] = ()) -> None:
    """Compile what is not compiled yet, these steps or all for tables, with progress."""
    from purrlor.sim.compiled import is_warm
    from purrlor.sim.warm import STEPS

    steps = steps or tuple(STEPS)
    found = [game(name) for name in names]
    cold = [one for one in found if not all(is_warm(one, step) for step in steps)]
    if cold:
        cores = min(len(cold), os.cpu_count() or 1)
        context = multiprocessing.get_context("spawn")
        with (
            new_progress() as progress,
            ProcessPoolExecutor(cores, context, initializer=_end_with_parent) as pool,
        ):
            titles = ", ".join(one.title for one in cold)
            task = progress.add_task(f"Compiling {titles}", total=len(cold))
            try:
                for done in as_completed([pool.submit(_warm, one.name, steps) for one in cold]):
                    _require_done(done)
                    progress.advance(task)
            except BaseException:
                _end_children()
                raise


def _require_done(compiling: Future[None]) -> None:
    try:
        compiling.result()
    except OSError as error:
        raise unkept(error.strerror or str(error)) from None
    except BrokenProcessPool:
        raise Refusal(
            "A process that compiles was ended from outside, as happens where memory is short: "
            "each game takes about a gigabyte. Make room, or name one game after another to "
            "`purrlor warm`."
        ) from None


def _end_children() -> None:
    """End what still compiles: nobody waits for it, and nothing that is finished is lost."""
    for child in multiprocessing.active_children():
        child.kill()


def warm_later(names: Sequence[str]) -> None:
    """Compile what is not compiled yet in a process of its own, behind whatever else runs."""
    context = multiprocessing.get_context("spawn")
    context.Process(target=_warm_quietly, args=(tuple(names),), daemon=True).start()


def _warm_quietly(names: Sequence[str]) -> None:
    _end_with_parent()
    if hasattr(os, "nice"):
        os.nice(10)
    from purrlor.sim.warm import STEPS

    try:
        for name in names:
            _warm(name, tuple(STEPS))
    except OSError as error:  # whoever needs it later compiles it for once
        click.echo(unkept(error.strerror or str(error)).sentence, err=True)


def _end_with_parent() -> None:
    """Let this process end when the one that began it is gone, however it went.

    Ctrl-C in a terminal reaches both: the parent decides. Linux kills at once; a thread that waits
    for the parent's end of a pipe to close does the same on every system.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    threading.Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def _warm(name: str, steps: Sequence[str]) -> None:
    from purrlor.sim.compiled import is_warm

    known = _all_steps()
    for step in steps:
        if not is_warm(game(name), step):
            known[step](game(name))
