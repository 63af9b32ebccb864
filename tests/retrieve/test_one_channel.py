"""One channel as it is: what it finds, how near, and how it is walked."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest

from remember.context import Context
from remember.errors import Incorrect
from remember.operations.registry import call
from remember.wire import Envelope, NegativeKind, SourceRecord, Truncation
from tests.retrieve.build import Memory

MAY = datetime(2026, 5, 1, tzinfo=UTC)


async def ask(context: Context, operation: str, **arguments: Any) -> Envelope:
    found = await call(context, operation, arguments)
    assert isinstance(found, Envelope)
    return found


async def _walk(context: Context, operation: str, **arguments: Any) -> list[Envelope]:
    pages = [await ask(context, operation, **arguments)]
    while pages[-1].truncation and (continuation := pages[-1].truncation.continuation):
        pages.append(await ask(context, operation, **arguments, continuation=continuation))
    return pages


async def test_words_find_claims_and_tell_their_score(memory: Memory) -> None:
    note = await memory.document("The pump leaks. The valve holds.", title="pumps", said_at=MAY)
    pump = await memory.claim(note, "The pump leaks.")
    await memory.claim(note, "The valve holds.")
    found = await ask(memory.context, "search_claims", query="pump", channel="bm25")
    assert [claim.claim_id for claim in found.evidence] == [pump]
    assert found.sources == (
        SourceRecord(
            doc_id=note.doc_id,
            title="pumps",
            source_kind="notes",
            markdown_uri=f"sha256:{note.text_hash}",
        ),
    )
    (rank,) = found.ranking
    assert rank.item_id == pump and rank.signals == {"channel_1": rank.score}
    assert (found.grain, found.negative) == ("evidence", None)
    assert found.truncation == Truncation(truncated=False, returned=1, estimated_total=1)


async def test_meaning_brings_everything_however_far(memory: Memory) -> None:
    note = await memory.document("The pump leaks. The valve holds.")
    claims = [await memory.claim(note, span) for span in ("The pump leaks.", "The valve holds.")]
    found = await ask(memory.context, "search_claims", query="The pump leaks.")
    assert [claim.claim_id for claim in found.evidence] == claims
    assert found.ranking[0].signals.keys() == {"channel_0"}
    assert found.ranking[0].score > found.ranking[1].score


async def test_passages_are_found_as_raw_text(memory: Memory) -> None:
    note = await memory.document("The pump leaks at the valve.", title="pumps")
    await memory.document("Nothing was said about lunch.")
    found = await ask(memory.context, "search_chunks", query="valve", channel="bm25")
    assert [(chunk.chunk_id, chunk.chunk_text) for chunk in found.chunks] == [(note.chunk_id, note.text)]
    assert (found.evidence, found.sources[0].title) == ((), "pumps")


async def test_what_shares_no_word_is_known_to_be_empty(memory: Memory) -> None:
    await memory.document("The pump leaks.")
    for operation in ("search_claims", "search_chunks"):
        found = await ask(memory.context, operation, query="zeppelin", channel="bm25")
        assert found.negative and found.negative.kind == NegativeKind.KNOWN_EMPTY


async def test_a_deleted_document_and_a_foreign_scope_are_not_found(memory: Memory) -> None:
    foreign = uuid4()
    await memory.scope(foreign, project="quay")
    for scope_id in (None, foreign):
        note = await memory.document("The pump leaks.", scope_id=scope_id)
        await memory.claim(note, note.text)
        if scope_id is None:
            await memory.tombstone(note)
    found = await ask(memory.context, "search_claims", query="pump", channel="bm25")
    assert (found.evidence, found.dropped_by_hydration) == ((), 1)
    assert (await ask(memory.context, "search_chunks", query="pump")).chunks == ()


@pytest.mark.parametrize("channel", ["semantic", "bm25"])
@pytest.mark.parametrize("operation", ["search_claims", "search_chunks"])
async def test_a_walk_gives_every_item_once_while_others_write(
    memory: Memory, operation: str, channel: str
) -> None:
    for number in range(23):
        note = await memory.document(f"Pump {number} leaks{' badly' * (number % 3)}.")
        await memory.claim(note, note.text)
    there = await memory._rows("select claim_id from claims")
    if operation == "search_chunks":
        there = await memory._rows("select chunk_id from chunks")
    walked: list[UUID] = []
    page = await ask(memory.context, operation, query="pump leaks", channel=channel, k=4)
    while True:
        assert page.truncation
        walked += [rank.item_id for rank in page.ranking]
        if page.truncation.continuation is None:
            break
        added = await memory.document(f"Pump {len(walked)} leaks badly, badly, badly.")
        await memory.claim(added, added.text)
        page = await ask(
            memory.context,
            operation,
            query="pump leaks",
            channel=channel,
            k=4,
            continuation=page.truncation.continuation,
        )
    assert len(walked) == len(set(walked))
    assert set(there) <= set(walked)


async def test_a_walk_says_how_many_there_are(memory: Memory) -> None:
    note = await memory.document("The pump leaks. " * 7)
    for _ in range(7):
        await memory.claim(note, "The pump leaks.")
    pages = await _walk(memory.context, "search_claims", query="pump", k=3)
    told = [(page.truncation.returned, page.truncation.estimated_total) for page in pages if page.truncation]
    assert told == [(3, 7), (3, 7), (1, 7)]
    assert [page.truncation.reason for page in pages if page.truncation] == ["k_limit", "k_limit", None]


async def test_a_continuation_is_only_for_the_same_question(memory: Memory) -> None:
    note = await memory.document("The pump leaks. The valve holds.")
    for span in ("The pump leaks.", "The valve holds."):
        await memory.claim(note, span)
    first = await ask(memory.context, "search_claims", query="pump", k=1)
    assert first.truncation and first.truncation.continuation
    with pytest.raises(Incorrect, match="cursor is malformed"):
        await ask(
            memory.context, "search_claims", query="valve", k=1, continuation=first.truncation.continuation
        )


async def test_the_passages_around_a_passage_are_those_of_its_version(memory: Memory) -> None:
    note = await memory.document("First.")
    following = await memory.passages(note, "Second.", "Third.", "Fourth.")
    other = await memory.document("Elsewhere.")
    for window, expected in (
        (1, ["First.", "Second.", "Third."]),
        (2, ["First.", "Second.", "Third.", "Fourth."]),
    ):
        found = await ask(memory.context, "adjacent_chunks", chunk_id=str(following[0]), window=window)
        assert [chunk.chunk_text for chunk in found.chunks] == expected
        assert found.truncation == Truncation(
            truncated=False, returned=len(expected), estimated_total=len(expected)
        )
    alone = await ask(memory.context, "adjacent_chunks", chunk_id=str(other.chunk_id))
    assert [chunk.chunk_text for chunk in alone.chunks] == ["Elsewhere."]


async def test_an_unknown_passage_and_one_that_is_not_served_are_two_kinds_of_no(memory: Memory) -> None:
    old = await memory.document("The pump leaks.")
    await memory.next_version(old, "The pump holds.")
    gone = await memory.document("The valve leaks.")
    await memory.delete(gone)
    kinds = [
        (await ask(memory.context, "adjacent_chunks", chunk_id=str(chunk_id))).negative
        for chunk_id in (uuid4(), gone.chunk_id, old.chunk_id)
    ]
    assert [kind and kind.kind for kind in kinds] == ["unknown_entity", "unknown_entity", "known_empty"]
