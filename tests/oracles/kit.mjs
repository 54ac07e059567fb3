// kit.mjs — what the second opinions share: the engine's lines, the data files, hexes, seeded chance.
// Nothing here knows a rule, and nothing is taken from the program: files are read as docs/data.md describes them.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

// ---- chance -------------------------------------------------------------------------------------------------

export function chance(seed) {
  let state = (BigInt(seed) * 2n + 1n) & ((1n << 64n) - 1n);
  const below = (count) => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & ((1n << 64n) - 1n);
    return Number((state >> 33n) % BigInt(count));
  };
  return { below, pick: (list) => list[below(list.length)], one_in: (count) => below(count) === 0 };
}

// ---- the engine ---------------------------------------------------------------------------------------------

export class Engine {
  constructor(program) {
    this.child = spawn(program, ["engine"], { stdio: ["pipe", "pipe", "inherit"] });
    this.lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
    this.child.stdin.on("error", () => {});
  }
  // The lines of the answer before the closing one; `word` is how it closes, `last` the closing line.
  async ask(request) {
    this.child.stdin.write(`${request}\n`);
    const lines = [];
    for (;;) {
      const { value, done } = await this.lines.next();
      if (done) throw new Error(`the engine is gone after: ${request}`);
      const word = value.split(" ", 1)[0];
      if (word === "ok" || word === "error" || word === "refused")
        return { lines, word, last: value, all: (key) => told(lines, key) };
      lines.push(value);
    }
  }
  async close() {
    await this.ask("quit");
    this.child.stdin.end();
  }
}
const told = (lines, key) => lines.filter((line) => line.startsWith(`${key} `)).map((line) => line.slice(key.length + 1));

// The position as the side to answer may know it. Pieces by id; stacks by hex, from the top down.
export function read_view(lines) {
  const view = { pieces: new Map(), stacks: new Map(), marks: [], track: "", control: "", side: "" };
  for (const line of lines) {
    const piece = /^piece (\S+) (\S+) (\d+) (\S+) (\S+) steps (\d+)\/(\d+) values (\S+) "([^"]*)" "([^"]*)" "[^"]*"(.*)$/.exec(line);
    if (piece) {
      const [, id, hex, depth, side, symbol, steps, full, values, name, formation, words] = piece;
      const unit = { id, hex, depth: +depth, side, symbol, steps: +steps, full: +full, values, name, formation };
      unit.signs = new Map(words.split(" ").filter(Boolean).map((word) => word.split("="))); // name → level, if it has one
      if (hex !== "-") view.stacks.set(hex, [...(view.stacks.get(hex) ?? []), unit]);
      if (id !== "?") view.pieces.set(id, unit);
      continue;
    }
    const mark = /^mark (\S+) (\S+) (\S+) "([^"]*)"$/.exec(line);
    if (mark) view.marks.push({ kind: mark[1], where: mark[2], side: mark[3], label: mark[4] });
    const [word, rest] = [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)];
    if (word === "view") view.side = rest;
    if (word === "track") view.track = rest;
    if (word === "control") view.control = rest;
  }
  return view;
}

// An order found among the choices, as a player who knows no rule would find it; "" where none can be composed.
export async function compose(engine, dice, prefix = "") {
  for (let walked = false, steps = 0; steps < 80; steps++) {
    const answer = await engine.ask(`choices ${prefix}`);
    if (answer.word !== "ok") return "";
    const choices = answer.all("choice");
    if (answer.lines.includes("complete") && (walked || !choices.length || dice.one_in(2))) return prefix;
    if (!choices.length) return "";
    if (prefix && !walked) {
      const ends = (await engine.ask(`reach ${prefix}`)).all("reach");
      if (ends.length) {
        prefix = dice.pick(ends).split(" ").slice(2).join(" ");
        walked = true;
        continue;
      }
    }
    prefix = dice.pick(choices);
  }
  return "";
}

// The probabilities in a forecast, by label, and its other parts.
export function read_forecast(lines) {
  const forecast = { title: "", outcomes: new Map(), modifiers: [], cells: [], assumes: [] };
  for (const line of lines) {
    const outcome = /^outcome (\d+)\/(\d+) (.*)$/.exec(line);
    if (outcome) forecast.outcomes.set(outcome[3], (forecast.outcomes.get(outcome[3]) ?? 0) + outcome[1] / outcome[2]);
    const modifier = /^modifier (\S+) ([+-]\d+) (.*)$/.exec(line);
    if (modifier) forecast.modifiers.push({ side: modifier[1], value: +modifier[2], words: modifier[3] });
    if (line.startsWith("title ")) forecast.title = line.slice(6);
    if (line.startsWith("assumes ")) forecast.assumes.push(line.slice(8));
    const cell = /^cell (\S+) (\d+) (\d+)$/.exec(line);
    if (cell) forecast.cells.push({ table: cell[1], row: +cell[2], column: +cell[3] });
  }
  return forecast;
}

