"""Errors on the wire: one key, `detail`, in the forms of the evidence contract; and back again.

A caller that sends `Remember-Envelope: extended` gets every error as one object, which our client turns
into the error that the same call raises in process.
"""

import json
from collections.abc import Mapping
from typing import Any

from remember import errors
from remember.errors import Fault, Incorrect, RememberError, Unavailable

HEADER = "Remember-Envelope"
EXTENDED = "extended"

_STATUS_BY_CODE = {"cursor_malformed": 400, "length_required": 411, "upload_stalled": 408}
_CODE_IS_DETAIL = frozenset(
    {
        "body_too_large",
        "document_not_found",
        "effective_period_conflict",
        "invalid_ingest_principal",
        "length_required",
        "source_forgotten",
        "version_key_conflict",
    }
)
_MESSAGE_IS_DETAIL = frozenset(
    {
        "credential_refused",
        "credential_required",
        "cursor_malformed",
        "host_not_allowed",
        "ingest_principal_incomplete",
        "insufficient_permission",
        "origin_not_allowed",
        "provider_unavailable",
        "route_unknown",
        "source_incomplete",
        "source_modified_at_not_utc",
        "source_required",
    }
)


def status_of(error: RememberError) -> int:
    """The HTTP status of an error."""
    return _STATUS_BY_CODE.get(error.code, error.http_status)


def error_body(error: RememberError, *, by_name: bool = False, extended: bool = False) -> bytes:
    """The reply for an error. `by_name`: of a call under `/operations/`, where arguments fail in one form."""
    return json.dumps({"detail": _told(error) if extended else _detail(error, by_name)}).encode()


def _detail(error: RememberError, by_name: bool) -> Any:
    if error.code == "unknown_operation":
        return error.data["name"]
    if error.code == "forget_in_progress":
        return {"code": error.code}
    if error.code == "invalid_parameter" and not by_name:
        return error.data.get("faults") or {"code": error.code, "message": error.message}
    if error.code in _CODE_IS_DETAIL:
        return error.code
    if error.code in _MESSAGE_IS_DETAIL:
        return error.message
    message = error.message if error.code == "invalid_parameter" else str(error)
    return {"code": error.code, "message": message}


def _told(error: RememberError) -> dict[str, Any]:
    return {
        "category": type(error).__name__,
        "code": error.code,
        "message": error.message,
        "hint": error.hint,
        "data": error.data,
    }


def error_from(status: int, body: bytes) -> RememberError:
    """The error that a reply tells of, of the same type as in process where the server said so."""
    detail = _decoded(body)
    if isinstance(detail, Mapping) and isinstance(detail.get("category"), str):
        return _named(detail["category"])(
            str(detail.get("message")),
            code=str(detail.get("code")),
            hint=detail.get("hint"),
            data=detail.get("data") or {},
        )
    if isinstance(detail, Mapping):
        return _kind_of(status)(str(detail.get("message") or detail), code=str(detail.get("code")))
    return _kind_of(status)(str(detail), data={"status": status})


def _named(category: str) -> type[RememberError]:
    kind = getattr(errors, category, None)
    return kind if isinstance(kind, type) and issubclass(kind, RememberError) else Fault


def _decoded(body: bytes) -> Any:
    try:
        reply = json.loads(body)
    except ValueError:
        return body[:200].decode(errors="replace") or "the server sent no reason"
    return reply.get("detail", reply) if isinstance(reply, dict) else reply


_KINDS: Mapping[int, type[RememberError]] = {
    401: errors.Unauthenticated,
    403: errors.Forbidden,
    404: errors.NotFound,
    409: errors.Conflict,
    413: errors.TooLarge,
    429: errors.Busy,
    500: Fault,
}


def _kind_of(status: int) -> type[RememberError]:
    return _KINDS.get(status, Incorrect if 400 <= status < 500 else Unavailable)
