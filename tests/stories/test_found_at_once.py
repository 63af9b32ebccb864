"""What was told can be found at once, or the memory says that it is not through yet."""

from remember.context import OWNER
from remember.retrieve.claims_and_sources import claims_and_sources_context
from tests.stories.telling import Told


async def test_a_note_is_found_as_soon_as_the_memory_says_so_and_not_lost_afterwards(memory: Told) -> None:
    for n in range(10):
        told = await memory.ingest(f"Mira keeps lantern {n} in shed {n}.", f"note-{n}")
        at_once = await claims_and_sources_context(memory.opened.context(OWNER), f"lantern {n}")
        before = any(f"lantern {n} " in chunk.chunk_text for chunk in at_once.chunks)
        assert before or not (await memory.report(told.version_id)).ready
        await memory.wait(told.version_id)
        found = await claims_and_sources_context(memory.opened.context(OWNER), f"lantern {n}")
        assert f"lantern {n} " in found.evidence[0].claim_text
