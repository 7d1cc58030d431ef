# `make play` starts the program; `make test` checks everything. Nothing but git, make and cargo is needed.

CARGO ?= cargo
export CARGO_TERM_COLOR ?= always

.PHONY: play test fmt lint unit bench clean

play: ## build the program and start it
	$(CARGO) run --release --quiet --locked --bin caracole

test: fmt lint unit ## everything that CI checks

fmt:
	$(CARGO) fmt --all --check

lint:
	$(CARGO) clippy --workspace --all-targets --all-features --locked -- -D warnings

unit:
	$(CARGO) test --workspace --all-features --locked

bench: ## benchmarks, with the peers they are measured against
	$(CARGO) bench --workspace --locked
	benches/icepool/run.sh

clean:
	$(CARGO) clean
