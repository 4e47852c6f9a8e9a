# `make play` and `make test` set up all they need. Needs Python 3.11 or newer; a C compiler makes it fast.

PY := .venv/bin/python
PIP := $(PY) -m pip -qq --disable-pip-version-check --no-input
COMPILED := PYTHONPATH="$(CURDIR)/build/compiled"
ARGS ?=

unexport PYTHONPATH

.PHONY: help screenshots verbs observations api settings play test test-web test-compiled test-full coverage coverage-report compiled lint ruff types imports lint-web format bench bench-rl bench-instructions dist test-dist lock clean FORCE

help:
	@echo "make play            serve the tables and open a browser; ARGS=... goes to 'roundhouse serve'"
	@echo "make test            the test suite but for browsers and crashes, interpreted; ARGS=... goes to pytest"
	@echo "make test-web        what test leaves out: browsers, killed processes, load"
	@echo "make test-compiled   what test runs of engine, games, bots, lab and terminal, against the compiled build"
	@echo "make test-full       everything, compiled and in browsers at its densest, and whether planted faults are found: an hour"
	@echo "make coverage        make test, and how much of core and games it runs"
	@echo "make lint            ruff, mypy --strict, import-linter, and oxlint and oxfmt for the pages"
	@echo "make format          write Python, scripts and styles as ruff and oxfmt would have them"
	@echo "make bench           speed, beside public engines; writes benchmarks/latest.json"
	@echo "make bench-rl        steps a second of the environments, beside public ones; bench runs it, too"
	@echo "make bench-instructions  instructions a decision, beside those kept; needs valgrind"
	@echo "make screenshots     pictures of the pages, in build/screenshots"
	@echo "make verbs           docs/verbs.md, from the cards"
	@echo "make observations    docs/observations.md, from the games"
	@echo "make api             docs/api.md, from the source"
	@echo "make settings        docs/settings.md, from the settings and limits"
	@echo "make compiled        the compiled build, in build/compiled; PGO=1: laid out by how games are played"
	@echo "make dist            an sdist, a pure wheel and a compiled one, in dist; PGO=1 as above"
	@echo "make test-dist       each of them installed into a fresh environment and played"
	@echo "make lock            requirements-ci.txt, the versions CI runs with (LOCKED=1), afresh"
	@echo "make clean           remove all that was made"

# The environment: an editable, interpreted install. The stamp holds the folder it was made for.

PYTHONS := $(or $(PYTHON),python3 python3.14 python3.13 python3.12 python3.11 python)

ifneq ($(shell cat .venv/ready 2>/dev/null),$(CURDIR))
.PHONY: .venv/ready
endif

.venv/ready: pyproject.toml setup.py $(if $(LOCKED),requirements-ci.txt)
	@if [ -e $@ ] && [ "$$(cat $@)" != "$(CURDIR)" ]; then rm -rf .venv; fi
	@if ! $(PY) -m pip --version >/dev/null 2>&1; then \
	  found=; \
	  for python in $(PYTHONS); do \
	    if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then found=$$python; break; fi; \
	  done; \
	  if [ -z "$$found" ]; then \
	    echo "Roundhouse needs Python 3.11 or newer, and none of these is: $(PYTHONS). Name one with make PYTHON=..." >&2; \
	    exit 1; \
	  fi; \
	  rm -rf .venv; \
	  if ! $$found -c 'import ensurepip' 2>/dev/null; then \
	    $$found -m venv --without-pip .venv && $$found -m pip -q --python $(PY) install pip; \
	  else \
	    $$found -m venv .venv; \
	  fi >build.log 2>&1 </dev/null || { \
	    tail -n 1 build.log >&2; rm -rf .venv build.log; \
	    echo "$$found cannot make a virtual environment; install its venv package (Debian: apt install python3-venv)." >&2; \
	    exit 1; \
	  }; \
	  rm -f build.log; \
	fi
	@echo "Setting up .venv (once, about a minute) ..."
	@$(PIP) install $(if $(LOCKED),--require-hashes --no-deps -r requirements-ci.txt,'setuptools>=83') </dev/null
	@$(PIP) install --no-build-isolation $(if $(LOCKED),--no-deps) -e '.[dev]' </dev/null
	@echo "$(CURDIR)" >$@

# The compiled build. What goes into it is compared by content; the stamp is a copy of the list it was made from.

