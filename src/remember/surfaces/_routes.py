"""Where each operation is reached over HTTP. Written by `make generate`."""

from remember.surfaces.routes import Route
from remember.wire import (
    DeploymentBuildInfo,
    DocumentDeletion,
    DocumentDetail,
    DocumentPage,
    IngestedVersion,
    PipelineReadinessReport,
    ToolDescriptor,
    Whoami,
)

ROUTES = {
    "delete_document": Route("DELETE", "/documents/{doc_id}", DocumentDeletion),
    "deployment_build_info": Route("GET", "/deployment", DeploymentBuildInfo),
    "ingest": Route("POST", "/ingest", IngestedVersion, body=True),
    "list_documents": Route("GET", "/documents", DocumentPage),
    "list_operations": Route("GET", "/operations", tuple[ToolDescriptor, ...]),
    "pipeline_readiness": Route("POST", "/readiness", PipelineReadinessReport),
    "show_document": Route("GET", "/documents/{doc_id}", DocumentDetail),
    "whoami": Route("GET", "/whoami", Whoami),
}
