"""``render``: films, and pictures of figures that do not move."""

from __future__ import annotations

from pathlib import Path

import click

from rendering.commands import options
from rendering.commands.options import Means
from rendering.commands.production import make_files, stories
from rendering.request.formats import (
    CONTAINERS,
    ENCODER_NAMES,
    ContainerName,
    EncoderName,
    Film,
    Timeline,
    drawn_quality,
)
from rendering.request.look import Look
from rendering.request.settings import Changes


@click.command()
@options.pictures("high")
@click.option(
    "--encoder",
    type=click.Choice(ENCODER_NAMES),
    default="balanced",
    show_default=True,
    help="Size against time: --encoder small.",
)
@click.option("--vfr", is_flag=True, help="Variable frame rate: what stands still is one frame.")
@click.option(
    "--format",
    "container",
    type=click.Choice(list(CONTAINERS)),
    default="mp4",
    show_default=True,
    help="webm, mov: transparent; png: a ZIP of frames.",
)
@click.option("--transparent", is_flag=True, help="Leave the background out of pictures, too: --format png.")
@click.option("--captions", is_flag=True, help="Also write captions beside films: NAME.srt and NAME.vtt.")
@click.option("--burn-captions", "burned", is_flag=True, help="Draw each beat's caption beneath the picture.")
def render(
    names: tuple[str, ...],
    look: Look,
    out: Path,
    changes: Changes,
    means: Means,
    records: bool,
    plain: bool,
    encoder: EncoderName,
    vfr: bool,
    container: ContainerName,
    transparent: bool,
    captions: bool,
    burned: bool,
) -> None:
    """Render figures to video or picture files."""
    if transparent and CONTAINERS[container].transparency == "never":
        *some, last = (name for name, each in CONTAINERS.items() if each.transparency != "never")
        raise click.UsageError(f"{container} cannot be transparent; take --format {', '.join(some)} or {last}")
    film = Film(encoder, vfr, plain, container, transparent, burned)
    done, code = make_files(film, names, changes, look, out, means, records)
    if captions and done:
        _write_captions(film, tuple(done), changes, look, out, means)
    raise SystemExit(code)


def _write_captions(film: Film, done: tuple[str, ...], changes: Changes, look: Look, out: Path, means: Means) -> None:
    """Write captions beside the films that were made, from the beats that are stored with them."""
    look = Look(drawn_quality(film, look.quality), look.style)
    told, _ = stories(
        Timeline(plain=film.plain), done, changes, look, Means(False, means.jobs, means.cluster, means.cache)
    )
    from rendering.publish.transcript import write_captions

    write_captions(told, out)
