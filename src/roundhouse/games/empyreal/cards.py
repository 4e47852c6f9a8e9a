"""The cards of Empyreal, one line each: what a spellcar, a specialist or an award does."""

from __future__ import annotations

from typing import Final

from roundhouse.core.verbs import Either, Program
from roundhouse.games.empyreal.actions import CHOOSE
from roundhouse.games.empyreal.awards import (
    Award,
    CityCars,
    EdgeCars,
    Equipment,
    GoodsLeft,
    Groups,
    LargestGroup,
    SharedCars,
    TileColours,
    TilesOfColour,
)
from roundhouse.games.empyreal.cars import (
    CopyBeside,
    CopyMarket,
    Declare,
    DiscardCar,
    EachRival,
    GainCars,
    Resolve,
    Shunt,
)
from roundhouse.games.empyreal.goods import (
    Deliver,
    DoubleGood,
    PlaceGood,
    PullGood,
    ReplaceGood,
    Restock,
    ReturnBeside,
    ReturnGoods,
    ShiftTiles,
)
from roundhouse.games.empyreal.mana import GainMana, Pay, Recharge, Reclaim
from roundhouse.games.empyreal.staff import (
    CAPTAINS,
    ENGINEERS,
    CopyAbility,
    DrawMasters,
    KeepMaster,
    Recruit,
    Refresh,
    SwapStaff,
    UseNow,
)
from roundhouse.games.empyreal.state import (
    ACT_FIRST,
    BUILD_HOME,
    CITY_FREE,
    DELIVER_ONE,
    DELIVERY_MANA,
    EASY_MOVES,
    ENGINEER,
    EXTRA,
    FREE_CARS,
    FREE_MOVES,
    NO_COSTS,
    ONE_MORE,
    RECLAIMS,
    RIVAL_ONE,
    SECOND_FREE,
    SURVEYOR,
    TRANSFERS,
    TWICE,
    TWO_GOODS,
    WASTE_ONE,
)
from roundhouse.games.empyreal.track import (
    ANY,
    ANYWHERE,
    AROUND,
    AT,
    DESERT,
    EACH,
    EDGE,
    FOREST,
    FREE_CROSSING,
    FREE_RIVAL,
    GLACIER,
    HOME,
    LAKE,
    LAVA,
    MOUNTAIN,
    MUST,
    NEAR_CITY,
    NEAR_OBSTACLE,
    RIVALS,
    SAME,
    WASTES,
    Build,
    Centre,
    ClearCars,
    Gather,
    MoveCars,
    MoveFromThere,
    PlaceWasteland,
    SwapCars,
)
from roundhouse.games.empyreal.turn import Always, ThisTurn

HEARTWOOD: Final = 1


def either(*options: Program) -> Program:
    """One of several effects, at choice."""
    return Either(CHOOSE, *options)


# What activating a unique spellcar does.
UNIQUES: Final[dict[str, Program]] = {
    "arctic_shocker":      Build(GLACIER) + PlaceGood(),
    "car_bomb":            EachRival(DiscardCar()),
    "corruption_junction": PlaceWasteland() + GainMana(),
    "deep_one":            Build(MOUNTAIN, ANYWHERE),
    "flow_controller":     Reclaim(3),
    "follow_through":      Build(ANY | WASTES, RIVALS),
    "gilt_runner":         either(Recruit(), Refresh()),
    "horizon_chaser":      Build(ANY, EDGE),
    "the_hypetrain":       GainCars(2),
    "icecar":              ReturnGoods(1) + GainMana(1, after=True),
    "limited_express":     CopyBeside(),
    "liquid_purifier":     Build(LAKE) + GainMana(),
    "luxury_carriage":     either(Recruit(), GainCars()),
    "mana_surger":         GainMana(),
    "meditation_mecha":    GainCars(),
    "metro":               Build(ANY, NEAR_CITY),
    "mirror_box":          DoubleGood(),
    "pollinator":          PullGood(),
    "pollution_solution":  Build(WASTES, most=2),
    "refinery_car":        either(Recruit(), GainMana()),
    "reforester":          2 * (Build(FOREST) + PlaceGood(HEARTWOOD)),
    "science_car":         either(GainMana(), GainCars()),
    "searing_supplier":    Deliver(1),
    "spice_convoy":        Build(DESERT) + Refresh(ENGINEERS),
    "suburban_express":    Build(ANY, NEAR_OBSTACLE),
    "switching_station":   SwapCars(),
    "terraformer":         Build(WASTES) + PlaceGood(),
    "transformer":         CopyMarket(),
    "transmuter":          ReplaceGood(),
    "volcanic_vexxer":     Build(LAVA) + ReturnBeside(),
    "worldspanner":        Build(ANY, EACH, 2),
}  # fmt: skip


def common(kind: str, terrains: int) -> Program:
    """What activating a common spellcar does, by its kind and the terrains on it."""
    if kind == "two":
        return Build(terrains, EACH)
    if kind == "free_rival":
        return Build(terrains, FREE_RIVAL)
    if kind == "free_crossing":
        return Build(terrains, FREE_CROSSING)
    return Build(terrains) + Reclaim(1) if kind == "reclaim" else Build(terrains)


