"use strict";
// The page of one guest. It knows no game: it draws the frames that the host sends, and sends what is typed.

const VERSION = 1;
const SIGNS = ["●", "▲", "■", "◆", "★", "♥", "♣", "♠", "☀", "☂", "♫", "✿"];
const COLOURS = ["red", "orange", "yellow", "green", "teal", "blue", "violet", "pink"];
const KEY = "tui-arena-token";
const LAST = "tui-arena-last"; // the token of somebody who isn't in any more
const TYPED = "tui-arena-typed"; // what is typed and not sent
const WORD = "word"; // where the key of an ask stands: what somebody without a seat writes down
const MARKS = { X: "right", x: "near" };
const SAID = { X: "in place", x: "elsewhere" };
const QUESTIONS = ["How did you like the game?", "Are you satisfied with how it went?", "Would you play this often?"];
const LABELS = { hint: "Hint", undo: "Take back", overrule: "Overrule", resign: "Give up" };

const $ = (id) => document.getElementById(id);
const make = (tag, text, kind) => {
  const one = document.createElement(tag);
  if (text !== undefined) one.textContent = text;
  if (kind) one.className = kind;
  return one;
};
const show = (id, on) => { $(id).hidden = !on; };
const fill = (list, items) => $(list).replaceChildren(...items);

let socket = null;
let joining = null; // what is sent to come in, until it is answered
let tries = 0;
let frame = null;
let asked = "";
let drafting = 0;
let left = false;
let sign = SIGNS[Math.floor(Math.random() * SIGNS.length)];
const colour = COLOURS[Math.floor(Math.random() * COLOURS.length)];

const memory = {}; // what is kept, for a window that can keep nothing

