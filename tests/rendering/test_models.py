"""Real models: passes against torch's own layers, recordings against attnmath, and files that nobody should trust."""

from __future__ import annotations

import hashlib
import json
import struct
from pathlib import Path
from typing import Any

import pytest
import torch
from click.testing import CliRunner
from gguf import GGUFWriter
from hypothesis import given, settings
from hypothesis import strategies as st
from safetensors.torch import load, save_file
from tokenizers import Tokenizer, models, pre_tokenizers
from torch import Tensor, nn

import render
from attnmath import attend_with
from rendering.models.folders import open_model
from rendering.models.passes import Model, Sizes, names
from rendering.models.record import NEUTRAL, recorded
from scenes.errors import UserError
from scenes.recordings import read_recording, recording_names

ROOT = Path(__file__).parents[2]
WORDS = ["a", "an", "apple", "ate", "banana", "got", "I", "is", "phone", "this", "thing"]
TOKENS = torch.tensor([6, 3, 0, 4, 1, 2])


def sizes(kind: Any, **changes: Any) -> Sizes:
    given = {"bert": "gelu", "gpt2": "gelu_tanh", "llama": "silu"}[kind]
    base = dict(layers=2, heads=4, groups=2 if kind == "llama" else 4, width=16, inner=24, words=len(WORDS), longest=32,
                epsilon=1e-5, base=10000.0, activation=given)  # fmt: skip
    return Sizes(kind, **{**base, **changes})


def random_model(kind: Any) -> Model:
    chance = torch.Generator().manual_seed(1)
    shapes = names(sizes(kind))
    weights = {name: torch.randn(shape, generator=chance) * 0.4 for name, shape in shapes.items()}
    return Model(sizes(kind), weights)


def torchs_layer(model: Model, place: int, *, first: bool) -> nn.TransformerEncoderLayer:
    """Return torch's own layer with a model's weights."""
    size = model.sizes
    act = nn.functional.gelu if first is False else lambda x: nn.functional.gelu(x, approximate="tanh")
    layer = nn.TransformerEncoderLayer(
        size.width, size.heads, size.inner, dropout=0.0, activation=act, layer_norm_eps=size.epsilon, batch_first=True,
        norm_first=first,
    ).eval()  # fmt: skip
    one = {name.removeprefix(f"{place}."): tensor for name, tensor in model.weights.items()}
    state = {
        "self_attn.in_proj_weight": torch.cat([one[f"{name}.weight"].mT for name in "qkv"]),
        "self_attn.in_proj_bias": torch.cat([one[f"{name}.bias"] for name in "qkv"]),
    }
    for theirs, ours in (("self_attn.out_proj", "o"), ("linear1", "up"), ("linear2", "down")):
        state |= {f"{theirs}.weight": one[f"{ours}.weight"].mT, f"{theirs}.bias": one[f"{ours}.bias"]}
    for number in (1, 2):
        state |= {f"norm{number}.{end}": one[f"norm_{number}.{end}"] for end in ("weight", "bias")}
    layer.load_state_dict(state)
    return layer


@pytest.mark.parametrize("kind", ["bert", "gpt2"])
@torch.no_grad()
def test_a_pass_is_torchs_own(kind: str) -> None:
    model = random_model(kind)
    made = model.run(TOKENS)
    mask = None if kind == "bert" else nn.Transformer.generate_square_subsequent_mask(len(TOKENS))
    x = made.layers[0].inputs.clone() if kind == "bert" else model["tokens"][TOKENS] + model["positions"][: len(TOKENS)]
    states = []
    for place in range(model.sizes.layers):
        layer = torchs_layer(model, place, first=kind == "gpt2")
        states.append(x)
        x = layer(x[None], src_mask=mask)[0]
    for layer, state in zip(made.layers, states, strict=True):
        torch.testing.assert_close(layer.inputs, state, atol=2e-5, rtol=1e-5)
    if kind == "gpt2":
        x = nn.functional.layer_norm(x, x.shape[-1:], model["norm.weight"], model["norm.bias"], 1e-5)
        torch.testing.assert_close(made.next, (x[-1] @ model["tokens"].mT).softmax(-1), atol=1e-5, rtol=1e-4)
    torch.testing.assert_close(made.final, x, atol=2e-5, rtol=1e-5)


