"""What the memory said, sent back to it, makes it no surer: it is found, and counts for nothing."""

import pytest

from remember.surfaces.cli_ask import print_answer
from remember.surfaces.cli_query import print_bundle
from remember.wire import Answer, ContextBundleV2, Envelope
from remember.wire.envelope import to_json
from tests.stories.telling import Told
from tests.working import rows

QUESTION = "who owns the gate rota"


async def _output(memory: Told, how: str, capsys: pytest.CaptureFixture[str]) -> str:
    if how == "envelope":
        found = await memory.call("facts_context", query=QUESTION)
        assert isinstance(found, Envelope)
        return to_json(found, extended=True).decode()
    if how == "printed bundle":
        bundle = await memory.call("combined_context", query=QUESTION)
        assert isinstance(bundle, ContextBundleV2)
        print_bundle(bundle)
        return capsys.readouterr().out
    answer = await memory.call("ask", query=QUESTION)
    assert isinstance(answer, Answer) and answer.status == "answered"
    if how == "answer":
        return answer.model_dump_json(indent=2)
    print_answer(answer)
    return capsys.readouterr().out


@pytest.mark.parametrize("how", ["envelope", "answer", "printed answer", "printed bundle"])
async def test_output_fed_back_does_not_raise_support(
    memory: Told, how: str, capsys: pytest.CaptureFixture[str]
) -> None:
    await memory.tell("Mira owns the gate rota.", "board")
    output = await _output(memory, how, capsys)
    assert "Mira" in output
    await memory.tell(f"I looked it up.\n\n{output}\n\nTomas mended the well.", "diary")
    held = "select label, evidence_count from facts order by label"
    assert await rows(memory.context, held) == [
        ("Gate rota is owned by Mira", 1),
        ("Tomas mended the well.", 1),
    ]
    found = await memory.call("search_chunks", query="gate rota")
    assert len({chunk.doc_id for chunk in found.chunks}) == 2


async def test_output_that_is_sent_under_its_own_kind_counts_for_nothing(memory: Told) -> None:
    await memory.tell("Mira owns the gate rota.", "board")
    sent = await memory.tell(
        "To sum up, Mira owns the gate rota.", "summary", source_kind="remember", source_ref="chat-4"
    )
    assert await rows(memory.context, "select evidence_count from facts") == [(1,)]
    why = f"select distinct decision, reason from extraction_decisions where version_id = '{sent.version_id}'"
    assert await rows(memory.context, why) == [("selection_drop", "fed_back")]


async def test_the_memory_does_not_keep_alive_what_its_source_took_back(memory: Told) -> None:
    told = await memory.tell("Mira owns the gate rota.", "board")
    answer = (await memory.call("ask", query=QUESTION)).model_dump_json()
    await memory.tell(answer, "export")
    await memory.call("delete_document", doc_id=str(told.doc_id))
    found = await memory.call("facts_context", query=QUESTION)
    assert (found.facts, found.negative is not None) == ((), True)
