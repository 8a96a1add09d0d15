# Everything a person or a build machine does here, by name. Needs make and Python 3.11 or later;
# the first `make demo` or `make test` creates .venv, later ones start at once.

PYTHON ?= python3
# one more than cores: many tests wait for a browser, a database or a virtual cable
WORKERS ?= 3
ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
STUBS := build/stubs
HW := build/hw-tools
# -qq: errors only. The constraints hold every version, so two machines install the same.
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
INSTALL := $(PIP) install -c constraints.txt
DECLARED := pyproject.toml constraints.txt host/tablekeeper/version.py

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo federation test room check texts soak bench board hw lock clean

help: ## show this list
	@LC_ALL=C sed -n 's/^\([a-z]*\):[^#]*## /\1\t/p' Makefile | while IFS="$$(printf '\t')" read -r name text; do \
	  printf '  make %-10s %s\n' "$$name" "$$text"; done
	@echo "  ARGS=... is passed on (make demo ARGS='--tables 2'), PYTHON=... chooses the interpreter."

demo: $(VENV)/.runs ## play matches on virtual tables and show the hall in a browser
	@$(BIN)/tablekeeper demo $(ARGS)

# what is compiled once serves all workers, programs and trials of guards, also where the environment says no
test room soak bench: export PYTHONDONTWRITEBYTECODE =

federation: $(VENV)/.tests ## two virtual venues play; show their federation in a browser (needs nats-server)
	@$(BIN)/tablekeeper federation demo $(ARGS)

test: $(VENV)/.tests ## run the tests
	@$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder $(ARGS)

room: $(VENV)/.tests ## run the shorter tests of a room in half a minute: ARGS=tests/web
	@$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder --within 36 $(ARGS)

check: $(VENV)/.tests $(STUBS)/.ready ## ruff, mypy --strict, the firmware against its boards' stubs, dependencies
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/mypy --config-file firmware/mypy-circuitpython.ini
	$(BIN)/mypy --config-file firmware/mypy-micropython.ini
	-@$(BIN)/python -m tests.languages.catalogues --check
	@$(BIN)/python -m tests.vulnerabilities

texts: $(VENV)/.tests ## bring the catalogues of translations up to date with the code
	@$(BIN)/python -m tests.languages.catalogues

soak: $(VENV)/.tests ## run the long campaigns that `make test` leaves out
	@GUARDS=soak HYPOTHESIS_PROFILE=soak $(BIN)/python -m pytest -m soak -n $(WORKERS) $(ARGS)

bench: $(VENV)/.tests ## measure, and write benchmarks/results.md
	@$(BIN)/python -m benchmarks $(ARGS)

# what is not given is not passed: the program says in one sentence what it needs
board: $(VENV)/.tests ## run the firmware on CircuitPython itself, emulated: IMAGE=its.uf2 BOOTROM=file
	@$(BIN)/python -m silicon $(if $(IMAGE),--image "$(IMAGE)") $(if $(BOOTROM),--bootrom "$(BOOTROM)") $(ARGS)

hw: $(HW)/.ready $(VENV)/.tests ## build what the hardware is made from, into build/hw (see docs/build-the-device.md)
	@$(BIN)/python -m pytest -q -n0 -m hardware tests/hw
	@KICAD6_SYMBOL_DIR="$${KICAD6_SYMBOL_DIR:-/usr/share/kicad/symbols}" $(HW)/bin/python -m hw --all $(ARGS)

clean: ## remove what was built (the environment in .venv stays)
	rm -rf build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage
	find benchmarks firmware host simulator tests -name __pycache__ -type d -prune -exec rm -rf {} +

# --- the environment ---------------------------------------------------------------------------
# Stamps: .venv exists; the program runs; the tests and checks run.

$(VENV)/.made:
	@command -v "$(PYTHON)" >/dev/null || { echo "'$(PYTHON)' was not found: install Python 3.11 or later, or say make PYTHON=/path/to/python." >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Tablekeeper needs Python 3.11 or later and this is %d.%d: say make PYTHON=/path/to/a/newer/python." % sys.version_info[:2])'
	@"$(BIN)/python" -m pip --version >/dev/null 2>&1 || { echo "Creating $(VENV)"; "$(PYTHON)" -m venv --clear $(VENV); }
	@touch $@

# hatchling first, then no build isolation: so the build tool is pinned like everything else.
$(VENV)/.runs: $(VENV)/.made $(DECLARED)
	@echo "Installing what the program needs (once)"
	@$(INSTALL) hatchling
	@$(INSTALL) --no-build-isolation -e .
	@touch $@

$(VENV)/.tests: $(VENV)/.made $(DECLARED)
	@echo "Installing what the program, its tests and its checks need (once)"
	@$(INSTALL) hatchling
	@$(INSTALL) --no-build-isolation -e '.[dev]'
	@touch $(VENV)/.runs $@

# The stubs have the names of modules that Blinka installs (board, busio, keypad) and of the
# standard library (gc, os), so each family lives in a place of its own and never in .venv.
# MicroPython's gc serves both: the CircuitPython stubs have none, and mem_free is the same.
$(STUBS)/.ready: $(VENV)/.tests constraints.txt
	@echo "Installing the stubs of CircuitPython and MicroPython (once)"
	@rm -rf $(STUBS)
	@$(BIN)/python -m venv --without-pip $(STUBS)/circuitpython
	@$(PIP) --python $(STUBS)/circuitpython/bin/python install -c constraints.txt --no-deps \
	  circuitpython-stubs adafruit-circuitpython-ssd1306 adafruit-circuitpython-framebuf
	@$(STUBS)/circuitpython/bin/circuitpython_setboard raspberry_pi_pico >/dev/null
	@$(INSTALL) --no-deps --target $(STUBS)/micropython micropython-rp2-stubs micropython-stdlib-stubs
	@mkdir $(STUBS)/gc && cp $(STUBS)/micropython/gc.pyi $(STUBS)/gc/
	@touch $@

# Not in .venv: the kernel of solids and the renderer are 2 GB, and only the hardware needs them.
$(HW)/.ready: $(VENV)/.made pyproject.toml constraints.txt
	@echo "Installing what draws circuits and solids (once, 2 GB)"
	@"$(PYTHON)" -m venv --clear $(HW)
	@$(PIP) --python $(HW)/bin/python install -c constraints.txt \
	  $$($(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["hw"])')
	@touch $@

# Resolves everything afresh, ignoring today's constraints and environment.
lock: $(VENV)/.made ## choose the newest versions that fit, and write constraints.txt
	@mkdir -p build
	@$(PIP) install --dry-run --ignore-installed --report build/resolved.json '.[dev,hw]' \
	  circuitpython-stubs micropython-rp2-stubs
	@$(BIN)/python -c 'import json; \
	names = (item["metadata"] for item in json.load(open("build/resolved.json"))["install"]); \
	lines = {"%s==%s" % (m["name"].lower().replace("_", "-").replace(".", "-"), m["version"]) for m in names}; \
	open("constraints.txt", "w").writelines(line + "\n" for line in sorted(lines) if not line.startswith("tablekeeper=="))'
	@wc -l < constraints.txt | xargs -I{} echo "constraints.txt: {} versions"
