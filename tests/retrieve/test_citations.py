"""Where documents point at each other: found when they come, resolved when they are read, gone with them."""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import pytest

from remember import wiring
from remember.errors import Incorrect, NotFound, Unavailable
from remember.ingest.version import Progress, process
from remember.operations.registry import call
from remember.wire import Envelope, IngestedVersion
from remember.worker import working
from tests.scripted import ScriptedProviders
from tests.stories.telling import Told
from tests.working import lease_next, rows

MAIL = "From: {0}\nTo: crew\nSubject: the gate\nMessage-ID: <{1}@quay.example>\n{2}\nAgreed.\n"


@pytest.fixture
async def told(opened: wiring.Memory) -> AsyncIterator[Told]:
    """A memory whose jobs are done as they come."""
    async with working(opened):
        yield Told(opened)


async def tell(told: Told, ref: str, text: str, **more: Any) -> IngestedVersion:
    """A note whose source is a path."""
    return await told.tell(text, ref, **{"filename": ref.rsplit("/", 1)[-1]} | more)


async def path(told: Told, one: IngestedVersion, other: IngestedVersion, **more: Any) -> Envelope:
    ends = {"from_doc_id": str(one.doc_id), "to_doc_id": str(other.doc_id)}
    found: Envelope = await told.call("graph_citation_path", **ends, **more)
    return found


async def listed(told: Told, one: IngestedVersion, **more: Any) -> list[tuple[str, str, str | None, int]]:
    page = await told.call("document_references", doc_id=str(one.doc_id), **more)
    return [(row.kind, row.raw, row.to_title, row.candidates) for row in page.references]


def stops(found: Envelope) -> list[str]:
    return [" > ".join(node.name for node in one.nodes) for one in found.paths]


def kind_of_no(found: Envelope) -> str | None:
    return found.negative and found.negative.kind.value


async def test_a_path_leads_over_links_in_their_direction(told: Told) -> None:
    plan = await tell(told, "pier/plan.md", "The plan follows [the rota](../rota.md).")
    rota = await tell(told, "rota.md", "See [[Gate keys]].")
    keys = await tell(told, "lists/keys.md", "The keys hang in the shed.", title="Gate keys")
    found = await path(told, plan, keys)
    assert stops(found) == ["plan > rota > Gate keys"]
    assert (found.grain, [node.hops for node in found.nodes]) == ("fact", [0, 1, 2])
    first, second = found.edges
    assert first.model_dump(include={"subject_id", "object_id", "predicate", "fact", "evidence_count"}) == {
        "subject_id": plan.doc_id,
        "object_id": rota.doc_id,
        "predicate": "links_to",
        "fact": "plan links to rota",
        "evidence_count": 1,
    }
    assert (second.subject_id, second.object_id) == (rota.doc_id, keys.doc_id)
    assert kind_of_no(await path(told, keys, plan)) == "known_empty"
    far = await path(told, plan, keys, max_hops=1)
    assert (kind_of_no(far), far.truncation and far.truncation.reason) == ("boundary", "depth_budget")


async def test_a_reference_finds_its_document_as_soon_as_that_is_there(told: Told) -> None:
    plan = await tell(told, "plan.md", "Follow [the rota](rota.md).")
    assert await listed(told, plan) == [("links_to", "rota.md", None, 0)]
    rota = await tell(told, "rota.md", "Oda Lind walks on Monday.")
    assert await listed(told, plan) == [("links_to", "rota.md", "rota", 1)]
    assert stops(await path(told, plan, rota)) == ["plan > rota"]
    assert await listed(told, rota, direction="to") == [("links_to", "rota.md", "rota", 1)]


async def test_mail_is_joined_by_what_answers_what(told: Told) -> None:
    last = await tell(told, "3.eml", MAIL.format("Yara", "m3", "In-Reply-To: <m2@quay.example>\n"))
    first = await tell(told, "1.eml", MAIL.format("Oda", "m1", ""))
    await tell(told, "2.eml", MAIL.format("Bram", "m2", "In-Reply-To: <m1@quay.example>\n"))
    found = await path(told, last, first)
    assert [edge.predicate for edge in found.edges] == ["replies_to", "replies_to"]
    assert stops(found) == ["3 > 2 > 1"]


