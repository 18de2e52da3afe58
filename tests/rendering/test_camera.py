"""Our camera and manim's own draw the same, whatever changes; only what changed is drawn and converted."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import av
import cairo
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from manim import (
    DOWN,
    LEFT,
    RIGHT,
    UP,
    Camera,
    Circle,
    Dot,
    FadeIn,
    FadeOut,
    Line,
    Mobject,
    PMobject,
    ReplacementTransform,
    Rotate,
    Scene,
    Square,
    Star,
    Transform,
    ValueTracker,
    VGroup,
    VMobject,
    Write,
    tempconfig,
)
from manim.utils.family import extract_mobject_family_members

from rendering.draw import cairo_paths as paths
from rendering.draw.camera import QuickCamera, families, merged
from rendering.draw.renderer import Frame, FrameRenderer, Rows, draw, manim_settings
from rendering.encode.h264 import Planes, views
from rendering.plan.plan import plan
from rendering.request.formats import Film
from rendering.request.settings import Settings
from rendering.request.shot import Quality
from scenes import FIGURES

SMALL = Quality("small", 320, 180, 1)
MOST_DIFFERENT = 20
"""Levels of 255 that a pixel may differ by, where what changed meets what did not: halos lie over bands over glows."""


def same(ours: Frame, theirs: Frame) -> None:
    difference = np.abs(ours.astype(int) - theirs)
    assert difference.max() <= MOST_DIFFERENT
    assert (difference.max(axis=-1) > 0).mean() < 1e-3


class Both(QuickCamera):
    """Draws each picture in manim's way, too, and compares."""

    def capture_mobjects(self, mobjects: Iterable[Mobject], **kwargs: Any) -> None:
        mobjects = list(mobjects)
        ground = self.pixel_array.copy() if self._ground is None else self._ground
        super().capture_mobjects(mobjects, **kwargs)
        theirs = Camera(background_color=self.background_color)
        theirs.set_frame_to_background(ground)
        theirs.capture_mobjects(mobjects, **kwargs)
        same(self.pixel_array, theirs.pixel_array)


ONE_A_SECTION = list({entry.section: name for name, entry in FIGURES.items()}.values())
"""The last figure of every section: the figures of one are made of the same parts."""


