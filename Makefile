# `make play` starts the program; `make test` checks everything. Nothing but git, make and cargo is needed.

CARGO ?= cargo
export CARGO_TERM_COLOR ?= always

# Tests and benches may fail by panicking; the program may not.
TESTS_MAY = -A clippy::unwrap_used -A clippy::expect_used -A clippy::panic

.PHONY: play test fmt lint unit bench crash load clean

play: ## build the program and start it
	$(CARGO) run --release --quiet --locked --bin caracole

test: fmt lint unit ## everything that CI checks

fmt:
	$(CARGO) fmt --all --check

lint:
	$(CARGO) clippy --workspace --all-features --locked -- -D warnings
	$(CARGO) clippy --workspace --all-targets --all-features --locked -- -D warnings $(TESTS_MAY)

unit:
	$(CARGO) test --workspace --all-features --locked

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
