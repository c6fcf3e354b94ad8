"""What an everyday text is about: words that speak for a category of cards, and words that say nothing.

Law: words of the language alone; no card's lures. Categories that a deck does not have are of no account.
"""

from __future__ import annotations

from collections.abc import Mapping

_CUES = """
food: eat ate cook bake taste dinner lunch supper snack plate menu recipe hungry meal kitchen pan oven fridge spoon
 fork bite slice sandwich waiter chef sauce salad dish pour spread sprinkle stir delicious flavour tasty pasta fry
 dessert crumble starter picnic barbecue grandma buffet burger tin jar swallow chew peel mash blend
animals: animal pet zoo creature fur tail paw wild farm bird insect feed cage nest jungle bark stroke fluffy wings
 species hunt forest crawl bite sting barn vet wildlife keeper legs
home: home house room furniture flat living kitchen bathroom bedroom cupboard wall floor ceiling move tidy clean
 dust guests sofa evening decorate household indoors ikea dishes upstairs downstairs rent hang
clothes: wear wore dress clothes put outfit wardrobe fashion pack suitcase trousers shirt jacket fabric colour
 fit size button knit sew costume barefoot feet cold iron wash warm neck elegant catwalk
travel: travel trip journey holiday abroad drive drove ride airport pack luggage foreign visit tour fly sail road
 traffic passenger cruise commute transport wheels seaside hotel ticket tram island london paris
nature: weather outside sky forest mountain sea rain season garden autumn winter spring summer hike hill field
 earth clouds night countryside climb lake river stars storm temperature umbrella wood planet island
work: job work career colleagues office boss desk salary tools earn profession company business employee hire
 monday shift fix repair customers client uniform builder retire money professional garage
town: town city street building downtown village square architecture visit shopping neighbourhood places public
 sunday weekend centre mall district stroll tourists corner local
body: body doctor sick hurt pain ill face head hand feet skin healthy hospital bed sleep cold medicine eyes mouth
 legs arms belly bath wash mirror blood breath tired
sport: sport game team play match win won score run race ball train exercise athlete tournament champion fitness
 jump throw coach competition toy playground fun saturday gym stadium olympic club park kick
arts: music song sing play film movie paint painting theatre museum artist band concert instrument novel story
 poetry read read actor screen stage listen cinema gallery draw dance radio creative
school: school teacher class lesson learn pupil maths science study university test homework count subject clever
 spelling physics calculate number geography history chemistry exam nursery blackboard write
people: friend family person feel feeling mother father sister parents marry love relative emotion mood character
 husband wife neighbours someone relationship grandparents children kids say tell behave proud
feasts: party celebrate birthday christmas wedding guests present gift easter halloween december festival
 anniversary invite decorate cake candles santa carnival new fireworks surprise champagne wrap eve tradition
machines: machine electric computer screen button device battery plug engine gadget internet technology appliance
 switch click app charge password online motor noise broken robot wires factory technical
stories: fairy tale story magic legend hero book film detective prince princess king queen castle adventure
 crime police rich million treasure monster novel mystery villain disney fantasy once
"""

CUES: Mapping[str, frozenset[str]] = {
    category.strip(): frozenset(words.split())
    for line in _CUES.replace("\n ", " ").strip().split("\n")
    for category, _, words in [line.partition(":")]
}
"""Words that speak for a category."""

ASKED: Mapping[str, frozenset[str]] = {
    "who": frozenset({"people", "work", "stories"}),
    "where": frozenset({"town", "travel", "nature", "home"}),
    "when": frozenset({"feasts", "nature", "school"}),
}
"""Categories that a kind of question asks for."""

EMPTY = frozenset(
    """
a about above across after afternoon again ago all almost along already also although always am among an and another any anybody anyone
anything apart are aren as at away be became because become been before began being below besides best better between
bit both bring but by call called came can cannot come comes could couldn day days describe did didn different do does doesn doing
don done dont down during each either else enough even ever every everybody everyone everything exactly far few find finish first five
for four from full gave get gets give go goes going gone good got great had half happen happens has have haven having he hear her here
hers him his how however i if im in instead into is isn it its ive just keep kind knew know known last late later least
left less let lets like list little ll long look looking looks lot lots loved made make makes many may maybe me mean
mention might minute moment more most much must my myself name near nearly need needs never new next nice no nobody none nor not
nothing now of off often oh ok okay old on once one ones only onto or order other others our out over own part people perhaps
person pick place please possible probably put quickly quite rather re really right said same saw say says see seem
seen shall she should show side since six so some somebody someone something sometimes somewhere soon sort stand
stay still such sure take taken takes talk tell ten than that thats the their them then there these they thing things think
this those though thought three through till time times to today together told tomorrow too took top toward towards tried try trying turn two
type under until up upon us use used usual usually ve very want wanted wants was wasn way ways we well went were what
whatever whats when whenever where whether which while who whole whom whose why will wish with without won word words would
wouldn year years yes yet you young your yours yourself seven eight nine twenty forty sixty hundred big small anyway hello hi
favourite favorite dear friend comes mind else happened suddenly everywhere anywhere
hows whos wheres said lol haha hmm another bad been end front back head hand hold reply answer question honest honestly suppose
guess would you're whats goes someone's ever
""".split()
)
"""Words that say nothing of what a text is about."""
