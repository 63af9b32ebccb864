"""Documents, their versions and their sources: identity, the upload rule, statuses."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from uuid import UUID, uuid5

from remember.errors import Incorrect

ANONYMOUS_KIND = "upload"
"""The source_kind of a document that was sent without a source; its source_ref is the content hash."""

_DOCUMENTS = UUID("5a0d6f0e-2f53-5d0e-9a3c-7d1f6f1c2b48")

FILENAME_MAX = 1024
MIME_MAX = 255
TITLE_MAX = 1024
SOURCE_KIND_MAX = 128
SOURCE_REF_MAX = 2048
"""In bytes of UTF-8: with its kind beside it, an index entry must stay below a third of a page."""
SOURCE_VERSION_REF_MAX = 1024
PRINCIPAL_REF_MAX = 255

STAGES = (
    "convert",
    "structure",
    "chunk",
    "embed_chunk",
    "extract_claims",
    "ground_claims",
    "normalize_relations",
    "adjudicate_observations",
    "adjudicate_supersession",
    "embed_claim",
    "reconcile",
    "label_relation",
)
"""The twelve stages of a version, in the order in which readiness reports them."""


class VersioningMode(StrEnum):
    """What a new version means for the claims of the one before: they stand, or they must be carried on."""

    SNAPSHOT = "snapshot"
    LIVING = "living"


class Origin(StrEnum):
    """Whether a document came from outside or keeps a statement that was written directly."""

    EXTERNAL = "external"
    SYSTEM_GENERATED = "system_generated"


class VersionStatus(StrEnum):
    """How far the early stages of a version are; `ready` is converted and structured, not yet queryable."""

    INGESTING = "ingesting"
    CONVERTING = "converting"
    STRUCTURING = "structuring"
    READY = "ready"
    FAILED = "failed"
    DELETED = "deleted"


class StageStatus(StrEnum):
    """How far one stage of a version is; `missing` is reported for a version that is not known."""

    PENDING = "pending"
    RUNNING = "running"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    DEAD_LETTER = "dead_letter"
    SKIPPED = "skipped"
    MISSING = "missing"


class DeferReason(StrEnum):
    """Why a stage that could run is waiting."""

    SCHEDULED = "scheduled"
    RETRY_BACKOFF = "retry_backoff"
    BUDGET = "budget"
    NO_ROUTE = "no_route"


class PrincipalKind(StrEnum):
    """Who may have ingested a version; the three are never collapsed into each other."""

    USER = "user"
    API_CREDENTIAL = "api_credential"
    SERVICE = "service"


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Which thing outside the memory a document stands for."""

    kind: str
    ref: str


