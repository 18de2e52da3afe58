from io import StringIO
from pathlib import Path

from rich.console import Console

from rendering.pool import Failed
from rendering.progress import sentence, shown_on, summary
from rendering.worker import Rendered

GOOD = Rendered("moving", Path("out/moving.mp4"), 1.25)
BAD = Failed("broken", "it is broken")


def test_sentences() -> None:
    assert sentence(GOOD) == "moving 1.2 s"
    assert sentence(BAD) == "error: broken: it is broken"
    assert summary([GOOD], 2.0, Path("out")) == "1 figure in 2.0 s: out"
    assert summary([GOOD, BAD], 2.0, Path("out")) == "1 of 2 figures in 2.0 s: out; failed: broken"


def test_plain_lines_when_not_on_a_terminal() -> None:
    text = StringIO()
    with shown_on(Console(file=text), 2) as listener:
        listener.drawn({"moving": 0.5})
        listener.ended(GOOD)
        listener.ended(BAD)
    assert text.getvalue() == "[1/2] moving 1.2 s\nerror: broken: it is broken\n"


def test_bars_on_a_terminal() -> None:
    text = StringIO()
    with shown_on(Console(file=text, force_terminal=True, width=90, _environ={"TERM": "xterm"}), 2) as listener:
        listener.drawn({"moving": 0.5, "waiting": 0.0})
        listener.ended(GOOD)
        listener.drawn({"waiting": 0.0})
    assert "0.5 s drawn" in text.getvalue()
    assert "[1/2] moving 1.2 s\n" in text.getvalue().replace("\r", "")
    assert "waiting" not in text.getvalue()
