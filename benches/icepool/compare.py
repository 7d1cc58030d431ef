"""Times icepool and Caracole on the same chain of dice, compares the odds they find, prints the ratio."""

import json
import subprocess
import sys
import time
from fractions import Fraction
from importlib.metadata import version

import icepool

WANTED = 300
ROUNDS = 15
ITERATIONS = 20


def chain():
    """The chain as icepool's documentation would write it; the quickest of several ways that were tried.

    icepool remembers sums of a die in the die itself, so new dice are made each time and nothing is left
    over from the time before.
    """
    die = icepool.Die([1, 2, 3, 4, 5, 6])
    hits = 40 @ (die.reroll([1], depth=1) >= 4)
    counts = hits @ (die >= 4)
    return counts @ (die <= 4)


def time_icepool():
    chain()
    rounds = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        for _ in range(ITERATIONS):
            chain()
        rounds.append((time.perf_counter() - start) / ITERATIONS * 1e9)
    return rounds


def run_caracole():
    command = ["cargo", "bench", "--quiet", "-p", "caracole-odds", "--bench", "icepool"]
    answer = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)
    return answer["nanoseconds"], {int(n): Fraction(p) for n, p in answer["odds"]}


def show(name, rounds):
    print(f"{name:<16}best {min(rounds) / 1e3:>10.1f} µs   median {sorted(rounds)[len(rounds) // 2] / 1e3:>10.1f} µs")


def main():
    theirs = time_icepool()
    ours, odds = run_caracole()
    theirs += time_icepool()  # On both sides of ours, so that a change of load favours nobody.

    die = chain()
    expected = {int(n): Fraction(quantity, die.denominator()) for n, quantity in die.items()}
    show(f"icepool {version('icepool')}", theirs)
    show("caracole", ours)
    if odds != expected:
        sys.exit("error: the odds differ")
    ratio = min(theirs) / min(ours)
    print(f"same {len(odds)} fractions; caracole is {ratio:.0f} times as fast (wanted: {WANTED})")
    if ratio < WANTED:
        sys.exit("error: not fast enough")


if __name__ == "__main__":
    main()
