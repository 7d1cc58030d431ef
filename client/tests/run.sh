#!/bin/sh
# Checks the client's types and plays it in a real browser. Without npm or a browser there is nothing to check with.
set -eu
cd "$(dirname "$0")/.."

if ! command -v npm >/dev/null; then
    echo "npm is not installed: the table in the browser is not tested"
    exit 0
fi

browser() {
    for name in ${TABLE_BROWSER:-} chromium chromium-browser google-chrome; do
        command -v "$name" && return 0
    done
    return 1
}

if ! browser >/dev/null && command -v apt-get >/dev/null; then
    as_root=$([ "$(id -u)" = 0 ] || echo "sudo -n")
    $as_root apt-get update -qq && $as_root apt-get install -qq -y chromium >/dev/null || true
fi
if ! TABLE_BROWSER=$(browser); then
    echo "no Chromium is installed and none could be: the table in the browser is not tested"
    exit 0
fi
export TABLE_BROWSER

npm run --silent check
# The tests of the program have built it, with the test game, and with the client inside unless that is newer.
program=$(cd .. && pwd)/target/debug/caracole
if [ ! -x "$program" ] || [ dist/index.html -nt "$program" ]; then
    (cd .. && cargo build --quiet --locked --workspace --all-features --bin caracole)
fi
export TABLE_PROGRAM="$program"
play() {
    node --test --test-concurrency=1 --test-timeout=900000 --test-force-exit tests/*.test.mjs
}
# A browser on a busy machine can miss a moment: a second run decides, and the first stays in the report.
play || { echo "once more, to see whether it was the machine"; play; }
