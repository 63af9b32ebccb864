"""However documents come and go, copies are grouped as by somebody who sees only what is left."""

import random
from dataclasses import replace
from uuid import UUID

import pytest

from remember.context import Context
from remember.domain.copies import Sketch, groups
from remember.domain.documents import IngestRequest, VersioningMode
from remember.ingest.delete import delete, delete_version
from remember.ingest.receive import receive
from tests.working import rows, work_off

_NOTE = IngestRequest(filename="rota.md", mime="text/markdown", source_kind="notes", source_ref="rota.md")
_NUMBERS = ("one", "two", "three", "four", "five", "six")
# Texts of some of these join those that share most of theirs, and are joined by them.
_PIECES = [
    " ".join(f"In {place} the {what} of week {number} was put off once more." for number in _NUMBERS)
    for place, what in (("Tarn", "market"), ("Osk", "ferry"), ("Brae", "survey"), ("Holm", "council"))
]
_STEPS = 14


@pytest.mark.parametrize("seed", range(4))
async def test_copies_are_grouped_as_if_what_went_had_never_been_there(context: Context, seed: int) -> None:
    chance = random.Random(seed)
    kept: list[tuple[UUID, UUID]] = []
    for _ in range(_STEPS):
        if kept and chance.random() < 0.4:
            doc_id, version_id = kept.pop(chance.randrange(len(kept)))
            if chance.random() < 0.5:
                await delete_version(context, doc_id, version_id)
            else:
                await delete(context, doc_id)
                kept = [one for one in kept if one[0] != doc_id]
        else:
            first = chance.randrange(len(_PIECES))
            text = " ".join(_PIECES[first : first + chance.randint(1, 3)])
            number = chance.randrange(4)
            mode = VersioningMode.LIVING if number < 2 else VersioningMode.SNAPSHOT
            request = replace(_NOTE, source_ref=f"note {number}", versioning_mode=mode)
            received = await receive(context, request, text.encode())
            if received.created:
                kept.append((received.doc_id, received.version_id))
            await work_off(context)
        await _check(context)


async def _check(context: Context) -> None:
    speaking = await rows(
        context,
        "select version_id, s.hashes, s.shingles from sketches s join versions v using (version_id)"
        " join documents d using (doc_id)"
        " where v.deleted_at is null and (versioning_mode = 'snapshot' or version_no ="
        "   (select max(version_no) from versions n where n.doc_id = v.doc_id and n.deleted_at is null))",
    )
    sketches = {one: Sketch(hashes=tuple(hashes), shingles=count) for one, hashes, count in speaking}
    told = await rows(
        context, "select array_agg(version_id) from copy_groups where upper_inf(during) group by copy_group"
    )
    assert {frozenset(group) for (group,) in told} == {frozenset(group) for group in groups(sketches)}
