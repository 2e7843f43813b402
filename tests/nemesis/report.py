"""The verdict of a trial, for people."""

from rich.console import Console
from rich.table import Table

from nemesis.redis_outage import LONGEST_DELAY, LONGEST_RETURN
from nemesis.trial import Verdict


def report(verdict: Verdict, console: Console) -> None:
    """Print what was done and what was found."""
    findings = verdict.findings
    faults = Table("fault", "times", title=f"Faults, seed {verdict.plan.seed}")
    for name, count in sorted(verdict.faults.items()):
        faults.add_row(name, str(count))
    console.print(faults)
    found = Table("found", "", title=f"{findings.tables} tables, {verdict.seconds:.0f} s")
    found.add_row("games", str(findings.games))
    found.add_row("lines in the logs", f"{findings.lines:,}")
    found.add_row("moves", f"{findings.moves:,}")
    found.add_row("nonces shown", f"{findings.nonces:,}")
    found.add_row("starts called off", str(findings.cancelled_starts))
    found.add_row("moves acknowledged to people", f"{findings.acknowledged:,}")
    for kind, cases in findings.wrong.items():
        found.add_row(kind, str(len(cases)), style="red" if cases else "green")
    outage = verdict.outage
    rows = (
        ("longest delay without Redis", outage.delay, LONGEST_DELAY),
        ("fast again after its return", outage.back_after, LONGEST_RETURN),
    )
    for name, value, limit in rows:
        style = "green" if value <= limit else "red"
        found.add_row(name, f"{value:.1f} s (at most {limit} s)", style=style)
    console.print(found)
    for kind, cases in findings.wrong.items():
        for case in cases[:10]:
            console.print(f"{kind}: {case}", style="red", markup=False)
    for complaint in verdict.complaints:
        console.print(complaint[:200], "…", complaint[-600:], style="red", markup=False)
    console.print(
        f"{sum(verdict.faults.values())} faults injected, "
        f"{findings.acknowledged:,} moves acknowledged, "
        f"lost {len(findings.wrong['lost'])}, doubled {len(findings.wrong['doubled'])}: "
        f"{'nothing is wrong' if verdict.is_good else 'something is wrong'}."
    )
