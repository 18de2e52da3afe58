"""The page of a live preview: it checks by itself for news, without a server."""

from __future__ import annotations

import io
import json
import re
import tempfile
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import escape
from pydantic import TypeAdapter
from rich.console import Console

from rendering.batch.pool import cores, meanwhile
from rendering.batch.produce import ProductionLine, Request, Taken
from rendering.cache.atomic_files import OutputError, reason, write_output, write_whole
from rendering.cache.store import Store
from rendering.draw.memory import make_ready
from rendering.draw.renderer import draw, picture
from rendering.encode.png import png_file
from rendering.outputs.tables import number_tables
from rendering.plan.check_claims import verdicts
from rendering.plan.plan import plan
from rendering.publish.page import color_scheme, colours
from rendering.publish.target import MARK, require_target
from rendering.request.formats import Film, Timeline
from rendering.request.look import LookChoices
from rendering.request.own_figures import is_own, place, register
from rendering.request.results import Failed, Listener, Silence
from rendering.request.settings import Changes
from rendering.request.shot import Shot
from rendering.request.story import read_story
from scenes.asset_files import ASSETS
from scenes.errors import UserError, one_line
from scenes.reading import LARGEST_FILE, read_regular_file
from scenes.style import Theme

if TYPE_CHECKING:
    from scenes.figure import Beat, Figure

_COLUMNS = 60
"""Characters of a line of numbers beside the pictures."""

STATE = "state.js"
"""The file that the page reads again and again: a script, since a page from disk may not read other files."""


_BEFORE, _AFTER = b"window.state=", b";\n"
_BEAT, _FILM = re.compile(r"beat-[0-9a-f]{16}\.png"), re.compile(r"film-[0-9]+\.mp4")


@dataclass(frozen=True, slots=True)
class BeatState:
    """A beat in the preview.

    Attributes:
        name: the beat's name.
        caption: its sentence.
        picture: the file of its last frame.
        digest: a digest of the picture's pixels and the caption, which shows whether the beat has changed.
        changed: whether it differs from the last drawing.
    """

    name: str
    caption: str
    picture: str
    digest: str
    changed: bool


@dataclass(frozen=True, slots=True)
class ClaimState:
    """A claim in the preview.

    Attributes:
        holds: whether it is true of the numbers that are shown.
        said: the claim with the values measured.
    """

    holds: bool
    said: str


@dataclass(frozen=True, slots=True)
class State:
    """The content of the preview.

    Attributes:
        version: grows with every change.
        said: one line: the present activity, or the error.
        failed: whether there was an error; beats and film are then the earlier ones.
        beats: the beats, drawn without the motion between them.
        film: the film's file, empty for a still or while there is none.
        from_seconds: the beginning of the first changed beat in the film.
        claims: the claims about the figure, measured.
        numbers: everything that it computes, as text in columns.
    """

    version: int
    said: str
    failed: bool
    beats: tuple[BeatState, ...]
    film: str
    from_seconds: float
    claims: tuple[ClaimState, ...] = ()
    numbers: str = ""


_READER = TypeAdapter(State)


def begin(folder: Path, figure: str, theme: Theme) -> Path:
    """Write the page; it is the same for every state.

    Args:
        folder: folder of the preview.
        figure: the figure's name.
        theme: the figure's colours.

    Raises:
        OutputError: when it cannot be written.
        UserError: when there is another page in its place.
    """
    page = folder / "index.html"
    require_target(page)
    text = (ASSETS / "page" / "preview.html").read_text(encoding="utf-8")
    values = {"figure": escape(figure), "theme": colours(theme), "scheme": color_scheme(theme), "mark": MARK}
    for name, value in values.items():
        text = text.replace(f"{{{{ {name} }}}}", str(value))
    write_output(page, text.encode())
    return page


def read_state(folder: Path) -> Mapping[str, Any]:
    """Return the page's present state; empty before the first, or when it is no state."""
    try:
        content = read_regular_file(folder / STATE, LARGEST_FILE, follow=False)
        return asdict(_READER.validate_json(content.removeprefix(_BEFORE).removesuffix(_AFTER)))
    except (OSError, ValueError):  # what pydantic raises is a ValueError
        return {}


