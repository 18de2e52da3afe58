"""The attention pattern of a long text as a small picture; the T×T matrix is never there."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import torch
from jaxtyping import Float
from torch import Tensor

from attnmath._checks import broadcast_shapes, check_causal, check_finite, has_nan, name
from attnmath._explain import explain_attention

# A tile of scores should stay in a core's cache between the passes over it; measured in bench/.
TILE = (512, 1024)
LARGE_TILE = (4096, 16384)  # for devices that work on many numbers at once


def pooled_weights(
    queries: Float[Tensor, "*batch T d_k"],
    keys: Float[Tensor, "*batch_k S d_k"],
    size: tuple[int, int],
    *,
    mask: Literal["causal"] | None = None,
    window: int | None = None,
    scaled: bool = False,
) -> Float[Tensor, "*out rows columns"]:
    """The mean attention weight in each cell of a grid laid over the pattern softmax(Q Kᵀ / √d_k).

    Row r of the grid pools the queries from ⌊r T / rows⌋ up to ⌊(r + 1) T / rows⌋, a column the keys likewise: cells
    differ by at most one word. Exact up to rounding, for the softmax is summed tile by tile with each row's running
    maximum and sum; memory grows with T, not with T².
    Source: "Online normalizer calculation for softmax" (Milakov and Gimelshein, 2018); "FlashAttention" (Dao et al.,
    2022).

    Args:
        queries: Q, (..., T, d_k).
        keys: K, (..., S, d_k).
        size: (rows, columns) of the grid, at most (T, S).
        mask: "causal" where a query attends to itself and to what came before it.
        window: how far a query looks, |i − j| < window.
        scaled: whether to divide the dot products by √d_k.

    Returns:
        (..., rows, columns), float64 for float64 and float32 for anything narrower; no gradient is kept.

    Raises:
        TypeError: a tensor is not floating, or the dtypes differ.
        ValueError: the shapes do not fit, the devices differ, a number is NaN or infinite, a grid finer than the
            pattern, a window below 1, or a mask or window over as many queries as keys do not match.
    """
    check_pooling(queries, keys, size, mask, window)
    if queries.dtype in (torch.float16, torch.bfloat16):
        queries, keys = queries.float(), keys.float()
    batch = broadcast_shapes(queries.shape[:-2], keys.shape[:-2])
    scale = 1 / math.sqrt(queries.shape[-1]) if scaled else 1.0
    with torch.no_grad():
        # powers of two, which torch takes faster than powers of e: 2^(s log₂e) = e^s
        asking = (queries * (scale * math.log2(math.e))).expand(*batch, *queries.shape[-2:])
        answering = keys.expand(*batch, *keys.shape[-2:])
        layout = _Layout.of(keys, size[1])
        grids = [
            _pool(q, k, size[0], layout, mask == "causal", window)
            for q, k in zip(
                asking.reshape(-1, *asking.shape[-2:]), answering.reshape(-1, *answering.shape[-2:]), strict=True
            )
        ]
        grid = torch.stack(grids).reshape(*batch, *size)
    if has_nan(grid):
        check_finite({"queries": queries, "keys": keys})
        raise ValueError(f"the dot products are too large for {name(queries.dtype)}; scale the queries down")
    return grid


@dataclass(frozen=True)
class _Layout:
    """The keys cell by cell, every cell of one width; shorter cells end in a place that no query may attend to.

    Attributes:
        place: the position of the key in each place, S or more where there is none, (cells · width,)
        cells: how many
        width: of a cell
        sizes: how many keys are in each cell, (cells,)
        even: whether no place is empty
    """

    place: Tensor
    cells: int
    width: int
    sizes: Tensor
    even: bool

    @classmethod
    def of(cls, keys: Tensor, cells: int) -> _Layout:
        length = keys.shape[-2]
        edges = torch.arange(cells + 1, device=keys.device) * length // cells
        sizes = edges.diff()
        width = -(-length // cells)
        within = torch.arange(width, device=keys.device)
        place = torch.where(within < sizes[:, None], edges[:-1, None] + within, length)
        return cls(place.flatten().to(torch.int32), cells, width, sizes, length % cells == 0)

    def spans(self, most: int) -> list[tuple[int, int]]:
        """Runs of cells, each as many as fit into ``most`` places, and at least one cell."""
        step = max(1, most // self.width)
        return [(first, min(first + step, self.cells)) for first in range(0, self.cells, step)]


def _pool(queries: Tensor, keys: Tensor, rows: int, layout: _Layout, causal: bool, window: int | None) -> Tensor:
    """The grid of one phrase; the queries carry the scale and log₂e already."""
    length = len(queries)
    row_edges = torch.arange(rows + 1, device=queries.device) * length // rows
    row_sizes = row_edges.diff()
    row_cell = torch.repeat_interleave(torch.arange(rows, device=queries.device), row_sizes)
    grid = queries.new_zeros(rows, layout.cells)
    placed = keys if layout.even else keys[layout.place.clamp(max=len(keys) - 1)]
    height, breadth = TILE if queries.is_cpu else LARGE_TILE
    spans = layout.spans(breadth)
    for top in range(0, length, height):
        bottom = min(top + height, length)
        reach = _Reach(top, bottom, len(keys), causal, window)
        weights = _rows_of_weights(queries[top:bottom], placed, layout, spans, reach)
        grid.index_add_(0, row_cell[top:bottom], weights)
    return grid / row_sizes[:, None] / layout.sizes


@dataclass(frozen=True)
class _Reach:
    """Which keys the queries from top up to bottom may attend to, without a mask of all pairs."""

    top: int
    bottom: int
    keys: int
    causal: bool
    window: int | None

    def none(self, first: int, last: int) -> bool:
        """Whether no query may attend to any of the keys first to last, both counted."""
        after = first - (self.bottom - 1)
        before = self.top - last
        return (self.causal and after > 0) or (self.window is not None and max(after, before) >= self.window)

    def all(self, first: int, last: int) -> bool:
        """Whether every query may attend to all of the keys first to last, both counted."""
        ahead = last - self.top
        behind = self.bottom - 1 - first
        return not (self.causal and ahead > 0) and (self.window is None or max(ahead, behind) < self.window)

    def forbidden(self, place: Tensor) -> Tensor:
        """True where a query may not attend to the key at a place, (rows, places) or fewer rows where all agree."""
        query = torch.arange(self.top, self.bottom, device=place.device, dtype=place.dtype)[:, None]
        forbidden = place > query if self.causal else place >= self.keys
        if self.window is not None:
            forbidden = forbidden | (place <= query - self.window)
        if self.window is not None and not self.causal:
            forbidden = forbidden | (place >= query + self.window)
        return forbidden


def _rows_of_weights(
    queries: Tensor, keys: Tensor, layout: _Layout, spans: list[tuple[int, int]], reach: _Reach
) -> Tensor:
    """Each query's weights summed over each cell of keys, (rows, cells)."""
    sums = queries.new_zeros(len(queries), layout.cells)
    maxima = queries.new_full((len(queries), len(spans)), torch.finfo(queries.dtype).min)
    buffer = queries.new_empty(len(queries) * min(len(keys), max(b - a for a, b in spans) * layout.width))
    for i, (first, last) in enumerate(spans):
        start, stop = first * layout.width, last * layout.width
        place = layout.place[start:stop]
        ends = (start, stop - 1) if layout.even else (int(place[0]), int(place[place < reach.keys][-1]))
        if reach.none(*ends):
            continue
        tile = torch.mm(queries, keys[start:stop].T, out=buffer[: len(queries) * (stop - start)].view(len(queries), -1))
        if not layout.even or not reach.all(*ends):
            tile.masked_fill_(reach.forbidden(place), -math.inf)
        top = torch.maximum(tile.amax(-1), maxima[:, i])  # not −∞, which a row that is masked throughout would give
        maxima[:, i] = top
        tile.sub_(top[:, None]).exp2_()
        torch.sum(tile.view(len(queries), last - first, layout.width), -1, out=sums[:, first:last])
    return _rescaled(sums, maxima, spans)


