# Two commands do everything: `make demo` installs and scores the shipped photo, `make test` installs and tests.
SHELL := /bin/bash
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
SITE := build/site
APT := DEBIAN_FRONTEND=noninteractive apt-get
MAY_INSTALL := [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null
EXAMPLE := ui/examples/hand.jpg

.PHONY: help demo test test-train lint types imports bench clean

help:
	@echo "make demo        install, score the shipped example photo, say how to open the page"
	@echo "make test        install what the tests need (chromium too) and pass them"
	@echo "make test-train  install torch and ultralytics (5 GB), train one epoch on rendered pictures, export, compare"
	@echo "make bench       print the speed ratios"

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' || \
	  { echo "snaptai needs Python 3.11; found: $$($(PYTHON) --version 2>&1). Install it, or: make PYTHON=/path/to/python3.11"; exit 2; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { $(MAY_INSTALL) && $(APT) update -qq && $(APT) install -y -qq python3-venv; } || \
	  { echo "Python's venv module is missing and cannot be installed without root. Ask for: apt-get install python3-venv"; exit 2; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/run.stamp: pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install --quiet --editable .
	@touch $@

$(VENV)/dev.stamp: pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install --quiet --editable '.[dev,cluster,openvino]'
	@touch $@ $(VENV)/run.stamp

$(VENV)/chromium.stamp: | $(VENV)/bin/python
	@command -v chromium >/dev/null || \
	  { $(MAY_INSTALL) && $(APT) update -qq && $(APT) install -y -qq chromium >/dev/null; } || \
	  echo "chromium is missing and cannot be installed here (root and Debian needed): the browser tests are left out"
	@touch $@

demo: $(VENV)/run.stamp
	@$(BIN)/snaptai score $(EXAMPLE)
	@echo
	@echo "Open the page:  $(BIN)/snaptai app        (on phones in the same network: $(BIN)/snaptai app --lan)"

lint: $(VENV)/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

# mypy and import-linter follow the package as it is installed, so they see the wheel and not the folders.
$(SITE): $(VENV)/dev.stamp FORCE
	@rm -rf build dist
	@$(BIN)/pip wheel --quiet --no-deps --wheel-dir dist .
	@$(BIN)/pip install --quiet --no-deps --target $(SITE) dist/*.whl

FORCE:

types: $(SITE)
	MYPYPATH=$(SITE) $(BIN)/mypy -p snaptai.scoring -p snaptai.vision -p snaptai.datasets -p snaptai.models

imports: $(SITE)
	cd $(SITE) && PYTHONPATH=. ../../$(BIN)/lint-imports --config ../../pyproject.toml

test: $(VENV)/dev.stamp $(VENV)/chromium.stamp lint types imports
	$(BIN)/pytest

$(VENV)/train.stamp: pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install --quiet --editable '.[dev,train]'
	@touch $@

test-train: $(VENV)/train.stamp
	$(BIN)/pytest tests/training --run-training

bench: $(VENV)/dev.stamp
	for bench in benchmarks/*.py; do echo "== $$bench"; $(BIN)/python $$bench; done

clean:
	rm -rf build dist $(VENV) *.egg-info
