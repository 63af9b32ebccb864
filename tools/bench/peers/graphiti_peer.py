"""graphiti, with Kuzu in its own process, our embedder, and a model that gives one fact a turn at once."""

import asyncio
import logging
import os
from collections.abc import Sequence
from datetime import datetime
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

from tools.bench.peers.asked import Embedder, Turn, serve


class Graphiti:
    """Its documented way: `add_episode` for one turn, and `add_episode_bulk` for several."""

    def __init__(self, folder: Path, embedder: Embedder) -> None:
        kuzu = metadata.version("kuzu")
        self.name = f"graphiti-core {metadata.version('graphiti-core')}, kuzu {kuzu}"
        self._loop = asyncio.new_event_loop()
        self._model = _model()
        self._nodes = import_module("graphiti_core.nodes")
        self._bulk = import_module("graphiti_core.utils.bulk_utils")
        driver = import_module("graphiti_core.driver.kuzu_driver").KuzuDriver(str(folder / "graph.kuzu"))
        _index(driver)
        self._graph = import_module("graphiti_core").Graphiti(
            graph_driver=driver,
            llm_client=self._model,
            embedder=_vectors(embedder),
            cross_encoder=_no_reranker(),
        )

    def add(self, turns: Sequence[Turn]) -> None:
        """One call with these turns."""
        self._model.turns = turns
        episodes = [self._episode(turn) for turn in turns]
        if len(episodes) == 1:
            self._loop.run_until_complete(self._graph.add_episode(**episodes[0]))
            return
        raw = [self._bulk.RawEpisode(content=one.pop("episode_body"), **one) for one in episodes]
        self._loop.run_until_complete(self._graph.add_episode_bulk(raw))

    def find(self, question: str) -> list[str]:
        """The facts that it finds."""
        found = self._loop.run_until_complete(self._graph.search(question, num_results=10))
        return [edge.fact for edge in found]

    def _episode(self, turn: Turn) -> dict[str, Any]:
        return {
            "name": "turn",
            "episode_body": f"{turn.speaker}: {turn.text}",
            "source_description": "chat",
            "source": self._nodes.EpisodeType.message,
            "reference_time": datetime.fromisoformat(turn.at),
        }


def _index(driver: Any) -> None:
    """Make the indexes over words that its search expects; the driver of this version does not."""
    kuzu = import_module("kuzu")
    queries = import_module("graphiti_core.graph_queries")
    connection = kuzu.Connection(driver.db)
    for query in queries.get_fulltext_indices(driver.provider):
        connection.execute(query)
    connection.close()


def _model() -> Any:
    client = import_module("graphiti_core.llm_client.client")

    class Model(client.LLMClient):  # type: ignore[misc,name-defined]
        turns: Sequence[Turn] = ()

        def __init__(self) -> None:
            super().__init__(None)

        async def _generate_response(self, messages: Any, response_model: Any, *_: Any, **__: Any) -> Any:
            asked = messages[-1].content
            turn = max(self.turns, key=lambda turn: asked.rfind(turn.text))
            return _reply(response_model.__name__, turn)

    return Model()


def _reply(asked_for: str, turn: Turn) -> dict[str, Any]:
    """What a perfect model replies: two entities that are new, and one fact that contradicts none."""
    entities = [{"name": name, "entity_type_id": 0} for name in (turn.subject, turn.object)]
    fact = {
        "source_entity_name": turn.subject,
        "target_entity_name": turn.object,
        "relation_type": "CONCERNS",
        "fact": turn.fact,
    }
    replies: dict[str, dict[str, Any]] = {
        "ExtractedEntities": {"extracted_entities": entities},
        "ExtractedEdges": {"edges": [fact]},
        "CombinedExtraction": {"extracted_entities": entities, "edges": [fact]},
        "NodeResolutions": {"entity_resolutions": []},
        "EdgeDuplicate": {"duplicate_facts": [], "contradicted_facts": []},
        "EdgeTimestamps": {},
        "BatchEdgeTimestamps": {"timestamps": [{}]},
        "SummarizedEntities": {"summaries": []},
    }
    return replies[asked_for]


def _vectors(embedder: Embedder) -> Any:
    client = import_module("graphiti_core.embedder.client")

    class Vectors(client.EmbedderClient):  # type: ignore[misc,name-defined]
        async def create(self, input_data: str | list[str]) -> list[float]:
            return embedder.embed([input_data] if isinstance(input_data, str) else input_data)[0]

        async def create_batch(self, input_data_list: list[str]) -> list[list[float]]:
            return embedder.embed(input_data_list)

    return Vectors()


def _no_reranker() -> Any:
    client = import_module("graphiti_core.cross_encoder.client")

    class NoReranker(client.CrossEncoderClient):  # type: ignore[misc,name-defined]
        async def rank(self, query: str, passages: list[str]) -> list[tuple[str, float]]:
            return [(passage, 1.0) for passage in passages]

    return NoReranker()


if __name__ == "__main__":
    os.environ |= {"GRAPHITI_TELEMETRY_ENABLED": "false", "EMBEDDING_DIM": "384"}
    logging.disable(logging.WARNING)
    serve(Graphiti)
