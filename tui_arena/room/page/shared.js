"use strict";
// What the page of a guest and the stage for a projector share; it is served before either. Each has hello(), came(), lost(), take() and note().

const VERSION = 1;
const MARKS = { X: "right", x: "near", "-": "out" };
const SAID = { X: "in place", x: "elsewhere", "-": "not in it" };

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
let tries = 0;

function send(message) {
  if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function connect() {
  const first = hello();
  if (!first) return; // the host hangs up on a page that doesn't say at once who it is
  socket = new WebSocket(`ws://${location.host}/socket`);
  socket.onopen = () => {
    tries = 0;
    came();
    send(first);
  };
  socket.onmessage = (event) => take(JSON.parse(event.data));
  socket.onclose = () => {
    if (!lost()) return;
    if (tries > 1) note("Can't reach the table just now. This page will come back by itself.");
    tries += 1;
    setTimeout(connect, Math.min(500 * 2 ** tries, 5000) * (0.7 + Math.random() * 0.6));
  };
}

function tiles(word, marks, size = word.length) {
  const row = make("span", undefined, "tiles");
  row.setAttribute("role", "img");
  const letters = [...word];
  for (let n = 0; n < size; n += 1) row.append(make("i", (letters[n] || "").toUpperCase(), MARKS[(marks || "")[n]] || (letters[n] ? "full" : "")));
  row.setAttribute("aria-label", marks ? letters.map((letter, n) => `${letter} ${SAID[marks[n]] || SAID["-"]}`).join(", ") : word || "empty row");
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

const pairs = (list) => list.flatMap(([label, value]) => [make("dt", label), make("dd", value)]);

function ending(end) {
  const who = end.won ? `${end.won} won.` : end.result === "aborted" ? "It was stopped." : "Nobody won.";
  return `${who}${end.secret ? ` It was ${end.secret}.` : ""}${end.masks ? ` ${end.masks}` : ""} ${end.challenge.join(" ")}`.trim();
}
