"""The twelve stages of a version, in the groups that are saved together, and what does each."""

from remember.domain.chunks import CHUNKER_VERSION
from remember.domain.documents import STAGES
from remember.domain.extraction import EXTRACTOR_VERSION
from remember.domain.row_claims import ROWS_VERSION
from remember.domain.rows import layout_of
from remember.ingest.readers import read_by
from remember.providers.protocols import Providers

CONVERTED = ("convert", "structure")
PASSAGES = ("chunk", "embed_chunk")
"""When these are done, the version's passages are searched."""

CLAIMS = ("extract_claims", "ground_claims", "normalize_relations", "embed_claim")
FOLDED = ("adjudicate_observations",)
JUDGED = ("adjudicate_supersession",)
FACTS = FOLDED + JUDGED
RECONCILE = ("reconcile",)
LABELS = ("label_relation",)


def components(providers: Providers, mime: str) -> dict[str, str]:
    """The name and version of what does each stage for bytes of this type, in the order of the stages."""
    embed, read = providers.embed.model_id, extractor_version(providers, mime)
    done_by = {
        "convert": "convert/1",
        "structure": "structure/1",
        "chunk": f"chunk/{CHUNKER_VERSION}",
        "embed_chunk": embed,
        "extract_claims": read,
        "ground_claims": read,
        "embed_claim": embed,
        "label_relation": embed,
    }
    return {stage: done_by.get(stage, "belief/1") for stage in STAGES}


def extractor_version(providers: Providers, mime: str) -> str:
    """What a claim's reading depends on beside its text: our rules, and for prose the models under them."""
    if layout_of(mime) is not None:
        return ROWS_VERSION
    return f"{EXTRACTOR_VERSION}+{read_by(providers)}"
