"""Phrases that bring a person back: eight words of a list of our own, of which only a hash is kept."""

from __future__ import annotations

import hashlib
import re
import secrets

from roundhouse.web.refusals import Refused


def words_of(typed: str) -> list[str]:
    """The words in what somebody typed, or in the end of a link."""
    return re.findall("[a-z]+", typed.lower())


WORDS = words_of("""
acorn actor album alley almond anchor ankle apple april apron arch arena armor arrow aspen atlas attic autumn awning
bacon bagel baker ballad bamboo banana banjo banner barge barley barn barrel basin basket bean beaver bell bench bike
birch bird biscuit bison blanket bloom blue board bonnet boot bottle box brass bread breeze brick bronze brook brush
bucket buckle bugle butter button cabin cable cactus camel camera canal candle canoe canvas canyon carbon cargo carpet
castle cedar cello chair chalk cheese cherry chest chime cider cinema circle city clay cliff clock cloud clover coal
cobalt cocoa coffee comet compass copper cotton crane crater cricket crown crystal cup curtain cushion cypress dahlia
daisy dance dawn deer delta denim desert desk diamond dinner dolphin donkey door dragon drawer dream drum duck dune
eagle early earth easel east echo elbow elder elm ember engine evening fabric falcon farm fence fern ferry fiddle
field fig finch fir fjord flag flame flax flint flour forest forge fossil fox frost fruit fudge galaxy garden garlic
gate gentle geyser ginger giraffe glacier glass glove goat gold goose granite grape gravel green guitar gull habit
hammer harbor harp harvest hat hawk hazel heart hedge helmet herb heron hill hinge honey hoop horn horse hotel iceberg
igloo indigo ink iris iron island ivory ivy jacket jade jam jasmine jelly jewel jigsaw juice july june jungle juniper
kayak kettle key kiosk kitchen kite knot koala lace ladder lagoon lake lamp lantern lapel lark laurel lava lawn leaf
leather lemon lens letter lever lilac lily lime linen lion lizard lobby lobster log lotus lunch lute lynx magnet maple
marble market marsh mask meadow melody melon metal meteor mill mimosa mint mirror mitten moon morning moss motor
mountain mouse mule museum music mustard myrtle napkin nectar needle nest nickel night noodle north nut nutmeg oak
oasis oboe ocean olive onion opal opera orange orbit orchard orchid organ otter oval oven owl oyster page paint palace
palm panda paper parade parcel parrot pasta path patrol peach peanut pear pebble pelican pencil pepper piano picnic
pier pigeon pilot pink pioneer pixel planet plate platform plaza plum poem polar pond pony poppy port postcard potato
prairie prism puffin pumpkin puppet purple puzzle pyramid quail quarry quartz queen quilt quince rabbit radio radish
raft rain raisin ranch raven red ribbon rice ridge ring river robin robot rocket roof room rope rose ruby rug saddle
saffron sail salad salmon salt sand satin sauce scarf school scooter seal season seed shell ship shoe signal silk
silver siren sister skate sketch sky sled slope smoke snow soap sock sofa soil south spark sparrow spice spoon spruce
square squash stable stage star station steam stool storm stove straw street string studio sugar summer sun swan
sweater tango tea temple tent thread throne thunder ticket tiger timber toast tomato topaz torch tower trail tree
tulip tunnel turkey turnip turtle umbrella uncle vanilla vase velvet village vine violet violin voyage wagon walnut
walrus water wave wax west whale wheat wheel whistle willow window winter wolf wood wool wren yard yellow yogurt zebra
zephyr zinc
""")
KNOWN = frozenset(WORDS)
LENGTH = 8  # words of a phrase: 72 bits of 512 words


def new_phrase() -> str:
    """A phrase as it is shown and typed."""
    return " ".join(secrets.choice(WORDS) for _ in range(LENGTH))


def is_phrase(token: str) -> bool:
    """Whether the end of a link is a phrase, and not the token of a seat."""
    words = words_of(token)
    return len(words) == LENGTH and KNOWN.issuperset(words) and "-".join(words) == token


def read_phrase(typed: str) -> str:
    """The phrase as `new_phrase` made it, however it is typed; refused if it cannot be one."""
    words = words_of(typed)
    strange = list(dict.fromkeys(word[:20] for word in words if word not in KNOWN))
    if strange:
        raise Refused(422, f"No phrase has the word {strange[0]!r}; look at how it is spelled.")
    if len(words) != LENGTH:
        raise Refused(422, f"A phrase has {LENGTH} words, and there are {len(words)} here.")
    return " ".join(words)


def hashed(phrase: str) -> str:
    """What is kept of a phrase; it needs no key, as it is good even where the cookies' key was lost."""
    return hashlib.blake2b(phrase.encode(), digest_size=32, person=b"roundhouse").hexdigest()
