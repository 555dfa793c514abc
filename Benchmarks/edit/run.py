"""The edit benchmark: a million people, opened, edited and committed.

run.py [--rows N] [--rounds N]

All contenders run in turn, round after round, so that a slow moment of the machine meets each of
them; ratios are of medians of one run. `cp` copies over the copy of the round before, as a commit
replaces the file of the round before: both give a file's blocks back. What a commit writes is
verified; a wrong answer ends the benchmark with status 1, a missed target does not.
"""

import argparse
import collections
import os
import shutil
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.dirname(HERE))

from people_bench import STET, WORK, Contender, line, make_people, run, say_if_busy, write_rules

COPY = "cp with sync"
COUNT = "wc -l"


def main():
    options = argparse.ArgumentParser(prog="scripts/bench edit", description=__doc__.split("\n\n")[0])
    options.add_argument("--rows", type=int, default=1_000_000, help="at most 4000000")
    options.add_argument("--rounds", type=int, default=9)
    options = options.parse_args()
    os.environ["XDG_STATE_HOME"] = os.path.join(WORK, "state")
    people, _ = make_people(options.rows)
    plain, ruled = (os.path.join(WORK, name + ".csv") for name in ("plain", "ruled"))
    for path in (plain, ruled):
        shutil.copyfile(people, path)
    write_rules("two_rules", os.path.join(WORK, "ruled.rules.lua"))
    key = options.rows // 2

    runs = collections.defaultdict(list)
    figures = collections.defaultdict(list)
    for number in range(options.rounds):
        for contender in contenders(people, plain, ruled, key, number):
            subprocess.run(["sync", WORK])  # nobody waits for what another has written
            runs[contender.name].append(run(contender))
        for name, milliseconds in many_figures(key).items():
            figures[name].append(milliseconds)
    table(runs)
    say_if_busy()
    targets(runs, figures)
    wrong = [path for path in (plain, ruled) if not is_edited(people, path, key, options.rounds - 1)]
    for path in wrong:
        print(f"WRONG: {path} differs elsewhere than in the name of {key}")
    sys.exit(1 if wrong else 0)


def contenders(people, plain, ruled, key, round_number):
    """What runs in one round; each edit gives the cell another text than the one before it."""
    copy = os.path.join(WORK, "copy.csv")

    def contender(name, *command):
        return Contender(name, [*command], name.replace(" ", "-").replace("/", "-"), False, {0})

    def script(name):
        return os.path.join(HERE, name + ".lua")

    yield contender(COUNT, "wc", "-l", people)
    yield contender("stet show --limit 1", STET, "show", people, "--limit", "1", "--to", "csv")
    yield contender("open and at(1)", STET, "run", script("first_record"), people)
    yield contender(COPY, "sh", "-c", 'cp -- "$0" "$1" && sync "$1"', people, copy)
    for name, path in (("", plain), (", rules", ruled)):
        new = f"name=Set {round_number}"
        yield contender("stet set" + name, STET, "set", path, f"id == {key}", new)
        new = f"Lua {round_number}"
        yield contender("set and commit in Lua" + name, STET, "run", script("set_one"), path, str(key), new)
    yield contender("many", STET, "run", script("many"), ruled)


def many_figures(key):
    """What the script many.lua measured in its last run."""
    figures = {}
    counts = {"first_get": 1, "gets": 10_000, "where": 100_000, "update": 100_000, "undo": 100_000}
    with open(os.path.join(WORK, "many")) as file:
        for text in file:
            name, milliseconds, count = text.split()
            figures[name] = float(milliseconds)
            if int(count) != counts.pop(name) and key >= 100_000:
                sys.exit(f"many.lua: {name} counted {count}")
    return figures


def is_edited(people, path, key, round_number):
    """Whether a file is the people file with the last name that was given."""
    with open(people, "rb") as file:
        lines = file.readlines()
    before = lines[key].split(b",")
    name = 2 if b'"' in lines[key] else 1  # a quoted name has one comma, and stays quoted
    new = f"Lua {round_number}".encode()
    lines[key] = b",".join([before[0], b'"%b"' % new if b'"' in lines[key] else new, *before[name + 1 :]])
    with open(path, "rb") as file:
        return file.read() == b"".join(lines)


# Reporting


def median(runs, name):
    return statistics.median(run.seconds for run in runs[name])


def table(runs):
    print(f"{'':28}{'wall, ms':>10}{'least':>9}{'CPU, ms':>9}{'peak, MB':>10}{'runs':>6}")
    for name, own in runs.items():
        least = min(run.seconds for run in own) * 1000
        cpu = statistics.median(run.cpu for run in own) * 1000
        peak = max(run.megabytes for run in own)
        print(f"{name:28}{median(runs, name) * 1000:10.1f}{least:9.1f}{cpu:9.1f}{peak:10.1f}{len(own):6}")


def targets(runs, figures):
    print()
    most = 3 * median(runs, COUNT) * 1000 + 10
    for name in ("stet show --limit 1", "open and at(1)"):
        line(f"{name} (3 x wc -l + 10 ms)", median(runs, name) * 1000, round(most, 1), "ms")
        line(f"{name}: peak memory", max(run.megabytes for run in runs[name]), 60, "MB")
    for name in runs:
        if "set" in name:
            line(f"{name} / {COPY}", median(runs, name) / median(runs, COPY), 1.5, "x")
    for name, what, most in (
        ("update", "update of 100,000 by a function, rules checked", 1000),
        ("gets", "10,000 random gets after the first", 50),
        ("undo", "undo of the 100,000", 500),
    ):
        line(what + " (CPU)", statistics.median(figures[name]), most, "ms")
    for name, what in (("first_get", "the first get"), ("where", "where, three comparisons")):
        print(f"{what + ' (CPU)':58}{statistics.median(figures[name]):8.2f} ms")


main()
