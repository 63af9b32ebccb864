#!/bin/sh
# Writes requirements/dev.txt and requirements/run.txt from pyproject.toml, in an environment of its own.
# Hashes of every platform's files, no index address: the machine that installs decides where packages come from.
set -eu
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"${PYTHON:-python3.11}" -m venv "$scratch/venv"
"$scratch/venv/bin/python" -m pip install --quiet pip-tools

compile() {
    out=$1
    shift
    "$scratch/venv/bin/python" -m piptools compile --quiet --generate-hashes --allow-unsafe --strip-extras --no-header \
        --no-emit-options --extra local --output-file "requirements/$out.txt" "$@" pyproject.toml
}

compile dev --extra dev --extra openai --extra anthropic
# The package is built without network too, so its build backend is part of the lock.
compile run --constraint requirements/dev.txt requirements/build.in
