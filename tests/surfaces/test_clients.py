"""Every call gives the same result, and the same error, in process and over HTTP."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

import remember
from remember.settings import Settings
from tests.surfaces.faces import outcome, served

UNKNOWN = str(uuid4())
REQUIRE = remember.ReadinessRequirements(pipeline=True, p1=True, live_graph=True, p3=False)
ROWS = [
    {"subject": "Oda", "predicate": "status", "value": "ill", "valid_from": datetime(2031, 5, 6, tzinfo=UTC)}
]
TALK = [{"speaker": "Oda", "at": datetime(2031, 5, 6, tzinfo=UTC), "text": "I am ill."}]
Ask = Callable[[remember.Client], Any]


@pytest.fixture(scope="module")
def settings(module_database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return Settings(
        database_url=module_database_url, data_dir=tmp_path_factory.mktemp("memory"), body_max_bytes=1_000
    )


@pytest.fixture(scope="module")
def here(settings: Settings) -> Iterator[remember.Client]:
    with remember.Client(settings=settings) as client:
        yield client


@pytest.fixture(scope="module")
def there(settings: Settings) -> Iterator[remember.Client]:
    with served(settings) as address, remember.Client(base_url=address, settings=Settings()) as client:
        yield client


@pytest.fixture(scope="module")
def note(here: remember.Client) -> remember.IngestedVersion:
    return here.ingest(b"Oda repairs the tide clock.", filename="clock.md", source_kind="n", source_ref="c")


CASES: dict[str, Ask] = {
    "an unchanged ingest": lambda m: m.ingest(
        b"Oda repairs the tide clock.", filename="clock.md", source_kind="n", source_ref="c"
    ),
    "half a source": lambda m: m.ingest(b"x", filename="x.md", source_kind="n"),
    "a time that is not UTC": lambda m: m.ingest(
        b"x", filename="x.md", source_kind="n", source_ref="x", source_modified_at=datetime(2031, 5, 6)
    ),
    "a source time without a source": lambda m: m.ingest(
        b"x", filename="x.md", source_modified_at=datetime(2031, 5, 6, tzinfo=UTC)
    ),
    "too large a body": lambda m: m.ingest(b"x" * 1_001, filename="x.md"),
    "an empty body": lambda m: m.ingest(b"", filename="x.md"),
    "bytes that are not text": lambda m: m.ingest(b"\xff\xfe", filename="x.md"),
    "a name that cannot be stored": lambda m: m.ingest(b"x", filename="x.md", title="a\0b"),
    "half a character in a title": lambda m: m.ingest(b"x", filename="x.md", title="a\ud800"),
    "half a character in a question": lambda m: m.facts_context("who\ud800"),
    "half a character for an id": lambda m: m.show_document("\ud800"),
    "a thing that is no value": lambda m: m.facts_context("who", hops=object()),  # type: ignore[arg-type]
    "rows of facts": lambda m: m.ingest_facts(ROWS, source_kind="n", source_ref="rows"),
    "a file of rows": lambda m: m.ingest_facts(b"statement\nThe tide turns.", filename="tide.csv"),
    "a wrong row": lambda m: m.ingest_facts([*ROWS, {"subject": "Oda"}]),
    "a row that is no JSON": lambda m: m.ingest_facts([{"subject": object()}]),
    "a row that is no mapping": lambda m: m.ingest_facts([*ROWS, "Oda"]),
    "a conversation": lambda m: m.ingest_conversation(TALK, source_kind="n", source_ref="talk"),
    "a message without a text": lambda m: m.ingest_conversation([{"speaker": "Oda"}]),
    "prose as facts": lambda m: m.ingest_facts(b"x", filename="x.md"),
    "facts of nothing": lambda m: m.ingest_facts(),
    "a list": lambda m: m.list_documents(),
    "a list of one status": lambda m: m.list_documents(status="failed"),
    "too long a list": lambda m: m.list_documents(limit=201),
    "a list of no status": lambda m: m.list_documents(status="lost"),  # type: ignore[arg-type]
    "a foreign cursor": lambda m: m.list_documents(cursor="bm90IG91cnM"),
    "a deletion of what is not there": lambda m: m.delete_document(doc_id=UNKNOWN),
    "a deletion of no version": lambda m: m.delete_version(UNKNOWN, version_id=UNKNOWN),
    "the claims of no version": lambda m: m.list_version_claims(UNKNOWN, version_id=UNKNOWN),
    "a preview of a changed note": lambda m: m.preview_version(
        b"# Rota\n\nNobody fires the kiln.\n", filename="rota.md", source_kind="notes", source_ref="rota"
    ),
    "a preview of nothing": lambda m: m.preview_version(),
    "an unknown document": lambda m: m.show_document(UNKNOWN),
    "an id that is none": lambda m: m.show_document("not-an-id"),
    "readiness of an unknown version": lambda m: m.pipeline_readiness([UNKNOWN], require=REQUIRE).versions[0],
    "readiness of nothing": lambda m: m.pipeline_readiness([], require=REQUIRE),
    "the operations": lambda m: m.list_operations(),
    "an unknown operation": lambda m: m.run_operation(name="guess"),
    "an operation with a route of its own": lambda m: m.run_operation(name="list_documents"),
    "the build": lambda m: m.deployment_build_info(),
    "the status": lambda m: m.status(),
    "the dead letters": lambda m: m.list_dead_letters(),
    "a retry of what is not dead": lambda m: m.retry_dead_letter(UNKNOWN),
    "the caller": lambda m: m.account.whoami(),
}


@pytest.fixture(scope="module")
def sent(here: remember.Client, note: remember.IngestedVersion) -> None:
    """What the cases ask about, processed: what changes between two askers is no difference of theirs."""
    rows = here.ingest_facts(ROWS, source_kind="n", source_ref="rows")
    talk = here.ingest_conversation(TALK, source_kind="n", source_ref="talk")
    tide = here.ingest_facts(b"statement\nThe tide turns.", filename="tide.csv")
    versions = [note, talk, *rows.versions, *tide.versions]
    here.wait_for_readiness([version.version_id for version in versions], poll_interval=0.1)


@pytest.mark.usefixtures("note", "sent")
@pytest.mark.parametrize("case", CASES)
def test_a_call_means_the_same_in_process_and_over_http(
    here: remember.Client, there: remember.Client, case: str
) -> None:
    assert outcome(lambda: CASES[case](here)) == outcome(lambda: CASES[case](there))


def test_the_async_client_gives_what_the_sync_one_gives(
    here: remember.Client, settings: Settings, note: remember.IngestedVersion
) -> None:
    async def ask() -> remember.DocumentDetail:
        async with remember.AsyncClient(settings=settings) as client:
            return await client.show_document(note.doc_id)

    assert asyncio.run(ask()) == here.show_document(note.doc_id)


def test_threads_may_share_a_client(here: remember.Client, note: remember.IngestedVersion) -> None:
    seen: list[remember.DocumentDetail] = []
    threads = [
        threading.Thread(target=lambda: seen.append(here.show_document(note.doc_id))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [here.show_document(note.doc_id)] * 8


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({}, "either source or content must be provided to ingest"),
        ({"content": b"x"}, "filename is required when ingesting bytes"),
        ({"source": "no/such/file.md"}, "file not found: no/such/file.md"),
        ({"source": "a.md", "content": b"x"}, "source and content were both given to ingest"),
        ({"content": "Oda repairs it.", "filename": "a.md"}, "content is text, not bytes"),
        ({"source": "a\0b"}, "is no path: embedded null byte"),
        ({"source": "a\ud800b"}, "is no path: .* surrogates not allowed"),
    ],
)
def test_an_ingest_of_nothing_or_of_two_things_is_a_value_error(
    here: remember.Client, how: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        here.ingest(**how)


def test_a_file_is_ingested_under_its_name(here: remember.Client, tmp_path: Path) -> None:
    (tmp_path / "Tide table.txt").write_text("High water at noon.")
    sent = here.ingest_file(tmp_path / "Tide table.txt")
    assert (sent.title, sent.mime, sent.created) == ("Tide table", "text/plain", True)


def test_a_closed_client_says_so(settings: Settings) -> None:
    client = remember.Client(settings=settings)
    client.close()
    client.close()
    with pytest.raises(remember.Incorrect, match="the client is closed"):
        client.list_documents()


def test_an_address_where_nobody_listens_is_unavailable() -> None:
    with (
        remember.Client(base_url="http://127.0.0.1:9", settings=Settings()) as client,
        pytest.raises(remember.Unavailable, match=r"http://127\.0\.0\.1:9 cannot be reached"),
    ):
        client.list_documents()


@pytest.mark.parametrize(
    "address",
    ["", "kiln.example", "ftp://kiln.example", "http://", "http://[::1", "http://kiln:99999", "http://a b"],
)
def test_what_is_no_address_is_refused_and_no_other_memory_opened(settings: Settings, address: str) -> None:
    with pytest.raises(remember.Incorrect, match="is no http address"):
        remember.Client(base_url=address, settings=settings)


@pytest.mark.parametrize("key", ["clé", "a\nb", "\ud800"])
def test_a_key_that_no_header_carries_is_refused(key: str) -> None:
    with pytest.raises(remember.Incorrect, match="the API key holds a character that no header carries"):
        remember.Client(base_url="http://127.0.0.1:9", api_key=key, settings=Settings())


def test_waiting_without_a_length_of_time_ends_at_once(
    here: remember.Client, note: remember.IngestedVersion
) -> None:
    with pytest.raises(TimeoutError, match="not every version was ready after nan s"):
        here.wait_for_readiness([note.version_id], timeout=float("nan"), require_p3=True)


def test_waiting_for_what_does_not_exist_ends_at_once(
    here: remember.Client, there: remember.Client, note: remember.IngestedVersion
) -> None:
    for client in (here, there):
        for version_id in (UNKNOWN, note.doc_id):
            with pytest.raises(remember.NotFound, match=f"there is no version {version_id}") as caught:
                client.wait_for_readiness([note.version_id, version_id])
            assert caught.value.code == "version_not_found"


def test_an_argument_longer_than_an_address_is_refused(there: remember.Client) -> None:
    with pytest.raises(remember.Incorrect, match="an argument is too long for an address"):
        there.ingest(b"x", filename="x.md", title="x" * 70_000)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.7", "memory.example"])
def test_an_open_address_is_refused_without_a_key(settings: Settings, host: str) -> None:
    from remember.surfaces.serving import serve

    with pytest.raises(remember.Incorrect, match="no key is configured"):
        asyncio.run(serve(settings, host, 0))
