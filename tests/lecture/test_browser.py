"""The page in a real browser: it opens without a network, plays, steps, and can be used without a mouse."""

from __future__ import annotations

import json
import re
import shutil
import time
from base64 import b64decode
from pathlib import Path

import hostile_figures
import pytest
from axe_core_python.selenium import Axe
from PIL import Image
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.keys import Keys

from rendering.publish.page import write_page
from rendering.publish.page_view import Download, FigureView, StepView
from tests.lecture.browser import Page

FILM = "[...document.querySelectorAll('#picture video')].find((film) => !film.hidden)"
STATE = "(({state, figure, step}) => [state, figure, Number(step)])(document.getElementById('lecture').dataset)"


def steps(made: Path, figure: str) -> list[dict[str, int]]:
    text = (made / "page" / "index.html").read_text(encoding="utf-8")
    figures = json.loads(re.findall(r'id="figures">(.*?)</script>', text, re.DOTALL)[0])
    return next(list(each["steps"]) for each in figures if each["name"] == figure)


def held(page: Page, figure: str, step: int) -> None:
    """Wait until the lecture holds at a step."""
    page.until(f"JSON.stringify({STATE}) === {json.dumps(json.dumps(['held', figure, step], separators=(',', ':')))}")


def frame(page: Page, rate: int = 30) -> float:
    page.until(f"!{FILM}.seeking")
    return float(page.run(f"return {FILM}.currentTime")) * rate


def begin(page: Page) -> None:
    page.run("document.getElementById('begin').focus()")
    page.press(Keys.ENTER)


def test_page_opens_from_disk_without_network_or_mistake(page: Page) -> None:
    assert page.run("return document.querySelectorAll('.card').length") == 3
    assert page.run("return [...document.querySelectorAll('h2[id]')].map((title) => title.textContent)") == [
        "All as one film",
        "Samples",
        hostile_figures.SECTION,
    ]
    loaded = page.run("return performance.getEntriesByType('resource').map((entry) => entry.name)")
    assert all(name.startswith(("file:", "data:")) for name in loaded)
    assert not [name for name in loaded if name.endswith(".mp4")], "films load when they are wanted"
    assert page.mistakes() == []


def test_film_plays_with_its_captions(page: Page) -> None:
    page.run("document.querySelector('#sample-moving .play').click()")
    page.until("document.querySelector('#sample-moving video').currentTime > 1.1")
    page.until("document.querySelector('#sample-moving .now').textContent.endsWith('for the 2. time.')")
    cues = page.run("return [...document.querySelector('#sample-moving video').textTracks[0].cues].map((c) => c.text)")
    assert cues == ["The dot moves for the 1. time.", "The dot moves for the 2. time."]
    page.run("document.querySelector('#hostile .play').click()")
    cue = page.run("return document.querySelector('#hostile video').textTracks[0].cues[0].getCueAsHTML().textContent")
    assert cue == hostile_figures.CAPTIONS[0]
    assert page.mistakes() == []


def test_lecture_holds_on_the_last_frame_of_every_beat(page: Page, made: Path) -> None:
    begin(page)
    for figure in ("sample-moving", "hostile"):
        for index, step in enumerate(steps(made, figure)):
            held(page, figure, index)
            assert step["end"] - 1 <= frame(page) < step["end"]
            time.sleep(0.15)
            assert step["end"] - 1 <= frame(page) < step["end"]
            assert page.run("return document.getElementById('said').textContent") == step["caption"]
            page.press(Keys.PAGE_DOWN if index else Keys.ARROW_RIGHT)
    held(page, "sample-still", 0)
    page.press(Keys.ARROW_RIGHT)
    held(page, "sample-still", 0)
    assert page.run("return document.getElementById('picture').querySelector('img').naturalWidth") == 320
    assert page.mistakes() == []


def test_no_frame_beyond_a_beat_is_shown_while_it_plays(page: Page, made: Path) -> None:
    """A recorder of all frames that come on screen during the first step: one after its end would be seen."""
    first = steps(made, "sample-moving")[0]
    page.run("""
        window.seen = [];
        const play = HTMLMediaElement.prototype.play;
        HTMLMediaElement.prototype.play = function () {
            const look = () => this.requestVideoFrameCallback((_, shown) => { seen.push(shown.mediaTime); look(); });
            look();
            return play.call(this);
        };""")
    begin(page)
    held(page, "sample-moving", 0)
    time.sleep(0.2)
    shown = [seconds * 30 for seconds in page.run("return window.seen")]
    assert len(shown) > 5
    assert max(shown) <= first["end"] + 0.01, "at most one frame beyond the last"


