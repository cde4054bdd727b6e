#!/usr/bin/env python3
"""A Broadside bot: searches at random and shoots next to its hits.

The strategy comes first; it is the part to change. The communication with the arena below needs no
change. Broadside's docs/PROTOCOL.md explains the lines.

Standard output belongs to the arena. Use log() for debug output.
"""

import random
import sys

# What the bot supports; see PROTOCOL.md. Remove `no-touch` if you place ships next to each other.
PLAYS = "salvo hit-again specials reinforce race wrecks no-touch unnamed"


def log(*words):
    """Prints debug output; the arena does not read it."""
    print(*words, file=sys.stderr)


class Strategy:
    """The strategy. A cell is a pair (column, row), both from 0."""

    def __init__(self, rules, seed):
        self.width, self.height = map(int, rules["board"].split("x"))
        self.seed = seed

    def start_round(self, number):
        # All random numbers come from the seed and the round, so that every match can be repeated.
        self.random = random.Random(f"{self.seed} {number}")
        self.search = [(x, y) for x in range(self.width) for y in range(self.height)]
        self.random.shuffle(self.search)  # the search order, used from the end
        self.targets = []  # cells next to hits; the last one is used next
        self.shot = set()

    def place(self):
        """Our layout: "A1 h, B3 v, ..." in the order of the fleet, or "random"."""
        return "random"

    def act(self, shots):
        """The cells to shoot at: one, or several in a salvo."""
        return [self.choose() for _ in range(shots)]

    def choose(self):
        while True:
            cell = self.targets.pop() if self.targets else self.search.pop()
            if cell not in self.shot:
                self.shot.add(cell)
                return cell

    def answer(self, cell, what):
        """The result of a shot: "miss", "hit", "sunk", "stopped" or "wasted"."""
        if what == "hit":
            beside = self.neighbours(cell)
            self.random.shuffle(beside)
            self.targets += beside
        elif what == "stopped":  # by smoke: shoot at it again later
            self.shot.remove(cell)
            self.search.insert(0, cell)

    def neighbours(self, cell):
        x, y = cell
        around = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
        return [(a, b) for a, b in around if 0 <= a < self.width and 0 <= b < self.height]


def cell_name(cell):
    """(0, 0) is A1; column Z is followed by AA, AB ..."""
    x, y = cell
    letters = chr(ord("A") + x) if x < 26 else "A" + chr(ord("A") + x - 26)
    return f"{letters}{y + 1}"


def cell_from_name(name):
    letters = name.rstrip("0123456789")
    x = ord(letters[-1]) - ord("A") + 26 * (len(letters) - 1)
    return x, int(name[len(letters):]) - 1


def say(line):
    print(line, flush=True)  # the arena is waiting for this line


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
        # This bot does not need any other lines.


main()
