"""Models in local folders of Hugging Face's form and in GGUF files: untrusted, and only ever read as data."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from rendering.models.passes import Kind, Model, Sizes, names
from scenes.errors import UserError, shown, unknown_name
from scenes.reading import TooLargeError, read_regular_file

_CONFIG, _WEIGHTS, _TOKENIZER = "config.json", "model.safetensors", "tokenizer.json"
_LARGEST_CONFIG, _LARGEST_TOKENIZER, _LARGEST_MODEL = 1_000_000, 50_000_000, 8_000_000_000  # bytes
_MOST = {"layers": 200, "heads": 256, "groups": 256, "width": 20_000, "inner": 100_000, "words": 1_000_000}
_LONGEST = 1_000_000
_PICKLED = {".bin", ".pt", ".pth", ".ckpt", ".pkl"}
_ACTIVATIONS = {
    "gelu": "gelu", "gelu_new": "gelu_tanh", "gelu_pytorch_tanh": "gelu_tanh", "relu": "relu", "silu": "silu",
}  # fmt: skip
_KINDS: Mapping[str, Kind] = {
    "bert": "bert", "gpt2": "gpt2", "llama": "llama", "mistral": "llama",
}  # fmt: skip

_Tokenize = Callable[[str], list[tuple[int, str]]]


@dataclass(frozen=True)
class Opened:
    """A model that was read.

    Attributes:
        model: the model.
        tokenize: a function from a phrase to its tokens: their numbers, and what each stands for.
        written: a function from a token's number to what it stands for.
        name: the model's name, as its files say.
        digest: the SHA-256 of its weights' file.
        bits: what its weights were rounded to, in words; empty where they were not.
    """

    model: Model
    tokenize: _Tokenize
    written: Callable[[int], str]
    name: str
    digest: str
    bits: str


def open_model(path: Path) -> Opened:
    """Read a model from a folder or a GGUF file.

    Raises:
        UserError: when the packages that read it are missing, or it is not a model of a kind that is known, whole and
            within bounds.
    """
    try:
        if path.is_dir():
            return _open_folder(path)
        if path.suffix.lower() == ".gguf":
            return _open_gguf(path)
    except UserError:
        raise
    except ImportError as error:
        raise UserError(
            f'models need the package {error.name}: pip install -c constraints.txt -e ".[models]"'
        ) from None
    except TooLargeError as error:
        raise UserError(f"{shown(path)}: a file is {error.strerror}") from None
    except OSError as error:
        raise UserError(f"cannot read model {shown(path)}: {error.strerror or error}") from None
    except Exception as error:  # their readers raise whatever a broken file leads them to
        raise UserError(f"{shown(path)} is no model that can be read: {error}") from None
    if not path.exists():
        raise UserError(f"no model {shown(path)}")
    raise UserError(
        f"a model is a folder with {_CONFIG}, {_WEIGHTS} and {_TOKENIZER}, or a .gguf file; got {shown(path)}"
    )


# --- Folders ------------------------------------------------------------------------------------------------------


def _open_folder(path: Path) -> Opened:
    for name in (_CONFIG, _WEIGHTS, _TOKENIZER):
        if not (path / name).is_file():
            pickled = sorted(file.name for file in path.iterdir() if file.suffix in _PICKLED)
            why = f"; {pickled[0]} may hold programs and is not opened" if name == _WEIGHTS and pickled else ""
            raise UserError(f"model {shown(path)} has no {name}{why}")
    config = json.loads(read_regular_file(path / _CONFIG, _LARGEST_CONFIG))
    if not isinstance(config, dict):
        raise UserError(f"{shown(path / _CONFIG)} must be a table; got {shown(config)}")
    sizes = _sizes(config)
    tokenize, written = _tokenizer(read_regular_file(path / _TOKENIZER, _LARGEST_TOKENIZER))
    given = config.get("_name_or_path")
    name = given if isinstance(given, str) and given.isprintable() and 0 < len(given) <= 100 else path.resolve().name
    weights, digest = _from_safetensors(path / _WEIGHTS, sizes)
    return Opened(Model(sizes, weights), tokenize, written, name, digest, "")


def _sizes(config: Mapping[str, Any]) -> Sizes:
    """Return the sizes that a configuration says."""
    kind = str(config.get("model_type"))
    if kind not in _KINDS:
        raise unknown_name("kind of model", kind, _KINDS)
    small = {
        "layers": "n_layer", "heads": "n_head", "width": "n_embd", "longest": "n_positions", "inner": "n_inner",
    }  # fmt: skip
    large = {
        "layers": "num_hidden_layers", "heads": "num_attention_heads", "width": "hidden_size",
        "longest": "max_position_embeddings", "inner": "intermediate_size",
    }  # fmt: skip
    keys = small if kind == "gpt2" else large
    width = _whole(config, keys["width"], _MOST["width"])
    heads = _whole(config, keys["heads"], _MOST["heads"])
    groups = config.get("num_key_value_heads") or heads
    said = config.get("activation_function" if kind == "gpt2" else "hidden_act", "gelu_new")
    if said not in _ACTIVATIONS:
        raise unknown_name("activation", str(said), _ACTIVATIONS)
    rope = config.get("rope_parameters") if isinstance(config.get("rope_parameters"), Mapping) else config
    _require_plain_positions(config)
    return _checked(
        Sizes(
            _KINDS[kind],
            _whole(config, keys["layers"], _MOST["layers"]),
            heads,
            groups if isinstance(groups, int) else 0,
            width,
            4 * width if config.get(keys["inner"]) is None else _whole(config, keys["inner"], _MOST["inner"]),
            _whole(config, "vocab_size", _MOST["words"]),
            _whole(config, keys["longest"], _LONGEST),
            _real(config, {"gpt2": "layer_norm_epsilon", "bert": "layer_norm_eps"}.get(kind, "rms_norm_eps"), 1e-5),
            _real(rope or {}, "rope_theta", 10000.0),
            _ACTIVATIONS[said],  # type: ignore[arg-type]
        )
    )


def _require_plain_positions(config: Mapping[str, Any]) -> None:
    """Check that positions are counted in a way that is known here."""
    if config.get("position_embedding_type", "absolute") != "absolute":
        raise UserError(f"position_embedding_type must be absolute; got {shown(config['position_embedding_type'])}")
    if config.get("rope_scaling"):
        raise UserError(f"rope_scaling is not known here; got {shown(str(config['rope_scaling']))}")


def _whole(config: Mapping[str, Any], key: str, most: int) -> int:
    value = config.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= most:
        raise UserError(f"{key} must be a whole number from 1 to {most:,}; got {shown(str(value))}")
    return value


def _real(config: Mapping[str, Any], key: str, default: float) -> float:
    value = config.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or not (math.isfinite(value) and value > 0):
        raise UserError(f"{key} must be a positive number; got {shown(str(value))}")
    return float(value)


def _checked(sizes: Sizes) -> Sizes:
    """Return sizes that fit each other."""
    if sizes.width % sizes.heads or sizes.groups < 1 or sizes.heads % sizes.groups:
        raise UserError(
            f"heads must divide the width, and groups the heads; got {sizes.width} numbers, {sizes.heads} heads, "
            f"{sizes.groups} groups"
        )
    if 4 * sum(math.prod(shape) for shape in names(sizes).values()) > _LARGEST_MODEL:
        raise UserError(f"the model is larger than {_LARGEST_MODEL:,} bytes")
    return sizes


def _from_safetensors(path: Path, sizes: Sizes) -> tuple[dict[str, Tensor], str]:
    """Return a model's tensors from a file whose shapes are checked before any of them is read, and its digest."""
    from safetensors import safe_open

    with safe_open(path, framework="pt") as file:
        stored = set(file.keys())
        prefix = next(
            (each for each in ("", "bert.", "transformer.", "model.") if f"{each}{_first(sizes)}" in stored), ""
        )

        def read(name: str, shape: tuple[int, ...]) -> Tensor:
            for full in (f"{prefix}{name}", name):
                if full in stored:
                    got = tuple(file.get_slice(full).get_shape())
                    if got != shape:
                        raise UserError(f"{shown(path)}: {full} must have the shape {shape}; got {got}")
                    return _finite(file.get_tensor(full).float(), full, path)
            raise UserError(f"{shown(path)} has no tensor {name}")

        def has(name: str) -> bool:
            return name in stored or f"{prefix}{name}" in stored

        tensors = dict(_BY_KIND[sizes.kind](sizes, read, has))
    _require_all(tensors, sizes, path)
    digest = hashlib.sha256()
    with path.open("rb") as content:
        while part := content.read(1 << 20):
            digest.update(part)
    return tensors, digest.hexdigest()


