"""How people word yes-or-no questions: words to drop, words for the secret thing, words for relations.

In a table, wordings are separated by `|`; after ` = ` comes the mark that replaces them. The longest wording
that fits is replaced, from left to right.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence

FLUFF = """
by any chance|i think|i believe|i guess that|i wonder if|i wonder whether|i was wondering if|i wonder|let me see
i was wondering whether|lets see|let us see|let me think|let me ask|can you tell me if|can you tell me whether
could you tell me if|could you tell me whether|tell me if|tell me whether|do you know if|would you say that
would you say|would you consider|would you describe|would you call|do you think that|do you think|is it true that
is it the case that|is it fair to say that|is it fair to say|is it safe to say that|is it safe to say
is it correct to say that|is it correct to say|is it correct that|is it right that|am i right that
am i right in thinking that|am i right in thinking|am i right to think|is it possible that|is it likely that
could it be that|can i ask if|may i ask if|my question is|my next question is|next question|first question
last question|another question|quick question|here is my question|so far|in general|generally speaking|for example
of course|you know|i mean|in any way|in some way|to some extent|at all|as a rule|most of the time|a lot of the time
all the time|in your opinion|in real life|in everyday life|in daily life|for the most part|or not|yes or no
or something like that|or near it|or close to it|or anything like that|or so|and so on|or similar|or wherever|or whoever|or whenever|or thereabouts
or something similar|or some such|or such|or whatnot|and whatnot|and stuff like that|and things like that|and all that|and so forth|and the like
tell me|pray tell me|pray tell|strictly speaking|technically speaking|botanically speaking|scientifically speaking|chemically speaking|biologically speaking|roughly speaking|broadly speaking|literally speaking
could one say that|could one say|can one say that|can one say|could you say that|may one say|might one say|can we say that|can we say|could we say that|could we say|would one say that|would one say|could i say that|could i say|can i say that|can i say|shall we say
am i correct that|am i correct in thinking that|am i correct in thinking|am i correct in saying that|am i correct in saying|am i correct to think that|am i correct to think|am i right in saying that|am i right in saying|am i right to say|am i right to think that|am i correct in assuming that|am i correct in assuming|am i right in assuming that|am i right in assuming
would i be right to say that|would i be right to say|would i be right in saying that|would i be right in saying|would i be right in thinking that|would i be right in thinking|would i be right to think that|would i be right to think|would i be correct to say that|would i be correct to say|would i be correct in saying that|would i be correct in saying|would i be correct in thinking that|would i be correct in thinking|would i be wrong to say that
do you suppose that|do you suppose|do we think that|do we think|would you think that|would you think|should i think that|could you kindly tell me if|could you kindly tell me whether|kindly tell me if|kindly tell me whether|would you kindly tell me if|would you kindly tell me whether|would you tell me if|would you tell me whether|do tell me if|do tell me whether|can you say if|can you say whether
may i enquire whether|may i enquire if|may i inquire whether|may i inquire if|might i inquire if|might i inquire whether|might i enquire if|might i enquire whether|might i ask if|might i ask whether|may i ask whether|can i ask whether|could i ask if|could i ask whether|i would like to ask if|i would like to ask whether|i want to ask if|i ask if|i ask whether|let me ask if|let me ask whether|one wonders if|one wonders whether
final question|final q|last q|next q|new question|new q|any chance that|any chance|is there any chance that|is there any chance|is there a chance that|is there a chance|what are the chances that|what are the chances|chances are|i put it to you that|i put it to you|i submit that|i assume that|i assume|i take it that|i take it|i presume that|i presume|i gather that|i gather|i daresay|dare i say|i suspect that|i suspect|let us say|may i suggest that|may i suggest
would you agree that|would you agree|do you agree that|do you agree|would you not agree that|is one right in thinking that|100 percent|one hundred percent|my guess|for starters|to start with|first things first|easy one first|let us start easy|let us start with an easy one|starting off|starting easy|to narrow it down|just to narrow it down|in the main
good fellow|my good fellow|my good man|old chap|old fellow|old boy|my lad|my boy|dear fellow|if you please|if you would|if i may|if i might|if i may be so bold|if it pleases you
do you reckon|i reckon|you reckon|would you reckon|pardon me but|pardon me|excuse me but|excuse me|beg your pardon|if you do nt mind me asking
if i may ask|might i ask|may i ask|can i just ask|just wondering|just curious|out of curiosity|be honest|to be honest|honestly|no offense|i am guessing
i bet that|i bet|i have a feeling|i have a feeling that|i feel like|hang on a sec|hang on|hold on a sec|hold on|wait a sec|one sec|let me guess
in and out|back and forth|round and round|from side to side|to and fro
of sorts|type category|category|of some description|of any description|of one sort or another|or other|and that|and stuff|and all|and such|and whatever|so to speak|as it were|a wee bit|a tad|a little bit|a tiny bit|kind of thing|sort of thing|type of thing|for crying out loud|for goodness sake
do not laugh|no kidding|not gonna lie|if you ask me|if i remember right|if i am not mistaken|correct me if i am wrong|quick one|easy one|silly question|stupid question
i am wondering if|i am wondering whether|i was wondering whether|does it happen to|would it happen to|happen to|tend to|tends to|in a way|when all is said and done|at the end of the day
like really|like super|like totally|like very|like actually|like so|like properly|thinking about it|on the whole|by and large|on the regular|more often than not|nine times out of ten
listen ,|listen fella|listen buddy|listen here|ok random|random but|random one|random question|more or less|for sure|around here|where i am from|where i come from|in these parts
or the like|most likely|more than likely|right now|already|by now|most of the year|the whole year|all year round|my dear|dear|if you like|do you believe|is it accurate to say|would it be fair to say
would it be accurate to say|would it be correct to say|would people say|would most people say|i want to know if
i would like to know if|i would like to know whether|please tell me if|by people|by humans|by man|by a person
by human beings|by a human being|by mankind|by human hands|by a human|by humankind|by someone|by somebody|by anyone|to people|to humans|to a person|to a human|for people
for humans|for human use|of some kind|of some sort|of any kind|some kind of|some sort of|any kind of|any sort of
some type of|any type of|a type of|a form of|some form of|type of|sort of|form of|a bit|a little|a lot|lots of
a lot of|plenty of|at least partly|at least partially|in part|at some point|in most cases|in most people
in its name|on average|one of those|one of these|piece of|a piece of|pieces of|per se|as far as you know
let us begin with this|let us start with this|to begin with|let me start with this|let me begin with this|the continent of|the country of|the nation of|the land of|the city of|at the moment|hey there|good question|just to be sure|just to be clear|just checking|just to make sure|to be clear|just so i know|one more|got it|all right|next one|next up|too by the way|by the way|by most people|by many people|by lots of people|by almost everyone|by everyone|by everybody|at room temperature|supposed to be|said to be|thought to be
"""

ALONE = frozenset(
    (
        "okay so hmm hm um uh umm uhh er erm well alright now then maybe perhaps possibly probably please just "
        "actually really also basically definitely surely certainly simply oh ah hey hello hi thanks thank "
        "cool great nice interesting sorry wow aha yeah anyway whether mostly mainly usually typically "
        "normally often commonly generally primarily sometimes frequently ordinarily traditionally "
        "regularly ever still considered regarded known classified categorized called somewhat "
        "fairly rather quite very pretty too easily currently literally specifically especially occasionally "
        "guys lol supposedly presumably apparently truly technically essentially partly partially either both "
        "predominantly largely likely originally naturally obviously kindly lmao rofl haha hahaha hehe heh ew eww ewww yuck ugh "
        "af asf somehow prob probs omg omfg oof ooh oooh ooo aww ahh argh innit tbh imo imho btw fyi aye yo hiya heya howdy hmmm hmmmm hmmmmm mmm welp blimey crikey gosh "
        "golly jeez strewth ngl frfr ish totally properly proper kindof sortof bruv bruh roughly approximately awfully terribly incredibly "
        "conceivably theoretically hypothetically feasibly realistically ideally plausibly remotely vaguely allegedly admittedly frankly "
        "seriously personally practically effectively virtually fr rn lmk "
        "ouch yikes phew perchance thx ty thnx thanx tyvm xd ummm ummmm uhm uhhh even plz "
        "genuinely legit lowkey highkey honest mega uber chiefly principally generally overall"
    ).split()
) - {"pretty", "naturally", "known", "easily"}
"""Words that are dropped at any place, unless a phrase of the table contains them."""

OPENERS = frozenset(
    "and but or if yes no right good nope nah yep yup yeah dude bro bruh mate wait question questions chances is that it".split()
) - {"is", "that", "it", "or"}
"""Words that are dropped at the start of a question."""

TAGS = """
is it|is it not|is nt it|but|say|right|correct|yes|no|does it|does it not|does nt it|is he|is she|is nt he|is nt she|huh|eh
mate|bro|dude|sir|madam|darling|yet|or nah|or no|or what|or whatever|or something|or anything|do you think|do you reckon|was it|was nt it|was he|was nt he
can it|can nt it|has it|has nt it|or is it|or does it|are you|are nt you|am i right|would it|would nt it|is that right
is that correct|then|though|please|tell me|this thing|this one|this man|this lady|this animal|this creature|this place|this food|this object|this item|this job|this person|that thing|i guess|i suppose|i think|do they|are they|did he|did she|did nt he
"""

CALLED = """
does it count as|would it count as|could it count as|would you call it|could you call it|can you call it|do you call it|do they call it|would they call it|would people call it|do people call it|would most people call it|would anybody call it|would a scientist call it|could it be described as|can it be described as|would it be described as|could it be classed as|would it be classed as|is it classed as|can it be classed as|would it be classified as|could it be classified as|is it considered to be|is it fair to call it|would you describe it as|could you describe it as|can you describe it as|would you class it as|would you classify it as|is it described as|is it classed as|is it classified as|are we talking about|we are talking about|were talking about|are we looking for|we are looking for|am i looking for|is the thing we seek|is the thing we are after|is the thing i am looking for|is the thing i am after|is what we seek|does it qualify as|would it qualify as|is it categorised as|is it categorized as|is it seen as|is it commonly seen as|is it referred to as|is it defined as|is it thought of as|is it regarded as|is it treated as|are we dealing with|is it what you would call|is it what people call = is it
"""
"""Wordings that ask what the thing is, of which the subject is already `it`."""

REMARKS = """
most of them|some of them|a few of them|many of them|all of them|not all of them|these days|nowadays|in most countries
in some countries|in many countries|in some places|in some parts of the world|in the us|in the usa|in america|in europe|in england|in the uk|where i live|around here|for real|in real life|at once
every day|every week|new|brand new|as well|too|again|or something|or so|or what|normaly|normally|usually|more or less
for many years|for years|for a long time|for sure|for fun|for a living|most of the time|in the stories|in stories
in the movies|in movies|in the world|all over the world|with friends|with your friends|by yourself|on your own
do nt they|does nt it|is nt it|are nt they|is nt he|is nt she|did nt he|did nt she|would nt it|have nt they|has nt it
at the top|on top|on top of it|at the end|on one end|at one end|on the end|at the bottom|on the bottom|at both ends|on the outside|on the sides|on both sides|on the inside|at the tip|around the edges
to the other side|from the other side|from one side to the other|on the other side|same like us|same as us|just like us|same like me|just like me|just like you and me|like you and me|for a while|for a time|later on|later in life|early on|at one point|back then|back in the day
on holiday|on holidays|on vacation|on your holidays|on a trip|while traveling
on sundays|on saturdays|on weekends|at weekends|at the weekend|on the weekend|after work|after school|in the mirror|for the neighbors
for the grandchildren|for the kids|for the whole family|for the family|for all the family|with the kids
in his life|in her life|in his lifetime|in her lifetime|in their life|on his mantelpiece|on her mantelpiece|on his shelf|on her shelf|on his wall|on her wall|for the day|for a day|at lunchtime|at playtime|at recess|this time|at that|for the afternoon
a lot|very much|so much|once in a while|from time to time|now and then|in general|as a kid|as a child|on average
"""
"""Remarks at the end of a question that may be set aside if it is not understood otherwise."""

REWORDED = """
still with us|still among us|still around|still living|still kicking = alive
live up in|lives up in = live in
young ish|youngish|quite young|rather young|pretty young = young
live longer than|lived longer than|get older than|become older than|make it past = live more than
cost as much as|costs as much as|as expensive as = cost more than
grown ups|grown up|grownups|grown people = adults
swallow a big spoonful of|swallow a spoonful of|eat a spoonful of|take a bite of|take a sip of|swallow|munch on|snack on = eat
bad guys|bad guy = criminals
locked up|lock up = imprisoned
more then = more than
sun glasses = sunglasses
motor car|motorcar|motor vehicle = car
serve for|serves for = used for
enter in|enters in|enter into = fit in
super hero = superhero
sea sick = seasick
foot ball = football
base ball = baseball
basket ball = basketball
tooth paste = toothpaste
tooth brush = toothbrush
snow man = snowman
under five = under 5
than me|than i am|than i do|than you do|than i weigh|than you weigh|than i can run|than you can run|than a person can run|than people can run|than a human can run|than a man can run|than you|than us|than my dad|than a human = than a person
"""
"""Wordings that are read as others if a question is not understood otherwise."""

SUBJECT = """
this thing|that thing|the thing|this item|the item|that item|the object|this object|that object|the entity|this entity
the word|this word|the answer|the secret|the secret word|the secret thing|the secret item|the secret object
the mystery object|the mystery item|the mystery thing|the hidden object|the thing in question|the thing you have in mind
the object in question|the item in question|the subject|your item|your object|your word|your thing|your entity
your answer|your secret|the thing you are thinking of|the thing you are thinking about|what you are thinking of
what you have in mind|what you are thinking about|the object you are thinking of|the item you are thinking of
the one you are thinking of|the concept|the mystery word|the target|he|she|they|it|him|them|this person|that person
the person|the celebrity|this celebrity|this character|the character|your person|your character|this individual
the person you are thinking of|the person you have in mind|the person in question|the one|these|those|he or she
this someone|the mystery person|this guy|the guy|this man or woman|he or she|it itself|this one|the said person
the thing we seek|the thing we are after|the thing i am looking for|the thing we are looking for|what we seek|what we are looking for|the said thing|the creature|this creature|the job|this job|this profession|the profession|this occupation|the product|this product|the animal you are thinking of|your character
"""

PEOPLE = """
you|i|we|one|people|someone|somebody|anyone|anybody|everyone|everybody|most people|many people|some people|a person
the average person|an average person|humans|a human|most humans|human beings|ordinary people|a normal person
normal people|thousands of people|hundreds of people|millions of people|a lot of people|lots of people|folks|folk|most folk|most folks|an adult|persons|regular people
"""

MARKS = """
made of|made up of|made out of|made from|made with|composed of|constructed of|constructed from|built of|built from
built out of|consist of|consists of|consisting of|crafted from|manufactured from|fashioned from|out of|made using = @of
used for|used to|used when|used during|used while|intended for|meant for|designed for|designed to|meant to|needed for
needed to|made for|made to|useful for|suitable for|necessary for|intended to|good for|for the purpose of
serve to|serves to|helps to|help to|help with|helpful for|helps you to|help you to|help you|helps you|help people|helps people
built for|employed to|employed in = @for
used as|serves as|serve as|act as|function as|used like = @as
used by|worn by|for use by|used mainly by|popular with|operated by|handled by = @by
found in|found on|found at|found inside|found near|found around|found within|seen in|seen at|seen on|kept in
kept on|kept at|kept inside|stored in|stored on|located in|located on|located at|located inside|sold in|sold at|bought in|bought at|placed in
situated in|available in|available at|common in|encountered in|purchased in|purchased at|purchased from
bought from|bought on|kept around|put in = @at
used in|used on|used at|used inside|used within|use in|use on|use at = @used
in|on|at|inside|within|near|around = @in
inside us|inside of us|inside me|inside people|inside humans|inside our bodies|inside every person|inside of the body|inside the body|inside your body|inside the human body|inside a body|inside our body|inside our bodies
inside a person|inside a human|inside of you|inside you|within the body|inside of your body|found inside the body
found inside your body|found inside the human body|found inside a person|located inside the body|found inside of the body
located inside your body|found within the body|inside a human body|found inside a human body|found inside a human = insidebody
write on|draw on|writing on|written on|drawn on|write or draw on|drawing on = writeon
eat from|drink from|drink out of|eat off|eat out of|drink off|eat off of = eatfrom
need to be|needs to be|has to be|have to be|must be = @is
need to|needs to|have to|has to|got to|want to|wants to = @must
about|related to|associated with|associate with|connected to|connected with|linked to|linked with|have to do with|has to do with
having to do with|had to do with|have something to do with|has something to do with|have anything to do with
to do with|something to do with|anything to do with|involved in|involved with|involve|involves|involving|relate to|relates to|relating to
pertain to|concerned with|belong to|belongs to|belonging to|belong in|belongs in|deal with|deals with|make you think of|remind you of
think of|associated to|concern|concerns|play a role in|used in connection with = @about
have got|has got|have|has|having|had|got|contain|contains|containing|include|includes|including|feature|features|possess
possesses|equipped with|come with|comes with|with|consist partly of|contain any|got any|have any|has any|covered in|covered with|covered by|full of|filled with|stuffed with|packed with|attached to|tied to|hooked to|strapped to|joined to = @has
need|needs|needing|require|requires|requiring|run on|runs on|running on|powered by|operate on|operates on|work on
works on|depend on|rely on|relies on|run off|runs off|run by|uses|using|driven by|operated with|operate with|work with|works with|makes use of|make use of|charged by = @need
able to|capable of|known to = @do
known for|famous for|known as|renowned for|best known for|popular for|famed for|well known for|best known as|famous as|mainly known for|famous because of = @known
come from|comes from|came from|coming from|originate in|originates from|originate from|originated in|originally from
native to|born in|from|comes originally from|live in|lived in|lives in|living in|live on|lives on|live at|lives at|hail from|citizen of|grew up in|indigenous to = @from
for = @for
by = @by
"""

VAGUE = frozenset(
    (
        "something thing things anything object objects item items stuff one someone somebody person "
        "entity kind type sort device substance material product concept people anyone contribution contributions "
        "achievement achievements accomplishment accomplishments"
    ).split()
)
"""Nouns that add nothing if the question says something else about the thing."""

SMALL = frozenset(
    (
        "a an the it its of to on in at into onto upon with from by as be been being is are was were this that these "
        "those which who whose you your i my me we our us some any there his her their he she they them him do does did "
        "will would can could may might one ones people someone anyone such "
        "particular certain every each when while where around during up if get gets things thing something "
        "anything itself themselves himself herself yourself other others like"
    ).split()
) - {"up", "like", "more", "kind"}
"""Words that are left out when a phrase is read."""

HARMLESS = frozenset(
    (
        "common typical usual normal ordinary regular single specific general real actual popular "
        "main typically known well everyday average classic standard widely simple "
        "mere proper true famous certain own particular major whole entire other different various "
        "special modern-day physical particular fictional-like fully completely entirely only always own "
        "exclusively roughly about almost nearly more less primarily commonly mass decent local nearby "
    ).split()
) - {"about", "more", "less", "whole"}
"""Words that may be left out next to words that are understood."""

TURNING = frozenset(
    "not nt never no non neither nor without than more less fewer most least or and but only instead rather "
    "avoid forbid forbidden ban banned illegal allowed prevent stop against refuse lack miss instead skip ignore free "
    "synonym antonym noun verb adjective rhyme letter syllable if because unless except same different better worse "
    "best worst enough how why".split()
)
"""Words that turn or weigh what is said, so that it can't be read by single words."""
WHOM = frozenset(
    "animal animals people humans persons person human you me us men man children kids anybody somebody".split()
)
"""To whom a thing does something: people eat carrots, and carrots eat nobody."""
TELLS_NOTHING = frozenset(
    "use find see look have get got make keep take put need do go come buy work live give like love want know think "
    "say tell ask show call mean let help try happen become seem feel turn start begin end stop "
    "belong include involve consist associate relate connect remind contain come part kind sort type way "
    "time day year life world place area side bit lot number name example case word purpose reason home "
    "people man woman person human guy someone anybody everybody folk most often here there really "
    "together away out off over up down back along around too again once twice today else well back "
    "first big small large little new own whole able possible typical common special popular famous "
    "usual normal regular main real sure exact about mostly appear happen exist require play serve known "
    "what many much particular normally usually especially against between through before after some any every each all "
    "for per via onto of off by with as at during good nice great interesting change different "
    "grandmother grandma grandpa grandfather mother mom dad father friend neighbor old bad early late hot cold fast slow "
    "free high low deep strong weak warm rich poor young hard soft long short once one thing stuff something nature made "
    "used inside outside near next top bottom it "
    "flavor flavored flavour lady gentleman support oppose "
    "easily comfortably super huge giant tiny fortune ton loads tons bunch couple pretty total full entire extra crazy".split()
)
"""Words that tell nothing; this includes all words with the same stems."""
QUALITIES = frozenset(
    "support supports supported oppose opposes opposed slow slowly early late low new hot poor short warm cheap free different empty wrong fresh quiet dirty real".split()
)
"""Words that tell nothing alone, but ask how something is: not all growth is slow."""
WEAK = frozenset(
    "drink eat send paint write draw wear hold carry climb hit throw catch cut cook bake drive ride fly swim run walk "
    "jump sit stand sleep wash clean open close push pull touch smell taste hear listen watch read sing dance kick "
    "win lose fight kill die born marry lead rule build create invent discover break burn melt grow produce lay "
    "bite sting hunt chase collect cover wrap fill pour mix add spread tie hang move travel visit meet star act appear "
    "direct compose perform record tour sell teach study learn fix repair hurt protect attack defend save rescue "
    "kid child family boy girl adult parent grandpa grandma evening morning night summer winter animal water house "
    "love hide bring pick leave return wait pay spend lend borrow shoot swing roll spin turn blow press hug kiss".split()
)
"""Verbs and common nouns that are ignored if there is a telling noun."""
OF_COUNTRIES = """
ian = ia|ian =|ian = y|an = a|ean =|n =|ese =|ese = a|i =|ish = land
"""
"""How words for people of a country end, and how the country's name does."""


