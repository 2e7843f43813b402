"""What the documents show is executed."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
EXAMPLES = [
    (page, number, code)
    for page in PAGES
    for number, code in enumerate(FENCE.findall(page.read_text(encoding="utf-8")))
]


@pytest.mark.parametrize(
    ("page", "number", "code"), EXAMPLES, ids=[f"{page.name}-{n}" for page, n, _ in EXAMPLES]
)
def test_example_runs(page: Path, number: int, code: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        timeout=300,
    )
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
        if not target.startswith("http"):
            assert (page.parent / target).exists(), target


def test_examples_are_found() -> None:
    assert len(EXAMPLES) >= 2