def test_keys(page: Page, made: Path) -> None:
    begin(page)
    held(page, "sample-moving", 0)
    page.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)  # the second one goes to the end of what plays
    held(page, "sample-moving", 1)
    page.press(Keys.ARROW_LEFT)
    held(page, "sample-moving", 0)
    assert steps(made, "sample-moving")[0]["end"] - 1 <= frame(page) < steps(made, "sample-moving")[0]["end"]
    page.press(Keys.ARROW_DOWN)
    held(page, "hostile", 0)
    page.press("n")
    assert hostile_figures.NOTE in page.run("return document.getElementById('notes').innerText")
    page.press(" ", " ")
    held(page, "hostile", 1)
    assert "<s>3</s> < 4" not in page.run("return document.getElementById('notes').innerText"), "only when asked for"
    page.press("m")
    notes = page.run("return document.getElementById('notes').innerText")
    assert (
        "Wait for an answer." in notes and "<s>3</s> < 4" in notes and f"Next: {hostile_figures.CAPTIONS[2]}" in notes
    )
    page.press("c")
    assert page.run("return document.getElementById('said').getBoundingClientRect().height") > 20
    for key, part in (("b", "black"), ("?", "help")):
        page.press(key)
        assert page.run(f"return !document.getElementById('{part}').hidden")
        page.press(Keys.ESCAPE)
        assert page.run(f"return document.getElementById('{part}').hidden")
    page.press("r")
    held(page, "hostile", 1)
    page.press(Keys.END)
    held(page, "sample-still", 0)
    page.press(Keys.HOME, Keys.ARROW_RIGHT)
    held(page, "sample-moving", 0)
    assert page.mistakes() == []


def test_overview_goes_anywhere(page: Page) -> None:
    begin(page)
    held(page, "sample-moving", 0)
    page.press("o")
    labels = page.run("return [...document.querySelectorAll('#overview button')].map((b) => b.textContent)")
    assert labels[2:5] == list(hostile_figures.CAPTIONS)
    page.press(*[Keys.ARROW_DOWN] * 3, Keys.ENTER)
    held(page, "hostile", 1)
    assert page.run("return document.getElementById('overview').hidden")


def test_lecture_is_resumed(page: Page) -> None:
    begin(page)
    page.press(Keys.ARROW_DOWN, Keys.ARROW_RIGHT)
    held(page, "hostile", 0)
    page.driver.refresh()  # a slip of the fingers in the middle of a talk
    held(page, "hostile", 0)
    page.press(Keys.ESCAPE)
    page.open()
    assert page.run("return document.getElementById('resume').textContent") == "Go on at step 3 of 6"
    page.run("document.getElementById('resume').click()")
    held(page, "hostile", 0)


def test_lecture_over_chosen_figures_in_the_order_of_choosing(page: Page) -> None:
    for name in ("hostile", "sample-moving"):
        page.run("document.querySelector(`#${arguments[0]} .add`).click()", name)
    page.run("document.getElementById('begin-chosen').click()")
    page.press(Keys.END)
    held(page, "sample-moving", 1)
    page.press(Keys.HOME, Keys.ARROW_RIGHT)
    held(page, "hostile", 0)
    page.press(Keys.ESCAPE)
    assert "2 figures" in page.open().run("return document.getElementById('chosen').textContent")


def test_everything_is_reached_by_keyboard_alone(page: Page) -> None:
    reached = []
    for _ in range(60):
        page.press(Keys.TAB)
        reached.append(page.run("const at = document.activeElement; return at.id || at.className || at.tagName"))
        if reached[-1] == "BODY":
            break
    assert reached[:2] == ["skip", "begin"]
    assert {"play", "from", "add", "SUMMARY", "A"} <= set(reached)
    page.run("document.getElementById('begin').focus()")
    page.press(Keys.ENTER)
    held(page, "sample-moving", 0)
    assert page.run("return document.activeElement.id") == "lecture"
    for _ in range(12):
        page.press(Keys.TAB)
        assert page.run(
            "return !!document.activeElement.closest('#lecture, body') && !document.activeElement.closest('main')"
        )
    page.press(Keys.ESCAPE)
    assert page.run("return document.getElementById('lecture').hidden")
    page.until("document.activeElement.id === 'begin'")


