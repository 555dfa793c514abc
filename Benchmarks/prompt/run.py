"""The prompt benchmark: how long a person waits for `stet FILE` on a terminal of its own.

run.py [--rows N] [--rounds N]

Each figure is the median of the rounds, in milliseconds, from the key (or the start of the process)
to the last byte of what answers it. `true` is started in the same way, as a yardstick.
"""

import argparse
import collections
import json
import os
import pty
import select
import shutil
import signal
import statistics
import sys
import time

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.dirname(HERE))

from people_bench import STET, WORK, line, make_people, say_if_busy

FRUITS = os.path.join(os.path.dirname(os.path.dirname(HERE)), "examples", "fruits", "fruits.csv")


class Terminal:
    """A program on a pseudo-terminal of 24 rows and 80 columns."""

    def __init__(self, *command):
        self.began = time.perf_counter()
        self.process, self.descriptor = pty.fork()
        if self.process == 0:
            os.execvp(command[0], command)

    def wait(self, text, began=None):
        """Milliseconds until a text is written; an empty one: anything."""
        wanted, seen = text.encode(), b""
        while not seen or wanted not in seen:
            if not select.select([self.descriptor], [], [], 30)[0]:
                sys.exit(f"no {text!r} in {seen[-500:]!r}")
            seen += os.read(self.descriptor, 1 << 16)
        return (time.perf_counter() - (began or self.began)) * 1000

    def send(self, keys, answer):
        began = time.perf_counter()
        os.write(self.descriptor, keys.encode())
        return self.wait(answer, began)

    def end(self):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.descriptor)


def main():
    options = argparse.ArgumentParser(prog="scripts/bench prompt", description=__doc__.split("\n\n")[0])
    options.add_argument("--rows", type=int, default=1_000_000, help="at most 4000000")
    options.add_argument("--rounds", type=int, default=9)
    options = options.parse_args()
    people, _ = make_people(options.rows)
    os.environ.update(
        XDG_STATE_HOME=os.path.join(WORK, "state"), STET_HISTORY="", TERM="xterm", NO_COLOR="1",
        INPUTRC="/dev/null", LANG="C.UTF-8", PAGER="")
    shutil.rmtree(os.environ["XDG_STATE_HOME"], ignore_errors=True)
    history = os.path.join(WORK, "history.jsonl")
    with open(history, "w") as file:
        for number in range(10_000):
            code = f".where weight > {number} and color ~= 'red' -- entry {number}"
            entry = {"t": 1_700_000_000 + number, "c": code, "d": "somewhere", "p": "", "ok": True}
            file.write(json.dumps(entry) + "\n")
    figures = collections.defaultdict(list)
    for _ in range(options.rounds):
        terminal = Terminal("sh", "-c", "echo ready")
        figures["sh"].append(terminal.wait("ready"))
        terminal.end()
        one_round(figures, "small", FRUITS)
        os.environ["STET_HISTORY"] = history
        terminal = Terminal(STET, FRUITS)
        figures["history"].append(terminal.wait(")> "))
        terminal.end()
        os.environ["STET_HISTORY"] = ""
        one_round(figures, "large", people)
    report(figures, options.rows)
    say_if_busy()


def one_round(figures, size, path):
    terminal = Terminal(STET, path)
    figures[size, "ready"].append(terminal.wait(")> "))
    for number in range(10):
        key = "xyzxyzxyzx"[number]
        figures[size, "key"].append(terminal.send(key, key))
    terminal.send("\x15", "\x1b[K")
    figures[size, "tab"].append(terminal.send(".sho\t", ".show "))
    terminal.send("1", "1")
    figures[size, "key tab"].append(terminal.send("\t", ""))
    terminal.send("\x15", "\x1b[K")
    figures[size, "list"].append(terminal.send(".list\r", ")> "))
    figures[size, "list again"].append(terminal.send(".list\r", ")> "))
    terminal.send("it:whe", "it:whe")
    figures[size, "name tab"].append(terminal.send("\t", "re("))
    terminal.send("\x15", "\x1b[K")
    terminal.end()
    # The pager takes one screen: the rest is not drawn for nobody.
    os.environ["PAGER"] = "head -n 22"
    terminal = Terminal(STET, path)
    terminal.wait(")> ")
    figures[size, "whole list"].append(terminal.send(".list all\r", ")> "))
    terminal.end()
    os.environ["PAGER"] = ""


def report(figures, rows):
    def median(*name):
        return statistics.median(figures[name if len(name) > 1 else name[0]])

    print(f"{'a shell on a terminal':58}{median('sh'):8.2f} ms")
    for size, name, ready in (("small", "small file", 30), ("large", f"{rows:,} rows", 300)):
        line(f"prompt ready, {name}", median(size, "ready"), ready, "ms")
        line(f"a key, {name}", median(size, "key"), 16, "ms")
        line(f"the slowest key, {name}", max(figures[size, "key"]), 16, "ms")
        line(f"Tab on a command, {name}", median(size, "tab"), 50, "ms")
        line(f"Tab on a key, {name}", median(size, "key tab"), 50, "ms")
        line(f".list, {name}", median(size, "list"), 100, "ms")
        line(f".list again, {name}", median(size, "list again"), 100, "ms")
        line(f"the first screen of .list all, {name}", median(size, "whole list"), 100, "ms")
        line(f"Tab on a name of Lua, {name}", median(size, "name tab"), 50, "ms")
    line("prompt ready, 10,000 entries of history", median("history"), 30, "ms")


main()