@pytest.mark.parametrize("kind", ["gpt2", "llama"])
def test_a_pass_is_that_of_transformers(kind: str, tmp_path: Path) -> None:
    transformers = pytest.importorskip("transformers", reason="transformers is missing")
    small: dict[str, Any] = {"vocab_size": len(WORDS), "attn_implementation": "eager"}
    theirs = {
        "gpt2": lambda: transformers.GPT2LMHeadModel(
            transformers.GPT2Config(n_positions=32, n_embd=24, n_layer=3, n_head=4, **small)
        ),
        "llama": lambda: transformers.LlamaForCausalLM(
            transformers.LlamaConfig(
                hidden_size=24,
                intermediate_size=40,
                num_hidden_layers=3,
                num_attention_heads=6,
                num_key_value_heads=2,
                max_position_embeddings=64,
                **small,
            )  # fmt: skip
        ),
    }[kind]().eval()
    theirs.save_pretrained(tmp_path)
    write_tokenizer(tmp_path)
    with torch.inference_mode():
        wanted = theirs(TOKENS[None], output_attentions=True)
    made = open_model(tmp_path).model.run(TOKENS)
    for layer, weights in zip(made.layers, wanted.attentions, strict=True):
        torch.testing.assert_close(layer.weights, weights[0], atol=1e-5, rtol=1e-5)
    torch.testing.assert_close(made.next, wanted.logits[0, -1].softmax(-1), atol=1e-5, rtol=1e-5)


# --- Folders and GGUF files ---------------------------------------------------------------------------------------

LLAMA = {
    "model_type": "llama", "hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 4,
    "num_key_value_heads": 2, "intermediate_size": 24, "vocab_size": len(WORDS), "max_position_embeddings": 32,
    "hidden_act": "silu", "rms_norm_eps": 1e-5,
}  # fmt: skip
THEIRS = {
    "q": "self_attn.q_proj", "k": "self_attn.k_proj", "v": "self_attn.v_proj", "o": "self_attn.o_proj",
    "gate": "mlp.gate_proj", "up": "mlp.up_proj", "down": "mlp.down_proj",
    "norm_1": "input_layernorm", "norm_2": "post_attention_layernorm",
}  # fmt: skip
GGUFS = {
    "q": "attn_q", "k": "attn_k", "v": "attn_v", "o": "attn_output", "gate": "ffn_gate", "up": "ffn_up",
    "down": "ffn_down", "norm_1": "attn_norm", "norm_2": "ffn_norm",
}  # fmt: skip