def _rescaled(sums: Tensor, maxima: Tensor, spans: list[tuple[int, int]]) -> Tensor:
    """The sums of all tiles, each taken with its own maximum, brought to the row's maximum and divided by its sum."""
    shrink = (maxima - maxima.amax(-1, keepdim=True)).exp2_()
    counts = torch.tensor([last - first for first, last in spans], device=sums.device)
    sums.mul_(torch.repeat_interleave(shrink, counts, dim=-1))
    return sums / sums.sum(-1, keepdim=True)


def check_pooling(queries: Tensor, keys: Tensor, size: tuple[int, int], mask: str | None, window: int | None) -> None:
    """Raise unless queries and keys fit each other, the grid and the mask."""
    explain_attention(queries, keys, keys, None)
    lengths = (queries.shape[-2], keys.shape[-2])
    if len(size) != 2 or not all(1 <= cells <= length for cells, length in zip(size, lengths, strict=True)):
        raise ValueError(f"the grid must be from (1, 1) to {lengths}, queries by keys; got {tuple(size)}")
    if mask is not None:
        check_causal(mask, *lengths)
    if window is not None and (window < 1 or lengths[0] != lengths[1]):
        raise ValueError(
            f"a window must be at least 1, over as many queries as keys; got {window}, "
            f"{lengths[0]} queries and {lengths[1]} keys"
        )
