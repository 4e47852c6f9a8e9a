"""The cards of Empyreal, one line each: what a spellcar, a specialist or an award does."""

from __future__ import annotations

from typing import Final

from roundhouse.core.verbs import Program
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
    DiscardCar,
    EachRival,
    GainCars,
    Shunt,
    activate_gained,
)
from roundhouse.games.empyreal.goods import (
    DoubleGood,
    PlaceGood,
    PullGood,
    ReplaceGood,
    Restock,
    ReturnBeside,
    ReturnGoods,
    deliver,
)
from roundhouse.games.empyreal.staff import (
    CAPTAINS,
    ENGINEERS,
    Recruit,
    SwapStaff,
    copy_engineer,
    copy_surveyor,
    draw_masters,
    refresh,
    use_now,
)
from roundhouse.games.empyreal.state import (
    ACT_FIRST,
    BUILD_HOME,
    CITY_FREE,
    DELIVER_ONE,
    DELIVERY_MANA,
    EASY_MOVES,
    FREE_CARS,
    FREE_MOVES,
    NO_COSTS,
    ONE_MORE,
    RECLAIM_ONE,
    RIVAL_ONE,
    SECOND_FREE,
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
    MoveCars,
    MoveFromThere,
    PlaceWasteland,
    SwapCars,
    build,
    build_all,
    centre,
    clear_cars,
    gather,
)
from roundhouse.games.empyreal.verbs import (
    GainMana,
    Pay,
    Recharge,
    Reclaim,
    ShiftTiles,
    always,
    either,
    extra_turn,
    free_cars_reclaim,
    free_transfer,
    this_turn,
)

HEARTWOOD: Final = 1

# What activating a unique spellcar does.
UNIQUES: Final[dict[str, Program]] = {
    "arctic_shocker":      build(GLACIER) + PlaceGood(),
    "car_bomb":            EachRival(DiscardCar()),
    "corruption_junction": PlaceWasteland() + GainMana(),
    "deep_one":            build(MOUNTAIN, ANYWHERE),
    "flow_controller":     Reclaim(3),
    "follow_through":      build(ANY | WASTES, RIVALS),
    "gilt_runner":         either(Recruit(), refresh(CAPTAINS | ENGINEERS)),
    "horizon_chaser":      build(ANY, EDGE),
    "the_hypetrain":       GainCars(2),
    "icecar":              ReturnGoods(1) + GainMana(1, after=True),
    "limited_express":     CopyBeside(),
    "liquid_purifier":     build(LAKE) + GainMana(),
    "luxury_carriage":     either(Recruit(), GainCars()),
    "mana_surger":         GainMana(),
    "meditation_mecha":    GainCars(),
    "metro":               build(ANY, NEAR_CITY),
    "mirror_box":          DoubleGood(),
    "pollinator":          PullGood(),
    "pollution_solution":  build(WASTES, 0, 2),
    "refinery_car":        either(Recruit(), GainMana()),
    "reforester":          2 * (build(FOREST) + PlaceGood(HEARTWOOD)),
    "science_car":         either(GainMana(), GainCars()),
    "searing_supplier":    deliver(1),
    "spice_convoy":        build(DESERT) + refresh(ENGINEERS),
    "suburban_express":    build(ANY, NEAR_OBSTACLE),
    "switching_station":   SwapCars(),
    "terraformer":         build(WASTES) + PlaceGood(),
    "transformer":         CopyMarket(),
    "transmuter":          ReplaceGood(),
    "volcanic_vexxer":     build(LAVA) + ReturnBeside(),
    "worldspanner":        build(ANY, EACH, 2),
}  # fmt: skip


def common(kind: str, terrains: int) -> Program:
    """What activating a common spellcar does, by its kind and the terrains on it."""
    if kind == "two":
        return build_all(terrains)
    if kind == "free_rival":
        return build(terrains, FREE_RIVAL)
    if kind == "free_crossing":
        return build(terrains, FREE_CROSSING)
    return build(terrains) + Reclaim(1) if kind == "reclaim" else build(terrains)


# The one car on each folio that is not a plain build.
COMPANY_CARS: Final[dict[str, Program]] = {
    "golden_sands_car": GainCars(),
    "caterpillar_car":  build(ANY),
    "afterworld_car":   PullGood(),
    "kings_line_car":   GainMana(),
    "kerigan_car":      either(Recruit(), refresh(CAPTAINS | ENGINEERS)),
    "gesselheim_car":   PlaceWasteland() + build(WASTES, AT),
}  # fmt: skip

