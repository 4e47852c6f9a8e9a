"""The verbs of goods: returning, placing, moving and delivering them."""

from __future__ import annotations

from typing import Final

from roundhouse.core.cells import put
from roundhouse.core.verbs import TIMES_ONE, Program, Verb, close, frame_seat, memo, tally, times, with_memo
from roundhouse.games.empyreal.actions import (
    COLLECT_ALL,
    COLOUR,
    COLOURS,
    DELIVER,
    EMPTY,
    GOOD,
    HEX,
    HEXES,
    NO_CITY,
    NO_DELIVERY,
    NO_GOOD,
    NO_STOCK,
    NO_SUCH_TILE,
    NO_TILE,
    SIZES,
    STOP,
    TILE,
    TOO_FEW,
)
from roundhouse.games.empyreal.board import GOODS, TERRAINS, WASTELAND
from roundhouse.games.empyreal.state import DELIVERY_MANA, ONE_MORE, TWO_GOODS, Empyreal

LOW: Final = 255  # of `held`: a hex plus 1
ASKED: Final = 256  # above it: the colour of a good on that hex is asked


class PickGood(Verb[Empyreal]):
    """Pick a good by its hex and, where several colours lie, its colour; `most` goods one after the other.

    What is done with it is said by the verbs that derive from this one. `held` is the hex plus 1.
    """

    def __init__(self, most: int) -> None:
        super().__init__(asking=True, limited=True)
        self.most: int = most

    def hexes(self, s: Empyreal, f: int) -> list[int]:
        """Where such goods lie."""
        return [h for h in s.nets[frame_seat(f)] if self.colours(s, h)]

    def some(self, s: Empyreal, f: int) -> bool:
        """Whether there are any."""
        return len(self.hexes(s, f)) > 0

    def colours(self, s: Empyreal, hex: int) -> list[int]:
        """Those among the goods of a hex that can be picked."""
        return s.kinds(hex)

    def take(self, s: Empyreal, f: int, hex: int, colour: int) -> int:
        """Do it; the frame afterwards."""
        raise NotImplementedError

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        return "" if self.some(s, f) else NO_GOOD

    def asks(self, s: Empyreal, f: int) -> bool:
        if memo(f) & ASKED:
            return True
        return times(f) < self.most and not self.possible(s, f, 0)

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        if memo(f) & ASKED:
            for colour in self.colours(s, (memo(f) & LOW) - 1):
                out.append(COLOUR + colour)
        else:
            for h in sorted(self.hexes(s, f)):
                out.append(GOOD + h)

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        if memo(f) & ASKED:
            s.top = self.take(s, with_memo(f, memo(f) & LOW), (memo(f) & LOW) - 1, action - COLOUR)
            return
        hex = action - GOOD
        found = self.colours(s, hex)
        f = with_memo(f, hex + 1)
        s.top = self.take(s, f, hex, found[0]) if len(found) == 1 else with_memo(f, hex + 1 | ASKED)

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        return NO_GOOD if GOOD <= action < GOOD + HEXES or COLOUR <= action < COLOUR + COLOURS else ""

    def prompt(self, s: Empyreal, f: int) -> str:
        if memo(f) & ASKED:
            return f"choose which good of {s.board.labels[(memo(f) & LOW) - 1]}"
        return self.words()


class ReturnGoods(PickGood):
    """Goods of the network go back to the supply; only if the rest of the effect can follow."""

    def hexes(self, s: Empyreal, f: int) -> list[int]:
        found = [h for h in s.nets[frame_seat(f)] if s.any_good(h)]
        if self.most == 1:
            return [h for h in found if not s.programs.rest(s, with_memo(f, h + 1), 0)]
        return found

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        if self.most > 1:
            seat = frame_seat(f)
            total = 0
            for colour in range(COLOURS):
                total += s.goods_in(seat, colour)
            if total < self.most - times(f):
                return NO_GOOD
        why = ""
        net = s.nets[frame_seat(f)]
        for i in range(len(net)):
            if s.any_good(net[i]):
                clause = s.programs.rest(s, with_memo(f, net[i] + 1), 0) if self.most == 1 else ""
                if not clause:
                    return ""
                why = why or clause  # why the rest cannot follow
        return why or NO_GOOD

    def asks(self, s: Empyreal, f: int) -> bool:
        if memo(f) & ASKED:
            return True
        if times(f) >= self.most or self.possible(s, f, 0):
            return False
        return times(f) > 0 or not s.programs.rest(s, f, 0)

    def take(self, s: Empyreal, f: int, hex: int, colour: int) -> int:
        s.return_good(colour, hex)
        return f + TIMES_ONE

    def words(self) -> str:
        return "return a good of your network" if self.most == 1 else f"return {self.most} goods of your network"


