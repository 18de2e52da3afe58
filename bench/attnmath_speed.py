"""The speed of the maths compared with torch itself: ``python -m bench.attnmath_speed`` prints a table of ratios.

``attend`` against three lines of eager torch, ``attention_output`` against torch's fused kernel, ``pooled_weights``
against its matrix products alone. ``--write docs/bench-attnmath.md`` keeps the table in the page:
a GPU has a table of its own there.
"""

from __future__ import annotations

import argparse
import math
import platform
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import torch
from torch import Tensor
from torch.nn.functional import scaled_dot_product_attention

from attnmath import Head, attend, attention_output, patterns, pooled_weights
from bench.interleaved import Comparison, Work, compare, in_units

WIDTH = 64
Row = tuple[str, ...]


def words_and_head(length: int, device: str) -> tuple[Tensor, Head]:
    """Return random words, (T, 64), and a head whose matrices keep their size."""
    torch.manual_seed(length)
    matrices = [torch.randn(WIDTH, WIDTH, device=device) / math.sqrt(WIDTH) for _ in range(3)]
    return torch.randn(length, WIDTH, device=device), Head(*matrices)


def eager(x: Tensor, W_Q: Tensor, W_K: Tensor, W_V: Tensor) -> tuple[Tensor, ...]:
    """Return attention in three lines of torch, keeping all that ``attend`` keeps."""
    Q, K, V = x @ W_Q, x @ W_K, x @ W_V
    scores = Q @ K.mT / math.sqrt(Q.shape[-1])
    weights = torch.softmax(scores, dim=-1)
    return Q, K, V, scores, weights, weights @ V


def fused(x: Tensor, W_Q: Tensor, W_K: Tensor, W_V: Tensor) -> Tensor:
    """Return attention by torch's fused kernel, which takes four axes."""
    Q, K, V = x @ W_Q, x @ W_K, x @ W_V
    return scaled_dot_product_attention(Q[None, None], K[None, None], V[None, None])[0, 0]


def matrix_products(queries: Tensor, keys: Tensor, tile: tuple[int, int], causal: bool) -> None:
    """Compute the products of ``pooled_weights`` and nothing else, in the same tiles."""
    rows, columns = tile
    buffer = queries.new_empty(rows, columns)
    for top in range(0, len(queries), rows):
        for left in range(0, len(keys), columns):
            if causal and left > top + rows - 1:
                break
            torch.mm(queries[top : top + rows], keys[left : left + columns].T, out=buffer)


def row(label: str, length: int, comparison: Comparison, limit: float) -> Row:
    """Return one line of the table of ratios."""
    verdict = "yes" if comparison.ratio <= limit else "no"
    times = (in_units(comparison.ours), in_units(comparison.reference))
    return (
        label,
        f"{length:,}",
        *times,
        f"{comparison.ratio:.3f}",
        f"{comparison.median_ratio:.3f}",
        f"≤ {limit}",
        verdict,
    )


def ratios(device: str) -> Iterator[Row]:
    """Yield every comparison, as lines of the table."""
    for length in (7, 64, 512, 2048):
        x, head = words_and_head(length, device)
        matrices = (head.W_Q, head.W_K, head.W_V)
        ours: Work = lambda: attend(x, head, scaled=True)  # noqa: B023, E731
        theirs: Work = lambda: eager(x, *matrices)  # noqa: B023, E731
        yield row("attend", length, compare(ours, theirs, device), 1.05)
        if device != "cpu":  # where looking for NaN waits for the device
            ours = lambda: attend(x, head, scaled=True, check=False)  # noqa: B023, E731
            yield row("attend, check=False", length, compare(ours, theirs, device), 1.05)
    for length in (7, 64, 512, 2048, 4096):
        x, head = words_and_head(length, device)
        matrices = (head.W_Q, head.W_K, head.W_V)
        ours = lambda: attention_output(x, head, scaled=True)  # noqa: B023, E731
        theirs = lambda: fused(x, *matrices)  # noqa: B023, E731
        yield row("attention_output", length, compare(ours, theirs, device), 1.02)
    for mask in (None, "causal"):
        length = 32_768
        queries, keys = torch.randn(2, length, WIDTH, generator=torch.Generator().manual_seed(0)).to(device)
        tile = patterns.TILE if queries.is_cpu else patterns.LARGE_TILE
        ours = lambda: pooled_weights(queries, keys, (256, 256), mask=mask, scaled=True)  # noqa: B023, E731
        theirs = lambda: matrix_products(queries, keys, tile, mask is not None)  # noqa: B023, E731
        label = "pooled_weights" if mask is None else "pooled_weights, causal"
        yield row(label, length, compare(ours, theirs, device, budget=16, rounds=6), 1.5)


