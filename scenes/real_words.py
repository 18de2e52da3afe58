"""Worlds of real words: 50,000 of GloVe's, placed on a plane whose two axes are named by seed words."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from attnmath import SemanticAxes, semantic_axes, separation
from scenes.asset_files import ASSETS
from scenes.errors import UserError, shown, unknown_name
from scenes.reading import read_world
from scenes.worlds import LONGEST_NAME, bare, written_words

DATA = "GloVe 6B, 50 numbers a word (Pennington, Socher and Manning, 2014)"
"""The origin of the vectors."""

SCALE = 2.5
"""The distance of a group of seeds from the origin, in units of the plane, where nobody gives another."""

SMALLEST_SCALE, LARGEST_SCALE = 0.1, 20.0

FIRST_PLANE = "fruit/device"
"""The plane where nobody names another."""

_FEWEST, _MOST = 2, 40  # seeds of an axis
_LANDMARKS = 3  # a family
_COMMON = 20_000  # landmarks that nobody chose are among the most frequent words
_DECIMALS = 2  # of places, so that what is printed adds up for somebody with a pencil; more where the scale is below 1
_PLANES = ASSETS / "words" / "planes"


@dataclass(frozen=True)
class RealWords:
    """The table of real words.

    Attributes:
        words: all words, the most frequent first, in lower case.
        mean: the mean word of running text, (d,).
    """

    words: tuple[str, ...]
    mean: Tensor
    _index: Mapping[str, int]
    _vectors: NDArray[np.int8]
    _scales: NDArray[np.float32]

    def find(self, word: str) -> str | None:
        """Return the word of the table that somebody wrote, whatever its case; None when there is none."""
        plain = bare(word)
        return next((form for form in (plain, plain.lower(), plain.casefold()) if form in self._index), None)

    def rows(self, words: Sequence[str]) -> Tensor:
        """Return the vectors of words of the table, float64, (T, d)."""
        places = [self._index[word] for word in words]
        return torch.from_numpy(self._vectors[places] * self._scales[places].astype(np.float64)[:, None])

    def nearest(self, direction: Tensor, count: int, but: Iterable[str]) -> list[str]:
        """Return the frequent words whose vectors, less the mean, point most nearly in a direction.

        Args:
            direction: (d,).
            count: how many.
            but: words that do not count, nor those that begin like one of them.
        """
        vectors = torch.from_numpy(self._vectors[:_COMMON] * self._scales[:_COMMON].astype(np.float64)[:, None])
        centred = vectors - self.mean
        cosines = centred @ direction / centred.norm(dim=1)
        passed, found = list(but), list[str]()
        for place in cosines.argsort(descending=True).tolist():
            word = self.words[place]
            if not any(word.startswith(other) or other.startswith(word) for other in passed):
                found.append(word)
                passed.append(word)
            if len(found) == count:
                break
        return found

    def spellings(self, word: str) -> list[str]:
        """Return up to three words that are spelled nearly like another."""
        plain = bare(word).lower()[:40]
        alike = [other for other in self.words if abs(len(other) - len(plain)) <= 2 and set(plain[:2]) & set(other[:2])]
        return get_close_matches(plain, alike, n=3, cutoff=0.6)


@cache
def real_words() -> RealWords:
    """Return the table of real words, read on the first call."""
    folder = ASSETS / "words"
    words = tuple((folder / "words.txt").read_text(encoding="utf-8").split())
    vectors, scales = (np.load(folder / f"{name}.npy", allow_pickle=False) for name in ("vectors", "scales"))
    mean = torch.from_numpy(np.load(folder / "mean.npy", allow_pickle=False)).double()
    return RealWords(words, mean, {word: place for place, word in enumerate(words)}, vectors, scales)


@dataclass(frozen=True)
class WordPlane:
    """A plane of real words: what its axes are made from, and what is shown on it.

    Attributes:
        seeds: the seed words of each axis, by its name.
        held_out: words that test the axes, by axis; empty where the seeds themselves do, each left out in turn.
        subject: the word that the phrases are told about, if somebody chose one.
        phrases: its phrases by name.
    """

    seeds: Mapping[str, tuple[str, ...]]
    held_out: Mapping[str, tuple[str, ...]]
    subject: str | None
    phrases: Mapping[str, str]

    def axes(self) -> SemanticAxes:
        """Return its axes.

        Raises:
            UserError: when the seeds of both axes mean the same.
        """
        table = real_words()
        try:
            return semantic_axes([table.rows(words) for words in self.seeds.values()], table.mean)
        except ValueError:
            raise UserError(f"the seeds of {' and '.join(self.seeds)} mean the same; give others to --axes") from None

    def separations(self) -> dict[str, float]:
        """Return the chance that a word of an axis's group lies farther along it than one of the other group (AUC)."""
        places = self._tested()
        first, second = places  # each (m, 2)
        pairs = ((first[:, 0], second[:, 0]), (second[:, 1], first[:, 1]))
        return {name: float(separation(*pair)) for name, pair in zip(self.seeds, pairs, strict=True)}

    def _tested(self) -> list[Tensor]:
        """Return the places of each axis's test words, on axes that were made without them."""
        table = real_words()
        if self.held_out:
            return [self.axes().places(table.rows(words)) for words in self.held_out.values()]
        return [
            torch.cat([self._without(name, seed).axes().places(table.rows([seed])) for seed in words])
            for name, words in self.seeds.items()
        ]

    def _without(self, axis: str, seed: str) -> WordPlane:
        kept = tuple(word for word in self.seeds[axis] if word != seed)
        return replace(self, seeds={**self.seeds, axis: kept})

    @property
    def test(self) -> str:
        """The words that test the axes, in words."""
        if not self.held_out:
            return "each seed, held out in turn"
        return " and ".join(f"{len(words)} {name} words" for name, words in self.held_out.items()) + ", held out"

    def landmarks(self) -> dict[str, tuple[str, ...]]:
        """Return three words for each axis: held-out ones, or else those that are nearest to its seeds."""
        if self.held_out:
            return {name: words[:_LANDMARKS] for name, words in self.held_out.items()}
        table, used = real_words(), [word for words in self.seeds.values() for word in words]
        used += [word.lower() for phrase in self.phrases.values() for word in map(bare, written_words(phrase))]
        found: dict[str, tuple[str, ...]] = {}
        for name, words in self.seeds.items():
            direction = table.rows(words).mean(0) - table.mean
            found[name] = tuple(table.nearest(direction, _LANDMARKS, used))
            used += found[name]
        return found


