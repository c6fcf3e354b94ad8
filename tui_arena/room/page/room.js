"use strict";
// The page of one guest: draws the host's frames and sends what is typed. It knows no game.

const SIGNS = ["●", "▲", "■", "◆", "★", "♥", "♣", "♠", "☀", "☂", "♫", "✿"];
const COLOURS = ["red", "orange", "yellow", "green", "teal", "blue", "violet", "pink"];
const KEY = "tui-arena-token";
const LAST = "tui-arena-last"; // the last token, after its guest has left the room
const TYPED = "tui-arena-typed"; // the text that is typed but not sent
const WATCH = /^#watch-([a-z]{4})$/i.exec(location.hash); // people who only watch have a code of their own
const WORD = "word"; // the key of the secret that somebody without a seat writes down
const QUESTIONS = [(game) => `How did you like ${game}?`, (game) => `Are you satisfied with how ${game} went?`, (game) => `Would you play ${game} often?`];
const TEXT_AREA = 100; // above this maximum, a field has several lines
const LABELS = { hint: "Hint", undo: "Take back", overrule: "Overrule", resign: "Give up" };

let joining = null; // the message that asks to come in, until it is answered
let frame = null;
let asked = "";
let drafting = 0;
let left = false;
let noted = ""; // the page that was shown when the note came
let rated = ""; // the game that is rated
let given = [];
let sign = SIGNS[Math.floor(Math.random() * SIGNS.length)];
const colour = COLOURS[Math.floor(Math.random() * COLOURS.length)];

const memory = {}; // the stored values, for a window that can't store any

function stored(value, key = KEY, place = () => localStorage) {
  if (value !== undefined) memory[key] = value;
  try {
    if (value === undefined) return memory[key] ?? place().getItem(key);
    if (value === null) place().removeItem(key);
    else place().setItem(key, value);
  } catch { /* a private window stores nothing; the page works until it is closed */ }
  return memory[key] ?? null;
}

function forget() {
  const token = stored();
  if (token) stored(token, LAST);
  stored(null);
  keep(null);
}

const tab = () => sessionStorage;
const keep = (typed) => stored(typed && JSON.stringify({ table: frame && frame.table, ...typed }), TYPED, tab);

function kept(key) {
  const typed = JSON.parse(stored(undefined, TYPED, tab) || "null");
  return typed && typed.key === key && typed.table === frame.table ? typed.values : null;
}

function note(text) {
  $("note").textContent = text;
  noted = place_of(frame);
  show("note", Boolean(text));
  if (text) $("note").scrollIntoView({ block: "nearest" });
}

const place_of = (at) => JSON.stringify(at && [at.page, at.table, at.asked && at.asked.key, Boolean(at.over)]);

function hello() {
  const token = stored();
  const first = WATCH ? { kind: "watch", version: VERSION, code: WATCH[1] } : token ? { kind: "back", version: VERSION, token } : joining;
  if (!first) ask_in();
  return first;
}

function came() {
  $("state").textContent = "";
  rest(false);
}

function lost() { // whether to reconnect
  if (left || !(WATCH || stored() || joining)) return false;
  $("state").textContent = "away";
  return true;
}

function come_in(message) {
  joining = message;
  if (socket && socket.readyState === WebSocket.OPEN) send(joining);
  else if (!socket || socket.readyState === WebSocket.CLOSED) connect();
}

function only(...ids) {
  document.body.className = ids[0];
  for (const id of ["join", "enter", "gone", "lobby", "table"]) show(id, ids.includes(id));
  show("challenge", ids.includes("lobby"));
  show("ready", ids.includes("lobby"));
  if (!ids.includes("table")) hide("answer", "more", "vote", "bet", "word");
  if (!ids.includes("table") && !ids.includes("lobby")) hide("rate", "held");
}

function ask_in() {
  only("join", "enter");
  show("you", false);
  const code = location.hash.slice(1).toUpperCase();
  if (/^[A-Z]{4}$/.test(code)) $("code").value = code;
  ($("code").value ? $("who") : $("code")).focus();
}

function take(told) {
  switch (told.page) {
    case "in": joining = null; stored(told.token); keep(null); note(""); break;
    case "refused":
      joining = null;
      if (WATCH && told.later) { full = true; note(told.why); break; } // the host disconnects, and this page tries again
      if (WATCH) { left = true; only("gone"); $("why").textContent = told.why; show("again", false); break; }
      if (stored()) { forget(); ask_in(); }
      note(told.why);
      break;
    case "gone": left = true; forget(); only("gone"); $("why").textContent = told.why; note(""); break;
    case "note": note(told.text); rest(false); break;
    case "fault": fault(told.why); rest(false); refused(); break;
    case "sent": keep(null); $("state").textContent = "sent ✓"; setTimeout(() => { $("state").textContent = ""; rest(false); }, 2500); break;
    default: draw(told);
  }
}