@pytest.mark.parametrize("name", ONE_A_SECTION)
def test_figure_is_drawn_as_manim_draws_it(name: str, typeset: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rendering.draw.renderer.QuickCamera", Both)
    before: list[Frame] = []

    def keep(frame: Frame, repeat: int, rows: Rows | None) -> None:
        if rows is not None and before:
            kept = np.ones(len(frame), bool)
            for first, after in rows:
                kept[first:after] = False
            assert np.array_equal(frame[kept], before[-1][kept])
        before[:] = [frame.copy()]

    shot = plan([name], Settings(), SMALL)[0]
    draw(shot, typeset, on_frame=None if shot.is_still else keep, takes=lambda play: play % 5 == 1)


class Stress(Scene):
    """All that a camera could get wrong."""

    def construct(self) -> None:
        self.camera.background_color = "#102030"
        dots = VGroup(*(Dot(0.3 * n * RIGHT + 2 * LEFT, color="#ff0000") for n in range(12)))
        gradient = Square(fill_opacity=0.8).set_color_by_gradient("#ff0000", "#00ff00").shift(UP)
        sheen = Circle(fill_opacity=1, color="#8888ff").set_sheen(0.5, UP).shift(3 * LEFT)
        above = Square(color="#00ffff", fill_opacity=0.5).set_z_index(5)
        below = Circle(2, color="#ffff00", fill_opacity=0.5).set_z_index(-5)
        outlined = Star(color="#ffffff", fill_opacity=1).set_stroke("#ff00ff", 8, background=True).shift(2 * DOWN)
        shared = Dot(3 * RIGHT)
        twice = VGroup(VGroup(shared, Line()), VGroup(shared))
        self.add(dots, gradient, sheen, above, below, outlined, twice)
        self.play(Rotate(gradient), dots.animate.shift(DOWN), run_time=0.5)
        tracker = ValueTracker(0)
        follower = Dot(color="#00ff00").add_updater(lambda dot: dot.move_to(tracker.get_value() * UP + RIGHT))
        self.add(follower)
        self.play(tracker.animate.set_value(2), sheen.animate.set_sheen(0.9, LEFT), run_time=0.5)
        self.add_foreground_mobjects(dots)
        self.play(ReplacementTransform(above, outlined.copy().shift(RIGHT)), FadeOut(below), run_time=0.5)
        self.wait(0.3)
        dots[0].z_index = 9
        self.play(Transform(dots, Circle(3)), outlined.animate.set_stroke(width=20), run_time=0.5)
        self.remove(follower)
        self.play(Write(Square(5)), FadeIn(VMobject()), run_time=0.5)
        self.bring_to_back(gradient)
        gradient.set_opacity(0)
        cloud = PMobject().add_points([UP, DOWN, RIGHT])  # nothing that our camera knows
        self.add(cloud)
        self.play(sheen.animate.shift(RIGHT), run_time=0.4)
        self.remove(cloud)
        self.play(sheen.animate.shift(8 * LEFT), run_time=0.4)
        self.play(sheen.animate.shift(8 * RIGHT).set_opacity(0), run_time=0.4)
        self.clear()
        self.wait(0.2)


def stress_frames(folder: Path, *, plain: bool) -> list[tuple[Frame, Rows | None]]:
    frames: list[tuple[Frame, Rows | None]] = []
    with manim_settings(Quality("small", 426, 240, 20), folder), tempconfig({"background_color": "#000000"}):
        renderer = FrameRenderer(lambda frame, repeat, rows: frames.append((frame.copy(), rows)), plain=plain)
        Stress(renderer=renderer, random_seed=0).render()
    return frames


def test_stress(typeset: Path) -> None:
    ours, theirs = (stress_frames(typeset, plain=plain) for plain in (False, True))
    assert len(ours) == len(theirs) > 60
    for (mine, _), (its, _) in zip(ours, theirs, strict=True):
        same(mine, its)
    assert sum(rows is not None for _, rows in ours) > 15


def test_converted_rows_are_those_of_the_whole(typeset: Path) -> None:
    planes = Planes(426, 240)
    for frame, rows in stress_frames(typeset, plain=False):
        planes.update(frame, rows)
        whole = av.VideoFrame.from_numpy_buffer(frame, format="rgba").reformat(
            format="yuv420p", dst_colorspace="ITU709", dst_color_range="MPEG", threads=1
        )
        for mine, its in zip(views(planes.frame), views(whole), strict=True):
            assert np.array_equal(mine, its)


@pytest.mark.parametrize("missing", ["library", "struct"])
def test_manim_draws_where_cairo_is_not_as_expected(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    paths.available.cache_clear()
    if missing == "library":
        monkeypatch.setattr(paths, "_library", lambda: (_ for _ in ()).throw(OSError("no such symbol")))
    else:
        monkeypatch.setattr(paths, "_library", lambda: lambda context, path: None)
    assert not paths.available()
    monkeypatch.undo()
    paths.available.cache_clear()
    assert paths.available()


@given(arrays(np.float64, st.tuples(st.integers(1, 6), st.just(4), st.just(2)), elements=st.sampled_from([0.0, 1, 2])))
def test_outlines_are_those_of_manim(curves: np.ndarray) -> None:
    points = np.concatenate([curves.reshape(-1, 2), np.zeros((4 * len(curves), 1))], axis=1)
    mobject = VMobject()
    mobject.points = points
    surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, 8, 8)
    theirs, ours = cairo.Context(surface), cairo.Context(surface)
    Camera(pixel_width=8, pixel_height=8).set_cairo_context_path(theirs, mobject)
    doubled = np.concatenate([points[:, :2], points[:, :2]])
    outlines = paths.Outlines(doubled, np.array([0, len(points)]))
    outlines.append(paths.address(ours), 1)
    assert list(ours.copy_path()) == list(theirs.copy_path())


@st.composite
def trees(draw: st.DrawFn) -> list[VMobject]:
    mobjects = [Dot() if draw(st.booleans()) else VMobject() for _ in range(draw(st.integers(1, 8)))]
    for index, mobject in enumerate(mobjects):
        mobject.submobjects = (
            draw(st.lists(st.sampled_from(mobjects[index + 1 :]), max_size=3)) if mobjects[index + 1 :] else []
        )
        mobject.z_index = draw(st.integers(0, 2))
    return draw(st.lists(st.sampled_from(mobjects), max_size=4))


@given(trees(), st.booleans())
def test_families_are_in_manims_order(mobjects: list[VMobject], by_z_index: bool) -> None:
    expected = extract_mobject_family_members(mobjects, use_z_index=by_z_index, only_those_with_points=True)
    assert families(mobjects, by_z_index=by_z_index) == expected


def rectangles() -> st.SearchStrategy[tuple[int, ...]]:
    corner = st.integers(0, 90)
    return st.tuples(corner, corner, st.integers(0, 9), st.integers(1, 9)).map(
        lambda box: (box[0], box[1], box[0] + box[2], box[1] + box[3])
    )


@given(st.lists(rectangles(), max_size=60))
def test_few_rectangles_cover_all_boxes(boxes: list[tuple[int, ...]]) -> None:
    result = merged(np.array(boxes, np.int64).reshape(-1, 4))
    assert len(result) <= 8
    wanted, covered = np.zeros((100, 100), bool), np.zeros((100, 100), bool)
    for grid, each in ((wanted, boxes), (covered, result)):
        for left, top, right, bottom in each:
            grid[top:bottom, left:right] = True
    assert not (wanted & ~covered).any()


def test_film_of_a_plain_camera_is_nearly_the_same(typeset: Path, tmp_path: Path) -> None:
    from rendering.encode.h264 import joined
    from rendering.outputs.film import make
    from rendering.outputs.output import Making

    shot = plan(["attention-update-apple"], Settings(), Quality("small", 320, 180, 2))[0]
    decoded = []
    for each in (shot, replace(shot, format=Film(plain=True))):
        content = joined(make(each, Making(typeset, tmp_path)).pieces, 2, tmp_path / "joined.mp4")
        with av.open(io.BytesIO(content)) as video:
            decoded.append(np.array([frame.to_ndarray() for frame in video.decode(video=0)]).astype(int))
    assert np.abs(decoded[0] - decoded[1]).mean() < 0.1
