# Two commands: `make play` and `make test`. Everything they need, they set up in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
MODULES := web/node_modules
CLIENT := src/purrlor/server/client/index.html
UV := $(BIN)/uv
UV_VERSION := 0.13.8
# The environment holds uv itself, so that nothing but Python is needed to begin.
export UV_PROJECT_ENVIRONMENT := $(VENV)
# Without this the first start, not the installation, would translate every file of NumPy and Numba.
export UV_COMPILE_BYTECODE := 1

.PHONY: play test test-long setup client wheel lint types contracts warm web nemesis soak lifetimes bench bench-peers bench-server bench-client bench-hostile bench-shuffles icons screenshots audit sbom licences clean help

help: ## Show what there is to make
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

play: $(VENV)/.play $(CLIENT) ## Set up if needed, then serve tables to browsers here and in the network
	@$(BIN)/purrlor serve --host 0.0.0.0 --open

setup: $(VENV)/.play $(CLIENT) ## Create the environment in .venv from the lock file, and build the client

client: $(CLIENT) ## Build the web client

wheel: $(VENV)/.dev $(CLIENT) ## Build a wheel, with the client in it, into dist/
	$(BIN)/python -m hatchling build -t wheel

test: $(VENV)/.dev $(VENV)/.browser $(VENV)/.servers $(CLIENT) ## Set up if needed, then run lint, types, import contracts and the tests
	$(MAKE) -j2 --output-sync=target lint types contracts web warm
	$(BIN)/pytest -n 2 --dist loadgroup

test-long: $(VENV)/.dev $(VENV)/.browser $(VENV)/.servers $(CLIENT) ## Run the tests that take a minute or more
	$(BIN)/purrlor warm
	$(BIN)/pytest -n 2 --dist loadgroup -m long

lint: $(VENV)/.dev ## Check style and formatting
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev ## Check types
	$(BIN)/mypy

contracts: $(VENV)/.dev ## Check which layer imports which
	$(BIN)/lint-imports

warm: $(VENV)/.dev ## Compile the rules of all games ahead
	$(BIN)/purrlor warm

web: $(MODULES)/.installed ## Check the web client's types and run its tests
	npm --prefix web run --silent check
	npm --prefix web run --silent test

nemesis: $(VENV)/.dev $(VENV)/.servers ## Two servers under fire: kills, outages, cut lines; nothing may be lost. Then a short soak
	$(BIN)/purrlor warm
	$(BIN)/python tests/nemesis/run.py $(NEMESIS)

soak: $(VENV)/.dev ## A server among people for an hour (MINUTES=60): memory, pauses, and a table for docs/hosting.md
	$(BIN)/purrlor warm
	$(BIN)/python tests/nemesis/soak.py --minutes $(or $(MINUTES),60) $(SOAK)

lifetimes: $(VENV)/.dev ## Memory over 20,000 tables that are opened, played at and forgotten (TABLES=20000)
	$(BIN)/purrlor warm
	$(BIN)/python bench/lifetimes.py --tables $(or $(TABLES),20000)

bench: $(VENV)/.bench ## Measure speed against peers in the same run
	$(BIN)/python bench/playouts.py
	$(BIN)/python bench/search.py
	$(BIN)/python bench/tournament.py

bench-peers: .venv-bench/.ready ## Measure random play beside OpenSpiel, RLCard and PettingZoo
	.venv-bench/bin/python bench/peers.py

bench-server: $(VENV)/.dev $(if $(NODES),$(VENV)/.servers) ## Measure live tables under load beside boardgame.io; NODES=2: two servers on PostgreSQL
	$(BIN)/python bench/$(if $(NODES),nodes.py --nodes $(NODES),server.py)

bench-client: $(VENV)/.dev $(VENV)/.browser $(CLIENT) ## Measure how soon the client can be used
	$(BIN)/python bench/client.py

bench-hostile: $(VENV)/.dev $(VENV)/.servers ## Measure how long players wait while somebody sends bursts of frames
	$(BIN)/python bench/hostile.py $(HOSTILE)

bench-shuffles: $(VENV)/.dev ## A million shuffles, tested by chi-square
	$(BIN)/python bench/shuffles.py

icons: $(VENV)/.dev $(VENV)/.browser ## Draw the icons of the installed client from its SVG
	$(BIN)/python tools/icons.py

screenshots: $(VENV)/.dev $(VENV)/.browser $(CLIENT) ## Take pictures of every screen
	$(BIN)/python tools/screenshots.py

audit: $(VENV)/.dev ## Ask for known faults of all locked dependencies; needs a network
	$(BIN)/python tools/audit.py

sbom: $(VENV)/.dev ## Write lists of all parts (CycloneDX) into dist/
	mkdir -p dist
	$(UV) export --locked --quiet --no-emit-project --all-extras -o dist/requirements.txt
	$(BIN)/uvx --from cyclonedx-bom==7.5.0 cyclonedx-py requirements dist/requirements.txt -o dist/purrlor-python.cdx.json
	npm --prefix web sbom --package-lock-only --sbom-format cyclonedx > dist/purrlor-web.cdx.json

licences: $(VENV)/.dev ## List the licences of dependencies in docs/licences.md
	$(BIN)/python tools/licences.py

clean: ## Remove the environment
	rm -rf $(VENV) .venv-bench $(MODULES) $(dir $(CLIENT))

$(UV):
	$(PYTHON) -c 'import sys; sys.exit("Purrlor needs Python 3.11 or newer." if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)

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

# The peers live in an environment of their own: they ask for old versions of what we use.
.venv-bench/.ready: pyproject.toml uv.lock bench/peers.txt | $(UV)
	$(UV) venv --clear --quiet .venv-bench
	$(UV) pip install --quiet --python .venv-bench/bin/python -e '.[plot,rl]' -r bench/peers.txt
	@touch $@

# What the lock file names, by its hash, and nothing else.
$(MODULES)/.installed: web/package.json web/package-lock.json
	npm ci --prefix web --no-audit --no-fund --silent
	@touch $@

$(CLIENT): $(MODULES)/.installed $(shell find web/src web/messages web/public -type f -not -path '*/paraglide/*' 2>/dev/null) web/vite.config.ts web/svelte.config.js web/languages.ts web/project.inlang/settings.json web/index.html
	npm --prefix web run --silent build

# A browser for the tests: one that is here, or Debian's, where we may install it.
$(VENV)/.browser: | $(UV)
	@command -v chromium chromium-browser google-chrome >/dev/null \
	  || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && apt-get install -y -qq chromium >/dev/null; } \
	  || { echo "The browser tests need Chromium: install it (Debian: apt-get install chromium) and run make test again."; exit 1; }
	@touch $@

# PostgreSQL, Redis and Caddy for the tests of several servers, likewise.
$(VENV)/.servers: Makefile | $(UV)
	@{ ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || command -v postgres >/dev/null; } && command -v redis-server >/dev/null && command -v caddy >/dev/null \
	  || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && apt-get install -y -qq postgresql redis-server caddy >/dev/null; } \
	  || { echo "The tests of several servers need PostgreSQL, Redis and Caddy: install them (Debian: apt-get install postgresql redis-server caddy) and run make test again."; exit 1; }
	@touch $@
