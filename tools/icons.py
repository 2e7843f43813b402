"""The icons of the installed application, from web/public/icon.svg: `python tools/icons.py`.

Systems that ask for a maskable icon cut it to a shape of their own: there the ground fills the
whole square and the cat keeps to the inner four fifths.
"""

import re
import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

PUBLIC = Path(__file__).parents[1] / "web" / "public"
SIZES = {
    "icon-180": (180, True),
    "icon-192": (192, False),
    "icon-512": (512, False),
    "icon-maskable-192": (192, True),
    "icon-maskable-512": (512, True),
}


def drawing(svg: str, *, is_maskable: bool) -> str:
    """Return the icon; maskable: on a full ground, with room around the cat."""
    if not is_maskable:
        return svg
    found = re.search(r'<rect[^>]*fill="(#\w+)"/>(.*)</svg>', svg, re.DOTALL)
    if found is None:
        sys.exit("icon.svg has changed: it no longer begins with a ground in one colour.")
    ground, cat = found.groups()
    inner = f'<g transform="translate(6.4 6.4) scale(.8)">{cat}</g>'
    space = "http://www.w3.org/2000/svg"
    return (
        f'<svg xmlns="{space}" viewBox="0 0 64 64">'
        f'<rect width="64" height="64" fill="{ground}"/>{inner}</svg>'
    )


def main() -> None:
    """Draw them all."""
    svg = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
    names = ("chromium", "chromium-browser", "google-chrome")
    path = next((found for name in names if (found := shutil.which(name))), None)
    if path is None:
        sys.exit("Chromium is missing: install it (Debian: apt-get install chromium).")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for name, (size, is_maskable) in SIZES.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            style = "<style>*{margin:0;display:block}</style>"
            page.set_content(style + drawing(svg, is_maskable=is_maskable))
            page.screenshot(path=PUBLIC / f"{name}.png", omit_background=True)
            page.close()
        browser.close()
    print(f"Drawn: {', '.join(f'{name}.png' for name in SIZES)}")


if __name__ == "__main__":
    main()
