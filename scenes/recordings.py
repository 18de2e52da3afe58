"""Recordings of real models: what attention did over phrases, read from ``.safetensors`` files that nobody need trust.

``record-model`` writes them; a figure draws from one without the model, and without the packages that read models.
"""

from __future__ import annotations

import hashlib
import json
import math
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import torch
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from torch import Tensor

from scenes.asset_files import ASSETS
from scenes.errors import UserError, explain, shown, suggestion
from scenes.reading import TooLargeError, read_regular_file

METADATA = "recording"
"""The key under which a recording's file says what it is."""

VERSION = 1
LARGEST = 50_000_000
"""The most bytes of a recording."""

MOST_TOKENS, MOST_LAYERS, MOST_HEADS = 32, 200, 256
_LARGEST_HEADER = 1_000_000
_TYPES: Mapping[str, np.dtype[Any]] = {"F32": np.dtype("<f4"), "F16": np.dtype("<f2")}
_FOLDER = ASSETS / "recordings"

_Text = Annotated[str, Field(max_length=200)]
_Token = Annotated[str, Field(max_length=64)]
_Share = Annotated[float, Field(ge=0, le=1)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class PhraseAbout(_Part):
    """A recorded phrase.

    Attributes:
        text: the phrase as it was written.
        tokens: what the model reads, in order.
        next: the likeliest tokens to come next, each with its probability; empty for models that predict none.
    """

    text: _Text
    tokens: tuple[_Token, ...] = Field(min_length=1, max_length=MOST_TOKENS)
    next: tuple[tuple[_Token, _Share], ...] = Field((), max_length=50)


class About(_Part):
    """A recording's account of itself.

    Attributes:
        version: of its form.
        model: the model's name.
        kind: ``bert``, ``gpt2`` or ``llama``.
        digest: the SHA-256 of the model's weights.
        bits: what its weights were rounded to; empty where they were not.
        layers: L.
        heads: h, of a layer.
        phrases: the phrases.
        seeds: the seed words of two axes, by the axis's name; none where no axes were recorded.
        context: the phrase in which seeds stood, and phrases of which the ends were kept, with ``{}`` in their place.
        vocabulary: how many tokens it shares a next word's whole among; 0 where that was not recorded.
    """

    version: int = Field(ge=VERSION, le=VERSION)
    model: _Text
    kind: _Text
    digest: _Text
    bits: _Text
    layers: int = Field(ge=1, le=MOST_LAYERS)
    heads: int = Field(ge=1, le=MOST_HEADS)
    phrases: tuple[PhraseAbout, ...] = Field(min_length=1, max_length=20)
    seeds: dict[_Text, tuple[_Text, ...]] = Field(default_factory=dict)
    context: _Text = ""
    vocabulary: int = Field(0, ge=0)


@dataclass(frozen=True)
class Recording:
    """A recording.

    Attributes:
        source: its name or file, for errors.
        digest: the first half of its SHA-256.
        about: what it says of itself.
        tensors: by name: ``0.weights`` is of the first phrase, (L, h, T, T); ``0.inputs`` are its tokens before each
            layer and after the last, (L + 1, T, d); ``0.queries``, (L, h, T, d_k); ``0.keys`` and ``0.values``,
            (L, g, T, d_k); ``0.scores``, (L, h, T, T); ``0.outputs``, (L, T, d); ``0.proposals``, what each
            head adds to the last token, (L, h, d); ``0.end``, its last word after the last layer, (d,).
            ``neutral`` is the mean of neutral words' ends, (d,). ``axes`` are the means of both groups of seeds and of
            neutral words, at each place, (3, L + 1, d).
    """

    source: str
    digest: str
    about: About
    tensors: Mapping[str, Tensor]

    def tensor(self, name: str) -> Tensor:
        """Return one of its tensors.

        Raises:
            UserError: when it was not recorded.
        """
        if name not in self.tensors:
            raise UserError(f"recording {shown(self.source)} has no {name}; record it with record-model --keep all")
        return self.tensors[name]


def recording_names() -> tuple[str, ...]:
    """Return the names of the recordings that come with the project."""
    return tuple(sorted(item.stem for item in _FOLDER.glob("*.safetensors")))


def read_recording(source: str) -> Recording:
    """Read a recording.

    Args:
        source: a name from ``recording_names()``, or a path that ends in ``.safetensors``.

    Raises:
        UserError: when there is none, or the file is no whole recording within bounds.
    """
    if source.endswith(".safetensors"):
        path = Path(source)
    elif source in recording_names():
        path = _FOLDER / f"{source}.safetensors"
    else:
        near = suggestion(source, recording_names()) or f"; there are: {', '.join(recording_names()) or 'none'}"
        raise UserError(f"unknown recording {shown(source)}{near}, or a file that ends in .safetensors")
    try:
        content = read_regular_file(path, LARGEST)
    except FileNotFoundError:
        raise UserError(f"no recording {shown(path)}") from None
    except TooLargeError:
        raise UserError(f"recording {shown(path)} is larger than {LARGEST:,} bytes") from None
    except (OSError, ValueError) as error:
        raise UserError(f"cannot read recording {shown(path)}: {getattr(error, 'strerror', None) or error}") from None
    return _parsed(content, source)


@lru_cache(maxsize=4)
def _parsed(content: bytes, source: str) -> Recording:
    try:
        header, data = _header(content)
        about = About.model_validate_json(_metadata(header))
        tensors = {name: _tensor(name, entry, data) for name, entry in header.items()}
        _require_shapes(about, tensors)
    except ValidationError as error:
        raise UserError(explain(error, About.model_fields, f"recording {_named(source)}")) from None
    except _Broken as error:
        raise UserError(f"{_named(source)} is no recording: {error}") from None
    return Recording(source, hashlib.sha256(content).hexdigest()[:32], about, tensors)


def _named(source: str) -> str:
    """Return a recording's name or file as errors show it: the end of a file's path tells it from others."""
    return shown(Path(source) if source.endswith(".safetensors") else source)


class _Broken(ValueError):
    """The fault of a file that is no recording."""


def _header(content: bytes) -> tuple[dict[str, Any], memoryview]:
    """Return a safetensors file's header and its numbers: 8 bytes of length, JSON, then the numbers."""
    if len(content) < 8:
        raise _Broken(f"it has {len(content)} bytes")
    (length,) = struct.unpack("<Q", content[:8])
    if length > min(_LARGEST_HEADER, len(content) - 8):
        raise _Broken(f"its header would have {length:,} bytes")
    try:
        header = json.loads(content[8 : 8 + length])
    except (ValueError, RecursionError):
        raise _Broken("its header is not JSON") from None
    if not isinstance(header, dict):
        raise _Broken("its header is no table")
    return header, memoryview(content)[8 + length :]


def _metadata(header: dict[str, Any]) -> str:
    metadata = header.pop("__metadata__", None)
    said = metadata.get(METADATA) if isinstance(metadata, dict) else None
    if not isinstance(said, str):
        raise _Broken(f'it lacks the metadata "{METADATA}", which record-model writes')
    return said


def _tensor(name: str, entry: object, data: memoryview) -> Tensor:
    """Return a tensor whose place and shape the header says."""
    if not isinstance(entry, dict) or set(entry) != {"dtype", "shape", "data_offsets"}:
        raise _Broken(f"{shown(name)} has no dtype, shape and data_offsets")
    kind, shape, offsets = entry["dtype"], entry["shape"], entry["data_offsets"]
    if not isinstance(kind, str) or kind not in _TYPES:
        raise _Broken(f"{shown(name)} must be {' or '.join(_TYPES)}; got {shown(str(kind))}")
    if not _are_sizes(shape) or len(shape) > 4 or not _are_sizes(offsets) or len(offsets) != 2:
        raise _Broken(f"{shown(name)} has a shape or a place that is none")
    count, (begin, end) = math.prod(shape), offsets
    if not begin <= end <= len(data) or end - begin != count * _TYPES[kind].itemsize:
        raise _Broken(f"{shown(name)} does not lie within the file")
    numbers = np.frombuffer(data[begin:end], _TYPES[kind]).astype(np.float32).reshape(shape)
    if np.isnan(numbers).any():
        raise _Broken(f"{shown(name)} holds NaN")
    return torch.from_numpy(numbers)


def _are_sizes(values: object) -> bool:
    return isinstance(values, list) and all(type(value) is int and 0 <= value <= LARGEST for value in values)


def _require_shapes(about: About, tensors: Mapping[str, Tensor]) -> None:
    """Check that tensors are those of the phrases, and no infinity is among them but in scores."""
    for name, tensor in tensors.items():
        if not name.endswith(".scores") and not bool(torch.isfinite(tensor).all()):
            raise _Broken(f"{shown(name)} holds an infinity")
    for place, phrase in enumerate(about.phrases):
        size, layers = len(phrase.tokens), about.layers
        wanted = {
            "inputs": (layers + 1, size, None), "queries": (layers, about.heads, size, None),
            "keys": (layers, None, size, None), "values": (layers, None, size, None),
            "scores": (layers, about.heads, size, size), "weights": (layers, about.heads, size, size),
            "outputs": (layers, size, None), "proposals": (layers, about.heads, None), "end": (None,),
        }  # fmt: skip
        for name, shape in wanted.items():
            needed = name == "weights" and f"{place}.end" not in tensors
            _require_shape(f"{place}.{name}", shape, tensors, needed=needed)
    _require_shape("neutral", (None,), tensors)
    if about.seeds:
        if len(about.seeds) != 2:
            raise _Broken(f"seeds must name two axes; got {len(about.seeds)}")
        _require_shape("axes", (3, about.layers + 1, None), tensors, needed=True)


def _require_shape(
    name: str, shape: tuple[int | None, ...], tensors: Mapping[str, Tensor], *, needed: bool = False
) -> None:
    got = tuple(tensors[name].shape) if name in tensors else None
    if got is None and not needed:
        return
    if got is None or len(got) != len(shape) or any(a not in (None, b) for a, b in zip(shape, got, strict=True)):
        wanted = ", ".join("any" if size is None else str(size) for size in shape)
        raise _Broken(f"{name} must have the shape ({wanted}); got {got or 'nothing'}")