function draw(next) {
  const you = next.you || { name: "" };
  show("you", Boolean(you.name));
  $("name").textContent = you.name;
  $("sign").textContent = you.sign || "";
  $("sign").style.color = hue(you.colour);
  draw_held(next.held);
  if (next.held && frame) return; // show nothing new while the stage is turning something over
  const before = frame;
  frame = next;
  if (place_of(next) !== noted) note("");
  if (next.page === "lobby") draw_lobby(next);
  else draw_table(next, before);
  draw_rate(next.watching ? "" : next.rates || "");
  if (next.watching) hide("answer", "more", "vote", "word", "ready", "challenge");
  draw_moment(next);
}

function person(one, is) {
  const row = make("li", "", one.away ? "away" : "");
  const mark = make("span", one.sign || "·");
  mark.style.color = hue(one.colour);
  mark.ariaHidden = "true";
  row.append(mark, make("span", one.name), make("span", is, "is"));
  return row;
}

function draw_lobby(next) {
  only("lobby");
  delete $("needle-at").dataset.moved;
  tint("");
  draw_sign("");
  spelt = null;
  $("heard").textContent = "";
  $("title").textContent = "TUI Arena";
  $("lobby-head").textContent = next.watching ? "You're watching" : next.told.length ? "The party" : "You're in";
  fill("told", next.told.map((line) => make("li", line)));
  fill("guests", next.people.map((one) => person(one, one.away ? "away" : one.ready ? "ready" : "")));
  $("ready").ariaPressed = String(Boolean(next.you && next.you.ready));
  $("ready").textContent = next.you && next.you.ready ? "Ready ✓" : "I'm ready";
  asked = "";
}

function draw_ghost(ghost) {
  show("ghost", Boolean(ghost));
  if (!ghost) return;
  $("ghost-name").textContent = ghost.name === "You" ? "Your own ghost" : `${ghost.name}'s ghost`;
  $("ghost-told").textContent = ghost.told;
  fill("ghost-marks", ghost.marks.map((marks) => {
    const row = make("li");
    row.append(tiles("·".repeat(marks.length), marks));
    return row;
  }));
}

function draw_table(next, before) {
  only("table");
  $("title").textContent = next.game;
  if ($("turn").textContent !== next.turn) $("turn").textContent = next.turn;
  $("turn").className = next.asked && !next.over ? "unseen" : "";
  show("caster", Boolean(next.caster));
  if ($("caster").textContent !== (next.caster || "")) $("caster").textContent = next.caster || "";
  if (!next.asked || next.asked.key !== asked) spelt = null;
  draw_face(next, before);
  draw_ghost(next.ghost);
  draw_talk(next, before);
  fill("seats", next.people.map((one) => person(one, one.away ? "away" : one.asked ? "asked" : one.seat)));
  show("over", Boolean(next.over));
  if (next.over) $("over").textContent = `${ending(next.over)} ${next.called || ""}`;
  if (next.over && !(before && before.over)) $("page").scrollTop = 0;
  draw_answer(next.asked, next.over);
  draw_vote(next.vote);
  draw_beside(next.beside);
  const can = next.over ? [] : next.can;
  show("more", can.length > 0);
  fill("more", can.map((what) => make("button", LABELS[what] || what, "", () => {
    if (what !== "resign" || confirm("Give up? You'll lose this game.")) send({ kind: "act", what });
  })));
}

function draw_talk(next, before) {
  const lines = told_in(next);
  const fresh = lines.map((one) => JSON.stringify(one));
  const kept = before && before.page === "table" && before.table === next.table ? told_in(before).map((one) => JSON.stringify(one)) : [];
  const talk = $("talk");
  if (talk.children.length === kept.length && kept.join() === fresh.join()) return;
  const low = lowest() - $("page").scrollTop < 120;
  if (kept.length && talk.children.length === kept.length && fresh.slice(0, kept.length).join() === kept.join()) {
    talk.append(...lines.slice(kept.length).map(line)); // a screen reader then reads only the new lines
  } else {
    talk.replaceChildren(...lines.map(line));
  }
  if (low && kept.length) $("page").scrollTop = lowest();
}

const lowest = () => $("page").scrollHeight - $("page").clientHeight;

function look_at(face) { // shows the typed row, the question, or the last line of talk
  const row = document.querySelector(".tiles.now");
  if (row) row.scrollIntoView({ block: "nearest" });
  else $("page").scrollTop = face.quote || face.letters ? 0 : lowest();
}

