"""Many shots at once, on any engine, the longest first."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rendering.batch.pool import WorkerDied
from rendering.batch.worker import Desk, Made, Task, work
from rendering.cache.atomic_files import OutputError, publish, reason, unwritten
from rendering.cache.digest import Digests
from rendering.cache.record import write_record
from rendering.cache.store import History, Store
from rendering.encode.h264 import Piece, joined, plays_apart
from rendering.request.formats import Format, kind_of
from rendering.request.results import Failed, Listener, Outcome, Phase, Rendered, State
from rendering.request.shot import Shot
from rendering.request.story import Step

Progress = NDArray[np.float64]

_LOOK_EVERY = 0.1  # seconds between two looks at how far the workers are
_WORTH_SPLITTING = 2.0  # seconds a film must have left for another process to take some of its plays
MOST_HELPERS = 3
"""The most processes that take plays of another's film: each builds the figure and walks through it, to draw a part."""
_ATTEMPTS = 2
_TASKS_A_SHOT = _ATTEMPTS * (1 + MOST_HELPERS)


@dataclass(frozen=True, slots=True)
class Engine:
    """The processes that do the work.

    Attributes:
        executor: the executor of tasks.
        workers: the number of tasks at once.
        desk: the files that its processes share; None when they are not on this machine.
        scratch: a folder for unfinished work of this process.
        board: given the largest number of tasks, an array of shape (tasks, 3) with the progress of each: phase, beats
            drawn, frames drawn.
        topic: the topic of distant processes' messages on their progress.
        most: the number of processes that may be at work here, copies of workers included.
    """

    executor: Executor
    workers: int
    desk: Desk | None
    scratch: Path
    board: Callable[[int], Progress]
    topic: str = ""
    most: int = 0


@dataclass(slots=True)
class _Job:
    """A shot on its way to a file.

    Attributes:
        shot: the shot.
        digest: the digest under which its file is stored.
        history: the notes on its last rendering.
        tasks: its running tasks, with their numbers.
        pieces: the pieces made so far.
        companions: files of other formats that the same drawing yielded.
        attempts: the number of attempts.
        began: the time at which the first frame was begun.
    """

    shot: Shot
    digest: str
    history: History | None
    tasks: dict[Future[Made | Failed], int] = field(default_factory=dict)
    claims: Path | None = None
    pieces: list[Piece] = field(default_factory=list)
    companions: dict[Format, bytes] = field(default_factory=dict)
    helpers: int = 0
    steps: tuple[Step, ...] = ()
    numbers: str = ""
    attempts: int = 0
    began: float | None = None
    seconds: float = 0.0