def plane_names() -> tuple[str, ...]:
    """Return the names of the planes that come with the project: ``fruit/device``."""
    return tuple(sorted(item.name.removesuffix(".toml").replace("-", "/") for item in _PLANES.iterdir()))


def word_plane(axes: str | None, phrases: Sequence[str] = ()) -> WordPlane:
    """Return a plane; words of the phrases are no seeds of it, since a word may not show its own place.

    Args:
        axes: the name of a plane, or its seeds: ``money: cash loan; river: water shore``.
        phrases: the phrases to show, instead of its own.

    Raises:
        UserError: when there is no such plane, the seeds are wrong or too few, or a plane of somebody's own has no
            phrase.
    """
    plane = _ready_made(axes or FIRST_PLANE) if ":" not in (axes or "") else WordPlane(_seeds(axes or ""), {}, None, {})
    if phrases:
        names = ("first", "second") if not plane.phrases else tuple(plane.phrases)
        if len(phrases) > len(names):
            raise UserError(f"a plane of real words shows at most {len(names)} phrases; got {len(phrases)}")
        given = dict(zip(names, phrases, strict=False))
        plane = replace(plane, phrases=given, subject=None if plane.subject is None else plane.subject)
    if not plane.phrases:
        raise UserError('axes of your own need a phrase, as in --phrase "I sat on the bank of the river"')
    table = real_words()
    said = {table.find(word) for phrase in plane.phrases.values() for word in written_words(phrase)}
    kept = {name: tuple(word for word in words if word not in said) for name, words in plane.seeds.items()}
    for name, words in kept.items():
        if len(words) < _FEWEST:
            raise UserError(
                f"the axis {name} needs at least {_FEWEST} seeds that are not in the phrase; got {len(words)}"
            )
    return replace(plane, seeds=kept)