def test_speaker_notes_in_a_window_of_their_own(page: Page, made: Path) -> None:
    begin(page)
    page.press("s")
    windows = page.driver.window_handles
    assert len(windows) == 2
    page.driver.switch_to.window(windows[1])
    try:
        page.until("document.body.innerText.includes('step 1 of 6')")
        shown = "[...document.querySelectorAll('.pictures video')].map((film) => [film.videoWidth, film.currentTime])"
        first, second = steps(made, "sample-moving")
        page.until(f"{shown}.length === 2 && {shown}.every(([width]) => width === 320)")
        seconds = [at for _, at in page.until(shown)]
        assert seconds == pytest.approx([(step["end"] - 0.5) / 30 for step in (first, second)], abs=1e-3)
        page.press(Keys.ARROW_DOWN)  # the speaker steers from here too
        page.until("document.body.innerText.includes('step 3 of 6')")
        page.press(Keys.END)
        page.until("document.querySelector('.pictures .present img')?.naturalWidth === 320")
        assert page.run("return document.querySelector('.pictures .after').hidden"), "nothing comes after the last"
    finally:
        page.driver.close()
        page.driver.switch_to.window(windows[0])


def test_the_clock_goes_on_when_the_page_is_reloaded(page: Page) -> None:
    begin(page)
    held(page, "sample-moving", 0)
    page.run("localStorage.setItem(`lecture-clock:${document.title}`, JSON.stringify(Date.now() - 75_000))")
    page.driver.refresh()
    held(page, "sample-moving", 0)
    page.press("n")
    page.until("/^1:1[5-9] · step 1 of 6$/.test(document.querySelector('#notes .clock').textContent)")


def test_numbers_and_links_lead_to_a_step(page: Page) -> None:
    begin(page)
    held(page, "sample-moving", 0)
    page.press("4", Keys.ENTER)
    held(page, "hostile", 1)
    assert page.run("return location.hash") == "#lecture/4"
    page.press("9", "9", Keys.ENTER)
    held(page, "sample-still", 0)
    page.press("1", Keys.ESCAPE, Keys.ENTER)  # what was typed is taken back, and Enter is the next step
    held(page, "sample-still", 0)
    page.run("localStorage.clear()")
    page.driver.get("about:blank")
    page.driver.get(f"{page.path.as_uri()}#lecture/3")
    held(page, "hostile", 0)
    page.run("location.hash = '#lecture/2'")
    held(page, "sample-moving", 1)
    page.driver.get("about:blank")
    page.driver.get(f"{page.path.as_uri()}#lecture/77")
    assert page.run("return document.getElementById('lecture').hidden")
    assert page.mistakes() == []


def test_pointer_pen_and_magnifier(page: Page) -> None:
    begin(page)
    held(page, "sample-moving", 0)
    page.press("l")
    ActionChains(page.driver).move_by_offset(0, 0).perform()
    stage = page.driver.find_element("id", "lecture")
    ActionChains(page.driver).move_to_element_with_offset(stage, 100, -50).perform()
    dot = page.run("const {left, top} = document.getElementById('dot').style; return [left, top]")
    box = page.run(
        "const {width, height} = document.getElementById('lecture').getBoundingClientRect(); return [width, height]"
    )
    assert [float(at.removesuffix("px")) for at in dot] == pytest.approx([box[0] / 2 + 100, box[1] / 2 - 50], abs=1)
    inked = (
        "(({width, height}) => document.getElementById('ink').getContext('2d')"
        ".getImageData(0, 0, width, height).data.some((value) => value))(document.getElementById('ink'))"
    )
    page.press("p")
    drag = ActionChains(page.driver).move_to_element_with_offset(stage, -100, 0).click_and_hold()
    drag.move_by_offset(60, 40).release().perform()
    assert page.run(f"return {inked}")
    held(page, "sample-moving", 0)
    page.press("e")
    assert not page.run(f"return {inked}")
    page.press("z")
    page.until("document.getElementById('picture').getBoundingClientRect().width > 1.9 * innerWidth")
    page.press(Keys.ESCAPE)
    page.until("document.getElementById('picture').getBoundingClientRect().width <= innerWidth")
    assert page.run("return document.getElementById('lecture').dataset.tool ?? null") is None
    assert not page.run("return document.getElementById('lecture').hidden"), "Escape puts tools away first"
    assert page.mistakes() == []


