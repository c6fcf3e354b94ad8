"use strict";
// The code that the guest's page and the stage share. Both define hello(), came(), lost(), take() and note().

const VERSION = 1;
const MARKS = { X: "right", x: "near", "-": "out" };
const SAID = { X: "right place", x: "wrong place", "-": "not in the word" };

const $ = (id) => document.getElementById(id);
const make = (tag, text, kind, press) => {
  const one = document.createElement(tag);
  if (text !== undefined) one.textContent = text;
  if (kind) one.className = kind;
  if (tag === "button") one.type = tag;
  if (press) one.onclick = press;
  return one;
};
const show = (id, on) => { $(id).hidden = !on; };
const hide = (...ids) => ids.forEach((id) => show(id, false));
const hue = (name) => (name ? `var(--${name})` : "");
const tint = (name) => document.documentElement.style.setProperty("--act", hue(name)); // sets the game's colour
const fill = (list, items) => $(list).replaceChildren(...items);

const LOST = "Can't reach the table just now. This page will reconnect by itself.";
const PATIENCE = 2000; // milliseconds for a connection to open

let socket = null;
let tries = 0;
let again = 0;
let full = false; // whether all places for watchers were taken

function send(message) {
  if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function connect() {
  const first = hello();
  full = false;
  if (!first) return; // the host disconnects a page that doesn't introduce itself at once
  const own = socket = new WebSocket(`ws://${location.host}/socket`);
  const opening = setTimeout(() => own.close(), PATIENCE);
  own.onopen = () => {
    clearTimeout(opening);
    tries = 0;
    if ($("note").textContent === LOST) note("");
    came();
    send(first);
  };
  own.onmessage = (event) => take(JSON.parse(event.data));
  own.onclose = () => {
    clearTimeout(opening);
    if (own !== socket || !lost()) return;
    if (tries > 1) note(LOST);
    tries += 1;
    again = setTimeout(connect, (full ? 4000 : Math.min(125 * 2 ** tries, 700)) * (0.7 + Math.random() * 0.6));
  };
}

function return_now() { // tries at once, as the network may be back
  if (document.hidden || !socket || socket.readyState === WebSocket.OPEN || !lost()) return;
  clearTimeout(again);
  connect();
}

addEventListener("online", return_now);
document.addEventListener("visibilitychange", return_now);

function tiles(word, marks, size = word.length) {
  const row = make("span", "", "tiles");
  row.role = "img";
  const letters = [...word];
  for (let n = 0; n < size; n += 1) {
    row.append(make("i", (letters[n] || "").toUpperCase(), MARKS[(marks || "")[n]] || (letters[n] ? "full" : "")));
    row.lastChild.style.setProperty("--n", n);
  }
  row.ariaLabel = marks ? letters.map((letter, n) => `${letter} ${SAID[marks[n]] || SAID["-"]}`).join(", ") : word || "empty row";
  return row;
}

function line(said) {
  const row = make("li", "", said.who ? (said.mine ? "mine" : "") : "told");
  if (said.who) row.append(make("span", said.who, "who"));
  if (said.marks) row.append(tiles(said.word, said.marks));
  if (said.text) row.append(make("span", said.text));
  if (said.fault) row.append(make("span", said.fault, "why"));
  return row;
}

// The talk leaves out marks in the grid, the quoted line, and a secret on the card.
const on_card = (one, card) => one.mine && card.some(([, value]) => `${one.text} |`.toLowerCase().startsWith(`${value} |`.toLowerCase()));
const told_in = (next) => next.talk.filter((one) => !(one.marks && next.face.tiles) && one.text !== next.face.quote && !on_card(one, next.card));

const pairs = (list) => list.flatMap(([label, value]) => [make("dt", label), make("dd", value)]);

function ending(end) {
  const who = end.won ? `${end.won} won.` : end.result === "aborted" ? "The game was stopped." : "Nobody won.";
  return `${who}${end.secret ? ` It was ${end.secret}.` : ""}${end.masks ? ` ${end.masks}` : ""} ${(end.challenge || []).join(" ")}`.trim();
}