def seeds_of(axes: str) -> Mapping[str, tuple[str, ...]]:
    """Return the seeds of both axes of a plane, by the axis's name.

    Args:
        axes: the name of a plane, or its seeds.

    Raises:
        UserError: when there is no such plane, or the seeds are wrong.
    """
    return _seeds(axes) if ":" in axes else _ready_made(axes).seeds


def _ready_made(name: str) -> WordPlane:
    if name not in plane_names():
        error = unknown_name("plane", name, plane_names())
        raise UserError(f'{error}, or give seeds, as in --axes "money: cash loan deposit; river: water shore stream"')
    content = tomllib.loads((_PLANES / f"{name.replace('/', '-')}.toml").read_text(encoding="utf-8"))
    seeds, held_out = ({axis: tuple(words) for axis, words in content[part].items()} for part in ("seeds", "held_out"))
    return WordPlane(seeds, held_out, content["subject"], content["phrases"])


def _seeds(axes: str) -> dict[str, tuple[str, ...]]:
    """Return the seeds of two axes, by their names."""
    parts = [part.partition(":") for part in axes.split(";") if part.strip()]
    if (
        len(parts) != 2
        or not all(name.strip() for name, _, _ in parts)
        or len({name.strip() for name, *_ in parts}) < 2
    ):
        raise UserError(
            f'--axes takes two names with seeds, as in "money: cash loan deposit; river: water shore stream"; '
            f"got {shown(axes)}"
        )
    found: dict[str, tuple[str, ...]] = {}
    for name, _, text in parts:
        words = tuple(dict.fromkeys(_known_seed(word, name.strip()) for word in text.replace(",", " ").split()))
        if len(name.strip()) > LONGEST_NAME or not _FEWEST <= len(words) <= _MOST:
            asked = f"a name of at most {LONGEST_NAME} letters and {_FEWEST} to {_MOST} seeds"
            raise UserError(f"the axis {shown(name.strip())} needs {asked}; got {len(words)}")
        found[name.strip()] = words
    if twice := [word for word in list(found.values())[0] if word in list(found.values())[1]]:
        raise UserError(f"{shown(twice[0])} is a seed of both axes; leave it out of one")
    return found


def _known_seed(word: str, axis: str) -> str:
    found = real_words().find(word)
    if found is None:
        raise UserError(f"{unknown_word(word, f'the axis {axis}')}")
    return found


def unknown_word(word: str, where: str) -> str:
    """Return a sentence about a word that is not in the table, with the nearest spellings."""
    table = real_words()
    near = " or ".join(shown(other) for other in table.spellings(word))
    end = f"; did you mean {near}?" if near else ""
    return f"unknown word {shown(bare(word) or word)} in {where}: it is none of the {len(table.words):,} words{end}"