# The one car on each folio that is not a plain build.
COMPANY_CARS: Final[dict[str, Program]] = {
    "golden_sands_car": GainCars(),
    "caterpillar_car":  Build(ANY),
    "afterworld_car":   PullGood(),
    "kings_line_car":   GainMana(),
    "kerigan_car":      either(Recruit(), Refresh()),
    "gesselheim_car":   PlaceWasteland() + Build(WASTES, AT),
}  # fmt: skip

SPECIALISTS: Final[dict[str, Program]] = {
    # captains
    "seth_cremmul":           ThisTurn(FREE_CARS | NO_COSTS),
    "marcinae_ayle_shorec":   ReturnGoods(1) + MoveFromThere(),
    "dolores_malephaise":     Pay(1) + PullGood(anywhere=True),
    "runika_zenanen":         Reclaim(5),
    "rayleigh_kerigan":       ThisTurn(FREE_MOVES),
    "bartok_kulle":           either(Build(WASTES), PlaceWasteland(keep=True)),
    "irialandradayamorella":  Pay(1) + either(Recruit(), Build(ANY, NEAR_CITY)),
    "trias_blackwind":        either(Build(ANY, HOME), Refresh(ENGINEERS)),
    # engineers
    "adelaide_chivers":       GainCars(),
    "aerlion":                PlaceWasteland(crossing=True),
    "arret_draamivaar":       CopyAbility(ENGINEER),
    "candide_malephaise":     Build(ANY | WASTES, RIVALS),
    "daedalus_khimsey":       Deliver(1),
    "eloi_klaus":             ThisTurn(FREE_CARS | RECLAIMS),
    "garek_tesias":           Shunt(),
    "irion_juiz":             Pay(1) + MoveCars(),
    "lixis_ran_kanda":        Restock(),
    "luc_von_gott":           Pay(1) + GainMana(),
    "malandrax_mecchi":       Pay(1) + PullGood(),
    "manch":                  Pay(1) + Refresh(CAPTAINS),
    "orman_kaspar":           Reclaim(3),
    "rixia_van_sorrel":       Pay(1) + DoubleGood(),
    "sarafina_vanedran":      ThisTurn(NO_COSTS),
    "uumi_nuoc":              Pay(1) + CopyMarket(once=True),
    "wendy_thristle":         ThisTurn(TRANSFERS),
    # surveyors
    "aella_ivaline_oranhei":  DrawMasters(3) + KeepMaster(),
    "almir_nol_kanda":        Restock(3),
    "anya_southwind":         MoveCars(4),
    "ariel_malephaise":       ClearCars(),
    "cin_atalar":             Gather(),
    "doc_silnan":             CopyAbility(SURVEYOR),
    "eirene_lemina_kobor":    ThisTurn(EXTRA),
    "hikaru_sorayama":        Recharge(2),
    "hydeart_burnstein":      Build(ANY, SAME, 4),
    "john_strong_stevenson":  Build(ANY, most=3),
    "lyal_kerigan":           Deliver(4),
    "milton_barts":           GainCars(2) + Declare(gained=True) + Resolve(gained=True),
    "mindra_dirac":           Centre() + Build(ANY, AROUND, 6),
    "ran_ugobia":             Refresh(must=False) + UseNow(),
    "telemyr":                SwapStaff(),
    "wardlaw_obrien":         ShiftTiles(2),
    "welsie_acktern":         Build(ANY, ANYWHERE) + Build(ANY, HOME | AROUND),
    # station masters
    "antine_frass":           Always(CITY_FREE),
    "clive_melmont":          Reclaim(1, due=True),
    "dareios_kuel":           ReturnGoods(2) + GainMana(1, after=True),
    "feylana_chorgitz":       Pay(1) + ReturnGoods(1) + Refresh(ENGINEERS),
    "hai_of_noirwood":        Always(ONE_MORE),
    "irini_grenhart":         Always(RIVAL_ONE),
    "levine_casterlie":       Always(SECOND_FREE),
    "leto_fulgore":           Always(DELIVERY_MANA),
    "lucca_turlotte":         Pay(2) + ReturnGoods(2) + Refresh(CAPTAINS),
    "nicomedes_ansige":       Always(DELIVER_ONE),
    "peril":                  Always(ACT_FIRST),
    "sanathes_danah":         Always(WASTE_ONE),
    "simon_la_faucheuse":     Always(EASY_MOVES),
    "tegusgan":               Pay(2) + ReturnGoods(2) + Build(ANY, MUST),
    "tzart_kargan":           Always(BUILD_HOME),
    "viona_larone":           Always(TWICE),
    "voco_astrum":            Always(TWO_GOODS),
}  # fmt: skip

AWARDS: Final[dict[str, Award]] = {
    "branch_office":  Groups("most separate groups of trains"),
    "cache":          GoodsLeft("most goods left in the network"),
    "conglomerate":   LargestGroup("largest single group of trains"),
    "cosmopolitan":   CityCars("most trains next to cities"),
    "diversity":      TileColours("most colours among the demand tiles"),
    "drive_by":       CityCars("fewest trains next to cities, but at least one", fewest=True),
    "edge_lord":      EdgeCars("most trains along the edge of the map"),
    "focus":          TilesOfColour("most demand tiles of one colour"),
    "second_opinion": SharedCars("most trains on hexes with a rival's train", seats=3),
    "technologist":   Equipment("most specialists, spellcar tiles and mana in all; printed cars do not count"),
}  # fmt: skip
