"""Fetches MicroPython's WebAssembly build while Tablekeeper is built, and puts it into the wheel.

Without npm, or without its registry, the wheel is built all the same; the page of the board then says what to
install.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface[Any]):
    """Fetches the build into build/; a wheel gets its files."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Prepare a wheel, or an editable installation."""
        source = Path(self.root, "host", "tablekeeper", "phone", "vm.py")
        spec = importlib.util.spec_from_file_location("tablekeeper_phone_vm", source)
        assert spec is not None
        assert spec.loader is not None
        vm = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(vm)
        try:
            place = vm.fetch(vm.folder())
        except vm.Missing as missing:
            self.app.display_warning(f"Phones can't be boards with this build: {missing}")
            return
        if version != "editable":
            for name in vm.FILES:
                build_data["force_include"][str(place / name)] = f"tablekeeper/{vm.WITHIN}/{name}"
