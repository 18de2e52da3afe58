"""The production line: from a request to finished files, without loading manim for those that were made before."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rendering.cache.atomic_files import OutputError, publish, require_writable, scratch, sweep_scratch
from rendering.cache.digest import Digests
from rendering.cache.store import Store
from rendering.draw.startup import load_torch_ahead, loading
from rendering.request.figure_names import chosen
from rendering.request.formats import Format, file_name, kind_of
from rendering.request.results import Failed, Listener, Outcome, Rendered, Skipped
from rendering.request.settings import Settings
from rendering.request.shot import Quality, Shot
from scenes.style import DEFAULT, Style

Taken = tuple[dict[str, bytes], dict[str, Outcome]]
"""The files that were made, and the outcome of each figure, by figure."""

Display = Callable[[int], AbstractContextManager[Listener]]
"""Shows the progress of a batch of this many figures."""


@dataclass(frozen=True, slots=True)
class Request:
    """A user's request for files.

    Attributes:
        names: figures, or ``all``.
        settings: the user's changes.
        quality: the pictures' size and rate.
        format: the kind of output.
        folder: folder for the files.
        force: whether to make files of earlier runs again.
        jobs: number of processes; as many as there are cores when None.
        cluster: a Dask scheduler's address, or ``local:N``; None renders on this machine.
        style: theme, times and language.
        records: whether to put a record beside every file.
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
    """Render what is missing, and publish everything.

    Returns:
        The outcome of each figure, in the order of the request.

    Raises:
        UserError: when the request cannot be fulfilled as it is.
        OutputError: when nothing can be written to the folder.
        KeyboardInterrupt: when interrupted; no process and nothing unfinished is then left.
    """
    return ProductionLine(request, store, display).run()