STUFFS = frozenset(
    "pasta bread rice cheese meat fish sugar salt soup juice coffee tea milk wine beer butter cake candy "
    "chocolate ketchup jam honey flour soap perfume ice paper".split()
)
"""Stuffs that are guessed without an article: is it pasta."""
FAMILY = frozenset(
    "mother father mom dad parents wife husband son daughter brother sister uncle aunt cousin grandmother grandfather".split()
)
"""Whose trade or looks are not one's own."""


def table_of(text: str, becomes: str = "") -> dict[str, list[tuple[Sequence[str], str]]]:
    """Wordings by their first word, longest first, each with its replacement.

    `becomes`: the replacement for lines without ` = `.
    """
    out: dict[str, list[tuple[Sequence[str], str]]] = {}
    pending: list[str] = []
    for line in text.strip().splitlines():
        said, equals, tag = line.partition(" = ")
        pending += said.split("|")
        if equals or becomes or "=" not in text:
            for wording in pending:
                words = tuple(wording.split())
                if words:
                    out.setdefault(words[0], []).append((words, tag.strip() or becomes))
            pending = []
    for rows in out.values():
        rows.sort(key=lambda row: -len(row[0]))
    return out


def rewritten(words: Sequence[str], table: Mapping[str, list[tuple[Sequence[str], str]]]) -> list[str]:
    """Words with every wording of a table replaced; a wording with an empty replacement is removed."""
    if table.keys().isdisjoint(words):
        return list(words)
    out: list[str] = []
    i = 0
    while i < len(words):
        for wording, becomes in table.get(words[i], ()):
            if tuple(words[i : i + len(wording)]) == wording:
                if becomes:
                    out.append(becomes)
                i += len(wording)
                break
        else:
            out.append(words[i])
            i += 1
    return out


def phrases_in(
    words: Sequence[str], known: Container[tuple[str, ...]], longest: int
) -> Iterator[tuple[tuple[str, ...], int]]:
    """The known phrases from left to right, longest first, each with its number of words.

    An unknown word gives `()` and 1.

    >>> list(phrases_in(["no", "not", "at", "all"], {("not",), ("not", "at", "all")}, 3))
    [((), 1), (('not', 'at', 'all'), 3)]
    """
    i = 0
    while i < len(words):
        runs = (tuple(words[i : i + size]) for size in range(min(longest, len(words) - i), 0, -1))
        phrase = next((run for run in runs if run in known), ())
        yield phrase, len(phrase) or 1
        i += len(phrase) or 1
