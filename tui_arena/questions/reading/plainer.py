"""Plainer questions for longer ones: small enough to carry is what you can carry, here in Rome is in town.

They are put in their place before anything else is read, unless the table knows the question as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tui_arena.questions import wordings
from tui_arena.questions.reading.countries import COUNTRIES

_OBJECT = r"(?:is|was) it (?:an? )?(?:actual |real |physical |tangible |solid |proper )*(?:object|thing|item)"
_KNOW_HOW = r"(?:[a-z-]+ ){1,5}?(?:already )?know how to (?:use|work|operate|handle|play with|play|drive|wear|open) (?:it|one|them)(?: properly)?"
_LATELY = (
    r"(?:one|it|some|any|them) (?:at some point )?(?:today|yesterday|this week|this morning|this month|recently|lately|last (?:week|night|month)"
    r"|(?:in|within|over|during) the (?:last|past) (?:\w+ )?(?:days?|weeks?|months?|hours|fortnight)(?: or so)?)"
)
_FIND = r"(?:i|you|we|they|people|there)(?: find| see| have| get| buy| meet| spot| come across)?"
_ANY = r"(?:one|it|them|some|these|any|any of them)"
_HERE = rf"{_ANY} (?:right |over |around )?here(?: ,)?(?: in (?!(?:the )?(?:{COUNTRIES})$).+)?"
_ONES = r"(?:big|bigger|small|smaller|large|larger|little|tiny|huge|long|longer|short|shorter)"
_INSIDE = r"(?:(?:inside|in)(?: of)? (?:a|the|your|my) (?:house|home|building)|inside|indoors|at home)"
_OUTSIDE = r"(?:outdoors|outside|in the open|in the street)"
_RATHER = (
    r"(?:is|would|do|does|did) (?:(?:you|i|we|one|people) )?(?:find |see |use |keep )?(?:it|this thing|this|one|them)(?: be)?(?: found| used| kept)? "
    r"(?:more|rather|more likely|more often|mostly|sooner)"
)
_USED = (
    r"(?:(?:do|does|would|can|could|will) (?:you|i|we|people|one|they) (?:use|need) (?:it|one|them)"
    r"|is it (?:something )?(?:used|needed))"
)
_VARY = r"(?:vary|differ|change)(?: much| a lot| widely)?(?: in size)?(?: much| a lot| widely)?"
_FINGERS = r"(?:(?:my|your|our|their|the|a|ones|bare|own|two) )*(?:fingers?|hands?|fingertips?|finger tips)"
_PARENTS = r"(?:mom|dad|mother|father|mum|parents)"
_GRANDPARENTS = r"(?:grandma|grandpa|grandmother|grandfather|granny|grandparents)"
_BORN = r"(?:was|were) born|came into the world|(?:was|were) (?:a )?(?:young|little|small|babies|baby)"
_YEARS = r"(?:(?:in|around|about) )?(?:the )?(\d{4}s?|(?:nineteen )?(?:twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties))"
_WOMEN = r"(?:women|ladies|girls|females)"
_MEN = r"(?:men|guys|boys|males|gentlemen)"
_HAVE_I = r"(?:did|have|would|could|might|do|will) (?:i|you|we) (?:have |already |probably |likely )*"
_WHO = r"(?:i|you|we|one|people|they|someone|somebody)"
_CAN = r"(?:can|could|would|will|might|may|should|do|does|did)"
_THROUGH = r"through (?:a|the|my|your|our) (?:(?:front|back|normal|kitchen|ordinary) )?(?:door|doorway)"
_WEATHER = r"(?:when|if) (?:its|it is|it gets|the weather is|the weather gets) (?:really |very |so |too |absolutely )?"
_OUT = r"(?: outside| out| outdoors)?"
_PERSON = r"(he|she|(?:this|that|the) person|they)"
_AND_LONG = r"(?:a |, |and |very |really |pretty |quite |so |such a |long )*long time ago"
_PHYSICAL = r"(?:(?:actual|real|proper|just) )*(?:physical|tangible|solid|material|concrete)(?: (?:solid|physical|real))*"
_TO_TOUCH = r"(?: (?:that |which )?(?:you|i|we|people|one) (?:can|could) (?:see|touch|feel|hold|bump into)(?: (?:or|and) .+)?)?"
_MADE_UP = r"(?:invented|made up|imaginary|fictional|fictitious|fake|unreal|not real)"
_KIND = r"(?:place|thing|object|animal|creature|tool|toy|machine|building|vehicle|activity|job|food|feeling|event|sport|game|idea|concept|emotion|room|plant|container)"
_AGES = (
    r"(?:18|eighteen|21|twenty one|16|sixteen)(?: or (?:over|older|more|above))?(?: years old| years of age)?"
)
_PLAIN = tuple(
    (re.compile(pattern), instead)
    for pattern, instead in (
        (r"((?!rather|other|whether|better)\w+er than .+|(?:more|less) [a-z]+ than .+)", r"is it \1"),
        (
            (
                r"(?:is|was) (?:it|this) (?:only |just )?(?:one|an?|some) (?:particular|specific|certain|individual|single) "
                r"(?:person|individual|man|woman|guy|human|human being|thing|object|place|animal|one)\b.*"
            ),
            "is it the only one",
        ),
        (
            r"(?:is|was) (?:it|this) (?:like )?an? (?:(?:actual|real|proper|physical|solid|tangible) )*thing(?: ,)?(?: like an? (?:(?:actual|real|physical) )*(?:object|thing|item))?",
            "can you touch it",
        ),
        (
            rf"is it (?:something |a thing )(?:that )?{_WHO} (?:can|could) (?:nt|not) (?:even |really |actually )?(see|touch|hold|feel|hear|smell|buy|eat)(?: it)?(?: ,.*)?",
            r"can you not \1 it",
        ),
        (
            rf"(?:do|would|must|should) {_WHO} (?:(?:have|need|got|has) (?:got )?to )*be (?:at least |over |above |older than |an? )*(?:{_AGES}|adult|grown up|of age|old enough)(?: to .+)?",
            "is it for adults",
        ),
        (
            r"(?!.*\b(?:nt|not|never|without)\b).*\b(?:bust|break|smash|shatter|burst|fall) (?:in|into|to) (?:\w+ ){0,3}?(?:pieces|bits|shards)\b.*",
            "is it fragile",
        ),
        (
            r"(?:.+ )?(good|bad) for (?:the|your|my|our|ones) (?:ticker|heart|health|body|waistline|figure|lungs|cholesterol)",
            r"is it \1 for you",
        ),
        (
            (
                r"(?:is|was) (?:it|this) (?:an? )?(?:more (?:common|popular|usual|typical|often|likely|frequent|important)?|(?:used|found|eaten|sold|worn|kept|needed) more)(?: \w+)??(?: found| used| eaten| sold)? "
                r"((?:in|at|on) .+?)(?: more)? than (?:in|at|on) .+"
            ),
            r"is it found \1",
        ),
        (
            r"(?:is|was) (?:it|this) (used|found|eaten|sold|worn|kept|needed) ((?:in|at|on) .+?) more(?: often)? than (?:in|at|on) .+",
            r"is it \1 \2",
        ),
        (
            rf"(is|was|did) {_PERSON} (born|die|dead|live|alive|around) .+ , (?:so |like |say |about |around |i mean )+((?:before|after|in|since) .*\d.*)",
            r"\1 \2 \3 \4",
        ),
        (
            r"(?:is|was) (he|she) (?:always|forever|constantly|often) (?:talking|going on|banging on) about (.+)",
            r"did \1 have something to do with \2",
        ),
        (
            rf"((?:can|could|would|do|did|may) \w+ )(?:(?:actually|physically|really|just) )*touch (it|one|them|this)(?: thing)?(?: with {_FINGERS})?",
            r"\1touch \2",
        ),
        (
            rf"(?:.+ , )?{_CAN} {_WHO} (?:be able to )?(?:(?:reach out and|go (?:over |up )?and|just|actually|physically) )*(?:(?:poke|prod|grab|stroke) (?:it|one|them)|(?:put|lay|get|place) {_FINGERS} on (?:it|one|them))(?: (?:if|when) .+)?",
            "can you touch it",
        ),
        (
            (
                rf"(?:would|does|will|can|could) it (?:show|show up|appear|be visible|be seen|come out) (?:in|on) (?:a|the) (?:photo|photograph|picture|camera)"
                rf"|(?:can|could) {_WHO} (?:take|get|shoot) (?:a |any )?(?:photos?|photographs?|pictures?) of (?:it|one)|(?:can|could) {_WHO} photograph (?:it|one)"
            ),
            "can you see it",
        ),
        (
            rf"(.+) (?:put (?:it|one|them) on|wear (?:it|one|them)) {_WEATHER}(?:freezing|cold|chilly|snowing|icy|frosty){_OUT}",
            r"\1 wear it in the cold",
        ),
        (
            rf"(.+ (?:use|need|want) (?:it|one|them)) {_WEATHER}(?:freezing|cold|chilly|snowing|icy|frosty){_OUT}",
            r"\1 in winter",
        ),
        (
            rf"(.+ (?:use|need|want|wear) (?:it|one|them)) {_WEATHER}(?:hot|sunny|boiling|warm){_OUT}",
            r"\1 in summer",
        ),
        (r"(.+) physically (touch|see|hold|feel|pick|go|carry|lift|use|wear|visit|put)(.*)", r"\1 \2\3"),
        (r"((?:is it something )?.+ (?:not|nt)) even (.+)", r"\1 \2"),
        (r"(is|was) (it|this) more of (an? (?!.* than ).+)", r"\1 \2 \3"),
        (
            rf"(?:is it )(?:more |mostly |mainly |usually |only )*for {_WEATHER}(?:freezing|cold|chilly|snowing|icy|frosty|winter){_OUT}",
            "do you use it in winter",
        ),
        (
            r"(.+ (?:in|into|inside) (?:my|your|a|the|our)) (?:school|own|little|big|normal|ordinary|work|gym|jacket|coat|trousers?|jeans|back|small|side) (backpack|bag|rucksack|pocket|handbag|purse)s?",
            r"\1 \2",
        ),
        (
            r"(?:is|would) (?:it|a|an|the) ?(\w+) (?:be )?allowed (?:to have |to use |to eat |to drink )?(?:it|one)",
            r"would you let a \1 have it",
        ),
        (
            r"(?:would|will|does|can|could) it (?:survive|cope|be ok|be okay|be fine|manage|last)(?: being| if it is| if it was| when it is)?(?: left)?(?: out| outside)? (?:in|with) (?:the )?(?:rain|wet|water)",
            "is it waterproof",
        ),
        (r"is it (?:dangerous|harmful|a danger) (?:for|to) (?:an? |the |any )?\w+ers?", "is it dangerous"),
        (r"(?:its|it is|it has) got (?:like |kinda |sort of )?(.+)", r"does it have \1"),
        (r"would (it|he|she) have been (.+)", r"was \1 \2"),
        (
            r"(?:is|does|would|do|can|could) (it|you|i|we) (?:sit|stand|lie|belong|keep it|put it|find it) ((?:in|on|at) .+?) somewhere",
            r"is it \2",
        ),
        (
            rf"(?:{_CAN} {_WHO} )(?:need|have) to be (?:very |really |quite |pretty |so )?strong to (?:lift|carry|move|shift|pick|push|hold|use)\b.*",
            "is it heavy",
        ),
        (
            r"(.+ (?:find|see|have)) (?:(?:a few|some|several|lots|plenty|loads|one|a couple) (?:of )?)?(?:it|one|them|these|those)? ?(?:just )?(?:lying|sitting|kicking|hanging|standing) (?:around|about)(?: (?:in|at))? (.+)",
            r"\1 it in \2",
        ),
        (
            r"(.+ (?:throw|chuck|toss|pass|lob)) (it|one|this) (?:over )?(?:to|at|across|over) .+",
            r"\1 \2",
        ),
        (
            r"(.+) turn (?:up )?(?:their|his|her|its|your|ones|the) noses? (?:up )?at (it|them)(?: .+)?",
            r"\1 hate \2",
        ),
        (
            r"(?:is|was) it (?:somebody|someone|a person|something|a thing|one of (?:the|those|them|these) \w+) (?:that |who |which )?(?:you|i|we|one) (?:would |might |could |can |will )?(?:often |usually )?(?:see|find|meet|come across|spot) ((?:in|at|on) .+)",
            r"is it found \1",
        ),
        (
            r"(?:do|would|can|could) (?:only )?(?:the )?rich (?:people|folk|folks|persons?|guys|ones)? ?(?:have|own|buy|get|use) .+",
            "do only rich people have it",
        ),
        (r"is it (?:good|nice|lovely|tasty|great|delicious|served|best) (with .+)", r"do you eat it \1"),
        (
            r"how many (\w+)(?: ,)?(?: (?:is it|does it have|has it(?: got)?|has it))?(?: ,)? (\w+)",
            r"does it have \2 \1",
        ),
        (r"(.+ (?:take|bring|carry) (?:it|one|them) (?:on|to) .+) with (?:you|me|us|them)", r"\1"),
        (r"(?:are we (?:talking about|looking at|dealing with)|(?:is|was) it) (an? .+) here", r"is it \1"),
        (
            r"(.+ (?:cold|hot|warm|cool|soft|hard|rough|smooth|wet|dry|sticky|slimy|slippery|furry|nice|pleasant)) (?:to (?:the )?(?:touch|feel)|(?:when|if) (?:you|i) (?:touch|feel) it)",
            r"\1",
        ),
        (r"is it (?:someone|somebody|a person|one) (?:who|that) (?:gets|is|get) paid .+", "is it a job"),
        (
            rf"(?:can|could) ({_WHO}) (?:easily |actually |just )?((?:buy|get|find|order) (?:it|one|them|this) (?:at|from|in|on) (?!all$).+)",
            r"do \1 \2",
        ),
        (
            rf"{_CAN} (?:{_WHO}|it) (?:be able to )?(?:fit|get|carry|bring|go|pass|squeeze)(?: it| one)? {_THROUGH}",
            "is it smaller than a door",
        ),
        (
            rf"{_CAN} (?:{_WHO} )?(?:put|do|hurt|throw|break|strain|injure) (?:my|your|our|their|ones) back(?: out| in)?(?: .*\b(?:lift|carry|pick|mov|shift)\w* .*)?",
            "is it heavy",
        ),
        (
            r"(?:.+ )?(?:want|wants|like|likes|dream|dreams|hope|hopes) (?:to be|of being|to become|of becoming) (?:one|it) (?:when|once) \w+ (?:grow|grows|is grown|are grown) up",
            "is it a job",
        ),
        (r"(?:.+ )?find (?:it|one|them|this) growing(?: .+)?", "is it a plant"),
        (r"(?:.+ )?(?:at|from|in) (?:the|a|your|my) greengrocers?(?: shop)?", "is it a fruit or vegetable"),
        (
            r"(is|was) (it|this) more (?:of an? |like an? |an? )([a-z -]+?) (?:rather )?than (?:of )?(?:like )?an? .+",
            r"\1 \2 a \3",
        ),
        (
            r"(?:(?:is|was|does|would) it )(?:be |fall |belong |go )?(?:in|into|under|to) (?:the |a )?(?:category of )?(\w+)(?: category| section| department)",
            r"is it \1",
        ),
        (
            r"(?:is|was|would) (?:it|this)(?: be)? (?:an? (?:thing|object|item)|something) (?:that |which )?one (\w+?)e?s(?: (?:rather than|and not|not|instead of) .+)?",
            r"is it something you \1",
        ),
        (
            rf"{_CAN} (?:{_WHO}|(?:a|most|any|the|some|normal|ordinary|average|regular) (?:\w+ )?\w+)(?: be able to)? afford (?:to buy )?(?:it|one|this|them)(?: (?:on|with|from) .+)?",
            "could i afford it",
        ),
        (
            (
                r"(?:can|could|does|would|will|do|is) (?:it|i|you|we) (?:(?:use it to|used to) )?(?:take|get|carry|bring|transport|go|travel)(?: me| you| us| people| someone| somebody)? "
                r"(?:from (?:a|point a) to (?:b|point b)|from (?:one )?place to (?:another |another|place)(?:place)?|places|to work|around town)"
            ),
            "does it take you places",
        ),
        (
            r"(.+ (?:have|own|got)) (?:more than one|several|a few|two or more|a couple|lots|many)(?: of (?:it|these|them|those|this))? (at home|in .+)",
            r"\1 one \2",
        ),
        (r"(.+) , (?:and |but )?not (?:in|on|at|inside) .+", r"\1"),
        (
            r"(?:do|would|will|are) (?:adults|grown ups|grownups|old people|older people) (?:use|wear|like|buy|have|do) (?:it|one|them) more(?: often| usually)? than (?:kids|children|young people|the young)",
            "is it for adults",
        ),
        (
            r"(?:do|would|will|are) (?:kids|children|young people) (?:use|wear|like|buy|have|do|play with) (?:it|one|them) more(?: often| usually)? than (?:adults|grown ups|grownups|old people)",
            "is it for children",
        ),
        (
            rf"(?:(?:is|was) it )?(?:an? )?{_PHYSICAL} (?:object|thing|item){_TO_TOUCH}(?: , (?:something|like) .+)?",
            "can you touch it",
        ),
        (rf"(?:(?:is|was) (?:it|this) )?(?:more )?(?:like|of) (an? {_KIND})", r"is it \1"),
        (r"(?:is|was) (it|this) (?:more|rather) of (an? .+?)(?: than .+)?", r"is \1 \2"),
        (
            r"(something|somewhere|someone|somebody|a thing|a place) ((?:that |which |where )?(?:you|people|we|i|one|kids|most people) \w+.*)",
            r"is it \1 \2",
        ),
        (
            r"(is it something) (?:that )?(?:people|you|we|someone) (?:think or feel|feel or think|feel|think) ,? (?:deep )?(?:in|inside|with) (?:their|your|our|the) (?:minds?|heads?|hearts?)",
            r"\1 you feel",
        ),
        (
            r"(?:is|was) it (?:something )?(?:used |meant )?(?:for cooking|to cook) (?:(?:your|the|my|a|our) )?(?:dinner|food|meals?|lunch|breakfast|tea|supper)(?: with)?",
            "do you cook with it",
        ),
        (r"(?:is|was) (?:his|her|their) nationality (\w+)", r"is he \1"),
        (r"(is|was) (?:his|her|their) (?:home |native |own )?country (?:called )?(.+)", r"\1 he from \2"),
        (r"(?:is|was) (?:his|her|their) (?:birth|birthplace) (.+)", r"was he born \1"),
        (r"(?:is|was) (?:his|her|their) death (.+)", r"did he die \1"),
        (
            r"(.+) in nature without (?:the |any )?(?:(?:humans?|people|persons?|man)(?: s)?(?: (?:help|hands?|intervention|making it))?|help)",
            r"\1 in nature",
        ),
        (
            r"((?:is|was) (?:it|he|she) (?:a |an )?)real (?:lady|man|woman|guy|gentleman|boy|girl|bloke|human|person)(?:(?: ,)? (?:rather than|and not|not|instead of) .+)?",
            r"\1real person",
        ),
        (
            rf"((?:is|was) (?:it|he|she|this) an? (?:actual )?real \w+) ,? ?or (?:just |only )?(?:(?:is|was) (?:it|he|she) )?(?:an? )?(?:{_MADE_UP}|characters?|legend|myth|invention)(?: .+)?",
            r"\1",
        ),
        (
            r"(?:did|does|has|have) (?:he or she|she or he|he|she|they|it|this person|the person) (?:(?:really|actually|truly|ever) )+(?:exist|existed|live|lived)(?: in (?:history|the past|the real world|reality|real life))?",
            "is he a real person",
        ),
        (
            rf"(?:are|is) there (?:both )?{_ONES} (?:and|or|ones and) {_ONES} ones?(?: of (?:it|them|these))?",
            "does it come in different sizes",
        ),
        (
            rf"(?:do|does|can|could) (?:(?:the|its|their) sizes?(?: of it| of them)?|it|they) {_VARY}",
            "does it come in different sizes",
        ),
        (
            r"(?:is|was) it (?:an? (?:object|thing|item)(?: ,)? (?:something )?|something )(?:that |which )?one (\w+[^s])s (.+)",
            r"is it something you \1 \2",
        ),
        (r"(?:is|was) it (?:an? )?(?:object|thing|item) , (something .+)", r"is it \1"),
        (r"(is|was) she (?:really |well |proper |actually )?fit(?: lol)?", r"\1 she pretty or an athlete"),
        (
            rf"{_USED} for (?:something|anything|things) in (?:(?:my|your|our|their) )?(?:daily|everyday|day to day|normal|ordinary) (?:life|lives)",
            "is it useful",
        ),
        (r"(is|was) (it|this) something for (\w+)( , .+)?", r"\1 \2 for \3\4"),
        (r"(?:like )?(an? \w+)(?: ,)? (?:maybe|perhaps|possibly)", r"is it \1"),
        (
            r"(is|was) (it|this) like (food|drinks?|clothes|clothing|furniture|art|music|sports?|plants|animals|technology|money|medicine|toys|tools|metal|wood|plastic) or (\w+)",
            r"\1 \2 \3 or \4",
        ),
        (rf"{_RATHER} {_INSIDE} (?:rather )?than {_OUTSIDE}", "is it found indoors"),
        (rf"{_RATHER} {_OUTSIDE} (?:rather )?than {_INSIDE}", "is it found outdoors"),
        (
            r"(?:would|could|might|will) (.+) have (?:already )?(?:known|used|had|seen|owned) (it|one|them)(?: already)? ((?:as|when) .+)",
            r"did \1 know \2 \3",
        ),
        (
            r"do (?:the )?(?:brits?|britons?|americans?|germans?|europeans?|aussies?|canadians?|irish people|locals?) (eat|drink|use|wear|have|play|buy) (it|one|them)",
            r"do people \1 \2",
        ),
        (
            r"(?:do|does|can|could|would|will|did) (it|they|he|she) (?:help|save|rescue) (?:you|me|us|people|someone|somebody) (?:if|when|whenever) .*\b(?:trouble|danger|emergency|distress)",
            r"do \1 help in an emergency",
        ),
        (
            r"(is|was) (it|he|she|this) (alive|living|a living thing) or (?:(?:has|had|was|is|did) )?(?:it|he|she|this)? ?(?:ever |once |used to )*(?:be|been)?(?: alive| living| ever| once| before)*",
            r"\1 \2 \3",
        ),
        (
            rf"(was|were|is) (he|she|it|they) (?:already |still )?(?:alive|around|living|born) (?:when|before) (?:my|your|our|the) \w+ (?:{_BORN})(?: ,)? (?:so |like |say |about |around |in )*{_YEARS}",
            r"was \2 alive in the \3",
        ),
        (
            rf"(?:was|were|is) (he|she) (?:already |still )?(?:alive|around|living) when (?:my|your|our|the) {_GRANDPARENTS} (?:was|were) born",
            r"was \1 alive in the 1940s",
        ),
        (
            rf"(?:was|were|is) (he|she) (?:already |still )?(?:alive|around|living) when (?:my|your|our|the) {_PARENTS} (?:was|were) born",
            r"was \1 alive in the 1970s",
        ),
        (
            r"(?:is|was) (he|she|it) from (?:ages ago|long ago|a long time ago|way back|the past|olden times|the olden days|back in the day)(?: ,)? (?:so |like |say |i e )?(before .+)",
            r"did \1 live \2",
        ),
        (
            r"(?:(?:like |is (?:he|she|it) )(?:like )?(?:an? )?|an? )(?:\w+ )?(?:lady|man|woman|person|guy|bloke|gentleman|one) ,? ?((?:over|under|above|below|more than|less than|older than|younger than) \w+)",
            r"is he \1",
        ),
        (
            r"(?:does|do|did) (?:it|they|one) have more than (?:two|2|three|3) wheels|(?:has it )?(?:got )?(?:(?:more than|over) (?:two|2|three|3)|at least (?:three|3|four|4)) wheels",
            "does it have more than two wheels",
        ),
        (
            rf"(?:can|could|would|do|will|might) (?:i|you|we|one) (?:see|spot|watch) {_ANY} (?:(?:when|if) (?:i|you|we) look )?(?:out of|out|from|through|outside) (?:my|your|the|a|our) (?:own )?(?:kitchen |bedroom )?window(?: (?:here )?in .+| at home)?",
            "can i see it out of my window",
        ),
        (
            r"(?:have|would|could|did|do|can|might) (?:i|you|we|people) (?:have )?(?:heard|hear|seen|see|saw|know|find|watch|watched|follow) (?:of |about )?(?:him|her|them|he|she|they) on (?:tiktok|tik tok|instagram|insta|youtube|twitter|snapchat|social media|the internet)(?: lately| these days)?",
            "is he still alive",
        ),
        (
            r"(?:had|has|have) it (?:had )?(?:something|anything|a lot|much) to do with (.+)",
            r"does it have to do with \1",
        ),
        (
            r"(?:had|has|have|does|did) (he|she|they) (?:had |have )?(?:something|anything|a lot|much) to do with (.+)",
            r"did \1 have something to do with \2",
        ),
        (
            r"(does|did|do|can|will) (it|they) grow (?:outside|outdoors|out of doors|in the open)",
            r"is it a plant",
        ),
        (
            rf"{_OBJECT}(?: ,)? (?:rather than|and not|not|instead of|as opposed to) (?:just )?(?:an? |the )?(?:idea|concept|event|feeling|emotion|abstract)\b.*",
            "can you touch it",
        ),
        (
            rf"(?:would|do|could|can|will|might|is|are) {_FIND} {_HERE}",
            "is it found in town",
        ),
        (
            r"(?:is|was) it (?:so|that) \w+ (?:that )?(?:you|i|nobody|people|one person) (?:can|could) (?:not |nt )?(lift|carry|hold|move|eat|fit|ride) it(.*)",
            r"can you not \1 it\2",
        ),
        (rf"{_HAVE_I}(?:see|seen|saw) {_LATELY}", "is it common"),
        (
            rf"{_HAVE_I}(?:touch|touched|use|used|hold|held|wear|worn|sit on|sat on|have|had|handle|handled|need|needed) {_LATELY}",
            "have i used it this week",
        ),
        (
            rf"(?=.*\b(?:kids?|child|children|toddlers?|baby|boys|girls)\b)(?:do|does|would|will|can|could) {_KNOW_HOW}",
            "would a child know how to use it",
        ),
        (rf"(?:do|does|would|will|can|could) {_KNOW_HOW}", "would most people know how to use it"),
        (
            rf"do {_WOMEN} (?:use|wear|carry|play|play with|like|buy|have|do) (?:it|one|them) more(?: often| usually)? than {_MEN}",
            "is it only for women",
        ),
        (
            rf"do {_MEN} (?:use|wear|carry|play|play with|like|buy|have|do) (?:it|one|them) more(?: often| usually)? than {_WOMEN}",
            "is it only for men",
        ),
        (
            r"(is|was) (he|she|it) (?:more |most |better |best |mostly )?(?:known|famous) not for (.+)",
            r"\1 \2 not known for \3",
        ),
        (
            r"(is|was) (he|she|it) (?:known|famous) more for (.+) than for (?:the )?(.+)",
            r"\1 \2 known for \3 and not for \4",
        ),
        (
            r"(is|was) (he|she|it) (?:more|better) (?:known|famous) for (.+) than for (?:the )?(.+)",
            r"\1 \2 known for \3 and not for \4",
        ),
        (
            r"(did|has|is|was) (he|she) (die|died|dead|live|lived|alive) (?:a )?(?:very |really )?long time ago ,? (?:like |say |about )?((?:(?:over|more than) )?(?:an? )?\w+(?: \w+)? years)(?: ago)?",
            r"\1 \2 \3 \4 ago",
        ),
        (
            (
                r"(?:do|can|could|would|will|might|may) (?:i|you|we|people|they) (?:have|find|keep|get|see|got) (?:one|it|some|them|any) (?:just )?"
                r"(?:sitting|lying|standing|hanging|kicking|tucked|hidden|somewhere)(?: around| about| up| away)?(?: here)? "
                r"(?:at home|(?:in|around|at) (?:my|your|our|the) (?:house|home|place|flat|apartment))(?: right now| now| somewhere)?"
            ),
            "is it found at home",
        ),
        (
            (
                r"(?:can|could|would|will|might) (?:i|you|we|people|they|she|somebody|someone) (?:put|carry|keep|fit|stick|pop|slip|get|hide|stuff|shove) "
                r"(?:it|one|that|this) (?:away )?(?:in|into|inside) (?:my|your|a|the|their|her|his) ((?:jacket |trouser |coat |pants |back )?pocket|purse|handbag)s?"
            ),
            r"does it fit in a \1",
        ),
        (
            (
                r"(?:do|can|would|could|did) (?:i|you|we|people|they|women|girls) put (?:it|them|one|this) on (?:, )?like (?:a )?"
                r"(?:jewelry|makeup|clothes|clothing|shoes?|hat|coat|jacket|ring|glasses|perfume|lipstick)\b.*"
            ),
            "do you wear it",
        ),
        (
            rf"(?:did|has|was|is|were) {_PERSON} (?:live|lived|alive|around|about|born|be born|exist|from|living) {_AND_LONG}",
            r"was he born before 1850",
        ),
        (
            r"(?:is|was) it (?:known|famous|loved|liked) for (?:its|their|the) (sing|sting|jump|climb|bark|swim|danc|hunt|fly|talk)(?:m?ing)",
            r"does it \1",
        ),
        (
            r"(?:is|would) it (?:be )?(?:something|a thing|one thing) (?:that )?(i|you|people|we) (?:might|would|could|may|will|probably|maybe) (use|wear|eat|drink|see|need) (.+)",
            r"do \1 \2 it \3",
        ),
        (
            r"(?:does|can|will|would) it (?:warm|heat)(?: up)? (?:the|a|your|my|our) (?:place|room|house|home|flat|kitchen)(?: up)?",
            "does it heat a room",
        ),
        (
            r"(.+) married to (?:a|an|another|some) (?:big |famous |fellow )?(?:superstar|celebrity|celeb|star|famous person|famous one)",
            r"\1 married to somebody famous",
        ),
        (
            r"(?:has|had|does|did|have) (he|she) (?:got |have |had )?(?:a|his own|her own|an) (?:own )?(?:program|show|series) on (?:the )?(?:tv|television|telly)",
            r"did \1 have a tv show",
        ),
        (
            r"(?:is|are|would) there (?:be )?(?:one|any|some|it|probably one) in (?:my|our|your) (?:\w+ )?(?:town|village|neighborhood|area)(?: ,)?(?: probably)?",
            "is it found in town",
        ),
        (r"(?:is|are) (?:it|they) (?:even |actually )?breathing", "does it breathe"),
        (
            (
                r"(does|can|could) it move (on its own|by itself|around)(?: ,)? (?:(?:with|using|on|by|like) )?(?:its )?"
                r"(?:legs|wheels|wings|feet|an engine|a motor)(?: or .+)?"
            ),
            r"\1 it move \2",
        ),
        (
            r"(?:do|does|would|will|did|is|has|have) (?:i|you|we|people|it) (?:(?:need|have|got|want|needs|has) )?(?:to )?(?:be |get )?plumb(?:ed|ing)?(?: it)?(?: in)?",
            "does it need plumbing in",
        ),
        (
            (
                rf"(?:was|is|did|were) {_PERSON} (?:around|about|alive|live|lived|born|living) before "
                r"((?:the )?\w+) (?:was|were|came|got|had been) (?:about|around|along|a thing|invented|in|out|there|here)"
            ),
            r"did \1 live before \2",
        ),
        (
            (
                r"(?:do|can|could|would) (?:you|i|we|people|they) watch (?:the |a |your )?(?:big )?(?:match|football|soccer|game|news|telly|television|films?|movies?|cartoons?|shows?|"
                r"sports?|videos?|series|soaps?) on (?:it|one)"
            ),
            "do you watch something on it",
        ),
        (
            rf"(?:(?:(?:did|has|have|is|was) )?{_PERSON} )?(?:die|died|dead|passed away|pass away|been dead) (?:since|after) (?:the )?(?:last |second world |second |world )?war(?: ii| 2| two)?",
            "did he die after 1945",
        ),
        (
            r"(?:is|was) it (?:the )?(?:queen|king|president|prince|princess|pope) , (?:our |good old |old )?(\w+)",
            r"is it \1",
        ),
        (
            r"(?:is|was|would) it (?:be )?(?:far |way |much )?too (?:big|large|long|tall|wide|huge) for ((?:an? |the |my )(?:\w+ ?){1,2})",
            r"does it not fit in \1",
        ),
    )
)
"""Wordings and what is asked instead."""
_FILM = r"(?:films?|movies?|biopics?|documentar(?:y|ies)|series|musicals?|pictures?)"
_TONGUE = r"(?:mother tongue|native language|first language|native tongue|main language)"
_CASH = r"(?:money|cash|currency|(?:bank ?)?notes?|coins?|bills?|dollar bills?|tenner|fiver|stamps?)"
_LEARN = r"(?:learn\w*|taught|teach|lessons?|class|projects?|study|studies|studied|studying|homework)"
_OF_SOMEBODY = tuple(
    (re.compile(pattern), instead)
    for pattern, instead in (
        (
            r"(?:(?:is|was|did) )?(?:he |it )?(?:get )?(?:shot dead|gunned down|shot and killed|shot to death)(?: .*)?",
            "was he killed by a bullet",
        ),
        (
            rf"(?:.*\b)?{_FILM} (?:\w+ ){{0,2}}?(?:about|of|on) (?:he|him|it|his life|his story|her|her life|she)(?: .*)?",
            "is there a movie about him",
        ),
        (
            rf"(?:(?:did|has|have) (?:someone|somebody|anyone|anybody|an actor|actors) (?:ever )?(?:play|played|portray|portrayed) (?:he|him|her|it)|(?:has |is |was )?(?:he |she )?(?:been )?portrayed) (?:in|on) (?:a |the )?(?:{_FILM}|tv)",
            "is there a movie about him",
        ),
        (rf"(?:.*\b)?(?:on|in) (?:(?:a|the|some|any|your|our|my) )?{_CASH}(?: or .*)?", "is he on money"),
        (
            rf"(?:.*\b)?{_LEARN} (?:(?!he\b|him\b|did\b).)*?(?:he|him|her|she)(?: .*)?|.*\b(?:textbooks?|school ?books?|history books?)",
            "do kids learn about him at school",
        ),
        (
            r"(?:(?:is|was) (?:this|that|it) )?(?:(?:his|her) (?:real|actual|birth|given|true) name|the (?:real|actual|true) name of he)",
            "is that his real name",
        ),
        (
            r"(?:is|was) (?:his|her|the) death (?:of he )?(?:so |very )?(?:violent|tragic)",
            "did he die a violent death",
        ),
        (
            r"(?:(?:is|was) he )?(?!when\b|he\b)(?!.*\bborn\b.*born)((?:south |north |latin )?\w+) born",
            r"is he from \1",
        ),
        (r"(?:(?:is|was) he )?((?:south |north |latin )?\w+) based", r"did he live in \1"),
        (
            r"(?:did|does|was|has|is) (?:he|it) (?:been )?(?:grow up in|grew up in|grown up in|brought up in|raised in|come from|hail from|hails from) (.+)",
            r"is he from \1",
        ),
        (r"(?:is|was) (\w+) (?:his|her) (?:home )?country", r"is he from \1"),
        (r"(?:.*\b)?in the news(?! for\b).*", "is he in the news"),
        (r"(is|was) (?:the nationality of (?:he|it)|his nationality|her nationality) (.+)", r"is he \2"),
        (rf"(?:is|was) (?:the |his |her )?{_TONGUE}(?: of he)? (\w+)", r"did he speak \1"),
        (rf"(?:is|was) (\w+) (?:the |his |her )?{_TONGUE}(?: of he)?", r"did he speak \1"),
        (r"(?:(?:is|was) (?:he|she) )?(?:an? )?(?:native )?(\w+) (?:native )?speaker", r"did he speak \1"),
        (
            rf"is he (?:someone|somebody|a person) whose {_TONGUE} is (not |nt )?(\w+)",
            r"did he \1 speak \2",
        ),
        (
            r"(?:is|was) it (more|less) than (.+) since (?:the |his |her )?death(?: of he)?",
            r"did he die \1 than \2 ago",
        ),
        (r"(.*)\bin (?:the )?(\w+) (?:line|industry|trade|line of work)(?: of work)?", r"\1in \2"),
        (
            r"(?:is|was|did) (?:he|it|she|this) (?:live |die )?(?:from )?(?:super |very |really |like |so |a )*(?:long|ages) (?:time )?ago",
            "was he born before 1850",
        ),
        (
            r"(?:did|does|has|is|was) he (?:upset|annoy|offend|anger|divide|argued about|annoyed|upset) (?:a lot of|lots of|many) people|do people argue about (?:he|him)|.*\bopinion\w* (?:\w+ ){0,2}(?:split|divided).*|(?:has he )?been cancell?ed|scandals?|controversy|(?:.*\b)?scandals? about (?:he|him)",
            "is he controversial",
        ),
    )
)
"""What is asked of somebody, which is asked otherwise of a thing."""
_OR_NOT = (["or", "that"], ["or", "nah"], ["or", "no"], ["or", "not"], ["or", "what"])
"""What ends a question and offers no other choice."""
_BEFORE = (wordings.ALONE | wordings.OPENERS | {","}) - {"if"}
"""Words before a question that ask nothing."""
_EXAMPLE = re.compile(
    r"(\w+ \w+ .+) , (?:(?:perhaps|maybe|possibly) an? (?:\w+ )?\w+|i (?:am|was|m) (?:thinking|imagining|picturing|guessing)(?: .+)?)"
)
_WITH_WHAT = re.compile(
    r"(.*\b(?:see|touch|feel|hold|grab|pick|lift|carry|take)\b(?: (?:it|one|them|him|her))?(?: up)?) "
    r"(?:by hand|with (?:(?:my|me|your|our|their|the|ones|bare|own|two) )+(?:eyes?|hands?|fingers?)|in (?:(?:my|your|our|their|ones|bare|own) )+hands)( or .+| and .+)?"
)
"""With what one sees or touches something, which goes without saying."""
_REAL_OR_NOT = re.compile(
    rf"(\w+ \w+ .+?) , (?:(?:real|actual) or {_MADE_UP}|{_MADE_UP} or real|not (?:just )?{_MADE_UP}(?: .+)?)"
)
"""What is added to a question for a choice that it leaves open, or to say the same again."""
_AND_SO_ON = re.compile(
    r"(\w+ \w+ .+?)(?: ,)?(?: (?:and|or) (?:that|the like|such|stuff|whatnot|what not|suchlike|so on|so forth|whatever|things like that|stuff like that|all that)"
    r"| that (?:sort|kind|type) of (?:thing|stuff)| whatever| etc)"
)
"""A list of examples, any of which will do."""
_ENOUGH = re.compile(
    r"(?:is|was|would) it (?:be )?\w+ enough (?:for (?:an? |my |one |the )?\w+ )?to (?:be )?(\w+)(?: (.+))?"
)
_TOO = re.compile(
    r"(?:is|was|would) it (?:be )?(?:far |way |much )?too \w+ (?:for (?:an? |my |one |the )?\w+ )?to "
    r"(fit|lift|carry|hold|move|eat|swallow|throw|keep|take|put|have)(?: (.+))?"
)
_HANDLED = frozenset(
    "carry hold lift ride swallow pick throw put take keep have wear eat drink move push pull wrap post mail see hide touch".split()
)
"""What people do with a thing that is small or light enough."""
_WHERE = frozenset("in on inside behind under up with".split())
"""Words at the end after which the thing is named: big enough to live in."""


_ONE_OF = re.compile(
    r"((?:is|was) (?:it|he|she)) one of (?:the |those |them |these )?(?:(?:two|three|four|five|six|seven|eight|nine|ten|twelve|\d+) )?(\w+[^s])s"
)


def one_of_them(words: Sequence[str]) -> list[str]:
    """What is one of the apostles is an apostle; empty for other questions."""
    found = _ONE_OF.fullmatch(" ".join(words))
    return f"{found[1]} a {found[2]}".split() if found is not None else []


_SHORTLY = tuple(
    (re.compile(pattern), instead)
    for pattern, instead in (
        (
            r".*\bi (?:got to|have to|have got to|need to|must|want to|will) ask(?: you)?(?: this)?(?: ,)? ((?:\w+ ){3}.+)",
            r"\1",
        ),
        (r"(\w+ \w+ .+?)(?: ,)? or else .+", r"\1"),
        (r"(\w+ \w+ .+?)(?: ,)? the more (?:often |much )?(?:you|i|we|people|one|it)\b.*", r"\1"),
        (r"(.*)\b(\w+er) and \2\b(.*)", r"\1\2\3"),
        (
            r"(.*\b\w+ing) how (?:long|much|many|big|far|heavy|fast|old|deep|hot|tall|high|strong|well|wide)\b.*",
            r"\1",
        ),
        (
            r"(\w+ \w+ .+?)(?: ,)? so (?:that )?(?:you|i|we|people|they) (?:know|can|could|see|do nt|dont|will)\b.*",
            r"\1",
        ),
        (r"(\w+ \w+ .+?) , even (?:before|after|if|when|though|in|at|for|with|without) .+", r"\1"),
        (
            r"(.*)(?<!is it )(?<!was it )\bround ((?:here|there|the|my|your|his|her|our|their|its|it|ones|town|a)\b.*)",
            r"\1around \2",
        ),
        (
            r"(.*\b(?:bring|come|came|go|goes|pass|take|hand|turn|turns|spin|spins|move|moves|carry|get|gets)s?(?: it| them| one)?) round\b(?! and round)(.*)",
            r"\1 around\2",
        ),
        (
            r"(.*)\b(?:right|straight|clean|all the way) ((?:through|into|onto|out|across|over|under|next)\b.*)",
            r"\1\2",
        ),
        (
            r"(.*\b(?:makes?|produces?|generates?|creates?|give off|gives off|grows?)) (?:its|their|his|her) own (.+)",
            r"\1 \2",
        ),
    )
)
"""What a question has too much of: a reason, a threat, a word that only lays stress on another."""


def asked_of_somebody(words: list[str]) -> list[str]:
    """The plainer question that is asked of a person; the words as they are if there is none."""
    return _by(_OF_SOMEBODY, _begun(words)) or words


def plainer(words: list[str]) -> list[str]:
    """The plainer question that is asked; the words as they are if there is none."""
    words = _objects(words[:-2] if words[-2:] in _OR_NOT else words)
    text = _begun(words)
    shorter = _shorter(text)
    if shorter != text:
        return plainer(shorter.split())
    return _by(_PLAIN, text) or _one_of_the(text) or _enough(text) or words


def _begun(words: list[str]) -> str:
    """A question without the words before it that ask nothing."""
    begun = next((i for i, word in enumerate(words) if word not in _BEFORE), 0)
    return " ".join(words[begun:])


def _by(table: Sequence[tuple[re.Pattern[str], str]], text: str) -> list[str]:
    """What a table has for the first wording that a text is; empty if it is none of them."""
    found = ((pattern.fullmatch(text), instead) for pattern, instead in table)
    return next((match.expand(instead).split() for match, instead in found if match is not None), [])


def _shorter(text: str) -> str:
    """A text without what it adds to a question, and with choices for a list of examples; the text if there is nothing."""
    example = _EXAMPLE.fullmatch(text) or _REAL_OR_NOT.fullmatch(text)
    if example is not None:
        return example[1]
    by_what = _WITH_WHAT.fullmatch(text)
    if by_what is not None:
        return f"{by_what[1]}{by_what[2] or ''}"
    shortly = next(
        ((found, instead) for pattern, instead in _SHORTLY if (found := pattern.fullmatch(text))), None
    )
    if shortly is not None:
        return shortly[0].expand(shortly[1])
    several = _AND_SO_ON.fullmatch(text)
    listed = re.sub(r" (?:, (?:and |or )?|and |or )+", " or ", several[1]) if several is not None else text
    return listed if several is not None and " or " in listed else text


def _one_of_the(text: str) -> list[str]:
    """What is one of the fastest animals is a fast animal; empty for other questions."""
    found = re.fullmatch(
        r"(is|was) (it|he|she) one of the (?:world s )?(\w+)est (\w+)(?: (?:in|on|of|that) .+)?", text
    )
    root = found[3] if found is not None else ""
    if found is None or not root:
        return []
    root = f"{root[:-1]}y" if root[-1] == "i" else root[:-1] if root[-1] == root[-2:-1] != "l" else root
    root = {"larg": "large", "cut": "cute", "saf": "safe", "wis": "wise", "rar": "rare", "nic": "nice"}.get(
        root, root
    )
    kind = found[4].removesuffix("s")
    what = [] if found[4] in ("people", "persons", "men", "women") else [kind]
    return [found[1], found[2], *(["a"] if what else []), root, *what]


def _enough(text: str) -> list[str]:
    """What something is big enough for, or too big for, as what it or people can do; empty for other questions."""
    too = _TOO.fullmatch(text)
    enough = too or _ENOUGH.fullmatch(text)
    if enough is None:
        return []
    verb, rest = enough[1], (enough[2] or "").split()
    without = [word for word in rest if word != "it"]
    no = ["not"] if too else []
    if verb in ("fit", "go"):
        return ["does", "it", *no, verb, *rest]
    if without and without[-1] in _WHERE:
        return ["can", "you", *no, verb, *without, "it"]
    if verb in _HANDLED:
        return ["can", "you", *no, verb, "it", *without]
    return ["can", "it", *no, verb, *rest]


def _objects(words: list[str]) -> list[str]:
    """Words with `object` for a bare `thing` among choices: `a thing or an animal`."""
    if "or" not in words or "thing" not in words:
        return words
    bare = [
        word == "thing" and before in ("a", "or", ",") and after in ("or", ",")
        for before, word, after in zip(["", *words], words, [*words[1:], "or"], strict=False)
    ]
    return ["object" if is_bare else word for word, is_bare in zip(words, bare, strict=True)]
