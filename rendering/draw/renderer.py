"""The drawing of a shot with manim: frames are handed over, without manim's files, cache, log or progress bar."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from manim import CairoRenderer, config, tempconfig
from manim.constants import RendererType
from manim.scene import scene as manim_scene
from numpy.typing import NDArray

from rendering.draw.alpha import ClearCamera
from rendering.draw.camera import QuickCamera
from rendering.draw.play_cache import hush, quiet, settle
from rendering.request.shot import Quality, Shot
from scenes import load_figure
from scenes.stage import Stage

if TYPE_CHECKING:
    from scenes.figure import Beat, Figure

Frame = NDArray[np.uint8]
"""A picture, top row first, of shape (height, width, 4): red, green, blue, opacity."""

Rows = Sequence[tuple[int, int]]
"""Rows of a picture, as (first, after the last)."""

FrameSink = Callable[[Frame, int, Rows | None], None]
"""Takes a frame, the number of times in a row that it is shown, and the rows that changed since the last (None: any).

The frame changes as soon as the sink returns.
"""

Takes = Callable[[int], bool]
"""Asked at the beginning of every play, counted from 0, whether its frames are wanted."""

_SEED = 0


@contextmanager
def temporarily(settings: Mapping[str, Any]) -> Iterator[None]:
    """Change manim's config within a block, as ``tempconfig`` does, which also changes to the renderer there is.

    That gives each of manim's classes its bases again, for ten milliseconds, and Python forgets what it has looked up.

    Args:
        settings: of manim's config.
    """
    before = config.copy()
    renderer = RendererType(settings.get("renderer", before.renderer))
    if renderer != before.renderer:
        with tempconfig(dict(settings)):
            yield
        return
    config.update({name: value for name, value in settings.items() if name != "renderer"})
    try:
        yield
    finally:
        config._d.update(before._d)


@contextmanager
def manim_settings(quality: Quality, folder: Path, *, transparent: bool = False) -> Iterator[None]:
    """Set manim's config for one shot and restore it afterwards, whatever the user's own ``manim.cfg`` says.

    Args:
        quality: the picture's size and rate.
        folder: for the texts that manim typesets; no two processes may share one.
        transparent: whether the background is left out.
    """
    stage = Stage.for_pixels(quality.width, quality.height)
    settings: dict[str, Any] = {
        "pixel_width": quality.width,
        "pixel_height": quality.height,
        "frame_rate": quality.frame_rate,
        "frame_width": stage.width,
        "frame_height": stage.height,
        "media_dir": str(folder),
        "tex_dir": str(folder / "typst"),
        "text_dir": str(folder / "text"),
        "dry_run": True,  # frames are taken from the renderer, so manim has nothing to write
        "disable_caching": True,  # its cache does not see tensors
        "progress_bar": "none",
        "verbosity": "ERROR",
        "seed": _SEED,
        "renderer": "cairo",
        "format": "none",
        "transparent": transparent,
        "save_sections": False,
        "preview": False,
        "live_preview": False,
        "enable_gui": False,
        "log_to_file": False,
        "from_animation_number": 0,
        "upto_animation_number": -1,
    }
    with temporarily(settings):
        yield


class FrameRenderer(CairoRenderer):
    """A renderer that also hands every finished frame to ``sink``.

    It relies on this in manim: every frame of a play passes through ``add_frame``, once, in order; ``render`` draws one
    and passes a copy of the camera's picture; before each play, ``update_skipping_status`` decides whether it is drawn;
    when its animations have begun, ``save_static_frame_data`` is given the mobjects that stand still.

    Args:
        sink: takes each frame; None skips all motion, so that a figure jumps from the end of one play to the next's.
        takes: which plays are drawn; all when None.
        plain: whether manim's own camera draws.

    Attributes:
        lengths: the number of frames of each play so far, drawn or skipped.
    """

    def __init__(self, sink: FrameSink | None, takes: Takes | None = None, *, plain: bool = False) -> None:
        super().__init__(camera_class=ClearCamera if plain else QuickCamera, skip_animations=sink is None)
        self._sink = sink
        self._takes = takes
        self._plain = plain
        self.lengths: list[int] = []

    @property
    def frames(self) -> int:
        """The number of frames of all plays so far."""
        return sum(self.lengths)

    def play(self, scene: Any, *args: Any, **kwargs: Any) -> None:
        """Play, and count the frames as manim makes them: a wait's are rounded down, a motion's up."""
        if isinstance(self.camera, QuickCamera):
            self.camera.start_afresh()
        with quiet(scene):
            super().play(scene, *args, **kwargs)
        step = 1 / self.camera.frame_rate
        seconds = float(scene.duration)
        still = scene.is_current_animation_frozen_frame()
        self.lengths.append(int(seconds / step) if still else len(np.arange(0, seconds, step)))

    def update_skipping_status(self) -> None:
        """Skip a play that is not wanted, in addition to those that manim skips."""
        super().update_skipping_status()
        if self._takes is not None and not self._takes(self.num_plays):
            self.skip_animations = True

    def save_static_frame_data(self, scene: Any, static_mobjects: Any) -> Any:
        """Draw the mobjects that stand still, and settle the animations."""
        if not self._plain:
            settle(scene.animations)
            hush(scene)
        return super().save_static_frame_data(scene, static_mobjects)

    def render(self, scene: Any, time: float, moving_mobjects: Any = None) -> None:
        """Draw a frame and pass it on without copying it."""
        self.update_frame(scene, moving_mobjects)
        if not self.skip_animations:
            self.add_frame(self.camera.pixel_array)

    def update_frame(
        self, scene: Any, mobjects: Any = None, *args: Any, ignore_skipping: bool = False, **kwargs: Any
    ) -> None:
        """Draw a frame, unless the play is skipped: manim would draw what stands in it, and show it to nobody."""
        kwargs["ignore_skipping"] = ignore_skipping
        super().update_frame(scene, mobjects, *args, **kwargs)

    def add_frame(self, frame: Any, num_frames: int = 1) -> None:
        """Pass a frame on, and let manim advance its clock."""
        super().add_frame(frame, num_frames)
        if self._sink is None or self.skip_animations or num_frames < 1:
            return
        camera = self.camera
        self._sink(frame, num_frames, camera.take_changed_rows() if isinstance(camera, QuickCamera) else None)


@contextmanager
def staged(
    shot: Shot,
    folder: Path,
    on_frame: FrameSink | None = None,
    on_beat: Callable[[Figure, Beat], None] | None = None,
    takes: Takes | None = None,
) -> Iterator[Figure]:
    """Yield a figure that is ready to be rendered, within manim's settings for it.

    Args:
        shot: the shot to draw.
        folder: for the texts that manim typesets; no two processes may share one.
        on_frame: takes every frame; None skips all motion, which is many times faster.
        on_beat: called at the end of every beat.
        takes: which plays are drawn; all when None.
    """
    random.seed(_SEED)
    torch.manual_seed(_SEED)
    form = shot.format
    # Else a thread watches over progress bars that nobody sees, and no process can be forked.
    manim_scene.tqdm.monitor_interval = 0  # type: ignore[attr-defined]
    with manim_settings(shot.quality, folder, transparent=form.transparent):
        yield load_figure(shot.figure)(
            shot.parameters,
            shot.world,
            shot.style,
            on_beat=on_beat,
            renderer=FrameRenderer(on_frame, takes, plain=form.plain),
            random_seed=_SEED,  # manim seeds random and numpy.random with it
        )


def draw(
    shot: Shot,
    folder: Path,
    on_frame: FrameSink | None = None,
    on_beat: Callable[[Figure, Beat], None] | None = None,
    takes: Takes | None = None,
) -> Frame:
    """Draw a shot from beginning to end; see ``staged`` for the arguments.

    Returns:
        The picture that the figure ends with, (height, width, 4).

    Raises:
        UserError: when the figure cannot be drawn from its parameters and world.
    """
    with staged(shot, folder, on_frame, on_beat, takes) as figure:
        figure.render()
        return picture(figure)


def picture(figure: Figure) -> Frame:
    """Return the picture that a figure shows at this moment, drawn from scratch."""
    renderer = figure.renderer
    assert isinstance(renderer, CairoRenderer)
    renderer.static_image = None  # a mobject that stood still in the last play may have left since
    renderer.update_frame(figure, ignore_skipping=True)
    return np.asarray(renderer.get_frame(), dtype=np.uint8)
