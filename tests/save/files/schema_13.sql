-- A save file of schema 5, as SQL: one session won at a party, one unfinished with a recast and a renamed person.
PRAGMA application_id = 1414875457;
PRAGMA user_version = 13;
BEGIN TRANSACTION;
CREATE TABLE event (
  n INTEGER NOT NULL REFERENCES header ON DELETE CASCADE,
  seq INTEGER NOT NULL CHECK (seq > 0),
  type TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (n, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO "event" VALUES(1,1,'reply','["guesser","guess","slate"]');
INSERT INTO "event" VALUES(1,2,'reply','{"seat":"guesser","ask":"guess","text":"crony","status":"played"}');
INSERT INTO "event" VALUES(1,3,'reply','{"seat":"guesser","ask":"guess","text":"sight","status":"played"}');
INSERT INTO "event" VALUES(1,4,'ended','{"outcome":{"result":"won","winners":["guesser"],"cause":null},"at":"2026-11-21T10:00:00Z"}');
INSERT INTO "event" VALUES(2,1,'reply','{"seat":"guesser","ask":"guess","text":"slate","status":"played"}');
INSERT INTO "event" VALUES(2,2,'recast','{"seat":"guesser","to":{"player":"human","name":"Ben"}}');
INSERT INTO "event" VALUES(2,3,'reply','{"seat":"guesser","ask":"guess","text":"crony","status":"played"}');
CREATE TABLE head (
  n INTEGER PRIMARY KEY REFERENCES header ON DELETE CASCADE,
  body BLOB NOT NULL
) STRICT;
INSERT INTO "head" VALUES(1,X'58A4553C0CE50325712F17036CC0105B6A35D43542A456504AC5220C4BC424A55C43EC291791400DE109948CB43914526371667A46891272ECC27A15AE61AE7E9E7EEE86A889105B2A422B6D1D81C533727AA9AD05006A699BA2');
INSERT INTO "head" VALUES(2,X'58A4553C0CE50325712F17036CC0085B6A35D43542A456504AC5220C4BC424A55C43EC291791400D6109D48884B4599A3A4492624A796A4E09A26F949299A290074A04F965A90AF9790A694007EB289467966400794A4829002559624B57D8CA5F14FD008FBEA25A');
CREATE TABLE header (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  game TEXT NOT NULL,
  rules INTEGER NOT NULL,
  started TEXT,
  saved TEXT NOT NULL,
  origin TEXT NOT NULL DEFAULT '',
  body TEXT NOT NULL
) STRICT;
INSERT INTO "header" VALUES(1,'01JD0000000000000000000001','wordle',1,'2026-11-21T10:00:00Z','2026-11-21T10:00:00.000Z','','{"setup":{"preset":"party","deck":"wordle-1","words":"wordle-1","matching":1,"seed":1,"repetition":null,"options":{"variant":"classic","max_guesses":6,"reprompts":2,"unknown_words":null,"form":"lenient","critic_sees":"board","hard":false,"group":null,"suite":null,"takebacks":true},"secret":{"word":"sight"},"extra":{"party":"EVENING1"}},"seats":{"guesser":{"player":"human","name":"Ada"}},"extra":{}}');
INSERT INTO "header" VALUES(2,'01JD0000000000000000000002','wordle',1,'2026-11-21T10:00:00Z','2026-11-21T10:00:00.000Z','','{"setup":{"preset":"party","deck":"wordle-1","words":"wordle-1","matching":1,"seed":2,"repetition":null,"options":{"variant":"clue","max_guesses":6,"reprompts":2,"unknown_words":null,"form":"lenient","critic_sees":"board","hard":false,"group":null,"suite":null,"takebacks":true},"secret":{"word":"dwelt","clue":"did not move on from, with on"},"extra":{}},"seats":{"guesser":{"player":"human","name":"You"}},"extra":{}}');
CREATE TABLE lease (
  n INTEGER PRIMARY KEY REFERENCES header ON DELETE CASCADE,
  owner TEXT NOT NULL,
  host TEXT NOT NULL,
  pid INTEGER NOT NULL,
  born TEXT NOT NULL,
  heartbeat REAL NOT NULL
) STRICT;
CREATE TABLE message (
  n INTEGER NOT NULL REFERENCES header ON DELETE CASCADE,
  hash TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (n, hash)
) STRICT;
INSERT INTO "message" VALUES(2,'sha256:1','[{"role":"user","content":"guess"}]');
CREATE TABLE meta (
  key TEXT PRIMARY KEY, value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "meta" VALUES('derived','4');
INSERT INTO "meta" VALUES('rated','2026-11-21');
CREATE TABLE metric (
  n INTEGER PRIMARY KEY REFERENCES session ON DELETE CASCADE,
  body TEXT NOT NULL
) STRICT;
INSERT INTO "metric" VALUES(1,'{"values":{"success":1,"lost":0,"aborted":0,"guesses":3,"speed":100,"speed_inverse":33.33,"closeness":[8,0,25],"closeness_gain":8.5,"strategy":[0,0,0],"repetitions":0},"counted":["guesses"]}');
INSERT INTO "metric" VALUES(2,'{"values":{"success":0,"lost":0,"aborted":0,"closeness":[9,0],"closeness_gain":-9.0,"strategy":[0,0]},"counted":["guesses"]}');
CREATE TABLE opened (
  owner TEXT PRIMARY KEY,
  host TEXT NOT NULL,
  pid INTEGER NOT NULL,
  born TEXT NOT NULL,
  heartbeat REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE renamed (
  n INTEGER NOT NULL REFERENCES header ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (n, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO "renamed" VALUES(2,2,'Cleo');
CREATE TABLE rollup (
  k INTEGER NOT NULL REFERENCES rollup_key,
  period TEXT NOT NULL,
  cells TEXT NOT NULL,
  UNIQUE (k, period)
) STRICT;
INSERT INTO "rollup" VALUES(1,'all','[1,1,1,3000000,9000000000000,1,3000000,9000000000000,1,0,0,1,0,0,1,0,0,1,0,0,1,0,0,1,1000000,1000000000000,1,1,1000000,1000000000000,1,1000000,1000000000000,1,0,0,1,0,0,1,3000000,9000000000000,1,1,100000000,10000000000000000,1,33330000,1110888900000000,1,8000000,64000000000000,1,0,0,1,25000000,625000000000000,1,8500000,72250000000000,1,0,0,1,0,0,1,0,0,1,0,0]');
INSERT INTO "rollup" VALUES(1,'Y2026','[1,1,1,3000000,9000000000000,1,3000000,9000000000000,1,0,0,1,0,0,1,0,0,1,0,0,1,0,0,1,1000000,1000000000000,1,1,1000000,1000000000000,1,1000000,1000000000000,1,0,0,1,0,0,1,3000000,9000000000000,1,1,100000000,10000000000000000,1,33330000,1110888900000000,1,8000000,64000000000000,1,0,0,1,25000000,625000000000000,1,8500000,72250000000000,1,0,0,1,0,0,1,0,0,1,0,0]');
INSERT INTO "rollup" VALUES(1,'Q2026-4','[1,1,1,3000000,9000000000000,1,3000000,9000000000000,1,0,0,1,0,0,1,0,0,1,0,0,1,0,0,1,1000000,1000000000000,1,1,1000000,1000000000000,1,1000000,1000000000000,1,0,0,1,0,0,1,3000000,9000000000000,1,1,100000000,10000000000000000,1,33330000,1110888900000000,1,8000000,64000000000000,1,0,0,1,25000000,625000000000000,1,8500000,72250000000000,1,0,0,1,0,0,1,0,0,1,0,0]');
INSERT INTO "rollup" VALUES(1,'M2026-11','[1,1,1,3000000,9000000000000,1,3000000,9000000000000,1,0,0,1,0,0,1,0,0,1,0,0,1,0,0,1,1000000,1000000000000,1,1,1000000,1000000000000,1,1000000,1000000000000,1,0,0,1,0,0,1,3000000,9000000000000,1,1,100000000,10000000000000000,1,33330000,1110888900000000,1,8000000,64000000000000,1,0,0,1,25000000,625000000000000,1,8500000,72250000000000,1,0,0,1,0,0,1,0,0,1,0,0]');
INSERT INTO "rollup" VALUES(1,'T2026-11-3','[1,1,1,3000000,9000000000000,1,3000000,9000000000000,1,0,0,1,0,0,1,0,0,1,0,0,1,0,0,1,1000000,1000000000000,1,1,1000000,1000000000000,1,1000000,1000000000000,1,0,0,1,0,0,1,3000000,9000000000000,1,1,100000000,10000000000000000,1,33330000,1110888900000000,1,8000000,64000000000000,1,0,0,1,25000000,625000000000000,1,8500000,72250000000000,1,0,0,1,0,0,1,0,0,1,0,0]');
INSERT INTO "rollup" VALUES(1,'D2026-11-21','[1,1,1,3000000,9000000000000,1,3000000,9000000000000,1,0,0,1,0,0,1,0,0,1,0,0,1,0,0,1,1000000,1000000000000,1,1,1000000,1000000000000,1,1000000,1000000000000,1,0,0,1,0,0,1,3000000,9000000000000,1,1,100000000,10000000000000000,1,33330000,1110888900000000,1,8000000,64000000000000,1,0,0,1,25000000,625000000000000,1,8500000,72250000000000,1,0,0,1,0,0,1,0,0,1,0,0]');
INSERT INTO "rollup" VALUES(2,'all','[1]');
INSERT INTO "rollup" VALUES(2,'Y2026','[1]');
INSERT INTO "rollup" VALUES(2,'Q2026-4','[1]');
INSERT INTO "rollup" VALUES(2,'M2026-11','[1]');
INSERT INTO "rollup" VALUES(2,'T2026-11-3','[1]');
INSERT INTO "rollup" VALUES(2,'D2026-11-21','[1]');
CREATE TABLE rollup_before (
  game TEXT NOT NULL, day TEXT NOT NULL,
  grp TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, condition TEXT NOT NULL, item TEXT NOT NULL,
  sessions INTEGER NOT NULL, won INTEGER NOT NULL, sums TEXT NOT NULL,
  PRIMARY KEY (game, day, grp, kind, name, condition, item)
) STRICT, WITHOUT ROWID;
CREATE TABLE rollup_item (
  game TEXT NOT NULL, grp TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, condition TEXT NOT NULL,
  item TEXT NOT NULL,
  sessions INTEGER NOT NULL, won INTEGER NOT NULL, sums TEXT NOT NULL,
  PRIMARY KEY (game, grp, kind, name, condition, item)
) STRICT, WITHOUT ROWID;
INSERT INTO "rollup_item" VALUES('wordle','guesser','human','Ada','33093a1b7ef0','sight',1,1,'{"#main":[1,1000000,1000000000000],"success":[1,1000000,1000000000000],"lost":[1,0,0],"aborted":[1,0,0],"guesses":[1,3000000,9000000000000],"speed":[1,100000000,10000000000000000],"speed_inverse":[1,33330000,1110888900000000],"closeness_gain":[1,8500000,72250000000000],"repetitions":[1,0,0],"won":[1,1000000,1000000000000],"drawn":[1,0,0]}');
CREATE TABLE rollup_key (
  k INTEGER PRIMARY KEY,
  run TEXT NOT NULL, game TEXT NOT NULL, grp TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL,
  setting TEXT NOT NULL, deck TEXT NOT NULL, preset TEXT NOT NULL, prompt TEXT NOT NULL,
  persona TEXT NOT NULL, flags TEXT NOT NULL, repetition INTEGER NOT NULL, partner TEXT NOT NULL,
  UNIQUE (run, game, grp, kind, name, setting, deck, preset, prompt, persona, flags, repetition, partner)
) STRICT;
INSERT INTO "rollup_key" VALUES(1,'','wordle','guesser','human','Ada','33093a1b7ef0','wordle','party','','','',0,'');
INSERT INTO "rollup_key" VALUES(2,'','wordle','guesser','human','Cleo','6de4f92acbaf','wordle','party','','','recast',0,'');
CREATE TABLE rollup_moments (
  game TEXT NOT NULL, grp TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, condition TEXT NOT NULL,
  moments TEXT NOT NULL,
  PRIMARY KEY (game, grp, kind, name, condition)
) STRICT, WITHOUT ROWID;
INSERT INTO "rollup_moments" VALUES('wordle','guesser','human','Ada','33093a1b7ef0','{"#main":[1,1,1000000,1,1000000,1000000000000],"success":[1,1,1000000,1,1000000,1000000000000],"lost":[1,1,0,1,0,0],"aborted":[1,1,0,1,0,0],"guesses":[1,1,3000000,1,3000000,9000000000000],"speed":[1,1,100000000,1,100000000,10000000000000000],"speed_inverse":[1,1,33330000,1,33330000,1110888900000000],"closeness_gain":[1,1,8500000,1,8500000,72250000000000],"repetitions":[1,1,0,1,0,0],"won":[1,1,1000000,1,1000000,1000000000000],"drawn":[1,1,0,1,0,0]}');
CREATE TABLE rollup_part (
  k INTEGER NOT NULL REFERENCES rollup_key,
  item TEXT NOT NULL,
  sessions INTEGER NOT NULL, won INTEGER NOT NULL, sums TEXT NOT NULL,
  PRIMARY KEY (k, item)
) STRICT, WITHOUT ROWID;
INSERT INTO "rollup_part" VALUES(1,'sight',1,1,'{"#main":[1,1000000,1000000000000],"success":[1,1000000,1000000000000],"lost":[1,0,0],"aborted":[1,0,0],"guesses":[1,3000000,9000000000000],"speed":[1,100000000,10000000000000000],"speed_inverse":[1,33330000,1110888900000000],"closeness_gain":[1,8500000,72250000000000],"repetitions":[1,0,0],"won":[1,1000000,1000000000000],"drawn":[1,0,0]}');
CREATE TABLE seat (
  n INTEGER NOT NULL REFERENCES session ON DELETE CASCADE,
  place INTEGER NOT NULL,
  seat TEXT NOT NULL,
  grp TEXT NOT NULL,
  side TEXT NOT NULL,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  standing TEXT NOT NULL,
  main REAL,
  recast INTEGER NOT NULL,
  prompt TEXT NOT NULL,
  persona TEXT NOT NULL,
  counts TEXT NOT NULL,
  PRIMARY KEY (n, place)
) STRICT, WITHOUT ROWID;
INSERT INTO "seat" VALUES(1,0,'guesser','guesser','solver','human','Ada','won',1.0,0,'','','{"requests":3,"parsed":3}');
INSERT INTO "seat" VALUES(2,0,'guesser','guesser','solver','human','Cleo','unfinished',NULL,1,'','','{"requests":2,"parsed":2}');
CREATE TABLE session (
  n INTEGER PRIMARY KEY REFERENCES header ON DELETE CASCADE,
  id TEXT NOT NULL,
  game TEXT NOT NULL,
  sort TEXT NOT NULL,
  day TEXT NOT NULL,
  started TEXT,
  ended TEXT,
  result TEXT NOT NULL,
  cause TEXT,
  variant TEXT NOT NULL,
  deck TEXT NOT NULL,
  preset TEXT NOT NULL,
  run TEXT NOT NULL,
  repetition INTEGER NOT NULL,
  daily TEXT,
  flags TEXT NOT NULL,
  line TEXT NOT NULL,
  secret TEXT,
  players TEXT NOT NULL,
  search TEXT NOT NULL
, party TEXT, setting TEXT NOT NULL DEFAULT '') STRICT;
INSERT INTO "session" VALUES(1,'01JD0000000000000000000001','wordle','2026-11-21T10:00:00Z','2026-11-21','2026-11-21T10:00:00Z','2026-11-21T10:00:00Z','won',NULL,'classic','wordle','party','',0,NULL,'','Ada, won in 3','sight','[["guesser","Ada"]]','01jd0000000000000000000001 wordle classic won ada','EVENING1','33093a1b7ef0');
INSERT INTO "session" VALUES(2,'01JD0000000000000000000002','wordle','2026-11-21T10:00:00Z','2026-11-21','2026-11-21T10:00:00Z',NULL,'unfinished',NULL,'clue one clue','wordle','party','',0,NULL,'recast','Cleo, 2 of 6 guesses',NULL,'[["guesser","Cleo"]]','01jd0000000000000000000002 wordle clue one clue unfinished cleo',NULL,'6de4f92acbaf');
CREATE TABLE setting (
  game TEXT NOT NULL, digest TEXT NOT NULL,
  variant TEXT NOT NULL, condition TEXT NOT NULL, name TEXT NOT NULL, options TEXT NOT NULL,
  PRIMARY KEY (game, digest)
) STRICT, WITHOUT ROWID;
INSERT INTO "setting" VALUES('wordle','33093a1b7ef0','classic','33093a1b7ef0','classic','{"deck":"wordle"}');
INSERT INTO "setting" VALUES('wordle','6de4f92acbaf','clue one clue','6de4f92acbaf','clue, one clue','{"clues":"one","deck":"wordle","variant":"clue"}');
CREATE TABLE slot (
  game TEXT NOT NULL, name TEXT NOT NULL, place INTEGER NOT NULL,
  PRIMARY KEY (game, name), UNIQUE (game, place)
) STRICT, WITHOUT ROWID;
INSERT INTO "slot" VALUES('wordle','#cost_usd n',20);
INSERT INTO "slot" VALUES('wordle','#cost_usd q',22);
INSERT INTO "slot" VALUES('wordle','#cost_usd s',21);
INSERT INTO "slot" VALUES('wordle','#input_tokens n',14);
INSERT INTO "slot" VALUES('wordle','#input_tokens q',16);
INSERT INTO "slot" VALUES('wordle','#input_tokens s',15);
INSERT INTO "slot" VALUES('wordle','#main n',27);
INSERT INTO "slot" VALUES('wordle','#main q',29);
INSERT INTO "slot" VALUES('wordle','#main s',28);
INSERT INTO "slot" VALUES('wordle','#output_tokens n',17);
INSERT INTO "slot" VALUES('wordle','#output_tokens q',19);
INSERT INTO "slot" VALUES('wordle','#output_tokens s',18);
INSERT INTO "slot" VALUES('wordle','#parsed n',5);
INSERT INTO "slot" VALUES('wordle','#parsed q',7);
INSERT INTO "slot" VALUES('wordle','#parsed s',6);
INSERT INTO "slot" VALUES('wordle','#request_success n',23);
INSERT INTO "slot" VALUES('wordle','#request_success q',25);
INSERT INTO "slot" VALUES('wordle','#request_success s',24);
INSERT INTO "slot" VALUES('wordle','#requests n',2);
INSERT INTO "slot" VALUES('wordle','#requests q',4);
INSERT INTO "slot" VALUES('wordle','#requests s',3);
INSERT INTO "slot" VALUES('wordle','#seconds n',11);
INSERT INTO "slot" VALUES('wordle','#seconds q',13);
INSERT INTO "slot" VALUES('wordle','#seconds s',12);
INSERT INTO "slot" VALUES('wordle','#violated n',8);
INSERT INTO "slot" VALUES('wordle','#violated q',10);
INSERT INTO "slot" VALUES('wordle','#violated s',9);
INSERT INTO "slot" VALUES('wordle','aborted n',36);
INSERT INTO "slot" VALUES('wordle','aborted q',38);
INSERT INTO "slot" VALUES('wordle','aborted s',37);
INSERT INTO "slot" VALUES('wordle','closeness@1 n',49);
INSERT INTO "slot" VALUES('wordle','closeness@1 q',51);
INSERT INTO "slot" VALUES('wordle','closeness@1 s',50);
INSERT INTO "slot" VALUES('wordle','closeness@2 n',52);
INSERT INTO "slot" VALUES('wordle','closeness@2 q',54);
INSERT INTO "slot" VALUES('wordle','closeness@2 s',53);
INSERT INTO "slot" VALUES('wordle','closeness@3 n',55);
INSERT INTO "slot" VALUES('wordle','closeness@3 q',57);
INSERT INTO "slot" VALUES('wordle','closeness@3 s',56);
INSERT INTO "slot" VALUES('wordle','closeness_gain n',58);
INSERT INTO "slot" VALUES('wordle','closeness_gain q',60);
INSERT INTO "slot" VALUES('wordle','closeness_gain s',59);
INSERT INTO "slot" VALUES('wordle','guesses n',39);
INSERT INTO "slot" VALUES('wordle','guesses q',41);
INSERT INTO "slot" VALUES('wordle','guesses s',40);
INSERT INTO "slot" VALUES('wordle','guesses=3',42);
INSERT INTO "slot" VALUES('wordle','lost n',33);
INSERT INTO "slot" VALUES('wordle','lost q',35);
INSERT INTO "slot" VALUES('wordle','lost s',34);
INSERT INTO "slot" VALUES('wordle','repetitions n',70);
INSERT INTO "slot" VALUES('wordle','repetitions q',72);
INSERT INTO "slot" VALUES('wordle','repetitions s',71);
INSERT INTO "slot" VALUES('wordle','sessions',1);
INSERT INTO "slot" VALUES('wordle','speed n',43);
INSERT INTO "slot" VALUES('wordle','speed q',45);
INSERT INTO "slot" VALUES('wordle','speed s',44);
INSERT INTO "slot" VALUES('wordle','speed_inverse n',46);
INSERT INTO "slot" VALUES('wordle','speed_inverse q',48);
INSERT INTO "slot" VALUES('wordle','speed_inverse s',47);
INSERT INTO "slot" VALUES('wordle','started',0);
INSERT INTO "slot" VALUES('wordle','strategy@1 n',61);
INSERT INTO "slot" VALUES('wordle','strategy@1 q',63);
INSERT INTO "slot" VALUES('wordle','strategy@1 s',62);
INSERT INTO "slot" VALUES('wordle','strategy@2 n',64);
INSERT INTO "slot" VALUES('wordle','strategy@2 q',66);
INSERT INTO "slot" VALUES('wordle','strategy@2 s',65);
INSERT INTO "slot" VALUES('wordle','strategy@3 n',67);
INSERT INTO "slot" VALUES('wordle','strategy@3 q',69);
INSERT INTO "slot" VALUES('wordle','strategy@3 s',68);
INSERT INTO "slot" VALUES('wordle','success n',30);
INSERT INTO "slot" VALUES('wordle','success q',32);
INSERT INTO "slot" VALUES('wordle','success s',31);
INSERT INTO "slot" VALUES('wordle','won',26);
CREATE INDEX event_recast ON event (n) WHERE type = 'recast';
CREATE TRIGGER event_stays BEFORE UPDATE ON event
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;
CREATE TRIGGER event_is_kept BEFORE DELETE ON event
WHEN EXISTS (SELECT 1 FROM header WHERE n = OLD.n)
BEGIN SELECT RAISE(ABORT, 'an event goes only with its session'); END;
CREATE TRIGGER event_is_added BEFORE INSERT ON event
WHEN NEW.seq <= (SELECT max(seq) FROM event WHERE n = NEW.n)
BEGIN SELECT RAISE(ABORT, 'an event is added at the end'); END;
CREATE INDEX session_of_day ON session (game, day);
CREATE INDEX session_listed ON session (sort, n, search, secret, game, result);
CREATE INDEX event_rated ON event (n) WHERE type = 'rated';
CREATE INDEX session_of_game ON session (game, sort);
CREATE INDEX session_open ON session (sort) WHERE result = 'unfinished';
CREATE INDEX session_ended ON session (game, ended) WHERE result <> 'unfinished';
CREATE INDEX session_of_run ON session (run, sort) WHERE run <> '';
CREATE INDEX session_daily ON session (game, daily) WHERE daily IS NOT NULL;
CREATE INDEX session_of_party ON session (party) WHERE party IS NOT NULL;
CREATE INDEX seat_of_player ON seat (kind, name, n);
CREATE INDEX session_of_secret ON session (game, secret) WHERE secret IS NOT NULL;
CREATE INDEX header_challenged ON header (n) WHERE instr(body, '"challenge":');
COMMIT;