GROWTH = """
import resource, sys, time, torch
from attnmath import pooled_weights
length, device = int(sys.argv[1]), sys.argv[2]
queries, keys = torch.randn(2, length, 64, generator=torch.Generator().manual_seed(0)).to(device)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
if device != "cpu":
    before = torch.accelerator.max_memory_allocated() / 1024
torch.set_num_threads(int(sys.argv[3]))
clock = time.process_time if sys.argv[3] == "1" and device == "cpu" else time.perf_counter
best = float("inf")
for _ in range(2):
    start = clock()
    pooled_weights(queries, keys, (256, 256), scaled=True).cpu()
    best = min(best, clock() - start)
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
if device != "cpu":
    after = torch.accelerator.max_memory_allocated() / 1024
print(best, (after - before) / 1024)
"""


def growth(device: str) -> Iterator[Row]:
    """Measure time and memory of ``pooled_weights`` as the text doubles, each in a process of its own."""
    before = None
    for length in (8192, 16_384, 32_768):
        command = [sys.executable, "-c", GROWTH, str(length), device, str(torch.get_num_threads())]
        taken, megabytes = map(
            float, subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
        )
        yield (
            f"{length:,}",
            in_units(taken),
            "" if before is None else f"× {taken / before:.2f}",
            f"{megabytes:.0f} MB",
        )
        before = taken


def table(titles: Row, rows: Iterator[Row]) -> str:
    """Return a table in Markdown; each line is printed as soon as it is measured."""
    lines = [in_bars(titles), in_bars(tuple("---" for _ in titles))]
    for line in rows:
        lines.append(in_bars(line))
        print(lines[-1], file=sys.stderr, flush=True)
    return "\n".join(lines)


def in_bars(cells: Row) -> str:
    """Return one line of a table in Markdown."""
    return "| " + " | ".join(cells) + " |"


def report(device: str) -> str:
    """Return both tables, with the text between them."""
    titles = ("function", "tokens", "ours", "reference", "ratio", "median ratio", "wanted", "met")
    return f"""{table(titles, ratios(device))}

`pooled_weights`, d = 64, to 256 × 256, as the text doubles (memory: beyond its inputs):

{table(("tokens", "time", "growth", "memory"), growth(device))}
"""


def main() -> None:
    """Read the options, measure, print and perhaps write."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    options.add_argument("--write", type=Path, help="the page that keeps the table of this kind of device")
    options.add_argument("--one-thread", action="store_true", help="one thread and its CPU time: for a busy machine")
    chosen = options.parse_args()
    if chosen.one_thread:
        torch.set_num_threads(1)
    measured = report(chosen.device)
    print(f"torch {torch.__version__}, Python {platform.python_version()}, {chosen.device}\n\n{measured}")
    if chosen.write:
        before, begin, rest = chosen.write.read_text().partition(f"<!-- measured: {chosen.device} -->\n")
        _, end, after = rest.partition(f"<!-- end: {chosen.device} -->\n")
        chosen.write.write_text(f"{before}{begin}\n{measured}\n{end}{after}")


if __name__ == "__main__":
    main()