// ---- data files ---------------------------------------------------------------------------------------------

// A table as a list of rows by column name.
export function read_table(path) {
  const lines = readFileSync(path, "utf8").split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const head = lines[0].split("\t");
  return lines.slice(1).map((line) => {
    const cells = line.split("\t");
    return Object.fromEntries(head.map((name, i) => [name, cells[i] ?? ""]));
  });
}

function fields_of(line) {
  const fields = [];
  for (const [word] of line.matchAll(/"[^"]*"|\S+/g)) {
    if (word.startsWith("#")) break;
    fields.push(word.startsWith('"') ? word.slice(1, -1) : word);
  }
  return fields;
}

// Entries of a line text: the fields of the head, and of each line of the body.
export function read_entries(path) {
  const entries = [];
  for (const line of readFileSync(path, "utf8").split("\n")) {
    const fields = fields_of(line);
    if (!fields.length) continue;
    if (/^\s/.test(line)) entries.at(-1).body.push(fields);
    else entries.push({ head: fields, body: [] });
  }
  return entries;
}

// ---- hexes --------------------------------------------------------------------------------------------------

// Flat-topped hexes; clockwise from the north.
export const directions = ["N", "NE", "SE", "S", "SW", "NW"];
const two = (number) => String(number).padStart(2, "0");

