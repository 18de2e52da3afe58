"""From what a user asks for to finished files: what was rendered before is only published, without loading manim."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from rendering.cache.atomic_files import OutputError, publish, require_writable, sweep_scratch
from rendering.cache.digest import Digests
from rendering.cache.store import Store
from rendering.draw.startup import load_torch_ahead, loading
from rendering.request.figure_names import chosen
from rendering.request.results import Failed, Listener, Outcome, Rendered, Skipped
from rendering.request.settings import Settings
from rendering.request.shot import Format, Quality, Shot, file_name
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
        records: whether a record is put beside every file.
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
    records: bool = False


def produce(request: Request, store: Store, display: Display) -> list[Outcome]:
    """Render what is not there yet, and publish all.

    Returns:
        what came of each figure, in the order asked for.

    Raises:
        UserError: when the request cannot be fulfilled as it is.
        OutputError: when nothing can be written to the folder.
        KeyboardInterrupt: when interrupted; no process and nothing unfinished is then left.
    """
    return _Production(request, store, display).run()


def reproduce(shot: Shot, request: Request, store: Store, display: Display) -> Outcome:
    """Publish the file of a shot, rendered anew if it is not in the store.

    Args:
        shot: what a record says.
        request: where the file goes, and how it is made.
        store: where finished files are kept.
        display: shows how it goes.

    Raises:
        OutputError: when nothing can be written to the folder.
        KeyboardInterrupt: when interrupted; no process and nothing unfinished is then left.
    """
    return _Production(request, store, display).make([shot])[shot.figure]


class _Production:
    """A request on its way to files."""

    def __init__(self, request: Request, store: Store, display: Display) -> None:
        self._request, self._store, self._display = request, store, display
        self._figures, self._digests = chosen(request.names), Digests()
        if not self._were_rendered_before():
            load_torch_ahead()
        self._asked = {
            figure: self._digests.of_request(
                figure, request.settings, request.quality, request.format, request.names, request.style
            )
            for figure in self._figures
        }
        self._untrue: dict[str, tuple[str, ...]] = {}

    def _were_rendered_before(self) -> bool:
        """Whether any of the figures was, from whatever numbers and sources: it may then only have to be published."""
        request, keys = self._request, self._digests
        histories = (keys.of_history(figure, request.quality, request.format) for figure in self._figures)
        return not request.force and any(self._store.history(key) for key in histories)

    def run(self) -> list[Outcome]:
        """Publish what is known, render the rest; what killed runs left goes, also when there is nothing to render."""
        sweep_scratch()
        outcomes = {} if self._request.force else self._known()
        missing = [figure for figure in self._figures if figure not in outcomes]
        if missing:
            outcomes |= self._plan(missing)
        return [self._judged(outcomes[figure]) for figure in self._figures]

    def _judged(self, outcome: Outcome) -> Outcome:
        """What came of a figure, with the claims that are not true of its numbers."""
        if isinstance(outcome, Rendered):
            return replace(outcome, untrue=self._untrue.get(outcome.figure, ()))
        return outcome

    def _known(self) -> dict[str, Outcome]:
        """What can be said of the figures without planning them: they were asked for like this before."""
        outcomes = self._publish_known({figure: self._store.shot_of(asked) for figure, asked in self._asked.items()})
        for figure, asked in self._asked.items():
            self._untrue[figure] = self._store.untrue(asked)
            why = self._store.skipped(asked)
            outcomes |= {} if why is None else {figure: Skipped(figure, why)}
        return outcomes

    def _publish_known(self, shots: Mapping[str, str | None]) -> dict[str, Outcome]:
        """Publish the files of shots that are in the store, by the digests of the figures' shots."""
        outcomes: dict[str, Outcome] = {}
        for figure, shot in shots.items():
            content = self._store.find(shot) if shot else None
            record = self._store.record(shot) if shot else None
            if content is not None and record is not None:
                if not outcomes:
                    require_writable(self._request.folder)
                outcomes[figure] = _publish(figure, self._request, content, record)
        failed = [outcome for outcome in outcomes.values() if isinstance(outcome, Failed)]
        if failed:
            with self._display(len(failed)) as listener:
                for outcome in failed:
                    listener.ended(outcome)
        return outcomes

    def _plan(self, missing: Sequence[str]) -> dict[str, Outcome]:
        """Plan the shots of figures, publish those that another request has made before, and render the others."""
        request = self._request
        # Whether a setting is a mistake depends on all figures that are named.
        names = request.names if request.settings != Settings() else missing
        with loading():  # only now are manim and torch needed
            from rendering.plan.plan import plan_all

            plan = plan_all(names, request.settings, request.quality, request.format, request.style)
        outcomes: dict[str, Outcome] = {
            name: Skipped(name, plan.skipped[name]) for name in missing if name in plan.skipped
        }
        for name in outcomes:
            self._store.skip(self._asked[name], plan.skipped[name])
        shots = [shot for shot in plan.shots if shot.figure in missing]
        for shot in shots:
            self._untrue[shot.figure] = self._claims_untrue_of(shot)
            self._store.remember(self._asked[shot.figure], self._digests.of_shot(shot), self._untrue[shot.figure])
        return outcomes | self.make(shots)

    def _claims_untrue_of(self, shot: Shot) -> tuple[str, ...]:
        """The claims that are not true of a user's numbers; our own have been checked."""
        if self._request.settings == Settings():
            return ()
        from rendering.plan.check_claims import untrue

        return untrue([shot])

    def make(self, shots: Sequence[Shot]) -> dict[str, Outcome]:
        """Publish the files of shots: those in the store as they are, the others rendered."""
        outcomes: dict[str, Outcome] = {}
        if not self._request.force:
            outcomes = self._publish_known({shot.figure: self._digests.of_shot(shot) for shot in shots})
        return outcomes | self._render([shot for shot in shots if shot.figure not in outcomes])

    def _render(self, shots: list[Shot]) -> dict[str, Outcome]:
        """Render shots and publish them."""
        if not shots:
            return {}
        from rendering.batch import engines
        from rendering.batch.jobs import Batch

        request, store, digests = self._request, self._store, self._digests
        require_writable(request.folder)
        with ExitStack() as stack:
            stack.enter_context(engines.ending_is_interruption())
            cluster = request.cluster
            opened = stack.enter_context(
                engines.cluster(cluster, digests) if cluster else engines.local(shots, store, request.jobs)
            )
            listener = stack.enter_context(self._display(len(shots)))
            return Batch(shots, request.folder, store, opened, listener, digests, records=request.records).run()


def _publish(figure: str, request: Request, content: bytes, record: str) -> Outcome:
    path = request.folder / file_name(figure, request.format)
    try:
        publish(path, content, record if request.records else None)
    except OutputError as error:
        return Failed(figure, str(error))
    return Rendered(figure, path, None)