class ProductionLine:
    """The way from a request to files: plan, store, batch, encoder, folder.

    ``run`` fulfils the request. Callers that need several outputs of the same figures use ``plan``, ``make`` and
    ``take``: the sources that decide whether a file is out of date are then read once, before anything is made.

    Args:
        request: the request.
        store: folder of finished work.
        display: shows the progress.

    Attributes:
        request: the request.
        figures: the names of the figures, in the order of the request.
        skipped: the figures that cannot be drawn from the user's numbers, by name; known when they are planned.
        untrue: for each figure, a line for each claim that is not true of the user's numbers.
    """

    def __init__(self, request: Request, store: Store, display: Display) -> None:
        self.request = request
        self.skipped: dict[str, Outcome] = {}
        self.untrue: dict[str, tuple[str, ...]] = {}
        self._store, self._display = store, display
        self.figures, self._digests = chosen(request.names), Digests()
        self._made_here: set[str] = set()
        if not self._were_rendered_before():
            load_torch_ahead()
        self._asked = {
            figure: self._digests.of_request(
                figure, request.settings, request.quality, request.format, request.names, request.style
            )
            for figure in self.figures
        }

    def _were_rendered_before(self) -> bool:
        """Return whether any figure was rendered before, from any numbers and sources; it may only need publishing."""
        request, keys = self.request, self._digests
        histories = (keys.of_history(figure, request.quality, request.format) for figure in self.figures)
        return not request.force and any(self._store.history(key) for key in histories)

    def run(self) -> list[Outcome]:
        """Publish what is known, and render the rest; remove what killed runs left, even when nothing is rendered.

        Returns:
            The outcome of each figure, in the order of the request.

        Raises:
            UserError: when the request cannot be fulfilled as it is.
            OutputError: when nothing can be written to the folder.
            KeyboardInterrupt: when interrupted; no process and nothing unfinished is then left.
        """
        sweep_scratch()
        outcomes = {} if self.request.force else self._known()
        missing = [figure for figure in self.figures if figure not in outcomes]
        if missing:
            shots = self.plan(missing)
            outcomes |= self.skipped | self.make(shots, self.request.folder, records=self.request.records)
        return [outcomes[figure] for figure in self.figures]

    def _judged(self, outcomes: Mapping[str, Outcome]) -> dict[str, Outcome]:
        """Return the outcomes of figures, with the claims that are not true of their numbers."""
        return {
            figure: replace(each, untrue=self.untrue.get(figure, ())) if isinstance(each, Rendered) else each
            for figure, each in outcomes.items()
        }

    def _known(self) -> dict[str, Outcome]:
        """Return the outcomes of figures that need no planning: they were requested like this before."""
        shots = {figure: self._store.shot_of(asked) for figure, asked in self._asked.items()}
        names = {figure: file_name(figure, self.request.format) for figure in shots}
        outcomes = self._publish_known(shots, names, self.request.folder, self.request.records)
        for figure, asked in self._asked.items():
            self.untrue[figure] = self._store.untrue(asked)
            why = self._store.skipped(asked)
            outcomes |= {} if why is None else {figure: Skipped(figure, why)}
        return self._judged(outcomes)

    def _publish_known(
        self, shots: Mapping[str, str | None], names: Mapping[str, str], folder: Path, records: bool
    ) -> dict[str, Outcome]:
        """Publish the files that are in the store, by figure: the digests of their shots, and their names."""
        outcomes: dict[str, Outcome] = {}
        for figure, shot in shots.items():
            content = self._store.find(shot) if shot else None
            record = self._store.record(shot) if shot else None
            if content is not None and record is not None:
                if not outcomes:
                    require_writable(folder)
                outcomes[figure] = _publish(figure, folder / names[figure], content, record if records else None)
        if failed := [outcome for outcome in outcomes.values() if isinstance(outcome, Failed)]:
            with self._display(len(failed)) as listener:
                for outcome in failed:
                    listener.ended(outcome)
        return outcomes

    def plan(self, figures: Sequence[str] | None = None) -> list[Shot]:
        """Plan the shots of the request, and note in the store what it stands for.

        Args:
            figures: the figures to plan; all that can be drawn when None.

        Raises:
            UserError: when the request cannot be fulfilled as it is.
        """
        request, wanted = self.request, self.figures if figures is None else figures
        # All named figures together decide whether a setting is a mistake.
        names = request.names if request.settings != Settings() or figures is None else figures
        with loading():  # manim and torch are needed only from here on
            from rendering.plan.plan import plan_all

            planned = plan_all(names, request.settings, request.quality, request.format, request.style)
        for name in planned.skipped.keys() & set(wanted):
            self.skipped[name] = Skipped(name, planned.skipped[name])
            self._store.skip(self._asked[name], planned.skipped[name])
        shots = [shot for shot in planned.shots if shot.figure in wanted]
        for shot in shots:
            self.untrue[shot.figure] = self._claims_untrue_of(shot, planned.numbers[shot.figure])
            self._store.remember(self._asked[shot.figure], self._digests.of_shot(shot), self.untrue[shot.figure])
        return shots

    def _claims_untrue_of(self, shot: Shot, numbers: Any) -> tuple[str, ...]:
        """Return the claims that are not true of a user's numbers; our own have been checked."""
        if self.request.settings == Settings():
            return ()
        from rendering.plan.check_claims import untrue

        return untrue(shot, numbers)

    def make(self, shots: Sequence[Shot], folder: Path, *, records: bool = False) -> dict[str, Outcome]:
        """Publish the files of shots: those in the store as they are, the others made.

        Args:
            shots: at most one for each figure.
            folder: folder for the files.
            records: whether to put a record beside every file.

        Returns:
            The outcome of each figure, by name.

        Raises:
            OutputError: when nothing can be written to the folder.
            KeyboardInterrupt: when interrupted; no process and nothing unfinished is then left.
        """
        digests = {shot.figure: self._digests.of_shot(shot) for shot in shots}
        kept = {
            figure: digest for figure, digest in digests.items() if not self.request.force or digest in self._made_here
        }
        names = {shot.figure: shot.file_name for shot in shots}
        outcomes = self._publish_known(kept, names, folder, records)
        missing = [shot for shot in shots if shot.figure not in outcomes]
        inputs, failed = self._inputs(missing)
        missing = [shot for shot in missing if shot.figure not in failed]
        return self._judged(outcomes | failed | self._render(missing, inputs, folder, records))

    def take(self, shots: Sequence[Shot]) -> Taken:
        """Return the files of shots, and the outcome of each, by figure; see ``make``."""
        with scratch() as folder:
            outcomes = self.make(shots, folder)
            made = {figure: each for figure, each in outcomes.items() if isinstance(each, Rendered)}
            return {figure: each.path.read_bytes() for figure, each in made.items()}, outcomes

    def _inputs(self, shots: Sequence[Shot]) -> tuple[dict[str, tuple[bytes, ...]], dict[str, Outcome]]:
        """Return the files that shots are made from, and the outcomes of figures that lack one, by figure."""
        inputs: dict[str, tuple[bytes, ...]] = {}
        failed: dict[str, Outcome] = {}
        wanted = {shot.figure: kind_of(shot.format).inputs(shot) for shot in shots}
        for place in range(max(map(len, wanted.values()), default=0)):
            due = [needed[place] for figure, needed in wanted.items() if place < len(needed) and figure not in failed]
            files, outcomes = self.take(due)
            failed |= {figure: each for figure, each in outcomes.items() if figure not in files}
            for figure, content in files.items():
                inputs[figure] = (*inputs.get(figure, ()), content)
        return inputs, failed

    def _render(
        self, shots: Sequence[Shot], inputs: Mapping[str, tuple[bytes, ...]], folder: Path, records: bool
    ) -> dict[str, Outcome]:
        """Render shots and publish them."""
        if not shots:
            return {}
        from rendering.batch import engines
        from rendering.batch.jobs import Batch

        request, store, digests = self.request, self._store, self._digests
        require_writable(folder)
        with ExitStack() as stack:
            stack.enter_context(engines.ending_is_interruption())
            cluster = request.cluster
            opened = stack.enter_context(
                engines.cluster(cluster, digests) if cluster else engines.local(shots, store, request.jobs)
            )
            listener = stack.enter_context(self._display(len(shots)))
            batch = Batch(shots, folder, store, opened, listener, digests, inputs=inputs, records=records)
            outcomes = batch.run()
        self._made_here |= batch.kept
        return outcomes


def _publish(figure: str, path: Path, content: bytes, record: str | None) -> Outcome:
    try:
        publish(path, content, record)
    except OutputError as error:
        return Failed(figure, str(error))
    return Rendered(figure, path, None)
