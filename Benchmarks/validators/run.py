"""The validators benchmark: what a standard validator costs beside a pattern of the same strength.

run.py [--rows N] [--rounds N]

A file with a column for each validator is checked without rules on it, with one validator, and
with one pattern that asks for the same (without check digits, which no pattern can ask for), on one
worker, in turn. The cost of a rule is its time above that of the check without rules. Every check
must find nothing; a wrong answer ends the benchmark with status 1, a missed target does not.
"""

import argparse
import collections
import os
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.dirname(HERE))

from people_bench import STET, WORK, Contender, run, say_if_busy

TARGET = 2.0  # times the cost of the pattern

LABEL = r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
OCTET = r"(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
PATTERNS = {
    "email": r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@"
    r"([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z0-9-]*[A-Za-z]",
    "url": r"[A-Za-z][A-Za-z0-9+.-]*://([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)*[A-Za-z0-9-]+(:[0-9]+)?"
    r"([A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})*(\?([A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?",
    "hostname": r"([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)*[A-Za-z0-9-]*[A-Za-z]",
    "ipv4": rf"({OCTET}\.){{3}}{OCTET}",
    "uuid": r"[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}",
    "slug": r"[a-z0-9]+(-[a-z0-9]+)*",
    "semver": r"(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)"
    r"(-(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(\.(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*)?"
    r"(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?",
    "iso_datetime": r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]"
    r"(:[0-5][0-9]([.,][0-9]+)?)?(Z|[+-][0-9]{2}(:[0-9]{2})?)?",
    "country_alpha2": "[A-Z]{2}",
    "isbn13": r"97[89]([- ]?[0-9]){10}",
    "iban": r"[A-Z]{2}[0-9]{2}[0-9A-Z]{11,30}",
    "credit_card": r"[1-9]([- ]?[0-9]){11,18}",
    "color_hex": r"#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})",
    "phone_e164": r"\+[1-9][0-9]{1,14}",
    "latitude": r"[+-]?(90(\.0+)?|[1-8]?[0-9](\.[0-9]+)?)",
    "lower": r"[^A-Z]*",
    "trimmed": r"[^\s](.*[^\s])?",
    "single_line": r"[^\n\r\x0B\x0C]*",
}


def main():
    options = argparse.ArgumentParser(prog="scripts/bench validators", description=__doc__.split("\n\n")[0])
    options.add_argument("--rows", type=int, default=500_000)
    options.add_argument("--rounds", type=int, default=7)
    options = options.parse_args()
    path = make_file(options.rows)
    runs = collections.defaultdict(list)
    contenders = [contender("nothing", "", path)]
    for name, pattern in PATTERNS.items():
        contenders.append(contender(f"validator {name}", f'validate = "{name}"', path, name))
        contenders.append(contender(f"pattern {name}", f"pattern = [=[{pattern}]=]", path, name))
    for _ in range(options.rounds):
        for one in contenders:
            runs[one.name].append(run(one).cpu)
    table(runs, options.rows)
    say_if_busy()


def make_file(rows):
    os.makedirs(WORK, exist_ok=True)
    path = os.path.join(WORK, f"validators-{rows}.csv")
    if not os.path.exists(path):
        print(f"making {rows} records", file=sys.stderr)
        maker = os.path.join(HERE, "records.py")
        subprocess.run([sys.executable, maker, str(rows), path + ".new"], check=True)
        os.rename(path + ".new", path)
    with open(path, "rb") as file:
        while file.read(1 << 20):
            pass
    return path


def contender(name, rule, path, column=None):
    rules = os.path.join(WORK, name.replace(" ", "-") + ".rules.lua")
    with open(path) as file:
        columns = file.readline().strip().split(",")
    fields = ", ".join('{ "%s"%s }' % (each, f", {rule}" if each == column else "") for each in columns)
    with open(rules, "w") as file:
        file.write(f"return {{ fields = {{ {fields} }} }}\n")
    command = [STET, "check", "--rules", rules, "--format", "jsonl", "-j", "1", path]
    return Contender(name, command, name.replace(" ", "-"), False, {0})


def table(runs, rows):
    def least(name):
        # The least time is the one that was disturbed least; the costs are small differences.
        return min(runs[name])

    base = least("nothing")
    print(f"{'(ns a cell, one worker)':24}{'validator':>10}{'pattern':>10}{'ratio':>8}")
    ratios = []
    for name in PATTERNS:
        mine, other = (max(least(f"{kind} {name}") - base, 1e-9) * 1e9 / rows for kind in ("validator", "pattern"))
        # Differences below a nanosecond are noise.
        ratio = max(mine, 1) / max(other, 1)
        ratios.append(ratio)
        verdict = "met" if ratio <= TARGET else "MISSED"
        print(f"{name:24}{mine:10.1f}{other:10.1f}{ratio:8.2f}  at most {TARGET:g}: {verdict}")
    print(f"{'median':44}{statistics.median(ratios):8.2f}")


main()
