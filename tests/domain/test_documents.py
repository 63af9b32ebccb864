"""Identity of a source, the upload rule, and what makes a request legal."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta, timezone
from uuid import UUID

import pytest

from remember.domain import documents
from remember.domain.documents import (
    IngestPrincipal,
    IngestRequest,
    KeptVersion,
    LatestVersion,
    PrincipalKind,
    Source,
    StageStatus,
    Upload,
    VersioningMode,
    VersionStatus,
    answering,
    speaking,
    title_in_context,
)
from remember.errors import Incorrect

TENANT = UUID("11111111-1111-4111-8111-111111111111")
SCOPE = UUID("22222222-2222-4222-8222-222222222222")
OTHER = UUID("33333333-3333-4333-8333-333333333333")
MARCH = datetime(2026, 3, 4, 15, 0, tzinfo=UTC)


def request(**changes: object) -> IngestRequest:
    return IngestRequest(**{"filename": "gate-rota.md", "mime": "text/markdown", **changes})  # type: ignore[arg-type]


def refused(**changes: object) -> str:
    with pytest.raises(Incorrect) as caught:
        request(**changes)
    return caught.value.message


def test_one_source_is_one_document_whatever_its_bytes_and_name():
    first = request(filename="a.md", source_kind="notes", source_ref="rota")
    renamed = request(filename="b.md", source_kind="notes", source_ref="rota")
    assert documents.doc_id(TENANT, SCOPE, first.source("aa")) == documents.doc_id(
        TENANT, SCOPE, renamed.source("bb")
    )


def test_the_identity_never_changes_between_releases():
    source = Source(kind="notes", ref="specs/gate.md")
    assert documents.doc_id(TENANT, SCOPE, source) == UUID("8f2c3fcd-e165-545f-92ee-475d0402a037")


def test_every_part_of_the_identity_tells_documents_apart():
    ids = {
        documents.doc_id(tenant, scope, Source(kind=kind, ref=ref))
        for tenant, scope, kind, ref in [
            (TENANT, SCOPE, "notes", "42"),
            (OTHER, SCOPE, "notes", "42"),
            (TENANT, OTHER, "notes", "42"),
            (TENANT, SCOPE, "tickets", "42"),
            (TENANT, SCOPE, "notes", "43"),
            (TENANT, SCOPE, 'notes", "42', "x"),
            (TENANT, SCOPE, "notes", '42", "x'),
        ]
    }
    assert len(ids) == 7


def test_an_upload_without_a_source_is_identified_by_its_bytes():
    assert (
        documents.content_hash(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    )
    assert request().source("ba78") == Source(kind="upload", ref="ba78")


@pytest.mark.parametrize(
    ("filename", "title"),
    [
        ("2026-06-12-retro.md", "2026-06-12-retro"),
        ("specs/gate.v2.md", "gate.v2"),
        ("C:\\notes\\rota.txt", "rota"),
        ("README", "README"),
        (".profile", ".profile"),
        ("...", "..."),
        ("minutes/", "minutes"),
        ("/", "/"),
        ("公司.md", "公司"),
    ],
)
def test_the_title_is_the_stem_of_the_file_name(filename: str, title: str):
    assert request(filename=filename).document_title() == title
    assert request(filename=filename, title=" ").document_title() == title
    assert request(filename=filename, title="Gate rota").document_title() == "Gate rota"


def test_a_source_is_given_whole_or_not_at_all():
    text = "source_kind and source_ref must be supplied together"
    assert refused(source_ref="42") == text
    assert refused(source_kind="notes") == text
    assert refused(source_kind="notes", versioning_mode=VersioningMode.LIVING) == text


@pytest.mark.parametrize(
    "needs_a_source",
    [
        {"source_modified_at": MARCH},
        {"source_version_ref": "r7"},
        {"versioning_mode": VersioningMode.LIVING},
    ],
)
def test_what_describes_a_source_needs_one(needs_a_source: dict[str, object]):
    assert refused(**needs_a_source) == (
        "source timestamps, revisions, and living mode require source_kind/source_ref"
    )
    assert request(source_kind="notes", source_ref="rota", **needs_a_source).source("aa").ref == "rota"


def test_snapshot_mode_may_be_said_without_a_source():
    assert request(versioning_mode=VersioningMode.SNAPSHOT).versioning_mode == "snapshot"


@pytest.mark.parametrize(
    "moment", [datetime(2026, 3, 4), datetime(2026, 3, 4, tzinfo=timezone(timedelta(hours=1)))]
)
def test_a_source_timestamp_is_utc(moment: datetime):
    message = refused(source_kind="notes", source_ref="rota", source_modified_at=moment)
    assert message == "source_modified_at must be timezone-aware UTC"


def _kept(number: int, *, begun: bool = True, published: bool = True, read: bool = True) -> KeptVersion:
    return KeptVersion(
        version_id=UUID(int=number),
        version_no=number,
        is_begun=begun,
        is_published=published,
        is_read=read,
    )


def _numbers(ids: Iterable[UUID]) -> list[int]:
    return sorted(one.int for one in ids)


def test_every_version_of_a_snapshot_speaks():
    versions = [_kept(4, read=False), _kept(2), _kept(1)]
    assert _numbers(speaking(versions, VersioningMode.SNAPSHOT)) == [1, 2, 4]


@pytest.mark.parametrize(
    ("versions", "speak"),
    [
        ([], []),
        ([_kept(1)], [1]),
        ([_kept(2), _kept(1)], [2]),
        ([_kept(3, read=False), _kept(2), _kept(1)], [2, 3]),
        ([_kept(3), _kept(2, read=False), _kept(1)], [3]),
        ([_kept(3, read=False), _kept(2, read=False)], [2, 3]),
    ],
    ids=["none", "one", "the newest", "and what is being read", "an older one is late", "nothing read yet"],
)
def test_of_a_living_document_the_newest_that_was_read_speaks(versions: list[KeptVersion], speak: list[int]):
    assert _numbers(speaking(versions, VersioningMode.LIVING)) == speak


@pytest.mark.parametrize(
    ("versions", "answers"),
    [
        ([], None),
        ([_kept(2), _kept(1)], 2),
        ([_kept(3, published=False), _kept(2), _kept(1)], 2),
        ([_kept(3, begun=False, published=False), _kept(2, published=False)], 2),
        ([_kept(3, begun=False, published=False)], None),
        ([_kept(3, begun=False), _kept(2)], 3),
    ],
    ids=["none", "the newest", "half of one", "only halves", "nothing stored", "an empty text"],
)
def test_the_newest_version_that_is_published_answers(versions: list[KeptVersion], answers: int | None):
    found = answering(versions)
    assert (found and found.int) == answers


def test_texts_have_bounds():
    assert refused(filename="") == "filename has 0 characters"
    assert refused(mime="") == "mime has 0 characters"
    assert refused(source_kind="", source_ref="x") == "source_kind has 0 characters"
    assert refused(source_kind="notes", source_ref="x" * 2049) == "source_ref has 2049 characters"
    assert refused(source_kind="notes", source_ref="门" * 700) == "source_ref has 2100 bytes"
    assert refused(title="x" * 1025) == "title has 1025 characters"


def test_texts_that_no_database_keeps_are_refused_by_position():
    assert refused(filename="a\0b") == "filename holds U+0000 at character 1, which is not text"
    assert refused(source_kind="n", source_ref="ab\udcff") == (
        "source_ref holds U+DCFF at character 2, which is not text"
    )


def test_both_headers_name_an_actor_and_none_names_nobody():
    assert IngestPrincipal.from_headers("service", "sync 7") == IngestPrincipal(
        kind=PrincipalKind.SERVICE, ref="sync 7"
    )
    assert IngestPrincipal.from_headers(None, None) is None


@pytest.mark.parametrize(("kind", "ref"), [("user", None), (None, "u1")])
def test_one_header_alone_is_refused(kind: str | None, ref: str | None):
    with pytest.raises(Incorrect) as caught:
        IngestPrincipal.from_headers(kind, ref)
    assert str(caught.value) == "X-Ingest-Principal-Kind and X-Ingest-Principal-Ref must be supplied together"


@pytest.mark.parametrize(
    ("kind", "ref"),
    [
        ("person", "u1"),
        ("USER", "u1"),
        ("user", ""),
        ("user", " "),
        ("user", "x" * 256),
        ("user", "ü"),
        ("user", "a\tb"),
    ],
)
def test_a_malformed_actor_is_refused(kind: str, ref: str):
    with pytest.raises(Incorrect) as caught:
        IngestPrincipal.from_headers(kind, ref)
    assert str(caught.value) == "invalid_ingest_principal"


LATEST = LatestVersion(content_hash="bb", source_version_ref="r1", deleted=False, is_facts=False)


@pytest.mark.parametrize(
    ("latest", "sent", "outcome"),
    [
        (None, ("bb", "r1"), Upload.NEW_VERSION),
        (LATEST, ("bb", "r1"), Upload.UNCHANGED),
        (LATEST, ("bb", None), Upload.UNCHANGED),
        (LATEST, ("bb", "r2"), Upload.REVISION_ADVANCED),
        (LATEST, ("aa", "r1"), Upload.NEW_VERSION),
        (
            LatestVersion(content_hash="bb", source_version_ref="r1", deleted=True, is_facts=False),
            ("bb", "r1"),
            Upload.NEW_VERSION,
        ),
    ],
)
def test_an_upload_is_compared_with_the_newest_version_only(latest, sent, outcome):
    assert documents.upload_outcome(latest, *sent) is outcome
    assert outcome.created is (outcome is Upload.NEW_VERSION)


def test_the_same_bytes_read_as_facts_are_a_new_version():
    assert documents.upload_outcome(LATEST, "bb", "r1", is_facts=True) is Upload.NEW_VERSION


def test_a_version_is_ready_when_all_twelve_stages_are_over():
    over = dict.fromkeys(documents.STAGES, StageStatus.SUCCEEDED) | {"embed_claim": StageStatus.SKIPPED}
    assert len(over) == 12
    assert documents.pipeline_ready(over)
    assert not documents.pipeline_ready(over | {"reconcile": StageStatus.RUNNING})
    assert not documents.pipeline_ready({})


def test_a_failed_newest_version_does_not_stop_an_older_one_from_serving():
    assert documents.serving([VersionStatus.READY, VersionStatus.FAILED])
    assert not documents.serving([VersionStatus.DELETED, VersionStatus.FAILED])
    assert not documents.serving([])


@pytest.mark.parametrize(
    ("filename", "mime"),
    [
        ("a.md", "text/markdown"),
        ("A.MARKDOWN", "text/markdown"),
        ("a.txt", "text/plain"),
        ("a.htm", "text/html"),
        ("a.jpeg", "image/jpeg"),
        ("a.pdf", "application/pdf"),
        ("md", None),
        ("a.unheard-of", None),
    ],
)
def test_a_suffix_fixes_the_type(filename: str, mime: str | None):
    assert documents.mime_from_filename(filename) == mime


def test_parameters_do_not_hide_the_type():
    assert documents.media_type(' Text/Markdown ; variant=GFM; charset="UTF-16"') == (
        "text/markdown",
        "utf-16",
    )
    assert documents.media_type("text/plain") == ("text/plain", None)


def test_a_text_that_names_itself_is_told_by_that_name_unless_it_was_given_one() -> None:
    assert title_in_context("rota-v2", "rota-v2.md", "The night rota") == "The night rota"
    assert title_in_context("Gate rota", "rota-v2.md", "The night rota") == "Gate rota"
    assert title_in_context("rota-v2", "rota-v2.md", None) == "rota-v2"
    assert title_in_context(None, "rota-v2.md", None) == "rota-v2.md"
