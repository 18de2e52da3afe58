"""``cache``: the store of finished work."""

from __future__ import annotations

from pathlib import Path

import click

from rendering.cache.store import Store
from rendering.commands import options
from rendering.commands.streams import say


@click.command()
@click.argument("what", type=click.Choice(["size", "clear", "prune"]))
@options.cache
@click.option("--megabytes", type=click.IntRange(0), default=2000, show_default=True, help="What prune may leave.")
@click.option("--days", type=options.Number(0), help="Prune what was not used for so long, too.")
def cache(what: str, cache: Path | None, megabytes: int, days: float | None) -> None:
    """Look after finished work: its size; remove all; remove the longest unused."""
    store = Store(cache)
    if what == "size":
        say(f"{store.size()}: {store.folder}")
    elif what == "clear":
        say(f"removed {store.clear()}")
    else:
        say(f"removed {store.prune(megabytes * 1_000_000, None if days is None else days * 86_400)}")