def _finite(tensor: Tensor, name: str, path: Path) -> Tensor:
    if not bool(torch.isfinite(tensor).all()):
        raise UserError(f"{shown(path)}: {name} holds a number that is not finite")
    return tensor


def _first(sizes: Sizes) -> str:
    names_of_tokens = {
        "bert": "embeddings.word_embeddings.weight",
        "gpt2": "wte.weight",
        "llama": "embed_tokens.weight",
    }
    return names_of_tokens[sizes.kind]


def _require_all(tensors: Mapping[str, Tensor], sizes: Sizes, path: Path) -> None:
    for name, shape in names(sizes).items():
        if tuple(tensors[name].shape) != shape:
            raise UserError(f"{shown(path)}: {name} must have the shape {shape}; got {tuple(tensors[name].shape)}")


_Read = Callable[[str, tuple[int, ...]], Tensor]
_Found = Iterator[tuple[str, Tensor]]


def _bert_tensors(sizes: Sizes, read: _Read, has: Callable[[str], bool]) -> _Found:
    d, inner = sizes.width, sizes.inner
    yield "tokens", read("embeddings.word_embeddings.weight", (sizes.words, d))
    yield "positions", read("embeddings.position_embeddings.weight", (sizes.longest, d))
    yield "kind", read("embeddings.token_type_embeddings.weight", (2, d))[0]
    for end in ("weight", "bias"):
        yield f"norm.{end}", read(f"embeddings.LayerNorm.{end}", (d,))
    maps = {
        "q": ("attention.self.query", d, d), "k": ("attention.self.key", d, d), "v": ("attention.self.value", d, d),
        "o": ("attention.output.dense", d, d), "up": ("intermediate.dense", d, inner),
        "down": ("output.dense", inner, d),
    }  # fmt: skip
    for layer in range(sizes.layers):
        place = f"encoder.layer.{layer}"
        for name, (theirs, before, after) in maps.items():
            yield f"{layer}.{name}.weight", read(f"{place}.{theirs}.weight", (after, before)).mT
            yield f"{layer}.{name}.bias", read(f"{place}.{theirs}.bias", (after,))
        for name, theirs in (("norm_1", "attention.output.LayerNorm"), ("norm_2", "output.LayerNorm")):
            for end in ("weight", "bias"):
                yield f"{layer}.{name}.{end}", read(f"{place}.{theirs}.{end}", (d,))