CC_FOUND = $$(command -v $${CC:-cc} || command -v gcc || command -v clang)
LACKING = { [ -n "$(CC_FOUND)" ] || echo "there is no C compiler (cc, gcc or clang)"; } && $(PY) -c \
  'import os, sysconfig as s; os.path.exists(s.get_path("include") + "/Python.h") or print("there are no Python headers (Debian: apt install python3-dev)")'

build/sources: FORCE | .venv/ready
	@mkdir -p build
	@{ $(PY) -VV; echo "PGO=$(PGO)"; \
	  find src/roundhouse/core src/roundhouse/games src/roundhouse/bots setup.py pyproject.toml \
	    -type f ! -path '*/__pycache__/*' ! -path '*/face/*' ! -path '*/static/*' ! -path '*/weights/*' ! -name '*.md' ! -name '*.json' ! -name learn.toml -exec cksum {} + | LC_ALL=C sort -k3; } >$@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

# With PGO=1 a first build notes how often each branch is taken while games are played, and the second is laid out by that.
BUILD = CC="$(CC_FOUND)" ROUNDHOUSE_COMPILE=1
INTO = $(PIP) install --no-build-isolation --no-deps --upgrade --target
NOTES := $(CURDIR)/build/profile
USED = $(if $(PGO),use:$(NOTES))
PROFILED = { rm -rf build/profile build/profiled && $(BUILD) ROUNDHOUSE_PROFILE="make:$(NOTES)" $(INTO) build/profiled . && \
  PYTHONPATH="$(CURDIR)/build/profiled" $(PY) benchmarks/training.py && rm -rf build/profiled build/lib* build/bdist* build/temp*; }

build/compiled/sources: build/sources
	@lacking=$$($(LACKING)); if [ -n "$$lacking" ]; then echo "The engine cannot be compiled: $$lacking." >&2; exit 1; fi
	@echo "Compiling the engine (once, a minute or two) ..."
	@rm -rf build/failed build/compiled build/lib* build/bdist* build/temp*
	@{ [ -z "$(PGO)" ] || $(PROFILED); } >build/compile.log 2>&1 </dev/null && \
	$(BUILD) ROUNDHOUSE_PROFILE="$(USED)" $(INTO) build/compiled . >>build/compile.log 2>&1 </dev/null || { \
	  cp build/sources build/failed; tail -5 build/compile.log >&2; \
	  echo "The engine could not be compiled; build/compile.log says why." >&2; exit 1; }
	@cp build/sources $@

# All else needs no compiling: the build gets it as it is now, and its libraries go before the modules they were made of.
compiled: build/compiled/sources
	@find build/compiled/roundhouse -type f ! -name '*.so' ! -name '*.pyd' -delete
	@cp -R src/roundhouse build/compiled/

# What people and CI do.

# Serve and open a browser, compiled if that can be had.
play: .venv/ready build/sources
	@failed="compiling it failed, see build/compile.log"; \
	if cmp -s build/sources build/failed; then lacking=$$failed; \
	elif cmp -s build/sources build/compiled/sources; then lacking=; \
	else lacking=$$($(LACKING)); fi; \
	if [ -z "$$lacking" ]; then $(MAKE) --no-print-directory compiled 2>/dev/null || lacking=$$failed; fi; \
	if [ -z "$$lacking" ]; then $(COMPILED) .venv/bin/roundhouse serve --browser $(ARGS); \
	else echo "The engine runs interpreted: $$lacking." >&2; .venv/bin/roundhouse serve --browser $(ARGS); fi

# The whole suite runs JOBS at a time; a part of it, as ARGS=tests/trains, runs alone.
JOBS ?= 2
PART := $(findstring tests/,$(ARGS))
PYTEST := -m pytest $(if $(PART),,-n $(JOBS) --dist loadgroup)

test: .venv/ready
	$(PY) $(PYTEST) $(if $(COVERAGE),--cov --cov-report=) $(ARGS)

test-web: .venv/ready
	$(PY) $(PYTEST) $(if $(PART),,tests/web/live tests/examples/live tests/lab/live) $(ARGS)

# How much of core and games the tests run, in the interpreted build and in pytest's own processes. With COVERAGE=1
# `make test` notes it by the way, and `make coverage-report` tells it.
coverage: .venv/ready
	$(MAKE) --no-print-directory test COVERAGE=1
	@$(MAKE) --no-print-directory coverage-report