def test_a_finger_turns_the_pages(page: Page) -> None:
    begin(page)
    held(page, "sample-moving", 0)

    def swipe(start: int, end: int) -> None:
        for kind, at in (("touchStart", start), ("touchMove", end), ("touchEnd", None)):
            points = [] if at is None else [{"x": at, "y": 300}]
            page.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    swipe(700, 500)
    held(page, "sample-moving", 1)
    swipe(500, 700)
    held(page, "sample-moving", 0)
    swipe(700, 690)
    time.sleep(0.2)
    held(page, "sample-moving", 0)


def test_the_lecture_plays_by_itself(page: Page) -> None:
    page.driver.get("about:blank")
    page.driver.get(f"{page.path.as_uri()}#lecture/auto")
    held(page, "sample-moving", 1)
    page.press(Keys.END)
    held(page, "sample-moving", 0)
    page.press("a")
    assert page.run("return document.getElementById('lecture').dataset.auto ?? null") is None


def test_a_phone_held_upright_shows_picture_and_words(page: Page) -> None:
    phone = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", phone)
    try:
        begin(page)
        held(page, "sample-moving", 0)
        box = "document.querySelector(arguments[0]).getBoundingClientRect()"
        width, height = page.run(f"const {{width, height}} = {box}; return [width, height]", ".screen")
        assert (width, round(height)) == (390, 219)
        assert page.run(f"return {box}.height", "#said") > 60
        assert page.run(f"return {box}.bottom", "#controls") <= 844
        assert page.run("return getComputedStyle(document.getElementById('controls')).opacity") == "1"
    finally:
        page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_markup_in_words_and_captions_is_text(page: Page, made: Path, tmp_path: Path) -> None:
    alone = shutil.copy(made / "page.html", tmp_path / "alone.html")
    for path in (page.path, Path(alone)):
        opened = Page(page.driver, path)
        assert opened.run("return document.title") == hostile_figures.TITLE
        assert opened.run("return document.querySelector('#hostile h3').textContent") == hostile_figures.SENTENCE
        said = opened.run(
            "return [...document.querySelectorAll('#hostile .transcript li')].map((l) => l.lastChild.data)"
        )
        assert [line.strip() for line in said] == list(hostile_figures.CAPTIONS)
        inside = opened.run("return document.querySelector('#hostile').textContent")
        for text in ("1 <2 & <u>so</u> on.", "<s>3</s> < 4", "phrase = <marquee onstart='window.hacked = 6'>"):
            assert text in inside
        begin(opened)
        opened.press(Keys.ARROW_DOWN, "n", "o", Keys.ESCAPE)
        held(opened, "hostile", 0)
        assert opened.run("return window.hacked ?? null") is None
        assert opened.run("return document.querySelectorAll('marquee, #hostile b, main img:not([alt])').length") == 0


def test_page_of_one_file_works_alone(driver: Chrome, made: Path, tmp_path: Path) -> None:
    page = Page(driver, Path(shutil.copy(made / "page.html", tmp_path / "alone.html")))
    page.until("document.querySelector('#sample-moving img').naturalWidth === 320")
    begin(page)
    page.press(Keys.HOME, Keys.ARROW_RIGHT)
    held(page, "sample-moving", 0)
    last = steps(made, "sample-moving")[0]["end"] - 1
    assert last <= frame(page) < last + 1
    page.press(Keys.ESCAPE)
    page.run("document.querySelector('#sample-moving .files a').addEventListener('click', (e) => e.preventDefault())")
    page.run("document.querySelector('#sample-moving .files a').click()")
    assert page.run("return document.querySelector('#sample-moving .files a').href").startswith("blob:")
    assert page.mistakes() == []


