"""``record-model``: what attention in a real model did over phrases of yours."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rendering.commands import options
from rendering.commands.streams import say

if TYPE_CHECKING:
    from rendering.models.record import Keep


@click.command("record-model")
@click.argument("model", type=options.PATH, metavar="FOLDER|FILE.gguf")
@click.option(
    "--phrase",
    "phrases",
    metavar="TEXT",
    multiple=True,
    required=True,
    help='A phrase, repeatable: --phrase "I ate an apple".',
)
@click.option(
    "-o",
    "--out",
    "file",
    type=options.PATH,
    required=True,
    metavar="FILE.safetensors",
    help="File to write: -o apple.safetensors.",
)
@click.option(
    "--axes", metavar="NAME|SEEDS", help="Also record the places of two groups of seeds: --axes fruit/device."
)
@click.option(
    "--keep",
    type=click.Choice(["all", "stream", "weights", "ends"]),
    default="all",
    show_default=True,
    help='What is kept: all, weights alone, the stream with them, or the last word at the end, after "this is".',
)
@click.option("--force", is_flag=True, help="Replace a file that is there.")
def record_model(model: Path, phrases: tuple[str, ...], file: Path, axes: str | None, keep: Keep, force: bool) -> None:
    """Record what attention in a real model does over phrases; figures are drawn from the recording.

    The model is a local folder of Hugging Face's form, of BERT's, GPT-2's or Llama's kind, or a GGUF file. Nothing is
    downloaded, and nothing in it is run.
    """
    from rendering.models.record import record
    from scenes.real_words import seeds_of

    seeds = seeds_of(axes) if axes is not None else {}
    say(record(model, phrases, file, seeds, keep=keep, force=force))
    say(f"wrote {file}")