async def test_links_of_a_web_page_count_though_its_text_lost_them(told: Told) -> None:
    page = '<html><body><nav><a href="/other">menu</a></nav><p>See <a href="june">June</a>.</p></body></html>'
    web = {"source_kind": "web", "mime": "text/html"}
    may = await told.tell(page, "https://quay.example/rota/may", filename="may.html", **web)
    june = await told.tell("<p>Closed.</p>", "https://quay.example/rota/june", filename="june.html", **web)
    assert await listed(told, may) == [("links_to", "june", "june", 1)]
    assert stops(await path(told, may, june)) == ["may > june"]


async def test_a_name_that_two_documents_bear_means_neither(told: Told) -> None:
    plan = await tell(told, "plan.md", "See [[Rota]].")
    one = await tell(told, "may/rota.md", "Oda Lind walks.")
    assert await listed(told, plan) == [("links_to", "Rota", "rota", 1)]
    await tell(told, "june/rota.md", "Bram Teal walks.")
    assert await listed(told, plan) == [("links_to", "Rota", None, 2)]
    assert kind_of_no(await path(told, plan, one)) == "known_empty"
    assert await listed(told, one, direction="to") == []


async def test_a_new_version_points_at_what_it_says_itself_and_a_deleted_one_at_nothing(told: Told) -> None:
    rota = await tell(told, "rota.md", "Oda Lind walks.")
    keys = await tell(told, "keys.md", "The keys hang in the shed.")
    plan = await tell(told, "plan.md", "See [the rota](rota.md).")
    newer = await tell(told, "plan.md", "See [the keys](keys.md).")
    assert kind_of_no(await path(told, plan, rota)) == "known_empty"
    assert stops(await path(told, plan, keys)) == ["plan > keys"]
    await told.call("delete_version", doc_id=str(plan.doc_id), version_id=str(newer.version_id))
    assert stops(await path(told, plan, rota)) == ["plan > rota"]
    await told.call("delete_document", doc_id=str(rota.doc_id))
    assert await listed(told, plan) == [("links_to", "rota.md", None, 0)]
    assert kind_of_no(await path(told, plan, rota)) == "unknown_entity"
    await tell(told, "rota.md", "Bram Teal walks.")
    assert stops(await path(told, plan, rota)) == ["plan > rota"]
    await told.call("delete_document", doc_id=str(plan.doc_id))
    assert await listed(told, rota, direction="to") == []
    with pytest.raises(NotFound):
        await listed(told, plan)


async def test_a_document_out_of_sight_is_unknown_and_on_no_path(opened: wiring.Memory, told: Told) -> None:
    plan = await tell(told, "plan.md", "See [the rota](rota.md).")
    rota = await tell(told, "rota.md", "See [the keys](keys.md).")
    keys = await tell(told, "keys.md", "The keys hang in the shed.")
    assert stops(await path(told, plan, keys)) == ["plan > rota > keys"]
    blind = replace(told.context, scope_ids=(uuid4(),))
    unseen = [
        await call(blind, "graph_citation_path", {"from_doc_id": str(one), "to_doc_id": str(other)})
        for one, other in ((plan.doc_id, keys.doc_id), (uuid4(), uuid4()))
    ]
    assert [kind_of_no(found) for found in unseen] == ["unknown_entity"] * 2
    assert unseen[0].negative == unseen[1].negative
    async with opened.database.write() as tx:
        hidden = uuid4()
        await tx.execute(
            "insert into scopes (tenant_id, scope_id, project) values (%s, %s, 'quay')",
            (opened.tenant.tenant_id, hidden),
        )
        await tx.execute("update documents set scope_id = %s where doc_id = %s", (hidden, rota.doc_id))
    assert kind_of_no(await path(told, plan, keys)) == "known_empty"
    assert await listed(told, plan) == [("links_to", "rota.md", None, 0)]
    assert await listed(told, keys, direction="to") == []