def write_state(folder: Path, **changes: Any) -> None:
    """Change some entries of the page's state; the others stay.

    Raises:
        OSError: when it cannot be written.
    """
    nothing = asdict(State(0, "", False, (), "", 0.0))
    state = {**nothing, **read_state(folder), **changes}
    state["version"] = time.time_ns() // 1_000_000  # grows over restarts too
    write_whole(folder / STATE, _BEFORE + json.dumps(state).encode() + _AFTER)


def refresh(
    folder: Path,
    figure: str,
    changes: Changes,
    look: LookChoices,
    jobs: int | None = None,
    cache: Path | None = None,
) -> None:
    """Show the ends of all beats as they are drawn, and meanwhile take the film from the production line.

    Every mistake becomes a line on the page and in the terminal; the earlier pictures stay.

    Args:
        folder: folder of the preview.
        figure: the figure's name, or the file and class of one of the user's own, which is then read again.
        changes: the user's changes.
        look: the pictures' look.
        jobs: number of processes; as many as there are cores when None.
        cache: folder of finished work; the usual one when None.
    """
    try:
        figure = register(figure) if is_own(figure) else figure
        chosen = look.read()
        workers = jobs or cores()
        apart = workers > 1  # one more process draws the pictures, and ends soon
        request = Request((figure,), changes.read(), chosen.quality, Film(), folder, style=chosen.style)
        line = ProductionLine(replace(request, jobs=workers), Store(cache), _silent)
        (shot,) = line.plan()
        claims = [asdict(ClaimState(each.holds, each.line[2:])) for each in verdicts(shot)]
        write_state(folder, said="drawing", failed=False, claims=claims, numbers=_numbers(shot))
        if shot.is_still:
            _show_beats(shot, folder)
        else:
            with _pictures(shot, folder, apart=apart) as shown:
                made = line.take([shot])
                changed = shown()
            _show_film(line, shot, made, folder, changed)
    except Exception as error:
        message = _message(error)
        print(one_line(f"error: {message}"), flush=True)
        write_state(folder, said=message, failed=True)


def warm(figure: str, changes: Changes, look: LookChoices) -> None:
    """Do once what a drawing process then need not do again, when it is forked from this one.

    The figure is computed and drawn without its motion, so that our code has read its files and made its texts.

    Args:
        figure: the figure's name.
        changes: the user's changes.
        look: the pictures' look.

    Raises:
        Exception: of any kind, when the figure cannot be drawn; the drawing process says why.
    """
    make_ready()  # with one thread: a process that is forked after several have computed waits for them for ever
    chosen = look.read()
    (shot,) = plan((figure,), changes.read(), chosen.quality, Film(), chosen.style)
    verdicts(shot)
    with tempfile.TemporaryDirectory() as folder:
        draw(shot, Path(folder), on_beat=lambda figure, beat: None)


@contextmanager
def _pictures(shot: Shot, folder: Path, *, apart: bool) -> Iterator[Callable[[], list[str]]]:
    """Show the ends of all beats before the block, or meanwhile in a process of its own; see ``_show_beats``."""
    if apart:
        with meanwhile(_show_beats, shot, folder) as shown:
            yield shown
    else:
        changed = _show_beats(shot, folder)
        yield lambda: changed


@contextmanager
def _silent(total: int) -> Iterator[Listener]:
    yield Silence()


def _place(error: BaseException) -> str:
    """Return the innermost place in our code at which an error occurred."""
    root, found, trace = Path(__file__).resolve().parents[2], "", error.__traceback__
    while trace is not None:
        path = Path(trace.tb_frame.f_code.co_filename)
        if path.is_relative_to(root) and not path.is_relative_to(root / ".venv"):
            found = f"{path.name}, line {trace.tb_lineno}: "
        trace = trace.tb_next
    return found


