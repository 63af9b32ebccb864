"""Where each operation is reached over HTTP. Written by `make generate`."""

from remember.surfaces.routes import Route
from remember.wire import (
    ContextBundleV2,
    DeadLetter,
    DeploymentBuildInfo,
    DocumentDeletion,
    DocumentDetail,
    DocumentPage,
    Envelope,
    IngestedFacts,
    IngestedVersion,
    MemoryStatus,
    PipelineReadinessReport,
    Retried,
    ToolDescriptor,
    Whoami,
)

ROUTES = {
    "adjacent_chunks": Route("GET", "/chunks/{chunk_id}/adjacent", Envelope),
    "claims_and_sources_context": Route("POST", "/operations/claims_and_sources_context", Envelope),
    "combined_context": Route("POST", "/operations/combined_context", ContextBundleV2),
    "delete_document": Route("DELETE", "/documents/{doc_id}", DocumentDeletion),
    "deployment_build_info": Route("GET", "/deployment", DeploymentBuildInfo),
    "facts_context": Route("POST", "/operations/facts_context", Envelope),
    "ingest": Route("POST", "/ingest", IngestedVersion, body=True),
    "ingest_facts": Route("POST", "/ingest-facts", IngestedFacts, body=True),
    "list_dead_letters": Route("GET", "/dead-letters", tuple[DeadLetter, ...]),
    "list_documents": Route("GET", "/documents", DocumentPage),
    "list_operations": Route("GET", "/operations", tuple[ToolDescriptor, ...]),
    "lookup_observations": Route("GET", "/lookup/observations", Envelope),
    "lookup_relations": Route("GET", "/lookup/relations", Envelope),
    "pipeline_readiness": Route("POST", "/readiness", PipelineReadinessReport),
    "resolve": Route("GET", "/resolve", Envelope),
    "resolve_entity": Route("POST", "/operations/resolve_entity", Envelope),
    "retry_dead_letter": Route("POST", "/dead-letters/{job_id}/retry", Retried),
    "search_chunks": Route("POST", "/search/chunks", Envelope),
    "search_claims": Route("POST", "/search/claims", Envelope),
    "show_document": Route("GET", "/documents/{doc_id}", DocumentDetail),
    "status": Route("GET", "/status", MemoryStatus),
    "whoami": Route("GET", "/whoami", Whoami),
}