def words_world(plane: WordPlane, scale: float = SCALE, others: Iterable[str] = ()) -> dict[str, Any]:
    """Return the unchecked content of the world of a plane of real words.

    Vectors and their projection are real; the matrices are the article's, made by hand.

    Args:
        plane: its axes and phrases.
        scale: the distance of a group of seeds from the origin, in units of the plane.
        others: more phrases whose words are placed.

    Raises:
        UserError: when the seeds of both axes mean the same, or a word of ``others`` is a seed.
    """
    if not SMALLEST_SCALE <= scale <= LARGEST_SCALE:
        raise UserError(f"--scale must be {SMALLEST_SCALE:g} to {LARGEST_SCALE:g}; got {scale:g}")
    landmarks = plane.landmarks()
    shown_words = {word: word for words in landmarks.values() for word in words}
    if plane.subject is not None:
        shown_words[plane.subject] = plane.subject
    article = read_world("article")
    content = {
        "title": f"Real words between {' and '.join(plane.seeds)}",
        "axes": list(plane.seeds),
        "families": {name: list(words) for name, words in landmarks.items()},
        "vectors": {},
        "phrases": dict(plane.phrases),
        "matrices": article["matrices"],
        "made_from": {
            "data": DATA,
            "scale": scale,
            "seeds": {name: list(words) for name, words in plane.seeds.items()},
            "separation": {name: round(value, 4) for name, value in plane.separations().items()},
            "test": plane.test,
        },
    }
    content = _placed(content, shown_words)
    content = with_words(content, [*plane.phrases.values(), *others])
    subject = plane.subject if plane.subject is not None else _between(content, plane)
    return {**content, **({} if subject is None else {"subject": subject})}


def _between(content: Mapping[str, Any], plane: WordPlane) -> str | None:
    """Return the word of all phrases that lies farthest along both axes together; one that names an axis is none."""
    known = {bare(word).casefold(): word for word in content["vectors"]}
    told = [
        [known[bare(word).casefold()] for word in written_words(phrase) if bare(word).casefold() in known]
        for phrase in plane.phrases.values()
    ]
    shared = [word for word in told[0] if all(word in words for words in told)] or told[0]
    poles = {name.casefold() for name in plane.seeds}
    between = [word for word in shared if word.casefold() not in poles] or shared
    return max(between, key=lambda word: sum(content["vectors"][word]), default=None)


def with_words(content: Mapping[str, Any], texts: Iterable[str]) -> dict[str, Any]:
    """Return a world of real words with a vector for each real word of texts; others stay without one.

    Args:
        content: what ``words_world`` returned.
        texts: phrases, written out.

    Raises:
        UserError: when a word is a seed: it may not show its own place.
    """
    known = {bare(word).casefold() for word in content["vectors"]}
    table, new = real_words(), dict[str, str]()
    for written in (word for text in texts for word in written_words(text, content["vectors"])):
        word, found = bare(written), table.find(written)
        if found is not None and word.casefold() not in known:
            known.add(word.casefold())
            new[word] = found
    seeds = {seed: axis for axis, words in content["made_from"]["seeds"].items() for seed in words}
    for word, found in new.items():
        if found in seeds:
            raise UserError(f"{shown(word)} is a seed of the axis {seeds[found]}: it may not show its own place")
    return _placed(content, new)


def unknown_in(content: Mapping[str, Any], texts: Iterable[str]) -> list[str]:
    """Return the words of texts that are neither in a world of real words nor in the table, each once."""
    known, table = {bare(word).casefold() for word in content["vectors"]}, real_words()
    words = [bare(word) for text in texts for word in written_words(text, content["vectors"])]
    return list(dict.fromkeys(word for word in words if word.casefold() not in known and table.find(word) is None))


def _placed(content: Mapping[str, Any], words: Mapping[str, str]) -> dict[str, Any]:
    """Return a world with more words.

    Args:
        content: the world; its axes are made again from the seeds.
        words: the words as they are written, with the words of the table.
    """
    made_from = content["made_from"]
    plane = WordPlane({name: tuple(seeds) for name, seeds in made_from["seeds"].items()}, {}, None, {})
    if not words:
        return dict(content)
    places = made_from["scale"] * plane.axes().places(real_words().rows(list(words.values())))  # (T, 2)
    decimals = _DECIMALS + (made_from["scale"] < 1)
    rows = [[round(number, decimals) + 0.0 for number in row] for row in places.tolist()]
    return {**content, "vectors": {**content["vectors"], **dict(zip(words, rows, strict=True))}}