// A map file: hexes by their printed numbers, with ground, edges, roads, places and areas as words of the file.
export class Board {
  constructor(path, cut) {
    this.entries = read_entries(path);
    const find = (word) => this.entries.find((entry) => entry.head[0] === word);
    const [, columns, rows, , first, ...rest] = find("grid").head;
    this.columns = +columns;
    this.rows = +rows;
    this.bottom = rest.includes("bottom");
    this.odd_down = rest.includes("odd-down");
    const [, first_column, , first_row, letter] = /^(\d\d)(\.?)(\d\d)([A-Z]?)$/.exec(first);
    this.first_column = +first_column;
    this.first_row = +first_row;
    this.dotted = first.includes(".");
    this.letter = letter;
    this.sheet = find("sheet")?.head;
    this.hexes = [];
    this.at = new Map();
    for (let y = 0; y < this.rows; y++)
      for (let x = 0; x < this.columns; x++) {
        const hex = { x, y, name: this.name(x, y), ground: new Set(), height: 0 };
        this.hexes.push(hex);
        this.at.set(hex.name, hex);
      }
    this.by_place = new Map(this.hexes.map((hex) => [`${hex.x},${hex.y}`, hex]));
    if (cut) this.cut(cut);
    for (const hex of this.hexes) hex.near = directions.map((_, way) => this.step(hex, way));
    this.edges = new Map(); // hexside → words
    this.roads = new Map(); // hexside → words
    this.bridges = new Set();
    this.places = [];
    this.areas = [];
    this.read();
  }
  name(x, y) {
    const column = two(this.first_column + x);
    if (this.bottom) return `${column}.${two(this.first_row + this.rows - 1 - y)}`;
    if (!this.letter) return column + two((this.first_row + y) % 100);
    // Sheets: `sheet S 30 01 seam` begins the second with the 30th row; the row before bears the first one's name.
    const turn = this.sheet ? +this.sheet[2] - 1 : this.rows;
    return y < turn ? `${column}${two(this.first_row + y)}${this.letter}` : `${column}${two(+this.sheet[3] + y - turn)}${this.sheet[1]}`;
  }
  cut([from, to]) {
    const [a, b] = [this.at.get(from), this.at.get(to)];
    const inside = (hex) =>
      hex.x >= Math.min(a.x, b.x) && hex.x <= Math.max(a.x, b.x) && hex.y >= Math.min(a.y, b.y) && hex.y <= Math.max(a.y, b.y);
    this.by_whole = this.at;
    this.hexes = this.hexes.filter(inside);
    this.at = new Map(this.hexes.map((hex) => [hex.name, hex]));
    this.by_place = new Map(this.hexes.map((hex) => [`${hex.x},${hex.y}`, hex]));
  }
  // Whether the column is half a hex lower.
  lower(x) {
    return (this.first_column + x) % 2 === (this.odd_down ? 1 : 0);
  }
  step(hex, way) {
    const down = this.lower(hex.x) ? 1 : 0;
    const [dx, dy] = [[0, -1], [1, down - 1], [1, down], [0, 1], [-1, down], [-1, down - 1]][way];
    return this.by_place.get(`${hex.x + dx},${hex.y + dy}`);
  }
  distance(a, b) {
    const row = (hex) => hex.y - (hex.x - (this.lower(hex.x) ? 1 : 0)) / 2 - (this.lower(0) ? 0.5 : 0);
    const [dx, dr] = [b.x - a.x, row(b) - row(a)];
    return Math.max(Math.abs(dx), Math.abs(dr), Math.abs(dx + dr));
  }
  within(hex, range) {
    return this.hexes.filter((other) => this.distance(hex, other) <= range);
  }
  side(a, b) {
    return a.name <= b.name ? `${a.name}/${b.name}` : `${b.name}/${a.name}`;
  }
  adjacent(a, b) {
    return a.near.includes(b);
  }
  find(text) {
    const seam = /^(\d\d)00([A-Z])$/.exec(text);
    return this.at.get(text) ?? (seam && this.sheet?.[1] === seam[2] ? this.by_place.get(`${seam[1] - this.first_column},${this.sheet[2] - 2}`) : undefined);
  }
  // A hexside as files write it: two hexes, or a hex and a way.
  hexside(text) {
    const [a, b] = text.split("/");
    if (b) return this.find(a) && this.find(b) ? this.side(this.find(a), this.find(b)) : null;
    const [name, way] = text.split(":");
    const hex = this.find(name);
    const other = hex?.near[directions.indexOf(way)];
    return other ? this.side(hex, other) : null;
  }
  hexes_of(words) {
    const list = [];
    for (const word of words) {
      const [from, to] = word.split("..");
      if (!to) {
        if (this.find(from)) list.push(this.find(from));
        continue;
      }
      const whole = this.by_whole ?? this.at;
      const [a, b] = [whole.get(from), whole.get(to)];
      for (let x = Math.min(a.x, b.x); x <= Math.max(a.x, b.x); x++)
        for (let y = Math.min(a.y, b.y); y <= Math.max(a.y, b.y); y++) {
          const hex = this.by_place.get(`${x},${y}`);
          if (hex) list.push(hex);
        }
    }
    return list;
  }
  read() {
    const legend = new Map();
    for (const { body } of this.entries.filter((entry) => entry.head[0] === "legend"))
      for (const [letter, ...words] of body) legend.set(letter, words);
    for (const { head, body } of this.entries) {
      if (head[0] === "terrain")
        body.forEach(([, letters], y) => {
          [...letters].forEach((letter, x) => {
            const hex = this.by_place.get(`${x},${y}`);
            if (hex) for (const word of legend.get(letter)) hex.ground.add(word);
          });
        });
      if (head[0] === "height")
        body.forEach(([, ...numbers], y) => {
          numbers.forEach((number, x) => {
            const hex = this.by_place.get(`${x},${y}`);
            if (hex) hex.height = +number;
          });
        });
      if (head[0] === "edge") this.lay(this.edges, head[1], body.flat().map((text) => this.hexside(text)));
      if (head[0] === "road") {
        const chain = [...head.slice(4), ...body.flat()].map((text) => this.find(text));
        const steps = chain.slice(1).map((hex, i) => (hex && chain[i] ? this.side(chain[i], hex) : null));
        this.lay(this.roads, head[1], steps);
        (this.road_list ??= []).push({ kind: head[1], name: head[2], chain });
      }
      if (head[0] === "bridge") for (const text of [...head.slice(2), ...body.flat()]) this.bridges.add(this.hexside(text));
      if (head[0] === "place") this.places.push({ kind: head[1], name: head[2], hexes: this.hexes_of([...head.slice(4), ...body.flat()]) });
      if (head[0] === "area") this.areas.push({ kind: head[1], name: head[2], hexes: this.hexes_of([...head.slice(4), ...body.flat()]) });
    }
  }
  lay(into, word, sides) {
    for (const side of sides) if (side) into.set(side, (into.get(side) ?? new Set()).add(word));
  }
  area(kind, name) {
    return this.areas.find((area) => area.kind === kind && area.name === name)?.hexes ?? [];
  }
}

// The smallest cost to every node, from the start nodes; `next(node, cost)` gives [node, price] pairs. Costs are whole
// numbers: nodes wait in a bucket each.
export function cheapest(starts, next) {
  const best = new Map();
  const buckets = [];
  const wait = (node, cost) => {
    if (!(best.get(node) <= cost)) (buckets[cost] ??= []).push(node);
  };
  for (const [node, cost] of starts) wait(node, cost);
  for (let cost = 0; cost < buckets.length; cost++)
    for (let i = 0; i < (buckets[cost]?.length ?? 0); i++) {
      const node = buckets[cost][i];
      if (best.get(node) <= cost) continue;
      best.set(node, cost);
      for (const [other, price] of next(node, cost)) wait(other, cost + price);
    }
  return best;
}

export const same_set = (a, b) => a.size === b.size && [...a].every((item) => b.has(item));
export const only_in = (a, b) => [...a].filter((item) => !b.has(item));