def test_last_frame_stands_in_for_a_film_that_is_lost(driver: Chrome, made: Path, tmp_path: Path) -> None:
    shutil.copytree(made / "page", tmp_path / "page")
    (tmp_path / "page" / "media" / "sample-moving.mp4").unlink()
    page = Page(driver, tmp_path / "page" / "index.html")
    begin(page)
    page.until(f"{FILM}.poster.endsWith('sample-moving.png')")
    page.press(Keys.ARROW_DOWN)
    held(page, "hostile", 0)
    assert all("sample-moving.mp4" in mistake for mistake in page.mistakes())


def serious(page: Page) -> list[str]:
    found = Axe().run(page.driver)["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html']}" for one in found if one["impact"] in ("serious", "critical")]


def test_nothing_serious_stands_in_anybodys_way(page: Page) -> None:
    page.run("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
    page.run("document.querySelector('#hostile .add').click()")
    assert serious(page) == []
    begin(page)
    held(page, "sample-moving", 0)
    page.press("n", "c")
    page.run("document.getElementById('lecture').classList.add('awake')")
    time.sleep(0.3)  # until the buttons have come
    assert serious(page) == []
    page.press("o")
    assert serious(page) == []


@pytest.mark.parametrize("width", [320, 390])
def test_page_fits_a_phone(page: Page, width: int) -> None:
    phone = {"width": width, "height": 844, "deviceScaleFactor": 1, "mobile": True}
    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", phone)
    try:
        page.run("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
        assert page.run("return document.documentElement.scrollWidth") <= width
    finally:
        page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_paper_shows_everything_but_the_buttons(page: Page) -> None:
    pdf = page.driver.execute_cdp_cmd("Page.printToPDF", {"preferCSSPageSize": True})["data"]
    assert b64decode(pdf).startswith(b"%PDF")
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        hidden = (
            "[...document.querySelectorAll('button, nav, dialog')].every((part) => part.getClientRects().length === 0)"
        )
        assert page.run(f"return {hidden}")
        assert page.run("return document.querySelector('#hostile .transcript').getBoundingClientRect().height") > 20
        assert page.run("return getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    finally:
        page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def test_page_of_forty_figures_opens_in_less_than_a_second(driver: Chrome, tmp_path: Path) -> None:
    (tmp_path / "media").mkdir()
    Image.effect_noise((1920, 1080), 20).quantize(16).convert("RGB").save(tmp_path / "media" / "a.png")
    figure = FigureView(
        "attention-predict",
        "A sentence.",
        "a.mp4",
        "a.png",
        1920,
        1080,
        60,
        900,
        tuple(StepView(f"beat-{n}", f"Caption {n}.", 90 * n, 90 * (n + 1), "") for n in range(10)),
        (),
        (),
        (Download("Film (MP4)", "a.mp4", "1 MB"),),
        "",
    )
    page = Page(driver, write_page([figure] * 40, tmp_path, "Forty figures"))
    times = []
    for _ in range(3):
        page.open()
        times.append(page.run("return performance.getEntriesByType('navigation')[0].loadEventEnd"))
    assert page.run("return document.querySelectorAll('.card').length") == 40
    assert min(times) < 1000, times


def test_the_whole_film_is_offered_with_chapters_that_jump(page: Page, made: Path) -> None:
    film, buttons = "document.querySelector('#whole video')", "[...document.querySelectorAll('.chapters button')]"
    assert (made / "page" / "media" / "all-figures.txt").read_text(encoding="utf-8").startswith("sample-moving (2.0 s)")
    seconds = [float(each) for each in page.run(f"return {buttons}.map((button) => button.dataset.seconds)")]
    assert seconds == sorted(set(seconds)) and len(seconds) == 3 and seconds[0] == 0
    assert page.run(f"return {film}.textTracks[0].cues.length") > 0
    page.run(f"{buttons}[2].click()")
    page.until(f"{buttons}[2].getAttribute('aria-current') === 'true'")
    assert page.run(f"return {film}.currentTime") >= seconds[2]
    page.run(f"{film}.pause()")
    assert page.run(f"return {film}.duration") > seconds[2]
    assert page.mistakes() == []
