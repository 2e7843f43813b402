"""`make nemesis`: trials by fire, then a soak; bounded and seeded, with their progress shown."""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

TESTS = Path(__file__).parents[1]
sys.path[:0] = [str(TESTS), str(TESTS / "server")]

from rich.console import Console  # noqa: E402
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn  # noqa: E402

from nemesis.report import report  # noqa: E402 - found through the line above
from nemesis.soak import Plan as SoakPlan  # noqa: E402
from nemesis.soak import run_soak  # noqa: E402
from nemesis.trial import Plan, run  # noqa: E402

SOAK_MINUTES = 4.0
PLAIN_SECONDS = 10.0
"""How often progress is a line of its own, where no bar can be drawn."""


def main() -> None:
    """Read the plan, carry it out, print the verdict; exit code 1 if something is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    for field, value in zip(Plan.__struct_fields__, Plan.__struct_defaults__, strict=True):
        name = field.replace("_", "-")
        parser.add_argument(f"--{name}", type=type(value), default=value, help=f"default {value}")
    parser.add_argument("--rounds", type=int, default=1, help="trials with seeds one after another")
    parser.add_argument(
        "--soak-minutes", type=float, default=SOAK_MINUTES, help="memory and pauses; 0: not now"
    )
    words = vars(parser.parse_args())
    rounds, minutes = words.pop("rounds"), words.pop("soak_minutes")
    verdicts = [_trial(Plan(**words | {"seed": words["seed"] + n})) for n in range(rounds)]
    if minutes:
        soak = SoakPlan(minutes=minutes, rows=6, seed=words["seed"], forget_seconds=5.0)
        verdicts.append(run_soak(soak, Console(soft_wrap=True)))
    sys.exit(0 if all(verdicts) else 1)


def _trial(plan: Plan) -> bool:
    console = Console()
    columns = (BarColumn(20), TimeElapsedColumn(), TextColumn("{task.description}"))
    with (
        tempfile.TemporaryDirectory(prefix="purrlor-nemesis-") as folder,
        Progress(*columns, console=console) as progress,
    ):
        task = progress.add_task("", total=1.0)
        said_at = 0.0

        def say(text: str, done: float) -> None:
            nonlocal said_at
            progress.update(task, description=text, completed=done)
            is_time = time.monotonic() - said_at > PLAIN_SECONDS
            if not console.is_terminal and (is_time or done in (0, 1)):
                said_at = time.monotonic()
                console.print(text)

        verdict = asyncio.run(run(plan, Path(folder), say))
    report(verdict, console)
    return verdict.is_good


if __name__ == "__main__":
    main()
