"""A table as a picture: what the notation draws in text, as an array of pixels."""

from typing import Any

import numpy as np

from purrlor.core.refusals import Refusal

INK, PAPER = "#2B2233", "#FBF6EC"
DOTS_PER_INCH = 100
_LETTER, _LINE = 0.085, 0.19
"""Width of a letter and height of a line in inches, at 10 points."""


def picture_of(text: str) -> Any:
    """Return the text as an image: rows, columns, and three bytes of colour."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise Refusal("Pictures need matplotlib: pip install 'purrlor[plot]'.") from None

    lines = text.splitlines()
    width = _LETTER * (max(map(len, lines)) + 4)
    figure = Figure(figsize=(width, _LINE * (len(lines) + 2)), dpi=DOTS_PER_INCH, facecolor=PAPER)
    canvas = FigureCanvasAgg(figure)
    figure.text(
        2 * _LETTER / width, 0.5, text, family="monospace", fontsize=10, color=INK, va="center"
    )
    canvas.draw()
    return np.ascontiguousarray(np.asarray(canvas.buffer_rgba())[..., :3])
