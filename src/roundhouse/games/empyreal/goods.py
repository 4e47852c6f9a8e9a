"""The verbs of goods: returning, placing, moving and delivering them, and the demand tiles they earn."""

from __future__ import annotations

from roundhouse.core.cells import ONE, put
from roundhouse.core.verbs import TIMES_ONE, Program, Verb, close, frame_seat, memo, tally, times, with_memo
from roundhouse.games.empyreal.actions import (
    COLLECT_ALL,
    COLOUR,
    COLOURS,
    DELIVER,
    EMPTY,
    GOOD,
    HEX,
    NO_CITY,
    NO_DELIVERY,
    NO_GOOD,
    NO_STOCK,
    NO_SUCH_TILE,
    NO_SWAP,
    NO_TILE,
    SHIFT,
    SIZES,
    STOP,
    TILE,
    TOO_FEW,
    colour_of,
    goods_for,
)
from roundhouse.games.empyreal.asking import NONE, Detailed, Pick, PickTwo, often
from roundhouse.games.empyreal.board import GOODS, TERRAINS, WASTELAND
from roundhouse.games.empyreal.registers import (
    asks_colour,
    collected,
    delivering,
    of_colour,
    picked_colour,
    picked_hex,
    tile_taken,
    to_city,
    with_colour,
    with_colour_asked,
    with_delivery,
    with_one_more,
    with_picked,
    with_tile_taken,
)
from roundhouse.games.empyreal.state import DELIVERY_MANA, ONE_MORE, TWO_GOODS, Empyreal, without


class PickGood(Verb[Empyreal]):
    """Pick a good by its hex and, where several colours lie, its colour; `most` goods one after the other.

    What is done with it is said by the verbs that derive from this one.
    """

    def __init__(self, most: int = 1) -> None:
        super().__init__(asking=True, limited=True)
        self.most: int = most

    def hexes(self, s: Empyreal, f: int) -> list[int]:
        """Where such goods lie."""
        return [h for h in s.nets[frame_seat(f)] if self.colours(s, h)]

    def colours(self, s: Empyreal, hex: int) -> list[int]:
        """Those among the goods of a hex that can be picked."""
        return s.kinds(hex)

    def take(self, s: Empyreal, f: int, hex: int, colour: int) -> int:
        """Do it; the frame afterwards."""
        raise NotImplementedError

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        return "" if self.hexes(s, f) else NO_GOOD

    def asks(self, s: Empyreal, f: int) -> bool:
        return asks_colour(f) or (times(f) < self.most and not self.possible(s, f, 0))

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        if asks_colour(f):
            out.extend([COLOUR + colour for colour in self.colours(s, picked_hex(f))])
        else:
            out.extend([GOOD + h for h in sorted(self.hexes(s, f))])

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        if asks_colour(f):
            hex = picked_hex(f)
            s.top = self.take(s, with_picked(f, hex), hex, action - COLOUR)
            return
        hex = action - GOOD
        found = self.colours(s, hex)
        f = with_picked(f, hex)
        s.top = self.take(s, f, hex, found[0]) if len(found) == 1 else with_colour_asked(f)

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        return NO_GOOD if s.space.block(action).start in (GOOD, COLOUR) else ""

    def prompt(self, s: Empyreal, f: int) -> str:
        return f"choose which good of {s.board.labels[picked_hex(f)]}" if asks_colour(f) else self.words()


class ReturnGoods(PickGood):
    """Goods of the network go back to the supply; only if the rest of the effect can follow."""

    def hexes(self, s: Empyreal, f: int) -> list[int]:
        found = [h for h in s.nets[frame_seat(f)] if s.any_good(h)]
        if self.most == 1:
            return [h for h in found if not s.programs.rest(s, with_picked(f, h), 0)]
        return found

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        seat = frame_seat(f)
        if self.most > 1 and sum([s.goods_in(seat, colour) for colour in range(COLOURS)]) < self.most - times(f):
            return NO_GOOD
        why = ""
        net = s.nets[seat]
        for i in range(len(net)):
            if s.any_good(net[i]):
                clause = s.programs.rest(s, with_picked(f, net[i]), 0) if self.most == 1 else ""
                if not clause:
                    return ""
                why = why or clause  # why the rest cannot follow
        return why or NO_GOOD

    def asks(self, s: Empyreal, f: int) -> bool:
        if asks_colour(f):
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
    """A good next to the hex just built on goes back to the supply."""

    def hexes(self, s: Empyreal, f: int) -> list[int]:
        centre = picked_hex(f)
        return [h for h in s.board.beside[centre] if s.any_good(h)] if centre >= 0 else []

    def asks(self, s: Empyreal, f: int) -> bool:
        return asks_colour(f) or (tally(f) > 0 and super().asks(s, f))

    def take(self, s: Empyreal, f: int, hex: int, colour: int) -> int:
        s.return_good(colour, hex)
        return close(f + TIMES_ONE)

    def words(self) -> str:
        return "return a good next to that hex to the supply"


