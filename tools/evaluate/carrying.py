"""What versions of public documents carry on: whole passages, sentences, other words for the same.

To keep a claim with its unchanged passage alone is the ground that the other two stand on. Whether the pairs
that pass for other words do say the same is for a reader: `python -m tools.evaluate.carrying FOLDER` prints
those whose words differ.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from uuid import UUID

from remember.domain.carrying import CarriedClaim, paired, restated
from remember.domain.chunks import Chunk, cut
from remember.domain.claims import DraftClaim, Passage
from remember.domain.extraction import EXTRACTOR_VERSION
from remember.domain.rewording import KeptStatement, Rewordings
from remember.domain.structure import Markup
from tools.evaluate.figures import Evaluation, Figure, Ground, share
from tools.evaluate.reading import read

_PROSE = {".md": Markup.MARKDOWN, ".rst": Markup.MARKDOWN, ".txt": Markup.PLAIN}


@dataclass(slots=True)
class Carried:
    """What the changed versions of some documents carried on of `claims`, and the pairs in other words."""

    pairs: int = 0
    claims: int = 0
    in_passages: int = 0
    in_sentences: int = 0
    reworded: list[tuple[str, str]] = field(default_factory=list)


async def measure(ground: Ground) -> list[Figure]:
    """Compare every version with the one before."""
    found = carried_in(ground.data)
    edited = found.claims - found.in_passages
    return [
        share("claims kept with their passage alone", found.in_passages, found.claims),
        share(
            "claims kept",
            found.in_passages + found.in_sentences + len(found.reworded),
            found.claims,
            floor=0.96,
        ),
        share("of edited passages: sentences kept", found.in_sentences, edited),
        share("of edited passages: kept in other words", len(found.reworded), edited),
        Figure(name="versions that changed", value=found.pairs, n=found.pairs),
    ]


def carried_in(folder: Path) -> Carried:
    """What is carried on in all documents of a folder that are prose."""
    found = Carried()
    for document in sorted(path for path in folder.iterdir() if path.is_dir()):
        _compare(document, found)
    return found


def _compare(document: Path, found: Carried) -> None:
    read: dict[str, list[DraftClaim]] = {}
    before: list[Chunk] = []
    for path in sorted(path for path in document.iterdir() if path.suffix in _PROSE):
        text = path.read_text(encoding="utf-8")
        chunks = list(cut(text, title="", markup=_PROSE[path.suffix], extractor_version=EXTRACTOR_VERSION))
        for chunk in chunks:
            if chunk.reuse_key not in read:
                read[chunk.reuse_key] = list(_claims(chunk))
        if before and [one.reuse_key for one in before] != [one.reuse_key for one in chunks]:
            _count(before, chunks, read, found)
        before = chunks


def _count(
    before: list[Chunk], after: list[Chunk], read: dict[str, list[DraftClaim]], found: Carried
) -> None:
    pairs = paired(
        ((one.reuse_key, one.reuse_key) for one in after), ((one.reuse_key, one) for one in before)
    )
    kept = {id(old) for _, old in pairs if old is not None}
    lost = [claim for one in before if id(one) not in kept for claim in read[one.reuse_key]]
    drafts = [claim for key, old in pairs if old is None for claim in read[key]]
    again = restated(drafts, [_made(number, claim) for number, claim in enumerate(lost)])
    lacking = [number for number in range(len(lost)) if UUID(int=number) not in set(again.values())]
    rewordings = Rewordings([_statement(number, lost[number]) for number in lacking])
    found.pairs += 1
    found.claims += sum(len(read[one.reuse_key]) for one in before)
    found.in_passages += sum(len(read[one.reuse_key]) for one in before if id(one) in kept)
    found.in_sentences += len(again)
    for position, draft in enumerate(drafts):
        if position not in again and (claim_id := rewordings.find(draft)) is not None:
            found.reworded.append((lost[claim_id.int].claim_text, draft.claim_text))


def _claims(chunk: Chunk) -> Iterator[DraftClaim]:
    passage = Passage(
        text=chunk.text,
        char_start=chunk.char_start,
        heading_path=chunk.heading_path,
        section_role=chunk.section_role,
    )
    yield from read(passage).claims


def _made(number: int, claim: DraftClaim) -> CarriedClaim:
    return CarriedClaim(
        claim_id=UUID(int=number),
        claim_text=claim.claim_text,
        source_span=claim.source_span,
        added_context=claim.added_context,
        is_attributed=claim.is_attributed,
        speaker=claim.speaker,
        read_by=EXTRACTOR_VERSION,
    )


def _statement(number: int, claim: DraftClaim) -> KeptStatement:
    return KeptStatement(
        claim_id=UUID(int=number),
        claim_text=claim.claim_text,
        is_attributed=claim.is_attributed,
        is_hedged=claim.hedged,
        speaker=claim.speaker,
        period=claim.period,
    )


CARRYING = Evaluation(
    name="carrying",
    needs="versions",
    measures="claims that versions of public documents carry on from the one before",
    run=measure,
)


if __name__ == "__main__":
    for was, now in carried_in(Path(sys.argv[1])).reworded:
        if was != now:
            print(f"- {was}\n+ {now}\n")
