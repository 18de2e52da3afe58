"""Defaults of a figure in another world than its own: what plays the same part there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import islice, permutations
from typing import TYPE_CHECKING, Any

from scenes.errors import UserError
from scenes.worlds import World, load_world

if TYPE_CHECKING:
    from scenes.figure import Figure
    from scenes.parameters import FigureParameters

MOST_TRIES = 60
"""Ways to cast a world's words and phrases that are tried for one figure."""


class Unfit(UserError):
    """The error of a figure that cannot be drawn from a user's numbers, though the numbers are valid."""


def castings(figure: type[Figure], world: World, given: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield ways to fill a figure's parameters from another world than its own, the best first.

    The subject stands for the subject; a phrase for the phrase of the same name, or else of the same place in the list;
    the beginning of a phrase for the beginning of that one; a word of a family for itself, or else for the word in the
    same place of the same family; a word of a phrase for the word in the same place of the phrase of the same name.
    Where a default has no such counterpart, the parameters' own stand-ins are tried, and then the world's phrases in
    every order.

    For example, attention-all-dot-product tells the phrase "fruit" and the word "apple", its world's subject. The world
    two-languages has the phrases "english" and "german", and its subject is "gegessen". So the castings are::

        {"phrase": "english", "word": "gegessen"}   the counterparts: the phrase in the same place, and the subject
        {"phrase": "english", "word": "apple"}      the world's phrases in turn, each with a word that it has
        {"phrase": "german", "word": "gegessen"}

    Args:
        figure: whose defaults are replaced.
        world: another world.
        given: the parameters that need no default.

    Raises:
        Unfit: when a default has no counterpart at all; it says what the world needs.
    """
    own = load_world(figure.world_name)
    defaults = {
        name: field.get_default(call_default_factory=True)
        for name, field in figure.Parameters.model_fields.items()
        if name not in given and figure.Parameters.kind(name)
    }
    found: dict[str, Any] = {}
    lacking: dict[str, str] = {}
    for name, value in defaults.items():
        parts = value if isinstance(value, tuple) else (value,)
        ours = [_counterpart(figure.Parameters, name, part, own, world) if part else part for part in parts]
        if None in ours:
            lacking[name] = str(parts[ours.index(None)])
        else:
            found[name] = tuple(ours) if isinstance(value, tuple) else ours[0]
    if not lacking:
        yield found
    stand_ins = [{**found, **values} for values in islice(figure.Parameters.stand_ins(world), MOST_TRIES)]
    yield from ({name: values[name] for name in defaults if name in values} for values in stand_ins)
    if not stand_ins:
        yield from _by_phrases(figure.Parameters, defaults, found, world)
    if lacking:
        raise Unfit(_said_lacking(figure.Parameters, lacking, world))


def _said_lacking(parameters: type[FigureParameters], lacking: Mapping[str, str], world: World) -> str:
    name, default = next(iter(lacking.items()))
    if parameters.kind(name) == "phrase":
        there = ", ".join(world.phrases) or "none"
        return (
            f'{name} is the phrase "{default}" unless given; the world has the phrases: {there}; '
            f'add one to [phrases], or give --set {name}="…"'
        )
    return f'{name} is "{default}" unless given; the world has no word "{default}"; give --set {name}=WORD'


def _counterpart(parameters: type[FigureParameters], name: str, text: str, own: World, world: World) -> str | None:
    """Return the counterpart of a word or a phrase in another world, or None."""
    if parameters.kind(name) == "word":
        return _word(text, own, world)
    if text in own.phrases:
        return _phrase(text, own, world)
    if all(world.word(word) is not None for word in own.written(text)):
        return text
    words = own.written(text)
    for whole, phrase in own.phrases.items():
        rest = len(own.written(phrase)) - len(words)
        if rest > 0 and own.words_of(phrase)[: len(words)] == own.words_of(text):
            other = _phrase(whole, own, world)
            kept = world.written(other)[:-rest] if other is not None else ()
            return " ".join(kept) or None
    return None


def _phrase(name: str, own: World, world: World) -> str | None:
    """Return the name of the phrase of the same name in another world, or else of that in the same place."""
    names = list(world.phrases)
    place = list(own.phrases).index(name)
    return name if name in names else names[place] if place < len(names) else None


def _word(word: str, own: World, world: World) -> str | None:
    if word == own.subject and world.subject is not None:
        return world.subject
    if world.word(word) is not None:
        return world.word(word)
    family = own.family_index(word)
    if family is not None and family < len(world.families):
        mine, theirs = (list(each.families.values())[family] for each in (own, world))
        return theirs[mine.index(word)] if mine.index(word) < len(theirs) else None
    for name in own.phrases:
        words = own.words_of(name)
        if word in words and name in world.phrases and words.index(word) < len(world.written(name)):
            return world.words_of(name)[words.index(word)]
    return None


def _by_phrases(
    parameters: type[FigureParameters], defaults: Mapping[str, Any], found: Mapping[str, Any], world: World
) -> Iterator[dict[str, Any]]:
    """Yield defaults with the world's phrases in every order, and with words that all of them share."""
    phrases = [name for name in defaults if parameters.kind(name) == "phrase"]
    words = [name for name in defaults if parameters.kind(name) == "word"]
    if not phrases or len(words) > 1 or any(isinstance(defaults[name], tuple) for name in phrases):
        return
    for chosen in islice(permutations(world.phrases, len(phrases)), MOST_TRIES):
        values: dict[str, Any] = {**found, **dict(zip(phrases, chosen, strict=True))}
        shared = shared_word(world, chosen)
        if words and shared is None:
            continue
        yield values | ({words[0]: shared} if words else {})


def shared_word(world: World, phrases: Sequence[str], wanted: str = "") -> str | None:
    """Return the word that phrases are best told about, or None when they share none.

    It is the wanted one, or else the subject, or else the last word of a family, or else the last word of all.
    """
    told = [world.words_of(phrase) for phrase in phrases]
    shared = [word for word in told[0] if all(word in words for words in told)]
    for word in (world.word(wanted) if wanted else None, world.subject):
        if word in shared:
            return word
    of_families = [word for word in shared if world.family_index(word) is not None]
    return next(reversed(of_families or shared), None)


def told_word(parameters: FigureParameters, world: World, given: Set[str]) -> dict[str, str]:
    """Return a word that a figure's phrases share, where its default word is not in all of them.

    Args:
        parameters: the figure's; those that nobody gave are its defaults.
        world: what the words are from.
        given: the names of the parameters that somebody gave.
    """
    fields = type(parameters).model_fields
    words = [name for name in fields if parameters.kind(name) == "word"]
    values = [getattr(parameters, name) for name in fields if parameters.kind(name) == "phrase"]
    phrases = [phrase for value in values for phrase in (value if isinstance(value, tuple) else (value,))]
    if len(words) != 1 or words[0] in given or not phrases or any(map(world.unknown_words, phrases)):
        return {}
    if not all(world.written(phrase) for phrase in phrases):
        return {}
    shared = shared_word(world, phrases, getattr(parameters, words[0]))
    return {} if shared is None else {words[0]: shared}
