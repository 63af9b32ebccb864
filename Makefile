# Everything a contributor types. Each target makes .venv when it is missing and refreshes it when a lock changed.
#   make demo [FILES="a.md folder"] [ASK="a question"] [KEEP=1]
#                                      a small memory of its own: ingest, then ask; KEEP goes on with the last one
#   make test [domain store ...]       every test, or those of the named folders (domain needs no database)
#   make check                         lint, types, layers, generated files
#   make generate                      write generated files anew
#   make bench                         speeds and sizes, as a report
#   make eval DATA=folder              answers on a data set, scored
#   make lock                          write requirements/*.txt anew from pyproject.toml
SHELL := /bin/sh
.DEFAULT_GOAL := help
PY := .venv/bin/python
FOLDERS := $(filter-out test,$(MAKECMDGOALS))
export PYTHON KEEP ASK

help:
	@sed -n 's/^#   //p' Makefile

run-environment:
	@sh tools/environment.sh run

dev-environment:
	@sh tools/environment.sh dev

demo: run-environment
	@$(PY) -m examples.demo $${KEEP:+--keep} $${ASK:+--ask "$$ASK"} $(FILES)

bench: dev-environment
	@$(PY) -m tools.bench

eval: dev-environment
	@test -n "$(DATA)" || { echo "say where the data is: make eval DATA=folder" >&2; exit 2; }
	@$(PY) -m tools.evaluate --data "$(DATA)"

check: dev-environment
	@$(PY) -m ruff check src tests tools $(wildcard examples)
	@$(PY) -m mypy
	@.venv/bin/lint-imports --no-logo
	@$(PY) -m tools.generate --check

generate: dev-environment
	@$(PY) -m tools.generate

lock:
	@sh tools/lock.sh

clean:
	rm -rf .venv .demo build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache

# The words after `test` are folders of tests/, not targets of their own.
ifeq (test,$(firstword $(MAKECMDGOALS)))
test: dev-environment
	@$(PY) -m pytest $(addprefix tests/,$(FOLDERS))
ifneq (,$(FOLDERS))
$(FOLDERS): ; @:
.PHONY: $(FOLDERS)
endif
else
test: dev-environment
	@$(PY) -m pytest
endif

.PHONY: help run-environment dev-environment demo bench eval check generate lock clean test
