"""The HTTP surface: who is let in, how bodies are bounded, and the one shape of an error."""

import json
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any
from uuid import uuid4

import httpx2
import pytest

from remember.operations.registry import find, operations

NOTE = "The kiln at Ashford is fired on Tuesdays."
UPLOAD = {"filename": "kiln.md", "mime": "text/markdown"}
SOURCED = UPLOAD | {"source_kind": "notes", "source_ref": "kiln.md"}


async def ingest(http: httpx2.AsyncClient, body: Any = NOTE, **how: Any) -> httpx2.Response:
    params = UPLOAD | how.pop("params", {})
    return await http.post("/ingest", params=params, content=body, **how)


async def ingested_by(memory: Any) -> list[str]:
    async with memory.database.read() as tx:
        cursor = await tx.execute("select ingested_by_kind || ':' || ingested_by_ref from versions")
        return [kind for (kind,) in await cursor.fetchall()]


async def test_an_ingest_tells_what_is_in_force(http: httpx2.AsyncClient, memory: Any) -> None:
    reply = (await ingest(http, params=SOURCED)).json()
    assert reply == {
        "deployment_id": str(memory.tenant.tenant_id),
        "doc_id": reply["doc_id"],
        "version_id": reply["version_id"],
        "content_hash": reply["content_hash"],
        "created": True,
        "mime": "text/markdown",
        "title": "kiln",
        "versioning_mode": "snapshot",
        "parked": None,
        "processing_admission": "not_required",
    }


async def test_documents_are_listed_newest_first_and_in_pages(http: httpx2.AsyncClient) -> None:
    sent = [(await ingest(http, f"note {n}")).json()["doc_id"] for n in range(3)]
    first = (await http.get("/documents", params={"limit": 2})).json()
    second = (await http.get("/documents", params={"limit": 2, "cursor": first["cursor"]})).json()
    listed = [row["doc_id"] for page in (first, second) for row in page["documents"]]
    assert (listed, second["cursor"]) == (sent[::-1], None)


async def test_a_document_is_shown_with_every_version(http: httpx2.AsyncClient) -> None:
    await ingest(http, "first", params=SOURCED)
    doc_id = (await ingest(http, "second", params=SOURCED)).json()["doc_id"]
    shown = (await http.get(f"/documents/{doc_id}")).json()
    assert [(v["version_no"], v["status"], v["byte_size"]) for v in shown["versions"]] == [
        (2, "ingesting", 6),
        (1, "ingesting", 5),
    ]


async def test_a_document_is_deleted_once_and_comes_back_with_its_bytes(http: httpx2.AsyncClient) -> None:
    sent = (await ingest(http)).json()
    ended = await http.delete(f"/documents/{sent['doc_id']}")
    assert ended.json() == {
        "doc_id": sent["doc_id"],
        "deleted_at": ended.json()["deleted_at"],
        "claims_retired": 0,
        "relations_closed": 0,
        "observations_closed": 0,
    }
    again = await http.delete(f"/documents/{sent['doc_id']}")
    assert (again.status_code, again.json()) == (404, {"detail": "document_not_found"})
    back = (await ingest(http)).json()
    assert (back["doc_id"], back["created"]) == (sent["doc_id"], True)


async def test_one_version_is_deleted_and_the_one_before_answers(http: httpx2.AsyncClient) -> None:
    first = (await ingest(http, "first", params=SOURCED)).json()
    second = (await ingest(http, "second", params=SOURCED)).json()
    path = f"/documents/{first['doc_id']}/versions/{second['version_id']}"
    ended = await http.delete(path)
    assert ended.json() == {
        "doc_id": first["doc_id"],
        "version_id": second["version_id"],
        "deleted_at": ended.json()["deleted_at"],
        "document_deleted": False,
        "serving_version_id": None,
        "claims_retired": 0,
        "claims_restored": 0,
        "relations_closed": 0,
        "observations_closed": 0,
        "relations_restored": 0,
        "observations_restored": 0,
        "supports_withdrawn": 0,
    }
    again = await http.delete(path)
    assert (again.status_code, again.json()["detail"]["code"]) == (404, "version_not_found")
    shown = (await http.get(f"/documents/{first['doc_id']}")).json()
    assert [version["version_id"] for version in shown["versions"]] == [first["version_id"]]