class DoubleGood(PickGood):
    """A further good of the same colour from the supply."""

    def colours(self, s: Empyreal, hex: int) -> list[int]:
        return [c for c in s.kinds(hex) if s.stock[c]]

    def take(self, s: Empyreal, f: int, hex: int, colour: int) -> int:
        s.place_good(colour, hex)
        return close(f + TIMES_ONE)

    def words(self) -> str:
        return "double a good of your network: same colour, same hex"


class PickThen(PickGood):
    """Pick a good, then say what becomes of it: the action of a block, which the frame's colour waits for."""

    def __init__(self, block: int) -> None:
        super().__init__()
        self.block: int = block

    def answers(self, s: Empyreal, f: int, hex: int, colour: int) -> list[int]:
        """What can become of it."""
        raise NotImplementedError

    def finish(self, s: Empyreal, hex: int, colour: int, answer: int) -> None:
        """Do it."""

    def take(self, s: Empyreal, f: int, hex: int, colour: int) -> int:
        return with_colour(f, colour)

    def asks(self, s: Empyreal, f: int) -> bool:
        return picked_colour(f) >= 0 or super().asks(s, f)

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        colour = picked_colour(f)
        if colour < 0:
            super().choices(s, f, out)
        else:
            out.extend([self.block + answer for answer in self.answers(s, f, picked_hex(f), colour)])

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        colour = picked_colour(f)
        if colour < 0:
            super().choose(s, f, action)
        else:
            self.finish(s, picked_hex(f), colour, action - self.block)
            s.top = close(f + TIMES_ONE)


class ReplaceGood(PickThen):
    """Another colour in place of a good."""

    def __init__(self) -> None:
        super().__init__(COLOUR)

    def colours(self, s: Empyreal, hex: int) -> list[int]:
        return [c for c in s.kinds(hex) if self.others(s, c)]

    def others(self, s: Empyreal, colour: int) -> list[int]:
        return [c for c in range(COLOURS) if c != colour and s.stock[c]]

    def answers(self, s: Empyreal, f: int, hex: int, colour: int) -> list[int]:
        return self.others(s, colour)

    def finish(self, s: Empyreal, hex: int, colour: int, answer: int) -> None:
        s.place_good(answer, hex)
        s.return_good(colour, hex)

    def prompt(self, s: Empyreal, f: int) -> str:
        return "choose the good that replaces it" if picked_colour(f) >= 0 else super().prompt(s, f)

    def words(self) -> str:
        return "replace a good of your network by one of another colour from the supply"


class PullGood(PickThen):
    """Move a good into a hex of the network: from a hex beside it, or from any hex without a rival's train."""

    def __init__(self, anywhere: bool = False) -> None:
        super().__init__(HEX)
        self.anywhere: bool = anywhere

    def hexes(self, s: Empyreal, f: int) -> list[int]:
        seat = frame_seat(f)
        return [h for h in self.places(s, seat) if self.pulls(s, seat, h)]

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        seat = frame_seat(f)
        places = self.places(s, seat)
        for i in range(len(places)):
            if self.pulls(s, seat, places[i]):
                return ""
        return NO_GOOD

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

    def answers(self, s: Empyreal, f: int, hex: int, colour: int) -> list[int]:
        seat = frame_seat(f)
        if self.anywhere:
            return sorted([h for h in s.nets[seat] if h != hex])
        return [h for h in s.board.beside[hex] if s.has_car(seat, h)]

    def finish(self, s: Empyreal, hex: int, colour: int, answer: int) -> None:
        s.change_goods(colour, hex, -1)
        s.change_goods(colour, answer, 1)

    def prompt(self, s: Empyreal, f: int) -> str:
        if picked_colour(f) < 0:
            return super().prompt(s, f)
        return f"choose where the {GOODS[picked_colour(f)]} of {s.board.labels[picked_hex(f)]} goes"

    def words(self) -> str:
        if self.anywhere:
            return "move a good from any hex without a rival's train into your network"
        return "move a good from an adjacent hex into a hex of your network"


