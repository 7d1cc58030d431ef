# `make play` starts the program; `make test` checks everything. Needs git, make and cargo; the table in the browser also
# needs node and npm, and its tests a Chromium, which is installed where that is possible.

CARGO ?= cargo
NPM ?= npm
export CARGO_TERM_COLOR ?= always
# Tests of properties try the same cases in every run; with another number they look elsewhere.
export PROPTEST_RNG_SEED ?= 1645

# Tests and benches may fail by panicking; the program may not.
TESTS_MAY = -A clippy::unwrap_used -A clippy::expect_used -A clippy::panic

CLIENT_SOURCES := $(shell find client/src client/public client/scripts client/index.html client/*.json client/*.ts client/*.js -type f)

.PHONY: play client dist test fmt lint unit browser bench crash load clean

play: client ## build everything and start it: the table is in the browser, at the address that is printed
	@echo "building the program: some minutes the first time"
	$(CARGO) run --profile play --locked --bin caracole

# Without npm the program is built all the same; its first page then says how to get the table.
client: ## build the table for browsers
	@if command -v $(NPM) >/dev/null; then $(MAKE) --no-print-directory client/dist/index.html; \
	else echo "npm is not installed: building without the table in the browser"; fi

client/dist/index.html: client/node_modules/.package-lock.json $(CLIENT_SOURCES)
	cd client && $(NPM) run --silent build

client/node_modules/.package-lock.json: client/package-lock.json
	cd client && $(NPM) ci --silent --no-audit --no-fund
	@touch $@

# The largest program that is given to players, in bytes.
DIST_MOST = 40000000

dist: client ## build the program as it is given to players: target/dist/caracole
	$(CARGO) build --profile dist --locked --bin caracole
	@size=$$(wc -c < target/dist/caracole); echo "target/dist/caracole: $$size bytes"; test $$size -lt $(DIST_MOST)

test: fmt client lint unit browser ## everything that CI checks

fmt:
	$(CARGO) fmt --all --check

lint:
	$(CARGO) clippy --workspace --all-features --locked -- -D warnings
	$(CARGO) clippy --workspace --all-targets --all-features --locked -- -D warnings $(TESTS_MAY)

unit:
	$(CARGO) test --workspace --all-features --locked

browser: client ## the table in a real browser
	client/tests/run.sh

bench: ## benchmarks, with the peers they are measured against
	$(CARGO) bench --workspace --locked
	benches/icepool/run.sh

crash: ## kill the server 300 times under load; nothing acknowledged may be lost
	CARACOLE_CRASH_ROUNDS=300 $(CARGO) test --locked -p caracole-server --test crash -- --nocapture

load: ## 2,000 games at once for five minutes, then 10,000 idle sockets
	$(CARGO) run --release --locked -p caracole-server --example load -- --games 2000 --seconds 300
	$(CARGO) run --release --locked -p caracole-server --example load -- --idle 10000

clean:
	$(CARGO) clean