class ReturnBeside(PickGood):
    """A good next to the held hex goes back to the supply."""

    def __init__(self) -> None:
        super().__init__(1)

    def hexes(self, s: Empyreal, f: int) -> list[int]:
        centre = (memo(f) & LOW) - 1
        return [h for h in s.board.beside[centre] if s.any_good(h)] if centre >= 0 else []

    def asks(self, s: Empyreal, f: int) -> bool:
        if memo(f) & ASKED:
            return True
        return tally(f) > 0 and times(f) == 0 and not self.possible(s, f, 0)

    def take(self, s: Empyreal, f: int, hex: int, colour: int) -> int:
        s.return_good(colour, hex)
        return close(f + TIMES_ONE)

    def words(self) -> str:
        return "return a good next to that hex to the supply"


class DoubleGood(PickGood):
    """A further good of the same colour from the supply."""

    def __init__(self) -> None:
        super().__init__(1)

    def colours(self, s: Empyreal, hex: int) -> list[int]:
        return [c for c in s.kinds(hex) if s.stock[c]]

    def take(self, s: Empyreal, f: int, hex: int, colour: int) -> int:
        s.place_good(colour, hex)
        return close(f + TIMES_ONE)

    def words(self) -> str:
        return "double a good of your network: same colour, same hex"


class PickThen(PickGood):
    """Pick a good, then say what becomes of it. Once it is picked, its colour plus 1 stands high in `held`."""

    def __init__(self) -> None:
        super().__init__(1)

    def answers(self, s: Empyreal, f: int, hex: int, colour: int) -> list[int]:
        """The actions that say what becomes of it."""
        raise NotImplementedError

    def finish(self, s: Empyreal, hex: int, colour: int, action: int) -> None:
        """Do it."""
        raise NotImplementedError

    def take(self, s: Empyreal, f: int, hex: int, colour: int) -> int:
        return with_memo(f, memo(f) | (colour + 1) << 9)

    def asks(self, s: Empyreal, f: int) -> bool:
        return (memo(f) >> 9 != 0 and times(f) == 0) or super().asks(s, f)

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        if memo(f) >> 9:
            out.extend(self.answers(s, f, (memo(f) & LOW) - 1, (memo(f) >> 9) - 1))
        else:
            super().choices(s, f, out)

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        if memo(f) >> 9:
            self.finish(s, (memo(f) & LOW) - 1, (memo(f) >> 9) - 1, action)
            s.top = close(f + TIMES_ONE)
        else:
            super().choose(s, f, action)


class ReplaceGood(PickThen):
    """Another colour in place of a good."""

    def colours(self, s: Empyreal, hex: int) -> list[int]:
        return [c for c in s.kinds(hex) if self.others(s, c)]

    def others(self, s: Empyreal, colour: int) -> list[int]:
        return [c for c in range(COLOURS) if c != colour and s.stock[c]]

    def answers(self, s: Empyreal, f: int, hex: int, colour: int) -> list[int]:
        return [COLOUR + c for c in self.others(s, colour)]

    def finish(self, s: Empyreal, hex: int, colour: int, action: int) -> None:
        s.place_good(action - COLOUR, hex)
        s.return_good(colour, hex)

    def prompt(self, s: Empyreal, f: int) -> str:
        return "choose the good that replaces it" if memo(f) >> 9 else super().prompt(s, f)

    def words(self) -> str:
        return "replace a good of your network by one of another colour from the supply"


