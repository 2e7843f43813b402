"""The verdict of a trial, for people."""

from rich.console import Console
from rich.table import Table

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
    found.add_row("moves acknowledged to people", f"{findings.acknowledged:,}")
    for kind, cases in findings.wrong.items():
        found.add_row(kind, str(len(cases)), style="red" if cases else "green")
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
