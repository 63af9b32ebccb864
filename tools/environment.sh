#!/bin/sh
# Makes or refreshes .venv for `run` or `dev`: sh tools/environment.sh run|dev
#
# Needs Python >= 3.11 and nothing else. Does nothing when the lock and the package metadata are the ones
# installed last. PYTHON=... chooses the interpreter.
set -eu
cd "$(dirname "$0")/.."
kind=$1
venv=.venv

say() { printf '%s\n' "$*" >&2; }

suitable() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

has_ensurepip() {
    "$1" -c 'import ensurepip, venv' >/dev/null 2>&1
}

# The first that can make a virtual environment by itself; else the first that is new enough.
choose_python() {
    fallback=
    for candidate in ${PYTHON:-python3.11 python3.12 python3.13 python3.14 python3 python}; do
        suitable "$candidate" || continue
        if has_ensurepip "$candidate"; then
            printf '%s' "$candidate"
            return
        fi
        fallback=${fallback:-$candidate}
    done
    [ -z "$fallback" ] || { printf '%s' "$fallback"; return; }
    say "no Python >= 3.11 found${PYTHON:+ at PYTHON=$PYTHON}"
    say "install one (Debian, Ubuntu: apt-get install python3 python3-venv), or name it: make PYTHON=python3.11 ..."
    return 1
}

# Debian ships Python without ensurepip; then a pip that the interpreter has itself, or virtualenv, will do.
make_venv() {
    python=$1
    rm -rf "$venv"
    if has_ensurepip "$python"; then
        "$python" -m venv "$venv"
    elif "$python" -m pip --version >/dev/null 2>&1 && "$python" -c 'import venv' >/dev/null 2>&1; then
        "$python" -m venv --without-pip "$venv"
    elif "$python" -m virtualenv --version >/dev/null 2>&1; then
        "$python" -m virtualenv --quiet "$venv"
    else
        say "$python has neither ensurepip nor pip, so it cannot make a virtual environment"
        say "install them (Debian, Ubuntu: apt-get install python3-venv), or choose another with PYTHON=..."
        return 1
    fi
}

pip_install() {
    if "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
        "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input "$@"
    else
        "$python" -m pip --python "$venv/bin/python" install --quiet --disable-pip-version-check --no-input "$@"
    fi
}

python=$(choose_python)
digest=$("$python" -c 'import hashlib, pathlib, sys
parts = [pathlib.Path(name).read_bytes() for name in sys.argv[1:]] + [sys.version.encode()]
print(hashlib.sha256(b"\0".join(parts)).hexdigest()[:16])' "requirements/$kind.txt" pyproject.toml tools/environment.sh)
stamp=$venv/installed-$kind

if [ "$(cat "$stamp" 2>/dev/null)" = "$digest" ] && "$venv/bin/python" -c 'import remember' >/dev/null 2>&1; then
    exit 0
fi

"$venv/bin/python" -c 'import sys' >/dev/null 2>&1 && [ "$(cat "$venv/made-by" 2>/dev/null)" = "$("$python" -V)" ] || {
    make_venv "$python"
    "$python" -V > "$venv/made-by"
}
say "installing requirements/$kind.txt into $venv with $("$python" -V) (once; about a minute)"
pip_install --require-hashes --requirement "requirements/$kind.txt"
pip_install --no-deps --no-build-isolation --editable .
printf '%s\n' "$digest" > "$stamp"