coverage-report: .venv/ready
	@$(PY) -m coverage report
	@echo "Coverage of core and games: $$($(PY) -m coverage report --format=total) %"

# What is not compiled, pages and texts, need not be tested twice; in the dense tier it is.
UNCOMPILED := $(filter-out tests/web/test_leaks.py tests/web/test_bot_pool.py,$(wildcard tests/web/test_*.py)) \
  $(foreach what,docs readme sprite styles templates,tests/test_$(what).py)

test-compiled: compiled
	@$(COMPILED) $(PY) -c 'from roundhouse.core.verbs import __file__ as f; assert f.endswith(".so"), f"{f} is not compiled"'
	$(COMPILED) $(PY) $(PYTEST) $(if $(PART)$(ROUNDHOUSE_FULL),,$(UNCOMPILED:%=--ignore=%)) $(ARGS)

# The dense tier runs compiled: interpreted it takes hours, and that both play the same is for the goldens to say.
test-full: compiled
	$(MAKE) --no-print-directory test
	ROUNDHOUSE_FULL=1 $(MAKE) --no-print-directory test-web
	$(PY) -m pytest tests/slow
	ROUNDHOUSE_FULL=1 $(MAKE) --no-print-directory test-compiled

lint: ruff types imports lint-web

ruff: .venv/ready
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .

types: .venv/ready
	$(PY) -m mypy --strict

imports: .venv/ready
	.venv/bin/lint-imports --no-logo

# Scripts and styles of the pages; the tools are wheels, so none of this needs Node.
SCRIPTS := $(wildcard src/roundhouse/web/static/*.js src/roundhouse/lab/static/*.js)
STYLES := $(wildcard src/roundhouse/web/static/*.css src/roundhouse/lab/static/*.css src/roundhouse/games/*/static/*.css examples/*/*/static/*.css)

lint-web: .venv/ready
	.venv/bin/oxlint $(SCRIPTS)
	.venv/bin/oxfmt --check $(SCRIPTS) $(STYLES)
	@if grep -nE '.{121}' $(SCRIPTS) $(STYLES); then echo "These lines are longer than 120 characters." >&2; exit 1; fi

format: .venv/ready
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .
	.venv/bin/oxfmt $(SCRIPTS) $(STYLES)

screenshots: .venv/ready
	$(PY) -m tests.web.live.screenshots build/screenshots

verbs: .venv/ready
	@$(PY) -m roundhouse.lab.verbs >docs/verbs.md.new && mv docs/verbs.md.new docs/verbs.md

observations: .venv/ready
	@$(PY) -m roundhouse.lab.observations >docs/observations.md.new && mv docs/observations.md.new docs/observations.md

api: .venv/ready
	@$(PY) -m roundhouse.lab.api >docs/api.md.new && mv docs/api.md.new docs/api.md

settings: .venv/ready
	@$(PY) -m roundhouse.web.settings_page >docs/settings.md.new && mv docs/settings.md.new docs/settings.md

.venv/bench: .venv/ready
	@$(PIP) install --no-build-isolation -e '.[bench]' </dev/null
	@touch $@

bench: compiled .venv/bench
	$(PY) benchmarks/run.py $(ARGS)
	@$(MAKE) --no-print-directory bench-rl ARGS=

bench-rl: compiled
	$(PY) benchmarks/environments.py $(ARGS)

bench-instructions: compiled
	$(PY) benchmarks/instructions.py $(ARGS)

# The pure wheel is built from the sdist, which shows that nothing is missing there; the compiled one takes the libraries
# of build/compiled.
dist: compiled
	@rm -rf dist build/lib* build/bdist* build/temp*
	@$(PY) -m build --no-isolation >build/dist.log 2>&1 </dev/null || { tail -5 build/dist.log >&2; exit 1; }
	@ROUNDHOUSE_LIBRARIES="$(CURDIR)/build/compiled" $(PIP) wheel --no-build-isolation --no-deps --wheel-dir dist . </dev/null
	@rm -rf build/lib* build/bdist* build/temp*
	@ls dist

test-dist: dist
	$(PY) $(PYTEST) tests/dist $(ARGS)

lock: .venv/ready
	@$(PIP) install uv </dev/null
	@.venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --upgrade --extra dev \
	  --custom-compile-command "make lock" --output-file requirements-ci.txt pyproject.toml

clean:
	rm -rf .venv build dist src/*.egg-info examples/*/build examples/*/*.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -prune -exec rm -rf {} +