def _message(error: Exception) -> str:
    """Return what went wrong, in a line, with the place in the user's code or ours where it did."""
    if isinstance(error, UserError):
        return str(error)
    if isinstance(error, (OSError, OutputError)):
        return reason(error)
    if isinstance(error, SyntaxError):
        return f"{Path(error.filename or '').name}, line {error.lineno}: {error.msg}"
    return f"{place(error) or _place(error)}{type(error).__name__}: {reason(error)}"


def _news(changed: Sequence[str]) -> str:
    return f"changed: {', '.join(changed)}" if changed else "nothing changed"


def _numbers(shot: Shot) -> str:
    """Return everything that a figure computes, as text in columns."""
    console = Console(file=io.StringIO(), width=_COLUMNS, color_system=None)
    for title, table in number_tables(shot, _COLUMNS):
        console.print(title, table, sep="\n", highlight=False, markup=False, crop=False)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    return "\n".join(line.rstrip() for line in text.splitlines())


def _show_beats(shot: Shot, folder: Path) -> list[str]:
    """Draw and show the ends of all beats; return the names of those that changed.

    Raises:
        UserError: with the message of whatever went wrong; an error loses its place on the way out of a process.
    """
    make_ready()
    try:
        beats = _draw_beats(shot, folder)
    except Exception as error:
        raise UserError(_message(error)) from None
    changed = [beat.name for beat in beats if beat.changed]
    said = _news(changed) if shot.is_still else f"{_news(changed)}; rendering the film"
    write_state(folder, said=said, failed=False, beats=[asdict(beat) for beat in beats])
    print(_news(changed), flush=True)
    return changed


def _draw_beats(shot: Shot, folder: Path) -> list[BeatState]:
    """Draw the ends of all beats; each is on the page as soon as it is drawn, in the place of the one before."""
    earlier = read_state(folder).get("beats", ())
    before = {beat["name"]: beat["digest"] for beat in earlier}
    beats: list[BeatState] = []

    def keep(figure: Figure, beat: Beat) -> None:
        frame = picture(figure)
        digest = blake2b(frame.tobytes() + beat.caption.encode(), digest_size=8).hexdigest()
        name = f"beat-{digest}.png"
        if not (folder / name).exists():
            write_whole(folder / name, png_file(frame, quick=True))
        beats.append(BeatState(beat.name, beat.caption, name, digest, before.get(beat.name) != digest))
        drawn = {each.name for each in beats}
        waiting = [{**each, "changed": False} for each in earlier if each["name"] not in drawn]
        write_state(folder, beats=[*map(asdict, beats), *waiting])

    draw(shot, folder / "typeset", on_beat=keep)
    kept = {beat.picture for beat in beats} | {beat["picture"] for beat in read_state(folder).get("beats", ())}
    _remove(folder, _BEAT, kept)
    return beats


def _show_film(line: ProductionLine, shot: Shot, made: Taken, folder: Path, changed: Sequence[str]) -> None:
    """Show the film, which begins at its first changed beat.

    Raises:
        OutputError: when it could not be made.
    """
    film = _content(made, shot)
    story = _content(line.take([replace(shot, format=Timeline())]), shot)
    name = f"film-{time.time_ns()}.mp4"
    write_whole(folder / name, film)
    first = next((step.first for step in read_story(story).steps if step.name in changed), 0)
    write_state(folder, said=_news(changed), film=name, from_seconds=first / shot.quality.frame_rate)
    _remove(folder, _FILM, {name})


def _remove(folder: Path, names: re.Pattern[str], kept: Collection[str]) -> None:
    """Remove files of earlier previews, and no others that happen to be there."""
    for old in folder.iterdir():
        if names.fullmatch(old.name) and old.name not in kept and old.is_file() and not old.is_symlink():
            old.unlink(missing_ok=True)


def _content(made: Taken, shot: Shot) -> bytes:
    files, outcomes = made
    outcome = outcomes[shot.figure]
    if isinstance(outcome, Failed):
        raise OutputError(outcome.reason)
    return files[shot.figure]
