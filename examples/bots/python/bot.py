#!/usr/bin/env python3
"""A Broadside bot: searches at random, and shoots beside what it has hit.

The strategy comes first; it is the part to change. Below it is the conversation with the arena, line
by line, which needs no change. docs/PROTOCOL.md of Broadside says what the lines mean.

Standard output belongs to the arena. To see what the bot thinks, use log().
"""

import random
import sys

# What the bot can deal with; see PROTOCOL.md. Take `no-touch` out if you place ships that may touch.
PLAYS = "salvo hit-again specials reinforce race wrecks no-touch unnamed"


def log(*words):
    """A line for the log; the arena never reads it."""
    print(*words, file=sys.stderr)


class Strategy:
    """What the bot does. A cell is a pair (column, row), counted from 0."""

    def __init__(self, rules, seed):
        self.width, self.height = map(int, rules["board"].split("x"))
        self.seed = seed

    def start_round(self, number):
        # All chance comes from the seed and the round, so that every match can be played again.
        self.random = random.Random(f"{self.seed} {number}")
        self.search = [(x, y) for x in range(self.width) for y in range(self.height)]
        self.random.shuffle(self.search)  # the order in which it searches, from the end
        self.targets = []  # cells beside hits, the next one last
        self.shot = set()

    def place(self):
        """Where our ships lie: "A1 h, B3 v, ..." in the order of the fleet, or "random"."""
        return "random"

    def act(self, shots):
        """The cells to shoot at: one, or as many as the salvo has."""
        return [self.choose() for _ in range(shots)]

    def choose(self):
        while True:
            cell = self.targets.pop() if self.targets else self.search.pop()
            if cell not in self.shot:
                self.shot.add(cell)
                return cell

    def answer(self, cell, what):
        """What became of a shot: "miss", "hit", "sunk", "stopped" or "wasted"."""
        if what == "hit":
            beside = self.neighbours(cell)
            self.random.shuffle(beside)
            self.targets += beside
        elif what == "stopped":  # by smoke: it may be shot at again
            self.shot.remove(cell)
            self.search.insert(0, cell)

    def neighbours(self, cell):
        x, y = cell
        around = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
        return [(a, b) for a, b in around if 0 <= a < self.width and 0 <= b < self.height]


def cell_name(cell):
    """(0, 0) is A1; after column Z come AA, AB ..."""
    x, y = cell
    letters = chr(ord("A") + x) if x < 26 else "A" + chr(ord("A") + x - 26)
    return f"{letters}{y + 1}"


def cell_from_name(name):
    letters = name.rstrip("0123456789")
    x = ord(letters[-1]) - ord("A") + 26 * (len(letters) - 1)
    return x, int(name[len(letters):]) - 1


def say(line):
    print(line, flush=True)  # without flush the arena would wait in vain


def main():
    rules = {}
    strategy = None
    for line in sys.stdin:
        words = line.split()
        kind = words[0] if words else ""
        if kind == "broadside":
            say(f"plays {PLAYS}\nready")
        elif kind == "rule":
            knob, value = line[len("rule "):].split("=", 1)
            rules[knob.strip()] = value.strip()
        elif kind == "match":
            strategy = Strategy(rules, seed=words[3])
        elif kind == "round":
            strategy.start_round(int(words[1]))
        elif kind == "place":
            say(strategy.place())
        elif kind == "act":
            shots = int(words[1]) if len(words) > 1 else 1
            say("fire " + " ".join(map(cell_name, strategy.act(shots))))
        elif kind == "outcome":  # outcome fire E5 -> E5=hit again
            for word in words[words.index("->") + 1:]:
                name, equals, what = word.partition("=")
                if equals:
                    strategy.answer(cell_from_name(name), what.split(":")[0])
        elif kind == "quit":
            break
        # Everything else is news that this bot does not need.


main()