function typed(at = $("ways")) {
  const values = {};
  for (const field of at.querySelectorAll("[data-field]")) if (field.type !== "radio" || field.checked) values[field.dataset.field] = field.value;
  return values;
}

function drafted() { // this tab stores the draft at once; the host gets it after a pause
  const draft = { key: asked, values: typed() };
  keep(draft);
  clearTimeout(drafting);
  drafting = setTimeout(() => { if (draft.key === asked) send({ kind: "draft", ...draft }); }, 400);
}

function fault(why) {
  $("fault").textContent = why;
  show("fault", Boolean(why));
}

function draw_answer(ask, over) {
  if (!ask || over) {
    asked = "";
    show("answer", false);
    return;
  }
  if (ask.key === asked) return; // keep the text that is being typed
  asked = ask.key;
  ask.draft = kept(asked) || ask.draft;
  $("call").textContent = ask.call;
  fault(ask.fault);
  const bare = ask.ways.every((one) => !one.fields.length);
  $("ways").className = bare ? `keys ${["", "", "", "three", "", "five"][ask.ways.length] || ""}` : "";
  show("needle", ask.needle.length > 0);
  if (ask.needle.length) draw_needle(ask.needle, ask.levels);
  const boxes = ask.ways.map((way, n) => drawn_way(way, n, ask));
  fill("ways", boxes);
  draw_tabs(ask, boxes);
  show("answer", true);
  document.querySelectorAll("#ways textarea").forEach(grown);
  mirror();
  look_at(frame.face);
  buzz(60, 40, 60);
}

function grown(area) {
  area.style.height = "auto";
  area.style.height = `${Math.min(area.scrollHeight + 4, 150)}px`;
}

function drawn_way(way, n, ask) {
  const alone = ask.ways.every((one) => !one.fields.length);
  const one = way.fields.length === 1 && !way.fields[0].choices.length;
  const box = make("div", "", `way ${way.fields.length ? "" : "bare"} ${one ? "one" : ""}`);
  for (const field of way.fields) box.append(drawn_field(field, n, ask, one));
  const tabbed = way.fields.length && ask.ways.filter((other) => other.fields.length).length > 1;
  const key = make("button", tabbed ? "Send" : way.label, way.tone || (!way.fields.length && (n || alone) ? "quiet" : ""));
  key.dataset.way = n;
  key.onclick = () => answer(n, ask.key, box);
  if (one && way.fields[0].typed && frame.face.tiles) box.append(board(box.querySelector("input"), key));
  else box.append(key);
  for (const input of box.querySelectorAll("input:not([type=radio]), textarea")) {
    input.onkeydown = (event) => {
      if (event.key === "Enter" && !event.isComposing && event.keyCode !== 229) { event.preventDefault(); key.click(); }
    };
  }
  return box;
}

function drawn_field(field, n, ask) {
  const id = `field-${n}-${field.name.replaceAll(" ", "-")}`;
  if (field.choices.length) {
    const box = make("fieldset", "", "field");
    const choices = make("div", "", "choices");
    box.append(make("legend", field.name), choices);
    for (const choice of field.choices) {
      const radio = make("input");
      Object.assign(radio, { type: "radio", name: id, value: choice, checked: ask.draft[field.name] === choice });
      radio.dataset.field = field.name;
      radio.onchange = () => { buzz(8); drafted(); };
      const label = make("label");
      label.append(radio, choice);
      choices.append(label);
    }
    return box;
  }
  const box = make("div", "", "field");
  const label = make("label", field.name, ask.ways[n].fields.length === 1 ? "unseen" : "");
  label.htmlFor = id;
  const input = make(ask.most > TEXT_AREA && !field.typed ? "textarea" : "input");
  if (input.rows) input.rows = 1;
  Object.assign(input, {
    id, maxLength: ask.most, autocomplete: "off", spellcheck: !ask.sealed && !field.typed, value: ask.draft[field.name] || "",
    enterKeyHint: "send", autocapitalize: field.typed ? "none" : "sentences", placeholder: field.typed && frame.face.letters ? `${frame.face.letters}…` : "",
  });
  input.dataset.field = field.name;
  input.oninput = () => { if (input.rows) grown(input); drafted(); };
  box.append(label, input);
  return box;
}

function answer(way, key, box) {
  const values = typed(box);
  const missing = [...box.querySelectorAll("input:not([type=radio]), textarea")].find((field) => !field.value.trim());
  const open = [...box.querySelectorAll("fieldset")].find((one) => !one.querySelector(":checked"));
  if (missing || open) {
    fault(missing ? `Fill in: ${missing.dataset.field}.` : "Choose one.");
    (missing || open.querySelector("input")).focus();
    refused();
    return;
  }
  fault("");
  const needle = $("needle-at");
  const level = !$("needle").hidden && needle.dataset.moved ? needle.dataset.level : "";
  send({ kind: "reply", key, way, values, needle: level });
  rest(true);
}

