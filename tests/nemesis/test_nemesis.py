"""The short form of `make nemesis`: every kind of fault at least once."""

import asyncio
import gc
import warnings
from pathlib import Path

from nemesis.checker import KINDS
from nemesis.faults import FAULTS
from nemesis.trial import Plan, run

PLAN = Plan(seed=7, tables=12, seconds=14, redis_seconds=5, pause=1.5)

FELT = 0.05
"""In seconds: through Redis news takes far less."""


def test_nothing_is_lost_or_doubled_under_fire(tmp_path: Path) -> None:
    verdict = asyncio.run(asyncio.wait_for(run(PLAN, tmp_path, lambda *_: None), 1200))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()  # lines that were torn, not closed, go here and not in somebody else's test
    assert verdict.findings.wrong == {kind: [] for kind in KINDS}
    assert not verdict.complaints, verdict.complaints[0]
    tricks = {"clock skewed", "commands doubled", "commands reordered"}
    assert set(FAULTS) | tricks <= set(verdict.faults)
    assert verdict.findings.acknowledged > 100
    assert verdict.findings.nonces >= PLAN.tables
    assert verdict.outage.delay > FELT  # the outage was felt, and play went on