class PlaceGood(Pick):
    """A good from the supply onto the hex just built on: of that colour, or of any (-1)."""

    def __init__(self, colour: int = -1) -> None:
        super().__init__(COLOUR, NO_STOCK, limited=False)
        self.colour: int = colour

    def among(self, s: Empyreal, f: int, planned: int) -> list[int]:
        return [colour for colour in range(COLOURS) if s.stock[colour]]

    def asks(self, s: Empyreal, f: int) -> bool:
        return self.colour < 0 and tally(f) > 0 and super().asks(s, f)

    def chosen(self, s: Empyreal, f: int, thing: int) -> None:
        s.place_good(thing, picked_hex(f))

    def run(self, s: Empyreal, f: int) -> None:
        if self.colour >= 0 and tally(f) and s.stock[self.colour]:
            s.place_good(self.colour, picked_hex(f))

    def prompt(self, s: Empyreal, f: int) -> str:
        return f"choose the good to put on {s.board.labels[picked_hex(f)]}"

    def words(self) -> str:
        what = "any good" if self.colour < 0 else f"a {GOODS[self.colour]}"
        return f"put {what} from the supply there"


class Restock(Pick):
    """A good that matches the terrain onto a hex of the network without one, up to `most` times."""

    def __init__(self, most: int = 1) -> None:
        super().__init__(
            HEX,
            NO_STOCK,
            "choose a hex of your network for a good of its terrain",
            STOP if most > 1 else NONE,
            most,
            reading=often("put a good of its terrain from the supply on a hex of your network without goods", most),
        )

    def among(self, s: Empyreal, f: int, planned: int) -> list[int]:
        bare = [h for h in s.nets[frame_seat(f)] if s.ground[h] < WASTELAND and not s.any_good(h)]
        return sorted([h for h in bare if s.stock[s.ground[h]]])

    def chosen(self, s: Empyreal, f: int, thing: int) -> None:
        s.place_good(s.ground[thing], thing)


# deliveries


class Delivery(Detailed):
    """What the steps of a delivery share: how many goods at most (0: any number), and whether it is at the End."""

    def __init__(self, most: int = 0, at_end: bool = False) -> None:
        super().__init__(asking=True, limited=True)
        self.most: int = most
        self.at_end: bool = at_end

    def earned(self, s: Empyreal, seat: int, city: int, colour: int, n: int) -> list[int]:
        """The kinds of tiles of that colour in that city for which so many goods qualify."""
        if self.most == 1 or not n:
            return []
        reach = n + (1 if self.at_end and s.rules(seat) & ONE_MORE else 0)
        return sorted({tile for tile in s.demands[city] if colour_of(tile) == colour and goods_for(tile) <= reach})

    def tiles(self, s: Empyreal, f: int) -> list[int]:
        """Those that the goods collected so far earn."""
        return self.earned(s, frame_seat(f), to_city(f), of_colour(f), collected(f))

    def delivery(self, s: Empyreal, f: int) -> dict[str, object] | None:
        return {"city": to_city(f), "colour": of_colour(f), "n": collected(f)} if delivering(f) else None


class ChooseCity(Delivery):
    """Which city gets which goods: those of its own colour, or of a tile that was swapped into it."""

    def __init__(self, most: int = 0, at_end: bool = False, rule: int = 0) -> None:
        super().__init__(most, at_end)
        self.rule: int = rule  # only for who has this rule of a station master

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
            if colour_of(tiles[i]) == colour:
                return True
        return False

    def enough(self, s: Empyreal, seat: int, city: int, colour: int, n: int) -> bool:
        """Whether the goods can earn a tile of a colour that is not the city's."""
        most = min(n, self.most) if self.most else n
        return len(self.earned(s, seat, city, colour, most)) > 0

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        return "" if self.offers(s, frame_seat(f)) else NO_CITY

    def asks(self, s: Empyreal, f: int) -> bool:
        if self.rule and not s.rules(frame_seat(f)) & self.rule:
            return False
        found = self.offers(s, frame_seat(f))
        s.offer([*found, NO_DELIVERY])
        return len(found) > 0

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        out.extend(self.offers(s, frame_seat(f)))
        out.append(NO_DELIVERY)

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        if action == NO_DELIVERY:
            s.top = close(with_memo(f, 0))
            return
        city, colour = divmod(action - DELIVER, COLOURS)
        s.top = close(with_delivery(f, city, colour) + TIMES_ONE)

    def run(self, s: Empyreal, f: int) -> None:
        s.top = with_memo(s.top, 0)

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        if s.space.block(action).start != DELIVER:
            return ""
        city, colour = divmod(action - DELIVER, COLOURS)
        return NO_CITY if city == colour or not s.reached(frame_seat(f), city) else TOO_FEW

    def delivery(self, s: Empyreal, f: int) -> dict[str, object] | None:
        return None  # it has not begun

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
        return collected(f) > 0 and (to_city(f) == of_colour(f) or len(self.tiles(s, f)) > 0)

    def asks(self, s: Empyreal, f: int) -> bool:
        return delivering(f) and self.left(s, f) > 0

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        seat, colour = frame_seat(f), of_colour(f)
        if self.may_stop(s, f):
            out.append(STOP)
        left = self.left(s, f)
        if left > 1 and left == s.goods_in(seat, colour):
            out.append(COLLECT_ALL)
        cells = s.goods[colour]
        out.extend([GOOD + h for h in sorted([h for h in s.nets[seat] if cells[h]])])

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        seat, colour = frame_seat(f), of_colour(f)
        if action == STOP:
            s.top = close(f)
        elif action == COLLECT_ALL:
            for h in s.nets[seat]:
                while s.goods[colour][h]:
                    s.keep_good(seat, colour, h)
                    f = with_one_more(f)
            s.top = close(f + TIMES_ONE)
        else:
            s.keep_good(seat, colour, action - GOOD)
            s.top = with_one_more(f) + TIMES_ONE

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        if action == STOP:
            return EMPTY if to_city(f) == of_colour(f) else TOO_FEW
        return NO_GOOD if s.space.block(action).start == GOOD else ""

    def prompt(self, s: Empyreal, f: int) -> str:
        n = collected(f)
        what = f"collect {GOODS[of_colour(f)]} for the {TERRAINS[to_city(f)]} city"
        return f"{what}, {n} so far" if n else what


