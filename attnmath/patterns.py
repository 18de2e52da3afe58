"""The attention pattern of a long text, reduced to a small picture; the T×T matrix is never built."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import torch
from jaxtyping import Float
from torch import Tensor

from attnmath._checks import broadcast_shapes, check_causal, check_finite, has_nan, is_true, name
from attnmath._explain import explain_attention

# A tile of scores should stay in a core's cache between the passes over it; measured in bench/.
TILE = (512, 1024)
MOST_NUMBERS = 2**24  # in a tile, whose cells may be wide: 64 MiB in float32
SAFE_POWER = 60.0  # 2^±60 and the sum of very many of them are far from the ends of float32
LARGE_TILE = (4096, 2048)  # on an accelerator; the widest tile is not the fastest where half of it is masked


def pooled_weights(
    queries: Float[Tensor, "*batch T d_k"],
    keys: Float[Tensor, "*batch_k S d_k"],
    size: tuple[int, int],
    *,
    mask: Literal["causal"] | None = None,
    window: int | None = None,
    scaled: bool = False,
) -> Float[Tensor, "*out rows columns"]:
    """Return the mean attention weight in each cell of a grid over the pattern softmax(Q Kᵀ / √d_k).

    Row r of the grid pools the queries from ⌊r T / rows⌋ up to ⌊(r + 1) T / rows⌋, a column the keys likewise: cells
    differ by at most one word. Exact up to rounding, for the softmax is summed tile by tile with each row's running
    maximum and sum (without the maximum where |q| |k| shows that it is not needed); memory grows with T, not with T².
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
    """The keys cell by cell, all cells equally wide; shorter cells end in a place that no query may attend to.

    Attributes:
        place: the position of the key in each place, S or more where there is none, (cells · width,)
        cells: the number of cells
        width: the width of a cell
        sizes: the number of keys in each cell, (cells,)
        even: whether no place is empty
        length: the number of keys
    """

    place: Tensor
    cells: int
    width: int
    sizes: Tensor
    even: bool
    length: int

    @classmethod
    def of(cls, keys: Tensor, cells: int) -> _Layout:
        length = keys.shape[-2]
        edges = torch.arange(cells + 1, device=keys.device) * length // cells
        sizes = edges.diff()
        width = -(-length // cells)
        within = torch.arange(width, device=keys.device)
        place = torch.where(within < sizes[:, None], edges[:-1, None] + within, length)
        return cls(place.flatten().to(torch.int32), cells, width, sizes, length % cells == 0, length)

    def start(self, cell: int) -> int:
        """Return the index of a cell's first key."""
        return cell * self.length // self.cells

    def spans(self, most: int) -> list[tuple[int, int]]:
        """Return runs of cells, each as many as fit into ``most`` places, and at least one cell."""
        step = max(1, most // self.width)
        return [(first, min(first + step, self.cells)) for first in range(0, self.cells, step)]


@dataclass(frozen=True)
class _Tiles:
    """The keys of one phrase in spans of cells, and all that the rows of tiles share.

    Attributes:
        keys: as the layout places them, (cells · width, d_k)
        layout: the layout, which assigns places to cells
        spans: first cell and the one after the last, tile by tile
        height: the number of queries in a tile
        buffer: room for the numbers of one tile
        bounded: whether no score can be so large that e^score needs the row's maximum taken off
    """

    keys: Tensor
    layout: _Layout
    spans: list[tuple[int, int]]
    height: int
    buffer: Tensor
    bounded: bool

    @classmethod
    def of(cls, queries: Tensor, keys: Tensor, layout: _Layout) -> _Tiles:
        placed = keys if layout.even else keys[layout.place.clamp(max=len(keys) - 1)]
        height, breadth = TILE if queries.is_cpu else LARGE_TILE
        spans = layout.spans(breadth)
        breadth = max(last - first for first, last in spans) * layout.width
        height = max(1, min(height, len(queries), MOST_NUMBERS // breadth))
        longest = torch.linalg.vector_norm(queries, dim=-1).amax() * torch.linalg.vector_norm(keys, dim=-1).amax()
        bounded = is_true(longest <= SAFE_POWER)  # |q · k| ≤ |q| |k|
        return cls(placed, layout, spans, height, queries.new_empty(height * breadth), bounded)

    def scores(self, queries: Tensor, first: int, last: int) -> Tensor:
        """Return the dot products with the keys of a span, in the buffer, (rows, places)."""
        keys = self.keys[first * self.layout.width : last * self.layout.width]
        return torch.mm(queries, keys.T, out=self.buffer[: len(queries) * len(keys)].view(len(queries), -1))


def _pool(queries: Tensor, keys: Tensor, rows: int, layout: _Layout, causal: bool, window: int | None) -> Tensor:
    """Return the grid of one phrase; the queries carry the scale and log₂e already."""
    length = len(queries)
    row_sizes = (torch.arange(rows + 1, device=queries.device) * length // rows).diff()
    row_cell = torch.repeat_interleave(torch.arange(rows, device=queries.device), row_sizes)
    grid = queries.new_zeros(rows, layout.cells)
    tiles = _Tiles.of(queries, keys, layout)
    for top in range(0, length, tiles.height):
        bottom = min(top + tiles.height, length)
        weights = _rows_of_weights(queries[top:bottom], tiles, _Reach(top, bottom, len(keys), causal, window))
        grid.index_add_(0, row_cell[top:bottom], weights)
    return grid / row_sizes[:, None] / layout.sizes


@dataclass(frozen=True)
class _Reach:
    """The keys that the queries from top up to bottom may attend to, without a mask of all pairs."""

    top: int
    bottom: int
    keys: int
    causal: bool
    window: int | None

    def none(self, first: int, last: int) -> bool:
        """Return whether no query may attend to any of the keys first to last, both counted."""
        after = first - (self.bottom - 1)
        before = self.top - last
        return (self.causal and after > 0) or (self.window is not None and max(after, before) >= self.window)

    def all(self, first: int, last: int) -> bool:
        """Return whether every query may attend to all of the keys first to last, both counted."""
        ahead = last - self.top
        behind = self.bottom - 1 - first
        return not (self.causal and ahead > 0) and (self.window is None or max(ahead, behind) < self.window)

    def forbidden(self, place: Tensor) -> Tensor:
        """Return a mask that is True where a query may not attend to the key at a place.

        The shape is (rows, places), with fewer rows where all agree.
        """
        query = torch.arange(self.top, self.bottom, device=place.device, dtype=place.dtype)[:, None]
        forbidden = place > query if self.causal else place >= self.keys
        if self.window is not None:
            forbidden = forbidden | (place <= query - self.window)
        if self.window is not None and not self.causal:
            forbidden = forbidden | (place >= query + self.window)
        return forbidden


def _rows_of_weights(queries: Tensor, tiles: _Tiles, reach: _Reach) -> Tensor:
    """Return each query's weights, summed over each cell of keys, (rows, cells)."""
    layout = tiles.layout
    sums = queries.new_zeros(len(queries), layout.cells)
    # not −∞, which a row that is masked throughout a tile would give
    maxima = queries.new_full((len(queries), len(tiles.spans)), torch.finfo(queries.dtype).min)
    for i, (first, last) in enumerate(tiles.spans):
        ends = (layout.start(first), layout.start(last) - 1)
        if reach.none(*ends):
            continue
        tile = tiles.scores(queries, first, last)
        if not layout.even or not reach.all(*ends):
            tile.masked_fill_(reach.forbidden(layout.place[first * layout.width : last * layout.width]), -math.inf)
        if not tiles.bounded:
            maxima[:, i] = torch.maximum(tile.amax(-1), maxima[:, i])
            tile.sub_(maxima[:, i, None])
        torch.sum(tile.exp2_().view(len(queries), last - first, layout.width), -1, out=sums[:, first:last])
    if not tiles.bounded:
        sums.mul_(_shrink(maxima, tiles.spans))
    return sums / sums.sum(-1, keepdim=True)


def _shrink(maxima: Tensor, spans: list[tuple[int, int]]) -> Tensor:
    """Return the factors that bring sums from each tile's maximum to the maximum of the row, (rows, cells)."""
    shrink = (maxima - maxima.amax(-1, keepdim=True)).exp2_()
    counts = torch.tensor([last - first for first, last in spans], device=maxima.device)
    return torch.repeat_interleave(shrink, counts, dim=-1)


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
