"""Rules of six-colour pawn races for the table: the seats, how many colours each has, and where they lie.

Colours are 0 to 5, clockwise as they lie on the six-colour board; the four-colour board has the first four. A
line-up is a list of each colour's seat (255 = not in the game), or packed: two bits for each colour, 0 = not
in the game, else seat + 1. Source: docs/rules/races.md, "Single games".
"""

#: version of the fold
VERSION = 2
NOBODY = 255
#: rules of a series and of a game; TripleAthlon is a series of three rules in turn
(TWO_THREAT, TWO_XL, THREE_THREAT, THREE_PLUS, THREE_XS, GRAND_PRIX, GRAND_PRIX_PLUS, TRIPLEATHLON) = range(8)
NAMES = ("2T", "2T-XL", "3T", "3T+", "3T-XS", "GP", "GP+", "TA")
#: the rules of a TripleAthlon, in their order when no other order is fixed
ROTATION = (THREE_THREAT, THREE_PLUS, GRAND_PRIX)
COLOURS = 6
PAWNS = 4
#: the bits of a packed line-up
LINEUP = (1 << 2 * COLOURS) - 1
#: options of a series: throws are logged; it begins with a round of die-roll; the board throws
LOGGED = 1
ROLL_FIRST = 2
DEVICE = 8
OPTIONS = LOGGED | ROLL_FIRST | DEVICE
#: how far clockwise a colour is from its ally: side by side, or opposite; in a star there are no allies
_STEPS = (1, 1, 1, 1, 0, 3, 3, 1)
#: when allied colours are opposite, a seat's first colour is the one that comes first in this list
_FIRSTS = (0, 2, 4, 1, 3, 5)


def seats_of(rules):
    """Return how many players a race by these rules has."""
    return 2 if rules <= TWO_XL else 3


def each_of(rules):
    """Return how many colours each player has."""
    return 1 if rules == THREE_XS else 2


def one_wins(rules):
    """Return whether one completed colour wins; otherwise both are needed, or there is no winner."""
    return rules == TWO_THREAT or rules == THREE_THREAT or rules == THREE_XS


def pack(owner):
    """Return a line-up as one number."""
    packed = 0
    for colour in range(COLOURS):
        if owner[colour] != NOBODY:
            packed |= owner[colour] + 1 << 2 * colour
    return packed


def unpack(packed):
    """Return the seat of each colour in a packed line-up."""
    owner = [NOBODY] * COLOURS
    for colour in range(COLOURS):
        if packed >> 2 * colour & 3:
            owner[colour] = (packed >> 2 * colour & 3) - 1
    return owner


# the three below call nothing: they stand at the end of a board's longest chain of calls


def stand(packed, pawns):
    """Return whether these pawns are possible in a game in progress with this line-up.

    `pawns` has five bits for each colour: three for its place, when it is complete, else two for its pawns.
    """
    seen = 1
    places = 0
    for colour in range(COLOURS):
        one = pawns >> 5 * colour & 31
        if one and not packed >> 2 * colour & 3:
            return False
        if one & 7:
            if one > 7 or seen >> one & 1:
                return False
            seen |= 1 << one
            places += 1
    return seen == (2 << places) - 1 and pawns < 1 << 5 * COLOURS


def fits(packed, rules):
    """Return whether a packed line-up gives each seat its colours by these rules, and nobody else any."""
    each = 1 if rules == THREE_XS else 2
    left = [6, each, each, 0 if rules <= TWO_XL else each]
    for colour in range(COLOURS):
        left[packed >> 2 * colour & 3] -= 1
    return not left[1] and not left[2] and not left[3] and packed < 1 << 2 * COLOURS


def usual(rules):
    """Return the packed line-up of these rules if nobody has chosen: seats begin at colours 0, 2 and 4."""
    packed = 0
    for seat in range(2 if rules <= TWO_XL else 3):
        packed |= seat + 1 << 4 * seat
        packed |= seat + 1 << (2 * seat + _STEPS[rules]) % COLOURS * 2
    return packed


def turned(owner, before, rules):
    """Return the packed line-up for the rules `rules`, for players who last played by the rules `before`.

    Colours stay where they are. If allied colours were side by side and are now opposite, or the other way
    round, each seat keeps its first colour. If a line-up does not fit, it is replaced by the usual one.
    """
    step = _STEPS[rules]
    if _STEPS[before] == step:
        return pack(owner)
    made = [NOBODY] * COLOURS
    for colour in _FIRSTS:
        seat = owner[colour]
        if seat == owner[(colour + _STEPS[before]) % COLOURS] and seat not in made:
            made[colour] = seat
    for colour in [one for one in range(COLOURS) if made[one] != NOBODY]:
        made[(colour + step) % COLOURS] = made[colour]
    packed = pack(made)
    return packed if fits(packed, rules) else usual(rules)