def source_pair(kind: str | None, ref: str | None) -> Source | None:
    """The source that two values name; None where neither was given, refused where one is alone."""
    if kind is not None and ref is not None:
        return Source(kind=kind, ref=ref)
    if kind is None and ref is None:
        return None
    raise Incorrect("source_kind and source_ref must be supplied together", code="source_incomplete")


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestPrincipal:
    """The actor that a trusted perimeter names for an upload; `ref` is personal data."""

    kind: PrincipalKind
    ref: str

    @classmethod
    def from_headers(cls, kind: str | None, ref: str | None) -> "IngestPrincipal | None":
        """The actor that the two attribution headers name; None where neither was sent."""
        if kind is None and ref is None:
            return None
        if kind is None or ref is None:
            raise Incorrect(
                "X-Ingest-Principal-Kind and X-Ingest-Principal-Ref must be supplied together",
                code="ingest_principal_incomplete",
            )
        printable = ref.isascii() and ref.isprintable() and not ref.isspace()
        if kind not in set(PrincipalKind) or not printable or not 1 <= len(ref) <= PRINCIPAL_REF_MAX:
            raise Incorrect("invalid_ingest_principal", code="invalid_ingest_principal")
        return cls(kind=PrincipalKind(kind), ref=ref)


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestRequest:
    """What comes with the bytes of an upload, checked: an instance is always a legal request."""

    filename: str
    mime: str
    title: str | None = None
    source_kind: str | None = None
    source_ref: str | None = None
    source_modified_at: datetime | None = None
    source_version_ref: str | None = None
    versioning_mode: VersioningMode = VersioningMode.SNAPSHOT
    ingested_by: IngestPrincipal | None = None

    def __post_init__(self) -> None:
        if source_pair(self.source_kind, self.source_ref) is None and self._needs_source():
            raise Incorrect(
                "source timestamps, revisions, and living mode require source_kind/source_ref",
                code="source_required",
            )
        if self.source_modified_at is not None and self.source_modified_at.utcoffset() != timedelta(0):
            raise Incorrect(
                "source_modified_at must be timezone-aware UTC", code="source_modified_at_not_utc"
            )
        self._check_texts()

    def _needs_source(self) -> bool:
        return (
            self.source_modified_at is not None
            or self.source_version_ref is not None
            or self.versioning_mode is VersioningMode.LIVING
        )

    def _check_texts(self) -> None:
        _check_text("filename", self.filename, most=FILENAME_MAX)
        _check_text("mime", self.mime, most=MIME_MAX)
        _check_text("title", self.title, least=0, most=TITLE_MAX)
        _check_text("source_kind", self.source_kind, most=SOURCE_KIND_MAX)
        _check_text("source_ref", self.source_ref, most=SOURCE_REF_MAX)
        if self.source_ref is not None and len(self.source_ref.encode()) > SOURCE_REF_MAX:
            raise Incorrect(
                f"source_ref has {len(self.source_ref.encode())} bytes",
                code="text_length",
                hint=f"give at most {SOURCE_REF_MAX} bytes of UTF-8",
                data={"field": "source_ref", "most": SOURCE_REF_MAX},
            )
        _check_text("source_version_ref", self.source_version_ref, least=0, most=SOURCE_VERSION_REF_MAX)

    def source(self, content_hash: str) -> Source:
        """The source that this upload belongs to; without one of its own, its bytes are its identity."""
        named = source_pair(self.source_kind, self.source_ref)
        return named or Source(kind=ANONYMOUS_KIND, ref=content_hash)

    def document_title(self) -> str:
        """The title given, or else the stem of the file name."""
        return self.title if self.title and not self.title.isspace() else title_from_filename(self.filename)


def _check_text(name: str, value: str | None, *, least: int = 1, most: int) -> None:
    if value is None:
        return
    if not least <= len(value) <= most:
        raise Incorrect(
            f"{name} has {len(value)} characters",
            code="text_length",
            hint=f"give {least} to {most} characters",
            data={"field": name, "length": len(value), "least": least, "most": most},
        )
    bad = next((i for i, c in enumerate(value) if c == "\0" or "\ud800" <= c <= "\udfff"), None)
    if bad is not None:
        raise Incorrect(
            f"{name} holds U+{ord(value[bad]):04X} at character {bad}, which is not text",
            code="text_not_storable",
            hint="leave out U+0000 and unpaired surrogates",
            data={"field": name, "character": bad},
        )


def content_hash(content: bytes) -> str:
    """The SHA-256 of the bytes, in lower-case hexadecimal: the name of a content object."""
    return hashlib.sha256(content).hexdigest()


def doc_id(tenant_id: UUID, scope_id: UUID, source: Source) -> UUID:
    """The identity of the document that stands for a source in one scope of one tenant."""
    return uuid5(_DOCUMENTS, json.dumps([str(tenant_id), str(scope_id), source.kind, source.ref]))


def title_in_context(title: str | None, filename: str, own: str | None) -> str:
    """What passages and claims are told to be from: the title that was given, else the text's `own`.

    A document is listed by the contract's title, which without a given one is the stem of its file name; a
    text that names itself in its front matter says better what its words are about.
    """
    stem = title_from_filename(filename)
    given = title if title and title != stem else None
    return given or own or title or filename


def title_from_filename(filename: str) -> str:
    """The file's own name without folders and without its last suffix; never empty for a file name."""
    name = filename.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1] or filename
    stem, dot, _ = name.rpartition(".")
    return stem if dot and stem.strip(". ") else name


