"""Parameters that many operations take, each with its bounds and what it says of itself."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from remember.wire import TimeRequest, WrittenDateTime

When = Annotated[TimeRequest, Field(description="Which time is asked about; left out: now")]
PageSize = Annotated[int, Field(ge=1, le=200, description="Most items of the page")]
Continuation = Annotated[str, Field(description="Where the page before ended")]

Name = Annotated[str, Field(min_length=1)]
Filename = Annotated[Name, Field(description="Name of the file; its stem is the title where none is given")]
Mime = Annotated[Name, Field(description="Type of the bytes, such as text/markdown")]
Title = Annotated[str | None, Field(description="Title of the document; the first ingest sets it")]
SourceKind = Annotated[Name | None, Field(description="Class of the source, with source_ref")]
SourceRef = Annotated[Name | None, Field(description="Which item of that class this is")]
SourceModifiedAt = Annotated[
    WrittenDateTime | None, Field(description="When the source says it was written, in UTC")
]
SourceVersionRef = Annotated[str | None, Field(description="Revision marker of the source")]
Versioning = Annotated[
    Literal["snapshot", "living"],
    Field(
        description="living: what a new version no longer says is no longer said. The first version of a "
        "document sets it; the answer has the one in force"
    ),
]


def _told(reason: str) -> str:
    if not reason.strip():
        raise ValueError("says nothing: tell why, in words that a reviewer can check")
    return reason


Reason = Annotated[
    str,
    Field(min_length=1, max_length=2000, description="Why, in words that a reviewer can check"),
    AfterValidator(_told),
]
