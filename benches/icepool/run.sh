#!/bin/sh
# Exact odds of a three-stage chain of forty dice: Caracole beside icepool 2.1, in one run.
#
# Forty dice hit at 4+ with ones thrown again; hits are thrown again and count at 4+; those are thrown again
# and fail on 1 to 4. Both sides work in exact arithmetic, from scratch each time, and must find the same
# fractions. Fails when they differ or when Caracole is not at least 300 times as fast.
set -eu
cd "$(dirname "$0")/../.."

venv="${CARGO_TARGET_DIR:-target}/icepool-venv"
python="$venv/bin/python"
wanted=2.1.3
if ! "$python" -c "from importlib.metadata import version as v; assert v('icepool') == '$wanted'" 2>/dev/null; then
    command -v python3 >/dev/null || { echo "error: python3 is needed to run icepool" >&2; exit 1; }
    python3 -m venv "$venv"
    "$python" -m pip install --quiet "icepool==$wanted"
fi

# Build first, so that nothing else runs while the clocks do.
cargo bench --quiet -p caracole-odds --bench icepool --no-run
exec "$python" benches/icepool/compare.py