def _gpt2_tensors(sizes: Sizes, read: _Read, has: Callable[[str], bool]) -> _Found:
    d, inner = sizes.width, sizes.inner
    yield "tokens", read("wte.weight", (sizes.words, d))
    yield "positions", read("wpe.weight", (sizes.longest, d))
    for end in ("weight", "bias"):
        yield f"norm.{end}", read(f"ln_f.{end}", (d,))
    for layer in range(sizes.layers):
        place = f"h.{layer}"
        whole = read(f"{place}.attn.c_attn.weight", (d, 3 * d)), read(f"{place}.attn.c_attn.bias", (3 * d,))
        for end, tensor in zip(("weight", "bias"), whole, strict=True):
            yield from ((f"{layer}.{name}.{end}", part) for name, part in zip("qkv", tensor.chunk(3, -1), strict=True))
        for name, theirs, before, after in (
            ("o", "attn.c_proj", d, d), ("up", "mlp.c_fc", d, inner), ("down", "mlp.c_proj", inner, d),
        ):  # fmt: skip
            yield f"{layer}.{name}.weight", read(f"{place}.{theirs}.weight", (before, after))
            yield f"{layer}.{name}.bias", read(f"{place}.{theirs}.bias", (after,))
        for name in ("1", "2"):
            for end in ("weight", "bias"):
                yield f"{layer}.norm_{name}.{end}", read(f"{place}.ln_{name}.{end}", (d,))