class PullGood(PickThen):
    """Move a good into a hex of the network: from a hex beside it, or from any hex without a rival's train."""

    def __init__(self, anywhere: bool = False) -> None:
        super().__init__()
        self.anywhere: bool = anywhere

    def hexes(self, s: Empyreal, f: int) -> list[int]:
        seat = frame_seat(f)
        places = self.places(s, seat)
        out: list[int] = []
        for i in range(len(places)):
            if self.pulls(s, seat, places[i]):
                out.append(places[i])
        return out

    def some(self, s: Empyreal, f: int) -> bool:
        seat = frame_seat(f)
        places = self.places(s, seat)
        for i in range(len(places)):
            if self.pulls(s, seat, places[i]):
                return True
        return False

    def places(self, s: Empyreal, seat: int) -> bytes:
        """The hexes from which a good might come."""
        return s.board.everywhere if self.anywhere else s.frontiers[seat] + s.nets[seat]

    def pulls(self, s: Empyreal, seat: int, source: int) -> bool:
        """Whether a good lies there and can go to another hex of the network."""
        if not s.any_good(source):
            return False
        if not self.anywhere:
            return s.touches(seat, source)
        net = s.nets[seat]
        return s.there[source] & s.foes[seat] == 0 and (len(net) > 1 or (len(net) == 1 and net[0] != source))

    def targets(self, s: Empyreal, seat: int, source: int) -> list[int]:
        if self.anywhere:
            return sorted([h for h in s.nets[seat] if h != source])
        return [h for h in s.board.beside[source] if s.there[h] >> seat & 1]

    def answers(self, s: Empyreal, f: int, hex: int, colour: int) -> list[int]:
        return [HEX + h for h in self.targets(s, frame_seat(f), hex)]

    def finish(self, s: Empyreal, hex: int, colour: int, action: int) -> None:
        s.change_goods(colour, hex, -1)
        s.change_goods(colour, action - HEX, 1)

    def prompt(self, s: Empyreal, f: int) -> str:
        if memo(f) >> 9:
            return f"choose where the {GOODS[(memo(f) >> 9) - 1]} of {s.board.labels[(memo(f) & LOW) - 1]} goes"
        return super().prompt(s, f)

    def words(self) -> str:
        if self.anywhere:
            return "move a good from any hex without a rival's train into your network"
        return "move a good from an adjacent hex into a hex of your network"


class PlaceGood(Verb[Empyreal]):
    """A good from the supply onto the hex just built on: of that colour, or of any (-1)."""

    def __init__(self, colour: int = -1) -> None:
        super().__init__(asking=True)
        self.colour: int = colour

    def asks(self, s: Empyreal, f: int) -> bool:
        if self.colour >= 0 or not tally(f) or times(f):
            return False
        return sum(s.stock) > 0

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        for colour in range(COLOURS):
            if s.stock[colour]:
                out.append(COLOUR + colour)

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        s.place_good(action - COLOUR, (memo(f) & LOW) - 1)
        s.top = close(f + TIMES_ONE)

    def run(self, s: Empyreal, f: int) -> None:
        if self.colour >= 0 and tally(f) and s.stock[self.colour]:
            s.place_good(self.colour, (memo(f) & LOW) - 1)

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        return NO_STOCK if COLOUR <= action < COLOUR + COLOURS else ""

    def prompt(self, s: Empyreal, f: int) -> str:
        return f"choose the good to put on {s.board.labels[(memo(f) & LOW) - 1]}"

    def words(self) -> str:
        what = "any good" if self.colour < 0 else f"a {GOODS[self.colour]}"
        return f"put {what} from the supply there"


class Restock(Verb[Empyreal]):
    """A good that matches the terrain onto a hex of the network without one, up to `most` times."""

    def __init__(self, most: int = 1) -> None:
        super().__init__(asking=True, limited=True)
        self.most: int = most

    def hexes(self, s: Empyreal, seat: int) -> list[int]:
        out: list[int] = []
        for h in s.nets[seat]:
            if s.ground[h] < WASTELAND and s.stock[s.ground[h]] and not s.any_good(h):
                out.append(h)
        out.sort()
        return out

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        return "" if self.hexes(s, frame_seat(f)) else NO_STOCK

    def asks(self, s: Empyreal, f: int) -> bool:
        return times(f) < self.most and not self.possible(s, f, 0)

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        if self.most > 1:
            out.append(STOP)
        for h in self.hexes(s, frame_seat(f)):
            out.append(HEX + h)

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        if action == STOP:
            s.top = close(f)
            return
        s.place_good(s.ground[action - HEX], action - HEX)
        s.top = f + TIMES_ONE

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        return NO_STOCK if HEX <= action < HEX + HEXES else ""

    def prompt(self, s: Empyreal, f: int) -> str:
        return "choose a hex of your network for a good of its terrain"

    def words(self) -> str:
        text = "put a good of its terrain from the supply on a hex of your network without goods"
        return text if self.most == 1 else f"{text}, up to {self.most} times"


# a delivery: `held` is the city plus 1, then the colour, how many goods so far, and whether a tile was taken

