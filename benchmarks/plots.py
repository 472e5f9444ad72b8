"""Plots as SVG: both axes are logarithmic, or the second one is linear; each series is a line or a dot."""

from __future__ import annotations

import math
from html import escape
from typing import NamedTuple

_WIDTH, _HEIGHT = 640, 400
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 176, 36, 48
#: Colours that people with colour blindness can tell apart (Okabe and Ito).
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#666666", "#000000")
_STYLE = (
    "text{font:12px sans-serif;fill:#222}.g{stroke:#ddd}.f{fill:none;stroke:#888}.t{font-size:14px;font-weight:bold}"
    "polyline{fill:none;stroke-width:2}"
)


class Plot(NamedTuple):
    """A plot: labels of the axes, and points of each series. If ``percent``, the second axis is linear, 0 to 100."""

    title: str
    across: str
    up: str
    series: dict[str, list[tuple[float, float]]]
    percent: bool = False

    def svg(self) -> str:
        """Return the picture."""
        points = [point for each in self.series.values() for point in each]
        low, high = _decades([x for x, _ in points])
        bottom, top = (0.0, 100.0) if self.percent else _decades([y for _, y in points])

        def x(value: float) -> float:
            return _LEFT + (math.log10(value) - low) / (high - low) * (_WIDTH - _LEFT - _RIGHT)

        def y(value: float) -> float:
            at = value if self.percent else math.log10(value)
            return _HEIGHT - _BOTTOM - (at - bottom) / (top - bottom) * (_HEIGHT - _TOP - _BOTTOM)

        ticks = [10.0**power for power in range(math.ceil(low), math.floor(high) + 1)]
        levels = [20.0 * step for step in range(6)] if self.percent else _powers(bottom, top)
        label = _text(0, 0, self.up, anchor="middle")
        right, foot = _WIDTH - _RIGHT, _HEIGHT - _BOTTOM
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img">',
            f"<title>{escape(self.title)}</title><style>{_STYLE}</style>",
            f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#fff"/>',
            _text(_LEFT, 20, self.title, "t"),
            *(f'<path class="g" d="M{x(tick):.1f} {_TOP}V{foot}"/>' for tick in ticks),
            *(f'<path class="g" d="M{_LEFT} {y(level):.1f}H{right}"/>' for level in levels),
            f'<path class="f" d="M{_LEFT} {_TOP}V{foot}H{right}"/>',
            *(_text(x(tick), foot + 16, _number(tick), anchor="middle") for tick in ticks),
            *(_text(_LEFT - 6, y(level) + 4, _number(level), anchor="end") for level in levels),
            _text((_LEFT + right) / 2, _HEIGHT - 10, self.across, anchor="middle"),
            f'<g transform="translate(14 {(_TOP + foot) / 2:.0f}) rotate(-90)">{label}</g>',
        ]
        for number, (name, series) in enumerate(self.series.items()):
            colour = _COLOURS[number % len(_COLOURS)]
            if len(series) > 1:
                line = " ".join(f"{x(one):.1f},{y(two):.1f}" for one, two in series)
                parts.append(f'<polyline stroke="{colour}" points="{line}"/>')
            parts += [f'<circle cx="{x(one):.1f}" cy="{y(two):.1f}" r="3.5" fill="{colour}"/>' for one, two in series]
            parts.append(f'<circle cx="{right + 12}" cy="{_TOP + 8 + 18 * number}" r="4" fill="{colour}"/>')
            parts.append(_text(right + 20, _TOP + 12 + 18 * number, name))
        return "\n".join([*parts, "</svg>\n"])


def _decades(values: list[float]) -> tuple[float, float]:
    """Return logarithms a little outside of all values, at least a decade apart."""
    low, high = math.log10(min(values)) - 0.1, math.log10(max(values)) + 0.1
    return (low, high) if high - low >= 1.0 else (math.floor(low), math.floor(low) + max(1.0, high - math.floor(low)))


def _powers(low: float, high: float) -> list[float]:
    """Return 1, 2 and 5 times each power of ten between two logarithms; if these are many, only the powers."""
    steps = (1, 2, 5) if high - low < 2.5 else (1,)
    each = [step * 10.0**power for power in range(math.floor(low), math.ceil(high) + 1) for step in steps]
    return [level for level in each if low <= math.log10(level) <= high]


def _text(x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> str:
    of_kind = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{of_kind}>{escape(text)}</text>'


def _number(value: float) -> str:
    return f"{value:,.0f}".replace(",", " ") if value >= 1 else f"{value:g}"
