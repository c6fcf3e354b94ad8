-- A save file of schema 10, as SQL: runs of bots with several options, whose sums stand mixed in rows of the stats.
PRAGMA application_id = 1414875457;
PRAGMA user_version = 10;
BEGIN TRANSACTION;
CREATE TABLE event (
  n INTEGER NOT NULL REFERENCES header ON DELETE CASCADE,
  seq INTEGER NOT NULL CHECK (seq > 0),
  type TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (n, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO "event" VALUES(1,1,'reply','{"seat":"guesser","ask":"guess","text":"explanation: I''ll open with this one.\nguess: spend","status":"played"}');
INSERT INTO "event" VALUES(1,2,'reply','{"seat":"guesser","ask":"guess","text":"explanation: If my memory is any good, it may be the one.\nguess: brake","status":"played"}');
INSERT INTO "event" VALUES(1,3,'reply','{"seat":"guesser","ask":"guess","text":"explanation: I had a good reason for this. I''ve forgotten it.\nguess: theme","status":"played"}');
INSERT INTO "event" VALUES(1,4,'reply','{"seat":"guesser","ask":"guess","text":"explanation: If my memory is any good, it may be the one.\nguess: guide","status":"played"}');
INSERT INTO "event" VALUES(1,5,'reply','{"seat":"guesser","ask":"guess","text":"explanation: My scribbles are a mess. This fits what I can read.\nguess: liege","status":"played"}');
INSERT INTO "event" VALUES(1,6,'ended','{"outcome":{"result":"won","winners":["guesser"],"cause":null}}');
INSERT INTO "event" VALUES(2,1,'reply','{"seat":"guesser","ask":"guess","text":"explanation: I''ll open with this one.\nguess: twist","status":"played"}');
INSERT INTO "event" VALUES(2,2,'reply','{"seat":"guesser","ask":"guess","text":"explanation: I had a good reason for this. I''ve forgotten it.\nguess: strap","status":"played"}');
INSERT INTO "event" VALUES(2,3,'reply','{"seat":"guesser","ask":"guess","text":"explanation: It fits, as far as I remember.\nguess: among","status":"played"}');
INSERT INTO "event" VALUES(2,4,'reply','{"seat":"guesser","ask":"guess","text":"explanation: I believe it fits. Don''t hold me to it.\nguess: batch","status":"played"}');
INSERT INTO "event" VALUES(2,5,'reply','{"seat":"guesser","ask":"guess","text":"explanation: I believe it fits. Don''t hold me to it.\nguess: match","status":"played"}');
INSERT INTO "event" VALUES(2,6,'reply','{"seat":"guesser","ask":"guess","text":"explanation: My scribbles are a mess. This fits what I can read.\nguess: hatch","status":"played"}');
INSERT INTO "event" VALUES(2,7,'ended','{"outcome":{"result":"won","winners":["guesser"],"cause":null}}');
INSERT INTO "event" VALUES(3,1,'reply','{"seat":"guesser","ask":"guess","text":"explanation: I''ll open with this one.\nguess: spend","status":"played"}');
INSERT INTO "event" VALUES(3,2,'reply','{"seat":"guesser","ask":"guess","text":"explanation: If my memory is any good, it may be the one.\nguess: brake","status":"played"}');
INSERT INTO "event" VALUES(3,3,'reply','{"seat":"guesser","ask":"guess","text":"explanation: I had a good reason for this. I''ve forgotten it.\nguess: theme","status":"played"}');
INSERT INTO "event" VALUES(3,4,'reply','{"seat":"guesser","ask":"guess","text":"explanation: If my memory is any good, it may be the one.\nguess: guide","status":"played"}');
INSERT INTO "event" VALUES(3,5,'ended','{"outcome":{"result":"lost","winners":[],"cause":null}}');
INSERT INTO "event" VALUES(4,1,'reply','{"seat":"guesser","ask":"guess","text":"explanation: I''ll open with this one.\nguess: twist","status":"played"}');
INSERT INTO "event" VALUES(4,2,'reply','{"seat":"guesser","ask":"guess","text":"explanation: I had a good reason for this. I''ve forgotten it.\nguess: strap","status":"played"}');
INSERT INTO "event" VALUES(4,3,'reply','{"seat":"guesser","ask":"guess","text":"explanation: It fits, as far as I remember.\nguess: among","status":"played"}');
INSERT INTO "event" VALUES(4,4,'reply','{"seat":"guesser","ask":"guess","text":"explanation: I believe it fits. Don''t hold me to it.\nguess: batch","status":"played"}');
INSERT INTO "event" VALUES(4,5,'ended','{"outcome":{"result":"lost","winners":[],"cause":null}}');
INSERT INTO "event" VALUES(5,1,'reply','{"seat":"guesser","ask":"guess","text":"explanation: I''ll open with this one.\nguess: spend","status":"played"}');
INSERT INTO "event" VALUES(5,2,'reply','{"seat":"guesser","ask":"guess","text":"explanation: If my memory is any good, it may be the one.\nguess: break","status":"played"}');
INSERT INTO "event" VALUES(5,3,'reply','{"seat":"guesser","ask":"guess","text":"explanation: I had a good reason for this. I''ve forgotten it.\nguess: theme","status":"played"}');
INSERT INTO "event" VALUES(5,4,'reply','{"seat":"guesser","ask":"guess","text":"explanation: If my memory is any good, it may be the one.\nguess: queue","status":"played"}');
INSERT INTO "event" VALUES(5,5,'reply','{"seat":"guesser","ask":"guess","text":"explanation: I believe it fits. Don''t hold me to it.\nguess: piece","status":"played"}');
INSERT INTO "event" VALUES(5,6,'reply','{"seat":"guesser","ask":"guess","text":"explanation: My scribbles are a mess. This fits what I can read.\nguess: liege","status":"played"}');
INSERT INTO "event" VALUES(5,7,'ended','{"outcome":{"result":"won","winners":["guesser"],"cause":null}}');
INSERT INTO "event" VALUES(6,1,'reply','{"seat":"guesser","ask":"guess","text":"explanation: I''ll open with this one.\nguess: twist","status":"played"}');
INSERT INTO "event" VALUES(6,2,'reply','{"seat":"guesser","ask":"guess","text":"explanation: I had a good reason for this. I''ve forgotten it.\nguess: strap","status":"played"}');
INSERT INTO "event" VALUES(6,3,'reply','{"seat":"guesser","ask":"guess","text":"explanation: It fits, as far as I remember.\nguess: baton","status":"played"}');
INSERT INTO "event" VALUES(6,4,'reply','{"seat":"guesser","ask":"guess","text":"explanation: I believe it fits. Don''t hold me to it.\nguess: catch","status":"played"}');
INSERT INTO "event" VALUES(6,5,'reply','{"seat":"guesser","ask":"guess","text":"explanation: I believe it fits. Don''t hold me to it.\nguess: watch","status":"played"}');
INSERT INTO "event" VALUES(6,6,'reply','{"seat":"guesser","ask":"guess","text":"explanation: My scribbles are a mess. This fits what I can read.\nguess: match","status":"played"}');
INSERT INTO "event" VALUES(6,7,'ended','{"outcome":{"result":"lost","winners":[],"cause":null}}');
INSERT INTO "event" VALUES(7,1,'reply','{"seat":"guesser","ask":"guess","text":"explanation: I''ll open with this one.\nguess: spend","status":"played"}');
INSERT INTO "event" VALUES(7,2,'reply','{"seat":"guesser","ask":"guess","text":"explanation: If my memory is any good, it may be the one.\nguess: brake","status":"played"}');
INSERT INTO "event" VALUES(7,3,'reply','{"seat":"guesser","ask":"guess","text":"explanation: I had a good reason for this. I''ve forgotten it.\nguess: theme","status":"played"}');
INSERT INTO "event" VALUES(7,4,'reply','{"seat":"guesser","ask":"guess","text":"explanation: If my memory is any good, it may be the one.\nguess: guide","status":"played"}');
INSERT INTO "event" VALUES(7,5,'reply','{"seat":"guesser","ask":"guess","text":"explanation: My scribbles are a mess. This fits what I can read.\nguess: liege","status":"played"}');
INSERT INTO "event" VALUES(7,6,'ended','{"outcome":{"result":"won","winners":["guesser"],"cause":null}}');
INSERT INTO "event" VALUES(8,1,'reply','{"seat":"guesser","ask":"guess","text":"explanation: I''ll open with this one.\nguess: twist","status":"played"}');
INSERT INTO "event" VALUES(8,2,'reply','{"seat":"guesser","ask":"guess","text":"explanation: I had a good reason for this. I''ve forgotten it.\nguess: strap","status":"played"}');
INSERT INTO "event" VALUES(8,3,'reply','{"seat":"guesser","ask":"guess","text":"explanation: It fits, as far as I remember.\nguess: among","status":"played"}');
INSERT INTO "event" VALUES(8,4,'reply','{"seat":"guesser","ask":"guess","text":"explanation: I believe it fits. Don''t hold me to it.\nguess: batch","status":"played"}');
INSERT INTO "event" VALUES(8,5,'reply','{"seat":"guesser","ask":"guess","text":"explanation: I believe it fits. Don''t hold me to it.\nguess: match","status":"played"}');
INSERT INTO "event" VALUES(8,6,'reply','{"seat":"guesser","ask":"guess","text":"explanation: My scribbles are a mess. This fits what I can read.\nguess: hatch","status":"played"}');
INSERT INTO "event" VALUES(8,7,'ended','{"outcome":{"result":"won","winners":["guesser"],"cause":null}}');
INSERT INTO "event" VALUES(9,1,'reply','{"seat":"guesser","ask":"guess","text":"explanation: I read the clue, then had a word with the letters.\nguess: kitty","status":"played"}');
INSERT INTO "event" VALUES(9,2,'reply','{"seat":"guesser","ask":"guess","text":"explanation: If my memory is any good, it may be the one.\nguess: bingo","status":"played"}');
INSERT INTO "event" VALUES(9,3,'reply','{"seat":"guesser","ask":"guess","text":"explanation: I had a good reason for this. I''ve forgotten it.\nguess: ridge","status":"played"}');
INSERT INTO "event" VALUES(9,4,'reply','{"seat":"guesser","ask":"guess","text":"explanation: If my memory is any good, it may be the one.\nguess: midge","status":"played"}');
INSERT INTO "event" VALUES(9,5,'reply','{"seat":"guesser","ask":"guess","text":"explanation: My scribbles are a mess. This fits what I can read.\nguess: piece","status":"played"}');
INSERT INTO "event" VALUES(9,6,'reply','{"seat":"guesser","ask":"guess","text":"explanation: My scribbles are a mess. This fits what I can read.\nguess: siege","status":"played"}');
INSERT INTO "event" VALUES(9,7,'ended','{"outcome":{"result":"lost","winners":[],"cause":null}}');
INSERT INTO "event" VALUES(10,1,'reply','{"seat":"guesser","ask":"guess","text":"explanation: A clue is a friend, but letters don''t lie.\nguess: taste","status":"played"}');
INSERT INTO "event" VALUES(10,2,'reply','{"seat":"guesser","ask":"guess","text":"explanation: I had a good reason for this. I''ve forgotten it.\nguess: mater","status":"played"}');
INSERT INTO "event" VALUES(10,3,'reply','{"seat":"guesser","ask":"guess","text":"explanation: It fits, as far as I remember.\nguess: baton","status":"played"}');
INSERT INTO "event" VALUES(10,4,'reply','{"seat":"guesser","ask":"guess","text":"explanation: I believe it fits. Don''t hold me to it.\nguess: catch","status":"played"}');
INSERT INTO "event" VALUES(10,5,'reply','{"seat":"guesser","ask":"guess","text":"explanation: I believe it fits. Don''t hold me to it.\nguess: pitch","status":"played"}');
INSERT INTO "event" VALUES(10,6,'reply','{"seat":"guesser","ask":"guess","text":"explanation: My scribbles are a mess. This fits what I can read.\nguess: hatch","status":"played"}');
INSERT INTO "event" VALUES(10,7,'ended','{"outcome":{"result":"won","winners":["guesser"],"cause":null}}');
INSERT INTO "event" VALUES(11,1,'reply','{"seat":"guesser","ask":"question","text":"Is it an animal?","status":"played"}');
INSERT INTO "event" VALUES(11,2,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(11,3,'reply','{"seat":"guesser","ask":"question","text":"Is it a living thing?","status":"played"}');
INSERT INTO "event" VALUES(11,4,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(11,5,'reply','{"seat":"guesser","ask":"question","text":"Do people make it?","status":"played"}');
INSERT INTO "event" VALUES(11,6,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(11,7,'reply','{"seat":"guesser","ask":"question","text":"Do you mostly find it indoors?","status":"played"}');
INSERT INTO "event" VALUES(11,8,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(11,9,'reply','{"seat":"guesser","ask":"question","text":"Is it a vehicle?","status":"played"}');
INSERT INTO "event" VALUES(11,10,'reply','{"seat":"judge","ask":"answer","text":"maybe","status":"played"}');
INSERT INTO "event" VALUES(11,11,'reply','{"seat":"guesser","ask":"question","text":"Is it too heavy to lift on your own?","status":"played"}');
INSERT INTO "event" VALUES(11,12,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(11,13,'reply','{"seat":"guesser","ask":"question","text":"Is it somewhere you can go?","status":"played"}');
INSERT INTO "event" VALUES(11,14,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(11,15,'reply','{"seat":"guesser","ask":"question","text":"Would you find it in a garage or a workshop?","status":"played"}');
INSERT INTO "event" VALUES(11,16,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(11,17,'reply','{"seat":"guesser","ask":"question","text":"Can you play with it?","status":"played"}');
INSERT INTO "event" VALUES(11,18,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(11,19,'reply','{"seat":"guesser","ask":"question","text":"Is it food or drink?","status":"played"}');
INSERT INTO "event" VALUES(11,20,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(11,21,'reply','{"seat":"guesser","ask":"question","text":"Does it have wheels?","status":"played"}');
INSERT INTO "event" VALUES(11,22,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(11,23,'reply','{"seat":"guesser","ask":"question","text":"Does it have to do with sport?","status":"played"}');
INSERT INTO "event" VALUES(11,24,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(11,25,'reply','{"seat":"guesser","ask":"question","text":"Do you cut things with it?","status":"played"}');
INSERT INTO "event" VALUES(11,26,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(11,27,'reply','{"seat":"guesser","ask":"question","text":"Does it make a sound?","status":"played"}');
INSERT INTO "event" VALUES(11,28,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(11,29,'reply','{"seat":"guesser","ask":"question","text":"Is it bigger than a house?","status":"played"}');
INSERT INTO "event" VALUES(11,30,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(11,31,'reply','{"seat":"guesser","ask":"question","text":"Would you call it a tool?","status":"played"}');
INSERT INTO "event" VALUES(11,32,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(11,33,'reply','{"seat":"guesser","ask":"question","text":"Is it for keeping or carrying things in?","status":"played"}');
INSERT INTO "event" VALUES(11,34,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(11,35,'reply','{"seat":"guesser","ask":"question","text":"Is it a wheelbarrow, by any chance?","status":"played"}');
INSERT INTO "event" VALUES(11,36,'ended','{"outcome":{"result":"won","winners":["guesser"],"cause":null}}');
INSERT INTO "event" VALUES(12,1,'reply','{"seat":"guesser","ask":"question","text":"Is it a living thing?","status":"played"}');
INSERT INTO "event" VALUES(12,2,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(12,3,'reply','{"seat":"guesser","ask":"question","text":"Is it some kind of animal?","status":"played"}');
INSERT INTO "event" VALUES(12,4,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(12,5,'reply','{"seat":"guesser","ask":"question","text":"Is it made by people?","status":"played"}');
INSERT INTO "event" VALUES(12,6,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(12,7,'reply','{"seat":"guesser","ask":"question","text":"Is it a type of person?","status":"played"}');
INSERT INTO "event" VALUES(12,8,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(12,9,'reply','{"seat":"guesser","ask":"question","text":"Is it a plant or part of one?","status":"played"}');
INSERT INTO "event" VALUES(12,10,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(12,11,'reply','{"seat":"guesser","ask":"question","text":"Is it something to eat or drink?","status":"played"}');
INSERT INTO "event" VALUES(12,12,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(12,13,'reply','{"seat":"guesser","ask":"question","text":"Does it have leaves?","status":"played"}');
INSERT INTO "event" VALUES(12,14,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(12,15,'reply','{"seat":"guesser","ask":"question","text":"Does it make any noise?","status":"played"}');
INSERT INTO "event" VALUES(12,16,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(12,17,'reply','{"seat":"guesser","ask":"question","text":"Is it thorny or spiky?","status":"played"}');
INSERT INTO "event" VALUES(12,18,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(12,19,'reply','{"seat":"guesser","ask":"question","text":"Is it a tree, or does it come from one?","status":"played"}');
INSERT INTO "event" VALUES(12,20,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(12,21,'reply','{"seat":"guesser","ask":"question","text":"Do people play with it?","status":"played"}');
INSERT INTO "event" VALUES(12,22,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(12,23,'reply','{"seat":"guesser","ask":"question","text":"Are there pips or a stone in it?","status":"played"}');
INSERT INTO "event" VALUES(12,24,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(12,25,'reply','{"seat":"guesser","ask":"question","text":"Is it too heavy for one person to lift?","status":"played"}');
INSERT INTO "event" VALUES(12,26,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(12,27,'reply','{"seat":"guesser","ask":"question","text":"Could you see it on a mountain walk?","status":"played"}');
INSERT INTO "event" VALUES(12,28,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(12,29,'reply','{"seat":"guesser","ask":"question","text":"Would you find it in a forest?","status":"played"}');
INSERT INTO "event" VALUES(12,30,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(12,31,'reply','{"seat":"guesser","ask":"question","text":"Is it something you''d see in a garden?","status":"played"}');
INSERT INTO "event" VALUES(12,32,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(12,33,'reply','{"seat":"guesser","ask":"question","text":"Does it make you think of winter?","status":"played"}');
INSERT INTO "event" VALUES(12,34,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(12,35,'reply','{"seat":"guesser","ask":"question","text":"Is it bigger than a house?","status":"played"}');
INSERT INTO "event" VALUES(12,36,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(12,37,'reply','{"seat":"guesser","ask":"question","text":"Is it heavier than a suitcase?","status":"played"}');
INSERT INTO "event" VALUES(12,38,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(12,39,'reply','{"seat":"guesser","ask":"question","text":"Could it be an oak tree?","status":"played"}');
INSERT INTO "event" VALUES(12,40,'reply','{"seat":"judge","ask":"answer","text":"I took that as: oak tree.\nanswer: no","status":"played"}');
INSERT INTO "event" VALUES(12,41,'ended','{"outcome":{"result":"lost","winners":[],"cause":null}}');
INSERT INTO "event" VALUES(13,1,'reply','{"seat":"guesser","ask":"question","text":"Is it an animal?","status":"played"}');
INSERT INTO "event" VALUES(13,2,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(13,3,'reply','{"seat":"guesser","ask":"question","text":"Is it a living thing?","status":"played"}');
INSERT INTO "event" VALUES(13,4,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(13,5,'reply','{"seat":"guesser","ask":"question","text":"Do people make it?","status":"played"}');
INSERT INTO "event" VALUES(13,6,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(13,7,'reply','{"seat":"guesser","ask":"question","text":"Do you mostly find it indoors?","status":"played"}');
INSERT INTO "event" VALUES(13,8,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(13,9,'reply','{"seat":"guesser","ask":"question","text":"Is it a vehicle?","status":"played"}');
INSERT INTO "event" VALUES(13,10,'reply','{"seat":"judge","ask":"answer","text":"maybe","status":"played"}');
INSERT INTO "event" VALUES(13,11,'reply','{"seat":"guesser","ask":"question","text":"Is it too heavy to lift on your own?","status":"played"}');
INSERT INTO "event" VALUES(13,12,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(13,13,'reply','{"seat":"guesser","ask":"question","text":"Is it somewhere you can go?","status":"played"}');
INSERT INTO "event" VALUES(13,14,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(13,15,'reply','{"seat":"guesser","ask":"question","text":"Would you find it in most homes?","status":"played"}');
INSERT INTO "event" VALUES(13,16,'reply','{"seat":"judge","ask":"answer","text":"maybe","status":"played"}');
INSERT INTO "event" VALUES(13,17,'reply','{"seat":"guesser","ask":"question","text":"Is it to do with sport?","status":"played"}');
INSERT INTO "event" VALUES(13,18,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(13,19,'reply','{"seat":"guesser","ask":"question","text":"Would you find it in an office?","status":"played"}');
INSERT INTO "event" VALUES(13,20,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(13,21,'reply','{"seat":"guesser","ask":"question","text":"Is it soft?","status":"played"}');
INSERT INTO "event" VALUES(13,22,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(13,23,'reply','{"seat":"guesser","ask":"question","text":"Was it invented after 1850?","status":"played"}');
INSERT INTO "event" VALUES(13,24,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(13,25,'reply','{"seat":"guesser","ask":"question","text":"Does it have a strong smell?","status":"played"}');
INSERT INTO "event" VALUES(13,26,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(13,27,'reply','{"seat":"guesser","ask":"question","text":"Does it have to do with school?","status":"played"}');
INSERT INTO "event" VALUES(13,28,'reply','{"seat":"judge","ask":"answer","text":"I took that as: school.\nanswer: no","status":"played"}');
INSERT INTO "event" VALUES(13,29,'reply','{"seat":"guesser","ask":"question","text":"Would you find it in a church or temple?","status":"played"}');
INSERT INTO "event" VALUES(13,30,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(13,31,'reply','{"seat":"guesser","ask":"question","text":"Did it exist a thousand years ago?","status":"played"}');
INSERT INTO "event" VALUES(13,32,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(13,33,'reply','{"seat":"guesser","ask":"question","text":"Is it to do with music?","status":"played"}');
INSERT INTO "event" VALUES(13,34,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(13,35,'reply','{"seat":"guesser","ask":"question","text":"Does it float on water?","status":"played"}');
INSERT INTO "event" VALUES(13,36,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(13,37,'reply','{"seat":"guesser","ask":"question","text":"Does it have to do with water?","status":"played"}');
INSERT INTO "event" VALUES(13,38,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(13,39,'reply','{"seat":"guesser","ask":"question","text":"Is it a library, by any chance?","status":"played"}');
INSERT INTO "event" VALUES(13,40,'reply','{"seat":"judge","ask":"answer","text":"I took that as: library.\nanswer: no","status":"played"}');
INSERT INTO "event" VALUES(13,41,'ended','{"outcome":{"result":"lost","winners":[],"cause":null}}');
INSERT INTO "event" VALUES(14,1,'reply','{"seat":"guesser","ask":"question","text":"Is it a living thing?","status":"played"}');
INSERT INTO "event" VALUES(14,2,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(14,3,'reply','{"seat":"guesser","ask":"question","text":"Is it some kind of animal?","status":"played"}');
INSERT INTO "event" VALUES(14,4,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(14,5,'reply','{"seat":"guesser","ask":"question","text":"Is it a bird?","status":"played"}');
INSERT INTO "event" VALUES(14,6,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(14,7,'reply','{"seat":"guesser","ask":"question","text":"Is it a kind of mammal?","status":"played"}');
INSERT INTO "event" VALUES(14,8,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(14,9,'reply','{"seat":"guesser","ask":"question","text":"Is it a wild animal?","status":"played"}');
INSERT INTO "event" VALUES(14,10,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(14,11,'reply','{"seat":"guesser","ask":"question","text":"Is it heavier than a car?","status":"played"}');
INSERT INTO "event" VALUES(14,12,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(14,13,'reply','{"seat":"guesser","ask":"question","text":"Does it eat plants?","status":"played"}');
INSERT INTO "event" VALUES(14,14,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(14,15,'reply','{"seat":"guesser","ask":"question","text":"Do people find it scary?","status":"played"}');
INSERT INTO "event" VALUES(14,16,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(14,17,'reply','{"seat":"guesser","ask":"question","text":"Is it heavier than a suitcase?","status":"played"}');
INSERT INTO "event" VALUES(14,18,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(14,19,'reply','{"seat":"guesser","ask":"question","text":"Is it man-made?","status":"played"}');
INSERT INTO "event" VALUES(14,20,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(14,21,'reply','{"seat":"guesser","ask":"question","text":"Does it live in water?","status":"played"}');
INSERT INTO "event" VALUES(14,22,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(14,23,'reply','{"seat":"guesser","ask":"question","text":"Is it found in the sea?","status":"played"}');
INSERT INTO "event" VALUES(14,24,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(14,25,'reply','{"seat":"guesser","ask":"question","text":"Is it bigger than a car?","status":"played"}');
INSERT INTO "event" VALUES(14,26,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(14,27,'reply','{"seat":"guesser","ask":"question","text":"Does it feel soft?","status":"played"}');
INSERT INTO "event" VALUES(14,28,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(14,29,'reply','{"seat":"guesser","ask":"question","text":"Does it have a tail?","status":"played"}');
INSERT INTO "event" VALUES(14,30,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(14,31,'reply','{"seat":"guesser","ask":"question","text":"Is it something you''d see in a restaurant?","status":"played"}');
INSERT INTO "event" VALUES(14,32,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(14,33,'reply','{"seat":"guesser","ask":"question","text":"Is it a plant or part of one?","status":"played"}');
INSERT INTO "event" VALUES(14,34,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(14,35,'reply','{"seat":"guesser","ask":"question","text":"Is it a dolphin?","status":"played"}');
INSERT INTO "event" VALUES(14,36,'reply','{"seat":"judge","ask":"answer","text":"I took that as: dolphin.\nanswer: no","status":"played"}');
INSERT INTO "event" VALUES(14,37,'reply','{"seat":"guesser","ask":"question","text":"Is it a kind of person?","status":"played"}');
INSERT INTO "event" VALUES(14,38,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(14,39,'reply','{"seat":"guesser","ask":"question","text":"Could it be a hippopotamus?","status":"played"}');
INSERT INTO "event" VALUES(14,40,'reply','{"seat":"judge","ask":"answer","text":"I took that as: hippopotamus.\nanswer: no","status":"played"}');
INSERT INTO "event" VALUES(14,41,'ended','{"outcome":{"result":"lost","winners":[],"cause":null}}');
INSERT INTO "event" VALUES(15,1,'reply','{"seat":"guesser","ask":"question","text":"Is it an animal?","status":"played"}');
INSERT INTO "event" VALUES(15,2,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(15,3,'reply','{"seat":"guesser","ask":"question","text":"Is it a living thing?","status":"played"}');
INSERT INTO "event" VALUES(15,4,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(15,5,'reply','{"seat":"guesser","ask":"question","text":"Do people make it?","status":"played"}');
INSERT INTO "event" VALUES(15,6,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(15,7,'reply','{"seat":"guesser","ask":"question","text":"Do you mostly find it indoors?","status":"played"}');
INSERT INTO "event" VALUES(15,8,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(15,9,'reply','{"seat":"guesser","ask":"question","text":"Is it a vehicle?","status":"played"}');
INSERT INTO "event" VALUES(15,10,'reply','{"seat":"judge","ask":"answer","text":"maybe","status":"played"}');
INSERT INTO "event" VALUES(15,11,'reply','{"seat":"guesser","ask":"question","text":"Is it too heavy to lift on your own?","status":"played"}');
INSERT INTO "event" VALUES(15,12,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(15,13,'reply','{"seat":"guesser","ask":"question","text":"Is it somewhere you can go?","status":"played"}');
INSERT INTO "event" VALUES(15,14,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(15,15,'reply','{"seat":"guesser","ask":"question","text":"Would you find it in a garage or a workshop?","status":"played"}');
INSERT INTO "event" VALUES(15,16,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(15,17,'reply','{"seat":"guesser","ask":"question","text":"Can you play with it?","status":"played"}');
INSERT INTO "event" VALUES(15,18,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(15,19,'reply','{"seat":"guesser","ask":"question","text":"Is it food or drink?","status":"played"}');
INSERT INTO "event" VALUES(15,20,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(15,21,'reply','{"seat":"guesser","ask":"question","text":"Does it have wheels?","status":"played"}');
INSERT INTO "event" VALUES(15,22,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(15,23,'reply','{"seat":"guesser","ask":"question","text":"Does it have to do with sport?","status":"played"}');
INSERT INTO "event" VALUES(15,24,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(15,25,'reply','{"seat":"guesser","ask":"question","text":"Do you cut things with it?","status":"played"}');
INSERT INTO "event" VALUES(15,26,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(15,27,'reply','{"seat":"guesser","ask":"question","text":"Does it make a sound?","status":"played"}');
INSERT INTO "event" VALUES(15,28,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(15,29,'reply','{"seat":"guesser","ask":"question","text":"Is it bigger than a house?","status":"played"}');
INSERT INTO "event" VALUES(15,30,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(15,31,'reply','{"seat":"guesser","ask":"question","text":"Would you call it a tool?","status":"played"}');
INSERT INTO "event" VALUES(15,32,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(15,33,'reply','{"seat":"guesser","ask":"question","text":"Is it for keeping or carrying things in?","status":"played"}');
INSERT INTO "event" VALUES(15,34,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(15,35,'reply','{"seat":"guesser","ask":"question","text":"Is it a wheelbarrow, by any chance?","status":"played"}');
INSERT INTO "event" VALUES(15,36,'ended','{"outcome":{"result":"won","winners":["guesser"],"cause":null}}');
INSERT INTO "event" VALUES(16,1,'reply','{"seat":"guesser","ask":"question","text":"Is it a living thing?","status":"played"}');
INSERT INTO "event" VALUES(16,2,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(16,3,'reply','{"seat":"guesser","ask":"question","text":"Is it some kind of animal?","status":"played"}');
INSERT INTO "event" VALUES(16,4,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(16,5,'reply','{"seat":"guesser","ask":"question","text":"Is it made by people?","status":"played"}');
INSERT INTO "event" VALUES(16,6,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(16,7,'reply','{"seat":"guesser","ask":"question","text":"Is it a type of person?","status":"played"}');
INSERT INTO "event" VALUES(16,8,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(16,9,'reply','{"seat":"guesser","ask":"question","text":"Is it a plant or part of one?","status":"played"}');
INSERT INTO "event" VALUES(16,10,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(16,11,'reply','{"seat":"guesser","ask":"question","text":"Is it something to eat or drink?","status":"played"}');
INSERT INTO "event" VALUES(16,12,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(16,13,'reply','{"seat":"guesser","ask":"question","text":"Does it have leaves?","status":"played"}');
INSERT INTO "event" VALUES(16,14,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(16,15,'reply','{"seat":"guesser","ask":"question","text":"Does it make any noise?","status":"played"}');
INSERT INTO "event" VALUES(16,16,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(16,17,'reply','{"seat":"guesser","ask":"question","text":"Is it thorny or spiky?","status":"played"}');
INSERT INTO "event" VALUES(16,18,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(16,19,'reply','{"seat":"guesser","ask":"question","text":"Is it a tree, or does it come from one?","status":"played"}');
INSERT INTO "event" VALUES(16,20,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(16,21,'reply','{"seat":"guesser","ask":"question","text":"Do people play with it?","status":"played"}');
INSERT INTO "event" VALUES(16,22,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(16,23,'reply','{"seat":"guesser","ask":"question","text":"Are there pips or a stone in it?","status":"played"}');
INSERT INTO "event" VALUES(16,24,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(16,25,'reply','{"seat":"guesser","ask":"question","text":"Is it too heavy for one person to lift?","status":"played"}');
INSERT INTO "event" VALUES(16,26,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(16,27,'reply','{"seat":"guesser","ask":"question","text":"Could you see it on a mountain walk?","status":"played"}');
INSERT INTO "event" VALUES(16,28,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(16,29,'reply','{"seat":"guesser","ask":"question","text":"Would you find it in a forest?","status":"played"}');
INSERT INTO "event" VALUES(16,30,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(16,31,'reply','{"seat":"guesser","ask":"question","text":"Is it something you''d see in a garden?","status":"played"}');
INSERT INTO "event" VALUES(16,32,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(16,33,'reply','{"seat":"guesser","ask":"question","text":"Does it make you think of winter?","status":"played"}');
INSERT INTO "event" VALUES(16,34,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(16,35,'reply','{"seat":"guesser","ask":"question","text":"Is it bigger than a house?","status":"played"}');
INSERT INTO "event" VALUES(16,36,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(16,37,'reply','{"seat":"guesser","ask":"question","text":"Is it heavier than a suitcase?","status":"played"}');
INSERT INTO "event" VALUES(16,38,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(16,39,'reply','{"seat":"guesser","ask":"question","text":"Could it be an oak tree?","status":"played"}');
INSERT INTO "event" VALUES(16,40,'reply','{"seat":"judge","ask":"answer","text":"I took that as: oak tree.\nanswer: no","status":"played"}');
INSERT INTO "event" VALUES(16,41,'ended','{"outcome":{"result":"lost","winners":[],"cause":null}}');
INSERT INTO "event" VALUES(17,1,'reply','{"seat":"guesser","ask":"question","text":"Is it an animal?","status":"played"}');
INSERT INTO "event" VALUES(17,2,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(17,3,'reply','{"seat":"guesser","ask":"question","text":"Is it a living thing?","status":"played"}');
INSERT INTO "event" VALUES(17,4,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(17,5,'reply','{"seat":"guesser","ask":"question","text":"Do people make it?","status":"played"}');
INSERT INTO "event" VALUES(17,6,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(17,7,'reply','{"seat":"guesser","ask":"question","text":"Do you mostly find it indoors?","status":"played"}');
INSERT INTO "event" VALUES(17,8,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(17,9,'reply','{"seat":"guesser","ask":"question","text":"Is it a vehicle?","status":"played"}');
INSERT INTO "event" VALUES(17,10,'reply','{"seat":"judge","ask":"answer","text":"maybe","status":"played"}');
INSERT INTO "event" VALUES(17,11,'reply','{"seat":"guesser","ask":"question","text":"Is it too heavy to lift on your own?","status":"played"}');
INSERT INTO "event" VALUES(17,12,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(17,13,'reply','{"seat":"guesser","ask":"question","text":"Is it somewhere you can go?","status":"played"}');
INSERT INTO "event" VALUES(17,14,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(17,15,'reply','{"seat":"guesser","ask":"question","text":"Would you find it in a garage or a workshop?","status":"played"}');
INSERT INTO "event" VALUES(17,16,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(17,17,'reply','{"seat":"guesser","ask":"question","text":"Can you play with it?","status":"played"}');
INSERT INTO "event" VALUES(17,18,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(17,19,'reply','{"seat":"guesser","ask":"question","text":"Is it food or drink?","status":"played"}');
INSERT INTO "event" VALUES(17,20,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(17,21,'reply','{"seat":"guesser","ask":"question","text":"Does it have wheels?","status":"played"}');
INSERT INTO "event" VALUES(17,22,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(17,23,'reply','{"seat":"guesser","ask":"question","text":"Does it have to do with sport?","status":"played"}');
INSERT INTO "event" VALUES(17,24,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(17,25,'reply','{"seat":"guesser","ask":"question","text":"Do you cut things with it?","status":"played"}');
INSERT INTO "event" VALUES(17,26,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(17,27,'reply','{"seat":"guesser","ask":"question","text":"Does it make a sound?","status":"played"}');
INSERT INTO "event" VALUES(17,28,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(17,29,'reply','{"seat":"guesser","ask":"question","text":"Is it bigger than a house?","status":"played"}');
INSERT INTO "event" VALUES(17,30,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(17,31,'reply','{"seat":"guesser","ask":"question","text":"Would you call it a tool?","status":"played"}');
INSERT INTO "event" VALUES(17,32,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(17,33,'reply','{"seat":"guesser","ask":"question","text":"Is it for keeping or carrying things in?","status":"played"}');
INSERT INTO "event" VALUES(17,34,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(17,35,'reply','{"seat":"guesser","ask":"question","text":"Is it a wheelbarrow, by any chance?","status":"played"}');
INSERT INTO "event" VALUES(17,36,'ended','{"outcome":{"result":"won","winners":["guesser"],"cause":null}}');
INSERT INTO "event" VALUES(18,1,'reply','{"seat":"guesser","ask":"question","text":"Is it a living thing?","status":"played"}');
INSERT INTO "event" VALUES(18,2,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(18,3,'reply','{"seat":"guesser","ask":"question","text":"Is it some kind of animal?","status":"played"}');
INSERT INTO "event" VALUES(18,4,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(18,5,'reply','{"seat":"guesser","ask":"question","text":"Is it made by people?","status":"played"}');
INSERT INTO "event" VALUES(18,6,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(18,7,'reply','{"seat":"guesser","ask":"question","text":"Is it a type of person?","status":"played"}');
INSERT INTO "event" VALUES(18,8,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(18,9,'reply','{"seat":"guesser","ask":"question","text":"Is it a plant or part of one?","status":"played"}');
INSERT INTO "event" VALUES(18,10,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(18,11,'reply','{"seat":"guesser","ask":"question","text":"Is it something to eat or drink?","status":"played"}');
INSERT INTO "event" VALUES(18,12,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(18,13,'reply','{"seat":"guesser","ask":"question","text":"Does it have leaves?","status":"played"}');
INSERT INTO "event" VALUES(18,14,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(18,15,'reply','{"seat":"guesser","ask":"question","text":"Does it make any noise?","status":"played"}');
INSERT INTO "event" VALUES(18,16,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(18,17,'reply','{"seat":"guesser","ask":"question","text":"Is it thorny or spiky?","status":"played"}');
INSERT INTO "event" VALUES(18,18,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(18,19,'reply','{"seat":"guesser","ask":"question","text":"Is it a tree, or does it come from one?","status":"played"}');
INSERT INTO "event" VALUES(18,20,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(18,21,'reply','{"seat":"guesser","ask":"question","text":"Do people play with it?","status":"played"}');
INSERT INTO "event" VALUES(18,22,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(18,23,'reply','{"seat":"guesser","ask":"question","text":"Are there pips or a stone in it?","status":"played"}');
INSERT INTO "event" VALUES(18,24,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(18,25,'reply','{"seat":"guesser","ask":"question","text":"Is it too heavy for one person to lift?","status":"played"}');
INSERT INTO "event" VALUES(18,26,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(18,27,'reply','{"seat":"guesser","ask":"question","text":"Could you see it on a mountain walk?","status":"played"}');
INSERT INTO "event" VALUES(18,28,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(18,29,'reply','{"seat":"guesser","ask":"question","text":"Would you find it in a forest?","status":"played"}');
INSERT INTO "event" VALUES(18,30,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(18,31,'reply','{"seat":"guesser","ask":"question","text":"Is it something you''d see in a garden?","status":"played"}');
INSERT INTO "event" VALUES(18,32,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(18,33,'reply','{"seat":"guesser","ask":"question","text":"Does it make you think of winter?","status":"played"}');
INSERT INTO "event" VALUES(18,34,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(18,35,'reply','{"seat":"guesser","ask":"question","text":"Is it bigger than a house?","status":"played"}');
INSERT INTO "event" VALUES(18,36,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(18,37,'reply','{"seat":"guesser","ask":"question","text":"Is it heavier than a suitcase?","status":"played"}');
INSERT INTO "event" VALUES(18,38,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(18,39,'reply','{"seat":"guesser","ask":"question","text":"Could it be an oak tree?","status":"played"}');
INSERT INTO "event" VALUES(18,40,'reply','{"seat":"judge","ask":"answer","text":"I took that as: oak tree.\nanswer: no","status":"played"}');
INSERT INTO "event" VALUES(18,41,'ended','{"outcome":{"result":"lost","winners":[],"cause":null}}');
INSERT INTO "event" VALUES(19,1,'reply','{"seat":"guesser","ask":"question","text":"Is it an animal?","status":"played"}');
INSERT INTO "event" VALUES(19,2,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(19,3,'reply','{"seat":"guesser","ask":"question","text":"Is it a living thing?","status":"played"}');
INSERT INTO "event" VALUES(19,4,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(19,5,'reply','{"seat":"guesser","ask":"question","text":"Do people make it?","status":"played"}');
INSERT INTO "event" VALUES(19,6,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(19,7,'reply','{"seat":"guesser","ask":"question","text":"Is it a type of person?","status":"played"}');
INSERT INTO "event" VALUES(19,8,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(19,9,'reply','{"seat":"guesser","ask":"question","text":"Is it mostly found indoors?","status":"played"}');
INSERT INTO "event" VALUES(19,10,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(19,11,'reply','{"seat":"guesser","ask":"question","text":"Is it a body part?","status":"played"}');
INSERT INTO "event" VALUES(19,12,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(19,13,'reply','{"seat":"guesser","ask":"question","text":"Does this person do research or technical work?","status":"played"}');
INSERT INTO "event" VALUES(19,14,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(19,15,'reply','{"seat":"guesser","ask":"question","text":"Is it too heavy for one person to lift?","status":"played"}');
INSERT INTO "event" VALUES(19,16,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(19,17,'reply','{"seat":"guesser","ask":"question","text":"Is it a profession?","status":"played"}');
INSERT INTO "event" VALUES(19,18,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(19,19,'reply','{"seat":"guesser","ask":"question","text":"Is it long and thin?","status":"played"}');
INSERT INTO "event" VALUES(19,20,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(19,21,'reply','{"seat":"guesser","ask":"question","text":"Is it black?","status":"played"}');
INSERT INTO "event" VALUES(19,22,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(19,23,'reply','{"seat":"guesser","ask":"question","text":"Is it bigger than a person?","status":"played"}');
INSERT INTO "event" VALUES(19,24,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(19,25,'reply','{"seat":"guesser","ask":"question","text":"Can you eat or drink it?","status":"played"}');
INSERT INTO "event" VALUES(19,26,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(19,27,'reply','{"seat":"guesser","ask":"question","text":"Is it somewhere inside you?","status":"played"}');
INSERT INTO "event" VALUES(19,28,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(19,29,'reply','{"seat":"guesser","ask":"question","text":"Is it bigger than a loaf of bread?","status":"played"}');
INSERT INTO "event" VALUES(19,30,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(19,31,'reply','{"seat":"guesser","ask":"question","text":"Is it something you''d see in a garden?","status":"played"}');
INSERT INTO "event" VALUES(19,32,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(19,33,'reply','{"seat":"guesser","ask":"question","text":"Do you usually get them as a pair?","status":"played"}');
INSERT INTO "event" VALUES(19,34,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(19,35,'reply','{"seat":"guesser","ask":"question","text":"Is it a plant or part of one?","status":"played"}');
INSERT INTO "event" VALUES(19,36,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(19,37,'reply','{"seat":"guesser","ask":"question","text":"Is it heavier than a bar of chocolate?","status":"played"}');
INSERT INTO "event" VALUES(19,38,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(19,39,'reply','{"seat":"guesser","ask":"question","text":"Is it a garden hose, by any chance?","status":"played"}');
INSERT INTO "event" VALUES(19,40,'reply','{"seat":"judge","ask":"answer","text":"I took that as: garden hose.\nanswer: no","status":"played"}');
INSERT INTO "event" VALUES(19,41,'ended','{"outcome":{"result":"lost","winners":[],"cause":null}}');
INSERT INTO "event" VALUES(20,1,'reply','{"seat":"guesser","ask":"question","text":"Is it a living thing?","status":"played"}');
INSERT INTO "event" VALUES(20,2,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(20,3,'reply','{"seat":"guesser","ask":"question","text":"Is it some kind of animal?","status":"played"}');
INSERT INTO "event" VALUES(20,4,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(20,5,'reply','{"seat":"guesser","ask":"question","text":"Is it a bird?","status":"played"}');
INSERT INTO "event" VALUES(20,6,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(20,7,'reply','{"seat":"guesser","ask":"question","text":"Is it a kind of mammal?","status":"played"}');
INSERT INTO "event" VALUES(20,8,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(20,9,'reply','{"seat":"guesser","ask":"question","text":"Is it a wild animal?","status":"played"}');
INSERT INTO "event" VALUES(20,10,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(20,11,'reply','{"seat":"guesser","ask":"question","text":"Is it heavier than a car?","status":"played"}');
INSERT INTO "event" VALUES(20,12,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(20,13,'reply','{"seat":"guesser","ask":"question","text":"Does it eat plants?","status":"played"}');
INSERT INTO "event" VALUES(20,14,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(20,15,'reply','{"seat":"guesser","ask":"question","text":"Do people find it scary?","status":"played"}');
INSERT INTO "event" VALUES(20,16,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(20,17,'reply','{"seat":"guesser","ask":"question","text":"Is it heavier than a suitcase?","status":"played"}');
INSERT INTO "event" VALUES(20,18,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(20,19,'reply','{"seat":"guesser","ask":"question","text":"Is it man-made?","status":"played"}');
INSERT INTO "event" VALUES(20,20,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(20,21,'reply','{"seat":"guesser","ask":"question","text":"Is it heavier than a person?","status":"played"}');
INSERT INTO "event" VALUES(20,22,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(20,23,'reply','{"seat":"guesser","ask":"question","text":"Could you hold it in one hand?","status":"played"}');
INSERT INTO "event" VALUES(20,24,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(20,25,'reply','{"seat":"guesser","ask":"question","text":"Would you call it a tool?","status":"played"}');
INSERT INTO "event" VALUES(20,26,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(20,27,'reply','{"seat":"guesser","ask":"question","text":"Do most people have it at home?","status":"played"}');
INSERT INTO "event" VALUES(20,28,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(20,29,'reply','{"seat":"guesser","ask":"question","text":"Does it come in lots of colours?","status":"played"}');
INSERT INTO "event" VALUES(20,30,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(20,31,'reply','{"seat":"guesser","ask":"question","text":"Is it something you''d see in a kitchen?","status":"played"}');
INSERT INTO "event" VALUES(20,32,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(20,33,'reply','{"seat":"guesser","ask":"question","text":"Do you mostly find it indoors?","status":"played"}');
INSERT INTO "event" VALUES(20,34,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(20,35,'reply','{"seat":"guesser","ask":"question","text":"Is it bigger than a chair?","status":"played"}');
INSERT INTO "event" VALUES(20,36,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(20,37,'reply','{"seat":"guesser","ask":"question","text":"Is it flat?","status":"played"}');
INSERT INTO "event" VALUES(20,38,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(20,39,'reply','{"seat":"guesser","ask":"question","text":"Could it be a can opener?","status":"played"}');
INSERT INTO "event" VALUES(20,40,'reply','{"seat":"judge","ask":"answer","text":"I took that as: opener.\nanswer: no","status":"played"}');
INSERT INTO "event" VALUES(20,41,'ended','{"outcome":{"result":"lost","winners":[],"cause":null}}');
INSERT INTO "event" VALUES(21,1,'reply','{"seat":"guesser","ask":"question","text":"Is it alive?","status":"played"}');
INSERT INTO "event" VALUES(21,2,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(21,3,'reply','{"seat":"guesser","ask":"question","text":"Is it an animal?","status":"played"}');
INSERT INTO "event" VALUES(21,4,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(21,5,'reply','{"seat":"guesser","ask":"question","text":"Is it a bird?","status":"played"}');
INSERT INTO "event" VALUES(21,6,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(21,7,'reply','{"seat":"guesser","ask":"question","text":"Is it a mammal?","status":"played"}');
INSERT INTO "event" VALUES(21,8,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(21,9,'reply','{"seat":"guesser","ask":"question","text":"Does it have fur?","status":"played"}');
INSERT INTO "event" VALUES(21,10,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(21,11,'reply','{"seat":"guesser","ask":"question","text":"Does it live on plants?","status":"played"}');
INSERT INTO "event" VALUES(21,12,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(21,13,'reply','{"seat":"guesser","ask":"question","text":"Can it swim?","status":"played"}');
INSERT INTO "event" VALUES(21,14,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(21,15,'reply','{"seat":"guesser","ask":"question","text":"Is it heavier than a car?","status":"played"}');
INSERT INTO "event" VALUES(21,16,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(21,17,'reply','{"seat":"guesser","ask":"question","text":"Would you find it in the sea?","status":"played"}');
INSERT INTO "event" VALUES(21,18,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(21,19,'reply','{"seat":"guesser","ask":"question","text":"Is it heavier than a cat?","status":"played"}');
INSERT INTO "event" VALUES(21,20,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(21,21,'reply','{"seat":"guesser","ask":"question","text":"Has it got a tail?","status":"played"}');
INSERT INTO "event" VALUES(21,22,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(21,23,'reply','{"seat":"guesser","ask":"question","text":"Could it hurt or kill a person?","status":"played"}');
INSERT INTO "event" VALUES(21,24,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(21,25,'reply','{"seat":"guesser","ask":"question","text":"Does it eat meat?","status":"played"}');
INSERT INTO "event" VALUES(21,26,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(21,27,'reply','{"seat":"guesser","ask":"question","text":"Does it have four legs?","status":"played"}');
INSERT INTO "event" VALUES(21,28,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(21,29,'reply','{"seat":"guesser","ask":"question","text":"Does it walk on two legs?","status":"played"}');
INSERT INTO "event" VALUES(21,30,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(21,31,'reply','{"seat":"guesser","ask":"question","text":"Is it heavier than a bottle of water?","status":"played"}');
INSERT INTO "event" VALUES(21,32,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(21,33,'reply','{"seat":"guesser","ask":"question","text":"Is it something you''d see in a garden?","status":"played"}');
INSERT INTO "event" VALUES(21,34,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(21,35,'reply','{"seat":"guesser","ask":"question","text":"Does it live in the water?","status":"played"}');
INSERT INTO "event" VALUES(21,36,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(21,37,'reply','{"seat":"guesser","ask":"question","text":"Is it grey?","status":"played"}');
INSERT INTO "event" VALUES(21,38,'reply','{"seat":"judge","ask":"answer","text":"I took that as: grey.\nanswer: no","status":"played"}');
INSERT INTO "event" VALUES(21,39,'reply','{"seat":"guesser","ask":"question","text":"Could it be a meerkat?","status":"played"}');
INSERT INTO "event" VALUES(21,40,'reply','{"seat":"judge","ask":"answer","text":"I took that as: meerkat.\nanswer: no","status":"played"}');
INSERT INTO "event" VALUES(21,41,'ended','{"outcome":{"result":"lost","winners":[],"cause":null}}');
INSERT INTO "event" VALUES(22,1,'reply','{"seat":"guesser","ask":"question","text":"Is it alive?","status":"played"}');
INSERT INTO "event" VALUES(22,2,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(22,3,'reply','{"seat":"guesser","ask":"question","text":"Is it man-made?","status":"played"}');
INSERT INTO "event" VALUES(22,4,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(22,5,'reply','{"seat":"guesser","ask":"question","text":"Is it a place you can visit?","status":"played"}');
INSERT INTO "event" VALUES(22,6,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(22,7,'reply','{"seat":"guesser","ask":"question","text":"Could you see it on a mountain walk?","status":"played"}');
INSERT INTO "event" VALUES(22,8,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(22,9,'reply','{"seat":"guesser","ask":"question","text":"Is it water, or a place by the water?","status":"played"}');
INSERT INTO "event" VALUES(22,10,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(22,11,'reply','{"seat":"guesser","ask":"question","text":"Is it a winter thing?","status":"played"}');
INSERT INTO "event" VALUES(22,12,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(22,13,'reply','{"seat":"guesser","ask":"question","text":"Is it mostly found outdoors?","status":"played"}');
INSERT INTO "event" VALUES(22,14,'reply','{"seat":"judge","ask":"answer","text":"yes","status":"played"}');
INSERT INTO "event" VALUES(22,15,'reply','{"seat":"guesser","ask":"question","text":"Do supermarkets sell it?","status":"played"}');
INSERT INTO "event" VALUES(22,16,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(22,17,'reply','{"seat":"guesser","ask":"question","text":"Could you hold it in one hand?","status":"played"}');
INSERT INTO "event" VALUES(22,18,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(22,19,'reply','{"seat":"guesser","ask":"question","text":"Is it something you look at or look through?","status":"played"}');
INSERT INTO "event" VALUES(22,20,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(22,21,'reply','{"seat":"guesser","ask":"question","text":"Does it cool things down?","status":"played"}');
INSERT INTO "event" VALUES(22,22,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(22,23,'reply','{"seat":"guesser","ask":"question","text":"Is it square, or like a box?","status":"played"}');
INSERT INTO "event" VALUES(22,24,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(22,25,'reply','{"seat":"guesser","ask":"question","text":"Is it imaginary?","status":"played"}');
INSERT INTO "event" VALUES(22,26,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(22,27,'reply','{"seat":"guesser","ask":"question","text":"Does it have to do with travelling?","status":"played"}');
INSERT INTO "event" VALUES(22,28,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(22,29,'reply','{"seat":"guesser","ask":"question","text":"Is it pointed?","status":"played"}');
INSERT INTO "event" VALUES(22,30,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(22,31,'reply','{"seat":"guesser","ask":"question","text":"Is it part of the landscape?","status":"played"}');
INSERT INTO "event" VALUES(22,32,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(22,33,'reply','{"seat":"guesser","ask":"question","text":"Is it a kind of person?","status":"played"}');
INSERT INTO "event" VALUES(22,34,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(22,35,'reply','{"seat":"guesser","ask":"question","text":"Is it dangerous?","status":"played"}');
INSERT INTO "event" VALUES(22,36,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(22,37,'reply','{"seat":"guesser","ask":"question","text":"Does it give off light?","status":"played"}');
INSERT INTO "event" VALUES(22,38,'reply','{"seat":"judge","ask":"answer","text":"no","status":"played"}');
INSERT INTO "event" VALUES(22,39,'reply','{"seat":"guesser","ask":"question","text":"Is it the Great Wall of China?","status":"played"}');
INSERT INTO "event" VALUES(22,40,'reply','{"seat":"judge","ask":"answer","text":"I took that as: on-wall and ceramic.\nanswer: no","status":"played"}');
INSERT INTO "event" VALUES(22,41,'ended','{"outcome":{"result":"lost","winners":[],"cause":null}}');
CREATE TABLE head (
  n INTEGER PRIMARY KEY REFERENCES header ON DELETE CASCADE,
  body BLOB NOT NULL
) STRICT;
INSERT INTO "head" VALUES(1,X'58A4553C0CE58326712F3757539330132793400F379340676F770353C3486CA9D550D7C832C4C0C8CAD8C4CA146895850928B562933232348AA252EAC59648CD2D0C2C2C2C80A4B9A9B1E58848AC3999A9C022B3167B1A05C79FA94798ABA39153B0BBA99F93BB9BB1296A9A252AD1612D39A997E040A5622EB03E00F947573725B124513725B34841BF24B70084CDD2532D2B93734D15803E53802400055DDD624863AA58C108CC494D51300633124B14A07EB2053ADD0AEAD65A005306E0CC');
INSERT INTO "head" VALUES(2,X'58A4553C0CE58326712F375753139348178348570B0BEF00774BAF303F536CA9D550D7C832C4C0C8CAD8C4CA146895852928B562933232B288A252EAC592488D2C8CCCCD0C4D0D8C2C4C4C0D46445ACD00570FB5D8932838FA4C3DC25C1D8D9C82DD4DFD9CDCDD8C4D51932C51690E6BC149BDF4062A147381D501C83FBABA29892589BA2999450AFA25B905206C969E6A59999C6BAA00F4990224FE1574758B216DA962052330273545C118CC482C5180FAC916E8742BA85B6B01FAE0E0AE');
INSERT INTO "head" VALUES(3,X'58A4553C0CE58326712F3737E300570343731743B7C0C060538F7013DF286CA9D550D7C832C4C0C8CAD8C4CAD440CFD2049C5AB14A9999445129F5624BA4E6160616161640D2DCD4D892BA89D5647026D69CCC546091598B3D8D82E3CFCD2B22DCD4CFC52CC4CF2BD0C3C8D21B35CD1295E8B0969CD44B70A0523117581F80FCA3AB9B925892A89B9259A4A05F925B00C266E9A99695C9B9A60A409F2940128082AE2E30C528204590AD09580CDCC02A563002735253148CC18CC41205A83F6D81DEB182BABF16004FBEE873');
INSERT INTO "head" VALUES(4,X'58A4553C0CE58326712F3737E38070472F6F0357575FA710E7489320175F6CA9D550D7C832C4C0C8CAD8C4CAD440CFD2C410945AB14A991B455129F56249A4461646E66686A606461626A606D44DAB268333AD6680AB875AEC49141C7D6E5E11E1A67E2E66217E5E811E4696DEA84996A83487B5E0A45E7A03158AB9C0EA00E41F5DDD94C49244DD94CC2205FD92DC0210364B4FB5AC4CCE355500FA4C0112FF0ABABAC004A3801441B626603170FBAA58C108CC494D51300633124B14A0FEB4057AC70AEAFE5A00326CE869');
INSERT INTO "head" VALUES(5,X'58A4553C0CE58326712F37B708777773BF90A0080BC78810E3486FC7C0406CA9D550D7C832C4C0C8CAD804D8E6D4B380A456AC52C66651544ABDD812A9B9858185850590343735B61CF4891552F25294567332538125662DF6240A8EBE0833A740731717CB70A310338B703F27D4244B549AC35A70522FBD810AC55C607500F28FAE6E4A6249A26E4A6691827E496E01089BA5A75A5626E79A2A007DA600897F055D5D608201D705B6F979601EB86555AC6004E6A4A62818831989250A501FDA023D620575792D005D29E642');
INSERT INTO "head" VALUES(6,X'58A4553C0CE58326712F37B708775F736F97C8C0706F6793A0F0200333676CA9D550D7C832C4C0C8CAD804D8E6D4B3303004A556AC52C69651544ABD5812A9918591B999A1A981918589A9C1A04FAB908297A2A49A01AE1D6AB1A75070EC459839059ABBB858861B85985984FB39A1A658A2921CD672937AC90D5426E6026B03907F747553124B127553328B14F44B720B40D82C3DD5B23239D75401E8330548F42BE8EA02D30BB82AB0CDCF03F3C00DAB62052330273545C118CC482C5180FAD016E8112BA8CB6B01105BE5CC');
INSERT INTO "head" VALUES(7,X'58A4553C0CE5ADD64F0B82301400F0AFF2BEC04AA79B53E824A8044A64E8E8262A2124847AE9E0776F7FBC4423C43A6C6C6C873DF6E3BDB7103F4671C6699414BC0CC38247A7DC66D4A4D546D8BF583870DC80E01DB55CA9D578E4E0EB37BDBAF4AED26B42EA318B3126668F38FE0F5875CFB31DEB380D5DFD695501DB4255DD3559BD77ADC898B399A8FABE7399E6094B59EC932C8D78FC4E76953963E2FC9F3799147B510E643C0835D554A1A61B603FF50F39E8ADF59F754F404406FAFF01216D069418B11D756B3502569BB601472DAA0996100F22926079FAFC02D312E6CE');
INSERT INTO "head" VALUES(8,X'58A4553C0CE5ADD64F0B82301400F0AFB22FB09AD3E9143A44A1226C8712326FA2521E84D05D3AF8DDDB1F2FD108B10E833DB6C31EEFC77B9B896771C28B32CDD3ECC0AEC1714FF8950736AD0EC4618E70E47A11C11B1F794AABF588E0F29B5E337A17E9B520C51407BE4310A61E413F58355F9EF556473174F52755ED6B8D547DD746F5AEA7C36417AAAB77BAB0734A194D42C2595C24EF621791B3F6CDFF71533DB197D340E5036153890A36DD00B6A27FA8E5DFDAF059F704C8CC80293F80D090011A8C0C47F3B31A01D641DB00576F2A01E614773293687EFAF4021C2EE68E');
INSERT INTO "head" VALUES(9,X'58A4553C0CE5D596C16AC3300C865F450F306F591CC776462F0D646563D0B1B292DEBCC449030919ADC3E8A1EF3EC9CB0E031F36E865071BD90623894FFA3523FE50AC8AB2C855BE4B34BF7F4A1FB7EB1711A2F596C57A13C5194F32C1AFB9F6B4869E044F7717A23704A95491520A7729B8FE03AC93FD97A4F69D6DBF3D27144EF07618497DE183C6119870C618A1C2C10FF6DD006E6FDC151C3B546FB42D1065449735845A63A7DAF4D0E3D777B0B47D8BD9810ADB138C0DFED73424E5E77031785096A57C5D3F97C926167924E5EA6771FC8AEE608BBE1CD9D47E07141ECA1D63B57186D5DD016EDCF04E2B6DAD3E5583008C0CBE4803C6104D98595950A2FD951FE48E10FB83AD817BC33898C35C6034D9ECFEF91354CC0C3A');
INSERT INTO "head" VALUES(10,X'58A4553C0CE5D5D74F6B83301400F0AFF26E3BA5D3C4F8AFF4D00E4BE9D8B0200577B39A5A59D394460F3BECBBEF2595C120870DBCEC20C44820EFF1F3BD6424BE5D6FD6E533CBF2E5327BC958F8BACF8B954BAB4F685278346541CAD98C25BED1EAFAC459FC36915E07521AD328F4B947E3807B7FB03A887F09F5647BC3F7CD09DB2EE853777DD0502BF58EA552031E7E00376A0C89CA80AA9514A0861ED411CC02D1B673D0C341623A2E02979E3B5B505DE42D875519EDF35D1914943F7951B4F9F90BFCCAB0B3104FE7D7145989EDC5A48890A6EA2BD2743778ECE5D53C612B928F5A72C0C8E0EE09084180309258987CDA297B5CD340ED8B6880D941D5C318E602A349C7ED7F7E0106B6029E');
INSERT INTO "head" VALUES(11,X'58A4553C0CE58326712F372F2F4B13270F3F3733673723776F736F333F37A4640B4FAD86BA469621064656C62656A6267A168666A0D48A2965A667696A194574EA452AE509264F730B030B0B0B20696E6A6C4920990ED57A8294321AD1732ACF484DCD494A2C2A02B7F0119D2825A8586C2DF6040E8E7C5F478FC888E00003E3488B28F348476FD4044F44794D697AC75A68532FAD830AE45C605504CAF7BABA29892589BA2999450AFA25B905206C969E6A59999C6BAA000C170548882AE8EA1643DA71C50A46604E6A8A8231989158A200F5932DD0E95650B7D602007A300CE7');
INSERT INTO "head" VALUES(12,X'58A4553C0CE58326712F372F2F4B2F4727633F13C7706F4BCB402743732FA4640B4FAD86BA469621064656C62656A6267A1686E6A0D48A2965A6676969144574EA452AE509254F230B237333435303230B13530302A974A85613A414D1888E536E62414EAA4249516A2A4A170A220E6EA6604BDDE098F775F4888C080E30308EB488328F74F4464DED4414D6942676AC2536F5123AA834CE05D643A04CAFAB9B925892A89B9259A4A05F925B00C266E9A99695C9B9A60AC070518084A782AE6E31A41157AC6004E6A4A62818831989250A503FD9029D6E05756B2D006F3F0B52');
INSERT INTO "head" VALUES(13,X'58A4553C0CE58326712FB7000F0FDF200BDF483FB720333733A700738B20A4640B4FAD86BA469621064656C62656A6167AE666E0D48A26650A4AC8E646665144A75EA4529E60F234B730B0B0B00092E6A6C6960492290DEB093D92CA60926B0A524A6944DFA93C2335352729B1A808DCC64774A394A062B1C869272D27B3002469AE6368A06368A26368198BDCC080A4090FB7004727C720578F70F7702F776F17D47C4044314E6936C05A96532F0B80CAE95C600D052A0E747553124B127553328B14F44B720B40D82C3DD5B23239D75401182E0A906056D0D50546AC02381DD8029301980F6EEE152B4038A9290AC66046628902D48FB640AF5841DD5E0B00001817E2');
INSERT INTO "head" VALUES(14,X'58A4553C0CE58326712FB7000F8F2053C7080F4BF3485F0B1377673FAF70A4640B4FAD86BA469621064656C62656A6167AE666E0D48A26650A4AC8E6C6E65144A75EA4529E50F234B230323733343530B230313520904A69584DE8915404935C5190524823BA4EB9890539A90A2545A9A9289D288838B8A1024F38693999052039231D131D43431D43631D43F358E4F605244978B805383A3906B97A84BB877BB97BBBA06603224A714A7301D6A29C7A3900544CE7022B285069A0AB9B925892A89B9259A4A05F925B00C266E9A99695C9B9A60AC070518004B382AE2E306215C0E9C016980CC07C706BAF5801C2494D51300633124B14A07EB4057AC50AEAF65A0088D616AA');
INSERT INTO "head" VALUES(15,X'58A4553C0CE58326712FB71073AF704317F3C0800873232743D390C8C848A4640B4FAD86BA469621064656C6A65606467A261616A0D48A2965A2676A681E4574EA452AE509264F730B030B0B0B20696E6A6C4920990ED57A029A138A4B8A32930914D1888E5379466A6A4E52625111B8818FE8432941C5626BB1A76F70DCBBF9FA195BBA85041A98F9B99B04BAFAA1A677228A6B4A933BD6329B7A491D541EE7026B2250B6D7D54D492C49D44DC92C52D02FC92D0061B3F454CBCAE45C530560B82840425441571718850AA0A8B08544045804DCB02B563002735253148CC18CC41205A82F6D819EB182BABE1600193C1302');
INSERT INTO "head" VALUES(16,X'58A4553C0CE5D597C10A83300C865F252F50576BABADE0C1C3DC7028137C01D132841586EB6587BDFB6C95CD314161BBEC50689B4BD37CF9938C88A74919A4F13120F956644CECB378CF0F136C9FB4BA88881293D06321260EE5DCD0FA69A20EA3D6B48EDE89CA2FE14938097C9761C229C30B94FE6B991813E1AABBB65E50E8D7DCA4AACB5982EEA47C9BA0867BDBA5CCC16D039F64B92792B2C07EBEA3C5367F877D85567FCBFAAC60FF8E7323C6AA2F4326E7116A2A5DA1A6ED60A3D5C52CFF24C5AD560CFA7F81E13F01A13E806002110D61B037B6ABBB02B107D98067379586D1CBA877261C5F7F7F0021D2112E');
INSERT INTO "head" VALUES(17,X'58A4553C0CE58326712FB748432357A3285FB700630B37031797C860D310A4640B4FAD86BA469621064656C6A65640234CCCC0A91553CA42CFC4DC320A5FEA8554BD98A53CC1E4696E616061610124CD4D8D2D09245358995A5C5294994C79356140F56A02EA02443D0115806605B8BB9112335805F6AE5379466A6A4E52625111B8898FE8452941C5626BB1A77070EC078518BBF83AB99B1B867B875904F81AA2A678220A6C4A133CD6529B7A891D5422E702EB2250C6D7D54D492C49D44DC92C52D02FC92D0061B3F454CBCAE45C530560B828404254415717926015C0C915C82D86B4EB8A158CC09CD41405633023B14401EA455BA04FACA04EAF0500E0CA120F');
INSERT INTO "head" VALUES(18,X'58A4553C0CE5AD975B0BC2201886FFCAF707ACA9735B836E3A4232A8189DEEC626113488CD9B2EFAEF39B5D56851B02E044FC8A73EBEAF9F457C31DB63C2DD299FB1654CF9EEC05763F2826D4D2B4664103B24A42C544BB81EAE687D1F0A7ACC80FC915E63BDEF2AFF0D4F1210DFC3CC2181CB9C2F943E24B594C529EDEE12CEDF5DC246F0B409DB615F421DF70BCB7A467BE6942797B3005908D1C8A14CBFFEA7B4E1ADAF7E1DD349349AFB78CB37C132C24DDC7F50EBAEB4B74AF6FF48AFE438574654BD7A84B24426283B15D097F9A52ADE510CAE69CE409D0B98F304840CADA05955CDD27CEA4A20BA2132A0BA9248B05B1CAA9D8436F4DB1D082C1090');
INSERT INTO "head" VALUES(19,X'58A4553C0CE5BD974D0BC2300C86FF4AF19CEAD2765B37F0A0A2931D75281E3C4C373FC081CC8178F0BFDBD5E9260A2A7E1C5ADA060A699FBC490AC47D8FF99D210B2CC1876D4FA28723BF57C1F64A2B52E6040673B9E9AA6B39D7B4DE9B44DDB6B4E9357A2B2AFF144F5B1A524A35DB26776E31C57F2589BAF8699A7847A2CBC669BF8AE3CD2C4C535DE0973D54AD389B56C1596CD6DBDCC88083000B6C4003100139A00074A6D55AE38CC7C49F8CA52106DD763FE88B16DE86C40B8AFE69443C94F5EF45432ED9894A56B932501A855948A3754A1A59B2CD87B58C9DC33C31897A17727E7442A9FA66A2A9682A28D4BEC4714798B6EB4AF0B28923C2F522CC48E17353B9E616BE1C4F8DB31D9A');
INSERT INTO "head" VALUES(20,X'58A4553C0CE5BD97CD6AC3300CC75F450F606796EC7C420FDD280D39145A4A470A3B84C52D81064297CB0E7BF7D94EDA266CB08E763B182C0B0C927FFA4BEE11CFE6943DAD365B293017B3F962194FD3E500DB33ADC8295E0B4AA49F986BA5444BEB5797F2C2506EAFA677A0F23FE149118501FA8222E58B31A5F85F3DC2537FDA257EA3D0977F535D34070DED51EBD10FAA3B7753CA999ADDA16AAC8F986228182243622819060C4386D1CB70D0E8D8C8B3FC39126A357B4CD7A99AE2B81EAE90F35BCBE15B4DBF5F2958BDAE4DA7B2B2C07959B4052FAB233CB4756357B0D7F1FB6BED83C90B742907CECD23836362629030F605C63720E77763E0C9D02548B7295AE8639E98D0923E968F4F2F2A1C55');
INSERT INTO "head" VALUES(21,X'58A4553C0CE5BD97C16EC2300C865FC50F90B0D84D4B8AC401101BEA91558220ED50D18090A854B15E76D8BB93A4055A6D1220360E91E2F810D9F9FCDB69104FDE289948D2CB48EB74FE9EE242BF520BDB33ADC8294E050D82D04E143D256347EB0F17D91B65B0BA99DE96CA5FC39314F5230C0529198A2EA5F4AC1ED193FFDA25EE51E8CBBFA9C8CABD81EA604CE707559FFB29E54CCD66BF2B9D8F9864281822436218308C18F619AA8FF6A051B3A113BD5042CEA7E3593A9323ECD6C30D72FE6839FCAAE97F570A4EAF0BDBA99C2C709E6755C6F3DD015EAAA2742BDA9AF86B5D8460F30275CA8173FBC8E099185A24AC7D81F113C8FBFD1878324C0E81DF641534310F6D68832696EF2356E51CAB');
INSERT INTO "head" VALUES(22,X'58A4553C0CE5BD97516BC23010C7BF4AF0F9527349DA26820F9B4AA5E0CB2648077DA86B37050B520BE2C3BEFB92D8AD950DA64C7D48C8E59EEEF2BBFF5D1AC4E388C723351A47522D42369925E3E0D9EF60FB4D2B52AEE78C0F846F260A4F215A5A7FB8B8F098E62F67D3DB51F93FF10C15534A993DF4853EC594DFAB4978F2A66DE212896E3F4EFB55516C965955B901BFFD43F59ABBB40BCEDB66BDB54E0E022404100232400414801250A7DD59E3884712270BC5E4D3E4713A9FCA073C2D893314FDBF15F1ABAC5FAF1AAC6497A6595965A034CFEA8CE6EB8AF4EB726B57F05EE8C36BE9139317724C3AA1D43C3371540C0D14C66E71DC11EEFC6E12FC328A9C0877C86AD2C43C34A10D9A583E3E01B2391DA5');
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
INSERT INTO "header" VALUES(1,'01M8JJFE54V4B4QHF4QCKG051Y','wordle',1,'2026-11-29T02:34:50.184Z','2026-11-29T02:34:50.212Z','','{"setup":{"preset":"party","deck":"wordle-3","words":"wordle-1","matching":5,"seed":17808887807539,"repetition":null,"options":{"variant":"classic","clues":"two","max_guesses":6,"reprompts":2,"unknown_words":null,"form":"lenient","critic_sees":"board","hard":false,"group":null,"suite":null,"takebacks":true},"secret":{"word":"liege"},"extra":{"run":"01M8JJFE545HVEA2BSG5NBGF35"}},"seats":{"guesser":{"player":"bot","name":"bot easy","level":"easy"}},"extra":{"made":{"program":"0.1.0","python":"3.11.7","litellm":"1.106.2","command":"--data-dir /tmp/tmp6ge9ycm5 run wordle --sessions 2 --seed 3 --seat guesser=bot:easy"}}}');
INSERT INTO "header" VALUES(2,'01M8JJFE544YD0YE88KPG9JVN5','wordle',1,'2026-11-29T02:34:50.185Z','2026-11-29T02:34:50.228Z','','{"setup":{"preset":"party","deck":"wordle-3","words":"wordle-1","matching":5,"seed":2827615028450,"repetition":null,"options":{"variant":"classic","clues":"two","max_guesses":6,"reprompts":2,"unknown_words":null,"form":"lenient","critic_sees":"board","hard":false,"group":null,"suite":null,"takebacks":true},"secret":{"word":"hatch"},"extra":{"run":"01M8JJFE545HVEA2BSG5NBGF35"}},"seats":{"guesser":{"player":"bot","name":"bot easy","level":"easy"}},"extra":{"made":{"program":"0.1.0","python":"3.11.7","litellm":"1.106.2","command":"--data-dir /tmp/tmp6ge9ycm5 run wordle --sessions 2 --seed 3 --seat guesser=bot:easy"}}}');
INSERT INTO "header" VALUES(3,'01M8JJFF3PE017D1FQQS5HW4MZ','wordle',1,'2026-11-29T02:34:50.940Z','2026-11-29T02:34:50.964Z','','{"setup":{"preset":"party","deck":"wordle-3","words":"wordle-1","matching":5,"seed":17808887807539,"repetition":null,"options":{"variant":"classic","clues":"two","max_guesses":4,"reprompts":2,"unknown_words":null,"form":"lenient","critic_sees":"board","hard":false,"group":null,"suite":null,"takebacks":true},"secret":{"word":"liege"},"extra":{"run":"01M8JJFF3PFJXW5ND6TNJQH29K"}},"seats":{"guesser":{"player":"bot","name":"bot easy","level":"easy"}},"extra":{"made":{"program":"0.1.0","python":"3.11.7","litellm":"1.106.2","command":"--data-dir /tmp/tmp6ge9ycm5 run wordle --set max_guesses=4 --sessions 2 --seed 3 --seat guesser=bot:easy"}}}');
INSERT INTO "header" VALUES(4,'01M8JJFF3PWAJK0EEMBTCY4RDM','wordle',1,'2026-11-29T02:34:50.941Z','2026-11-29T02:34:50.972Z','','{"setup":{"preset":"party","deck":"wordle-3","words":"wordle-1","matching":5,"seed":2827615028450,"repetition":null,"options":{"variant":"classic","clues":"two","max_guesses":4,"reprompts":2,"unknown_words":null,"form":"lenient","critic_sees":"board","hard":false,"group":null,"suite":null,"takebacks":true},"secret":{"word":"hatch"},"extra":{"run":"01M8JJFF3PFJXW5ND6TNJQH29K"}},"seats":{"guesser":{"player":"bot","name":"bot easy","level":"easy"}},"extra":{"made":{"program":"0.1.0","python":"3.11.7","litellm":"1.106.2","command":"--data-dir /tmp/tmp6ge9ycm5 run wordle --set max_guesses=4 --sessions 2 --seed 3 --seat guesser=bot:easy"}}}');
INSERT INTO "header" VALUES(5,'01M8JJFFXGG7NTRX8AXT3YKAQQ','wordle',1,'2026-11-29T02:34:51.800Z','2026-11-29T02:34:51.836Z','','{"setup":{"preset":"party","deck":"wordle-3","words":"wordle-1","matching":5,"seed":17808887807539,"repetition":null,"options":{"variant":"classic","clues":"two","max_guesses":6,"reprompts":2,"unknown_words":null,"form":"lenient","critic_sees":"board","hard":true,"group":null,"suite":null,"takebacks":true},"secret":{"word":"liege"},"extra":{"run":"01M8JJFFXGX6BQ7DD9W2T68WNB"}},"seats":{"guesser":{"player":"bot","name":"bot easy","level":"easy"}},"extra":{"made":{"program":"0.1.0","python":"3.11.7","litellm":"1.106.2","command":"--data-dir /tmp/tmp6ge9ycm5 run wordle --set hard=on --sessions 2 --seed 3 --seat guesser=bot:easy"}}}');
INSERT INTO "header" VALUES(6,'01M8JJFFXGM7KDYQWKC4RWR06C','wordle',1,'2026-11-29T02:34:51.801Z','2026-11-29T02:34:51.839Z','','{"setup":{"preset":"party","deck":"wordle-3","words":"wordle-1","matching":5,"seed":2827615028450,"repetition":null,"options":{"variant":"classic","clues":"two","max_guesses":6,"reprompts":2,"unknown_words":null,"form":"lenient","critic_sees":"board","hard":true,"group":null,"suite":null,"takebacks":true},"secret":{"word":"hatch"},"extra":{"run":"01M8JJFFXGX6BQ7DD9W2T68WNB"}},"seats":{"guesser":{"player":"bot","name":"bot easy","level":"easy"}},"extra":{"made":{"program":"0.1.0","python":"3.11.7","litellm":"1.106.2","command":"--data-dir /tmp/tmp6ge9ycm5 run wordle --set hard=on --sessions 2 --seed 3 --seat guesser=bot:easy"}}}');
INSERT INTO "header" VALUES(7,'01M8JJFGNX6FHVXWCCVXFPS186','wordle',1,'2026-11-29T02:34:52.604Z','2026-11-29T02:34:52.632Z','','{"setup":{"preset":"paper","deck":"wordle-3","words":"wordle-1","matching":5,"seed":17808887807539,"repetition":null,"options":{"variant":"classic","clues":"one","max_guesses":6,"reprompts":2,"unknown_words":null,"form":"strict","critic_sees":"word","hard":false,"group":null,"suite":null,"takebacks":false},"secret":{"word":"liege"},"extra":{"run":"01M8JJFGNXRWMSH8M8G95NMFXG"}},"seats":{"guesser":{"player":"bot","name":"bot easy","level":"easy"}},"extra":{"made":{"program":"0.1.0","python":"3.11.7","litellm":"1.106.2","command":"--data-dir /tmp/tmp6ge9ycm5 run wordle --preset paper --sessions 2 --seed 3 --seat guesser=bot:easy"}}}');
INSERT INTO "header" VALUES(8,'01M8JJFGNXZHTHJCMY7DA5NYN7','wordle',1,'2026-11-29T02:34:52.604Z','2026-11-29T02:34:52.652Z','','{"setup":{"preset":"paper","deck":"wordle-3","words":"wordle-1","matching":5,"seed":2827615028450,"repetition":null,"options":{"variant":"classic","clues":"one","max_guesses":6,"reprompts":2,"unknown_words":null,"form":"strict","critic_sees":"word","hard":false,"group":null,"suite":null,"takebacks":false},"secret":{"word":"hatch"},"extra":{"run":"01M8JJFGNXRWMSH8M8G95NMFXG"}},"seats":{"guesser":{"player":"bot","name":"bot easy","level":"easy"}},"extra":{"made":{"program":"0.1.0","python":"3.11.7","litellm":"1.106.2","command":"--data-dir /tmp/tmp6ge9ycm5 run wordle --preset paper --sessions 2 --seed 3 --seat guesser=bot:easy"}}}');
INSERT INTO "header" VALUES(9,'01M8JJFHFYFC8CZ493GM6KWPS5','wordle',1,'2026-11-29T02:34:53.390Z','2026-11-29T02:34:53.536Z','','{"setup":{"preset":"party","deck":"wordle-3","words":"wordle-1","matching":5,"seed":17808887807539,"repetition":null,"options":{"variant":"clue","clues":"two","max_guesses":6,"reprompts":2,"unknown_words":null,"form":"lenient","critic_sees":"board","hard":false,"group":null,"suite":null,"takebacks":true},"secret":{"word":"liege","clue":"my brother wants us to call him that, since the play","near":"feudal lord; Belgian city of waffles"},"extra":{"run":"01M8JJFHFYBY7VPQY4T25C077H"}},"seats":{"guesser":{"player":"bot","name":"bot easy","level":"easy"}},"extra":{"made":{"program":"0.1.0","python":"3.11.7","litellm":"1.106.2","command":"--data-dir /tmp/tmp6ge9ycm5 run wordle --set variant=clue --sessions 2 --seed 3 --seat guesser=bot:easy"}}}');
INSERT INTO "header" VALUES(10,'01M8JJFHFYK3EPAAEME36NVPTB','wordle',1,'2026-11-29T02:34:53.391Z','2026-11-29T02:34:53.538Z','','{"setup":{"preset":"party","deck":"wordle-3","words":"wordle-1","matching":5,"seed":2827615028450,"repetition":null,"options":{"variant":"clue","clues":"two","max_guesses":6,"reprompts":2,"unknown_words":null,"form":"lenient","critic_sees":"board","hard":false,"group":null,"suite":null,"takebacks":true},"secret":{"word":"hatch","clue":"the ship''s cook has his own","near":"come out of the egg; submarine''s lid"},"extra":{"run":"01M8JJFHFYBY7VPQY4T25C077H"}},"seats":{"guesser":{"player":"bot","name":"bot easy","level":"easy"}},"extra":{"made":{"program":"0.1.0","python":"3.11.7","litellm":"1.106.2","command":"--data-dir /tmp/tmp6ge9ycm5 run wordle --set variant=clue --sessions 2 --seed 3 --seat guesser=bot:easy"}}}');
INSERT INTO "header" VALUES(11,'01M8JJFJJ94BHNF6CF2GK7K6NF','entity',1,'2026-11-29T02:34:54.816Z','2026-11-29T02:34:56.959Z','','{"setup":{"preset":"party","deck":"things-2","words":null,"matching":5,"seed":17808887807539,"repetition":null,"options":{"match":"lenient","judge_memory":false,"max_turns":20,"answers":null,"reprompts":2,"noise":0,"difficulty":null,"suite":null,"set":null,"stop_after":null,"changes":true,"rephrase":true,"form":"lenient","takebacks":true},"secret":{"entity":"wheelbarrow","aliases":["barrow"]},"extra":{"run":"01M8JJFJJ9MAHYXSP03Y8Z7YAK"}},"seats":{"judge":{"player":"bot","name":"bot medium","level":"medium"},"guesser":{"player":"bot","name":"bot easy","level":"easy"}},"extra":{"made":{"program":"0.1.0","python":"3.11.7","litellm":"1.106.2","command":"--data-dir /tmp/tmp6ge9ycm5 run entity --sessions 2 --seed 3 --seat guesser=bot:easy"}}}');
INSERT INTO "header" VALUES(12,'01M8JJFJJ9JAB3N4AWK99QB17J','entity',1,'2026-11-29T02:34:54.817Z','2026-11-29T02:34:56.992Z','','{"setup":{"preset":"party","deck":"things-2","words":null,"matching":5,"seed":2827615028450,"repetition":null,"options":{"match":"lenient","judge_memory":false,"max_turns":20,"answers":null,"reprompts":2,"noise":0,"difficulty":null,"suite":null,"set":null,"stop_after":null,"changes":true,"rephrase":true,"form":"lenient","takebacks":true},"secret":{"entity":"maple tree","aliases":["maple"]},"extra":{"run":"01M8JJFJJ9MAHYXSP03Y8Z7YAK"}},"seats":{"judge":{"player":"bot","name":"bot medium","level":"medium"},"guesser":{"player":"bot","name":"bot easy","level":"easy"}},"extra":{"made":{"program":"0.1.0","python":"3.11.7","litellm":"1.106.2","command":"--data-dir /tmp/tmp6ge9ycm5 run entity --sessions 2 --seed 3 --seat guesser=bot:easy"}}}');
INSERT INTO "header" VALUES(13,'01M8JJFPHHMR8MYNFR6F6BP78R','entity',1,'2026-11-29T02:34:58.760Z','2026-11-29T02:35:00.726Z','','{"setup":{"preset":"party","deck":"things-2","words":null,"matching":5,"seed":17808887807539,"repetition":null,"options":{"match":"lenient","judge_memory":false,"max_turns":20,"answers":null,"reprompts":2,"noise":0.2,"difficulty":null,"suite":null,"set":null,"stop_after":null,"changes":true,"rephrase":true,"form":"lenient","takebacks":true},"secret":{"entity":"wheelbarrow","aliases":["barrow"]},"extra":{"flips":[7,10,14,19],"run":"01M8JJFPHHHFPABAREHWGWJGKD"}},"seats":{"judge":{"player":"bot","name":"bot medium","level":"medium"},"guesser":{"player":"bot","name":"bot easy","level":"easy"}},"extra":{"made":{"program":"0.1.0","python":"3.11.7","litellm":"1.106.2","command":"--data-dir /tmp/tmp6ge9ycm5 run entity --set noise=0.2 --sessions 2 --seed 3 --seat guesser=bot:easy"}}}');
INSERT INTO "header" VALUES(14,'01M8JJFPHHR5AXH97YM84GCNJW','entity',1,'2026-11-29T02:34:58.760Z','2026-11-29T02:35:00.737Z','','{"setup":{"preset":"party","deck":"things-2","words":null,"matching":5,"seed":2827615028450,"repetition":null,"options":{"match":"lenient","judge_memory":false,"max_turns":20,"answers":null,"reprompts":2,"noise":0.2,"difficulty":null,"suite":null,"set":null,"stop_after":null,"changes":true,"rephrase":true,"form":"lenient","takebacks":true},"secret":{"entity":"maple tree","aliases":["maple"]},"extra":{"flips":[2,4,11,13,17],"run":"01M8JJFPHHHFPABAREHWGWJGKD"}},"seats":{"judge":{"player":"bot","name":"bot medium","level":"medium"},"guesser":{"player":"bot","name":"bot easy","level":"easy"}},"extra":{"made":{"program":"0.1.0","python":"3.11.7","litellm":"1.106.2","command":"--data-dir /tmp/tmp6ge9ycm5 run entity --set noise=0.2 --sessions 2 --seed 3 --seat guesser=bot:easy"}}}');
INSERT INTO "header" VALUES(15,'01M8JJFT7JW1D7QPX72B15TYYY','entity',1,'2026-11-29T02:35:02.488Z','2026-11-29T02:35:04.517Z','','{"setup":{"preset":"party","deck":"things-2","words":null,"matching":5,"seed":17808887807539,"repetition":null,"options":{"match":"lenient","judge_memory":false,"max_turns":20,"answers":null,"reprompts":2,"noise":0,"difficulty":null,"suite":null,"set":null,"stop_after":null,"changes":true,"rephrase":true,"form":"strict","takebacks":true},"secret":{"entity":"wheelbarrow","aliases":["barrow"]},"extra":{"run":"01M8JJFT7JFMN39FTQ06NG4QEN"}},"seats":{"judge":{"player":"bot","name":"bot medium","level":"medium"},"guesser":{"player":"bot","name":"bot easy","level":"easy"}},"extra":{"made":{"program":"0.1.0","python":"3.11.7","litellm":"1.106.2","command":"--data-dir /tmp/tmp6ge9ycm5 run entity --set form=strict --sessions 2 --seed 3 --seat guesser=bot:easy"}}}');
INSERT INTO "header" VALUES(16,'01M8JJFT7JAP72NE9M59HMAH8K','entity',1,'2026-11-29T02:35:02.488Z','2026-11-29T02:35:04.548Z','','{"setup":{"preset":"party","deck":"things-2","words":null,"matching":5,"seed":2827615028450,"repetition":null,"options":{"match":"lenient","judge_memory":false,"max_turns":20,"answers":null,"reprompts":2,"noise":0,"difficulty":null,"suite":null,"set":null,"stop_after":null,"changes":true,"rephrase":true,"form":"strict","takebacks":true},"secret":{"entity":"maple tree","aliases":["maple"]},"extra":{"run":"01M8JJFT7JFMN39FTQ06NG4QEN"}},"seats":{"judge":{"player":"bot","name":"bot medium","level":"medium"},"guesser":{"player":"bot","name":"bot easy","level":"easy"}},"extra":{"made":{"program":"0.1.0","python":"3.11.7","litellm":"1.106.2","command":"--data-dir /tmp/tmp6ge9ycm5 run entity --set form=strict --sessions 2 --seed 3 --seat guesser=bot:easy"}}}');
INSERT INTO "header" VALUES(17,'01M8JJFY12E2ZMFP38F0DDYS5T','entity',1,'2026-11-29T02:35:06.460Z','2026-11-29T02:35:08.479Z','','{"setup":{"preset":"paper","deck":"things-2","words":null,"matching":5,"seed":17808887807539,"repetition":null,"options":{"match":"strict","judge_memory":false,"max_turns":20,"answers":null,"reprompts":0,"noise":0,"difficulty":null,"suite":null,"set":null,"stop_after":null,"changes":false,"rephrase":false,"form":"strict","takebacks":false},"secret":{"entity":"wheelbarrow","aliases":["barrow"]},"extra":{"run":"01M8JJFY12RT3DMBG71WKV8PM1"}},"seats":{"judge":{"player":"bot","name":"bot medium","level":"medium"},"guesser":{"player":"bot","name":"bot easy","level":"easy"}},"extra":{"made":{"program":"0.1.0","python":"3.11.7","litellm":"1.106.2","command":"--data-dir /tmp/tmp6ge9ycm5 run entity --preset paper --sessions 2 --seed 3 --seat guesser=bot:easy"}}}');
INSERT INTO "header" VALUES(18,'01M8JJFY12K4EKF5PT3KXZKQC2','entity',1,'2026-11-29T02:35:06.461Z','2026-11-29T02:35:08.500Z','','{"setup":{"preset":"paper","deck":"things-2","words":null,"matching":5,"seed":2827615028450,"repetition":null,"options":{"match":"strict","judge_memory":false,"max_turns":20,"answers":null,"reprompts":0,"noise":0,"difficulty":null,"suite":null,"set":null,"stop_after":null,"changes":false,"rephrase":false,"form":"strict","takebacks":false},"secret":{"entity":"maple tree","aliases":["maple"]},"extra":{"run":"01M8JJFY12RT3DMBG71WKV8PM1"}},"seats":{"judge":{"player":"bot","name":"bot medium","level":"medium"},"guesser":{"player":"bot","name":"bot easy","level":"easy"}},"extra":{"made":{"program":"0.1.0","python":"3.11.7","litellm":"1.106.2","command":"--data-dir /tmp/tmp6ge9ycm5 run entity --preset paper --sessions 2 --seed 3 --seat guesser=bot:easy"}}}');
INSERT INTO "header" VALUES(19,'01M8JJG2JCS2T643SBG81G1VJF','entity',1,'2026-11-29T02:35:11.330Z','2026-11-29T02:35:14.760Z','','{"setup":{"preset":"party","deck":"things-2","words":null,"matching":5,"seed":17808887807539,"repetition":1,"options":{"match":"lenient","judge_memory":false,"max_turns":20,"answers":null,"reprompts":2,"noise":0.4,"difficulty":null,"suite":null,"set":null,"stop_after":null,"changes":true,"rephrase":true,"form":"lenient","takebacks":true},"secret":{"entity":"wheelbarrow","aliases":["barrow"]},"extra":{"flips":[2,3,4,6,7,10,11,13,14,19],"run":"01M8JJG2JCYJYW804REBHTH4A1"}},"seats":{"judge":{"player":"bot","name":"bot medium","level":"medium"},"guesser":{"player":"bot","name":"bot easy","level":"easy"}},"extra":{"made":{"program":"0.1.0","python":"3.11.7","litellm":"1.106.2","command":"--data-dir /tmp/tmp6ge9ycm5 run entity --set noise=0.4 --repetitions 2 --sessions 2 --seed 3 --seat guesser=bot:easy"}}}');
INSERT INTO "header" VALUES(20,'01M8JJG2JCRVZ301Y0EGNQ9AHQ','entity',1,'2026-11-29T02:35:11.331Z','2026-11-29T02:35:14.773Z','','{"setup":{"preset":"party","deck":"things-2","words":null,"matching":5,"seed":2827615028450,"repetition":1,"options":{"match":"lenient","judge_memory":false,"max_turns":20,"answers":null,"reprompts":2,"noise":0.4,"difficulty":null,"suite":null,"set":null,"stop_after":null,"changes":true,"rephrase":true,"form":"lenient","takebacks":true},"secret":{"entity":"maple tree","aliases":["maple"]},"extra":{"flips":[2,4,10,11,12,13,16,17,18],"run":"01M8JJG2JCYJYW804REBHTH4A1"}},"seats":{"judge":{"player":"bot","name":"bot medium","level":"medium"},"guesser":{"player":"bot","name":"bot easy","level":"easy"}},"extra":{"made":{"program":"0.1.0","python":"3.11.7","litellm":"1.106.2","command":"--data-dir /tmp/tmp6ge9ycm5 run entity --set noise=0.4 --repetitions 2 --sessions 2 --seed 3 --seat guesser=bot:easy"}}}');
INSERT INTO "header" VALUES(21,'01M8JJG2JC42YX6YYTRST1WYF2','entity',1,'2026-11-29T02:35:15.849Z','2026-11-29T02:35:21.743Z','','{"setup":{"preset":"party","deck":"things-2","words":null,"matching":5,"seed":2827615028450,"repetition":2,"options":{"match":"lenient","judge_memory":false,"max_turns":20,"answers":null,"reprompts":2,"noise":0.4,"difficulty":null,"suite":null,"set":null,"stop_after":null,"changes":true,"rephrase":true,"form":"lenient","takebacks":true},"secret":{"entity":"maple tree","aliases":["maple"]},"extra":{"flips":[2,4,10,11,12,13,16,17,18],"run":"01M8JJG2JCYJYW804REBHTH4A1"}},"seats":{"judge":{"player":"bot","name":"bot medium","level":"medium"},"guesser":{"player":"bot","name":"bot easy","level":"easy"}},"extra":{"made":{"program":"0.1.0","python":"3.11.7","litellm":"1.106.2","command":"--data-dir /tmp/tmp6ge9ycm5 run entity --set noise=0.4 --repetitions 2 --sessions 2 --seed 3 --seat guesser=bot:easy"}}}');
INSERT INTO "header" VALUES(22,'01M8JJG2JC8CDG48W70EMYD6S5','entity',1,'2026-11-29T02:35:15.811Z','2026-11-29T02:35:23.092Z','','{"setup":{"preset":"party","deck":"things-2","words":null,"matching":5,"seed":17808887807539,"repetition":2,"options":{"match":"lenient","judge_memory":false,"max_turns":20,"answers":null,"reprompts":2,"noise":0.4,"difficulty":null,"suite":null,"set":null,"stop_after":null,"changes":true,"rephrase":true,"form":"lenient","takebacks":true},"secret":{"entity":"wheelbarrow","aliases":["barrow"]},"extra":{"flips":[2,3,4,6,7,10,11,13,14,19],"run":"01M8JJG2JCYJYW804REBHTH4A1"}},"seats":{"judge":{"player":"bot","name":"bot medium","level":"medium"},"guesser":{"player":"bot","name":"bot easy","level":"easy"}},"extra":{"made":{"program":"0.1.0","python":"3.11.7","litellm":"1.106.2","command":"--data-dir /tmp/tmp6ge9ycm5 run entity --set noise=0.4 --repetitions 2 --sessions 2 --seed 3 --seat guesser=bot:easy"}}}');
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
CREATE TABLE meta (
  key TEXT PRIMARY KEY, value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "meta" VALUES('derived','3');
INSERT INTO "meta" VALUES('ran:01M8JJFE545HVEA2BSG5NBGF35','{"began":"2026-11-29T02:34:50.180Z","owner":"01M8JJFEDEMJR060VCRBZTQNQJ","ended":"2026-11-29T02:34:50.240Z","stopped":null,"made":[{"program":"0.1.0","commit":null,"python":"3.11.7","litellm":"1.106.2","command":"--data-dir /tmp/tmp6ge9ycm5 run wordle --sessions 2 --seed 3 --seat guesser=bot:easy"}]}');
INSERT INTO "meta" VALUES('ran:01M8JJFF3PFJXW5ND6TNJQH29K','{"began":"2026-11-29T02:34:50.932Z","owner":"01M8JJFF5EJEYYD02S116K3GHF","ended":"2026-11-29T02:34:50.988Z","stopped":null,"made":[{"program":"0.1.0","commit":null,"python":"3.11.7","litellm":"1.106.2","command":"--data-dir /tmp/tmp6ge9ycm5 run wordle --set max_guesses=4 --sessions 2 --seed 3 --seat guesser=bot:easy"}]}');
INSERT INTO "meta" VALUES('ran:01M8JJFFXGX6BQ7DD9W2T68WNB','{"began":"2026-11-29T02:34:51.797Z","owner":"01M8JJFG00E0JY4PPS2ES1R5A2","ended":"2026-11-29T02:34:51.860Z","stopped":null,"made":[{"program":"0.1.0","commit":null,"python":"3.11.7","litellm":"1.106.2","command":"--data-dir /tmp/tmp6ge9ycm5 run wordle --set hard=on --sessions 2 --seed 3 --seat guesser=bot:easy"}]}');
INSERT INTO "meta" VALUES('ran:01M8JJFGNXRWMSH8M8G95NMFXG','{"began":"2026-11-29T02:34:52.601Z","owner":"01M8JJFGSBD0AKDYNC5Y0Y6WQ1","ended":"2026-11-29T02:34:52.664Z","stopped":null,"made":[{"program":"0.1.0","commit":null,"python":"3.11.7","litellm":"1.106.2","command":"--data-dir /tmp/tmp6ge9ycm5 run wordle --preset paper --sessions 2 --seed 3 --seat guesser=bot:easy"}]}');
INSERT INTO "meta" VALUES('ran:01M8JJFHFYBY7VPQY4T25C077H','{"began":"2026-11-29T02:34:53.388Z","owner":"01M8JJFHHP5VWY84F9ZTSZDXB8","ended":"2026-11-29T02:34:53.542Z","stopped":null,"made":[{"program":"0.1.0","commit":null,"python":"3.11.7","litellm":"1.106.2","command":"--data-dir /tmp/tmp6ge9ycm5 run wordle --set variant=clue --sessions 2 --seed 3 --seat guesser=bot:easy"}]}');
INSERT INTO "meta" VALUES('ran:01M8JJFJJ9MAHYXSP03Y8Z7YAK','{"began":"2026-11-29T02:34:54.813Z","owner":"01M8JJFJY77XPR8M2TJKSCEWP7","ended":"2026-11-29T02:34:57.005Z","stopped":null,"made":[{"program":"0.1.0","commit":null,"python":"3.11.7","litellm":"1.106.2","command":"--data-dir /tmp/tmp6ge9ycm5 run entity --sessions 2 --seed 3 --seat guesser=bot:easy"}]}');
INSERT INTO "meta" VALUES('ran:01M8JJFPHHHFPABAREHWGWJGKD','{"began":"2026-11-29T02:34:58.757Z","owner":"01M8JJFPSDS44WYE7487TV2QRW","ended":"2026-11-29T02:35:00.750Z","stopped":null,"made":[{"program":"0.1.0","commit":null,"python":"3.11.7","litellm":"1.106.2","command":"--data-dir /tmp/tmp6ge9ycm5 run entity --set noise=0.2 --sessions 2 --seed 3 --seat guesser=bot:easy"}]}');
INSERT INTO "meta" VALUES('ran:01M8JJFT7JFMN39FTQ06NG4QEN','{"began":"2026-11-29T02:35:02.485Z","owner":"01M8JJFTDYB7ZMEG866KTEZSER","ended":"2026-11-29T02:35:04.559Z","stopped":null,"made":[{"program":"0.1.0","commit":null,"python":"3.11.7","litellm":"1.106.2","command":"--data-dir /tmp/tmp6ge9ycm5 run entity --set form=strict --sessions 2 --seed 3 --seat guesser=bot:easy"}]}');
INSERT INTO "meta" VALUES('ran:01M8JJFY12RT3DMBG71WKV8PM1','{"began":"2026-11-29T02:35:06.457Z","owner":"01M8JJFYA2MHVEDQWZ767Y3QYP","ended":"2026-11-29T02:35:08.509Z","stopped":null,"made":[{"program":"0.1.0","commit":null,"python":"3.11.7","litellm":"1.106.2","command":"--data-dir /tmp/tmp6ge9ycm5 run entity --preset paper --sessions 2 --seed 3 --seat guesser=bot:easy"}]}');
INSERT INTO "meta" VALUES('ran:01M8JJG2JCYJYW804REBHTH4A1','{"began":"2026-11-29T02:35:11.321Z","owner":"01M8JJG3219SWFBEVBK5RX153K","ended":"2026-11-29T02:35:23.160Z","stopped":null,"made":[{"program":"0.1.0","commit":null,"python":"3.11.7","litellm":"1.106.2","command":"--data-dir /tmp/tmp6ge9ycm5 run entity --set noise=0.4 --repetitions 2 --sessions 2 --seed 3 --seat guesser=bot:easy"}]}');
INSERT INTO "meta" VALUES('run:01M8JJFE545HVEA2BSG5NBGF35','{"id": "01M8JJFE545HVEA2BSG5NBGF35", "game": "wordle", "seed": 3, "sessions": 2, "repetitions": null, "seats": {"guesser": "bot:easy"}, "options": {}, "preset": null, "deck": "wordle-3", "prompts": null, "own": {}, "models": {}, "budgets": {"usd": null, "tokens": null, "session_usd": null, "session_tokens": null}, "probe": null, "sorter": null, "personas": {}, "study": null, "items": null, "dealing": "passes", "listed": null, "search": null, "texts": {}}');
INSERT INTO "meta" VALUES('run:01M8JJFF3PFJXW5ND6TNJQH29K','{"id": "01M8JJFF3PFJXW5ND6TNJQH29K", "game": "wordle", "seed": 3, "sessions": 2, "repetitions": null, "seats": {"guesser": "bot:easy"}, "options": {"max_guesses": 4}, "preset": null, "deck": "wordle-3", "prompts": null, "own": {}, "models": {}, "budgets": {"usd": null, "tokens": null, "session_usd": null, "session_tokens": null}, "probe": null, "sorter": null, "personas": {}, "study": null, "items": null, "dealing": "passes", "listed": null, "search": null, "texts": {}}');
INSERT INTO "meta" VALUES('run:01M8JJFFXGX6BQ7DD9W2T68WNB','{"id": "01M8JJFFXGX6BQ7DD9W2T68WNB", "game": "wordle", "seed": 3, "sessions": 2, "repetitions": null, "seats": {"guesser": "bot:easy"}, "options": {"hard": true}, "preset": null, "deck": "wordle-3", "prompts": null, "own": {}, "models": {}, "budgets": {"usd": null, "tokens": null, "session_usd": null, "session_tokens": null}, "probe": null, "sorter": null, "personas": {}, "study": null, "items": null, "dealing": "passes", "listed": null, "search": null, "texts": {}}');
INSERT INTO "meta" VALUES('run:01M8JJFGNXRWMSH8M8G95NMFXG','{"id": "01M8JJFGNXRWMSH8M8G95NMFXG", "game": "wordle", "seed": 3, "sessions": 2, "repetitions": null, "seats": {"guesser": "bot:easy"}, "options": {}, "preset": "paper", "deck": "wordle-3", "prompts": null, "own": {}, "models": {}, "budgets": {"usd": null, "tokens": null, "session_usd": null, "session_tokens": null}, "probe": null, "sorter": null, "personas": {}, "study": null, "items": null, "dealing": "passes", "listed": null, "search": null, "texts": {}}');
INSERT INTO "meta" VALUES('run:01M8JJFHFYBY7VPQY4T25C077H','{"id": "01M8JJFHFYBY7VPQY4T25C077H", "game": "wordle", "seed": 3, "sessions": 2, "repetitions": null, "seats": {"guesser": "bot:easy"}, "options": {"variant": "clue"}, "preset": null, "deck": "wordle-3", "prompts": null, "own": {}, "models": {}, "budgets": {"usd": null, "tokens": null, "session_usd": null, "session_tokens": null}, "probe": null, "sorter": null, "personas": {}, "study": null, "items": null, "dealing": "passes", "listed": null, "search": null, "texts": {}}');
INSERT INTO "meta" VALUES('run:01M8JJFJJ9MAHYXSP03Y8Z7YAK','{"id": "01M8JJFJJ9MAHYXSP03Y8Z7YAK", "game": "entity", "seed": 3, "sessions": 2, "repetitions": null, "seats": {"guesser": "bot:easy"}, "options": {}, "preset": null, "deck": "things-2", "prompts": null, "own": {}, "models": {}, "budgets": {"usd": null, "tokens": null, "session_usd": null, "session_tokens": null}, "probe": null, "sorter": null, "personas": {}, "study": null, "items": null, "dealing": "passes", "listed": null, "search": null, "texts": {}}');
INSERT INTO "meta" VALUES('run:01M8JJFPHHHFPABAREHWGWJGKD','{"id": "01M8JJFPHHHFPABAREHWGWJGKD", "game": "entity", "seed": 3, "sessions": 2, "repetitions": null, "seats": {"guesser": "bot:easy"}, "options": {"noise": 0.2}, "preset": null, "deck": "things-2", "prompts": null, "own": {}, "models": {}, "budgets": {"usd": null, "tokens": null, "session_usd": null, "session_tokens": null}, "probe": null, "sorter": null, "personas": {}, "study": null, "items": null, "dealing": "passes", "listed": null, "search": null, "texts": {}}');
INSERT INTO "meta" VALUES('run:01M8JJFT7JFMN39FTQ06NG4QEN','{"id": "01M8JJFT7JFMN39FTQ06NG4QEN", "game": "entity", "seed": 3, "sessions": 2, "repetitions": null, "seats": {"guesser": "bot:easy"}, "options": {"form": "strict"}, "preset": null, "deck": "things-2", "prompts": null, "own": {}, "models": {}, "budgets": {"usd": null, "tokens": null, "session_usd": null, "session_tokens": null}, "probe": null, "sorter": null, "personas": {}, "study": null, "items": null, "dealing": "passes", "listed": null, "search": null, "texts": {}}');
INSERT INTO "meta" VALUES('run:01M8JJFY12RT3DMBG71WKV8PM1','{"id": "01M8JJFY12RT3DMBG71WKV8PM1", "game": "entity", "seed": 3, "sessions": 2, "repetitions": null, "seats": {"guesser": "bot:easy"}, "options": {}, "preset": "paper", "deck": "things-2", "prompts": null, "own": {}, "models": {}, "budgets": {"usd": null, "tokens": null, "session_usd": null, "session_tokens": null}, "probe": null, "sorter": null, "personas": {}, "study": null, "items": null, "dealing": "passes", "listed": null, "search": null, "texts": {}}');
INSERT INTO "meta" VALUES('run:01M8JJG2JCYJYW804REBHTH4A1','{"id": "01M8JJG2JCYJYW804REBHTH4A1", "game": "entity", "seed": 3, "sessions": 2, "repetitions": 2, "seats": {"guesser": "bot:easy"}, "options": {"noise": 0.4}, "preset": null, "deck": "things-2", "prompts": null, "own": {}, "models": {}, "budgets": {"usd": null, "tokens": null, "session_usd": null, "session_tokens": null}, "probe": null, "sorter": null, "personas": {}, "study": null, "items": null, "dealing": "passes", "listed": null, "search": null, "texts": {}}');
CREATE TABLE metric (
  n INTEGER PRIMARY KEY REFERENCES session ON DELETE CASCADE,
  body TEXT NOT NULL
) STRICT;
INSERT INTO "metric" VALUES(1,'{"values":{"success":1,"lost":0,"aborted":0,"guesses":5,"speed":30,"speed_inverse":20.0,"closeness":[5,5,10,11,25],"closeness_gain":5.0,"strategy":[0,20,20,20,40],"repetitions":0,"opinion_changes":null,"opinion_changed":null,"opinion_kept":null,"repeats_on_agreement":null,"changes_on_agreement":null,"repeats_on_disagreement":null,"changes_on_disagreement":null},"counted":["guesses"]}');
INSERT INTO "metric" VALUES(2,'{"values":{"success":1,"lost":0,"aborted":0,"guesses":6,"speed":20,"speed_inverse":16.67,"closeness":[3,6,3,20,20,25],"closeness_gain":4.4,"strategy":[0,-30,10,10,80,80],"repetitions":0,"opinion_changes":null,"opinion_changed":null,"opinion_kept":null,"repeats_on_agreement":null,"changes_on_agreement":null,"repeats_on_disagreement":null,"changes_on_disagreement":null},"counted":["guesses"]}');
INSERT INTO "metric" VALUES(3,'{"values":{"success":0,"lost":1,"aborted":0,"guesses":null,"speed":0,"speed_inverse":0,"closeness":[5,5,10,11],"closeness_gain":2.0,"strategy":[0,20,20,20],"repetitions":0,"opinion_changes":null,"opinion_changed":null,"opinion_kept":null,"repeats_on_agreement":null,"changes_on_agreement":null,"repeats_on_disagreement":null,"changes_on_disagreement":null},"counted":["guesses"]}');
INSERT INTO "metric" VALUES(4,'{"values":{"success":0,"lost":1,"aborted":0,"guesses":null,"speed":0,"speed_inverse":0,"closeness":[3,6,3,20],"closeness_gain":5.666666666666667,"strategy":[0,-30,10,10],"repetitions":0,"opinion_changes":null,"opinion_changed":null,"opinion_kept":null,"repeats_on_agreement":null,"changes_on_agreement":null,"repeats_on_disagreement":null,"changes_on_disagreement":null},"counted":["guesses"]}');
INSERT INTO "metric" VALUES(5,'{"values":{"success":1,"lost":0,"aborted":0,"guesses":6,"speed":20,"speed_inverse":16.67,"closeness":[5,5,10,10,15,25],"closeness_gain":4.0,"strategy":[0,20,20,20,20,40],"repetitions":0,"opinion_changes":null,"opinion_changed":null,"opinion_kept":null,"repeats_on_agreement":null,"changes_on_agreement":null,"repeats_on_disagreement":null,"changes_on_disagreement":null},"counted":["guesses"]}');
INSERT INTO "metric" VALUES(6,'{"values":{"success":0,"lost":1,"aborted":0,"guesses":null,"speed":0,"speed_inverse":0,"closeness":[3,6,10,20,20,20],"closeness_gain":3.4,"strategy":[0,-30,20,40,60,80],"repetitions":0,"opinion_changes":null,"opinion_changed":null,"opinion_kept":null,"repeats_on_agreement":null,"changes_on_agreement":null,"repeats_on_disagreement":null,"changes_on_disagreement":null},"counted":["guesses"]}');
INSERT INTO "metric" VALUES(7,'{"values":{"success":1,"lost":0,"aborted":0,"guesses":5,"speed":30,"speed_inverse":20.0,"closeness":[5,5,10,11,25],"closeness_gain":5.0,"strategy":[0,20,20,20,40],"repetitions":0,"opinion_changes":null,"opinion_changed":null,"opinion_kept":null,"repeats_on_agreement":null,"changes_on_agreement":null,"repeats_on_disagreement":null,"changes_on_disagreement":null},"counted":["guesses"]}');
INSERT INTO "metric" VALUES(8,'{"values":{"success":1,"lost":0,"aborted":0,"guesses":6,"speed":20,"speed_inverse":16.67,"closeness":[3,6,3,20,20,25],"closeness_gain":4.4,"strategy":[0,-30,10,10,80,80],"repetitions":0,"opinion_changes":null,"opinion_changed":null,"opinion_kept":null,"repeats_on_agreement":null,"changes_on_agreement":null,"repeats_on_disagreement":null,"changes_on_disagreement":null},"counted":["guesses"]}');
INSERT INTO "metric" VALUES(9,'{"values":{"success":0,"lost":1,"aborted":0,"guesses":null,"speed":0,"speed_inverse":0,"closeness":[5,10,15,15,15,20],"closeness_gain":3.0,"strategy":[0,20,40,40,40,40],"repetitions":0,"opinion_changes":null,"opinion_changed":null,"opinion_kept":null,"repeats_on_agreement":null,"changes_on_agreement":null,"repeats_on_disagreement":null,"changes_on_disagreement":null},"counted":["guesses"]}');
INSERT INTO "metric" VALUES(10,'{"values":{"success":1,"lost":0,"aborted":0,"guesses":6,"speed":16.67,"speed_inverse":16.67,"closeness":[8,10,10,20,15,25],"closeness_gain":3.4,"strategy":[0,-10,40,40,40,60],"repetitions":0,"opinion_changes":null,"opinion_changed":null,"opinion_kept":null,"repeats_on_agreement":null,"changes_on_agreement":null,"repeats_on_disagreement":null,"changes_on_disagreement":null},"counted":["guesses"]}');
INSERT INTO "metric" VALUES(11,'{"values":{"success":1,"turns":18,"yes":5,"score":0.74,"defaulted":0,"judge_contradictions":0,"amended":0,"direct_guesses":1,"first_direct_guess":18,"early_guesses":0,"redundant":0,"inconsistent":0,"longest_no":4,"hit_strict":18,"hit_substring":18,"hit_lenient":18,"top5_recall":null,"turns_to_top5":null,"key_turns":null,"recall":null,"first_appear_round":null,"final_rank":null,"ranks":null,"listed":null},"counted":["turns"]}');
INSERT INTO "metric" VALUES(12,'{"values":{"success":0,"turns":20,"yes":10,"score":0.0,"defaulted":0,"judge_contradictions":0,"amended":0,"direct_guesses":1,"first_direct_guess":20,"early_guesses":0,"redundant":0,"inconsistent":0,"longest_no":3,"hit_strict":null,"hit_substring":null,"hit_lenient":null,"top5_recall":null,"turns_to_top5":null,"key_turns":null,"recall":null,"first_appear_round":null,"final_rank":null,"ranks":null,"listed":null},"counted":["turns"]}');
INSERT INTO "metric" VALUES(13,'{"values":{"success":0,"turns":20,"yes":6,"score":0.0,"defaulted":0,"judge_contradictions":0,"amended":0,"direct_guesses":1,"first_direct_guess":20,"early_guesses":0,"redundant":0,"inconsistent":1,"longest_no":3,"hit_strict":null,"hit_substring":null,"hit_lenient":null,"top5_recall":null,"turns_to_top5":null,"key_turns":null,"recall":null,"first_appear_round":null,"final_rank":null,"ranks":null,"listed":null},"counted":["turns"]}');
INSERT INTO "metric" VALUES(14,'{"values":{"success":0,"turns":20,"yes":6,"score":0.0,"defaulted":0,"judge_contradictions":0,"amended":0,"direct_guesses":2,"first_direct_guess":18,"early_guesses":0,"redundant":4,"inconsistent":2,"longest_no":9,"hit_strict":null,"hit_substring":null,"hit_lenient":null,"top5_recall":null,"turns_to_top5":null,"key_turns":null,"recall":null,"first_appear_round":null,"final_rank":null,"ranks":null,"listed":null},"counted":["turns"]}');
INSERT INTO "metric" VALUES(15,'{"values":{"success":1,"turns":18,"yes":5,"score":0.74,"defaulted":0,"judge_contradictions":0,"amended":0,"direct_guesses":1,"first_direct_guess":18,"early_guesses":0,"redundant":0,"inconsistent":0,"longest_no":4,"hit_strict":18,"hit_substring":18,"hit_lenient":18,"top5_recall":null,"turns_to_top5":null,"key_turns":null,"recall":null,"first_appear_round":null,"final_rank":null,"ranks":null,"listed":null},"counted":["turns"]}');
INSERT INTO "metric" VALUES(16,'{"values":{"success":0,"turns":20,"yes":10,"score":0.0,"defaulted":0,"judge_contradictions":0,"amended":0,"direct_guesses":1,"first_direct_guess":20,"early_guesses":0,"redundant":0,"inconsistent":0,"longest_no":3,"hit_strict":null,"hit_substring":null,"hit_lenient":null,"top5_recall":null,"turns_to_top5":null,"key_turns":null,"recall":null,"first_appear_round":null,"final_rank":null,"ranks":null,"listed":null},"counted":["turns"]}');
INSERT INTO "metric" VALUES(17,'{"values":{"success":1,"turns":18,"yes":5,"score":0.74,"defaulted":0,"judge_contradictions":0,"amended":0,"direct_guesses":1,"first_direct_guess":18,"early_guesses":0,"redundant":0,"inconsistent":0,"longest_no":4,"hit_strict":18,"hit_substring":18,"hit_lenient":18,"top5_recall":null,"turns_to_top5":null,"key_turns":null,"recall":null,"first_appear_round":null,"final_rank":null,"ranks":null,"listed":null},"counted":["turns"]}');
INSERT INTO "metric" VALUES(18,'{"values":{"success":0,"turns":20,"yes":10,"score":0.0,"defaulted":0,"judge_contradictions":0,"amended":0,"direct_guesses":1,"first_direct_guess":20,"early_guesses":0,"redundant":0,"inconsistent":0,"longest_no":3,"hit_strict":null,"hit_substring":null,"hit_lenient":null,"top5_recall":null,"turns_to_top5":null,"key_turns":null,"recall":null,"first_appear_round":null,"final_rank":null,"ranks":null,"listed":null},"counted":["turns"]}');
INSERT INTO "metric" VALUES(19,'{"values":{"success":0,"turns":20,"yes":10,"score":0.0,"defaulted":0,"judge_contradictions":0,"amended":0,"direct_guesses":1,"first_direct_guess":20,"early_guesses":0,"redundant":1,"inconsistent":1,"longest_no":4,"hit_strict":null,"hit_substring":null,"hit_lenient":null,"top5_recall":null,"turns_to_top5":null,"key_turns":null,"recall":null,"first_appear_round":null,"final_rank":null,"ranks":null,"listed":null},"counted":["turns"]}');
INSERT INTO "metric" VALUES(20,'{"values":{"success":0,"turns":20,"yes":11,"score":0.0,"defaulted":0,"judge_contradictions":0,"amended":0,"direct_guesses":0,"first_direct_guess":null,"early_guesses":0,"redundant":4,"inconsistent":0,"longest_no":3,"hit_strict":null,"hit_substring":null,"hit_lenient":null,"top5_recall":null,"turns_to_top5":null,"key_turns":null,"recall":null,"first_appear_round":null,"final_rank":null,"ranks":null,"listed":null},"counted":["turns"]}');
INSERT INTO "metric" VALUES(21,'{"values":{"success":0,"turns":20,"yes":8,"score":0.0,"defaulted":0,"judge_contradictions":0,"amended":0,"direct_guesses":1,"first_direct_guess":20,"early_guesses":0,"redundant":2,"inconsistent":1,"longest_no":4,"hit_strict":null,"hit_substring":null,"hit_lenient":null,"top5_recall":null,"turns_to_top5":null,"key_turns":null,"recall":null,"first_appear_round":null,"final_rank":null,"ranks":null,"listed":null},"counted":["turns"]}');
INSERT INTO "metric" VALUES(22,'{"values":{"success":0,"turns":20,"yes":8,"score":0.0,"defaulted":0,"judge_contradictions":0,"amended":0,"direct_guesses":0,"first_direct_guess":null,"early_guesses":0,"redundant":2,"inconsistent":0,"longest_no":4,"hit_strict":null,"hit_substring":null,"hit_lenient":null,"top5_recall":null,"turns_to_top5":null,"key_turns":null,"recall":null,"first_appear_round":null,"final_rank":null,"ranks":null,"listed":null},"counted":["turns"]}');
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
CREATE TABLE rollup (
  k INTEGER NOT NULL REFERENCES rollup_key,
  period TEXT NOT NULL,
  cells TEXT NOT NULL,
  UNIQUE (k, period)
) STRICT;
INSERT INTO "rollup" VALUES(1,'all','[2,2,2,11000000,61000000000000,2,11000000,61000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,2,2,500000,130000000000,2,2000000,2000000000000,2,0,0,2,0,0,2,11000000,61000000000000,1,2,50000000,1300000000000000,2,36670000,677888900000000,2,8000000,34000000000000,2,11000000,61000000000000,2,13000000,109000000000000,2,31000000,521000000000000,2,45000000,1025000000000000,2,9400000,44360000000000,2,0,0,2,-10000000,1300000000000000,2,30000000,500000000000000,2,30000000,500000000000000,2,120000000,8000000000000000,2,0,0,1,1,25000000,625000000000000,1,80000000,6400000000000000]');
INSERT INTO "rollup" VALUES(1,'Y2026','[2,2,2,11000000,61000000000000,2,11000000,61000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,2,2,500000,130000000000,2,2000000,2000000000000,2,0,0,2,0,0,2,11000000,61000000000000,1,2,50000000,1300000000000000,2,36670000,677888900000000,2,8000000,34000000000000,2,11000000,61000000000000,2,13000000,109000000000000,2,31000000,521000000000000,2,45000000,1025000000000000,2,9400000,44360000000000,2,0,0,2,-10000000,1300000000000000,2,30000000,500000000000000,2,30000000,500000000000000,2,120000000,8000000000000000,2,0,0,1,1,25000000,625000000000000,1,80000000,6400000000000000]');
INSERT INTO "rollup" VALUES(1,'Q2026-4','[2,2,2,11000000,61000000000000,2,11000000,61000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,2,2,500000,130000000000,2,2000000,2000000000000,2,0,0,2,0,0,2,11000000,61000000000000,1,2,50000000,1300000000000000,2,36670000,677888900000000,2,8000000,34000000000000,2,11000000,61000000000000,2,13000000,109000000000000,2,31000000,521000000000000,2,45000000,1025000000000000,2,9400000,44360000000000,2,0,0,2,-10000000,1300000000000000,2,30000000,500000000000000,2,30000000,500000000000000,2,120000000,8000000000000000,2,0,0,1,1,25000000,625000000000000,1,80000000,6400000000000000]');
INSERT INTO "rollup" VALUES(1,'M2026-11','[2,2,2,11000000,61000000000000,2,11000000,61000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,2,2,500000,130000000000,2,2000000,2000000000000,2,0,0,2,0,0,2,11000000,61000000000000,1,2,50000000,1300000000000000,2,36670000,677888900000000,2,8000000,34000000000000,2,11000000,61000000000000,2,13000000,109000000000000,2,31000000,521000000000000,2,45000000,1025000000000000,2,9400000,44360000000000,2,0,0,2,-10000000,1300000000000000,2,30000000,500000000000000,2,30000000,500000000000000,2,120000000,8000000000000000,2,0,0,1,1,25000000,625000000000000,1,80000000,6400000000000000]');
INSERT INTO "rollup" VALUES(1,'T2026-11-3','[2,2,2,11000000,61000000000000,2,11000000,61000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,2,2,500000,130000000000,2,2000000,2000000000000,2,0,0,2,0,0,2,11000000,61000000000000,1,2,50000000,1300000000000000,2,36670000,677888900000000,2,8000000,34000000000000,2,11000000,61000000000000,2,13000000,109000000000000,2,31000000,521000000000000,2,45000000,1025000000000000,2,9400000,44360000000000,2,0,0,2,-10000000,1300000000000000,2,30000000,500000000000000,2,30000000,500000000000000,2,120000000,8000000000000000,2,0,0,1,1,25000000,625000000000000,1,80000000,6400000000000000]');
INSERT INTO "rollup" VALUES(1,'D2026-11-29','[2,2,2,11000000,61000000000000,2,11000000,61000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,2,2,500000,130000000000,2,2000000,2000000000000,2,0,0,2,0,0,2,11000000,61000000000000,1,2,50000000,1300000000000000,2,36670000,677888900000000,2,8000000,34000000000000,2,11000000,61000000000000,2,13000000,109000000000000,2,31000000,521000000000000,2,45000000,1025000000000000,2,9400000,44360000000000,2,0,0,2,-10000000,1300000000000000,2,30000000,500000000000000,2,30000000,500000000000000,2,120000000,8000000000000000,2,0,0,1,1,25000000,625000000000000,1,80000000,6400000000000000]');
INSERT INTO "rollup" VALUES(2,'D2026-11-29','[2,2,2,11000000,61000000000000,2,11000000,61000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,2,2,500000,130000000000,2,2000000,2000000000000,2,0,0,2,0,0,2,11000000,61000000000000,1,2,50000000,1300000000000000,2,36670000,677888900000000,2,8000000,34000000000000,2,11000000,61000000000000,2,13000000,109000000000000,2,31000000,521000000000000,2,45000000,1025000000000000,2,9400000,44360000000000,2,0,0,2,-10000000,1300000000000000,2,30000000,500000000000000,2,30000000,500000000000000,2,120000000,8000000000000000,2,0,0,1,1,25000000,625000000000000,1,80000000,6400000000000000]');
INSERT INTO "rollup" VALUES(3,'all','[4,4,4,20000000,104000000000000,4,20000000,104000000000000,4,0,0,4,0,0,4,0,0,4,0,0,4,0,0,4,4000000,4000000000000,1,4,200000,40000000000,4,1000000,1000000000000,4,3000000,3000000000000,4,0,0,1,6000000,36000000000000,0,4,20000000,400000000000000,4,16670000,277888900000000,4,16000000,68000000000000,4,22000000,122000000000000,4,33000000,309000000000000,4,61000000,1021000000000000,2,35000000,625000000000000,4,15066667,63671114888889,4,0,0,4,-20000000,2600000000000000,4,70000000,1300000000000000,4,90000000,2500000000000000,2,80000000,4000000000000000,4,0,0,1,2,45000000,1025000000000000,2,120000000,8000000000000000,3]');
INSERT INTO "rollup" VALUES(3,'Y2026','[4,4,4,20000000,104000000000000,4,20000000,104000000000000,4,0,0,4,0,0,4,0,0,4,0,0,4,0,0,4,4000000,4000000000000,1,4,200000,40000000000,4,1000000,1000000000000,4,3000000,3000000000000,4,0,0,1,6000000,36000000000000,0,4,20000000,400000000000000,4,16670000,277888900000000,4,16000000,68000000000000,4,22000000,122000000000000,4,33000000,309000000000000,4,61000000,1021000000000000,2,35000000,625000000000000,4,15066667,63671114888889,4,0,0,4,-20000000,2600000000000000,4,70000000,1300000000000000,4,90000000,2500000000000000,2,80000000,4000000000000000,4,0,0,1,2,45000000,1025000000000000,2,120000000,8000000000000000,3]');
INSERT INTO "rollup" VALUES(3,'Q2026-4','[4,4,4,20000000,104000000000000,4,20000000,104000000000000,4,0,0,4,0,0,4,0,0,4,0,0,4,0,0,4,4000000,4000000000000,1,4,200000,40000000000,4,1000000,1000000000000,4,3000000,3000000000000,4,0,0,1,6000000,36000000000000,0,4,20000000,400000000000000,4,16670000,277888900000000,4,16000000,68000000000000,4,22000000,122000000000000,4,33000000,309000000000000,4,61000000,1021000000000000,2,35000000,625000000000000,4,15066667,63671114888889,4,0,0,4,-20000000,2600000000000000,4,70000000,1300000000000000,4,90000000,2500000000000000,2,80000000,4000000000000000,4,0,0,1,2,45000000,1025000000000000,2,120000000,8000000000000000,3]');
INSERT INTO "rollup" VALUES(3,'M2026-11','[4,4,4,20000000,104000000000000,4,20000000,104000000000000,4,0,0,4,0,0,4,0,0,4,0,0,4,0,0,4,4000000,4000000000000,1,4,200000,40000000000,4,1000000,1000000000000,4,3000000,3000000000000,4,0,0,1,6000000,36000000000000,0,4,20000000,400000000000000,4,16670000,277888900000000,4,16000000,68000000000000,4,22000000,122000000000000,4,33000000,309000000000000,4,61000000,1021000000000000,2,35000000,625000000000000,4,15066667,63671114888889,4,0,0,4,-20000000,2600000000000000,4,70000000,1300000000000000,4,90000000,2500000000000000,2,80000000,4000000000000000,4,0,0,1,2,45000000,1025000000000000,2,120000000,8000000000000000,3]');
INSERT INTO "rollup" VALUES(3,'T2026-11-3','[4,4,4,20000000,104000000000000,4,20000000,104000000000000,4,0,0,4,0,0,4,0,0,4,0,0,4,0,0,4,4000000,4000000000000,1,4,200000,40000000000,4,1000000,1000000000000,4,3000000,3000000000000,4,0,0,1,6000000,36000000000000,0,4,20000000,400000000000000,4,16670000,277888900000000,4,16000000,68000000000000,4,22000000,122000000000000,4,33000000,309000000000000,4,61000000,1021000000000000,2,35000000,625000000000000,4,15066667,63671114888889,4,0,0,4,-20000000,2600000000000000,4,70000000,1300000000000000,4,90000000,2500000000000000,2,80000000,4000000000000000,4,0,0,1,2,45000000,1025000000000000,2,120000000,8000000000000000,3]');
INSERT INTO "rollup" VALUES(3,'D2026-11-29','[4,4,4,20000000,104000000000000,4,20000000,104000000000000,4,0,0,4,0,0,4,0,0,4,0,0,4,0,0,4,4000000,4000000000000,1,4,200000,40000000000,4,1000000,1000000000000,4,3000000,3000000000000,4,0,0,1,6000000,36000000000000,0,4,20000000,400000000000000,4,16670000,277888900000000,4,16000000,68000000000000,4,22000000,122000000000000,4,33000000,309000000000000,4,61000000,1021000000000000,2,35000000,625000000000000,4,15066667,63671114888889,4,0,0,4,-20000000,2600000000000000,4,70000000,1300000000000000,4,90000000,2500000000000000,2,80000000,4000000000000000,4,0,0,1,2,45000000,1025000000000000,2,120000000,8000000000000000,3]');
INSERT INTO "rollup" VALUES(4,'D2026-11-29','[2,2,2,8000000,32000000000000,2,8000000,32000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,0,2,0,0,2,0,0,2,2000000,2000000000000,2,0,0,0,0,0,0,2,0,0,2,0,0,2,8000000,34000000000000,2,11000000,61000000000000,2,13000000,109000000000000,2,31000000,521000000000000,0,0,0,2,7666667,36111114888889,2,0,0,2,-10000000,1300000000000000,2,30000000,500000000000000,2,30000000,500000000000000,0,0,0,2,0,0,0,0,0,0,0,0,0,2]');
INSERT INTO "rollup" VALUES(5,'D2026-11-29','[2,2,2,12000000,72000000000000,2,12000000,72000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,1,2,200000,40000000000,2,1000000,1000000000000,2,1000000,1000000000000,2,0,0,1,6000000,36000000000000,0,2,20000000,400000000000000,2,16670000,277888900000000,2,8000000,34000000000000,2,11000000,61000000000000,2,20000000,200000000000000,2,30000000,500000000000000,2,35000000,625000000000000,2,7400000,27560000000000,2,0,0,2,-10000000,1300000000000000,2,40000000,800000000000000,2,60000000,2000000000000000,2,80000000,4000000000000000,2,0,0,1,2,45000000,1025000000000000,2,120000000,8000000000000000,1]');
INSERT INTO "rollup" VALUES(6,'all','[2,2,2,11000000,61000000000000,2,11000000,61000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,2,2,500000,130000000000,2,2000000,2000000000000,2,0,0,2,0,0,2,11000000,61000000000000,1,2,50000000,1300000000000000,2,36670000,677888900000000,2,8000000,34000000000000,2,11000000,61000000000000,2,13000000,109000000000000,2,31000000,521000000000000,2,45000000,1025000000000000,2,9400000,44360000000000,2,0,0,2,-10000000,1300000000000000,2,30000000,500000000000000,2,30000000,500000000000000,2,120000000,8000000000000000,2,0,0,1,1,25000000,625000000000000,1,80000000,6400000000000000]');
INSERT INTO "rollup" VALUES(6,'Y2026','[2,2,2,11000000,61000000000000,2,11000000,61000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,2,2,500000,130000000000,2,2000000,2000000000000,2,0,0,2,0,0,2,11000000,61000000000000,1,2,50000000,1300000000000000,2,36670000,677888900000000,2,8000000,34000000000000,2,11000000,61000000000000,2,13000000,109000000000000,2,31000000,521000000000000,2,45000000,1025000000000000,2,9400000,44360000000000,2,0,0,2,-10000000,1300000000000000,2,30000000,500000000000000,2,30000000,500000000000000,2,120000000,8000000000000000,2,0,0,1,1,25000000,625000000000000,1,80000000,6400000000000000]');
INSERT INTO "rollup" VALUES(6,'Q2026-4','[2,2,2,11000000,61000000000000,2,11000000,61000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,2,2,500000,130000000000,2,2000000,2000000000000,2,0,0,2,0,0,2,11000000,61000000000000,1,2,50000000,1300000000000000,2,36670000,677888900000000,2,8000000,34000000000000,2,11000000,61000000000000,2,13000000,109000000000000,2,31000000,521000000000000,2,45000000,1025000000000000,2,9400000,44360000000000,2,0,0,2,-10000000,1300000000000000,2,30000000,500000000000000,2,30000000,500000000000000,2,120000000,8000000000000000,2,0,0,1,1,25000000,625000000000000,1,80000000,6400000000000000]');
INSERT INTO "rollup" VALUES(6,'M2026-11','[2,2,2,11000000,61000000000000,2,11000000,61000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,2,2,500000,130000000000,2,2000000,2000000000000,2,0,0,2,0,0,2,11000000,61000000000000,1,2,50000000,1300000000000000,2,36670000,677888900000000,2,8000000,34000000000000,2,11000000,61000000000000,2,13000000,109000000000000,2,31000000,521000000000000,2,45000000,1025000000000000,2,9400000,44360000000000,2,0,0,2,-10000000,1300000000000000,2,30000000,500000000000000,2,30000000,500000000000000,2,120000000,8000000000000000,2,0,0,1,1,25000000,625000000000000,1,80000000,6400000000000000]');
INSERT INTO "rollup" VALUES(6,'T2026-11-3','[2,2,2,11000000,61000000000000,2,11000000,61000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,2,2,500000,130000000000,2,2000000,2000000000000,2,0,0,2,0,0,2,11000000,61000000000000,1,2,50000000,1300000000000000,2,36670000,677888900000000,2,8000000,34000000000000,2,11000000,61000000000000,2,13000000,109000000000000,2,31000000,521000000000000,2,45000000,1025000000000000,2,9400000,44360000000000,2,0,0,2,-10000000,1300000000000000,2,30000000,500000000000000,2,30000000,500000000000000,2,120000000,8000000000000000,2,0,0,1,1,25000000,625000000000000,1,80000000,6400000000000000]');
INSERT INTO "rollup" VALUES(6,'D2026-11-29','[2,2,2,11000000,61000000000000,2,11000000,61000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,2,2,500000,130000000000,2,2000000,2000000000000,2,0,0,2,0,0,2,11000000,61000000000000,1,2,50000000,1300000000000000,2,36670000,677888900000000,2,8000000,34000000000000,2,11000000,61000000000000,2,13000000,109000000000000,2,31000000,521000000000000,2,45000000,1025000000000000,2,9400000,44360000000000,2,0,0,2,-10000000,1300000000000000,2,30000000,500000000000000,2,30000000,500000000000000,2,120000000,8000000000000000,2,0,0,1,1,25000000,625000000000000,1,80000000,6400000000000000]');
INSERT INTO "rollup" VALUES(7,'D2026-11-29','[2,2,2,11000000,61000000000000,2,11000000,61000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,2,2,500000,130000000000,2,2000000,2000000000000,2,0,0,2,0,0,2,11000000,61000000000000,1,2,50000000,1300000000000000,2,36670000,677888900000000,2,8000000,34000000000000,2,11000000,61000000000000,2,13000000,109000000000000,2,31000000,521000000000000,2,45000000,1025000000000000,2,9400000,44360000000000,2,0,0,2,-10000000,1300000000000000,2,30000000,500000000000000,2,30000000,500000000000000,2,120000000,8000000000000000,2,0,0,1,1,25000000,625000000000000,1,80000000,6400000000000000]');
INSERT INTO "rollup" VALUES(8,'all','[2,2,2,12000000,72000000000000,2,12000000,72000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,1,2,166700,27788890000,2,1000000,1000000000000,2,1000000,1000000000000,2,0,0,1,6000000,36000000000000,0,2,16670000,277888900000000,2,16670000,277888900000000,2,13000000,89000000000000,2,20000000,200000000000000,2,25000000,325000000000000,2,35000000,625000000000000,2,30000000,450000000000000,2,6400000,20560000000000,2,0,0,2,10000000,500000000000000,2,80000000,3200000000000000,2,80000000,3200000000000000,2,80000000,3200000000000000,2,0,0,1,2,45000000,1025000000000000,2,100000000,5200000000000000,1]');
INSERT INTO "rollup" VALUES(8,'Y2026','[2,2,2,12000000,72000000000000,2,12000000,72000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,1,2,166700,27788890000,2,1000000,1000000000000,2,1000000,1000000000000,2,0,0,1,6000000,36000000000000,0,2,16670000,277888900000000,2,16670000,277888900000000,2,13000000,89000000000000,2,20000000,200000000000000,2,25000000,325000000000000,2,35000000,625000000000000,2,30000000,450000000000000,2,6400000,20560000000000,2,0,0,2,10000000,500000000000000,2,80000000,3200000000000000,2,80000000,3200000000000000,2,80000000,3200000000000000,2,0,0,1,2,45000000,1025000000000000,2,100000000,5200000000000000,1]');
INSERT INTO "rollup" VALUES(8,'Q2026-4','[2,2,2,12000000,72000000000000,2,12000000,72000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,1,2,166700,27788890000,2,1000000,1000000000000,2,1000000,1000000000000,2,0,0,1,6000000,36000000000000,0,2,16670000,277888900000000,2,16670000,277888900000000,2,13000000,89000000000000,2,20000000,200000000000000,2,25000000,325000000000000,2,35000000,625000000000000,2,30000000,450000000000000,2,6400000,20560000000000,2,0,0,2,10000000,500000000000000,2,80000000,3200000000000000,2,80000000,3200000000000000,2,80000000,3200000000000000,2,0,0,1,2,45000000,1025000000000000,2,100000000,5200000000000000,1]');
INSERT INTO "rollup" VALUES(8,'M2026-11','[2,2,2,12000000,72000000000000,2,12000000,72000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,1,2,166700,27788890000,2,1000000,1000000000000,2,1000000,1000000000000,2,0,0,1,6000000,36000000000000,0,2,16670000,277888900000000,2,16670000,277888900000000,2,13000000,89000000000000,2,20000000,200000000000000,2,25000000,325000000000000,2,35000000,625000000000000,2,30000000,450000000000000,2,6400000,20560000000000,2,0,0,2,10000000,500000000000000,2,80000000,3200000000000000,2,80000000,3200000000000000,2,80000000,3200000000000000,2,0,0,1,2,45000000,1025000000000000,2,100000000,5200000000000000,1]');
INSERT INTO "rollup" VALUES(8,'T2026-11-3','[2,2,2,12000000,72000000000000,2,12000000,72000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,1,2,166700,27788890000,2,1000000,1000000000000,2,1000000,1000000000000,2,0,0,1,6000000,36000000000000,0,2,16670000,277888900000000,2,16670000,277888900000000,2,13000000,89000000000000,2,20000000,200000000000000,2,25000000,325000000000000,2,35000000,625000000000000,2,30000000,450000000000000,2,6400000,20560000000000,2,0,0,2,10000000,500000000000000,2,80000000,3200000000000000,2,80000000,3200000000000000,2,80000000,3200000000000000,2,0,0,1,2,45000000,1025000000000000,2,100000000,5200000000000000,1]');
INSERT INTO "rollup" VALUES(8,'D2026-11-29','[2,2,2,12000000,72000000000000,2,12000000,72000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,1,2,166700,27788890000,2,1000000,1000000000000,2,1000000,1000000000000,2,0,0,1,6000000,36000000000000,0,2,16670000,277888900000000,2,16670000,277888900000000,2,13000000,89000000000000,2,20000000,200000000000000,2,25000000,325000000000000,2,35000000,625000000000000,2,30000000,450000000000000,2,6400000,20560000000000,2,0,0,2,10000000,500000000000000,2,80000000,3200000000000000,2,80000000,3200000000000000,2,80000000,3200000000000000,2,0,0,1,2,45000000,1025000000000000,2,100000000,5200000000000000,1]');
INSERT INTO "rollup" VALUES(9,'D2026-11-29','[2,2,2,12000000,72000000000000,2,12000000,72000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,1,2,166700,27788890000,2,1000000,1000000000000,2,1000000,1000000000000,2,0,0,1,6000000,36000000000000,0,2,16670000,277888900000000,2,16670000,277888900000000,2,13000000,89000000000000,2,20000000,200000000000000,2,25000000,325000000000000,2,35000000,625000000000000,2,30000000,450000000000000,2,6400000,20560000000000,2,0,0,2,10000000,500000000000000,2,80000000,3200000000000000,2,80000000,3200000000000000,2,80000000,3200000000000000,2,0,0,1,2,45000000,1025000000000000,2,100000000,5200000000000000,1]');
INSERT INTO "rollup" VALUES(10,'all','[4,4,4,74000000,1378000000000000,4,74000000,1378000000000000,4,0,0,4,0,0,4,0,0,4,0,0,4,0,0,4,4000000,4000000000000]');
INSERT INTO "rollup" VALUES(10,'Y2026','[4,4,4,74000000,1378000000000000,4,74000000,1378000000000000,4,0,0,4,0,0,4,0,0,4,0,0,4,0,0,4,4000000,4000000000000]');
INSERT INTO "rollup" VALUES(10,'Q2026-4','[4,4,4,74000000,1378000000000000,4,74000000,1378000000000000,4,0,0,4,0,0,4,0,0,4,0,0,4,0,0,4,4000000,4000000000000]');
INSERT INTO "rollup" VALUES(10,'M2026-11','[4,4,4,74000000,1378000000000000,4,74000000,1378000000000000,4,0,0,4,0,0,4,0,0,4,0,0,4,0,0,4,4000000,4000000000000]');
INSERT INTO "rollup" VALUES(10,'T2026-11-3','[4,4,4,74000000,1378000000000000,4,74000000,1378000000000000,4,0,0,4,0,0,4,0,0,4,0,0,4,0,0,4,4000000,4000000000000]');
INSERT INTO "rollup" VALUES(10,'D2026-11-29','[4,4,4,74000000,1378000000000000,4,74000000,1378000000000000,4,0,0,4,0,0,4,0,0,4,0,0,4,0,0,4,4000000,4000000000000]');
INSERT INTO "rollup" VALUES(11,'D2026-11-29','[2,2,2,37000000,689000000000000,2,37000000,689000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000]');
INSERT INTO "rollup" VALUES(12,'all','[4,4,4,76000000,1448000000000000,4,76000000,1448000000000000,4,0,0,4,0,0,4,0,0,4,0,0,4,0,0,4,4000000,4000000000000,2,4,1480000,1095200000000,4,2000000,2000000000000,4,76000000,1448000000000000,2,4,30000000,250000000000000,4,1480000,1095200000000,4,0,0,4,0,0,4,0,0,4,4000000,4000000000000,4,76000000,1448000000000000,4,0,0,4,0,0,4,0,0,4,14000000,50000000000000,2,36000000,648000000000000,2,36000000,648000000000000,2,36000000,648000000000000,2,2]');
INSERT INTO "rollup" VALUES(12,'Y2026','[4,4,4,76000000,1448000000000000,4,76000000,1448000000000000,4,0,0,4,0,0,4,0,0,4,0,0,4,0,0,4,4000000,4000000000000,2,4,1480000,1095200000000,4,2000000,2000000000000,4,76000000,1448000000000000,2,4,30000000,250000000000000,4,1480000,1095200000000,4,0,0,4,0,0,4,0,0,4,4000000,4000000000000,4,76000000,1448000000000000,4,0,0,4,0,0,4,0,0,4,14000000,50000000000000,2,36000000,648000000000000,2,36000000,648000000000000,2,36000000,648000000000000,2,2]');
INSERT INTO "rollup" VALUES(12,'Q2026-4','[4,4,4,76000000,1448000000000000,4,76000000,1448000000000000,4,0,0,4,0,0,4,0,0,4,0,0,4,0,0,4,4000000,4000000000000,2,4,1480000,1095200000000,4,2000000,2000000000000,4,76000000,1448000000000000,2,4,30000000,250000000000000,4,1480000,1095200000000,4,0,0,4,0,0,4,0,0,4,4000000,4000000000000,4,76000000,1448000000000000,4,0,0,4,0,0,4,0,0,4,14000000,50000000000000,2,36000000,648000000000000,2,36000000,648000000000000,2,36000000,648000000000000,2,2]');
INSERT INTO "rollup" VALUES(12,'M2026-11','[4,4,4,76000000,1448000000000000,4,76000000,1448000000000000,4,0,0,4,0,0,4,0,0,4,0,0,4,0,0,4,4000000,4000000000000,2,4,1480000,1095200000000,4,2000000,2000000000000,4,76000000,1448000000000000,2,4,30000000,250000000000000,4,1480000,1095200000000,4,0,0,4,0,0,4,0,0,4,4000000,4000000000000,4,76000000,1448000000000000,4,0,0,4,0,0,4,0,0,4,14000000,50000000000000,2,36000000,648000000000000,2,36000000,648000000000000,2,36000000,648000000000000,2,2]');
INSERT INTO "rollup" VALUES(12,'T2026-11-3','[4,4,4,76000000,1448000000000000,4,76000000,1448000000000000,4,0,0,4,0,0,4,0,0,4,0,0,4,0,0,4,4000000,4000000000000,2,4,1480000,1095200000000,4,2000000,2000000000000,4,76000000,1448000000000000,2,4,30000000,250000000000000,4,1480000,1095200000000,4,0,0,4,0,0,4,0,0,4,4000000,4000000000000,4,76000000,1448000000000000,4,0,0,4,0,0,4,0,0,4,14000000,50000000000000,2,36000000,648000000000000,2,36000000,648000000000000,2,36000000,648000000000000,2,2]');
INSERT INTO "rollup" VALUES(12,'D2026-11-29','[4,4,4,76000000,1448000000000000,4,76000000,1448000000000000,4,0,0,4,0,0,4,0,0,4,0,0,4,0,0,4,4000000,4000000000000,2,4,1480000,1095200000000,4,2000000,2000000000000,4,76000000,1448000000000000,2,4,30000000,250000000000000,4,1480000,1095200000000,4,0,0,4,0,0,4,0,0,4,4000000,4000000000000,4,76000000,1448000000000000,4,0,0,4,0,0,4,0,0,4,14000000,50000000000000,2,36000000,648000000000000,2,36000000,648000000000000,2,36000000,648000000000000,2,2]');
INSERT INTO "rollup" VALUES(13,'D2026-11-29','[2,2,2,38000000,724000000000000,2,38000000,724000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,1,2,740000,547600000000,2,1000000,1000000000000,2,38000000,724000000000000,1,2,15000000,125000000000000,2,740000,547600000000,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,2,38000000,724000000000000,2,0,0,2,0,0,2,0,0,2,7000000,25000000000000,1,18000000,324000000000000,1,18000000,324000000000000,1,18000000,324000000000000,1,1]');
INSERT INTO "rollup" VALUES(14,'all','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000]');
INSERT INTO "rollup" VALUES(14,'Y2026','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000]');
INSERT INTO "rollup" VALUES(14,'Q2026-4','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000]');
INSERT INTO "rollup" VALUES(14,'M2026-11','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000]');
INSERT INTO "rollup" VALUES(14,'T2026-11-3','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000]');
INSERT INTO "rollup" VALUES(14,'D2026-11-29','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000]');
INSERT INTO "rollup" VALUES(15,'D2026-11-29','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000]');
INSERT INTO "rollup" VALUES(16,'all','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,0,2,0,0,2,0,0,2,40000000,800000000000000,0,2,12000000,72000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,3000000,5000000000000,2,38000000,724000000000000,2,0,0,2,4000000,16000000000000,2,3000000,5000000000000,2,12000000,90000000000000,0,0,0,0,0,0,0,0,0,2,2]');
INSERT INTO "rollup" VALUES(16,'Y2026','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,0,2,0,0,2,0,0,2,40000000,800000000000000,0,2,12000000,72000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,3000000,5000000000000,2,38000000,724000000000000,2,0,0,2,4000000,16000000000000,2,3000000,5000000000000,2,12000000,90000000000000,0,0,0,0,0,0,0,0,0,2,2]');
INSERT INTO "rollup" VALUES(16,'Q2026-4','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,0,2,0,0,2,0,0,2,40000000,800000000000000,0,2,12000000,72000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,3000000,5000000000000,2,38000000,724000000000000,2,0,0,2,4000000,16000000000000,2,3000000,5000000000000,2,12000000,90000000000000,0,0,0,0,0,0,0,0,0,2,2]');
INSERT INTO "rollup" VALUES(16,'M2026-11','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,0,2,0,0,2,0,0,2,40000000,800000000000000,0,2,12000000,72000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,3000000,5000000000000,2,38000000,724000000000000,2,0,0,2,4000000,16000000000000,2,3000000,5000000000000,2,12000000,90000000000000,0,0,0,0,0,0,0,0,0,2,2]');
INSERT INTO "rollup" VALUES(16,'T2026-11-3','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,0,2,0,0,2,0,0,2,40000000,800000000000000,0,2,12000000,72000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,3000000,5000000000000,2,38000000,724000000000000,2,0,0,2,4000000,16000000000000,2,3000000,5000000000000,2,12000000,90000000000000,0,0,0,0,0,0,0,0,0,2,2]');
INSERT INTO "rollup" VALUES(16,'D2026-11-29','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,0,2,0,0,2,0,0,2,40000000,800000000000000,0,2,12000000,72000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,3000000,5000000000000,2,38000000,724000000000000,2,0,0,2,4000000,16000000000000,2,3000000,5000000000000,2,12000000,90000000000000,0,0,0,0,0,0,0,0,0,2,2]');
INSERT INTO "rollup" VALUES(17,'D2026-11-29','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,0,2,0,0,2,0,0,2,40000000,800000000000000,0,2,12000000,72000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,3000000,5000000000000,2,38000000,724000000000000,2,0,0,2,4000000,16000000000000,2,3000000,5000000000000,2,12000000,90000000000000,0,0,0,0,0,0,0,0,0,2,2]');
INSERT INTO "rollup" VALUES(18,'D2026-11-29','[2,2,2,37000000,689000000000000,2,37000000,689000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000]');
INSERT INTO "rollup" VALUES(19,'D2026-11-29','[2,2,2,38000000,724000000000000,2,38000000,724000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,1,2,740000,547600000000,2,1000000,1000000000000,2,38000000,724000000000000,1,2,15000000,125000000000000,2,740000,547600000000,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,2,38000000,724000000000000,2,0,0,2,0,0,2,0,0,2,7000000,25000000000000,1,18000000,324000000000000,1,18000000,324000000000000,1,18000000,324000000000000,1,1]');
INSERT INTO "rollup" VALUES(20,'all','[2,2,2,37000000,689000000000000,2,37000000,689000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000]');
INSERT INTO "rollup" VALUES(20,'Y2026','[2,2,2,37000000,689000000000000,2,37000000,689000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000]');
INSERT INTO "rollup" VALUES(20,'Q2026-4','[2,2,2,37000000,689000000000000,2,37000000,689000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000]');
INSERT INTO "rollup" VALUES(20,'M2026-11','[2,2,2,37000000,689000000000000,2,37000000,689000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000]');
INSERT INTO "rollup" VALUES(20,'T2026-11-3','[2,2,2,37000000,689000000000000,2,37000000,689000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000]');
INSERT INTO "rollup" VALUES(20,'D2026-11-29','[2,2,2,37000000,689000000000000,2,37000000,689000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000]');
INSERT INTO "rollup" VALUES(21,'D2026-11-29','[2,2,2,37000000,689000000000000,2,37000000,689000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000]');
INSERT INTO "rollup" VALUES(22,'all','[2,2,2,38000000,724000000000000,2,38000000,724000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,1,2,740000,547600000000,2,1000000,1000000000000,2,38000000,724000000000000,1,2,15000000,125000000000000,2,740000,547600000000,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,2,38000000,724000000000000,2,0,0,2,0,0,2,0,0,2,7000000,25000000000000,1,18000000,324000000000000,1,18000000,324000000000000,1,18000000,324000000000000,1,1]');
INSERT INTO "rollup" VALUES(22,'Y2026','[2,2,2,38000000,724000000000000,2,38000000,724000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,1,2,740000,547600000000,2,1000000,1000000000000,2,38000000,724000000000000,1,2,15000000,125000000000000,2,740000,547600000000,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,2,38000000,724000000000000,2,0,0,2,0,0,2,0,0,2,7000000,25000000000000,1,18000000,324000000000000,1,18000000,324000000000000,1,18000000,324000000000000,1,1]');
INSERT INTO "rollup" VALUES(22,'Q2026-4','[2,2,2,38000000,724000000000000,2,38000000,724000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,1,2,740000,547600000000,2,1000000,1000000000000,2,38000000,724000000000000,1,2,15000000,125000000000000,2,740000,547600000000,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,2,38000000,724000000000000,2,0,0,2,0,0,2,0,0,2,7000000,25000000000000,1,18000000,324000000000000,1,18000000,324000000000000,1,18000000,324000000000000,1,1]');
INSERT INTO "rollup" VALUES(22,'M2026-11','[2,2,2,38000000,724000000000000,2,38000000,724000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,1,2,740000,547600000000,2,1000000,1000000000000,2,38000000,724000000000000,1,2,15000000,125000000000000,2,740000,547600000000,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,2,38000000,724000000000000,2,0,0,2,0,0,2,0,0,2,7000000,25000000000000,1,18000000,324000000000000,1,18000000,324000000000000,1,18000000,324000000000000,1,1]');
INSERT INTO "rollup" VALUES(22,'T2026-11-3','[2,2,2,38000000,724000000000000,2,38000000,724000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,1,2,740000,547600000000,2,1000000,1000000000000,2,38000000,724000000000000,1,2,15000000,125000000000000,2,740000,547600000000,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,2,38000000,724000000000000,2,0,0,2,0,0,2,0,0,2,7000000,25000000000000,1,18000000,324000000000000,1,18000000,324000000000000,1,18000000,324000000000000,1,1]');
INSERT INTO "rollup" VALUES(22,'D2026-11-29','[2,2,2,38000000,724000000000000,2,38000000,724000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,1,2,740000,547600000000,2,1000000,1000000000000,2,38000000,724000000000000,1,2,15000000,125000000000000,2,740000,547600000000,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,2,38000000,724000000000000,2,0,0,2,0,0,2,0,0,2,7000000,25000000000000,1,18000000,324000000000000,1,18000000,324000000000000,1,18000000,324000000000000,1,1]');
INSERT INTO "rollup" VALUES(23,'D2026-11-29','[2,2,2,38000000,724000000000000,2,38000000,724000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,1,2,740000,547600000000,2,1000000,1000000000000,2,38000000,724000000000000,1,2,15000000,125000000000000,2,740000,547600000000,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,2,38000000,724000000000000,2,0,0,2,0,0,2,0,0,2,7000000,25000000000000,1,18000000,324000000000000,1,18000000,324000000000000,1,18000000,324000000000000,1,1]');
INSERT INTO "rollup" VALUES(24,'all','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000]');
INSERT INTO "rollup" VALUES(24,'Y2026','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000]');
INSERT INTO "rollup" VALUES(24,'Q2026-4','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000]');
INSERT INTO "rollup" VALUES(24,'M2026-11','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000]');
INSERT INTO "rollup" VALUES(24,'T2026-11-3','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000]');
INSERT INTO "rollup" VALUES(24,'D2026-11-29','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000]');
INSERT INTO "rollup" VALUES(25,'D2026-11-29','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000]');
INSERT INTO "rollup" VALUES(26,'all','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,0,2,0,0,2,0,0,2,40000000,800000000000000,0,2,21000000,221000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,1000000,1000000000000,1,20000000,400000000000000,2,0,0,2,5000000,17000000000000,2,1000000,1000000000000,2,7000000,25000000000000,0,0,0,0,0,0,0,0,0,2,2]');
INSERT INTO "rollup" VALUES(26,'Y2026','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,0,2,0,0,2,0,0,2,40000000,800000000000000,0,2,21000000,221000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,1000000,1000000000000,1,20000000,400000000000000,2,0,0,2,5000000,17000000000000,2,1000000,1000000000000,2,7000000,25000000000000,0,0,0,0,0,0,0,0,0,2,2]');
INSERT INTO "rollup" VALUES(26,'Q2026-4','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,0,2,0,0,2,0,0,2,40000000,800000000000000,0,2,21000000,221000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,1000000,1000000000000,1,20000000,400000000000000,2,0,0,2,5000000,17000000000000,2,1000000,1000000000000,2,7000000,25000000000000,0,0,0,0,0,0,0,0,0,2,2]');
INSERT INTO "rollup" VALUES(26,'M2026-11','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,0,2,0,0,2,0,0,2,40000000,800000000000000,0,2,21000000,221000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,1000000,1000000000000,1,20000000,400000000000000,2,0,0,2,5000000,17000000000000,2,1000000,1000000000000,2,7000000,25000000000000,0,0,0,0,0,0,0,0,0,2,2]');
INSERT INTO "rollup" VALUES(26,'T2026-11-3','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,0,2,0,0,2,0,0,2,40000000,800000000000000,0,2,21000000,221000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,1000000,1000000000000,1,20000000,400000000000000,2,0,0,2,5000000,17000000000000,2,1000000,1000000000000,2,7000000,25000000000000,0,0,0,0,0,0,0,0,0,2,2]');
INSERT INTO "rollup" VALUES(26,'D2026-11-29','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,0,2,0,0,2,0,0,2,40000000,800000000000000,0,2,21000000,221000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,1000000,1000000000000,1,20000000,400000000000000,2,0,0,2,5000000,17000000000000,2,1000000,1000000000000,2,7000000,25000000000000,0,0,0,0,0,0,0,0,0,2,2]');
INSERT INTO "rollup" VALUES(27,'D2026-11-29','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,0,2,0,0,2,0,0,2,40000000,800000000000000,0,2,21000000,221000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,1000000,1000000000000,1,20000000,400000000000000,2,0,0,2,5000000,17000000000000,2,1000000,1000000000000,2,7000000,25000000000000,0,0,0,0,0,0,0,0,0,2,2]');
INSERT INTO "rollup" VALUES(28,'all','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000]');
INSERT INTO "rollup" VALUES(28,'Y2026','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000]');
INSERT INTO "rollup" VALUES(28,'Q2026-4','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000]');
INSERT INTO "rollup" VALUES(28,'M2026-11','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000]');
INSERT INTO "rollup" VALUES(28,'T2026-11-3','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000]');
INSERT INTO "rollup" VALUES(28,'D2026-11-29','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000]');
INSERT INTO "rollup" VALUES(29,'D2026-11-29','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000]');
INSERT INTO "rollup" VALUES(30,'all','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,0,2,0,0,2,0,0,2,40000000,800000000000000,0,2,16000000,128000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,1000000,1000000000000,1,20000000,400000000000000,2,0,0,2,4000000,8000000000000,2,1000000,1000000000000,2,8000000,32000000000000,0,0,0,0,0,0,0,0,0,2,2]');
INSERT INTO "rollup" VALUES(30,'Y2026','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,0,2,0,0,2,0,0,2,40000000,800000000000000,0,2,16000000,128000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,1000000,1000000000000,1,20000000,400000000000000,2,0,0,2,4000000,8000000000000,2,1000000,1000000000000,2,8000000,32000000000000,0,0,0,0,0,0,0,0,0,2,2]');
INSERT INTO "rollup" VALUES(30,'Q2026-4','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,0,2,0,0,2,0,0,2,40000000,800000000000000,0,2,16000000,128000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,1000000,1000000000000,1,20000000,400000000000000,2,0,0,2,4000000,8000000000000,2,1000000,1000000000000,2,8000000,32000000000000,0,0,0,0,0,0,0,0,0,2,2]');
INSERT INTO "rollup" VALUES(30,'M2026-11','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,0,2,0,0,2,0,0,2,40000000,800000000000000,0,2,16000000,128000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,1000000,1000000000000,1,20000000,400000000000000,2,0,0,2,4000000,8000000000000,2,1000000,1000000000000,2,8000000,32000000000000,0,0,0,0,0,0,0,0,0,2,2]');
INSERT INTO "rollup" VALUES(30,'T2026-11-3','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,0,2,0,0,2,0,0,2,40000000,800000000000000,0,2,16000000,128000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,1000000,1000000000000,1,20000000,400000000000000,2,0,0,2,4000000,8000000000000,2,1000000,1000000000000,2,8000000,32000000000000,0,0,0,0,0,0,0,0,0,2,2]');
INSERT INTO "rollup" VALUES(30,'D2026-11-29','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,0,2,0,0,2,0,0,2,40000000,800000000000000,0,2,16000000,128000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,1000000,1000000000000,1,20000000,400000000000000,2,0,0,2,4000000,8000000000000,2,1000000,1000000000000,2,8000000,32000000000000,0,0,0,0,0,0,0,0,0,2,2]');
INSERT INTO "rollup" VALUES(31,'D2026-11-29','[2,2,2,40000000,800000000000000,2,40000000,800000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,0,0,2,2000000,2000000000000,0,2,0,0,2,0,0,2,40000000,800000000000000,0,2,16000000,128000000000000,2,0,0,2,0,0,2,0,0,2,0,0,2,1000000,1000000000000,1,20000000,400000000000000,2,0,0,2,4000000,8000000000000,2,1000000,1000000000000,2,8000000,32000000000000,0,0,0,0,0,0,0,0,0,2,2]');
CREATE TABLE rollup_before (
  game TEXT NOT NULL, day TEXT NOT NULL,
  grp TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, item TEXT NOT NULL,
  sessions INTEGER NOT NULL, won INTEGER NOT NULL, sums TEXT NOT NULL,
  PRIMARY KEY (game, day, grp, kind, name, item)
) STRICT, WITHOUT ROWID;
CREATE TABLE rollup_item (
  game TEXT NOT NULL, grp TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, item TEXT NOT NULL,
  sessions INTEGER NOT NULL, won INTEGER NOT NULL, sums TEXT NOT NULL,
  PRIMARY KEY (game, grp, kind, name, item)
) STRICT, WITHOUT ROWID;
INSERT INTO "rollup_item" VALUES('entity','guesser','bot','bot easy','maple tree',6,0,'{"#main":[6,0,0],"success":[6,0,0],"turns":[6,120000000,2400000000000000],"yes":[6,55000000,521000000000000],"score":[6,0,0],"defaulted":[6,0,0],"judge_contradictions":[6,0,0],"amended":[6,0,0],"direct_guesses":[6,6000000,8000000000000],"first_direct_guess":[5,98000000,1924000000000000],"early_guesses":[6,0,0],"redundant":[6,10000000,36000000000000],"inconsistent":[6,3000000,5000000000000],"longest_no":[6,25000000,133000000000000],"won":[6,0,0],"lost":[6,6000000,6000000000000],"drawn":[6,0,0],"aborted":[6,0,0]}');
INSERT INTO "rollup_item" VALUES('entity','guesser','bot','bot easy','wheelbarrow',6,3,'{"#main":[6,2220000,1642800000000],"success":[6,3000000,3000000000000],"turns":[6,114000000,2172000000000000],"yes":[6,39000000,275000000000000],"score":[6,2220000,1642800000000],"defaulted":[6,0,0],"judge_contradictions":[6,0,0],"amended":[6,0,0],"direct_guesses":[6,5000000,5000000000000],"first_direct_guess":[5,94000000,1772000000000000],"early_guesses":[6,0,0],"redundant":[6,3000000,5000000000000],"inconsistent":[6,2000000,2000000000000],"longest_no":[6,23000000,89000000000000],"hit_strict":[3,54000000,972000000000000],"hit_substring":[3,54000000,972000000000000],"hit_lenient":[3,54000000,972000000000000],"won":[6,3000000,3000000000000],"lost":[6,3000000,3000000000000],"drawn":[6,0,0],"aborted":[6,0,0]}');
INSERT INTO "rollup_item" VALUES('wordle','guesser','bot','bot easy','hatch',5,3,'{"#main":[5,566700,107788890000],"success":[5,3000000,3000000000000],"lost":[5,2000000,2000000000000],"aborted":[5,0,0],"guesses":[3,18000000,108000000000000],"speed":[5,56670000,1077888900000000],"speed_inverse":[5,50010000,833666700000000],"closeness_gain":[5,21266667,93951114888889],"repetitions":[5,0,0],"won":[5,3000000,3000000000000],"drawn":[5,0,0]}');
INSERT INTO "rollup_item" VALUES('wordle','guesser','bot','bot easy','liege',5,3,'{"#main":[5,800000,220000000000],"success":[5,3000000,3000000000000],"lost":[5,2000000,2000000000000],"aborted":[5,0,0],"guesses":[3,16000000,86000000000000],"speed":[5,80000000,2200000000000000],"speed_inverse":[5,56670000,1077888900000000],"closeness_gain":[5,19000000,79000000000000],"repetitions":[5,0,0],"won":[5,3000000,3000000000000],"drawn":[5,0,0]}');
CREATE TABLE rollup_key (
  k INTEGER PRIMARY KEY,
  run TEXT NOT NULL, game TEXT NOT NULL, grp TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL,
  variant TEXT NOT NULL, deck TEXT NOT NULL, preset TEXT NOT NULL, prompt TEXT NOT NULL,
  persona TEXT NOT NULL, flags TEXT NOT NULL, repetition INTEGER NOT NULL, partner TEXT NOT NULL,
  UNIQUE (run, game, grp, kind, name, variant, deck, preset, prompt, persona, flags, repetition, partner)
) STRICT;
INSERT INTO "rollup_key" VALUES(1,'','wordle','guesser','bot','bot easy','classic','wordle','party','','','',0,'');
INSERT INTO "rollup_key" VALUES(2,'01M8JJFE545HVEA2BSG5NBGF35','wordle','guesser','bot','bot easy','classic','wordle','party','','','',0,'');
INSERT INTO "rollup_key" VALUES(3,'','wordle','guesser','bot','bot easy','classic*','wordle','party','','','',0,'');
INSERT INTO "rollup_key" VALUES(4,'01M8JJFF3PFJXW5ND6TNJQH29K','wordle','guesser','bot','bot easy','classic*','wordle','party','','','',0,'');
INSERT INTO "rollup_key" VALUES(5,'01M8JJFFXGX6BQ7DD9W2T68WNB','wordle','guesser','bot','bot easy','classic*','wordle','party','','','',0,'');
INSERT INTO "rollup_key" VALUES(6,'','wordle','guesser','bot','bot easy','classic*','wordle','paper','','','',0,'');
INSERT INTO "rollup_key" VALUES(7,'01M8JJFGNXRWMSH8M8G95NMFXG','wordle','guesser','bot','bot easy','classic*','wordle','paper','','','',0,'');
INSERT INTO "rollup_key" VALUES(8,'','wordle','guesser','bot','bot easy','clue','wordle','party','','','',0,'');
INSERT INTO "rollup_key" VALUES(9,'01M8JJFHFYBY7VPQY4T25C077H','wordle','guesser','bot','bot easy','clue','wordle','party','','','',0,'');
INSERT INTO "rollup_key" VALUES(10,'','entity','judge','bot','bot medium','things','things','party','','','',0,'');
INSERT INTO "rollup_key" VALUES(11,'01M8JJFJJ9MAHYXSP03Y8Z7YAK','entity','judge','bot','bot medium','things','things','party','','','',0,'');
INSERT INTO "rollup_key" VALUES(12,'','entity','guesser','bot','bot easy','things','things','party','','','',0,'');
INSERT INTO "rollup_key" VALUES(13,'01M8JJFJJ9MAHYXSP03Y8Z7YAK','entity','guesser','bot','bot easy','things','things','party','','','',0,'');
INSERT INTO "rollup_key" VALUES(14,'','entity','judge','bot','bot medium','things*','things','party','','','',0,'');
INSERT INTO "rollup_key" VALUES(15,'01M8JJFPHHHFPABAREHWGWJGKD','entity','judge','bot','bot medium','things*','things','party','','','',0,'');
INSERT INTO "rollup_key" VALUES(16,'','entity','guesser','bot','bot easy','things*','things','party','','','',0,'');
INSERT INTO "rollup_key" VALUES(17,'01M8JJFPHHHFPABAREHWGWJGKD','entity','guesser','bot','bot easy','things*','things','party','','','',0,'');
INSERT INTO "rollup_key" VALUES(18,'01M8JJFT7JFMN39FTQ06NG4QEN','entity','judge','bot','bot medium','things','things','party','','','',0,'');
INSERT INTO "rollup_key" VALUES(19,'01M8JJFT7JFMN39FTQ06NG4QEN','entity','guesser','bot','bot easy','things','things','party','','','',0,'');
INSERT INTO "rollup_key" VALUES(20,'','entity','judge','bot','bot medium','things strict*','things','paper','','','',0,'');
INSERT INTO "rollup_key" VALUES(21,'01M8JJFY12RT3DMBG71WKV8PM1','entity','judge','bot','bot medium','things strict*','things','paper','','','',0,'');
INSERT INTO "rollup_key" VALUES(22,'','entity','guesser','bot','bot easy','things strict*','things','paper','','','',0,'');
INSERT INTO "rollup_key" VALUES(23,'01M8JJFY12RT3DMBG71WKV8PM1','entity','guesser','bot','bot easy','things strict*','things','paper','','','',0,'');
INSERT INTO "rollup_key" VALUES(24,'','entity','judge','bot','bot medium','things*','things','party','','','',1,'');
INSERT INTO "rollup_key" VALUES(25,'01M8JJG2JCYJYW804REBHTH4A1','entity','judge','bot','bot medium','things*','things','party','','','',1,'');
INSERT INTO "rollup_key" VALUES(26,'','entity','guesser','bot','bot easy','things*','things','party','','','',1,'');
INSERT INTO "rollup_key" VALUES(27,'01M8JJG2JCYJYW804REBHTH4A1','entity','guesser','bot','bot easy','things*','things','party','','','',1,'');
INSERT INTO "rollup_key" VALUES(28,'','entity','judge','bot','bot medium','things*','things','party','','','',2,'');
INSERT INTO "rollup_key" VALUES(29,'01M8JJG2JCYJYW804REBHTH4A1','entity','judge','bot','bot medium','things*','things','party','','','',2,'');
INSERT INTO "rollup_key" VALUES(30,'','entity','guesser','bot','bot easy','things*','things','party','','','',2,'');
INSERT INTO "rollup_key" VALUES(31,'01M8JJG2JCYJYW804REBHTH4A1','entity','guesser','bot','bot easy','things*','things','party','','','',2,'');
CREATE TABLE rollup_part (
  k INTEGER NOT NULL REFERENCES rollup_key,
  item TEXT NOT NULL,
  sessions INTEGER NOT NULL, won INTEGER NOT NULL, sums TEXT NOT NULL,
  PRIMARY KEY (k, item)
) STRICT, WITHOUT ROWID;
INSERT INTO "rollup_part" VALUES(1,'hatch',1,1,'{"#main":[1,200000,40000000000],"success":[1,1000000,1000000000000],"lost":[1,0,0],"aborted":[1,0,0],"guesses":[1,6000000,36000000000000],"speed":[1,20000000,400000000000000],"speed_inverse":[1,16670000,277888900000000],"closeness_gain":[1,4400000,19360000000000],"repetitions":[1,0,0],"won":[1,1000000,1000000000000],"drawn":[1,0,0]}');
INSERT INTO "rollup_part" VALUES(1,'liege',1,1,'{"#main":[1,300000,90000000000],"success":[1,1000000,1000000000000],"lost":[1,0,0],"aborted":[1,0,0],"guesses":[1,5000000,25000000000000],"speed":[1,30000000,900000000000000],"speed_inverse":[1,20000000,400000000000000],"closeness_gain":[1,5000000,25000000000000],"repetitions":[1,0,0],"won":[1,1000000,1000000000000],"drawn":[1,0,0]}');
INSERT INTO "rollup_part" VALUES(3,'hatch',2,0,'{"#main":[2,0,0],"success":[2,0,0],"lost":[2,2000000,2000000000000],"aborted":[2,0,0],"speed":[2,0,0],"speed_inverse":[2,0,0],"closeness_gain":[2,9066667,43671114888889],"repetitions":[2,0,0],"won":[2,0,0],"drawn":[2,0,0]}');
INSERT INTO "rollup_part" VALUES(3,'liege',2,1,'{"#main":[2,200000,40000000000],"success":[2,1000000,1000000000000],"lost":[2,1000000,1000000000000],"aborted":[2,0,0],"speed":[2,20000000,400000000000000],"speed_inverse":[2,16670000,277888900000000],"closeness_gain":[2,6000000,20000000000000],"repetitions":[2,0,0],"won":[2,1000000,1000000000000],"drawn":[2,0,0],"guesses":[1,6000000,36000000000000]}');
INSERT INTO "rollup_part" VALUES(6,'hatch',1,1,'{"#main":[1,200000,40000000000],"success":[1,1000000,1000000000000],"lost":[1,0,0],"aborted":[1,0,0],"guesses":[1,6000000,36000000000000],"speed":[1,20000000,400000000000000],"speed_inverse":[1,16670000,277888900000000],"closeness_gain":[1,4400000,19360000000000],"repetitions":[1,0,0],"won":[1,1000000,1000000000000],"drawn":[1,0,0]}');
INSERT INTO "rollup_part" VALUES(6,'liege',1,1,'{"#main":[1,300000,90000000000],"success":[1,1000000,1000000000000],"lost":[1,0,0],"aborted":[1,0,0],"guesses":[1,5000000,25000000000000],"speed":[1,30000000,900000000000000],"speed_inverse":[1,20000000,400000000000000],"closeness_gain":[1,5000000,25000000000000],"repetitions":[1,0,0],"won":[1,1000000,1000000000000],"drawn":[1,0,0]}');
INSERT INTO "rollup_part" VALUES(8,'hatch',1,1,'{"#main":[1,166700,27788890000],"success":[1,1000000,1000000000000],"lost":[1,0,0],"aborted":[1,0,0],"guesses":[1,6000000,36000000000000],"speed":[1,16670000,277888900000000],"speed_inverse":[1,16670000,277888900000000],"closeness_gain":[1,3400000,11560000000000],"repetitions":[1,0,0],"won":[1,1000000,1000000000000],"drawn":[1,0,0]}');
INSERT INTO "rollup_part" VALUES(8,'liege',1,0,'{"#main":[1,0,0],"success":[1,0,0],"lost":[1,1000000,1000000000000],"aborted":[1,0,0],"speed":[1,0,0],"speed_inverse":[1,0,0],"closeness_gain":[1,3000000,9000000000000],"repetitions":[1,0,0],"won":[1,0,0],"drawn":[1,0,0]}');
INSERT INTO "rollup_part" VALUES(12,'maple tree',2,0,'{"#main":[2,0,0],"success":[2,0,0],"turns":[2,40000000,800000000000000],"yes":[2,20000000,200000000000000],"score":[2,0,0],"defaulted":[2,0,0],"judge_contradictions":[2,0,0],"amended":[2,0,0],"direct_guesses":[2,2000000,2000000000000],"first_direct_guess":[2,40000000,800000000000000],"early_guesses":[2,0,0],"redundant":[2,0,0],"inconsistent":[2,0,0],"longest_no":[2,6000000,18000000000000],"won":[2,0,0],"lost":[2,2000000,2000000000000],"drawn":[2,0,0],"aborted":[2,0,0]}');
INSERT INTO "rollup_part" VALUES(12,'wheelbarrow',2,2,'{"#main":[2,1480000,1095200000000],"success":[2,2000000,2000000000000],"turns":[2,36000000,648000000000000],"yes":[2,10000000,50000000000000],"score":[2,1480000,1095200000000],"defaulted":[2,0,0],"judge_contradictions":[2,0,0],"amended":[2,0,0],"direct_guesses":[2,2000000,2000000000000],"first_direct_guess":[2,36000000,648000000000000],"early_guesses":[2,0,0],"redundant":[2,0,0],"inconsistent":[2,0,0],"longest_no":[2,8000000,32000000000000],"hit_strict":[2,36000000,648000000000000],"hit_substring":[2,36000000,648000000000000],"hit_lenient":[2,36000000,648000000000000],"won":[2,2000000,2000000000000],"lost":[2,0,0],"drawn":[2,0,0],"aborted":[2,0,0]}');
INSERT INTO "rollup_part" VALUES(16,'maple tree',3,0,'{"#main":[3,0,0],"success":[3,0,0],"turns":[3,60000000,1200000000000000],"yes":[3,25000000,221000000000000],"score":[3,0,0],"defaulted":[3,0,0],"judge_contradictions":[3,0,0],"amended":[3,0,0],"direct_guesses":[3,3000000,5000000000000],"first_direct_guess":[2,38000000,724000000000000],"early_guesses":[3,0,0],"redundant":[3,10000000,36000000000000],"inconsistent":[3,3000000,5000000000000],"longest_no":[3,16000000,106000000000000],"won":[3,0,0],"lost":[3,3000000,3000000000000],"drawn":[3,0,0],"aborted":[3,0,0]}');
INSERT INTO "rollup_part" VALUES(16,'wheelbarrow',3,0,'{"#main":[3,0,0],"success":[3,0,0],"turns":[3,60000000,1200000000000000],"yes":[3,24000000,200000000000000],"score":[3,0,0],"defaulted":[3,0,0],"judge_contradictions":[3,0,0],"amended":[3,0,0],"direct_guesses":[3,2000000,2000000000000],"first_direct_guess":[2,40000000,800000000000000],"early_guesses":[3,0,0],"redundant":[3,3000000,5000000000000],"inconsistent":[3,2000000,2000000000000],"longest_no":[3,11000000,41000000000000],"won":[3,0,0],"lost":[3,3000000,3000000000000],"drawn":[3,0,0],"aborted":[3,0,0]}');
INSERT INTO "rollup_part" VALUES(22,'maple tree',1,0,'{"#main":[1,0,0],"success":[1,0,0],"turns":[1,20000000,400000000000000],"yes":[1,10000000,100000000000000],"score":[1,0,0],"defaulted":[1,0,0],"judge_contradictions":[1,0,0],"amended":[1,0,0],"direct_guesses":[1,1000000,1000000000000],"first_direct_guess":[1,20000000,400000000000000],"early_guesses":[1,0,0],"redundant":[1,0,0],"inconsistent":[1,0,0],"longest_no":[1,3000000,9000000000000],"won":[1,0,0],"lost":[1,1000000,1000000000000],"drawn":[1,0,0],"aborted":[1,0,0]}');
INSERT INTO "rollup_part" VALUES(22,'wheelbarrow',1,1,'{"#main":[1,740000,547600000000],"success":[1,1000000,1000000000000],"turns":[1,18000000,324000000000000],"yes":[1,5000000,25000000000000],"score":[1,740000,547600000000],"defaulted":[1,0,0],"judge_contradictions":[1,0,0],"amended":[1,0,0],"direct_guesses":[1,1000000,1000000000000],"first_direct_guess":[1,18000000,324000000000000],"early_guesses":[1,0,0],"redundant":[1,0,0],"inconsistent":[1,0,0],"longest_no":[1,4000000,16000000000000],"hit_strict":[1,18000000,324000000000000],"hit_substring":[1,18000000,324000000000000],"hit_lenient":[1,18000000,324000000000000],"won":[1,1000000,1000000000000],"lost":[1,0,0],"drawn":[1,0,0],"aborted":[1,0,0]}');
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
INSERT INTO "seat" VALUES(1,0,'guesser','guesser','solver','bot','bot easy','won',0.3,0,'','','{"requests":5,"parsed":5,"violated":0,"seconds":0.0,"input_tokens":0,"output_tokens":0,"cost_usd":0.0}');
INSERT INTO "seat" VALUES(2,0,'guesser','guesser','solver','bot','bot easy','won',0.2,0,'','','{"requests":6,"parsed":6,"violated":0,"seconds":0.0,"input_tokens":0,"output_tokens":0,"cost_usd":0.0}');
INSERT INTO "seat" VALUES(3,0,'guesser','guesser','solver','bot','bot easy','lost',0.0,0,'','','{"requests":4,"parsed":4,"violated":0,"seconds":0.0,"input_tokens":0,"output_tokens":0,"cost_usd":0.0}');
INSERT INTO "seat" VALUES(4,0,'guesser','guesser','solver','bot','bot easy','lost',0.0,0,'','','{"requests":4,"parsed":4,"violated":0,"seconds":0.0,"input_tokens":0,"output_tokens":0,"cost_usd":0.0}');
INSERT INTO "seat" VALUES(5,0,'guesser','guesser','solver','bot','bot easy','won',0.2,0,'','','{"requests":6,"parsed":6,"violated":0,"seconds":0.0,"input_tokens":0,"output_tokens":0,"cost_usd":0.0}');
INSERT INTO "seat" VALUES(6,0,'guesser','guesser','solver','bot','bot easy','lost',0.0,0,'','','{"requests":6,"parsed":6,"violated":0,"seconds":0.0,"input_tokens":0,"output_tokens":0,"cost_usd":0.0}');
INSERT INTO "seat" VALUES(7,0,'guesser','guesser','solver','bot','bot easy','won',0.3,0,'','','{"requests":5,"parsed":5,"violated":0,"seconds":0.0,"input_tokens":0,"output_tokens":0,"cost_usd":0.0}');
INSERT INTO "seat" VALUES(8,0,'guesser','guesser','solver','bot','bot easy','won',0.2,0,'','','{"requests":6,"parsed":6,"violated":0,"seconds":0.0,"input_tokens":0,"output_tokens":0,"cost_usd":0.0}');
INSERT INTO "seat" VALUES(9,0,'guesser','guesser','solver','bot','bot easy','lost',0.0,0,'','','{"requests":6,"parsed":6,"violated":0,"seconds":0.0,"input_tokens":0,"output_tokens":0,"cost_usd":0.0}');
INSERT INTO "seat" VALUES(10,0,'guesser','guesser','solver','bot','bot easy','won',1.66700000000000014832e-01,0,'','','{"requests":6,"parsed":6,"violated":0,"seconds":0.0,"input_tokens":0,"output_tokens":0,"cost_usd":0.0}');
INSERT INTO "seat" VALUES(11,0,'judge','judge','neutral','bot','bot medium','neutral',NULL,0,'','','{"requests":17,"parsed":17,"violated":0,"seconds":0.0,"input_tokens":0,"output_tokens":0,"cost_usd":0.0}');
INSERT INTO "seat" VALUES(11,1,'guesser','guesser','solver','bot','bot easy','won',0.74,0,'','','{"requests":18,"parsed":18,"violated":0,"seconds":0.0,"input_tokens":0,"output_tokens":0,"cost_usd":0.0}');
INSERT INTO "seat" VALUES(12,0,'judge','judge','neutral','bot','bot medium','neutral',NULL,0,'','','{"requests":20,"parsed":20,"violated":0,"seconds":0.0,"input_tokens":0,"output_tokens":0,"cost_usd":0.0}');
INSERT INTO "seat" VALUES(12,1,'guesser','guesser','solver','bot','bot easy','lost',0.0,0,'','','{"requests":20,"parsed":20,"violated":0,"seconds":0.0,"input_tokens":0,"output_tokens":0,"cost_usd":0.0}');
INSERT INTO "seat" VALUES(13,0,'judge','judge','neutral','bot','bot medium','neutral',NULL,0,'','','{"requests":20,"parsed":20,"violated":0,"seconds":0.0,"input_tokens":0,"output_tokens":0,"cost_usd":0.0}');
INSERT INTO "seat" VALUES(13,1,'guesser','guesser','solver','bot','bot easy','lost',0.0,0,'','','{"requests":20,"parsed":20,"violated":0,"seconds":0.0,"input_tokens":0,"output_tokens":0,"cost_usd":0.0}');
INSERT INTO "seat" VALUES(14,0,'judge','judge','neutral','bot','bot medium','neutral',NULL,0,'','','{"requests":20,"parsed":20,"violated":0,"seconds":0.0,"input_tokens":0,"output_tokens":0,"cost_usd":0.0}');
INSERT INTO "seat" VALUES(14,1,'guesser','guesser','solver','bot','bot easy','lost',0.0,0,'','','{"requests":20,"parsed":20,"violated":0,"seconds":0.0,"input_tokens":0,"output_tokens":0,"cost_usd":0.0}');
INSERT INTO "seat" VALUES(15,0,'judge','judge','neutral','bot','bot medium','neutral',NULL,0,'','','{"requests":17,"parsed":17,"violated":0,"seconds":0.0,"input_tokens":0,"output_tokens":0,"cost_usd":0.0}');
INSERT INTO "seat" VALUES(15,1,'guesser','guesser','solver','bot','bot easy','won',0.74,0,'','','{"requests":18,"parsed":18,"violated":0,"seconds":0.0,"input_tokens":0,"output_tokens":0,"cost_usd":0.0}');
INSERT INTO "seat" VALUES(16,0,'judge','judge','neutral','bot','bot medium','neutral',NULL,0,'','','{"requests":20,"parsed":20,"violated":0,"seconds":0.0,"input_tokens":0,"output_tokens":0,"cost_usd":0.0}');
INSERT INTO "seat" VALUES(16,1,'guesser','guesser','solver','bot','bot easy','lost',0.0,0,'','','{"requests":20,"parsed":20,"violated":0,"seconds":0.0,"input_tokens":0,"output_tokens":0,"cost_usd":0.0}');
INSERT INTO "seat" VALUES(17,0,'judge','judge','neutral','bot','bot medium','neutral',NULL,0,'','','{"requests":17,"parsed":17,"violated":0,"seconds":0.0,"input_tokens":0,"output_tokens":0,"cost_usd":0.0}');
INSERT INTO "seat" VALUES(17,1,'guesser','guesser','solver','bot','bot easy','won',0.74,0,'','','{"requests":18,"parsed":18,"violated":0,"seconds":0.0,"input_tokens":0,"output_tokens":0,"cost_usd":0.0}');
INSERT INTO "seat" VALUES(18,0,'judge','judge','neutral','bot','bot medium','neutral',NULL,0,'','','{"requests":20,"parsed":20,"violated":0,"seconds":0.0,"input_tokens":0,"output_tokens":0,"cost_usd":0.0}');
INSERT INTO "seat" VALUES(18,1,'guesser','guesser','solver','bot','bot easy','lost',0.0,0,'','','{"requests":20,"parsed":20,"violated":0,"seconds":0.0,"input_tokens":0,"output_tokens":0,"cost_usd":0.0}');
INSERT INTO "seat" VALUES(19,0,'judge','judge','neutral','bot','bot medium','neutral',NULL,0,'','','{"requests":20,"parsed":20,"violated":0,"seconds":0.0,"input_tokens":0,"output_tokens":0,"cost_usd":0.0}');
INSERT INTO "seat" VALUES(19,1,'guesser','guesser','solver','bot','bot easy','lost',0.0,0,'','','{"requests":20,"parsed":20,"violated":0,"seconds":0.0,"input_tokens":0,"output_tokens":0,"cost_usd":0.0}');
INSERT INTO "seat" VALUES(20,0,'judge','judge','neutral','bot','bot medium','neutral',NULL,0,'','','{"requests":20,"parsed":20,"violated":0,"seconds":0.0,"input_tokens":0,"output_tokens":0,"cost_usd":0.0}');
INSERT INTO "seat" VALUES(20,1,'guesser','guesser','solver','bot','bot easy','lost',0.0,0,'','','{"requests":20,"parsed":20,"violated":0,"seconds":0.0,"input_tokens":0,"output_tokens":0,"cost_usd":0.0}');
INSERT INTO "seat" VALUES(21,0,'judge','judge','neutral','bot','bot medium','neutral',NULL,0,'','','{"requests":20,"parsed":20,"violated":0,"seconds":0.0,"input_tokens":0,"output_tokens":0,"cost_usd":0.0}');
INSERT INTO "seat" VALUES(21,1,'guesser','guesser','solver','bot','bot easy','lost',0.0,0,'','','{"requests":20,"parsed":20,"violated":0,"seconds":0.0,"input_tokens":0,"output_tokens":0,"cost_usd":0.0}');
INSERT INTO "seat" VALUES(22,0,'judge','judge','neutral','bot','bot medium','neutral',NULL,0,'','','{"requests":20,"parsed":20,"violated":0,"seconds":0.0,"input_tokens":0,"output_tokens":0,"cost_usd":0.0}');
INSERT INTO "seat" VALUES(22,1,'guesser','guesser','solver','bot','bot easy','lost',0.0,0,'','','{"requests":20,"parsed":20,"violated":0,"seconds":0.0,"input_tokens":0,"output_tokens":0,"cost_usd":0.0}');
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
, party TEXT) STRICT;
INSERT INTO "session" VALUES(1,'01M8JJFE54V4B4QHF4QCKG051Y','wordle','2026-11-29T02:34:50.184Z','2026-11-29','2026-11-29T02:34:50.184Z',NULL,'won',NULL,'classic','wordle','party','01M8JJFE545HVEA2BSG5NBGF35',0,NULL,'','bot easy, won in 5','liege','[["guesser","bot easy"]]','01m8jjfe54v4b4qhf4qckg051y wordle classic won bot easy',NULL);
INSERT INTO "session" VALUES(2,'01M8JJFE544YD0YE88KPG9JVN5','wordle','2026-11-29T02:34:50.185Z','2026-11-29','2026-11-29T02:34:50.185Z',NULL,'won',NULL,'classic','wordle','party','01M8JJFE545HVEA2BSG5NBGF35',0,NULL,'','bot easy, won in 6','hatch','[["guesser","bot easy"]]','01m8jjfe544yd0ye88kpg9jvn5 wordle classic won bot easy',NULL);
INSERT INTO "session" VALUES(3,'01M8JJFF3PE017D1FQQS5HW4MZ','wordle','2026-11-29T02:34:50.940Z','2026-11-29','2026-11-29T02:34:50.940Z',NULL,'lost',NULL,'classic*','wordle','party','01M8JJFF3PFJXW5ND6TNJQH29K',0,NULL,'','bot easy, lost','liege','[["guesser","bot easy"]]','01m8jjff3pe017d1fqqs5hw4mz wordle classic* lost bot easy',NULL);
INSERT INTO "session" VALUES(4,'01M8JJFF3PWAJK0EEMBTCY4RDM','wordle','2026-11-29T02:34:50.941Z','2026-11-29','2026-11-29T02:34:50.941Z',NULL,'lost',NULL,'classic*','wordle','party','01M8JJFF3PFJXW5ND6TNJQH29K',0,NULL,'','bot easy, lost','hatch','[["guesser","bot easy"]]','01m8jjff3pwajk0eembtcy4rdm wordle classic* lost bot easy',NULL);
INSERT INTO "session" VALUES(5,'01M8JJFFXGG7NTRX8AXT3YKAQQ','wordle','2026-11-29T02:34:51.800Z','2026-11-29','2026-11-29T02:34:51.800Z',NULL,'won',NULL,'classic*','wordle','party','01M8JJFFXGX6BQ7DD9W2T68WNB',0,NULL,'','bot easy, won in 6','liege','[["guesser","bot easy"]]','01m8jjffxgg7ntrx8axt3ykaqq wordle classic* won bot easy',NULL);
INSERT INTO "session" VALUES(6,'01M8JJFFXGM7KDYQWKC4RWR06C','wordle','2026-11-29T02:34:51.801Z','2026-11-29','2026-11-29T02:34:51.801Z',NULL,'lost',NULL,'classic*','wordle','party','01M8JJFFXGX6BQ7DD9W2T68WNB',0,NULL,'','bot easy, lost','hatch','[["guesser","bot easy"]]','01m8jjffxgm7kdyqwkc4rwr06c wordle classic* lost bot easy',NULL);
INSERT INTO "session" VALUES(7,'01M8JJFGNX6FHVXWCCVXFPS186','wordle','2026-11-29T02:34:52.604Z','2026-11-29','2026-11-29T02:34:52.604Z',NULL,'won',NULL,'classic*','wordle','paper','01M8JJFGNXRWMSH8M8G95NMFXG',0,NULL,'','bot easy, won in 5','liege','[["guesser","bot easy"]]','01m8jjfgnx6fhvxwccvxfps186 wordle classic* won bot easy',NULL);
INSERT INTO "session" VALUES(8,'01M8JJFGNXZHTHJCMY7DA5NYN7','wordle','2026-11-29T02:34:52.604Z','2026-11-29','2026-11-29T02:34:52.604Z',NULL,'won',NULL,'classic*','wordle','paper','01M8JJFGNXRWMSH8M8G95NMFXG',0,NULL,'','bot easy, won in 6','hatch','[["guesser","bot easy"]]','01m8jjfgnxzhthjcmy7da5nyn7 wordle classic* won bot easy',NULL);
INSERT INTO "session" VALUES(9,'01M8JJFHFYFC8CZ493GM6KWPS5','wordle','2026-11-29T02:34:53.390Z','2026-11-29','2026-11-29T02:34:53.390Z',NULL,'lost',NULL,'clue','wordle','party','01M8JJFHFYBY7VPQY4T25C077H',0,NULL,'','bot easy, lost','liege','[["guesser","bot easy"]]','01m8jjfhfyfc8cz493gm6kwps5 wordle clue lost bot easy',NULL);
INSERT INTO "session" VALUES(10,'01M8JJFHFYK3EPAAEME36NVPTB','wordle','2026-11-29T02:34:53.391Z','2026-11-29','2026-11-29T02:34:53.391Z',NULL,'won',NULL,'clue','wordle','party','01M8JJFHFYBY7VPQY4T25C077H',0,NULL,'','bot easy, won in 6','hatch','[["guesser","bot easy"]]','01m8jjfhfyk3epaaeme36nvptb wordle clue won bot easy',NULL);
INSERT INTO "session" VALUES(11,'01M8JJFJJ94BHNF6CF2GK7K6NF','entity','2026-11-29T02:34:54.816Z','2026-11-29','2026-11-29T02:34:54.816Z',NULL,'won',NULL,'things','things','party','01M8JJFJJ9MAHYXSP03Y8Z7YAK',0,NULL,'','bot easy, won in 18','wheelbarrow','[["judge","bot medium"],["guesser","bot easy"]]','01m8jjfjj94bhnf6cf2gk7k6nf entity things won bot medium bot easy',NULL);
INSERT INTO "session" VALUES(12,'01M8JJFJJ9JAB3N4AWK99QB17J','entity','2026-11-29T02:34:54.817Z','2026-11-29','2026-11-29T02:34:54.817Z',NULL,'lost',NULL,'things','things','party','01M8JJFJJ9MAHYXSP03Y8Z7YAK',0,NULL,'','bot easy, lost','maple tree','[["judge","bot medium"],["guesser","bot easy"]]','01m8jjfjj9jab3n4awk99qb17j entity things lost bot medium bot easy',NULL);
INSERT INTO "session" VALUES(13,'01M8JJFPHHMR8MYNFR6F6BP78R','entity','2026-11-29T02:34:58.760Z','2026-11-29','2026-11-29T02:34:58.760Z',NULL,'lost',NULL,'things*','things','party','01M8JJFPHHHFPABAREHWGWJGKD',0,NULL,'','bot easy, lost','wheelbarrow','[["judge","bot medium"],["guesser","bot easy"]]','01m8jjfphhmr8mynfr6f6bp78r entity things* lost bot medium bot easy',NULL);
INSERT INTO "session" VALUES(14,'01M8JJFPHHR5AXH97YM84GCNJW','entity','2026-11-29T02:34:58.760Z','2026-11-29','2026-11-29T02:34:58.760Z',NULL,'lost',NULL,'things*','things','party','01M8JJFPHHHFPABAREHWGWJGKD',0,NULL,'','bot easy, lost','maple tree','[["judge","bot medium"],["guesser","bot easy"]]','01m8jjfphhr5axh97ym84gcnjw entity things* lost bot medium bot easy',NULL);
INSERT INTO "session" VALUES(15,'01M8JJFT7JW1D7QPX72B15TYYY','entity','2026-11-29T02:35:02.488Z','2026-11-29','2026-11-29T02:35:02.488Z',NULL,'won',NULL,'things','things','party','01M8JJFT7JFMN39FTQ06NG4QEN',0,NULL,'','bot easy, won in 18','wheelbarrow','[["judge","bot medium"],["guesser","bot easy"]]','01m8jjft7jw1d7qpx72b15tyyy entity things won bot medium bot easy',NULL);
INSERT INTO "session" VALUES(16,'01M8JJFT7JAP72NE9M59HMAH8K','entity','2026-11-29T02:35:02.488Z','2026-11-29','2026-11-29T02:35:02.488Z',NULL,'lost',NULL,'things','things','party','01M8JJFT7JFMN39FTQ06NG4QEN',0,NULL,'','bot easy, lost','maple tree','[["judge","bot medium"],["guesser","bot easy"]]','01m8jjft7jap72ne9m59hmah8k entity things lost bot medium bot easy',NULL);
INSERT INTO "session" VALUES(17,'01M8JJFY12E2ZMFP38F0DDYS5T','entity','2026-11-29T02:35:06.460Z','2026-11-29','2026-11-29T02:35:06.460Z',NULL,'won',NULL,'things strict*','things','paper','01M8JJFY12RT3DMBG71WKV8PM1',0,NULL,'','bot easy, won in 18','wheelbarrow','[["judge","bot medium"],["guesser","bot easy"]]','01m8jjfy12e2zmfp38f0ddys5t entity things strict* won bot medium bot easy',NULL);
INSERT INTO "session" VALUES(18,'01M8JJFY12K4EKF5PT3KXZKQC2','entity','2026-11-29T02:35:06.461Z','2026-11-29','2026-11-29T02:35:06.461Z',NULL,'lost',NULL,'things strict*','things','paper','01M8JJFY12RT3DMBG71WKV8PM1',0,NULL,'','bot easy, lost','maple tree','[["judge","bot medium"],["guesser","bot easy"]]','01m8jjfy12k4ekf5pt3kxzkqc2 entity things strict* lost bot medium bot easy',NULL);
INSERT INTO "session" VALUES(19,'01M8JJG2JCS2T643SBG81G1VJF','entity','2026-11-29T02:35:11.330Z','2026-11-29','2026-11-29T02:35:11.330Z',NULL,'lost',NULL,'things*','things','party','01M8JJG2JCYJYW804REBHTH4A1',1,NULL,'','bot easy, lost','wheelbarrow','[["judge","bot medium"],["guesser","bot easy"]]','01m8jjg2jcs2t643sbg81g1vjf entity things* lost bot medium bot easy',NULL);
INSERT INTO "session" VALUES(20,'01M8JJG2JCRVZ301Y0EGNQ9AHQ','entity','2026-11-29T02:35:11.331Z','2026-11-29','2026-11-29T02:35:11.331Z',NULL,'lost',NULL,'things*','things','party','01M8JJG2JCYJYW804REBHTH4A1',1,NULL,'','bot easy, lost','maple tree','[["judge","bot medium"],["guesser","bot easy"]]','01m8jjg2jcrvz301y0egnq9ahq entity things* lost bot medium bot easy',NULL);
INSERT INTO "session" VALUES(21,'01M8JJG2JC42YX6YYTRST1WYF2','entity','2026-11-29T02:35:15.849Z','2026-11-29','2026-11-29T02:35:15.849Z',NULL,'lost',NULL,'things*','things','party','01M8JJG2JCYJYW804REBHTH4A1',2,NULL,'','bot easy, lost','maple tree','[["judge","bot medium"],["guesser","bot easy"]]','01m8jjg2jc42yx6yytrst1wyf2 entity things* lost bot medium bot easy',NULL);
INSERT INTO "session" VALUES(22,'01M8JJG2JC8CDG48W70EMYD6S5','entity','2026-11-29T02:35:15.811Z','2026-11-29','2026-11-29T02:35:15.811Z',NULL,'lost',NULL,'things*','things','party','01M8JJG2JCYJYW804REBHTH4A1',2,NULL,'','bot easy, lost','wheelbarrow','[["judge","bot medium"],["guesser","bot easy"]]','01m8jjg2jc8cdg48w70emyd6s5 entity things* lost bot medium bot easy',NULL);
CREATE TABLE slot (
  game TEXT NOT NULL, name TEXT NOT NULL, place INTEGER NOT NULL,
  PRIMARY KEY (game, name), UNIQUE (game, place)
) STRICT, WITHOUT ROWID;
INSERT INTO "slot" VALUES('entity','#cost_usd n',20);
INSERT INTO "slot" VALUES('entity','#cost_usd q',22);
INSERT INTO "slot" VALUES('entity','#cost_usd s',21);
INSERT INTO "slot" VALUES('entity','#input_tokens n',14);
INSERT INTO "slot" VALUES('entity','#input_tokens q',16);
INSERT INTO "slot" VALUES('entity','#input_tokens s',15);
INSERT INTO "slot" VALUES('entity','#main n',27);
INSERT INTO "slot" VALUES('entity','#main q',29);
INSERT INTO "slot" VALUES('entity','#main s',28);
INSERT INTO "slot" VALUES('entity','#output_tokens n',17);
INSERT INTO "slot" VALUES('entity','#output_tokens q',19);
INSERT INTO "slot" VALUES('entity','#output_tokens s',18);
INSERT INTO "slot" VALUES('entity','#parsed n',5);
INSERT INTO "slot" VALUES('entity','#parsed q',7);
INSERT INTO "slot" VALUES('entity','#parsed s',6);
INSERT INTO "slot" VALUES('entity','#request_success n',23);
INSERT INTO "slot" VALUES('entity','#request_success q',25);
INSERT INTO "slot" VALUES('entity','#request_success s',24);
INSERT INTO "slot" VALUES('entity','#requests n',2);
INSERT INTO "slot" VALUES('entity','#requests q',4);
INSERT INTO "slot" VALUES('entity','#requests s',3);
INSERT INTO "slot" VALUES('entity','#seconds n',11);
INSERT INTO "slot" VALUES('entity','#seconds q',13);
INSERT INTO "slot" VALUES('entity','#seconds s',12);
INSERT INTO "slot" VALUES('entity','#violated n',8);
INSERT INTO "slot" VALUES('entity','#violated q',10);
INSERT INTO "slot" VALUES('entity','#violated s',9);
INSERT INTO "slot" VALUES('entity','amended n',49);
INSERT INTO "slot" VALUES('entity','amended q',51);
INSERT INTO "slot" VALUES('entity','amended s',50);
INSERT INTO "slot" VALUES('entity','defaulted n',43);
INSERT INTO "slot" VALUES('entity','defaulted q',45);
INSERT INTO "slot" VALUES('entity','defaulted s',44);
INSERT INTO "slot" VALUES('entity','direct_guesses n',52);
INSERT INTO "slot" VALUES('entity','direct_guesses q',54);
INSERT INTO "slot" VALUES('entity','direct_guesses s',53);
INSERT INTO "slot" VALUES('entity','early_guesses n',58);
INSERT INTO "slot" VALUES('entity','early_guesses q',60);
INSERT INTO "slot" VALUES('entity','early_guesses s',59);
INSERT INTO "slot" VALUES('entity','first_direct_guess n',55);
INSERT INTO "slot" VALUES('entity','first_direct_guess q',57);
INSERT INTO "slot" VALUES('entity','first_direct_guess s',56);
INSERT INTO "slot" VALUES('entity','hit_lenient n',76);
INSERT INTO "slot" VALUES('entity','hit_lenient q',78);
INSERT INTO "slot" VALUES('entity','hit_lenient s',77);
INSERT INTO "slot" VALUES('entity','hit_strict n',70);
INSERT INTO "slot" VALUES('entity','hit_strict q',72);
INSERT INTO "slot" VALUES('entity','hit_strict s',71);
INSERT INTO "slot" VALUES('entity','hit_substring n',73);
INSERT INTO "slot" VALUES('entity','hit_substring q',75);
INSERT INTO "slot" VALUES('entity','hit_substring s',74);
INSERT INTO "slot" VALUES('entity','inconsistent n',64);
INSERT INTO "slot" VALUES('entity','inconsistent q',66);
INSERT INTO "slot" VALUES('entity','inconsistent s',65);
INSERT INTO "slot" VALUES('entity','judge_contradictions n',46);
INSERT INTO "slot" VALUES('entity','judge_contradictions q',48);
INSERT INTO "slot" VALUES('entity','judge_contradictions s',47);
INSERT INTO "slot" VALUES('entity','longest_no n',67);
INSERT INTO "slot" VALUES('entity','longest_no q',69);
INSERT INTO "slot" VALUES('entity','longest_no s',68);
INSERT INTO "slot" VALUES('entity','lost',79);
INSERT INTO "slot" VALUES('entity','redundant n',61);
INSERT INTO "slot" VALUES('entity','redundant q',63);
INSERT INTO "slot" VALUES('entity','redundant s',62);
INSERT INTO "slot" VALUES('entity','score n',40);
INSERT INTO "slot" VALUES('entity','score q',42);
INSERT INTO "slot" VALUES('entity','score s',41);
INSERT INTO "slot" VALUES('entity','sessions',1);
INSERT INTO "slot" VALUES('entity','started',0);
INSERT INTO "slot" VALUES('entity','success n',30);
INSERT INTO "slot" VALUES('entity','success q',32);
INSERT INTO "slot" VALUES('entity','success s',31);
INSERT INTO "slot" VALUES('entity','turns n',33);
INSERT INTO "slot" VALUES('entity','turns q',35);
INSERT INTO "slot" VALUES('entity','turns s',34);
INSERT INTO "slot" VALUES('entity','turns=18',36);
INSERT INTO "slot" VALUES('entity','turns=20',80);
INSERT INTO "slot" VALUES('entity','won',26);
INSERT INTO "slot" VALUES('entity','yes n',37);
INSERT INTO "slot" VALUES('entity','yes q',39);
INSERT INTO "slot" VALUES('entity','yes s',38);
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
INSERT INTO "slot" VALUES('wordle','closeness@4 n',58);
INSERT INTO "slot" VALUES('wordle','closeness@4 q',60);
INSERT INTO "slot" VALUES('wordle','closeness@4 s',59);
INSERT INTO "slot" VALUES('wordle','closeness@5 n',61);
INSERT INTO "slot" VALUES('wordle','closeness@5 q',63);
INSERT INTO "slot" VALUES('wordle','closeness@5 s',62);
INSERT INTO "slot" VALUES('wordle','closeness@6 n',86);
INSERT INTO "slot" VALUES('wordle','closeness@6 q',88);
INSERT INTO "slot" VALUES('wordle','closeness@6 s',87);
INSERT INTO "slot" VALUES('wordle','closeness_gain n',64);
INSERT INTO "slot" VALUES('wordle','closeness_gain q',66);
INSERT INTO "slot" VALUES('wordle','closeness_gain s',65);
INSERT INTO "slot" VALUES('wordle','guesses n',39);
INSERT INTO "slot" VALUES('wordle','guesses q',41);
INSERT INTO "slot" VALUES('wordle','guesses s',40);
INSERT INTO "slot" VALUES('wordle','guesses=5',42);
INSERT INTO "slot" VALUES('wordle','guesses=6',85);
INSERT INTO "slot" VALUES('wordle','lost',92);
INSERT INTO "slot" VALUES('wordle','lost n',33);
INSERT INTO "slot" VALUES('wordle','lost q',35);
INSERT INTO "slot" VALUES('wordle','lost s',34);
INSERT INTO "slot" VALUES('wordle','repetitions n',82);
INSERT INTO "slot" VALUES('wordle','repetitions q',84);
INSERT INTO "slot" VALUES('wordle','repetitions s',83);
INSERT INTO "slot" VALUES('wordle','sessions',1);
INSERT INTO "slot" VALUES('wordle','speed n',43);
INSERT INTO "slot" VALUES('wordle','speed q',45);
INSERT INTO "slot" VALUES('wordle','speed s',44);
INSERT INTO "slot" VALUES('wordle','speed_inverse n',46);
INSERT INTO "slot" VALUES('wordle','speed_inverse q',48);
INSERT INTO "slot" VALUES('wordle','speed_inverse s',47);
INSERT INTO "slot" VALUES('wordle','started',0);
INSERT INTO "slot" VALUES('wordle','strategy@1 n',67);
INSERT INTO "slot" VALUES('wordle','strategy@1 q',69);
INSERT INTO "slot" VALUES('wordle','strategy@1 s',68);
INSERT INTO "slot" VALUES('wordle','strategy@2 n',70);
INSERT INTO "slot" VALUES('wordle','strategy@2 q',72);
INSERT INTO "slot" VALUES('wordle','strategy@2 s',71);
INSERT INTO "slot" VALUES('wordle','strategy@3 n',73);
INSERT INTO "slot" VALUES('wordle','strategy@3 q',75);
INSERT INTO "slot" VALUES('wordle','strategy@3 s',74);
INSERT INTO "slot" VALUES('wordle','strategy@4 n',76);
INSERT INTO "slot" VALUES('wordle','strategy@4 q',78);
INSERT INTO "slot" VALUES('wordle','strategy@4 s',77);
INSERT INTO "slot" VALUES('wordle','strategy@5 n',79);
INSERT INTO "slot" VALUES('wordle','strategy@5 q',81);
INSERT INTO "slot" VALUES('wordle','strategy@5 s',80);
INSERT INTO "slot" VALUES('wordle','strategy@6 n',89);
INSERT INTO "slot" VALUES('wordle','strategy@6 q',91);
INSERT INTO "slot" VALUES('wordle','strategy@6 s',90);
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
CREATE INDEX session_of_game ON session (game, sort, n);
CREATE INDEX session_open ON session (sort, n) WHERE result = 'unfinished';
CREATE INDEX session_ended ON session (game, ended, n) WHERE result <> 'unfinished';
CREATE INDEX session_of_run ON session (run, sort, n) WHERE run <> '';
CREATE INDEX session_daily ON session (game, daily) WHERE daily IS NOT NULL;
CREATE INDEX session_of_party ON session (party, n) WHERE party IS NOT NULL;
CREATE INDEX session_of_day ON session (game, day);
CREATE INDEX session_listed ON session (sort, n, search, secret, game, result);
CREATE INDEX session_of_secret ON session (game, secret, sort, n) WHERE secret IS NOT NULL;
CREATE INDEX event_rated ON event (n) WHERE type = 'rated';
CREATE INDEX seat_played ON seat (kind, name, n, place, seat, grp, side, standing);
CREATE INDEX session_played ON session (n, result, ended, sort, game, flags, daily, id, started);
COMMIT;
