"""Conversations: take messages in, each with its speaker and its time."""

from typing import Annotated, Literal

from pydantic import Field

from remember.context import Context
from remember.domain.conversations import CONVERSATION, Message, json_lines
from remember.domain.documents import IngestRequest, VersioningMode
from remember.ingest.receive import receive
from remember.operations.parameters import Name, SourceKind, SourceVersionRef, Title
from remember.operations.registry import operation
from remember.wire import ConversationMessage, IngestedVersion


@operation(
    "ingest_conversation", reads=False, agents=True, route="POST /ingest-conversation", permission="ingest"
)
async def ingest_conversation(
    context: Context,
    *,
    messages: Annotated[
        tuple[ConversationMessage, ...],
        Field(min_length=1, max_length=50_000, description="The whole conversation so far, in order"),
    ],
    title: Title = None,
    source_kind: SourceKind = None,
    source_ref: Annotated[Name | None, Field(description="Which conversation of that class this is")] = None,
    source_version_ref: SourceVersionRef = None,
    versioning_mode: Annotated[
        Literal["snapshot", "living"],
        Field(description="living: a message that a new version lacks is no longer said"),
    ] = "snapshot",
) -> IngestedVersion:
    """Store the messages of one conversation as a version of its document, a turn each.

    What a message says was said by its speaker at its time. Send a conversation that has grown again, whole
    and with the same source: only the passages with new messages are read.
    """
    said = [Message(speaker=one.speaker, text=one.text, at=one.at) for one in messages]
    request = IngestRequest(
        filename="conversation.jsonl",
        mime=CONVERSATION,
        title=title,
        source_kind=source_kind,
        source_ref=source_ref,
        source_version_ref=source_version_ref,
        versioning_mode=VersioningMode(versioning_mode),
        ingested_by=context.attribution,
    )
    return await receive(context, request, json_lines(said))
