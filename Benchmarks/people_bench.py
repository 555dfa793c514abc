"""What the benchmarks over the people file share: the file, the rules, and running a contender."""

import collections
import json
import os
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.realpath(__file__))
WORK = os.path.join(os.path.dirname(HERE), ".build", "bench")
STET = os.path.join(os.path.dirname(HERE), ".build", "release", "stet")

Contender = collections.namedtuple("Contender", "name command output slow statuses")
Run = collections.namedtuple("Run", "seconds cpu megabytes")


def make_people(rows):
    """The people file of so many rows, made once, and what is wrong with it. It is left in the
    page cache for everyone."""
    os.makedirs(WORK, exist_ok=True)
    path = os.path.join(WORK, f"people-{rows}.csv")
    if not os.path.exists(path + ".expected.json"):
        print(f"making {rows} people", file=sys.stderr)
        subprocess.run([sys.executable, os.path.join(HERE, "check", "people.py"), str(rows), path], check=True)
    with open(path, "rb") as file:
        while file.read(1 << 20):
            pass
    with open(path + ".expected.json") as file:
        return path, json.load(file)


def write_rules(rules, path):
    """Writes a set of rules of the check benchmark, with the codes of the people file."""
    with open(os.path.join(WORK, "codes.txt")) as file:
        codes = ", ".join(f'"{code}"' for code in file.read().split())
    with open(os.path.join(HERE, "check", rules + ".rules.lua")) as file:
        text = file.read().replace("--[[CODES]]", codes)
    with open(path, "w") as file:
        file.write(text)


def run(contender):
    """Runs a contender once, its standard output to its file, and takes the kernel's word for what
    it used."""
    path = os.path.join(WORK, contender.output)
    process = os.fork()
    began = time.perf_counter()
    if process == 0:
        try:
            output = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
            errors = os.open(path + ".err", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
            os.dup2(output, 1)
            os.dup2(errors, 2)
            os.execvp(contender.command[0], contender.command)
        finally:
            os._exit(127)
    _, status, usage = os.wait4(process, 0)
    seconds = time.perf_counter() - began
    status = os.waitstatus_to_exitcode(status)
    if status not in contender.statuses:
        with open(path + ".err", errors="replace") as file:
            sys.exit(f"{contender.name} ended with status {status}:\n{file.read()[-2000:]}")
    return Run(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def line(what, value, most, unit):
    """Prints a figure beside its target."""
    verdict = "met" if value <= most else "MISSED"
    print(f"{what:58}{value:8.2f} {unit:3}at most {most:g}: {verdict}")


def say_if_busy():
    """Says so if other programs disturbed the figures."""
    load, processors = os.getloadavg()[0], os.cpu_count()
    if load > processors + 0.5:
        print(f"\nOther programs ran: a load of {load:.1f} on {processors} processors. Measure again.")