def _llama_tensors(sizes: Sizes, read: _Read, has: Callable[[str], bool]) -> _Found:
    d, kv, inner = sizes.width, sizes.groups * sizes.head_width, sizes.inner
    tokens = read("embed_tokens.weight", (sizes.words, d))
    yield "tokens", tokens
    yield "norm.weight", read("norm.weight", (d,))
    yield "next", read("lm_head.weight", (sizes.words, d)).mT if has("lm_head.weight") else tokens.mT
    maps = {
        "q": ("self_attn.q_proj", d, d), "k": ("self_attn.k_proj", d, kv), "v": ("self_attn.v_proj", d, kv),
        "o": ("self_attn.o_proj", d, d), "gate": ("mlp.gate_proj", d, inner), "up": ("mlp.up_proj", d, inner),
        "down": ("mlp.down_proj", inner, d),
    }  # fmt: skip
    for layer in range(sizes.layers):
        place = f"layers.{layer}"
        for name, (theirs, before, after) in maps.items():
            weight = read(f"{place}.{theirs}.weight", (after, before))
            yield f"{layer}.{name}.weight", (_interleaved(weight, sizes) if name in "qk" else weight).mT
            if has(f"{place}.{theirs}.bias"):
                bias = read(f"{place}.{theirs}.bias", (after,))
                yield f"{layer}.{name}.bias", _interleaved(bias, sizes) if name in "qk" else bias
        yield f"{layer}.norm_1.weight", read(f"{place}.input_layernorm.weight", (d,))
        yield f"{layer}.norm_2.weight", read(f"{place}.post_attention_layernorm.weight", (d,))


