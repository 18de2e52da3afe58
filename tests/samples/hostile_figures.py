"""A figure whose every text is markup, as captions made from a user's words can be."""

from __future__ import annotations

from pydantic import Field
from sample_figures import Moves, Moving

from scenes import Entry
from scenes.claims import Claim, Measurement

CAPTIONS = (
    "<script>window.hacked = 1</script> is a word & a half",
    "</script><img src=x onerror='window.hacked = 2'>",
    '{{ 7 * 7 }} "quoted" <b>not bold</b> -->',
)
SENTENCE = "<b>Bold</b> & 'quoted' </script><script>window.hacked = 3</script>"
SECTION = "Words <i>as</i> they are"
TITLE = "</title><script>window.hacked = 4</script>"
NOTE = "<svg onload='window.hacked = 5'> say it"
CLAIM = Claim("1 <2 & <u>so</u> on.", lambda numbers, world: Measurement(True, "<s>3</s> < 4"))


class Words(Moves):
    phrase: str = Field("<marquee onstart='window.hacked = 6'>", description="A <i>phrase</i>.")


class Hostile(Moving):
    """All markup."""

    name = "hostile"
    claims = (CLAIM,)
    Parameters = Words

    def tell(self) -> None:
        self.add(self.dot)
        for number, caption in enumerate(CAPTIONS):
            with self.beat(f"<beat-{number}>", caption):
                self.play(self.dot.animate.shift((0.5, 0, 0)), run_time=0.5)
                self.wait(0.5)


ENTRY = Entry(f"{__name__}:Hostile", "video", SECTION, SENTENCE)