async def test_readiness_reports_twelve_stages_and_never_fails_on_an_unknown_version(
    http: httpx2.AsyncClient,
) -> None:
    unknown = str(uuid4())
    known = (await ingest(http)).json()["version_id"]
    require = {"pipeline": True, "p1": True, "live_graph": True, "p3": False}
    asked = {"version_ids": [known, unknown, known], "require": require}
    report = (await http.post("/readiness", json=asked)).json()
    assert report["ready"] is False
    assert [
        (version["version_id"], len(version["stages"]), {stage["status"] for stage in version["stages"]})
        for version in report["versions"]
    ] == [(known, 12, {"pending"}), (unknown, 12, {"missing"})]
    assert {name: (found["ready"], found["reason"]) for name, found in report["capabilities"].items()} == {
        "pipeline": (False, "stage_incomplete"),
        "p1": (True, "ready"),
        "live_graph": (True, "ready"),
        "p3": (False, "corpus_snapshot_incomplete"),
    }


@pytest.mark.parametrize(
    ("params", "detail"),
    [
        ({"source_kind": "notes"}, "source_kind and source_ref must be supplied together"),
        (
            {"versioning_mode": "living"},
            "source timestamps, revisions, and living mode require source_kind/source_ref",
        ),
        (
            SOURCED | {"source_modified_at": "2031-05-06T12:00:00+01:00"},
            "source_modified_at must be timezone-aware UTC",
        ),
        (
            SOURCED | {"source_modified_at": "2031-05-06T12:00:00"},
            "source_modified_at must be timezone-aware UTC",
        ),
    ],
)
async def test_an_ingest_that_breaks_a_rule_is_told_which(
    http: httpx2.AsyncClient, params: dict[str, str], detail: str
) -> None:
    refused = await ingest(http, params=params)
    assert (refused.status_code, refused.json()) == (422, {"detail": detail})


@pytest.mark.parametrize(
    ("method", "path", "status", "detail"),
    [
        ("GET", "/documents?cursor=bm90IG91cnM", 400, "cursor is malformed"),
        ("GET", "/documents?cursor=%00", 422, None),
        ("GET", "/documents?limit=0", 422, None),
        ("GET", "/documents?limit=5&limit=6", 422, None),
        ("GET", "/documents?status=lost", 422, None),
        ("GET", "/documents?colour=red", 422, None),
        ("GET", "/documents/not-an-id", 422, None),
        ("GET", f"/documents/{uuid4()}", 404, "document_not_found"),
        ("POST", "/ingest?filename=a.md", 422, None),
        ("POST", "/ingest?filename=&mime=text/plain", 422, None),
        ("POST", "/ingest?filename=a&mime=text/plain&source_modified_at=2031-05-06", 422, None),
        ("POST", "/ingest?filename=a&mime=text/plain&source_modified_at=1936000000", 422, None),
        ("POST", "/readiness", 422, None),
        ("POST", "/operations/guess", 404, "guess"),
        ("POST", "/operations/list_documents", 404, "list_documents"),
        ("GET", "/nowhere", 404, "Not Found"),
        ("PUT", "/documents", 405, "Method Not Allowed"),
        ("GET", "/documents/", 404, "Not Found"),
    ],
)
async def test_every_error_has_the_one_key_detail(
    http: httpx2.AsyncClient, method: str, path: str, status: int, detail: str | None
) -> None:
    refused = await http.request(method, path)
    assert (refused.status_code, list(refused.json())) == (status, ["detail"])
    if detail is None:
        faults = refused.json()["detail"]
        assert faults and all(set(fault) == {"type", "loc", "msg"} for fault in faults)
    else:
        assert refused.json()["detail"] == detail


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", "/documents", "GET, HEAD"),
        ("POST", f"/documents/{uuid4()}", "DELETE, GET, HEAD"),
        ("GET", "/ingest", "POST"),
        ("GET", "/operations/facts_context", "POST"),
    ],
)
async def test_a_refused_method_is_told_which_ones_there_are(
    http: httpx2.AsyncClient, method: str, path: str, allowed: str
) -> None:
    refused = await http.request(method, path)
    assert (refused.status_code, refused.headers["Allow"]) == (405, allowed)


