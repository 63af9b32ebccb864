"""Requests, replies and models of the tests."""

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any

import remember

NODE = "Production requires Node 22. Development uses Node 20."
GUIDE = {"id": "guide", "text": NODE}


@dataclass
class Said:
    """A model's reply, with a text of any kind."""

    text: Any


@dataclass
class Model:
    """Replies with what it holds, and keeps what it was asked."""

    reply: Any
    asked: list[remember.ChatRequest] = field(default_factory=list)

    async def generate(self, request: remember.ChatRequest) -> Any:
        self.asked.append(request)
        return self.reply

    @property
    def user(self) -> dict[str, Any]:
        """What the one prompt held as data."""
        (request,) = self.asked
        found: dict[str, Any] = json.loads(request.user)
        return found


class Untouchable:
    """No model may even be looked at."""

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"the model was asked for {name}")


class Silent:
    """Never replies, and stops when it is told to."""

    def __init__(self) -> None:
        self.asked: list[remember.ChatRequest] = []
        self.started = asyncio.Event()

    async def generate(self, request: remember.ChatRequest) -> Said:
        self.asked.append(request)
        self.started.set()
        await asyncio.Event().wait()
        raise AssertionError


def request(**fields: Any) -> dict[str, Any]:
    """A question about the guide."""
    return {"question": "Which Node runs in production?", "sources": [GUIDE], **fields}


def fact(source_id: str = "guide", *quotes: str, **fields: Any) -> dict[str, Any]:
    """A fact as a model states it."""
    cited = [
        {"source_id": source_id, "quote": quote} for quote in quotes or ("Production requires Node 22.",)
    ]
    return {
        "subject": "production",
        "relation": "requires",
        "object": "Node 22",
        "citations": cited,
        **fields,
    }


def answered(*facts: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """A reply that answers."""
    given = {"status": "answered", "facts": list(facts or (fact(),)), "answer": "Node 22.", "inference": None}
    return {**given, "missing_evidence": [], **fields}


def refused(*facts: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """A reply that refuses."""
    given = {"status": "insufficient_evidence", "facts": list(facts), "answer": None, "inference": None}
    return {**given, "missing_evidence": ["the version in production"], **fields}


def said(reply: Any) -> Said:
    """A reply as a model sends it."""
    return Said(reply if isinstance(reply, str) else json.dumps(reply, ensure_ascii=False))


def result(**fields: Any) -> dict[str, Any]:
    """All eleven fields of an outcome about the guide; an invalid reply unless said otherwise."""
    return {
        "status": "invalid_response",
        "answer": None,
        "inference": None,
        "facts": [],
        "missing_evidence": [],
        "validation_errors": [],
        "citations_verified": False,
        "used_source_ids": ["guide"],
        "omitted_source_ids": [],
        "context_tokens": 22,
        "model_calls": 1,
        **fields,
    }


def invalid(code: str, **fields: Any) -> dict[str, Any]:
    """The outcome of a reply that fails this check."""
    return result(validation_errors=[code], **fields)


def answer(*facts: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """The outcome of a reply that answers."""
    given = {
        "status": "answered",
        "answer": "Node 22.",
        "facts": list(facts or (fact(),)),
        "citations_verified": True,
    }
    return result(**{**given, **fields})


def refusal(*facts: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """The outcome of a reply that refuses."""
    given = {"status": "insufficient_evidence", "facts": list(facts), "citations_verified": bool(facts)}
    return result(**{**given, "missing_evidence": ["the version in production"], **fields})
