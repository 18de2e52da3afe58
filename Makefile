# make videos   renders every figure; make test   runs every check. Each sets up first what is missing.
#
# Settings:  PYTHON=python3.12   the Python to use (3.11 or newer)
#            VENV=.venv          where the virtual environment is
#            ARGS='-q high'      more words for render.py (make videos) or for pytest (make test)
#            JOBS=4              test processes at a time

VENV ?= .venv
ARGS ?=
JOBS ?= auto

setup = @PYTHON='$(PYTHON)' VENV='$(VENV)' sh tools/bootstrap.sh
python = '$(VENV)/bin/python'
# The checks need no screen; one thread in each test process, since the processes share the cores; and each module is
# compiled once, not by every process again.
pytest = OMP_NUM_THREADS=1 PYTHONDONTWRITEBYTECODE= $(python) -m pytest -n $(JOBS) --maxprocesses 8 --dist worksteal

.DEFAULT_GOAL := help
.PHONY: help videos test lint format setup clean clean-all
.NOTPARALLEL:

help: ## say what there is
	@echo 'make what? There are:'
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile
	@echo "Settings: PYTHON=python3.12 (3.11 or newer), VENV=.venv, JOBS=4, ARGS='-q high' (for render.py or pytest)"

videos: ## render every figure into out/
	$(setup) runtime
	$(python) render.py all $(ARGS)

test: lint ## check style, imports and types, then run every test
	$(pytest) $(ARGS)

lint: setup ## check style, imports and types only
	$(python) -m ruff check .
	$(python) -m ruff format --check .
	'$(VENV)/bin/lint-imports' --no-cache --no-logo
	$(python) -m mypy

format: setup ## put imports and layout in order
	$(python) -m ruff check --fix .
	$(python) -m ruff format .

setup: ## make .venv ready for work, without running anything
	$(setup) dev

clean: ## remove caches and leftovers; what was rendered (out/) and .venv stay
	rm -rf build dist media .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage
	find . -name .venv -prune -o -name __pycache__ -type d -prune -exec rm -rf {} +

clean-all: clean ## that, and what was rendered and .venv too
	rm -rf out .cache *.egg-info
	[ ! -f '$(VENV)/pyvenv.cfg' ] || rm -rf '$(VENV)'