@pytest.mark.parametrize(
    ("query", "fault"),
    [
        ("source_ref=one&source_ref=two", "source_ref stands twice"),
        ("source_ref=one%FF", "the query is not UTF-8"),
        ("source_ref=one%ED%A0%80", "the query is not UTF-8"),
    ],
)
async def test_a_source_is_never_guessed_from_a_query(
    http: httpx2.AsyncClient, query: str, fault: str
) -> None:
    refused = await http.post(f"/ingest?filename=a.md&mime=text/plain&source_kind=k&{query}", content=NOTE)
    assert refused.status_code == 422
    assert [found["msg"] for found in refused.json()["detail"]] == [fault]


async def test_a_body_beyond_the_limit_is_refused_before_it_is_read(
    http: httpx2.AsyncClient, memory: Any
) -> None:
    memory.settings = replace(memory.settings, body_max_bytes=10)
    refused = await ingest(http, b"x" * 11)
    assert (refused.status_code, refused.json()) == (413, {"detail": "body_too_large"})
    assert (await ingest(http, b"x" * 10)).status_code == 200


async def test_a_body_of_unsaid_length_is_refused_where_there_is_a_limit(
    http: httpx2.AsyncClient, memory: Any
) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        yield b"one "
        yield b"two"

    refused = await ingest(http, pieces())
    assert (refused.status_code, refused.json()) == (411, {"detail": "length_required"})
    memory.settings = replace(memory.settings, body_max_bytes=0)
    assert (await ingest(http, pieces())).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", ""])
async def test_a_foreign_name_for_loopback_is_refused(http: httpx2.AsyncClient, host: str) -> None:
    refused = await http.get("/documents", headers={"Host": host})
    assert (refused.status_code, refused.json()) == (403, {"detail": "host is not allowed"})


@pytest.mark.parametrize("origin", ["https://evil.example", "http://127.0.0.1:3000", "null"])
async def test_a_foreign_page_may_not_call(http: httpx2.AsyncClient, origin: str) -> None:
    refused = await http.get("/documents", headers={"Origin": origin})
    assert (refused.status_code, refused.json()) == (403, {"detail": "origin is not allowed"})


@pytest.mark.parametrize(
    "headers",
    [{"Host": "localhost:8000"}, {"Host": "[::1]:8000"}, {"Origin": "http://127.0.0.1:8000"}, {}],
)
async def test_our_own_page_and_programs_may_call(http: httpx2.AsyncClient, headers: dict[str, str]) -> None:
    assert (await http.get("/documents", headers=headers)).status_code == 200


@pytest.mark.parametrize(
    ("authorization", "status", "detail"),
    [
        (None, 401, "a perimeter credential is required"),
        ("Basic b3BlbjpzZXNhbWU=", 401, "a perimeter credential is required"),
        ("Bearer guess", 401, "perimeter authentication failed"),
    ],
)
async def test_where_a_key_is_configured_a_call_needs_it(
    http: httpx2.AsyncClient, memory: Any, authorization: str | None, status: int, detail: str
) -> None:
    memory.settings = replace(memory.settings, server_key="sesame")
    refused = await http.get("/documents", headers={"Authorization": authorization} if authorization else {})
    assert (refused.status_code, refused.json()) == (status, {"detail": detail})
    let_in = await http.get("/documents", headers={"Authorization": "Bearer sesame", "Host": "any.example"})
    assert let_in.status_code == 200


ACTOR = {"X-Ingest-Principal-Kind": "user", "X-Ingest-Principal-Ref": "u-17"}


async def test_attribution_is_ignored_outside_a_trusted_perimeter(
    http: httpx2.AsyncClient, memory: Any
) -> None:
    for headers in (ACTOR, {"X-Ingest-Principal-Kind": "nonsense"}):
        assert (await ingest(http, headers=headers)).status_code == 200
    assert await ingested_by(memory) == [None]


