"""Small Railroad Empires as bots that learn see it: features of a seat's position, kinds and traits of actions."""

from __future__ import annotations

from typing import Final

from roundhouse.core.heuristics import Heuristics
from roundhouse.core.native import i64, vec
from roundhouse.core.verbs import position, times
from roundhouse.games.empires.actions import (
    BUY,
    CITY,
    CLAIM,
    FEATS,
    FORM_BITS,
    LAY,
    LINE,
    NO_BUY,
    NO_CLAIM,
    NO_SEND,
    PLAY,
    REVEALS,
    ROUTE,
    SEND,
    START,
    STOP,
)
from roundhouse.games.empires.board import TOWN, WORKS
from roundhouse.games.empires.delivery import line_colours, line_length, line_of, sent
from roundhouse.games.empires.feats import ALL_COLOURS
from roundhouse.games.empires.outlook import (
    FAR,
    Chart,
    Outlook,
    around,
    bits,
    plan_card,
    plan_city,
    plan_good,
    plan_lacks,
    plan_length,
    plan_lies,
    plan_worth,
)
from roundhouse.games.empires.state import CARD, FEWER_DELIVERIES, LAST_TO_SEND, NEW_LINKS, SEATS_IN, Empires

# What the features are, in their order; after these, for each achievement that is played for and not yet claimed, how
# near it is, whether it is met, the time that is left for it, and how many chances more than it needs.
NAMES: Final = (
    "one",
    "time",
    "time squared",
    "score",
    "lead",
    "lead late",
    "prestige lead",
    "behind: third track",
    "locked",
    "locked, time",
    "money",
    "money, time",
    "money up to 3",
    "money up to 3, time",
    "no money, time",
    "money, late",
    "own turn",
    "still to send",
    "turns until its own",
    "tracks due",
    "trains left",
    "sends left",
    "spare trains",
    "hand",
    "hand, time",
    "empty hand",
    "first plan",
    "second plan",
    "third plan",
    "fourth plan",
    "fifth and sixth plan",
    "seventh and eighth plan",
    "plans",
    "plans that lack nothing",
    "plans that lack up to 2",
    "plans that lack up to 4",
    "tracks that plans lack",
    "sends without a plan",
    "best that lacks nothing",
    "next that lacks nothing",
    "best to come soon",
    "next to come soon",
    "no delivery soon",
    "prestige of plans",
    "money of plans",
    "cards of plans",
    "goods at hand",
    "cities at hand",
    "cities within 2",
    "contract open",
    "contract near",
    "contract open, late",
    "longest line",
    "colours of a line",
    "stars beside",
    "stars two away",
    "spaces",
    "frontier",
    "parts",
    "works",
    "cities to serve",
    "points until goods are made",
    "no more goods are made",
    "opening, early",
    "cost of room beside",
    "cheap room beside",
    "rivals in wanted cities",
    "claims left, time",
    "worth of claims met",
    "worth of claims begun",
    "plans that can be done",
    "worth of what can be done",
    "sends that come to nothing",
    "price of plans",
    "price of the first plan",
    "money that plans lack",
    "plans with one place left",
)
HEAD: Final = len(NAMES)
PER_FEAT: Final = 4
SIZE: Final = HEAD + PER_FEAT * FEATS

# Kinds of actions.
LAY_AT: Final = 0  # by ground
THIRD_AT: Final = 7  # a third track, by ground
K_ROUTE: Final = 14
K_THIRD_ROUTE: Final = 15
K_STOP: Final = 16
K_SEND: Final = 17
K_NO_SEND: Final = 18
K_CITY: Final = 19
K_CLAIM: Final = 20  # by achievement
K_NO_CLAIM: Final = 30
K_BUY: Final = 31  # by slot
K_NO_BUY: Final = 34
K_START: Final = 35
K_PLAY: Final = 36
K_REVEAL: Final = 37
K_LINE: Final = 38
KINDS: Final = 39
TRAITS: Final = 20


