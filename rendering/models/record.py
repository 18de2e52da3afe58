"""A model's pass over phrases, written as a recording that figures can be drawn from."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import torch
from torch import Tensor

from rendering.cache.atomic_files import write_output
from rendering.models.folders import Opened, open_model
from rendering.models.passes import Pass
from scenes.errors import UserError, shown
from scenes.recordings import METADATA, MOST_TOKENS, VERSION, read_recording

CONTEXT = "this is {}"
"""The phrase in which seed words stand."""

NEUTRAL = tuple("thing place day person way part year word name side time group point case number line".split())
"""The words whose mean is the origin of axes: they belong to neither."""

Keep = Literal["all", "stream", "weights", "ends"]

KEPT: dict[Keep, tuple[str, ...]] = {
    "all": ("inputs", "queries", "keys", "values", "scores", "weights", "outputs"),
    "stream": ("inputs", "weights", "outputs", "proposals"),
    "weights": ("weights",),
    "ends": ("end",),
}
"""The tensors of a recording, by what is to be kept."""

_NEXT = 20  # tokens that are likeliest to come next
_MOST_PHRASES = 20


def record(
    model: Path,
    phrases: Sequence[str],
    file: Path,
    seeds: Mapping[str, tuple[str, ...]],
    *,
    keep: Keep = "all",
    force: bool,
) -> str:
    """Run a model over phrases, and write what attention did.

    Args:
        model: a folder or a GGUF file.
        phrases: one or more; where their ends are kept, each stands after ``CONTEXT``, as seed words do.
        file: the recording's file, new.
        seeds: seed words of two axes, by the axis's name; none for no axes.
        keep: what is kept besides probabilities: everything; the weights; the weights and the stream, which is the
            tokens before each layer and what attention and each head add to them; or the ends alone, which are the
            phrases' last words after the last layer.
        force: whether a file that is there is replaced.

    Returns:
        A sentence about what was recorded.

    Raises:
        UserError: when the model cannot be read, a phrase is empty or too long, or the file is there already.
        OutputError: when it cannot be written.
    """
    if file.suffix != ".safetensors":
        raise UserError(f"a recording's file ends in .safetensors; got {shown(file)}")
    if file.exists() and not force:
        raise UserError(f"{shown(file)} is there already; --force replaces it, and what is in it is lost")
    if not 1 <= len(phrases) <= _MOST_PHRASES:
        raise UserError(f"give 1 to {_MOST_PHRASES} phrases, each with --phrase; got {len(phrases)}")
    opened = open_model(model)
    content, about = recorded(opened, phrases, seeds, keep=keep)
    write_output(file, content)
    read_recording(str(file))
    tokens = ", ".join(str(len(phrase["tokens"])) for phrase in about["phrases"])
    return f"{opened.name}: {about['layers']} layers of {about['heads']} heads over {tokens} tokens"


def recorded(
    opened: Opened, phrases: Sequence[str], seeds: Mapping[str, tuple[str, ...]], *, keep: Keep = "all"
) -> tuple[bytes, dict[str, Any]]:
    """Return a recording's content, and what it says of itself."""
    from safetensors.torch import save

    tensors: dict[str, Tensor] = {}
    told = []
    for place, phrase in enumerate(phrases):
        numbers, tokens = _tokens(opened, CONTEXT.format(phrase) if keep == "ends" and phrase.strip() else phrase)
        made = opened.model.run(numbers)
        kept = {name: tensor for name, tensor in _all(opened, made).items() if name in KEPT[keep]}
        tensors |= {f"{place}.{name}": tensor.contiguous() for name, tensor in kept.items()}
        told.append({"text": phrase, "tokens": tokens, "next": _next(opened, made)})
    if keep == "ends":
        tensors["neutral"] = _mean(opened, NEUTRAL)[-1].contiguous()
    if seeds:
        tensors["axes"] = torch.stack([_mean(opened, words) for words in (*seeds.values(), NEUTRAL)]).contiguous()
    sizes = opened.model.sizes
    about = {
        "version": VERSION,
        "model": opened.name,
        "kind": sizes.kind,
        "digest": opened.digest,
        "bits": opened.bits,
        "layers": sizes.layers,
        "heads": sizes.heads,
        "phrases": told,
        "seeds": {name: list(words) for name, words in seeds.items()},
        "context": CONTEXT if seeds or keep == "ends" else "",
    }
    if any(phrase["next"] for phrase in told):
        about["vocabulary"] = sizes.words
    return save(tensors, {METADATA: json.dumps(about, ensure_ascii=False)}), about


def _tokens(opened: Opened, phrase: str) -> tuple[Tensor, list[str]]:
    """Return a phrase's tokens: their numbers, (T,), and what they stand for."""
    tokens = opened.tokenize(phrase)
    if not tokens or not phrase.strip():
        raise UserError("a phrase is empty; give at least one word")
    most = min(MOST_TOKENS, opened.model.sizes.longest)
    if len(tokens) > most:
        raise UserError(f"the phrase {shown(phrase)} has {len(tokens)} tokens; it may have {most}")
    if (highest := max(number for number, _ in tokens)) >= opened.model.sizes.words:
        raise UserError(f"the tokenizer knows a token {highest}; the model has {opened.model.sizes.words}")
    return torch.tensor([number for number, _ in tokens]), [text for _, text in tokens]


def _stacked(made: Pass, name: str) -> Tensor:
    return torch.stack([getattr(layer, name) for layer in made.layers])


def _all(opened: Opened, made: Pass) -> dict[str, Tensor]:
    kept = {name: _stacked(made, name) for name in ("queries", "keys", "values", "scores", "weights")}
    added = {"outputs": _stacked(made, "output"), "proposals": _stacked(made, "proposals")}
    end = made.final[-2 if opened.model.sizes.kind == "bert" else -1]  # the last token of its own ends a phrase
    return {"inputs": _states(made), **kept, **added, "end": end}


def _states(made: Pass) -> Tensor:
    """Return the tokens before each layer and after the last, (L + 1, T, d)."""
    return torch.cat([_stacked(made, "inputs"), made.final[None]])


def _next(opened: Opened, made: Pass) -> list[tuple[str, float]]:
    if made.next is None:
        return []
    chances, places = made.next.topk(min(_NEXT, len(made.next)))
    pairs = zip(chances.tolist(), places.tolist(), strict=True)
    return [(opened.written(int(place)), round(chance, 6)) for chance, place in pairs]


def _mean(opened: Opened, words: Sequence[str]) -> Tensor:
    """Return the mean of words at each place, (L + 1, d), each of them the last word of the context."""
    states = []
    for word in words:
        before, _ = _tokens(opened, CONTEXT.format("").strip())
        numbers, _ = _tokens(opened, CONTEXT.format(word))
        ends = 1 if opened.model.sizes.kind == "bert" else 0  # its last token ends the phrase
        first, last = len(before) - ends, len(numbers) - ends
        states.append(_states(opened.model.run(numbers))[:, first:last].mean(dim=1))
    return torch.stack(states).mean(dim=0)
