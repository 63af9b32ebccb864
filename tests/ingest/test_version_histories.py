"""Versions that come, change and go at random: what is held is always what the kept versions say."""

import random
from dataclasses import replace
from uuid import UUID

import pytest

from remember.context import Context
from remember.domain.documents import IngestRequest, VersioningMode
from remember.ingest.delete import delete_version
from remember.ingest.receive import receive
from tests.working import rows, work_off

_NOTE = IngestRequest(filename="rota.md", mime="text/markdown", source_kind="notes", source_ref="rota.md")
_SENTENCES = [
    "Mira opens the gate.",
    "Tomas checks the well.",
    "Oda fires the kiln.",
    "Ivo cleans the shed.",
    "Rope hangs in the barn.",
]
_STEPS = 12


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("mode", list(VersioningMode))
async def test_what_is_held_is_what_the_kept_versions_say(
    context: Context, mode: VersioningMode, seed: int
) -> None:
    chance = random.Random(f"{mode} {seed}")
    request = replace(_NOTE, versioning_mode=mode)
    other = replace(_NOTE, source_ref="other.md")
    await receive(context, other, _SENTENCES[0].encode())
    await work_off(context)
    kept: list[tuple[UUID, UUID, frozenset[str]]] = []
    for _ in range(_STEPS):
        if kept and chance.random() < 0.45:
            doc_id, version_id, _ = kept.pop(chance.randrange(len(kept)))
            await delete_version(context, doc_id, version_id)
        else:
            said = chance.sample(_SENTENCES, chance.randint(1, 4))
            gap = chance.choice([" ", "\n\n", "\n\n# Rota\n\n"])
            received = await receive(context, request, gap.join(said).encode())
            if received.created:
                kept.append((received.doc_id, received.version_id, frozenset(said)))
        if chance.random() < 0.3:
            continue  # What is waiting meets the next step unprocessed.
        await work_off(context)
        speaking = kept[-1:] if mode is VersioningMode.LIVING else kept
        told = {text for _, _, said_by_it in speaking for text in said_by_it}
        await _check(context, told, kept[-1][1] if kept else None)


async def _check(context: Context, said: set[str], serving: UUID | None) -> None:
    # A snapshot that says again what its last version left out says it by two claims.
    current = await rows(
        context,
        "select distinct claim_text from claims join documents using (doc_id)"
        " where is_current and source_ref = 'rota.md'",
    )
    assert {text for (text,) in current} == said
    held = await rows(context, "select label, evidence_count from facts where invalidated_at is null")
    both = said | {_SENTENCES[0]}
    assert dict(held) == {text: 1 + (text == _SENTENCES[0] and text in said) for text in both}
    assert len(held) == len(both)
    open_now = "select count(*) from claim_currency where upper_inf(during)"
    assert await rows(context, open_now) == await rows(
        context, "select count(*) from claims where is_current"
    )
    believed = "select count(*) from fact_revisions where upper_inf(believed)"
    assert await rows(context, believed) == [(len(held),)]
    served = await rows(context, "select serving_version_id from documents where source_ref = 'rota.md'")
    assert not served or served == [(serving,)]
    for corpus, of in (("chunks", "serving"), ("claims", "is_current"), ("facts", "invalidated_at is null")):
        sums = f"select sum(rows)::int, sum(words)::int from term_changes where corpus = '{corpus}'"
        there = f"select count(*)::int, sum(word_count)::int from {corpus} where {of}"
        assert await rows(context, sums) == await rows(context, there)