async def test_references_come_page_by_page_in_their_order(told: Told) -> None:
    targets = [f"n{number}.md" for number in range(7)]
    plan = await tell(told, "plan.md", " ".join(f"[x]({name})" for name in [*targets, "n0.md"]))
    other = await tell(told, "other.md", "[x](n1.md) [y](n1.md)")
    (target,) = [await tell(told, "n1.md", "It is so.")]
    seen: list[str] = []
    cursor: str | None = None
    while True:
        page = await told.call(
            "document_references", doc_id=str(plan.doc_id), limit=3, **{"cursor": cursor} if cursor else {}
        )
        seen += [row.raw for row in page.references]
        if (cursor := page.cursor) is None:
            break
    assert seen == targets
    whole = await told.call("document_references", doc_id=str(plan.doc_id))
    assert [row.places for row in whole.references] == [2, 1, 1, 1, 1, 1, 1]
    first = await told.call("document_references", doc_id=str(target.doc_id), direction="to", limit=1)
    second = await told.call(
        "document_references", doc_id=str(target.doc_id), direction="to", limit=1, cursor=first.cursor
    )
    assert {row.from_doc_id for row in (*first.references, *second.references)} == {plan.doc_id, other.doc_id}
    assert second.cursor is None
    with pytest.raises(Incorrect, match="malformed"):
        await told.call("document_references", doc_id=str(plan.doc_id), cursor=first.cursor)


async def test_a_reference_stands_at_its_characters_in_the_stored_text(
    opened: wiring.Memory, told: Told
) -> None:
    text = "Ünter the pier: see [the rota](rota.md)."
    plan = await tell(told, "plan.md", text)
    (row,) = (await told.call("document_references", doc_id=str(plan.doc_id))).references
    stored = (await opened.content.get(opened.tenant.tenant_id, plan.content_hash)).decode()
    assert stored[row.span.char_start : row.span.char_end] == "[the rota](rota.md)"


async def test_the_same_bytes_elsewhere_point_from_where_they_stand(told: Told) -> None:
    text = "See [the rota](rota.md)."
    may = await tell(told, "may/plan.md", text)
    june = await tell(told, "june/plan.md", text)
    rota = await tell(told, "june/rota.md", "Oda Lind walks.")
    assert await listed(told, may) == [("links_to", "rota.md", None, 0)]
    assert stops(await path(told, june, rota)) == ["plan > rota"]


async def test_what_failed_later_and_is_tried_again_leaves_no_double(
    opened: wiring.Memory, models: ScriptedProviders
) -> None:
    told = Told(opened)
    models.embed.failures.append(Unavailable("the embedder does not answer"))
    sent = await told.ingest("See [a](a.md) and [b](b.md).", "pier/plan.md")
    lease = await lease_next(told.context)
    assert lease is not None
    with pytest.raises(Unavailable):
        await process(told.context, lease, Progress())
    assert await rows(told.context, "select raw from document_references order by ordinal") == [
        ("a.md",),
        ("b.md",),
    ]
    assert await listed(told, sent) == []
    await process(told.context, lease, Progress())
    assert await listed(told, sent) == [("links_to", "a.md", None, 0), ("links_to", "b.md", None, 0)]


async def test_a_path_to_itself_and_unknown_documents_are_told_apart(told: Told) -> None:
    plan = await tell(told, "plan.md", "See [itself](plan.md).")
    with pytest.raises(Incorrect, match="both ends are the document"):
        await path(told, plan, plan)
    other = IngestedVersion.model_validate(plan.model_dump() | {"doc_id": UUID(int=7)})
    assert kind_of_no(await path(told, plan, other)) == "unknown_entity"
    assert await listed(told, plan) == [("links_to", "plan.md", "plan", 1)]
