"""The faults that a run of a figure can have, whatever its numbers, frame, theme and language."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import torch
from manim import ManimColor

from scenes.number_format import format_count, format_number
from scenes.parts.plane.labels import inside_length, overlap
from scenes.parts.text.number import Number, Tick
from scenes.quantities import tables
from scenes.stage import MARGIN, Stage
from scenes.style import SHINE
from tests.scenes.harness import Run, Snapshot

FRAME_MARGIN = 0.15
"""Scene units that the header and the line at the foot keep from the edge: their baselines lie in the margin."""

LEAST_CAPITALS = 14 / 90
"""Scene units: 14 pixels at 720p, where the frame's 8 units are 720 pixels high."""

READ, SEEN = 4.5, 3.0
"""The least contrast of type, and of marks."""


def faults(run: Run) -> list[str]:
    """Return all that is wrong with a run, as ``beat: what``: layout, numbers that read otherwise, unknown numbers."""
    known = computed(run.figure.numbers)
    return [
        f"{snapshot.beat.name}: {fault}"
        for snapshot in run.snapshots
        for fault in (
            *layout_faults(snapshot, run.figure.stage),
            *misread_numbers(snapshot),
            *unknown_numbers(snapshot, known),
        )
    ]


def layout_faults(snapshot: Snapshot, stage: Stage) -> Iterator[str]:
    """Yield what leaves the frame, overlaps, or is too small to read."""
    for kind, box in snapshot.ink:
        edge = min(
            box[0] + stage.width / 2, stage.width / 2 - box[2], box[1] + stage.height / 2, stage.height / 2 - box[3]
        )
        if edge < (FRAME_MARGIN if kind in ("HeaderPhrase", "Switchboard", "FootLine") else MARGIN - 0.02):
            yield f"{kind} comes within {edge:.2f} of the frame's edge"
    for first, second in combinations(snapshot.texts, 2):
        if overlap(first.box, second.box) > 0.002:
            yield f"{first.says!r} and {second.says!r} overlap"
    for text in snapshot.texts:
        if text.cap_height < LEAST_CAPITALS:
            yield f"{text.says!r} has capitals of {text.cap_height * 90:.1f} pixels at 720p"
        if any(overlap(text.box, tip) > 0.0005 for tip in snapshot.tips):
            yield f"{text.says!r} is on the tip of an arrow"
        inner = (text.box[0] + 0.03, text.box[1] + 0.03, text.box[2] - 0.03, text.box[3] - 0.03)
        if any(inside_length(((a[0], a[1]), (b[0], b[1])), inner) > 0.02 for a, b in snapshot.shafts):
            yield f"{text.says!r} is on the line of an arrow"


def misread_numbers(snapshot: Snapshot) -> Iterator[str]:
    """Yield the numbers whose glyphs do not say what they show, or that do not show their value."""
    for value, shown, read in snapshot.numbers:
        if read != shown:
            yield f"{shown} reads {read}"
        small = {f"<{10.0**-decimals:.{decimals}f}" for decimals in range(2, 6) if 0 < value < 10.0**-decimals / 2}
        whole = {format_count(value)} if float(value).is_integer() else set()
        if shown not in {format_number(value, decimals, tiny=False) for decimals in range(6)} | small | whole:
            yield f"{value} is shown as {shown}"


def computed(numbers: object) -> torch.Tensor:
    """Return every number of every tensor a figure computes.

    Raises:
        ValueError: when there is none, or one is NaN, which equals nothing: then nothing can be read back; and when a
            tensor's titles are not as many as its rows and columns: then the command ``numbers`` cannot print it.
    """
    found = []
    for table in tables(numbers):
        found.append(table.values.flatten().double())
        titles = len(table.rows) * max(len(table.columns), 1)
        if titles != len(found[-1]):
            raise ValueError(f"{table.name} has {len(found[-1])} numbers and titles for {titles}")
    if not sum(tensor.numel() for tensor in found):
        raise ValueError("no numbers are computed, so none can be read back")
    known = torch.cat(found)
    if known.isnan().any():
        raise ValueError("NaN is among the computed numbers, so none can be read back")
    return known


def is_among(value: float, known: torch.Tensor) -> bool:
    """Return whether a number is one of those computed: −∞ exactly, any other up to rounding; NaN never."""
    near = torch.isclose(known, torch.tensor(value, dtype=torch.float64), rtol=1e-6, atol=1e-6)
    return bool(near.any())


def unknown_numbers(snapshot: Snapshot, known: torch.Tensor) -> Iterator[str]:
    """Yield the numbers on screen that are not an element of any tensor the figure computes."""
    for text in snapshot.texts:
        if isinstance(text.mobject, Number) and not isinstance(text.mobject, Tick):
            if not is_among(text.mobject.value, known):
                yield f"{text.says} was not computed"


def faint(run: Run) -> list[str]:
    """Return all type and all marks that are hardly told from the ground, dimmed ones too, as ``beat: what``."""
    theme = run.figure.style.theme
    ground = theme.background
    # Type in the ground's own colour stands on a shape in a role's: the same two colours the other way round.
    same = {ground.lower()} if all(theme.fill(color) == color for color in theme.families) else set()
    return sorted(
        f"{snapshot.beat.name}: {shade.kind} {shade.color} at {shade.opacity} is faint"
        for snapshot in run.snapshots
        for shade in snapshot.shades
        if not (shade.is_type and shade.color.lower() in same)
        and not (shade.kind == "NumberOnInk" and shade.color.lower() == ground.lower())  # ink on the ground, reversed
        and shade.color.lower() != SHINE  # light upon a thing says nothing by itself
        and contrast(shade.color, ground, shade.opacity) < (READ if shade.is_type else SEEN)
    )


def luminance(rgb: list[float]) -> float:
    """Return the relative luminance of an sRGB colour, as WCAG 2 defines it."""
    light = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in rgb]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), light, strict=True))


def contrast(color: str, ground: str, opacity: float = 1.0) -> float:
    """Return the contrast of a colour of an opacity with the ground on which it lies."""
    over, under = ([float(part) for part in ManimColor(each).to_rgb()] for each in (color, ground))
    mixed = [opacity * one + (1 - opacity) * other for one, other in zip(over, under, strict=True)]
    low, high = sorted((luminance(mixed), luminance(under)))
    return (high + 0.05) / (low + 0.05)