function stored(value, key = KEY, place = () => localStorage) {
  if (value !== undefined) memory[key] = value;
  try {
    if (value === undefined) return memory[key] ?? place().getItem(key);
    if (value === null) place().removeItem(key);
    else place().setItem(key, value);
  } catch { /* a private window keeps nothing; the page works until it is closed */ }
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

function send(message) {
  if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function note(text) {
  $("note").textContent = text;
  show("note", Boolean(text));
}

function connect() {
  const token = stored();
  const hello = token ? { kind: "back", version: VERSION, token } : joining;
  if (!hello) { ask_in(); return; } // the host hangs up on a page that doesn't say at once who it is
  socket = new WebSocket(`ws://${location.host}/socket`);
  socket.onopen = () => {
    tries = 0;
    $("state").textContent = "";
    send(hello);
  };
  socket.onmessage = (event) => take(JSON.parse(event.data));
  socket.onclose = () => {
    if (left || !(stored() || joining)) return;
    $("state").textContent = "away";
    if (tries > 1) note("Can't reach the table just now. This page will come back by itself.");
    tries += 1;
    setTimeout(connect, Math.min(500 * 2 ** tries, 5000) * (0.7 + Math.random() * 0.6));
  };
}

function come_in(message) {
  joining = message;
  if (socket && socket.readyState === WebSocket.OPEN) send(joining);
  else if (!socket || socket.readyState === WebSocket.CLOSED) connect();
}

function only(...ids) {
  for (const id of ["join", "enter", "gone", "lobby", "table"]) show(id, ids.includes(id));
  show("challenge", ids.includes("lobby"));
  if (!ids.includes("table")) for (const id of ["answer", "more", "vote", "bet", "word", "rate"]) show(id, false);
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
      if (stored()) { forget(); ask_in(); }
      note(told.why);
      break;
    case "gone": left = true; forget(); only("gone"); $("why").textContent = told.why; note(""); break;
    case "note": note(told.text); break;
    case "fault": fault(told.why); break;
    case "sent": keep(null); $("state").textContent = "sent ✓"; setTimeout(() => { $("state").textContent = ""; }, 2500); break;
    default: draw(told);
  }
}

function draw(next) {
  const before = frame;
  frame = next;
  const you = next.you;
  show("you", true);
  $("name").textContent = you.name;
  $("sign").textContent = you.sign;
  $("sign").className = you.colour;
  if (!before || $("note").textContent.startsWith("The table can't")) note("");
  if (next.page === "lobby") draw_lobby(next);
  else draw_table(next, before);
}

function person(one, is) {
  const row = make("li");
  const mark = make("span", one.sign || "·", one.colour);
  mark.setAttribute("aria-hidden", "true");
  row.append(mark, make("span", one.name), make("span", is, "is"));
  return row;
}

function draw_lobby(next) {
  only("lobby");
  delete $("needle-at").dataset.moved;
  $("title").textContent = "TUI Arena";
  fill("told", next.told.map((line) => make("li", line)));
  fill("guests", next.people.map((one) => person(one, one.away ? "away" : one.ready ? "ready" : "")));
  show("rate", next.rates);
  $("ready").setAttribute("aria-pressed", String(next.you.ready));
  $("ready").textContent = next.you.ready ? "Ready ✓" : "I'm ready";
  asked = "";
}

function pairs(list) {
  return list.flatMap(([label, value]) => [make("dt", label), make("dd", value)]);
}

function tiles(word, marks) {
  const row = make("span", undefined, "tiles");
  [...word].forEach((letter, n) => {
    const tile = make("span", letter.toUpperCase(), MARKS[marks[n]] || "");
    tile.setAttribute("aria-label", `${letter} ${SAID[marks[n]] || "not in it"}`);
    row.append(tile);
  });
  return row;
}

function line(said) {
  const row = make("li", undefined, said.who ? (said.mine ? "mine" : "") : "told");
  if (said.who) row.append(make("span", said.who, "who"));
  if (said.marks) row.append(tiles(said.word, said.marks));
  if (said.text) row.append(make("span", said.text));
  if (said.fault) row.append(make("span", said.fault, "why"));
  return row;
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
  fill("facts", pairs(next.facts));
  show("card", next.card.length > 0);
  fill("card-facts", pairs(next.card));
  draw_ghost(next.ghost);
  draw_talk(next, before);
  fill("seats", next.people.map((one) => person(one, one.away ? "away" : one.asked ? "asked" : one.seat)));
  show("over", Boolean(next.over));
  if (next.over) {
    const end = next.over;
    const who = end.won ? `${end.won} won.` : end.result === "aborted" ? "It was stopped." : "Nobody won.";
    $("over").textContent = `${who}${end.secret ? ` It was ${end.secret}.` : ""}${end.masks ? ` ${end.masks}` : ""} ${end.challenge.join(" ")}`.trim();
  }
  draw_answer(next.asked, next.over);
  draw_vote(next.vote);
  draw_beside(next.beside);
  const can = next.over ? [] : next.can;
  show("more", can.length > 0);
  fill("more", can.map((what) => {
    const key = make("button", LABELS[what] || what);
    key.type = "button";
    key.onclick = () => {
      if (what !== "resign" || confirm("Give up? That's a loss.")) send({ kind: "act", what });
    };
    return key;
  }));
}

function draw_talk(next, before) {
  const same = before && before.page === "table" && JSON.stringify(before.talk) === JSON.stringify(next.talk);
  if (same && $("talk").children.length) return;
  const talk = $("talk");
  const low = talk.scrollHeight - talk.scrollTop - talk.clientHeight < 60;
  const kept = before && before.page === "table" ? before.talk.map((one) => JSON.stringify(one)) : [];
  const fresh = next.talk.map((one) => JSON.stringify(one));
  if (kept.length && talk.children.length === kept.length && fresh.slice(0, kept.length).join() === kept.join()) {
    talk.append(...next.talk.slice(kept.length).map(line)); // so that a screen reader reads what is new
  } else {
    talk.replaceChildren(...next.talk.map(line));
  }
  if (low || !kept.length) talk.scrollTop = talk.scrollHeight;
}

function typed() {
  const values = {};
  for (const field of document.querySelectorAll("#ways [data-field]")) {
    if (field.type !== "radio") values[field.dataset.field] = field.value;
    else if (field.checked) values[field.dataset.field] = field.value;
  }
  return values;
}

function drafted() { // this tab has it at once, the host after a pause
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
  if (ask.key === asked) return; // what is being typed stays
  asked = ask.key;
  ask.draft = kept(asked) || ask.draft;
  $("call").textContent = ask.call;
  fault(ask.fault);
  $("ways").className = ask.ways.every((one) => !one.fields.length) ? "keys" : "";
  show("needle", ask.needle.length > 0);
  if (ask.needle.length) draw_needle(ask.needle);
  fill("ways", ask.ways.map((way, n) => drawn_way(way, n, ask)));
  show("answer", true);
  if (navigator.vibrate) navigator.vibrate([60, 40, 60]);
}

function draw_needle(levels) {
  const slider = $("needle-at");
  slider.max = String(levels.length - 1);
  const said = () => {
    slider.dataset.level = levels[Number(slider.value)];
    slider.setAttribute("aria-valuetext", slider.dataset.level);
    $("needle-said").textContent = slider.dataset.moved ? slider.dataset.level : "how far do you believe it?";
  };
  slider.oninput = () => { slider.dataset.moved = "1"; said(); };
  if (!slider.dataset.moved) slider.value = String((levels.length - 1) / 2);
  said();
}

function drawn_way(way, n, ask) {
  const box = make("div", undefined, "way");
  for (const field of way.fields) box.append(...drawn_field(field, n, ask));
  const alone = ask.ways.every((one) => !one.fields.length);
  const key = make("button", way.label, !way.fields.length && (n || alone) ? "quiet" : "");
  key.type = "button";
  key.dataset.way = n;
  key.onclick = () => answer(n, ask.key, box);
  box.append(key);
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
    const box = make("fieldset");
    box.append(make("legend", field.name));
    for (const choice of field.choices) {
      const radio = make("input");
      Object.assign(radio, { type: "radio", name: id, value: choice, checked: ask.draft[field.name] === choice });
      radio.dataset.field = field.name;
      radio.onchange = drafted;
      const label = make("label");
      label.append(radio, ` ${choice}`);
      box.append(label);
    }
    return [box];
  }
  const label = make("label", field.name, field.name === "text" ? "unseen" : "");
  label.htmlFor = id;
  const input = make("input");
  Object.assign(input, { id, maxLength: ask.most, autocomplete: "off", spellcheck: !ask.sealed, value: ask.draft[field.name] || "" });
  input.dataset.field = field.name;
  input.enterKeyHint = "send";
  input.oninput = drafted;
  return [label, input];
}