def write_tokenizer(folder: Path) -> None:
    tokenizer = Tokenizer(models.WordLevel({word: place for place, word in enumerate(WORDS)}, unk_token="thing"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.save(str(folder / "tokenizer.json"))


def halves(rows: Tensor, width: int) -> Tensor:
    """Return interleaved rows of W_Q or W_K as Hugging Face keeps them: in halves."""
    return rows.reshape(-1, width // 2, 2, *rows.shape[1:]).transpose(1, 2).reshape(rows.shape)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small model of Llama's kind, in a folder."""
    path = tmp_path / "small"
    path.mkdir()
    model = random_model("llama")
    stored = {"model.embed_tokens.weight": model["tokens"], "model.norm.weight": model["norm.weight"]}
    stored["lm_head.weight"] = model["next"].mT
    for place in range(2):
        for ours, theirs in THEIRS.items():
            tensor = model[f"{place}.{ours}.weight"]
            tensor = tensor.mT if tensor.ndim == 2 else tensor
            stored[f"model.layers.{place}.{theirs}.weight"] = halves(tensor, 4) if ours in "qk" else tensor
    save_file({name: tensor.contiguous() for name, tensor in stored.items()}, path / "model.safetensors")
    (path / "config.json").write_text(json.dumps(LLAMA))
    write_tokenizer(path)
    return path


def write_gguf(path: Path) -> None:
    """Write the same model as a GGUF file."""
    model, writer = random_model("llama"), GGUFWriter(path, "llama")
    writer.add_name("small")
    writer.add_block_count(2)
    writer.add_context_length(32)
    writer.add_embedding_length(16)
    writer.add_feed_forward_length(24)
    writer.add_head_count(4)
    writer.add_head_count_kv(2)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_tokenizer_model("gpt2")
    writer.add_token_list(WORDS)
    writer.add_token_merges([])
    writer.add_tensor("token_embd.weight", model["tokens"].numpy())
    writer.add_tensor("output_norm.weight", model["norm.weight"].numpy())
    writer.add_tensor("output.weight", model["next"].mT.contiguous().numpy())
    for place in range(2):
        for ours, theirs in GGUFS.items():
            tensor = model[f"{place}.{ours}.weight"]
            rows = tensor.mT.contiguous() if tensor.ndim == 2 else tensor
            writer.add_tensor(f"blk.{place}.{theirs}.weight", rows.numpy())
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def test_a_folder_and_a_gguf_file_hold_the_same_model(folder: Path, tmp_path: Path) -> None:
    write_gguf(tmp_path / "small.gguf")
    wanted = random_model("llama").run(TOKENS)
    for path in (folder, tmp_path / "small.gguf"):
        made = open_model(path).model.run(TOKENS)
        assert made.next is not None and wanted.next is not None
        torch.testing.assert_close(made.next, wanted.next, atol=1e-6, rtol=1e-5)
        for one, other in zip(made.layers, wanted.layers, strict=True):
            torch.testing.assert_close(one.weights, other.weights, atol=1e-6, rtol=1e-5)


def refusal(path: Path) -> str:
    with pytest.raises(UserError) as caught:
        open_model(path)
    return str(caught.value)


@pytest.mark.parametrize(
    "changes, message",
    [
        ({"model_type": "lama"}, 'unknown kind of model "lama"; did you mean "llama"?'),
        ({"hidden_size": 0}, 'hidden_size must be a whole number from 1 to 20,000; got "0"'),
        ({"num_hidden_layers": 10**9}, 'num_hidden_layers must be a whole number from 1 to 200; got "1000000000"'),
        (
            {"num_attention_heads": 3},
            "heads must divide the width, and groups the heads; got 16 numbers, 3 heads, 2 groups",
        ),
        ({"hidden_act": "tanh"}, 'unknown activation "tanh"; there are: gelu, gelu_new, gelu_pytorch_tanh, relu, silu'),
        ({"rope_scaling": {"type": "yarn"}}, "rope_scaling is not known here; got \"{'type': 'yarn'}\""),
        ({"rms_norm_eps": "nan"}, 'rms_norm_eps must be a positive number; got "nan"'),
        ({"vocab_size": 1_000_000, "hidden_size": 20_000}, "the model is larger than 8,000,000,000 bytes"),
    ],
)  # fmt: skip
def test_a_wrong_configuration_is_one_line(folder: Path, changes: dict[str, Any], message: str) -> None:
    (folder / "config.json").write_text(json.dumps({**LLAMA, **changes}))
    assert refusal(folder) == message


def test_a_wrong_folder_is_one_line(folder: Path, tmp_path: Path) -> None:
    weights = folder / "model.safetensors"
    whole = weights.read_bytes()
    assert refusal(tmp_path / "none") == f'no model "{tmp_path / "none"}"'
    weights.write_bytes(whole[:-100])
    assert refusal(folder).startswith(f'"{folder}" is no model that can be read: ')
    weights.write_bytes(struct.pack("<Q", 1 << 60) + whole[8:])
    assert refusal(folder).startswith(f'"{folder}" is no model that can be read: ')
    weights.write_bytes(whole)
    (folder / "config.json").write_text(json.dumps({**LLAMA, "intermediate_size": 25}))
    assert refusal(folder) == (
        f'"{weights}": model.layers.0.mlp.gate_proj.weight must have the shape (25, 16); got (24, 16)'
    )
    weights.unlink()
    (folder / "pytorch_model.bin").write_bytes(b"\x80\x04}.")
    assert refusal(folder) == (
        f'model "{folder}" has no model.safetensors; pytorch_model.bin may hold programs and is not opened'
    )


def test_a_broken_gguf_file_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "small.gguf"
    write_gguf(path)
    whole = path.read_bytes()
    for broken in (b"", b"GGUF", whole[:200], whole[:-4000], whole[:8] + b"\xff" * 16 + whole[24:]):
        path.write_bytes(broken)
        assert refusal(path).startswith(f'"{path}" ')
    (tmp_path / "small.txt").write_text("")
    assert refusal(tmp_path / "small.txt") == (
        "a model is a folder with config.json, model.safetensors and tokenizer.json, or a .gguf file; "
        f'got "{tmp_path / "small.txt"}"'
    )


# --- Recordings ---------------------------------------------------------------------------------------------------


def test_the_command_records_what_figures_read(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.safetensors"
    given = ["record-model", str(folder), "--phrase", "I ate a banana", "--phrase", "I got a phone", "-o", str(file)]
    result = CliRunner().invoke(render.main, given)
    assert (result.exit_code, result.output) == (0, f"small: 2 layers of 4 heads over 4, 4 tokens\nwrote {file}\n")
    first = file.read_bytes()
    assert CliRunner().invoke(render.main, given).exit_code == 2, "nothing is replaced unasked"
    assert CliRunner().invoke(render.main, [*given, "--force"]).exit_code == 0
    assert file.read_bytes() == first, "byte for byte"
    recording = read_recording(str(file))
    assert recording.about.phrases[0].tokens == ("I", "ate", "a", "banana")
    assert len(recording.about.phrases[1].next) == len(WORDS)


@pytest.mark.parametrize("name", recording_names())
def test_recorded_weights_are_attnmaths(name: str) -> None:
    recording = read_recording(name)
    digest = hashlib.sha256((ROOT / "assets" / "recordings" / f"{name}.safetensors").read_bytes()).hexdigest()
    assert f"{digest}  {name}.safetensors" in (ROOT / "assets" / "recordings" / "README.md").read_text(encoding="utf-8")
    for place, phrase in enumerate(recording.about.phrases):
        if f"{place}.weights" not in recording.tensors:
            assert recording.tensor(f"{place}.end").shape == recording.tensor("neutral").shape
            continue
        weights = recording.tensor(f"{place}.weights")
        torch.testing.assert_close(weights.sum(-1), torch.ones(weights.shape[:-1]), atol=1e-5, rtol=0)
        if f"{place}.queries" not in recording.tensors:
            continue
        q, k, v = (recording.tensor(f"{place}.{part}") for part in ("queries", "keys", "values"))
        step = attend_with(q, k, v, scaled=True)
        torch.testing.assert_close(step.weights, weights, atol=1e-5, rtol=0)
        assert weights.shape == (recording.about.layers, recording.about.heads, *[len(phrase.tokens)] * 2)


def test_ends_are_the_phrases_last_words_after_the_last_layer(folder: Path) -> None:
    """Each phrase stands after the seeds' context; the mean of neutral words is that of their own ends."""
    opened = open_model(folder)
    content, _ = recorded(opened, ["a banana", "an apple"], {}, keep="ends")
    tensors = load(content)

    def end(phrase: str) -> Tensor:
        numbers = torch.tensor([number for number, _ in opened.tokenize(f"this is {phrase}")])
        return opened.model.run(numbers).final[-1]

    assert set(tensors) == {"0.end", "1.end", "neutral"}
    for place, phrase in enumerate(("a banana", "an apple")):
        torch.testing.assert_close(tensors[f"{place}.end"], end(phrase))
    torch.testing.assert_close(tensors["neutral"], torch.stack([end(word) for word in NEUTRAL]).mean(dim=0))


MINE = (ROOT / "assets" / "recordings" / "smollm2-next.safetensors").read_bytes()


@settings(max_examples=60, deadline=None)
@given(place=st.integers(0, 6000), junk=st.binary(min_size=1, max_size=9), cut=st.booleans())
def test_a_broken_recording_is_one_line_or_one_that_can_be_read(
    place: int, junk: bytes, cut: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    content = MINE[:place] if cut else MINE[:place] + junk + MINE[place + len(junk) :]
    file = tmp_path_factory.getbasetemp() / "broken.safetensors"
    file.write_bytes(content)
    try:
        read_recording(str(file))
    except UserError as error:
        assert "\n" not in str(error) and "broken.safetensors" in str(error)


@pytest.mark.parametrize(
    "header, message",
    [
        ({}, 'it lacks the metadata "recording", which record-model writes'),
        ([], "its header is no table"),
    ],
)
def test_what_is_no_recording_is_said(header: object, message: str, tmp_path: Path) -> None:
    file, said = tmp_path / "other.safetensors", json.dumps(header).encode()
    file.write_bytes(struct.pack("<Q", len(said)) + said)
    with pytest.raises(UserError) as caught:
        read_recording(str(file))
    assert str(caught.value) == f'"{file}" is no recording: {message}'


def test_an_unknown_recording_is_said() -> None:
    with pytest.raises(UserError) as caught:
        read_recording("minilm-aple")
    assert str(caught.value) == (
        'unknown recording "minilm-aple"; did you mean "minilm-apple"?, or a file that ends in .safetensors'
    )
