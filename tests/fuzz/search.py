"""Searches for an input that breaks a contract, guided by the reached lines (atheris, libFuzzer's engine).

    python -m tests.fuzz.search NAME SECONDS [SEED]

It begins with the corpus of the contract, and with the inputs of earlier searches (build/fuzz/NAME). An
input that breaks the contract is written to build/fuzz/NAME-broken, and the exit status is 1: fix the
program, and add the input to tests/fuzz/corpus/NAME.
"""

import sys
from pathlib import Path

import atheris

from tests.fuzz import contracts

HERE = Path(__file__).resolve().parent
BUILD = HERE.parent.parent / "build" / "fuzz"
#: seconds that one input may take, and megabytes
SLOWEST_S, LARGEST_MB = 20, 1500


def main(name: str, seconds: str, seed: str = "1") -> None:
    """Search without end."""
    with atheris.instrument_imports(include=["tablecore", "tablekeeper", "starlette", "python_multipart"]):
        contract = contracts.CONTRACTS[name]()
    found, broken = BUILD / name, BUILD / f"{name}-broken"
    for folder in (found, broken):
        folder.mkdir(parents=True, exist_ok=True)
    options = [
        f"-max_total_time={seconds}", f"-seed={seed}", f"-max_len={contracts.LONGEST}",
        f"-timeout={SLOWEST_S}",
        f"-rss_limit_mb={LARGEST_MB}", f"-artifact_prefix={broken}/", "-print_final_stats=1", "-verbosity=0",
        "-reload=0",
    ]  # fmt: skip
    atheris.Setup([sys.argv[0], *options, str(found), str(HERE / "corpus" / name)], contract)
    atheris.Fuzz()


if __name__ == "__main__":
    main(*sys.argv[1:])
