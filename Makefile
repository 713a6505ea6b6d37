# Hupai: the few commands a person types. `make help` lists them.
#
# Everything is installed into .venv, once: a stamp beside it remembers what is there, and is renewed when
# pyproject.toml changes. To choose the Python, `make PYTHON=python3.13 setup`; to choose the torch that
# training takes, `make TORCH="torch==2.9.1 torchvision==0.24.1" setup-train`.

VENV := .venv
BIN := $(VENV)/bin
OUT := out
PHOTO ?= examples/hand.jpg
RULES ?= mcr
TORCH ?= torch torchvision
PEER ?= $(BIN)/python
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet

# The first Python of 3.11 or newer that is found, unless one is named.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$p" && break; done || echo python3)

.DEFAULT_GOAL := help
.PHONY: help setup setup-dev setup-train demo serve format lint types check test train-check report docs bench clean

help:  ## List these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(VENV)/.serving  ## Install what reading and serving need
setup-dev: $(VENV)/.dev  ## Install what the tests need as well
setup-train: $(VENV)/.train  ## Install torch and the trainer as well

demo: $(VENV)/.serving  ## Read a sample photo, score it, draw what was seen
	$(BIN)/hupai read $(PHOTO) --draw $(OUT)
	$(BIN)/hupai score $(PHOTO) --rules $(RULES) --self-drawn

serve: $(VENV)/.serving  ## Start the service on http://127.0.0.1:8000
	$(BIN)/hupai serve

format: $(VENV)/.dev  ## Lay out the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

lint: $(VENV)/.dev  ## Check layout and lint
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(VENV)/.dev  ## Check the types
	$(BIN)/mypy

check: lint types

test: check  ## Check everything and run the tests
	$(BIN)/pytest -m "not train and not long"

train-check: $(VENV)/.train  ## Prove the training path: train, export, compare
	$(BIN)/pytest tests/training

report: $(VENV)/.dev  ## Measure how well the models read; write it into README.md and models/*/REPORT.md
	$(BIN)/python -m vision.training.report --peer $(PEER)

docs: $(VENV)/.dev  ## Write what follows from the code: docs/openapi.json, docs/errors.md, the README's settings
	$(BIN)/python -m service.documents

bench: $(VENV)/.dev  ## Measure the speed of scoring beside other engines, and of reading a photo
	$(BIN)/python bench/mcr.py
	$(BIN)/python bench/riichi.py
	$(BIN)/python bench/tables.py
	$(BIN)/python bench/wild.py
	$(BIN)/python bench/vision.py

clean:  ## Remove what these commands made
	rm -rf $(VENV) $(OUT) build *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(BIN)/python:
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "Hupai needs Python 3.11 or newer, and '$(PYTHON)' is" \
	    "$$("$(PYTHON)" --version 2>/dev/null || echo not there). Install one, or name it: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; } >&2
	@"$(PYTHON)" -m venv $(VENV) || { rm -rf $(VENV); \
	  echo "'$(PYTHON) -m venv' failed. On Debian and Ubuntu, install its package: apt-get install python3-venv"; exit 1; } >&2

$(VENV)/.serving: pyproject.toml | $(BIN)/python
	$(PIP) --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml | $(BIN)/python
	$(PIP) --editable ".[dev]"
	@touch $@ $(VENV)/.serving

# One call, so that torch and what asks for it agree on a version.
$(VENV)/.train: pyproject.toml | $(BIN)/python
	$(PIP) --editable ".[dev,train]" $(TORCH)
	@touch $@ $(VENV)/.serving $(VENV)/.dev
