#!/usr/bin/env python3
"""A bot that knows only docs/PROTOCOL.md: it reads the grammar from a copy of that page.

Every line from the arena must match the grammar, and so must every answer. Answers use every form
that the page describes: names or none, both ways to place a ship, all moves in stock. A line that
does not match ends the bot, which breaks the round.
"""
import random
import re
import sys


def compile_grammar(page):
    """The productions as regular expressions."""
    block = re.search(r"```ebnf\n(.*?)```", page, re.S).group(1)
    productions = dict(re.findall(r"^([a-z-]+) *::= (.*?)(?=^[a-z-]+ *::=|\Z)", block, re.S | re.M))
    token = re.compile(r'"([^"]*)"|(\[[^]]*\])|([a-z-]+)|([()|?*+])|(\s+)')

    def pattern(name):
        def one(match):
            literal, characters, other, operator, _ = match.groups()
            if literal is not None:
                return re.escape(literal)
            if other:
                return pattern(other)
            return "(?:" if operator == "(" else characters or operator or ""

        return "(?:" + token.sub(one, productions[name]) + ")"

    return {name: re.compile(pattern(name)) for name in productions}


grammar = compile_grammar(open("PROTOCOL.md", encoding="utf-8").read())


def answer(line):
    if not grammar["from-bot"].fullmatch(line):
        sys.exit(f"my own line does not match the grammar: {line}")
    print(line, flush=True)


def letters(column):
    text = ""
    while column >= 0:
        text = chr(ord("A") + column % 26) + text
        column = column // 26 - 1
    return text


def name(cell):
    return f"{letters(cell[0])}{cell[1] + 1}"


def parse(text):
    column = 0
    for letter in re.match("[A-Z]+", text).group():
        column = column * 26 + ord(letter) - ord("A") + 1
    return column - 1, int(re.search("[0-9]+", text).group()) - 1


def ship_cells(cell, vertical, length):
    return [(cell[0] + i * (not vertical), cell[1] + i * vertical) for i in range(length)]