class Batch:
    """Shots on their way to files in a folder.

    Args:
        shots: the shots to render.
        folder: the folder for finished files.
        store: the store of finished files and of their rendering times.
        engine: the processes that do the work.
        listener: the receiver of progress and outcomes.
        digests: the digests of shots.
        inputs: files that shots are made from, by figure.
        records: whether to put a record beside every file.

    Attributes:
        kept: digests of the shots whose files were kept in the store.
    """

    def __init__(
        self,
        shots: Sequence[Shot],
        folder: Path,
        store: Store,
        engine: Engine,
        listener: Listener,
        digests: Digests,
        *,
        inputs: Mapping[str, tuple[bytes, ...]] | None = None,
        records: bool = False,
    ) -> None:
        self._folder, self._store, self._engine, self._records = folder, store, engine, records
        self._listener, self._digests, self._inputs = listener, digests, inputs or {}
        self.kept: set[str] = set()
        histories = [store.history(digests.of_history(shot.figure, shot.quality, shot.format)) for shot in shots]
        jobs = [_Job(shot, digests.of_shot(shot), history) for shot, history in zip(shots, histories, strict=True)]
        # Longest first; a figure that was never rendered may be the longest of all.
        self._jobs = sorted(jobs, key=lambda job: -(job.history.seconds if job.history else float("inf")))
        self._left = list(self._jobs)
        self._running: dict[Future[Made | Failed], _Job] = {}
        self._numbers = iter(range(len(shots) * _TASKS_A_SHOT))
        self._progress = engine.board(len(shots) * _TASKS_A_SHOT)

    def run(self) -> dict[str, Outcome]:
        """Render all shots; one that fails does not stop the others. Return the outcome of each figure."""
        outcomes: dict[str, Outcome] = {}
        for job in self._jobs:
            self._begin(job)
        while self._left:
            self._help()
            done, _ = wait(list(self._running), _LOOK_EVERY, FIRST_COMPLETED)
            for future in done:
                job = self._running.pop(future)
                outcome = self._ended(job, future) if future in job.tasks else None  # else of an attempt given up
                if outcome is not None:
                    self._left.remove(job)
                    outcomes[job.shot.figure] = outcome
                    self._listener.ended(outcome)
            self._listener.went([self._state(job) for job in self._left], self._seconds_left())
        return outcomes

    def _begin(self, job: _Job) -> None:
        job.attempts += 1
        job.tasks, job.pieces, job.companions, job.helpers, job.seconds = {}, [], {}, 0, 0.0
        if self._engine.desk is None:
            job.helpers = self._helpers_far_away(job)
            for share in range(1 + job.helpers):
                self._submit(job, (share, 1 + job.helpers))
            return
        if self._engine.workers > 1 and plays_apart(job.shot):
            job.claims = self._engine.scratch / f"claims-{self._jobs.index(job)}-{job.attempts}"
            job.claims.mkdir()
        self._submit(job)

    def _helpers_far_away(self, job: _Job) -> int:
        """Return the number of a cluster's idle workers that help with a film: more for a larger share of the work."""
        idle = self._engine.workers - len(self._left)
        if idle < 1 or not plays_apart(job.shot):
            return 0
        known = [each.history.seconds for each in self._left if each.history]
        usual = sum(known) / len(known) if known else 1.0
        films = [each.history.seconds if each.history else usual for each in self._left if plays_apart(each.shot)]
        own = job.history.seconds if job.history else usual
        return min(MOST_HELPERS, round(idle * own / sum(films)))

    def _submit(self, job: _Job, share: tuple[int, int] = (0, 1)) -> None:
        number, engine = next(self._numbers), self._engine
        inputs = self._inputs.get(job.shot.figure, ())
        alone = len(self._left) < engine.most
        task = Task(job.shot, number, engine.desk, job.claims, share, engine.topic, inputs, by_beats=alone)
        future = engine.executor.submit(work, task)
        job.tasks[future] = number
        self._running[future] = job

    def _help(self) -> None:
        """Let idle workers take plays of the figure that has the most work left."""
        for _ in range(self._engine.workers - len(self._running)):
            jobs = [
                job
                for job in self._left
                if job.claims and job.tasks and job.helpers < MOST_HELPERS and self._left_of(job) > _WORTH_SPLITTING
            ]
            if not jobs:
                return
            longest = max(jobs, key=lambda job: self._left_of(job) / (1 + job.helpers))
            longest.helpers += 1
            self._submit(longest)

    def _ended(self, job: _Job, future: Future[Made | Failed]) -> Outcome | None:
        """Return a job's outcome when one of its tasks has ended; None when the job goes on."""
        del job.tasks[future]
        try:
            made = future.result()
        except WorkerDied as error:
            if job.attempts < _ATTEMPTS:
                self._begin(job)
                return None
            made = Failed(job.shot.figure, str(error))
        except Exception as error:
            made = Failed(job.shot.figure, f"{type(error).__name__}: {reason(error)}")
        if isinstance(made, Failed):
            job.tasks = {}
            log = self._store.keep_log(made.figure, made.details) if made.details else None
            return replace(made, log=log)
        job.pieces += made.pieces
        job.companions |= dict(made.companions)
        job.seconds += made.seconds
        job.steps, job.numbers = max(job.steps, made.steps, key=len), made.numbers
        return None if job.tasks else self._finish(job)

    def _finish(self, job: _Job) -> Outcome:
        """Store the file and its companions, and publish it."""
        shot = job.shot
        if not job.pieces:
            return Failed(shot.figure, "ValueError: the figure is a film, but nothing is played in it")
        try:
            content = joined(job.pieces, shot.quality.frame_rate, self._engine.scratch / "joined.mp4")
        except OSError as error:
            return Failed(shot.figure, unwritten(error))
        try:
            record = self._keep(job, shot, job.digest, content)
            for form, companion in job.companions.items():
                other = replace(shot, format=form)
                self._keep(job, other, self._digests.of_shot(other), companion)
            key = self._digests.of_history(shot.figure, shot.quality, shot.format)
            self._store.note(key, History(job.seconds, len(job.steps)))
            path = self._folder / shot.file_name
            publish(path, content, record if self._records else None)
        except OutputError as error:
            return Failed(shot.figure, str(error))
        return Rendered(shot.figure, path, time.monotonic() - job.began if job.began else job.seconds)

    def _keep(self, job: _Job, shot: Shot, digest: str, content: bytes) -> str:
        """Store the file of a shot with its record; return the record, empty where it has none."""
        recorded = kind_of(shot.format).recorded
        record = write_record(shot, digest, content, job.steps, job.numbers) if recorded else ""
        self._store.put(digest, content, record)
        self.kept.add(digest)
        return record

    def _state(self, job: _Job) -> State:
        progress = self._progress[list(job.tasks.values())]
        phase = Phase(int(progress[:, 0].max(initial=0)))
        if phase != Phase.WAITING and job.began is None:
            job.began = time.monotonic()
        seconds = float(progress[:, 2].sum()) / job.shot.quality.frame_rate
        beats = job.history.beats if job.history else None
        return State(job.shot.figure, phase, int(progress[:1, 1].max(initial=0)), beats, seconds)

    def _left_of(self, job: _Job) -> float:
        """Return the seconds of work that a job still takes; infinite where nothing is known."""
        if job.history is None:
            return float("inf")
        elapsed = time.monotonic() - job.began if job.began else 0.0
        return max(job.history.seconds - elapsed * (1 + job.helpers), 0.0)

    def _seconds_left(self) -> float | None:
        left = [self._left_of(job) for job in self._left]
        if any(value == float("inf") for value in left):
            return None
        return max([0.0, sum(left) / self._engine.workers, *(value / (1 + MOST_HELPERS) for value in left)])
