"use strict";
// The stage for a projector: it draws what a device that only looks on is sent, and says nothing itself.

const VERSION = 1;
const MARKS = { X: "right", x: "near" };
const SAID = { X: "in place", x: "elsewhere" };

const $ = (id) => document.getElementById(id);
const make = (tag, text, kind) => {
  const one = document.createElement(tag);
  if (text !== undefined) one.textContent = text;
  if (kind) one.className = kind;
  return one;
};
const put = (id, text) => { $(id).textContent = text || ""; $(id).hidden = !text; };

let socket = null;
let tries = 0;
let over = false; // the host has closed the room, or refused the code
let code = (/^#(?:watch-)?([a-z]{4})$/i.exec(location.hash) || [])[1] || "";

function connect() {
  $("enter").hidden = Boolean(code);
  if (!code) { $("code").focus(); return; }
  socket = new WebSocket(`ws://${location.host}/socket`);
  socket.onopen = () => {
    tries = 0;
    put("note", "");
    socket.send(JSON.stringify({ kind: "watch", version: VERSION, code }));
  };
  socket.onmessage = (event) => take(JSON.parse(event.data));
  socket.onclose = () => {
    if (over) return;
    if (tries > 1) put("note", "Can't reach the table just now. This page will come back by itself.");
    tries += 1;
    setTimeout(connect, Math.min(500 * 2 ** tries, 5000) * (0.7 + Math.random() * 0.6));
  };
}

function take(told) {
  if (told.page === "refused") { over = true; code = ""; put("note", told.why); $("enter").hidden = false; $("show").hidden = true; return; }
  if (told.page === "gone") { over = true; put("note", told.why); $("show").hidden = true; return; }
  if (told.page === "lobby" || told.page === "table") draw(told);
}

function person(one) {
  const row = make("li", undefined, one.away ? "away" : one.asked ? "asked" : "");
  if (one.sign) row.append(`${one.sign} `);
  row.append(one.away ? `${one.name} (away)` : one.name);
  return row;
}

function line(said) {
  const row = make("li", undefined, said.who ? "" : "told");
  if (said.who) row.append(make("span", said.who, "who"));
  if (said.marks) row.append(make("span", said.word.toUpperCase()));
  if (said.text) row.append(make("span", said.text));
  if (said.fault) row.append(make("span", said.fault, "why"));
  return row;
}

function tiles(said) {
  const row = make("li", undefined, "tiles");
  [...said.word].forEach((letter, n) => {
    const tile = make("span", letter.toUpperCase(), MARKS[said.marks[n]] || "");
    tile.setAttribute("aria-label", `${letter} ${SAID[said.marks[n]] || "not in it"}`);
    row.append(tile);
  });
  return row;
}

function draw(next) {
  const table = next.page === "table";
  $("show").hidden = false;
  put("title", table ? next.game : "TUI Arena");
  $("people").replaceChildren(...next.people.map(person));
  put("turn", table ? next.turn : "");
  $("facts").replaceChildren(...(table ? next.facts : []).flatMap(([label, value]) => [make("dt", label), make("dd", value)]));
  const talk = table ? next.talk : [];
  $("rows").replaceChildren(...talk.filter((said) => said.marks).map(tiles));
  $("talk").replaceChildren(...talk.map(line));
  $("show").className = talk.length ? "" : "alone";
  const end = table && next.over;
  const who = end && (end.won ? `${end.won} won.` : end.result === "aborted" ? "It was stopped." : "Nobody won.");
  put("over", end ? `${who}${end.secret ? ` It was ${end.secret}.` : ""}${end.masks ? ` ${end.masks}` : ""}` : "");
  const svg = !table && next.moment && next.moment.svg;
  $("picture").hidden = !svg;
  if (svg) {
    $("picture").src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    $("picture").alt = next.moment.text;
  }
  $("told").hidden = table || Boolean(svg);
  $("told").replaceChildren(...(table ? [] : next.told).map((text) => make("li", text)));
  put("caster", next.caster);
  put("audience", next.audience);
}

$("enter").onsubmit = (event) => {
  event.preventDefault();
  code = $("code").value.trim();
  over = false;
  if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ kind: "watch", version: VERSION, code }));
  else connect();
  $("enter").hidden = true;
  put("note", "");
};
connect();