class Player:
    def __init__(self):
        self.rules = {}

    def flag(self, knob):
        return self.rules.get(knob) == "yes"

    def prepare(self):
        self.width, self.height = map(int, self.rules["board"].split("x"))
        self.board = [(x, y) for y in range(self.height) for x in range(self.width)]
        self.fleet = []
        for ship in grammar["ship"].findall(self.rules["fleet"]):
            ship_name, size = ship.split(" ")
            length, _, count = size.partition("x")
            self.fleet += [(ship_name, int(length))] * int(count or 1)

    def begin(self):
        self.shot, self.hits, self.incoming = set(), set(), set()
        self.own, self.sunk, self.misses, self.raised = [], 0, 0, False
        self.stock = {}

    def free_places(self, length, taken):
        if self.flag("touch"):
            near = taken
        else:
            near = {(x + i, y + j) for x, y in taken for i in (-1, 0, 1) for j in (-1, 0, 1)}
        for cell in random.sample(self.board, len(self.board)):
            for vertical in random.sample((False, True), 2):
                cells = ship_cells(cell, vertical, length)
                if cells[-1][0] < self.width and cells[-1][1] < self.height and not near & set(cells):
                    yield vertical, cells

    def place(self):
        while True:
            self.own, parts, taken = [], [], set()
            for ship_name, length in self.fleet:
                spot = next(self.free_places(length, taken), None)
                if not spot:
                    break
                vertical, cells = spot
                taken |= set(cells)
                self.own.append((ship_name, cells))
                first, last = random.sample((name(cells[0]), name(cells[-1])), 2)
                direction = random.choice(("v", "vertical") if vertical else ("h", "horizontal"))
                form = random.choice((f"{name(cells[0])} {direction}", f"{first}-{last}", f"{first} {last}"))
                if length == 1 and random.random() < 0.5:
                    form = name(cells[0])
                parts.append(random.choice((f"{ship_name} {form}", form)))
            else:
                return ", ".join(parts)

    def raise_move(self):
        lost = [(n, len(c)) for n, c in self.own if set(c) <= self.incoming]
        if self.rules["reinforce-kind"] == "new":
            lost = [("Submarine", dict(self.fleet).get("Submarine", 2))]
        for ship_name, length in lost:
            taken = {c for _, cells in self.own for c in cells}
            for vertical, cells in self.free_places(length, taken):
                if not self.incoming & set(cells):
                    self.raised = True
                    self.own.append((ship_name, cells))
                    return f"raise {ship_name} {name(cells[0])} {'v' if vertical else 'h'}"
        return None

    def area(self, cell):
        return {(cell[0] + i, cell[1] + j) for i in (0, 1) for j in (0, 1)} & set(self.board)

    def special(self):
        """A move besides fire, if one is possible now."""
        corner = (random.randrange(self.width - 1), random.randrange(self.height - 1))
        kinds = list(self.stock)
        if int(self.rules["reinforce"]) and not self.raised and self.sunk >= int(self.rules["reinforce"]):
            kinds += ["raise"] if self.stock.keys() - {"hints"} and not self.last else []
        for kind in random.sample(kinds, len(kinds)):
            if kind in ("radar", "smoke"):
                return f"{kind} {name(corner)}"
            if kind == "artillery" and self.area(corner) - self.shot:
                return f"artillery {name(corner)}"
            if kind == "torpedo":
                x, y = random.choice([c for c in self.board if c not in self.shot])
                return random.choice((f"torpedo {letters(x)}", f"torpedo {y + 1}"))
            if kind == "hints" and self.misses >= int(self.rules["hint-after"]):
                return "hint"
            if kind == "raise":
                move = self.raise_move()
                if move:
                    return move
        return None

    def move(self, count):
        move = self.special() if random.random() < 0.5 else None
        if move:
            return move
        new = [c for c in self.board if c not in self.shot]
        near = [c for c in new if {(c[0] + 1, c[1]), (c[0] - 1, c[1]), (c[0], c[1] + 1), (c[0], c[1] - 1)} & self.hits]
        if count:
            return "fire " + " ".join(name(c) for c in random.sample(new, count))
        if self.rules["repeat-shot"] == "wasted" and random.random() < 0.02:
            return random.choice(["fire -", "fire " + name((self.width, 0)), "fire " + name(self.board[0])])
        cell = random.choice(near or new)
        return random.choice(("fire ", "")) + name(cell)

    def note(self, line):
        mine = line.startswith("outcome ")
        move, _, words = line.split(" ", 1)[1].partition(" ->")
        shots = [w for w in words.split() if re.match(r"[A-Z]+[0-9]+=", w)]
        for word in shots:
            cell, result = parse(word), word.split("=")[1]
            if result in ("stopped", "wasted"):
                continue
            (self.shot if mine else self.incoming).add(cell)
            if mine and result != "miss":
                self.hits.add(cell)
                self.sunk += result.startswith("sunk")
        if not mine:
            return
        if move.split()[0] in ("fire", "artillery", "torpedo"):
            self.misses = 0 if re.search("=(hit|sunk)", words) else self.misses + 1
        elif move == "hint":
            self.misses = 0


def main():
    player = Player()
    for raw in sys.stdin:
        line = raw.rstrip("\n")
        if not grammar["from-arena"].fullmatch(line):
            sys.exit(f"not in the grammar: {line}")
        word, _, rest = line.partition(" ")
        if word == "broadside":
            for text in ("name Grammar", "authors The page", "id grammar", "plays all", "ready"):
                answer(text)
        elif word == "rule":
            knob, _, value = rest.partition(" = ")
            player.rules[knob] = value
        elif word == "match":
            random.seed(rest)
            player.prepare()
        elif word == "round":
            player.begin()
            player.last = False
        elif word == "place":
            answer(player.place())
        elif word == "stock":
            player.stock = {item.split("=")[0]: 1 for item in rest.split()}
        elif word == "act":
            answer(player.move(int(rest) if rest else 0))
        elif word in ("outcome", "enemy"):
            player.note(line)
            player.last = line.endswith(" last")
        elif word == "quit":
            return


main()
