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
    activate_gained,
    copy_beside,
    copy_market,
    discard_car,
    each_rival,
    gain_cars,
    shunt,
)
from roundhouse.games.empyreal.goods import (
    deliver,
    double_good,
    place_good,
    pull_good,
    replace_good,
    restock,
    return_beside,
    return_goods,
)
from roundhouse.games.empyreal.staff import (
    CAPTAINS,
    ENGINEERS,
    copy_engineer,
    copy_surveyor,
    draw_masters,
    gain_specialist,
    refresh,
    swap_staff,
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
    build,
    build_all,
    centre,
    clear_cars,
    gather,
    move_cars,
    move_from_there,
    place_wasteland,
    swap_cars,
)
from roundhouse.games.empyreal.verbs import (
    always,
    either,
    extra_turn,
    free_cars_reclaim,
    free_transfer,
    gain_mana,
    pay,
    recharge,
    reclaim,
    shift_tiles,
    this_turn,
)

HEARTWOOD: Final = 1

# What activating a unique spellcar does.
UNIQUES: Final[dict[str, Program]] = {
    "arctic_shocker":      build(GLACIER) + place_good(),
    "car_bomb":            each_rival(discard_car()),
    "corruption_junction": place_wasteland() + gain_mana(),
    "deep_one":            build(MOUNTAIN, ANYWHERE),
    "flow_controller":     reclaim(3),
    "follow_through":      build(ANY | WASTES, RIVALS),
    "gilt_runner":         either(gain_specialist(), refresh(CAPTAINS | ENGINEERS)),
    "horizon_chaser":      build(ANY, EDGE),
    "the_hypetrain":       gain_cars(2),
    "icecar":              return_goods(1) + gain_mana(1, after=True),
    "limited_express":     copy_beside(),
    "liquid_purifier":     build(LAKE) + gain_mana(),
    "luxury_carriage":     either(gain_specialist(), gain_cars()),
    "mana_surger":         gain_mana(),
    "meditation_mecha":    gain_cars(),
    "metro":               build(ANY, NEAR_CITY),
    "mirror_box":          double_good(),
    "pollinator":          pull_good(),
    "pollution_solution":  build(WASTES, 0, 2),
    "refinery_car":        either(gain_specialist(), gain_mana()),
    "reforester":          2 * (build(FOREST) + place_good(HEARTWOOD)),
    "science_car":         either(gain_mana(), gain_cars()),
    "searing_supplier":    deliver(1),
    "spice_convoy":        build(DESERT) + refresh(ENGINEERS),
    "suburban_express":    build(ANY, NEAR_OBSTACLE),
    "switching_station":   swap_cars(),
    "terraformer":         build(WASTES) + place_good(),
    "transformer":         copy_market(),
    "transmuter":          replace_good(),
    "volcanic_vexxer":     build(LAVA) + return_beside(),
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
    return build(terrains) + reclaim(1) if kind == "reclaim" else build(terrains)


# The one car on each folio that is not a plain build.
COMPANY_CARS: Final[dict[str, Program]] = {
    "golden_sands_car": gain_cars(),
    "caterpillar_car":  build(ANY),
    "afterworld_car":   pull_good(),
    "kings_line_car":   gain_mana(),
    "kerigan_car":      either(gain_specialist(), refresh(CAPTAINS | ENGINEERS)),
    "gesselheim_car":   place_wasteland() + build(WASTES, AT),
}  # fmt: skip

SPECIALISTS: Final[dict[str, Program]] = {
    # captains
    "seth_cremmul":           this_turn(FREE_CARS | NO_COSTS),
    "marcinae_ayle_shorec":   return_goods(1) + move_from_there(),
    "dolores_malephaise":     pay(1) + pull_good(anywhere=True),
    "runika_zenanen":         reclaim(5),
    "rayleigh_kerigan":       this_turn(FREE_MOVES),
    "bartok_kulle":           either(build(WASTES), place_wasteland(keep=True)),
    "irialandradayamorella":  pay(1) + either(gain_specialist(), build(ANY, NEAR_CITY)),
    "trias_blackwind":        either(build(ANY, HOME), refresh(ENGINEERS)),
    # engineers
    "adelaide_chivers":       gain_cars(),
    "aerlion":                place_wasteland(crossing=True),
    "arret_draamivaar":       copy_engineer(),
    "candide_malephaise":     build(ANY | WASTES, RIVALS),
    "daedalus_khimsey":       deliver(1),
    "eloi_klaus":             free_cars_reclaim(),
    "garek_tesias":           shunt(),
    "irion_juiz":             pay(1) + move_cars(),
    "lixis_ran_kanda":        restock(),
    "luc_von_gott":           pay(1) + gain_mana(),
    "malandrax_mecchi":       pay(1) + pull_good(),
    "manch":                  pay(1) + refresh(CAPTAINS),
    "orman_kaspar":           reclaim(3),
    "rixia_van_sorrel":       pay(1) + double_good(),
    "sarafina_vanedran":      this_turn(NO_COSTS),
    "uumi_nuoc":              pay(1) + copy_market(once=True),
    "wendy_thristle":         free_transfer(),
    # surveyors
    "aella_ivaline_oranhei":  draw_masters(3),
    "almir_nol_kanda":        restock(3),
    "anya_southwind":         move_cars(4),
    "ariel_malephaise":       clear_cars(),
    "cin_atalar":             gather(),
    "doc_silnan":             copy_surveyor(),
    "eirene_lemina_kobor":    extra_turn(),
    "hikaru_sorayama":        recharge(2),
    "hydeart_burnstein":      build(ANY, SAME, 4),
    "john_strong_stevenson":  build(ANY, 0, 3),
    "lyal_kerigan":           deliver(4),
    "milton_barts":           gain_cars(2) + activate_gained(),
    "mindra_dirac":           centre() + build(ANY, AROUND, 6),
    "ran_ugobia":             use_now(),
    "telemyr":                swap_staff(),
    "wardlaw_obrien":         shift_tiles(2),
    "welsie_acktern":         build(ANY, ANYWHERE) + build(ANY, HOME | AROUND),
    # station masters
    "antine_frass":           always(CITY_FREE),
    "clive_melmont":          always(RECLAIM_ONE),
    "dareios_kuel":           return_goods(2) + gain_mana(1, after=True),
    "feylana_chorgitz":       pay(1) + return_goods(1) + refresh(ENGINEERS),
    "hai_of_noirwood":        always(ONE_MORE),
    "irini_grenhart":         always(RIVAL_ONE),
    "levine_casterlie":       always(SECOND_FREE),
    "leto_fulgore":           always(DELIVERY_MANA),
    "lucca_turlotte":         pay(2) + return_goods(2) + refresh(CAPTAINS),
    "nicomedes_ansige":       always(DELIVER_ONE),
    "peril":                  always(ACT_FIRST),
    "sanathes_danah":         always(WASTE_ONE),
    "simon_la_faucheuse":     always(EASY_MOVES),
    "tegusgan":               pay(2) + return_goods(2) + build(ANY, MUST),
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
