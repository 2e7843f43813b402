# Two commands: `make play` and `make test`. Everything they need, they set up in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
MODULES := web/node_modules
UV := $(BIN)/uv
# The environment holds uv itself, so that nothing but Python is needed to begin.
export UV_PROJECT_ENVIRONMENT := $(VENV)
# Without this the first start, not the installation, would translate every file of NumPy and Numba.
export UV_COMPILE_BYTECODE := 1

.PHONY: play test setup check lint types contracts bench clean help

help: ## Show what there is to make
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

play: $(VENV)/.play ## Set up if needed, then play in the terminal
	@$(BIN)/purrlor play

setup: $(VENV)/.play ## Create the environment in .venv from the lock file

test: $(VENV)/.dev $(MODULES)/.installed ## Set up if needed, then run lint, types, import contracts and all tests
	$(MAKE) lint types contracts
	$(BIN)/purrlor warm
	$(BIN)/pytest -n 2

lint: $(VENV)/.dev ## Check style and formatting
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev ## Check types
	$(BIN)/mypy

contracts: $(VENV)/.dev ## Check which layer imports which
	$(BIN)/lint-imports

bench: $(VENV)/.bench ## Measure speed against peers in the same run
	$(BIN)/python bench/playouts.py

clean: ## Remove the environment
	rm -rf $(VENV) $(MODULES)

$(UV):
	$(PYTHON) -c 'import sys; sys.exit("Purrlor needs Python 3.11 or newer." if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'uv>=0.5'

# `--inexact` keeps uv itself, and what another target has installed.
$(VENV)/.play: pyproject.toml uv.lock | $(UV)
	$(UV) sync --locked --inexact --no-dev
	@touch $@

$(VENV)/.dev: pyproject.toml uv.lock | $(UV)
	$(UV) sync --locked --inexact --group dev
	@touch $@ $(VENV)/.play

$(VENV)/.bench: pyproject.toml uv.lock | $(UV)
	$(UV) sync --locked --inexact --group dev --group bench
	@touch $@ $(VENV)/.dev $(VENV)/.play

$(MODULES)/.installed: web/package-lock.json
	npm ci --prefix web --no-audit --no-fund
	@touch $@
