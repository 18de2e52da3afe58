"""A talk: one file with figures, slides of the speaker's own, notes and options becomes a page and a deck."""

from __future__ import annotations

import io
import json
import os
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

import render
from rendering.publish.own_slides import own_slides
from rendering.request import shot
from rendering.request.shot import Quality
from rendering.request.talk import read_talk
from scenes.style import DARK, Style

pytestmark = pytest.mark.usefixtures("no_waiting")

TALK = """
title = "A <b>talk</b>"
subtitle = "Me"
minutes = 10
[options]
quality = "low"
theme = "light"
[[slides]]
title = "Words"
text = "One.\\n\\n- two\\n- three"
note = "Slowly."
[[slides]]
figure = "sample-moving"
note = "All of it."
[slides.notes]
move-0 = "Look."
[[slides]]
picture = "red.png"
description = "A red square."
[[slides]]
question = "Why?"
answer = "Because."
[[slides]]
figure = "sample-still"
[[slides]]
film = "own.mp4"
"""


@pytest.fixture(autouse=True)
def desk(samples: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(shot.QUALITIES, "low", Quality("low", 320, 180, 10))
    Image.new("RGB", (50, 50), "#ff0000").save("red.png")
    assert run("sample-moving", "-q", "low", "-j", "1").exit_code == 0
    Path("out/sample-moving.mp4").rename("own.mp4")
    Path("talk.toml").write_text(TALK, encoding="utf-8")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(render.main, arguments)


def given(page: str, name: str) -> list[dict[str, object]]:
    (text,) = re.findall(rf'id="{name}">(.*?)</script>', Path(page).read_text("utf-8"), re.DOTALL)
    return json.loads(text)


def test_a_page_gives_the_talk_in_its_order_with_its_options() -> None:
    result = run("page", "talk.toml", "-j", "1")
    assert result.exit_code == 0, result.output
    shown = given("out/page/index.html", "figures")
    names = ["slide-title", "slide-1", "sample-moving", "slide-3", "slide-4", "sample-still", "slide-6"]
    assert [each["name"] for each in shown] == names
    assert given("out/page/index.html", "talk") == {"minutes": 10.0}
    title, words, moving, picture, question, _, film = shown
    assert title["sentence"] == "A <b>talk</b>" and words["note"] == "Slowly."
    assert moving["note"] == "All of it." and moving["steps"][0]["note"] == "Look."
    assert picture["alternative"] == "A red square."
    assert [step["caption"] for step in question["steps"]] == ["Why?", "Why? Because."]
    assert (film["film"], film["steps"][0]["end"]) == ("slide-6.mp4", moving["frames"])
    media = Path("out/page/media")
    for each in shown:
        for name in (each["film"], each["picture"], *(step.get("picture", "") for step in each["steps"])):
            assert not name or (media / str(name)).stat().st_size
    ground = Image.open(media / "slide-1-1.png").convert("RGB").getpixel((0, 0))
    assert ground == (252, 250, 246), "the theme is the talk's"
    assert "&lt;b&gt;talk" in Path("out/page/index.html").read_text("utf-8")
    assert run("page", "talk.toml", "--theme", "dark", "--title", "T", "--single", "-j", "1").exit_code == 0
    single = Path("out/page.html").read_text("utf-8")
    assert DARK.background in single and "<title>T</title>" in single, "what is typed comes first"
    assert 'data-file="slide-6.mp4"' in single


def test_a_deck_has_the_same_slides() -> None:
    assert run("slides", "talk.toml", "-o", "deck", "-j", "1").exit_code == 0
    slides = json.loads(Path("deck/slides/deck.json").read_text())["slides"]
    files = [Path(slide["file"]).name for slide in slides]
    assert files[:2] == ["slide-title-1.png", "slide-1-1.png"] and files[-1] == "slide-6.mp4"
    assert [slide["notes"] for slide in slides if "slide-1-1" in slide["file"]] == ["Slowly."]
    assert all((Path("deck") / slide[key]).stat().st_size for slide in slides for key in ("file", "rev_file"))


def test_slides_are_drawn_as_large_as_fits() -> None:
    talk = read_talk(Path("talk.toml"))
    quality = Quality("low", 320, 180, 10)
    slides = {each.name: each for each in own_slides(talk, quality, Style.of()) if not isinstance(each, str)}
    (picture,) = slides["slide-3"].contents.values()
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    assert image.size == (320, 180)
    reds = [column for column in range(320) if image.getpixel((column, 90)) == (255, 0, 0)]
    assert 150 <= len(reds) <= 170 and abs(reds[0] + reds[-1] - 319) <= 1, "in the middle, as high as there is room"

    def inked(content: bytes) -> int:
        return sum(level > 128 for level in Image.open(io.BytesIO(content)).convert("L").get_flattened_data())

    first, second = slides["slide-4"].contents.values()
    assert 0 < inked(first) < inked(second), "the answer comes second"
    larger = {e.name: e for e in own_slides(talk, quality, Style.of(type_scale=1.25)) if not isinstance(e, str)}
    assert inked(larger["slide-4"].contents["slide-4-1.png"]) > 1.2 * inked(first)


SLIDE = '\n[[slides]]\ntitle = "b"\n'


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("x = 1", 'unknown name "x"; allowed: minutes, options, slides, subtitle, title'),
        ("titel = 'a'", 'unknown name "titel"; did you mean "title"?'),
        ('title = "a"', "slides is missing"),
        ('title = "a"\nslides = []', "slides must have at least 1 item"),
        ('title = "a"\nminutes = -3' + SLIDE, "minutes must be greater than 0; got -3"),
        ('title = "a"\nminutes = nan' + SLIDE, "minutes must be a finite number; got nan"),
        ('title = "a"\n[options]\nquality = "best"' + SLIDE, "options.quality must be one of 'low', 'medium', 'high'"),
        (
            'title = "a"\n[options]\ntype-scale = 3' + SLIDE,
            "options.type-scale must be less than or equal to 1.25",
        ),
        ('title = "a"\n[options]\nlang = "xx"' + SLIDE, 'options.lang: must be one of en, de; got "xx"'),
        (
            'title = "a"\n[[slides]]\nfigure = "sample-movin"',
            'slides[0].figure: unknown figure "sample-movin"',
        ),
        ('title = "a"\n[[slides]]\nfigure = "all"', 'slides[0].figure: it is one figure; got "all"'),
        (
            'title = "a"\n[[slides]]\nfigure = "sample-moving"\ntext = "b"',
            "slides[0]: a slide has one of figure,",
        ),
        ('title = "a"\n[[slides]]\ntext = "b"\nanswer = "c"', "slides[0]: answer does not go with text; allowed: "),
        ('title = "a"\n[[slides]]\npictur = "b"', 'slides[0]: unknown name "pictur"; did you mean "picture"?'),
        ('title = "a"\n[[slides]]\npicture = "no.png"', 'slides[0].picture: no file "no.png"'),
        ('title = "a"\n[[slides]]\npicture = "talk.toml"', 'slides[0]: "talk.toml" must end in .png, .jpg,'),
        ('title = "a"\n[[slides]]\npicture = "pipe.png"', 'slides[0].picture: no file "pipe.png"'),
        ('title = "a"\n[[slides]]\npicture = "bad.png"', '"bad.png" is no picture that can be read'),
        ('title = "a"\n[[slides]]\npicture = "bad.svg"', '"bad.svg" is no picture that can be read'),
        ('title = "a"\n[[slides]]\nfilm = "bad.mp4"', '"bad.mp4" is no film that can be read'),
        ('title = "a"\n[[slides]]\nquestion = "b"', "slides[0]: the question lacks its answer"),
        (
            'title = "a"\n' + 2 * '[[slides]]\nfigure = "sample-still"\n',
            'slides[1].figure: "sample-still" is in',
        ),
        ('title = "a"\n[[slides]]\nfigure = "sample-moving"\n[slides.notes]\nmvoe = "b"', "has no beat"),
    ],
)
def test_a_mistake_in_a_talk_is_one_line(text: str, line: str) -> None:
    os.mkfifo("pipe.png")
    for name in ("bad.png", "bad.svg", "bad.mp4"):
        Path(name).write_text("not that")
    Path("talk.toml").write_text(text, encoding="utf-8")
    result = run("page", "talk.toml", "-q", "low", "-j", "1")
    last = result.stderr.splitlines()[-1]
    assert (result.exit_code, line in last) == (2, True), result.output
    assert last.startswith("error: ")


def test_a_talk_is_given_alone() -> None:
    result = run("page", "talk.toml", "sample-still")
    assert (result.exit_code, result.stderr) == (
        2,
        'error: a talk has its own figures; got 2 names with "talk.toml"\n',
    )
    assert run("page", "nosuch.toml").stderr == 'error: no talk file "nosuch.toml"\n'
    assert run("new-talk", "my.toml").stdout == "wrote my.toml; next: render.py page my.toml -q low\n"
    assert run("new-talk", "my.toml").stderr.startswith('error: "my.toml" is there already; ')
    assert run("new-talk", "my.txt").stderr.startswith("error: a talk's file ends in .toml; ")
