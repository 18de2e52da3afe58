"""Every format shows the same film: transparent over the background, as GIF, as numbered pictures, as SVG."""

from __future__ import annotations

import io
import multiprocessing
import re
import zipfile
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import av
import numpy as np
import pytest
import typst
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageColor

from rendering.encode.h264 import joined
from rendering.outputs.beats import alternative, timeline
from rendering.outputs.film import make
from rendering.outputs.output import Making
from rendering.outputs.still import moment
from rendering.outputs.typst_page import laid_out
from rendering.plan.plan import plan
from rendering.request.formats import CONTAINERS, ContainerName, Film, Format, Still, drawn_quality
from rendering.request.formats import Timeline as TimelineFormat
from rendering.request.settings import Settings, read_settings
from rendering.request.shot import FRAMES, QUALITIES, Quality, Shot
from rendering.request.story import read_story
from scenes import FIGURES
from scenes.errors import UserError
from scenes.style import DARK

TINY = Quality("tiny", 160, 90, 10)
SMALL = Quality("small", 320, 180, 2)
REAL = "attention-update-apple"
GROUND = ImageColor.getrgb(DARK.background)
GLOW = 16  # levels by which the many faint rings of a glow, each rounded, may add up to a little more or less


def shot_of(name: str, form: Format, quality: Quality = TINY, *changes: str) -> Shot:
    (shot,) = plan([name], read_settings(changes) if changes else Settings(), quality, form)
    return shot


def made(shot: Shot, typeset: Path, folder: Path) -> bytes:
    return joined(make(shot, Making(typeset, folder)).pieces, shot.quality.frame_rate, folder / "joined.mp4")


def picture_of(shot: Shot, typeset: Path, folder: Path) -> bytes:
    (piece,) = make(shot, Making(typeset, folder)).pieces
    return piece.content


def decoded(content: bytes, decoder: str | None = None) -> np.ndarray:
    """A film's frames with their opacity."""
    with av.open(io.BytesIO(content)) as container:
        if decoder is None:
            return np.stack([frame.to_ndarray(format="rgba") for frame in container.decode(video=0)])
        context = av.codec.CodecContext.create(decoder, "r")  # the usual one leaves opacity out
        packets = [packet if packet.size else None for packet in container.demux(video=0)]
        return np.stack([f.to_ndarray(format="rgba") for packet in packets for f in context.decode(packet)])


def pictures(content: bytes) -> np.ndarray:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return np.stack([np.asarray(Image.open(io.BytesIO(archive.read(name)))) for name in archive.namelist()])


def opened(content: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(content)))


def on_ground(frames: np.ndarray) -> np.ndarray:
    """Frames of straight colours over the theme's background, by Pillow."""
    ground = Image.new("RGBA", frames.shape[2:0:-1], GROUND)
    return np.stack(
        [np.asarray(Image.alpha_composite(ground, Image.fromarray(each)).convert("RGB")) for each in frames]
    )


