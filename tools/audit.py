"""Asks the advisory services for known faults of all locked dependencies.

Exit code 0: none known; 1: some are; 3: a service could not be asked, so nothing is known.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
BIN = Path(sys.executable).parent
UNKNOWN = 3


class Unreachable(Exception):
    """An advisory service gave no answer."""


def _asked(name: str, command: list[str]) -> Any:
    """Return what a service answers in JSON."""
    print(f"Asking about {name} ...", flush=True)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        answer = {}
    if not answer.keys() & {"dependencies", "vulnerabilities"}:
        lines = [one for one in done.stderr.splitlines() if "error" in one.lower()]
        raise Unreachable(f"The advisory service for {name} gave no answer: {' '.join(lines[:1])}")
    return answer


def python_faults(folder: Path) -> list[str]:
    """Return the known faults of what uv.lock names, for all extras and groups."""
    locked = folder / "requirements.txt"
    export = ("export", "--locked", "--quiet", "--no-emit-project", "--all-extras", "--all-groups")
    subprocess.run([BIN / "uv", *export, "-o", locked], cwd=ROOT, check=True)
    flags = ("--progress-spinner", "off", "--disable-pip", "--require-hashes", "-f", "json", "-r")
    answer = _asked("Python packages", [str(BIN / "uvx"), "pip-audit@2.10.1", *flags, str(locked)])
    skipped = [one["name"] for one in answer["dependencies"] if "skip_reason" in one]
    if skipped:
        count = f"{len(skipped)} of {len(answer['dependencies'])} Python packages"
        raise Unreachable(f"The advisory service knows nothing of {count}, such as {skipped[0]}.")
    return [
        f"{one['name']} {one['version']}: {fault['id']}, mended in {fault['fix_versions']}"
        for one in answer["dependencies"]
        for fault in one.get("vulns", ())
    ]


def client_faults() -> list[str]:
    """Return the known faults of what package-lock.json names."""
    command = ["npm", "--prefix", "web", "audit", "--package-lock-only", "--json"]
    answer = _asked("packages of the client", command)
    return [f"{name}: {one['severity']}" for name, one in answer["vulnerabilities"].items()]


def main() -> int:
    """Ask both services, and say what they know."""
    faults: list[str] = []
    unknown: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        for ask in (lambda: python_faults(Path(folder)), client_faults):
            try:
                found = ask()
            except Unreachable as failure:
                unknown.append(f"NOT AUDITED: {failure}")
            else:
                faults += found
                print("\n".join(found) or "No known faults.")
    if unknown:
        print("\n".join(unknown), "Try again where the service can be reached.", sep="\n")
        return UNKNOWN
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
