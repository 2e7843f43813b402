"""A table as a picture: what the notation draws in text, as an array of pixels."""

from typing import Any

import numpy as np

from purrlor.core.refusals import Refusal

INK, PAPER = "#2B2233", "#FBF6EC"
DOTS_PER_INCH = 100
_LETTER, _LINE = 0.085, 0.2
"""Width of a letter and height of a line in inches, at 10 points."""
_MARGIN = 2
"""Letters at the left and the right, and lines above and below together."""


def picture_of(text: str) -> Any:
    """Return the text as an image: rows, columns, and three bytes of colour."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise Refusal("Pictures need matplotlib: pip install 'purrlor[plot]'.") from None

    lines = text.splitlines()
    columns, rows = max(map(len, lines)) + 2 * _MARGIN, len(lines) + _MARGIN
    size = (_LETTER * columns, _LINE * rows)
    figure = Figure(figsize=size, dpi=DOTS_PER_INCH, facecolor=PAPER)
    canvas = FigureCanvasAgg(figure)
    for number, line in enumerate(lines):  # one by one: a shaded card would push the others apart
        middle = 1 - (number + _MARGIN / 2 + 0.5) / rows
        shown = figure.text(_MARGIN / columns, middle, line, family="monospace", fontsize=10)
        shown.set(color=INK, verticalalignment="center_baseline")
    canvas.draw()
    return np.ascontiguousarray(np.asarray(canvas.buffer_rgba())[..., :3])