def _interleaved(rows: Tensor, sizes: Sizes) -> Tensor:
    """Return the rows of W_Q or W_K in the order in which neighbours are rotated together, not halves."""
    heads = rows.reshape(-1, 2, sizes.head_width // 2, *rows.shape[1:])  # (heads, halves, pairs, ...)
    return heads.transpose(1, 2).reshape(rows.shape)


_BY_KIND: Mapping[str, Callable[[Sizes, _Read, Callable[[str], bool]], _Found]] = {
    "bert": _bert_tensors, "gpt2": _gpt2_tensors, "llama": _llama_tensors,
}  # fmt: skip


def _tokenizer(content: bytes) -> tuple[_Tokenize, Callable[[int], str]]:
    from tokenizers import Tokenizer

    return _functions(Tokenizer.from_buffer(content))


def _functions(tokenizer: Any) -> tuple[_Tokenize, Callable[[int], str]]:
    """Return a tokenizer's functions: it neither cuts nor fills phrases up."""
    tokenizer.no_truncation()
    tokenizer.no_padding()

    def written(number: int) -> str:
        text = tokenizer.decode([number], skip_special_tokens=False)
        return str(text).strip().removeprefix("##")

    def tokenize(phrase: str) -> list[tuple[int, str]]:
        return [(number, written(number)) for number in tokenizer.encode(phrase).ids]

    return tokenize, written


# --- GGUF ---------------------------------------------------------------------------------------------------------


def _open_gguf(path: Path) -> Opened:
    """Read a model of Llama's kind from a GGUF file, whose rounded numbers become float32."""
    from gguf import GGUFReader, dequantize

    if path.stat().st_size > _LARGEST_MODEL:
        raise UserError(f"model {shown(path)} is larger than {_LARGEST_MODEL:,} bytes")
    reader = GGUFReader(path)
    said = {name: field.contents() for name, field in reader.fields.items() if not name.startswith("tokenizer.chat")}
    if said.get("general.architecture") != "llama":
        raise UserError(f"a GGUF model must be of Llama's kind; got {shown(str(said.get('general.architecture')))}")
    sizes = _gguf_sizes(said)
    stored = {tensor.name: tensor for tensor in reader.tensors}

    def read(name: str, shape: tuple[int, ...]) -> Tensor:
        if name not in stored:
            raise UserError(f"{shown(path)} has no tensor {name}")
        tensor = stored[name]
        got = tuple(int(size) for size in reversed(tensor.shape.tolist()))
        if got != shape:
            raise UserError(f"{shown(path)}: {name} must have the shape {shape}; got {got}")
        numbers = np.ascontiguousarray(dequantize(tensor.data, tensor.tensor_type), dtype=np.float32)
        return _finite(torch.from_numpy(numbers.reshape(shape).copy()), name, path)

    tensors = dict(_gguf_tensors(sizes, read, stored))
    _require_all(tensors, sizes, path)
    tokenize, written = _gguf_tokenizer(said)
    name = str(said.get("general.name", path.stem))
    kinds = sorted({tensor.tensor_type.name for tensor in reader.tensors if tensor.tensor_type.name != "F32"})
    return Opened(
        Model(sizes, tensors),
        tokenize,
        written,
        name if name.isprintable() and len(name) <= 100 else path.stem,
        hashlib.sha256(reader.data.tobytes()).hexdigest(),
        ", ".join(kinds),
    )


def _gguf_sizes(said: Mapping[str, Any]) -> Sizes:
    key = "llama.{}".format
    heads = _whole(said, key("attention.head_count"), _MOST["heads"])
    tokens = said.get("tokenizer.ggml.tokens")
    if not isinstance(tokens, list) or not 1 <= len(tokens) <= _MOST["words"]:
        raise UserError("a GGUF model needs a vocabulary, tokenizer.ggml.tokens")
    groups = said.get(key("attention.head_count_kv"), heads)
    return _checked(
        Sizes(
            "llama",
            _whole(said, key("block_count"), _MOST["layers"]),
            heads,
            groups if isinstance(groups, int) else 0,
            _whole(said, key("embedding_length"), _MOST["width"]),
            _whole(said, key("feed_forward_length"), _MOST["inner"]),
            len(tokens),
            _whole(said, key("context_length"), _LONGEST),
            _real(said, key("attention.layer_norm_rms_epsilon"), 1e-5),
            _real(said, key("rope.freq_base"), 10000.0),
            "silu",
        )
    )


def _gguf_tensors(sizes: Sizes, read: _Read, stored: Mapping[str, Any]) -> _Found:
    d, kv, inner = sizes.width, sizes.groups * sizes.head_width, sizes.inner
    tokens = read("token_embd.weight", (sizes.words, d))
    yield "tokens", tokens
    yield "norm.weight", read("output_norm.weight", (d,))
    yield "next", read("output.weight", (sizes.words, d)).mT if "output.weight" in stored else tokens.mT
    maps = {
        "q": ("attn_q", d, d), "k": ("attn_k", d, kv), "v": ("attn_v", d, kv), "o": ("attn_output", d, d),
        "gate": ("ffn_gate", d, inner), "up": ("ffn_up", d, inner), "down": ("ffn_down", inner, d),
    }  # fmt: skip
    for layer in range(sizes.layers):
        for name, (theirs, before, after) in maps.items():
            yield f"{layer}.{name}.weight", read(f"blk.{layer}.{theirs}.weight", (after, before)).mT
        yield f"{layer}.norm_1.weight", read(f"blk.{layer}.attn_norm.weight", (d,))
        yield f"{layer}.norm_2.weight", read(f"blk.{layer}.ffn_norm.weight", (d,))


def _gguf_tokenizer(said: Mapping[str, Any]) -> tuple[_Tokenize, Callable[[int], str]]:
    """Return the byte-pair tokenizer that a GGUF file describes."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers

    kind = said.get("tokenizer.ggml.model")
    if kind != "gpt2":
        raise UserError(f"a GGUF model's tokenizer must be gpt2; got {shown(str(kind))}")
    vocabulary = {token: number for number, token in enumerate(said["tokenizer.ggml.tokens"])}
    merges = [tuple(pair.split(" ", 1)) for pair in said.get("tokenizer.ggml.merges", [])]
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=merges))
    digits = [pre_tokenizers.Digits(individual_digits=True)] if said.get("tokenizer.ggml.pre") == "smollm" else []
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([*digits, pre_tokenizers.ByteLevel(add_prefix_space=False)])
    tokenizer.decoder = decoders.ByteLevel()
    return _functions(tokenizer)
