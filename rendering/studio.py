"""From what a user asks for to finished files: what was rendered before is only published, without loading manim."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from rendering.digest import Digests
from rendering.files import reason, require_writable, write_whole
from rendering.listing import chosen
from rendering.outcomes import Failed, Listener, Outcome, Rendered, Skipped
from rendering.settings import Settings
from rendering.shot import Format, Quality, file_name
from rendering.store import Store
from scenes.style import DEFAULT, Style

Display = Callable[[int], AbstractContextManager[Listener]]
"""Shows how a batch of so many figures goes."""


@dataclass(frozen=True, slots=True)
class Request:
    """What a user asks for.

    Attributes:
        names: figures, or ``all``.
        settings: what is changed.
        quality: the pictures' size and rate.
        format: what the figures become.
        folder: where the files go.
        force: whether to render what was rendered before.
        jobs: how many processes; as many as there are cores when None.
        cluster: a Dask scheduler's address, or ``local:N``; None renders on this machine.
        style: theme, times and language.
    """

    names: tuple[str, ...]
    settings: Settings
    quality: Quality
    format: Format
    folder: Path
    force: bool = False
    jobs: int | None = None
    cluster: str | None = None
    style: Style = DEFAULT


def produce(request: Request, store: Store, display: Display) -> list[Outcome]:
    """Render what is not there yet, and publish all.

    Returns:
        what came of each figure, in the order asked for.

    Raises:
        UserError: when the request cannot be fulfilled as it is.
        OutputError: when nothing can be written to the folder.
        KeyboardInterrupt: when interrupted; no process and nothing unfinished is then left.
    """
    figures, digests = chosen(request.names), Digests()
    asked = {figure: _request_digest(request, figure, digests) for figure in figures}
    outcomes: dict[str, Outcome] = {}
    if not request.force:
        outcomes = _publish_known(request, store, {figure: store.shot_of(asked[figure]) for figure in figures})
        for figure in figures:
            why = store.skipped(asked[figure])
            outcomes |= {} if why is None else {figure: Skipped(figure, why)}
    missing = [figure for figure in figures if figure not in outcomes]
    if missing:
        outcomes |= _render(request, store, display, digests, missing)
    return [outcomes[figure] for figure in figures]


def _request_digest(request: Request, figure: str, digests: Digests) -> str:
    return digests.of_request(figure, request.settings, request.quality, request.format, request.names, request.style)


def _publish_known(request: Request, store: Store, shots: dict[str, str | None]) -> dict[str, Outcome]:
    """Publish the files of shots that are in the store."""
    outcomes: dict[str, Outcome] = {}
    for figure, shot in shots.items():
        content = store.find(shot) if shot else None
        if content is not None:
            if not outcomes:
                require_writable(request.folder)
            outcomes[figure] = _publish(figure, request, content)
    return outcomes


def _publish(figure: str, request: Request, content: bytes) -> Outcome:
    path = request.folder / file_name(figure, request.format)
    try:
        if not (path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content):
            write_whole(path, content, lasting=True)
    except OSError as error:
        return Failed(figure, reason(error))
    return Rendered(figure, path, None)


def _render(
    request: Request, store: Store, display: Display, digests: Digests, missing: Sequence[str]
) -> dict[str, Outcome]:
    """Plan the shots of figures, publish those that another request has made before, and render the others."""
    # Whether a setting is a mistake depends on all figures that are named.
    names = request.names if request.settings != Settings() else missing
    with _loading():  # only now are manim and torch needed
        from rendering import engines
        from rendering.batch import Batch
        from rendering.planning import plan_all

        plan = plan_all(names, request.settings, request.quality, request.format, request.style)
    skipped: dict[str, Outcome] = {name: Skipped(name, why) for name, why in plan.skipped.items() if name in missing}
    for name in skipped:
        store.skip(_request_digest(request, name, digests), plan.skipped[name])
    shots = [shot for shot in plan.shots if shot.figure in missing]
    require_writable(request.folder)
    named = {shot.figure: digests.of_shot(shot) for shot in shots}
    for figure, shot_digest in named.items():
        store.remember(_request_digest(request, figure, digests), shot_digest)
    outcomes = skipped | ({} if request.force else _publish_known(request, store, dict(named)))
    shots = [shot for shot in shots if shot.figure not in outcomes]
    if not shots:
        return outcomes
    engine = engines.cluster(request.cluster, digests) if request.cluster else engines.local(shots, store, request.jobs)
    with engines.ending_is_interruption(), engine as opened, display(len(shots)) as listener:
        return outcomes | Batch(shots, request.folder, store, opened, listener, digests).run()


@contextmanager
def _loading() -> Iterator[None]:
    """Do not look for garbage while manim and torch are loaded, nor among what they loaded later.

    They make hundreds of thousands of objects that stay: looking at them again and again takes half a second; in
    workers it would also copy the memory that they share.
    """
    collected = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if collected:
            gc.enable()
