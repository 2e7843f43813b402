"""The short form of `make soak`: memory does not grow with the tables that are forgotten."""

import asyncio
import gc
import warnings
from pathlib import Path

from nemesis.soak import HEADINGS, MOST_GROWTH, Plan, soak

PLAN = Plan(minutes=0.4, groups=4, rows=4, seed=3, forget_seconds=1.0, pause=0.2)


def test_server_among_people_forgets_tables_and_does_not_grow(tmp_path: Path) -> None:
    """How long its pauses are depends on the machine; `make soak` holds that against a limit."""
    told: list[float] = []
    plan = asyncio.wait_for(soak(PLAN, tmp_path, lambda row: told.append(row.minute)), 600)
    report = asyncio.run(plan)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()  # lines that were torn, not closed, go here and not in somebody else's test
    assert not report.complaints, report.complaints[0]
    assert len(told) == PLAN.rows
    last = report.rows[-1]
    assert last.opened > PLAN.groups
    assert last.alive < last.opened
    assert last.moves > 10
    assert report.growth < MOST_GROWTH
    assert report.markdown().count("\n") == PLAN.rows + 1
    assert report.markdown().startswith(f"| {HEADINGS[0]} |")