def difference(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    return np.abs(one.astype(int) - other)


@pytest.fixture(scope="module")
def real(typeset: Path, tmp_path_factory: pytest.TempPathFactory) -> np.ndarray:
    """The frames of a figure with texts, arrows and things half faded, as they are drawn."""
    return pictures(made(shot_of(REAL, Film(container="png"), SMALL), typeset, tmp_path_factory.mktemp("real")))


@pytest.mark.parametrize(
    ("form", "decoder", "most", "mean"),
    [
        (Film(container="mov"), None, GLOW, 0.15),
        (Film(container="webm"), "libvpx-vp9", 255, 1.5),  # edges keep half their colours, faint lights fewer
        (Film(container="png", clear=True), "png", GLOW, 0.15),
    ],
)
def test_transparent_film_over_the_background_is_the_opaque_film(
    form: Film, decoder: str | None, most: int, mean: float, real: np.ndarray, typeset: Path, tmp_path: Path
) -> None:
    content = made(shot_of(REAL, form, SMALL), typeset, tmp_path)
    frames = pictures(content) if decoder == "png" else decoded(content, decoder)
    assert frames.shape == (*real.shape[:3], 4)
    assert (frames[..., 3].min(axis=(1, 2)) == 0).all() and frames[..., 3].max() == 255
    assert ((frames[..., 3] > 60) & (frames[..., 3] < 180)).any(), "something is half transparent"
    off = difference(on_ground(frames), real)
    assert off.max() <= most and off.mean() <= mean
    shown = (frames[..., 3] == 255).any(axis=0)
    assert off[:, shown].mean() < 20 * mean


def test_gif_plays_for_ever_in_the_films_colours_and_time(real: np.ndarray, typeset: Path, tmp_path: Path) -> None:
    with Image.open(io.BytesIO(made(shot_of(REAL, Film(container="gif"), SMALL), typeset, tmp_path))) as gif:
        assert gif.info["loop"] == 0 and gif.size == (320, 180)
        frames, milliseconds = [], []
        for number in range(gif.n_frames):
            gif.seek(number)
            frames.append(np.asarray(gif.convert("RGB")))
            milliseconds.append(gif.info["duration"])
    assert sum(milliseconds) == pytest.approx(1000 * len(real) / SMALL.frame_rate, abs=20)
    shown = np.repeat(np.arange(len(frames)), [round(duration * SMALL.frame_rate / 1000) for duration in milliseconds])
    assert len(shown) == len(real)
    assert difference(np.stack(frames)[shown], real).mean() < 1


@given(st.sampled_from(list(QUALITIES.values())), st.sampled_from(list(FRAMES)))
def test_a_gif_is_small_and_keeps_the_frames_shape(quality: Quality, frame: str) -> None:
    framed = quality.framed(frame)
    drawn = drawn_quality(Film(container="gif"), framed)
    assert max(drawn.width, drawn.height) <= 640 and drawn.frame_rate <= 15
    assert drawn.width / drawn.height == pytest.approx(framed.width / framed.height, rel=0.01)
    assert drawn_quality(Film(container="webm"), framed) == framed


@pytest.mark.usefixtures("samples")
def test_pictures_are_numbered_from_1(typeset: Path, tmp_path: Path) -> None:
    content = made(shot_of("sample-moving", Film(container="png")), typeset, tmp_path)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.namelist() == [f"sample-moving-frames/{number:04}.png" for number in range(1, 13)]
    assert pictures(content).shape == (12, 90, 160, 3)


@pytest.mark.usefixtures("samples")
@pytest.mark.parametrize("container", CONTAINERS)
def test_the_same_film_is_the_same_file(container: ContainerName, typeset: Path, tmp_path: Path) -> None:
    shot = shot_of("sample-moving", Film(container=container))
    assert made(shot, typeset, tmp_path) == made(shot, typeset, tmp_path)
    assert not list(tmp_path.iterdir()), "nothing unfinished is left"


@pytest.mark.usefixtures("samples")
@pytest.mark.parametrize("container", CONTAINERS)
def test_a_figure_that_does_not_move_is_a_picture_in_every_format(
    container: ContainerName, typeset: Path, tmp_path: Path
) -> None:
    shot = shot_of("sample-still", Film(container=container))
    picture = opened(picture_of(shot, typeset, tmp_path))
    assert shot.file_name == "sample-still.png"
    if container in ("webm", "mov"):
        assert picture.shape == (90, 160, 4) and picture[0, 0, 3] == 0
        picture = on_ground(picture[None])[0]
    assert difference(picture, opened(picture_of(replace(shot, format=Film()), typeset, tmp_path))).max() <= 2


# --- One moment -----------------------------------------------------------------------------------------------------


def test_a_moment_is_the_frame_of_the_film(real: np.ndarray, typeset: Path) -> None:
    story = read_story(timeline(shot_of(REAL, TimelineFormat(), SMALL), typeset))
    assert story.frames == len(real)
    for seconds in (3.3, story.seconds):
        got = opened(moment(shot_of(REAL, Still(at=seconds), SMALL), typeset))
        assert difference(got, real[min(int(seconds * SMALL.frame_rate + 1e-6), len(real) - 1)]).max() <= 11
    step = story.steps[1]
    got = opened(moment(shot_of(REAL, Still(beat=step.name), SMALL), typeset))
    assert difference(got, real[step.end - 1]).max() <= 11
    end = opened(moment(shot_of(REAL, Still(), SMALL), typeset))
    assert difference(end, real[-1]).max() <= 11


def rasterised(svg: bytes, width: int) -> np.ndarray:
    """An SVG file as pixels, by another program than the one that drew it."""
    page = (
        b'#set page(width: auto, height: auto, margin: 0pt)\n#image(bytes(sys.inputs.svg), width: 100pt, format: "svg")'
    )
    inputs = {"svg": svg.decode()}
    return opened(typst.compile(page, format="png", ppi=72 * width / 100, sys_inputs=inputs))[..., :3]


def test_svg_shows_what_the_png_shows_as_outlines_alone(typeset: Path) -> None:
    shot = shot_of(REAL, Still(beat="shrink", kind="svg"), SMALL)
    svg = moment(shot, typeset)
    png = opened(moment(replace(shot, format=Still(beat="shrink")), typeset))
    assert difference(rasterised(svg, 320), png).mean() < 2
    root = ElementTree.fromstring(svg)
    tags = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert "path" in tags and not tags & {"text", "image", "script", "foreignObject"}
    texts = [element.text for element in root][:2]
    assert texts[0] == "Weighted vectors, laid tip to tail, end at the word's new place."
    assert texts[1] == shot.style.language.text(f"{REAL}.captions.shrink")


def test_pdf_is_a_page_of_the_picture_s_size_in_outlines(typeset: Path) -> None:
    shot = shot_of(REAL, Still(beat="shrink", kind="pdf"), SMALL)
    pdf = moment(shot, typeset)
    assert pdf.startswith(b"%PDF-") and pdf == moment(shot, typeset), "the same each time"
    width, height = (0.75 * side for side in (shot.quality.width, shot.quality.height))
    assert re.search(rf"/MediaBox ?\[0 0 {width:g}(\.0)? {height:g}(\.0)?\]".encode(), pdf)
    assert b"/Subtype /Image" not in pdf and b"/Font" not in pdf
    assert FIGURES[REAL].sentence.removesuffix(".").replace("'", "").encode()[:20] in pdf


def test_transparent_svg_has_no_ground(typeset: Path) -> None:
    shot = shot_of(REAL, Still(kind="svg"), SMALL)
    opaque, clear = moment(shot, typeset), moment(replace(shot, format=Still(kind="svg", transparent=True)), typeset)
    for drawn, ground in ((opaque, GROUND), (clear, (255, 255, 255))):
        assert difference(rasterised(drawn, 320)[0, 0], np.array(ground)).max() <= 2  # a corner's light has faded out


@pytest.mark.usefixtures("samples")
@pytest.mark.parametrize(
    ("name", "form", "line"),
    [
        ("sample-moving", Still(beat="mvoe-1"), 'no beat "mvoe-1"; did you mean "move-1"?; there are: move-0, move-1'),
        ("sample-moving", Still(beat="\x00x"), 'no beat "\\x00x"; there are: move-0, move-1'),
        ("sample-moving", Still(at=1.3), "--at must be at most 1.20, the seconds of the film; got 1.3"),
        ("sample-still", Still(at=0.0), "it does not move, so it has no picture at a time; leave --at out"),
    ],
)
def test_a_moment_that_there_is_not(name: str, form: Still, line: str, typeset: Path) -> None:
    with pytest.raises(UserError) as raised:
        moment(shot_of(name, form), typeset)
    assert str(raised.value) == line


@given(st.text())
def test_a_moments_file_never_leaves_its_folder(name: str) -> None:
    assert Path(Still(beat=name).moment).name == Still(beat=name).moment or not Still(beat=name).moment


# --- What is said and when ------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("samples")
@settings(max_examples=12)
@given(seconds=st.floats(0.05, 1.5), steps=st.integers(1, 3), rate=st.sampled_from([5, 10, 24, 60]))
def test_a_timeline_has_the_films_frames_without_drawing_them(
    seconds: float, steps: int, rate: int, typeset: Path, tmp_path: Path
) -> None:
    quality = Quality("tiny", 32, 18, rate)
    changes = (f"seconds={seconds}", f"steps={steps}")
    making = Making(typeset, tmp_path)
    pieces = make(shot_of("sample-moving", Film(), quality, *changes), making).pieces
    story = read_story(timeline(shot_of("sample-moving", TimelineFormat(), quality, *changes), typeset))
    assert story.frames == sum(piece.frames for piece in pieces) == story.steps[-1].end
    assert [step.name for step in story.steps] == [f"move-{number}" for number in range(steps)]
    lengths = {step.end - step.first for step in story.steps}
    assert len(lengths) == 1, "every beat is as long as the others"


def test_what_a_picture_shows_is_said_from_its_numbers(typeset: Path) -> None:
    shot = shot_of(REAL, TimelineFormat(), SMALL, "world.vectors.apple=1.2,1.9")
    story = read_story(timeline(shot, typeset))
    assert "(1.20, 1.90)" in story.alternative and story.alternative == alternative(shot)
    silent = replace(shot, style=replace(shot.style, language=replace(shot.style.language, texts={})))
    assert alternative(silent) == story.sentence == "Weighted vectors, laid tip to tail, end at the word's new place."


def test_a_worker_that_is_forked_after_a_page_was_made_makes_pages_too() -> None:
    page = {"picture": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', "width": 9, "height": 9}
    page |= {"title": "A square", "description": "A square of nine pixels"}
    here = laid_out("still.typ", page, "pdf")
    with multiprocessing.get_context("fork").Pool(1) as pool:
        there = pool.apply_async(laid_out, ("still.typ", page, "pdf")).get(timeout=30)
    assert here.startswith(b"%PDF-") and there.startswith(b"%PDF-")