@dataclass(frozen=True, slots=True, kw_only=True)
class LatestVersion:
    """What the upload rule needs to know of a document's newest version."""

    content_hash: str
    source_version_ref: str | None
    deleted: bool
    is_facts: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptVersion:
    """A version that is not deleted, and how far it is.

    `is_begun`: some of its passages are stored; `is_published`: all of them are; `is_read`: all of them
    were read for claims. `before_id` is the version whose claims it carries on.
    """

    version_id: UUID
    version_no: int
    before_id: UUID | None = None
    is_begun: bool
    is_published: bool
    is_read: bool


def speaking(versions: Iterable[KeptVersion], mode: VersioningMode) -> frozenset[UUID]:
    """The versions whose claims count.

    Every version of a snapshot speaks of its own moment. Of a living document only the newest that was
    read to its end speaks, and beside it what is still being read after it.
    """
    kept = list(versions)
    first = 0
    if mode is VersioningMode.LIVING:
        first = max((version.version_no for version in kept if version.is_read), default=0)
    return frozenset(version.version_id for version in kept if version.version_no >= first)


def answering(versions: Iterable[KeptVersion]) -> UUID | None:
    """The version whose passages are searched: the newest published one, else the newest that has begun."""
    begun = (version for version in versions if version.is_begun or version.is_published)
    newest = max(begun, key=lambda version: (version.is_published, version.version_no), default=None)
    return newest.version_id if newest else None


class Upload(StrEnum):
    """What an upload does to its document."""

    UNCHANGED = "unchanged"
    REVISION_ADVANCED = "revision_advanced"
    NEW_VERSION = "new_version"

    @property
    def created(self) -> bool:
        """Whether the caller is told that a version was created."""
        return self is Upload.NEW_VERSION


def upload_outcome(
    latest: LatestVersion | None, content_hash: str, source_version_ref: str | None, *, is_facts: bool = False
) -> Upload:
    """What becomes of an upload, given the newest version of its document (None for a new document).

    Only the newest version counts: bytes that equal an older one move the document forward, and bytes
    that come after a deletion are always added again. `is_facts` are rows of structured facts: the same
    bytes read as prose say something else.
    """
    if latest is None or latest.deleted:
        return Upload.NEW_VERSION
    if (latest.content_hash, latest.is_facts) != (content_hash, is_facts):
        return Upload.NEW_VERSION
    if source_version_ref is None or source_version_ref == latest.source_version_ref:
        return Upload.UNCHANGED
    return Upload.REVISION_ADVANCED


def pipeline_ready(stages: Mapping[str, StageStatus]) -> bool:
    """Whether each of the twelve stages has succeeded or was skipped."""
    return all(_finished(stages.get(stage, StageStatus.MISSING)) for stage in STAGES)


def _finished(status: StageStatus) -> bool:
    return status in (StageStatus.SUCCEEDED, StageStatus.SKIPPED)


def serving(statuses: Iterable[VersionStatus]) -> bool:
    """Whether a document can answer: one of its versions has reached ready, be it not the newest."""
    return VersionStatus.READY in statuses


_MIME_BY_SUFFIX = {
    "md": "text/markdown",
    "markdown": "text/markdown",
    "txt": "text/plain",
    "chat": "text/x-conversation",
    "html": "text/html",
    "htm": "text/html",
    "pdf": "application/pdf",
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


def mime_from_filename(filename: str) -> str | None:
    """The MIME type that a file name's suffix fixes, the same on every machine; None where it fixes none."""
    return _MIME_BY_SUFFIX.get(filename.rpartition(".")[2].lower()) if "." in filename else None


def media_type(mime: str) -> tuple[str, str | None]:
    """A MIME type's lower-case type/subtype, and the charset that it declares, if any."""
    essence, *parameters = mime.split(";")
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset" and value.strip():
            return essence.strip().lower(), value.strip().strip("\"'").lower()
    return essence.strip().lower(), None
