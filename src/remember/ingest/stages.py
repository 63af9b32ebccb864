"""The twelve stages of a version, in the groups that are saved together, and what does each."""

from typing import Any

from remember.domain.documents import STAGES

PASSAGES = ("convert", "structure", "chunk", "embed_chunk")
"""What must be done before a version's passages are searched."""

CLAIMS = ("extract_claims", "ground_claims", "normalize_relations", "embed_claim")
FACTS = ("adjudicate_observations", "adjudicate_supersession")
RECONCILE = ("reconcile",)
LABELS = ("label_relation",)


def components(providers: Any) -> dict[str, str]:
    """The name and version of what does each stage, in the order of the stages."""
    embed, rules = providers.embed.model_id, "rules/1"
    done_by = {
        "convert": "convert/1",
        "structure": "structure/1",
        "chunk": "chunk/1",
        "embed_chunk": embed,
        "embed_claim": embed,
        "label_relation": embed,
    }
    return {stage: done_by.get(stage, rules) for stage in STAGES}