function rest(on) { // switches the keys off while an answer is on its way
  for (const key of document.querySelectorAll("#answer [data-way]")) key.disabled = on;
}

function draw_vote(vote) {
  show("vote", Boolean(vote));
  if (!vote) return;
  $("vote-text").textContent = vote.text;
  for (const [id, yes] of [["vote-yes", true], ["vote-no", false]]) {
    $(id).hidden = !vote.asked;
    $(id).onclick = () => send({ kind: "vote", id: vote.id, yes });
  }
}

function draw_beside(beside) {
  const bet = beside && beside.bet;
  show("bet", Boolean(bet));
  if (bet) {
    $("bet-text").textContent = bet.question;
    fill("bets", bet.answers.map(([value, words]) => make("button", words, "", () => {
      send({ kind: "beside", what: "ends", value });
      show("bet", false);
      note(`Your bet: ${words}.`);
      buzz(15);
    })));
  }
  const word = beside && beside.word;
  show("word", Boolean(word));
  if (word) {
    $("word-text").textContent = word.question;
    $("word-field").value ||= (kept(WORD) || {}).word || "";
  } else if (kept(WORD)) {
    keep(null);
  }
}

function hold(open) {
  if (open !== $("card").classList.contains("open")) buzz(open ? 15 : 5);
  $("card").classList.toggle("open", open);
  if (open) $("card").scrollIntoView({ block: "nearest" });
}

$("join").onsubmit = (event) => {
  event.preventDefault();
  come_in({ kind: "join", version: VERSION, code: $("code").value, name: $("who").value, sign, colour, before: stored(undefined, LAST) || "" });
};
$("enter").onsubmit = (event) => {
  event.preventDefault();
  come_in({ kind: "enter", version: VERSION, word: $("way-in").value });
};
$("ready").onclick = () => send({ kind: "ready", ready: $("ready").getAttribute("aria-pressed") !== "true" });
$("challenge").onsubmit = (event) => {
  event.preventDefault();
  send({ kind: "challenge", code: $("challenge-code").value });
};
$("again").onclick = () => location.reload();
$("word").onsubmit = (event) => {
  event.preventDefault();
  const value = $("word-field").value.trim();
  if (value) {
    send({ kind: "beside", what: "word", value });
    note(`“${value}” is in writing. We'll see at the end if it's right.`);
  }
  $("word-field").value = "";
  keep(null);
};
$("word-field").oninput = () => keep({ key: WORD, values: { word: $("word-field").value } });
const card = $("card");
card.onpointerdown = () => hold(true);
for (const kind of ["pointerup", "pointercancel", "pointerleave", "blur"]) card.addEventListener(kind, () => hold(false));
card.onkeydown = (event) => { if (event.key === " " || event.key === "Enter") { event.preventDefault(); hold(true); } };
card.onkeyup = () => hold(false);
card.oncontextmenu = (event) => event.preventDefault();
$("answer").onsubmit = (event) => event.preventDefault();
$("moment").onclick = (event) => { if (event.target === $("moment-picture")) event.target.classList.toggle("large");
  else if (!event.target.closest("#share, #keep")) $("moment").close(); };
$("moment").onclose = () => stored($("moment").dataset.of, SEEN, tab);

function draw_rate(game) {
  show("rate", Boolean(game));
  if (!game || (game === rated && $("stars").children.length && given.length)) return;
  if (game !== rated) given = [];
  rated = game;
  $("rate-text").textContent = QUESTIONS[given.length](game);
  fill("stars", [1, 2, 3, 4, 5].map((stars) => {
    const key = make("button", String(stars), "quiet");
    key.ariaLabel = `${stars} of 5`;
    key.onclick = () => {
      given.push(stars);
      buzz(10);
      if (given.length < QUESTIONS.length) {
        $("rate-text").textContent = QUESTIONS[given.length](game);
        return;
      }
      send({ kind: "rate", liked: given[0], satisfied: given[1], often: given[2] });
      given = [];
      show("rate", false);
    };
    return key;
  }));
}

for (const one of SIGNS) {
  const label = make("label");
  const radio = make("input");
  Object.assign(radio, { type: "radio", name: "sign", value: one, checked: one === sign });
  radio.ariaLabel = `sign ${SIGNS.indexOf(one) + 1}`;
  radio.onchange = () => { sign = one; };
  const drawn = make("span", one);
  drawn.style.color = hue(colour);
  label.append(radio, drawn);
  $("signs").append(label);
}
connect();
