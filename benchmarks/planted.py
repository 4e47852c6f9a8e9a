"""Faults that a suite misses which looks at the beginnings of games only, or at one state at a time.

By game and name: the file in the game's folder, a text that stands there once, and what it is replaced by.
"""

from __future__ import annotations

PLANTED: dict[str, dict[str, tuple[str, str, str]]] = {
    "trains": {
        "all decks are seen when it is over": (
            "view.py",
            '"deck": pile(s, s.decks[i], own),',
            '"deck": names(s, s.decks[i]) if s.over else pile(s, s.decks[i], own),',
        ),
        "all hands are seen when few stations are left": (
            "view.py",
            '"hand": zone(s, s.hands[i], own, "hands"),',
            '"hand": zone(s, s.hands[i], own or s.stations_left < 3, "hands"),',
        ),
        "dealing anew forgets what others have seen": (
            "view.py",
            "out.append(fresh[left] | b & ~CARD)",
            "out.append(fresh[left])",
        ),
        "a draw is not said to show anything": ("state.py", "        self.learned = True\n", ""),
        "clones share the points": ("state.py", "twin.points = self.points[:]", "twin.points = self.points"),
        "a track costs more after the end is triggered": (
            "state.py",
            "cost: i64 = self.board.cost[h] + self.stations[h]",
            "cost: i64 = self.board.cost[h] + self.stations[h] + (1 if self.stations_left == 0 else 0)",
        ),
    },
    "spyrium": {
        "the events to come are seen late in the game": (
            "view.py",
            '"turns": s.box.turns,',
            '"turns": s.box.turns, "coming": list(s.events) if s.turn == 4 else [],',
        ),
        "dealing anew leaves the tokens in their order": (
            "view.py",
            "s.reserve = rng.mixed(s.reserve, FACES + EVENTS - 1)",
            "rng.mixed(s.reserve, FACES + EVENTS - 1)",
        ),
        "clones share the pounds": ("state.py", "twin.pounds = self.pounds[:]", "twin.pounds = self.pounds"),
        "building costs more in the last turn": (
            "market.py",
            "return 0 if lobbied else s.crowd[cell]",
            "return (0 if lobbied else s.crowd[cell]) + (1 if s.turn == s.box.turns else 0)",
        ),
    },
    "empires": {
        "all contracts are seen when it is over": (
            "view.py",
            "contract(s, i) if s.revealed[i] or i == seat else None",
            "contract(s, i) if s.revealed[i] or i == seat or s.over else None",
        ),
        "clones share the prestige": ("state.py", "twin.prestige = self.prestige[:]", "twin.prestige = self.prestige"),
        "all is cheaper once somebody has delivered often": (
            "state.py",
            "self.money = put(self.money, seat, money - price)",
            "self.money = put(self.money, seat, money - price + (1 if price and max(self.deliveries) > 5 else 0))",
        ),
        "money breaks no tie": (
            "state.py",
            '("money", list(self.money))',
            '("money", [0] * self.seats)',
        ),
    },
    "empyreal": {
        "the next spellcar is seen after the end is triggered": (
            "view.py",
            '"pile": len(s.pile),',
            '"pile": len(s.pile), "next": s.pile[0] if s.pile and s.ending else -1,',
        ),
        "dealing anew leaves the pile in its order": (
            "view.py",
            "s.pile = rng.mixed(s.pile, TILES - 1)",
            "rng.mixed(s.pile, TILES - 1)",
        ),
        "clones share the demand tiles won": ("state.py", "twin.won = self.won[:]", "twin.won = self.won"),
        "crossing a rival costs more after the end is triggered": (
            "reach.py",
            "1 if rules & RIVAL_ONE else s.box.transfer_rival,",
            "1 if rules & RIVAL_ONE else s.box.transfer_rival + (1 if s.ending else 0),",
        ),
        "the final deliveries are not saved": ("state.py", '    Field("final", PUBLIC),\n', ""),
    },
}