function answer(way, key, box) {
  const values = {};
  for (const field of box.querySelectorAll("[data-field]")) {
    if (field.type !== "radio" || field.checked) values[field.dataset.field] = field.value;
  }
  const missing = [...box.querySelectorAll("input:not([type=radio])")].find((field) => !field.value.trim());
  const open = [...box.querySelectorAll("fieldset")].find((one) => !one.querySelector(":checked"));
  if (missing || open) {
    fault(missing ? `Fill in: ${missing.dataset.field}.` : "Choose one.");
    (missing || open.querySelector("input")).focus();
    return;
  }
  fault("");
  const needle = document.querySelector("#needle input");
  const level = needle && needle.dataset.moved ? needle.dataset.level : "";
  send({ kind: "reply", key, way, values, needle: level });
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
    fill("bets", bet.answers.map(([value, words]) => {
      const key = make("button", words);
      key.type = "button";
      key.onclick = () => send({ kind: "beside", what: "ends", value });
      return key;
    }));
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
  $("card").classList.toggle("open", open);
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
  if (value) send({ kind: "beside", what: "word", value });
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
let given = [];
function draw_rate() {
  $("rate-text").textContent = QUESTIONS[given.length];
  fill("stars", [1, 2, 3, 4, 5].map((stars) => {
    const key = make("button", String(stars), "quiet");
    key.type = "button";
    key.setAttribute("aria-label", `${stars} of 5`);
    key.onclick = () => {
      given.push(stars);
      if (given.length === QUESTIONS.length) {
        send({ kind: "rate", liked: given[0], satisfied: given[1], often: given[2] });
        given = [];
      }
      draw_rate();
    };
    return key;
  }));
}
draw_rate();
for (const one of SIGNS) {
  const label = make("label");
  const radio = make("input");
  Object.assign(radio, { type: "radio", name: "sign", value: one, checked: one === sign });
  radio.setAttribute("aria-label", `sign ${SIGNS.indexOf(one) + 1}`);
  radio.onchange = () => { sign = one; };
  label.append(radio, make("span", one, colour));
  $("signs").append(label);
}
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && socket && socket.readyState === WebSocket.CLOSED && !left) connect();
});
connect();
