"""What commands print: JSON as the wire has it, or lines for people."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from remember.errors import Incorrect
from remember.surfaces.terminal import say

if TYPE_CHECKING:
    from pydantic import BaseModel

    from remember.wire import (
        CarryCounts,
        DocumentDeletion,
        DocumentDetail,
        DocumentPage,
        MemoryStatus,
        ModelUsage,
        ToolDescriptor,
        VersionClaims,
        VersionDeletion,
        VersionPreview,
    )


def print_json(result: BaseModel | Iterable[BaseModel]) -> None:
    """The whole result, indented."""
    from pydantic_core import to_json

    narrow = (sys.stdout.encoding or "").lower().replace("-", "") != "utf8"
    print(to_json(result, indent=2, by_alias=True, ensure_ascii=narrow).decode())


def print_documents(page: DocumentPage) -> None:
    """A line a document."""
    if not page.documents:
        say("no documents")
    for row in page.documents:
        serving = "" if row.serving else "  not answering"
        say(
            f"{row.doc_id}  {day(row.latest.ingested_at)}  {row.latest.status:<11} "
            f"v{row.latest.version_no}  {row.title}{serving}"
        )
        if row.latest.error:
            say(f"    {row.latest.error}")
    if page.cursor:
        say(f"more: --cursor {page.cursor}")


def print_document(found: DocumentDetail) -> None:
    """A document and a line a version."""
    say(f"{found.title}  ({found.source_kind}: {found.source_ref}, {found.versioning_mode})")
    waits = any(version.status != "failed" and not version.parked for version in found.versions)
    state = "answering" if found.serving else "not answering yet" if waits else "not answering"
    say(f"{found.doc_id}  {state}")
    say(f"{found.claims} claims, which support {found.facts} facts")
    for version in found.versions:
        written = f"  written {day(version.source_modified_at)}" if version.source_modified_at else ""
        say(
            f"  v{version.version_no}  {version.version_id}  {version.status}  {version.filename}  "
            f"{version.byte_size} bytes{written}"
        )
        if version.parked:
            say("      parked: nothing here converts this type")
        if version.error:
            say(f"      {version.error}")


def print_deletion(ended: DocumentDeletion) -> None:
    """What a deletion ended."""
    say(
        f"deleted {ended.doc_id}: {ended.claims_retired} claims retired, "
        f"{ended.relations_closed} relations and {ended.observations_closed} observations closed"
    )


def print_version_deletion(ended: VersionDeletion) -> None:
    """What the deletion of a version ended, and what it brought back."""
    gone = "and with it its document" if ended.document_deleted else f"of {ended.doc_id}"
    say(f"deleted {ended.version_id} {gone}")
    say(
        f"ended: {ended.claims_retired} claims, {ended.relations_closed} relations, "
        f"{ended.observations_closed} observations; {ended.supports_withdrawn} facts lost a supporter"
    )
    say(
        f"came back: {ended.claims_restored} claims, {ended.relations_restored} relations, "
        f"{ended.observations_restored} observations"
    )


def print_version_claims(found: VersionClaims) -> None:
    """How many claims were carried how, and a line a claim."""
    print_counts(found.counts)
    for claim in found.claims:
        say(f"  {claim.how:<9}  {claim.claim_text}")
        if claim.how == "reworded":
            say(f"             now: {claim.source_span}")
    if found.cursor:
        say(f"more: --cursor {found.cursor}")


def print_preview(found: VersionPreview) -> None:
    """What would happen, and a line for each claim and fact that would not stay as it is."""
    say(f"{found.outcome.replace('_', ' ')} ({found.versioning_mode}), nothing written")
    if found.outcome == "unchanged":
        return
    print_counts(found.counts)
    for claim in found.claims:
        if claim.how != "unchanged":
            say(f"  {claim.how:<9}  {claim.claim_text}")
    say(f"{found.facts_ended} facts would end, {found.facts_weakened} would lose a supporter")
    for fact in found.facts:
        say(f"  {'ends' if fact.would == 'end' else 'weaker':<9}  {fact.label}")
    if found.cursor:
        say(f"more: --cursor {found.cursor}")


def print_counts(counts: CarryCounts) -> None:
    """One line: how many claims were carried how."""
    told = [f"{number} {how}" for how, number in counts.model_dump().items() if number]
    say(", ".join(told) or "no claims")


def print_status(found: MemoryStatus) -> None:
    """What there is, and what is still to do."""
    say(f"{found.documents} documents, {found.claims} claims, {found.facts} facts, {found.entities} entities")
    left = {"waiting": found.waiting, "in work": found.running, "parked": found.parked}
    left |= {"given up": found.dead_letters}
    todo = [f"{number} {state}" for state, number in left.items() if number]
    say(", ".join(todo) or "nothing left to do")
    for purpose, model in found.model_bindings.items():
        say(f"{purpose:<7} {model}")


def print_usage(found: ModelUsage) -> None:
    """What reading by language models has cost: today, and by model and outcome."""
    budget = "no budget" if found.usd_budget is None else f"of {found.usd_budget:.2f}"
    say(f"today {found.usd_today:.4f} US dollars, {budget}; since {found.since:%Y-%m-%d}:")
    for use in found.uses:
        tokens = f"{'about ' if use.is_estimated else ''}{use.tokens_in} tokens in, {use.tokens_out} out"
        calls = f"{use.purpose:<8} {use.model}: {use.calls} calls {use.outcome}"
        say(f"{calls}, {tokens}, {use.usd:.4f} US dollars")
    if not found.uses:
        say("no call")


def print_operations(described: Iterable[ToolDescriptor]) -> None:
    """A line an operation, with what it takes."""
    for found in described:
        required = found.input_schema.get("required", [])
        takes = [
            name if name in required else f"[{name}]" for name in found.input_schema.get("properties", {})
        ]
        say(f"{found.name}({', '.join(takes)})\n    {found.description.splitlines()[0]}")


def read_arguments(pairs: Iterable[str]) -> dict[str, Any]:
    """NAME=VALUE pairs as arguments."""
    arguments: dict[str, Any] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals or not name:
            raise Incorrect(
                f"--arg {pair} is not NAME=VALUE",
                code="argument_malformed",
                hint="write each argument once, as in --arg limit=10",
            )
        if name in arguments:
            raise Incorrect(
                f"--arg {name} stands twice",
                code="argument_malformed",
                hint="write each argument once, as in --arg limit=10",
            )
        try:
            arguments[name] = json.loads(text)
        except (ValueError, RecursionError):
            arguments[name] = text
    return arguments


def day(instant: datetime) -> str:
    """The day of an instant, in UTC."""
    return instant.date().isoformat()