SPECIALISTS: Final[dict[str, Program]] = {
    # captains
    "seth_cremmul":           this_turn(FREE_CARS | NO_COSTS),
    "marcinae_ayle_shorec":   ReturnGoods(1) + MoveFromThere(),
    "dolores_malephaise":     Pay(1) + PullGood(anywhere=True),
    "runika_zenanen":         Reclaim(5),
    "rayleigh_kerigan":       this_turn(FREE_MOVES),
    "bartok_kulle":           either(build(WASTES), PlaceWasteland(keep=True)),
    "irialandradayamorella":  Pay(1) + either(Recruit(), build(ANY, NEAR_CITY)),
    "trias_blackwind":        either(build(ANY, HOME), refresh(ENGINEERS)),
    # engineers
    "adelaide_chivers":       GainCars(),
    "aerlion":                PlaceWasteland(crossing=True),
    "arret_draamivaar":       copy_engineer(),
    "candide_malephaise":     build(ANY | WASTES, RIVALS),
    "daedalus_khimsey":       deliver(1),
    "eloi_klaus":             free_cars_reclaim(),
    "garek_tesias":           Shunt(),
    "irion_juiz":             Pay(1) + MoveCars(),
    "lixis_ran_kanda":        Restock(),
    "luc_von_gott":           Pay(1) + GainMana(),
    "malandrax_mecchi":       Pay(1) + PullGood(),
    "manch":                  Pay(1) + refresh(CAPTAINS),
    "orman_kaspar":           Reclaim(3),
    "rixia_van_sorrel":       Pay(1) + DoubleGood(),
    "sarafina_vanedran":      this_turn(NO_COSTS),
    "uumi_nuoc":              Pay(1) + CopyMarket(once=True),
    "wendy_thristle":         free_transfer(),
    # surveyors
    "aella_ivaline_oranhei":  draw_masters(3),
    "almir_nol_kanda":        Restock(3),
    "anya_southwind":         MoveCars(4),
    "ariel_malephaise":       clear_cars(),
    "cin_atalar":             gather(),
    "doc_silnan":             copy_surveyor(),
    "eirene_lemina_kobor":    extra_turn(),
    "hikaru_sorayama":        Recharge(2),
    "hydeart_burnstein":      build(ANY, SAME, 4),
    "john_strong_stevenson":  build(ANY, 0, 3),
    "lyal_kerigan":           deliver(4),
    "milton_barts":           GainCars(2) + activate_gained(),
    "mindra_dirac":           centre() + build(ANY, AROUND, 6),
    "ran_ugobia":             use_now(),
    "telemyr":                SwapStaff(),
    "wardlaw_obrien":         ShiftTiles(2),
    "welsie_acktern":         build(ANY, ANYWHERE) + build(ANY, HOME | AROUND),
    # station masters
    "antine_frass":           always(CITY_FREE),
    "clive_melmont":          always(RECLAIM_ONE),
    "dareios_kuel":           ReturnGoods(2) + GainMana(1, after=True),
    "feylana_chorgitz":       Pay(1) + ReturnGoods(1) + refresh(ENGINEERS),
    "hai_of_noirwood":        always(ONE_MORE),
    "irini_grenhart":         always(RIVAL_ONE),
    "levine_casterlie":       always(SECOND_FREE),
    "leto_fulgore":           always(DELIVERY_MANA),
    "lucca_turlotte":         Pay(2) + ReturnGoods(2) + refresh(CAPTAINS),
    "nicomedes_ansige":       always(DELIVER_ONE),
    "peril":                  always(ACT_FIRST),
    "sanathes_danah":         always(WASTE_ONE),
    "simon_la_faucheuse":     always(EASY_MOVES),
    "tegusgan":               Pay(2) + ReturnGoods(2) + build(ANY, MUST),
    "tzart_kargan":           always(BUILD_HOME),
    "viona_larone":           always(TWICE),
    "voco_astrum":            always(TWO_GOODS),
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
    "technologist":   Equipment("most specialists, spellcars and mana in all"),
}  # fmt: skip