class EmpiresHeuristics(Heuristics[Empires]):
    """What Small Railroad Empires tells bots. Outlooks are kept as long as they fit what is asked about."""

    def __init__(self) -> None:
        super().__init__(version=1, features=SIZE, kinds=KINDS, traits=TRAITS, scale=600, wide=0.7)
        self.charts: dict[bytes, Chart] = {}
        self.chart: Chart | None = None
        self.kept: list[Outlook | None] = [None] * 4

    def variant(self, s: Empires) -> str:
        return "new-links" if s.switches & NEW_LINKS else ""

    def chart_of(self, s: Empires) -> Chart:
        """The chart of this country, made once."""
        chart = self.chart
        if chart is not None and chart.board is s.board and chart.box is s.box:
            return chart
        key = s.tiles + s.rotations
        chart = self.charts.get(key)
        if chart is None or chart.board is not s.board or chart.box is not s.box:
            chart = Chart(s.box, s.board)
            self.charts[key] = chart
        self.chart = chart
        return chart

    def outlook(self, s: Empires, seat: int) -> Outlook:
        """What a seat can come to deliver."""
        found = self.kept[seat]
        if found is not None and found.fits(s):
            return found
        found = Outlook(s, seat, self.chart_of(s))
        self.kept[seat] = found
        return found

    # positions

    def features(self, s: Empires, seat: int, x: vec[float]) -> None:
        i: i64
        for i in range(SIZE):
            x[i] = 0.0
        o = self.outlook(s, seat)
        t = float(o.turns) * 0.1
        self.standing(s, seat, t, x)
        if s.over:
            return
        self.means(s, seat, o, t, x)
        self.deliveries(s, seat, o, t, x)
        self.country(s, seat, o, t, x)
        self.achievements(s, seat, o, t, x)

    def standing(self, s: Empires, seat: int, t: float, x: vec[float]) -> None:
        """Points and time."""
        own = points(s, seat)
        best = -99
        ahead = -99
        i: int
        for i in range(s.seats):
            if i != seat:
                best = max(best, points(s, i))
                ahead = max(ahead, s.prestige[i])
        lead = 0.1 * float(own - best)
        x[0] = 1.0
        x[1] = t
        x[2] = t * t
        x[3] = 0.05 * float(own)
        x[4] = lead
        x[5] = lead * (1.0 - t)
        x[6] = 0.1 * float(s.prestige[seat] - ahead)
        if s.prestige[seat] < ahead and s.locked[seat]:
            x[7] = 0.5 * float(s.locked[seat])

    def means(self, s: Empires, seat: int, o: Outlook, t: float, x: vec[float]) -> None:
        """Money, trains and cards."""
        locked = 0.5 * float(s.locked[seat])
        x[8] = locked
        x[9] = locked * t
        money = s.money[seat]
        some = float(min(money, 3)) / 3.0
        x[10] = float(money) / 9.0
        x[11] = x[10] * t
        x[12] = some
        x[13] = some * t
        if money == 0:
            x[14] = t
        x[15] = x[10] * (1.0 - t)
        if s.seat == seat:
            x[16] = 1.0
        if o.now:
            x[17] = 1.0
        x[18] = float((seat - s.seat) % s.seats) * 0.25
        x[19] = float(o.due) * 0.5
        left = s.trains_left(seat)
        x[20] = float(left) * 0.125
        x[21] = float(o.sends) * 0.125
        x[22] = float(left - o.sends) * 0.125
        hand = float(len(s.hands[seat])) / 3.0
        x[23] = hand
        x[24] = hand * t
        if not s.hands[seat]:
            x[25] = 1.0

    def deliveries(self, s: Empires, seat: int, o: Outlook, t: float, x: vec[float]) -> None:
        """The plans chosen, and what is at hand among all."""
        box = s.box
        total: i64 = 0
        lack: i64 = 0
        none: i64 = 0
        two: i64 = 0
        four: i64 = 0
        prestige: i64 = 0
        money: i64 = 0
        cards: i64 = 0
        rivals: i64 = 0
        price: i64 = 0
        scarce: i64 = 0
        i: i64
        plan: i64
        worth: i64
        lacks: i64
        length: i64
        city: i64
        for i in range(o.picked):
            plan = o.picks[i]
            worth = plan_worth(plan)
            lacks = plan_lacks(plan)
            total += worth
            if i < 4:
                x[26 + i] = float(worth) * 0.002
            elif i < 6:
                x[30] = x[30] + float(worth) * 0.002
            else:
                x[31] = x[31] + float(worth) * 0.002
            lack += lacks
            if lacks == 0 and plan_lies(plan):
                none += 1
            if lacks <= 2:
                two += 1
            if lacks <= 4:
                four += 1
            length = plan_length(plan)
            prestige += box.line_prestige[length]
            money += box.line_money[length]
            cards += plan_card(plan)
            city = s.board.city[plan_city(plan)]
            money += o.chart.city_bonus[SEATS_IN[s.trains[city]]]
            price += o.price[i]
            if s.trains[city]:
                rivals += 1
            if o.index[city] < 0 and SEATS_IN[s.there(city)] == box.per_space - 1:
                scarce += 1
        x[32] = float(total) * 0.0005
        x[33] = float(none) * 0.25
        x[34] = float(two) * 0.25
        x[35] = float(four) * 0.125
        x[36] = float(lack) * 0.1
        x[37] = float(o.sends - o.picked) * 0.25 if o.sends > o.picked else 0.0
        best: i64 = 0
        good: i64 = 0
        goods: i64 = 0
        cities: i64 = 0
        wide: i64 = 0
        for i in range(o.count):
            plan = o.plans[i]
            if not plan_lies(plan):
                continue
            lacks = plan_lacks(plan)
            if lacks == 0:
                goods |= 1 << plan_good(plan)
                cities |= 1 << plan_city(plan)
            if lacks <= 2:
                wide |= 1 << plan_city(plan)
        self.best_two(o, 0, 38, x)
        self.best_two(o, o.soon, 40, x)
        if x[40] == 0.0:
            x[42] = 1.0
        x[43] = float(prestige) * 0.05
        x[44] = float(money) * 0.05
        x[45] = float(cards) * 0.0625
        x[46] = float(bits(goods)) * 0.2
        x[47] = float(bits(cities)) * 0.2
        x[48] = float(bits(wide)) * 0.125
        if not s.revealed[seat] and s.contracts:
            x[49] = 1.0
            factory: i64 = box.contract_factory[s.contracts[seat]]
            best = FAR + 1
            for i in range(o.count):
                if plan_good(o.plans[i]) >> 1 == factory:
                    best = min(best, plan_lacks(o.plans[i]))
            good = FAR + 1 - best
            x[50] = float(good) / 6.0
            x[51] = 1.0 - t
        x[52] = float(o.longest) * 0.1
        x[53] = float(o.crossed) * 0.25
        x[66] = float(rivals) * 0.25
        x[70] = float(o.doable) * 0.125
        x[71] = float(o.gained) * 0.0005
        x[72] = float(o.sends - o.doable) * 0.125
        x[73] = float(price) * 0.1
        x[74] = float(o.price[0]) * 0.2
        x[75] = float(max(0, price - s.money[seat])) * 0.1
        x[76] = float(scarce) * 0.25

    def best_two(self, o: Outlook, most: i64, at: i64, x: vec[float]) -> None:
        """The best plan whose good lies there and which lacks at most so many tracks, and the next with neither."""
        first: i64 = 0
        second: i64 = 0
        i: i64
        plan: i64
        plans = o.plans
        for i in range(o.count):
            plan = plans[i]
            if plan > first and plan_lacks(plan) <= most and plan_lies(plan):
                first = plan
        if first == 0:
            return
        good: i64 = plan_good(first)
        city: i64 = plan_city(first)
        for i in range(o.count):
            plan = plans[i]
            if plan > second and plan_lacks(plan) <= most and plan_lies(plan):
                if plan_good(plan) != good and plan_city(plan) != city:
                    second = plan
        x[at] = float(plan_worth(first)) * 0.002
        x[at + 1] = float(plan_worth(second)) * 0.002

    def country(self, s: Empires, seat: int, o: Outlook, t: float, x: vec[float]) -> None:
        """Stars, the network and what is around it."""
        board = s.board
        chart = o.chart
        ring_low, ring_high = around(o.own_low, o.own_high, chart.stride)
        ring_low &= o.free_low
        ring_high &= o.free_high
        next_low, next_high = around(ring_low, ring_high, chart.stride)
        next_low &= o.open_low & ~ring_low
        next_high &= o.open_high & ~ring_high
        stars = board.stars
        i: i64
        h: i64
        one: i64 = 0
        two: i64 = 0
        for i in range(len(stars)):
            h = stars[i]
            if (ring_low & o.open_low & chart.low[h]) | (ring_high & o.open_high & chart.high[h]):
                one += 1
            elif (next_low & chart.low[h]) | (next_high & chart.high[h]):
                two += 1
        if o.turns or o.due:
            x[54] = float(one) * 0.5
            x[55] = float(two) * 0.5
        net = s.nets[seat]
        near = s.frontiers[seat]
        x[56] = float(len(net)) * 0.05
        x[57] = float(len(near)) * 0.05 * t
        x[58] = float(o.parts) * 0.25
        works: i64 = 0
        towns: i64 = 0
        own: i64 = 1
        own <<= seat
        ground = board.ground
        tracks = s.tracks
        for i in range(len(net)):
            h = net[i]
            if ground[h] == WORKS:
                works += 1
            elif ground[h] == TOWN and tracks[h] & own:
                towns += 1
        x[59] = float(works) * 0.2
        x[60] = float(towns) * 0.25
        spaces = s.box.production
        if s.produced < len(spaces):
            x[61] = 0.2 * float(spaces[s.produced] - o.most)
        else:
            x[62] = 1.0
        if net and t > 0.5:
            start: i64 = board.place[net[0]]
            x[63] = float(chart.opening[start]) * 0.001 * (2.0 * t - 1.0)
        price: i64 = 0
        cheap: i64 = 0
        room: i64 = 0
        costs = board.cost
        for i in range(len(near)):
            h = near[i]
            if (o.free_low & chart.low[h]) | (o.free_high & chart.high[h]):
                room += 1
                price += costs[h]
                if costs[h] == 0:
                    cheap += 1
        if room:
            x[64] = float(price) / float(room) * 0.5 * t
        x[65] = float(cheap) * 0.25 * t

    def achievements(self, s: Empires, seat: int, o: Outlook, t: float, x: vec[float]) -> None:
        """Those played for."""
        box = s.box
        chart = o.chart
        fewer = s.switches & FEWER_DELIVERIES != 0
        left = 0
        met = 0
        begun = 0.0
        tracks = float(o.due + o.turns * box.tracks_per_turn)
        sends = float(o.sends)
        for i in range(len(s.feats)):
            feat = s.feats[i]
            if s.claimed(seat, feat):
                continue
            asked = box.feats[feat]
            need = asked.need(fewer)
            count = asked.count(s, seat, feat)
            worth = s.claim_worth(feat)
            left += worth
            at = HEAD + feat * PER_FEAT
            if count >= need:
                x[at + 1] = 1.0
                met += worth
                continue
            has = float(count)
            most = float(need)
            chances = sends
            if asked.length:
                has = min(most - 1.0, float(o.longest)) if o.longest < need else most - 0.5
            elif chart.crossing_asked[feat]:
                has = 0.2 * float(o.crossed)
            elif chart.several_asked[feat]:
                has = float(self.liveries(s, seat, False))
                chances = sends - most + float(count) + has
                has = 0.5 * (has + float(count))
            elif chart.same_asked[feat]:
                has = float(self.liveries(s, seat, True))
                chances = sends - most + float(count) + has
                has = 0.5 * (has + float(count))
            elif chart.ground_asked[feat]:
                chances = tracks * 0.5
            share = has / most
            x[at] = share * share
            x[at + 2] = t
            room = 0.25 * (chances - most + has)
            x[at + 3] = max(-1.0, min(1.0, room))
            if room > -0.2:
                begun += share * share * float(worth)
        x[67] = float(left) * 0.1 * t
        x[68] = float(met) * 0.2
        x[69] = begun * 0.2

    def liveries(self, s: Empires, seat: int, same: bool) -> i64:
        """How many colours the cards played and in hand have, or the most of one colour among them."""
        colours = s.box.colours
        counts: i64 = 0
        i: i64
        cards = s.played[seat]
        one: i64
        for i in range(len(cards)):
            one = 1
            counts += one << (8 * colours[cards[i]])
        cards = s.hands[seat]
        for i in range(len(cards)):
            one = 1
            counts += one << (8 * colours[cards[i] & CARD])
        several: i64 = 0
        most: i64 = 0
        while counts:
            n: i64 = counts & 255
            if n:
                several += 1
            if n > most:
                most = n
            counts >>= 8
        return most if same else several

    # actions

    def kind(self, s: Empires, action: int) -> int:
        if action < ROUTE:
            return (THIRD_AT if third(s) else LAY_AT) + s.board.ground[action - LAY]
        if action < STOP:
            return K_THIRD_ROUTE if third(s) else K_ROUTE
        if action < CITY:
            return K_STOP if action == STOP else K_NO_SEND if action == NO_SEND else K_SEND
        if action < BUY:
            return K_CITY if action < CLAIM else K_NO_CLAIM if action == NO_CLAIM else K_CLAIM + action - CLAIM
        if action < START:
            return K_NO_BUY if action == NO_BUY else K_BUY + action - BUY
        if action < PLAY:
            return K_START
        if action < LINE:
            return K_REVEAL if (action - PLAY) & REVEALS else K_PLAY
        return K_LINE

    def describe(self, s: Empires, seat: int, action: int, y: vec[float]) -> None:
        i: i64
        for i in range(TRAITS):
            y[i] = 0.0
        if action < STOP:
            self.describe_lay(s, seat, action, y)
        elif SEND <= action < NO_SEND:
            self.describe_send(s, seat, action - SEND, -1, y)
        elif CITY <= action < CLAIM:
            self.describe_send(s, seat, sent(s.top), action - CITY, y)
        elif CLAIM <= action < NO_CLAIM:
            y[0] = 0.2 * float(s.claim_worth(action - CLAIM))
        elif BUY <= action < NO_BUY:
            slot = action - BUY
            price = s.box.market[slot]
            y[0] = float(price) * 0.5
            y[1] = float(max(0, s.loans_for(seat, price)))
            self.describe_card(s, seat, s.market[slot], 2, y)
        elif START <= action < PLAY:
            o = self.outlook(s, seat)
            y[0] = 0.001 * float(o.chart.opening[action - START])
            if s.box.contract_factory[s.contracts[seat]] == action - START:
                y[1] = 1.0
        elif PLAY <= action < LINE:
            self.describe_play(s, seat, action - PLAY, y)
        elif action >= LINE:
            self.describe_line(s, seat, action - LINE, y)

    def describe_lay(self, s: Empires, seat: int, action: int, y: vec[float]) -> None:
        """A track: what it costs and what it brings nearer."""
        board = s.board
        hex = board.factory[action - ROUTE] if action >= ROUTE else action - LAY
        price = s.box.new_route if action >= ROUTE else board.cost[hex]
        price += s.rent(hex)
        if third(s):
            price += s.extra(seat)
        y[0] = float(price) / 3.0
        y[1] = float(max(0, s.loans_for(seat, price)))
        y[2] = float(s.star(hex))
        o = self.outlook(s, seat)
        low: i64 = o.chart.low[hex]
        high: i64 = o.chart.high[hex]
        i: i64
        worth: i64
        nearer: i64 = 0
        done: i64 = 0
        soon: i64 = 0
        lies: i64 = 0
        for i in range(o.picked):
            if (o.way_low[i] & low) | (o.way_high[i] & high):
                worth = plan_worth(o.picks[i])
                nearer += worth
                if i < 3:
                    y[3 + i] = 1.0
                if plan_lacks(o.picks[i]) == 1:
                    done = max(done, worth)
                if plan_lacks(o.picks[i]) <= o.soon:
                    soon = max(soon, worth)
                    if plan_lies(o.picks[i]):
                        lies = max(lies, worth)
        y[6] = float(nearer) * 0.001
        y[7] = float(done) * 0.002
        y[8] = float(soon) * 0.002
        y[9] = float(lies) * 0.002
        y[10] = 1.0 if nearer == 0 else 0.0
        there: i64 = s.there(hex)
        if there:
            y[11] = 1.0
        own: i64 = 1
        own <<= seat
        near = board.beside[hex]
        fresh: i64 = 0
        towns: i64 = 0
        for i in range(len(near)):
            if s.there(near[i]) & own == 0:
                fresh += 1
                if board.ground[near[i]] >= WORKS:
                    towns += 1
        y[12] = float(fresh) * 0.2
        y[13] = float(towns) * 0.5
        y[14] = float(6 - fresh) * 0.2 if fresh < len(near) else 0.0
        for k in range(len(s.feats)):
            feat = s.feats[k]
            if o.chart.ground_asked[feat] & board.colours[hex] and not s.claimed(seat, feat):
                asked = s.box.feats[feat]
                if asked.count(s, seat, feat) < asked.n:
                    y[15] = 1.0

    def describe_send(self, s: Empires, seat: int, thing: i64, city: i64, y: vec[float]) -> None:
        """A delivery, or the best of a good: what it brings."""
        o = self.outlook(s, seat)
        best: i64 = 0
        first: i64 = 0
        ways: i64 = 0
        plan: i64
        i: i64
        for i in range(o.count):
            plan = o.plans[i]
            if plan_lacks(plan) == 0 and plan_good(plan) == thing:
                ways += 1
                if plan > best and (city < 0 or plan_city(plan) == city):
                    best = plan
        for i in range(o.picked):
            if o.picks[i] == best:
                y[0] = 1.0
                if i == 0:
                    y[1] = 1.0
        first = s.board.city[plan_city(best)] if best else 0
        length = int(plan_length(best))
        y[2] = float(plan_worth(best)) * 0.002
        y[3] = float(s.box.line_prestige[length]) * 0.4
        y[4] = float(plan_card(best)) * 0.5
        y[5] = float(length) * 0.1
        y[6] = float(s.box.city_bonus[SEATS_IN[s.trains[first]]]) * 0.5 if best else 0.0
        if not s.revealed[seat] and s.box.contract_factory[s.contracts[seat]] == thing >> 1:
            y[7] = 1.0
        y[8] = float(ways) * 0.25
        y[9] = self.length_asked(s, seat, length)

    def length_asked(self, s: Empires, seat: int, length: int) -> float:
        """What a line of that length brings by achievements."""
        total = 0
        for i in range(len(s.feats)):
            feat = s.feats[i]
            asked = s.box.feats[feat].length
            if asked and s.longest[seat] < asked <= length and not s.claimed(seat, feat):
                total += s.claim_worth(feat)
        return 0.2 * float(total)

    def describe_line(self, s: Empires, seat: int, line: int, y: vec[float]) -> None:
        """A line: its length, its colours, whether a card fits."""
        length = line_length(line)
        colours = line_colours(line)
        y[0] = float(s.box.line_prestige[length]) * 0.4
        y[1] = float(s.box.line_money[length]) * 0.5
        y[2] = float(length) * 0.1
        y[3] = float(SEATS_IN[colours]) * 0.25
        good = s.good(sent(s.top))
        hand = s.hands[seat]
        for i in range(len(hand)):
            if s.box.conditions[hand[i] & CARD].met(good, colours, length):
                y[4] = y[4] + 0.5
        if y[4] > 0.0:
            y[5] = 1.0
        y[6] = self.length_asked(s, seat, length)
        if colours == ALL_COLOURS and not s.scenic[seat]:
            chart = self.chart_of(s)
            for i in range(len(s.feats)):
                if chart.crossing_asked[s.feats[i]] and not s.claimed(seat, s.feats[i]):
                    y[7] = 1.0

    def describe_play(self, s: Empires, seat: int, play: int, y: vec[float]) -> None:
        """A train card played: what it brings now, and what it could bring later."""
        card = play >> FORM_BITS
        line = line_of(s.top)
        if s.box.conditions[card].met(s.good(sent(s.top)), line_colours(line), line_length(line)):
            y[0] = 1.0
        self.describe_card(s, seat, card, 2, y)
        if play & REVEALS:
            y[1] = 1.0

    def describe_card(self, s: Empires, seat: int, card: int, at: int, y: vec[float]) -> None:
        """A train card: which of the plans it fits, and its colour for the achievements that ask for colours."""
        o = self.outlook(s, seat)
        asked = s.box.conditions[card]
        fits: i64 = 0
        i: i64
        for i in range(o.picked):
            plan: i64 = o.picks[i]
            if asked.good >= 0:
                if asked.good == s.good(plan_good(plan)):
                    fits += 1
            elif asked.length:
                if plan_length(plan) >= asked.length:
                    fits += 1
        y[at] = float(fits) * 0.25
        if fits:
            y[at + 1] = 1.0
        if asked.good >= 0:
            y[at + 2] = 1.0
        elif asked.length:
            y[at + 3] = 1.0
        else:
            y[at + 4] = float(SEATS_IN[asked.colours])
        same = 0
        played = s.played[seat]
        for i in range(len(played)):
            if s.box.colours[played[i]] == s.box.colours[card]:
                same += 1
        alike = 0
        hand = s.hands[seat]
        for i in range(len(hand)):
            if s.box.colours[hand[i] & CARD] == s.box.colours[card]:
                alike += 1
        for k in range(len(s.feats)):
            feat = s.feats[k]
            if s.claimed(seat, feat):
                continue
            if o.chart.several_asked[feat] and same == 0:
                y[at + 5] = 1.0
                if alike == 0:
                    y[at + 6] = 1.0
            elif o.chart.same_asked[feat]:
                y[at + 7] = float(same) / 3.0
                y[at + 8] = float(same + alike) / 3.0

    def weight(self, s: Empires, action: int) -> int:
        if action in (NO_SEND, NO_CLAIM, STOP):
            return 1
        return 40 if SEND <= action < BUY else 4

    def settled(self, s: Empires) -> bool:
        if s.over or not s.turn:
            return True
        return not s.below and not s.laid and times(s.top) == 0 and position(s.top) <= LAST_TO_SEND

    def opening(self, s: Empires) -> bool:
        return s.turn <= s.seats

    def obvious(self, s: Empires, options: list[int]) -> int:
        """What can be claimed is claimed, for it costs nothing: after others all of it, and first the only one."""
        if options[-1] != NO_CLAIM:
            return -1
        first = -1
        firsts = 0
        for action in options:
            if action == NO_CLAIM:
                break
            if s.firsts[action - CLAIM]:
                return action
            first = action
            firsts += 1
        return first if firsts == 1 else -1

    def commutes(self, first: int, then: int) -> bool:
        return first < STOP and then < STOP


def third(s: Empires) -> bool:
    """Whether a track laid now is the one from the player board."""
    return times(s.top) >= s.box.tracks_per_turn or (times(s.top) > 0 and s.supply[s.seat] == 0)


def points(s: Empires, seat: int) -> int:
    """The score of a seat."""
    return s.prestige[seat] + s.feat_points(seat) - s.loan_points(seat) + s.passenger_points(seat)