class TakeTile(Delivery):
    """A demand tile for which the delivery qualifies; one of a foreign colour must be taken."""

    def asks(self, s: Empyreal, f: int) -> bool:
        return delivering(f) and len(self.tiles(s, f)) > 0

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        out.extend([TILE + tile for tile in self.tiles(s, f)])
        if to_city(f) == of_colour(f):
            out.append(NO_TILE)

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        if action == NO_TILE:
            s.top = close(f)
            return
        s.win_tile(frame_seat(f), to_city(f), action - TILE)
        s.top = close(with_tile_taken(f) + TIMES_ONE)

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        return NO_SUCH_TILE if s.space.block(action).start in (TILE, NO_TILE) else ""

    def prompt(self, s: Empyreal, f: int) -> str:
        return "take a demand tile, or none" if to_city(f) == of_colour(f) else "take the demand tile"


class Deliver(Program):
    """A delivery of up to so many goods (0: any number); with `rule`, only for who has it from a station master."""

    def __init__(self, most: int = 0, at_end: bool = False, rule: int = 0) -> None:
        super().__init__([ChooseCity(most, at_end, rule), Collect(most, at_end), TakeTile(most, at_end)])


class DeliveryRewards(Delivery):
    """What rules of station masters add to a delivery at the End: mana, and two goods if no tile was taken."""

    def colours(self, s: Empyreal, seat: int) -> list[int]:
        return [city for city in range(COLOURS) if s.stock[city] > 1 and s.reached(seat, city)]

    def asks(self, s: Empyreal, f: int) -> bool:
        seat = frame_seat(f)
        if times(f) or not collected(f) or tile_taken(f) or not s.rules(seat) & TWO_GOODS:
            return False
        return len(self.colours(s, seat)) > 0

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        out.extend([COLOUR + colour for colour in self.colours(s, frame_seat(f))])

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
        return NO_CITY if s.space.block(action).start == COLOUR else ""

    def prompt(self, s: Empyreal, f: int) -> str:
        return "choose the colour of the two goods for your folio"


class ShiftTiles(PickTwo):
    """Swap two demand tiles of different cities, up to `most` times."""

    def __init__(self, most: int) -> None:
        reading = often("swap two demand tiles of different cities", most)
        claimed = "each keeps its colour and is earned by goods of that colour at its new city"
        super().__init__(SHIFT, NO_SWAP, SHIFT, NO_SWAP, most, f"{reading}; {claimed}")

    def tiles(self, s: Empyreal, but: int) -> list[int]:
        """Every kind of tile in every city but one."""
        cities = [city for city in range(COLOURS) if city != but]
        return [city * COLOURS * SIZES + tile for city in cities for tile in sorted(set(s.demands[city]))]

    def among(self, s: Empyreal, f: int) -> list[int]:
        return self.tiles(s, -1)

    def partners(self, s: Empyreal, f: int, thing: int) -> list[int]:
        return self.tiles(s, thing // (COLOURS * SIZES))

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        return "" if len([city for city in range(COLOURS) if s.demands[city]]) > 1 else NO_SWAP

    def chosen(self, s: Empyreal, f: int, thing: int, other: int) -> None:
        here, mine = divmod(thing, COLOURS * SIZES)
        there, theirs = divmod(other, COLOURS * SIZES)
        self.replace(s, here, mine, theirs)
        self.replace(s, there, theirs, mine)

    def replace(self, s: Empyreal, city: int, old: int, new: int) -> None:
        s.demands[city] = bytes(sorted(without(s.demands[city], old) + ONE[new]))

    def prompt(self, s: Empyreal, f: int) -> str:
        return "choose the tile to swap it with" if memo(f) else "choose a demand tile to swap, or stop"
