"""The check benchmark: a million people, checked by Stet in three ways and by others.

run.py [--rows N] [--rounds N]

All contenders run in turn, round after round, so that a slow moment of the machine meets each of
them. Prints the median wall time, rows a second, peak memory, and Stet's ratios beside their
targets (which suppose two processors). Every count is verified, and so is that one worker and two
write the same bytes; a wrong answer ends the benchmark with status 1, a missed target does not.
"""

import argparse
import collections
import filecmp
import json
import os
import shutil
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.dirname(HERE))

from people_bench import STET, WORK, Contender, line, make_people, run, say_if_busy, write_rules

MEMORY_TARGET = 100  # megabytes
STARTUP_TARGET = 10  # milliseconds


def main():
    options = argparse.ArgumentParser(prog="scripts/bench check", description=__doc__.split("\n\n")[0])
    options.add_argument("--rows", type=int, default=1_000_000, help="at most 4000000")
    options.add_argument("--rounds", type=int, default=7)
    options = options.parse_args()
    people, expected = make_people(options.rows)
    contenders = stet_contenders(people) + peer_contenders(people)

    runs = collections.defaultdict(list)
    for number in range(options.rounds):
        for contender in contenders:
            if not contender.slow or number < 3:
                runs[contender.name].append(run(contender))
    wrong = [c.name for c in contenders if not has_right_answer(c, expected)]
    wrong += differing_outputs()
    table(contenders, runs, options.rows)
    say_if_busy()
    targets(runs)
    for name in wrong:
        print(f"WRONG: {name}")
    sys.exit(1 if wrong else 0)


# What is compared


def stet_contenders(people):
    found = []
    for rules in ("declarative", "two_rules", "all_lua"):
        path = os.path.join(WORK, rules + ".rules.lua")
        write_rules(rules, path)
        for workers in (2, 1):
            command = [STET, "check", "--rules", path, "--format", "jsonl", "-j", str(workers), people]
            output = f"{rules}-j{workers}.jsonl"
            found.append(Contender(f"stet {rules} -j{workers}", command, output, False, {1}))
    return found


def peer_contenders(people):
    codes = os.path.join(WORK, "codes.txt")
    found = []

    def add(name, slow, *command):
        found.append(Contender(name, [*command, people, codes], name.replace(" ", "-"), slow, {0}))

    yardstick = os.path.join(WORK, "yardstick")
    compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("clang")
    if compiler:
        source = os.path.join(HERE, "yardstick.c")
        flags = ["-O3", "-march=native"]
        subprocess.run([compiler, *flags, source, "-o", yardstick], check=True)
        add("C, one thread", False, yardstick)
    if shutil.which("lua5.4"):
        add("lua5.4 script", True, "lua5.4", os.path.join(HERE, "people.lua"))
    python = os.environ.get("PEERS_PYTHON", sys.executable)
    for module in ("polars", "duckdb"):
        if subprocess.run([python, "-c", f"import {module}"], stderr=subprocess.DEVNULL).returncode:
            print(f"skipping {module}: {python} cannot import it (PEERS_PYTHON names another)", file=sys.stderr)
        else:
            add(module, False, python, os.path.join(HERE, f"people_{module}.py"))
    return found


# Verifying


def has_right_answer(contender, expected):
    """Compares the last run's answer with the known number of bad cells in each column."""
    with open(os.path.join(WORK, contender.output)) as file:
        if contender.output.endswith(".jsonl"):
            counts = collections.Counter(json.loads(line)["field"] for line in file)
            right = {name: expected[name] for name in ("age", "country", "joined")}
            answer = dict(counts)
        else:
            answer = file.read().split()
            right = [f"{name}={expected[name]}" for name in ("rows", "age", "country", "joined")]
            right.append("other=0")
    if answer != right:
        print(f"{contender.name}: {answer} instead of {right}")
    return answer == right


def differing_outputs():
    """The rule sets for which one worker and two did not write the same bytes."""
    for rules in ("declarative", "two_rules", "all_lua"):
        one, two = (os.path.join(WORK, f"{rules}-j{workers}.jsonl") for workers in (1, 2))
        if not filecmp.cmp(one, two, shallow=False):
            yield f"stet {rules} writes other bytes with -j1 than with -j2"


# Reporting


def median(runs, name):
    return statistics.median(run.seconds for run in runs[name])


def table(contenders, runs, rows):
    print(f"{'(C: cc -O3 -march=native)':28}{'wall, s':>9}{'least':>9}{'rows/s':>13}{'peak, MB':>10}{'runs':>6}")
    for contender in contenders:
        own = runs[contender.name]
        seconds = median(runs, contender.name)
        least = min(run.seconds for run in own)
        peak = max(run.megabytes for run in own)
        print(
            f"{contender.name:28}{seconds:9.3f}{least:9.3f}{rows / seconds:13,.0f}{peak:10.1f}{len(own):6}"
        )


def targets(runs):
    print()
    yardstick = next((name for name in runs if name.startswith("C,")), None)
    script = next((name for name in runs if name.startswith("lua5.4")), None)
    for rules, peer, most in (
        ("declarative", yardstick, 0.9),
        ("two_rules", yardstick, 1.6),
        ("all_lua", script, 0.25),
    ):
        if peer:
            ratio = median(runs, f"stet {rules} -j2") / median(runs, peer)
            line(f"stet {rules} -j2 / {peer}", ratio, most, "x")
    peak = max(run.megabytes for name in runs if name.startswith("stet") for run in runs[name])
    line("peak memory of stet", peak, MEMORY_TARGET, "MB")
    empty = Contender("stet -e ''", [STET, "-e", ""], "empty", False, {0})
    line("stet -e ''", statistics.median(run(empty).seconds for _ in range(21)) * 1000, STARTUP_TARGET, "ms")


main()