async def test_attribution_is_kept_inside_a_trusted_perimeter(http: httpx2.AsyncClient, memory: Any) -> None:
    memory.settings = replace(memory.settings, trusted_perimeter=True)
    await ingest(http, headers=ACTOR)
    assert await ingested_by(memory) == ["user:u-17"]


@pytest.mark.parametrize(
    ("headers", "detail"),
    [
        (
            {"X-Ingest-Principal-Kind": "user"},
            "X-Ingest-Principal-Kind and X-Ingest-Principal-Ref must be supplied together",
        ),
        (ACTOR | {"X-Ingest-Principal-Kind": "robot"}, "invalid_ingest_principal"),
        (ACTOR | {"X-Ingest-Principal-Ref": ""}, "invalid_ingest_principal"),
    ],
)
async def test_malformed_attribution_is_refused_where_it_counts(
    http: httpx2.AsyncClient, memory: Any, headers: dict[str, str], detail: str
) -> None:
    memory.settings = replace(memory.settings, trusted_perimeter=True)
    refused = await ingest(http, headers=headers)
    assert (refused.status_code, refused.json()) == (422, {"detail": detail})
    assert (await http.get("/documents", headers=headers)).status_code == 200


async def test_health_needs_no_key(http: httpx2.AsyncClient, memory: Any) -> None:
    memory.settings = replace(memory.settings, server_key="sesame")
    assert (await http.get("/healthz")).json() == {"status": "ok"}


async def test_an_extended_error_tells_all_there_is(http: httpx2.AsyncClient) -> None:
    doc_id = str(uuid4())
    refused = await http.get(f"/documents/{doc_id}", headers={"Remember-Envelope": "extended"})
    assert refused.json() == {
        "detail": {
            "category": "NotFound",
            "code": "document_not_found",
            "message": f"there is no document {doc_id}",
            "hint": "list the documents to see their ids",
            "data": {"doc_id": doc_id},
        }
    }


async def test_the_account_is_told_only_to_callers_that_ask_for_it(http: httpx2.AsyncClient) -> None:
    plain = await http.post("/operations/facts_context", json={"query": "kilns"})
    asked = await http.post(
        "/operations/facts_context", json={"query": "kilns"}, headers={"Remember-Envelope": "extended"}
    )
    assert set(asked.json()) - set(plain.json()) == {"account"}
    assert set(asked.json()["account"]) == {
        "pending_version_ids",
        "independent_sources",
        "passage_trust",
        "taken_back",
        "came_later",
        "timing_ms",
        "claims",
        "candidates",
    }


async def test_operations_are_described(http: httpx2.AsyncClient) -> None:
    listed = (await http.get("/operations")).json()
    assert all(set(json.dumps(found)) and found["implementation_plan_hash"] for found in listed)


JUNK = [
    b"",
    b"[]",
    b"null",
    b"{",
    b"\xff\xfe",
    b"[" * 10_000,
    b'{"a": 1e999}',
    b'{"version_ids": "x"}',
    b"{}",
]
QUERIES = ["", "?limit=0", "?limit=9e9", "?a=%00", "?a=%FF", "?doc_id=x", "?" + "a=" * 2_000, "?limit[]=1"]


@pytest.mark.parametrize("operation", [found.name for found in operations()])
async def test_no_route_answers_junk_with_500(http: httpx2.AsyncClient, operation: str) -> None:
    found = find(operation)
    parts = ("x", "%00", str(uuid4()))
    routes = {(method, _filled(path, part)) for method, path in found.routes for part in parts}
    for method, path in routes:
        for query in QUERIES:
            for body in JUNK if method == "POST" else [b""]:
                reply = await http.request(method, path + query, content=body)
                assert reply.status_code < 500, (path, query, body)
                assert reply.status_code == 200 or list(reply.json()) == ["detail"], (path, query, body)


def _filled(path: str, part: str) -> str:
    return re.sub(r"\{\w+\}", lambda _: part, path)