CITY_MASK: Final = 7
COLOUR_SHIFT: Final = 3
COUNT_SHIFT: Final = 6
COUNT_ONE: Final = 1 << COUNT_SHIFT
COUNT_MASK: Final = 63
TAKEN_BIT: Final = 1 << 12


def to_city(f: int) -> int:
    return (memo(f) & CITY_MASK) - 1


def of_colour(f: int) -> int:
    return memo(f) >> COLOUR_SHIFT & 7


def collected(f: int) -> int:
    return memo(f) >> COUNT_SHIFT & COUNT_MASK


class Delivery(Verb[Empyreal]):
    """What the steps of a delivery share: how many goods at most (0: any number), and whether it is at the End."""

    def __init__(self, most: int, at_end: bool) -> None:
        super().__init__(asking=True, limited=True)
        self.most: int = most
        self.at_end: bool = at_end

    def bonus(self, s: Empyreal, seat: int) -> int:
        """What a standing rule adds to the goods when tiles are claimed."""
        return 1 if self.at_end and s.rules(seat) & ONE_MORE else 0

    def earned(self, s: Empyreal, seat: int, city: int, colour: int, n: int) -> list[int]:
        """The kinds of tiles of that colour in that city for which so many goods qualify."""
        if self.most == 1 or not n:
            return []
        reach = n + self.bonus(s, seat)
        found = {tile for tile in s.demands[city] if tile // SIZES == colour and tile % SIZES + 2 <= reach}
        return sorted(found)


class ChooseCity(Delivery):
    """Which city gets which goods: those of its own colour, or of a tile that was swapped into it."""

    def __init__(self, most: int, at_end: bool, rule: int) -> None:
        super().__init__(most, at_end)
        self.rule: int = rule  # only for who has this standing rule

    def offers(self, s: Empyreal, seat: int) -> list[int]:
        out: list[int] = []
        for city in range(COLOURS):
            if not s.reached(seat, city):
                continue
            for colour in range(COLOURS):
                n = s.goods_in(seat, colour) if colour == city or self.foreign(s, city, colour) else 0
                if n and (colour == city or self.enough(s, seat, city, colour, n)):
                    out.append(DELIVER + city * COLOURS + colour)
        return out

    def foreign(self, s: Empyreal, city: int, colour: int) -> bool:
        tiles = s.demands[city]
        for i in range(len(tiles)):
            if tiles[i] // SIZES == colour:
                return True
        return False

    def enough(self, s: Empyreal, seat: int, city: int, colour: int, n: int) -> bool:
        """Whether the goods can earn a tile of a colour that is not the city's."""
        most = min(n, self.most) if self.most else n
        return len(self.earned(s, seat, city, colour, most)) > 0

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        return "" if self.offers(s, frame_seat(f)) else NO_CITY

    def asks(self, s: Empyreal, f: int) -> bool:
        if times(f) or (self.rule and not s.rules(frame_seat(f)) & self.rule):
            return False
        return len(self.offers(s, frame_seat(f))) > 0

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        out.extend(self.offers(s, frame_seat(f)))
        out.append(NO_DELIVERY)

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        if action == NO_DELIVERY:
            s.top = close(with_memo(f, 0))
            return
        city, colour = divmod(action - DELIVER, COLOURS)
        s.top = close(with_memo(f, city + 1 | colour << COLOUR_SHIFT) + TIMES_ONE)

    def run(self, s: Empyreal, f: int) -> None:
        s.top = with_memo(s.top, 0)

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        if not DELIVER <= action < DELIVER + COLOURS * COLOURS:
            return ""
        city, colour = divmod(action - DELIVER, COLOURS)
        if city == colour or not s.reached(frame_seat(f), city):
            return NO_CITY
        return TOO_FEW

    def prompt(self, s: Empyreal, f: int) -> str:
        return "deliver to a city, or nothing"

    def words(self) -> str:
        if self.most == 1:
            return "deliver one good"
        return f"deliver up to {self.most} goods of one colour" if self.most else "deliver"


class Collect(Delivery):
    """The goods of the delivery, one by one or all that is left."""

    def left(self, s: Empyreal, f: int) -> int:
        """How many more can be collected."""
        left = s.goods_in(frame_seat(f), of_colour(f))
        return min(left, self.most - collected(f)) if self.most else left

    def may_stop(self, s: Empyreal, f: int) -> bool:
        n = collected(f)
        if not n:
            return False
        city = to_city(f)
        return city == of_colour(f) or len(self.earned(s, frame_seat(f), city, of_colour(f), n)) > 0

    def asks(self, s: Empyreal, f: int) -> bool:
        return memo(f) != 0 and self.left(s, f) > 0

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        if self.may_stop(s, f):
            out.append(STOP)
        left = self.left(s, f)
        cells = s.goods[of_colour(f)]
        found = [h for h in s.nets[frame_seat(f)] if cells[h]]
        if left > 1 and left == s.goods_in(frame_seat(f), of_colour(f)):
            out.append(COLLECT_ALL)
        for h in sorted(found):
            out.append(GOOD + h)

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        seat = frame_seat(f)
        colour = of_colour(f)
        if action == STOP:
            s.top = close(f)
            return
        if action == COLLECT_ALL:
            for h in s.nets[seat]:
                while s.goods[colour][h]:
                    s.keep_good(seat, colour, h)
                    f = with_memo(f, memo(f) + COUNT_ONE)
            s.top = close(f + TIMES_ONE)
            return
        s.keep_good(seat, colour, action - GOOD)
        s.top = with_memo(f, memo(f) + COUNT_ONE) + TIMES_ONE

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        if action == STOP:
            return EMPTY if to_city(f) == of_colour(f) else TOO_FEW
        return NO_GOOD if GOOD <= action < GOOD + HEXES else ""

    def prompt(self, s: Empyreal, f: int) -> str:
        n = collected(f)
        what = f"collect {GOODS[of_colour(f)]} for the {TERRAINS[to_city(f)]} city"
        return f"{what}, {n} so far" if n else what


class TakeTile(Delivery):
    """A demand tile for which the delivery qualifies; one of a foreign colour must be taken."""

    def asks(self, s: Empyreal, f: int) -> bool:
        if not memo(f) or memo(f) & TAKEN_BIT:
            return False
        return len(self.earned(s, frame_seat(f), to_city(f), of_colour(f), collected(f))) > 0

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        for tile in self.earned(s, frame_seat(f), to_city(f), of_colour(f), collected(f)):
            out.append(TILE + tile)
        if to_city(f) == of_colour(f):
            out.append(NO_TILE)

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        if action == NO_TILE:
            s.top = close(f)
            return
        s.win_tile(frame_seat(f), to_city(f), action - TILE)
        s.top = close(with_memo(f, memo(f) | TAKEN_BIT) + TIMES_ONE)

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        return NO_SUCH_TILE if TILE <= action <= NO_TILE else ""

    def prompt(self, s: Empyreal, f: int) -> str:
        return "take a demand tile, or none" if to_city(f) == of_colour(f) else "take the demand tile"


class DeliveryRewards(Verb[Empyreal]):
    """What standing rules add to a delivery at the End: mana, and two goods if no tile was taken."""

    def __init__(self) -> None:
        super().__init__(asking=True)

    def colours(self, s: Empyreal, seat: int) -> list[int]:
        return [city for city in range(COLOURS) if s.stock[city] > 1 and s.reached(seat, city)]

    def asks(self, s: Empyreal, f: int) -> bool:
        seat = frame_seat(f)
        if times(f) or not collected(f) or memo(f) & TAKEN_BIT or not s.rules(seat) & TWO_GOODS:
            return False
        return len(self.colours(s, seat)) > 0

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        for colour in self.colours(s, frame_seat(f)):
            out.append(COLOUR + colour)

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        seat = frame_seat(f)
        colour = action - COLOUR
        s.stock = put(s.stock, colour, s.stock[colour] - 2)
        s.folios[seat] = put(s.folios[seat], colour, s.folios[seat][colour] + 2)
        s.top = f + TIMES_ONE

    def run(self, s: Empyreal, f: int) -> None:
        seat = frame_seat(f)
        if collected(f) and s.rules(seat) & DELIVERY_MANA:
            s.gain_mana(seat, 1, False)

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        return NO_CITY if COLOUR <= action < COLOUR + COLOURS else ""

    def prompt(self, s: Empyreal, f: int) -> str:
        return "choose the colour of the two goods for your folio"


def deliver(most: int = 0, at_end: bool = False, rule: int = 0) -> Program:
    """A delivery of up to so many goods (0: any number)."""
    return ChooseCity(most, at_end, rule) + Collect(most, at_end) + TakeTile(most, at_end)
