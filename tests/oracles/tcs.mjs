// tcs.mjs — a second opinion on TCS, from its ledger and rulings: lines of sight (8, R-01 to R-05) over smoke and
// Attack Zones (8.3f), units that may answer a step with Overwatch (14, R-06), reach on foot (20), and Area Fire:
// firepower, column, shifts, chances (11).
//
// Sight is looked at as geometry, not as the program does: points are pairs in the plane of the hexes' centres, a line
// is cut where it meets a hexside, a border of a sextant or a side of a triangle of centres, and every cut and every
// piece between is compared with the ground. Fractions have small denominators, so floating numbers can distinguish
// equal from unequal.
import { Board, cheapest, compose, only_in, read_entries, read_forecast, read_table, read_view, same_set } from "./kit.mjs";

export const settings = [
  { scenario: "first-fire", orders: 60, watch: true, repeat: 2 },
  { scenario: "lane-and-hamlet", orders: 120, watch: true, repeat: 2 },
  { scenario: "ridge-and-hollow", orders: 120 },
  { scenario: "brook-and-brow", orders: 150, players: ["greedy"] },
];

const tiny = 1e-7;
const ways = [[0, -1], [1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0]]; // N NE SE S SW NW
const boards = new Map(); // map → board with what was found out about its ground

class Ground extends Board {
  constructor(path, height_of) {
    super(path);
    this.lift = height_of; // terrain word → metres that it adds to a line
    const cut = new Map();
    for (const { head, body } of this.entries)
      if (head[0] === "cover") for (const [name, sextants] of body) cut.set(name, new Set(sextants.split(",")));
    for (const hex of this.hexes) {
      hex.q = hex.x;
      hex.r = hex.y - (hex.x - (this.lower(hex.x) ? 1 : 0)) / 2 - (this.lower(0) ? 0.5 : 0);
      const corner = (i) => [hex.q + (ways[i][0] + ways[(i + 1) % 6][0]) / 3, hex.r + (ways[i][1] + ways[(i + 1) % 6][1]) / 3];
      hex.corners = [0, 1, 2, 3, 4, 5].map(corner); // corner i is between the ways i and i + 1
      const tall = [...hex.ground].some((word) => this.lift(word) > 0);
      const sextants = cut.get(hex.name);
      hex.covered = ["N", "NE", "SE", "S", "SW", "NW"].map((way) => tall && (!sextants || sextants.has(way)));
    }
    this.lattice = new Map(this.hexes.map((hex) => [`${hex.q},${hex.r}`, hex]));
    this.seen = new Map();
  }
  // The hex with that centre, or for heights beyond the map the one found by clamping column, then row.
  centre(q, r) {
    const hex = this.lattice.get(`${q},${r}`);
    if (hex) return hex;
    const x = Math.max(0, Math.min(this.columns - 1, q));
    const y = r + (q - (this.lower(q) ? 1 : 0)) / 2 + (this.lower(0) ? 0.5 : 0);
    return this.by_place.get(`${x},${Math.max(0, Math.min(this.rows - 1, Math.round(y)))}`);
  }
  // Height of the bare ground: even on each triangle of three neighbouring centres (R-05).
  height([q, r]) {
    const near = (value) => (Math.abs(value - Math.round(value)) < tiny ? Math.round(value) : Math.floor(value));
    const [a, b] = [near(q), near(r)];
    const [f, g] = [q - a, r - b];
    const at = (dq, dr) => this.centre(a + dq, b + dr).height;
    if (f < tiny && g < tiny) return at(0, 0);
    if (f + g <= 1 + tiny) return (1 - f - g > tiny ? (1 - f - g) * at(0, 0) : 0) + (f > tiny ? f * at(1, 0) : 0) + (g > tiny ? g * at(0, 1) : 0);
    return (f + g - 1) * at(1, 1) + (1 - f > tiny ? (1 - f) * at(0, 1) : 0) + (1 - g > tiny ? (1 - g) * at(1, 0) : 0);
  }
  // Hexes that may touch a point.
  around([q, r]) {
    const list = [];
    for (let a = Math.floor(q) - 1; a <= Math.ceil(q) + 1; a++)
      for (let b = Math.floor(r) - 1; b <= Math.ceil(r) + 1; b++) if (this.lattice.has(`${a},${b}`)) list.push(this.lattice.get(`${a},${b}`));
    return list;
  }
  // Hexes and sextants are closed: their edges belong to them (R-04).
  holds(hex, point) {
    return [0, 1, 2, 3, 4, 5].some((i) => this.in_sextant(hex, i, point));
  }
  in_sextant(hex, i, point) {
    const [a, b, c] = [[hex.q, hex.r], hex.corners[(i + 5) % 6], hex.corners[i]];
    const side = (p, s) => (s[0] - p[0]) * (point[1] - p[1]) - (s[1] - p[1]) * (point[0] - p[0]);
    const [d, e, f] = [side(a, b), side(b, c), side(c, a)];
    return (d >= -tiny && e >= -tiny && f >= -tiny) || (d <= tiny && e <= tiny && f <= tiny);
  }
  cover(point) {
    return this.around(point).some((hex) => hex.covered.some((yes, i) => yes && this.in_sextant(hex, i, point))) ? 20 : 0; // 8.3b
  }
  // Where the line from a to b is cut, as parts of its length.
  cuts(a, b, range) {
    const [dq, dr] = [b.q - a.q, b.r - a.r];
    const cuts = [0, 1];
    const meet = ([aq, ar], [bq, br]) => {
      const [eq, er] = [bq - aq, br - ar];
      const cross = dq * er - dr * eq;
      if (Math.abs(cross) < tiny) return;
      const t = ((aq - a.q) * er - (ar - a.r) * eq) / cross;
      const u = ((aq - a.q) * dr - (ar - a.r) * dq) / cross;
      if (t > tiny && t < 1 - tiny && u > -tiny && u < 1 + tiny) cuts.push(t);
    };
    // One hex beyond the map as well: its triangles reach over the edge.
    const passed = new Set();
    for (let step = 0; step <= 4 * range; step++) {
      const [q, r] = [a.q + (dq * step) / (4 * range), a.r + (dr * step) / (4 * range)];
      for (let i = Math.floor(q) - 1; i <= Math.ceil(q) + 1; i++) for (let j = Math.floor(r) - 1; j <= Math.ceil(r) + 1; j++) passed.add(`${i},${j}`);
    }
    for (const key of passed) {
      const [q, r] = key.split(",").map(Number);
      const corner = (i) => [q + (ways[i][0] + ways[(i + 1) % 6][0]) / 3, r + (ways[i][1] + ways[(i + 1) % 6][1]) / 3];
      for (let i = 0; i < 6; i++) {
        meet([q, r], corner(i));
        meet(corner(i), corner((i + 1) % 6));
        meet([q, r], [q + ways[i][0], r + ways[i][1]]);
      }
    }
    cuts.sort((s, t) => s - t);
    return cuts.filter((t, i) => !i || t - cuts[i - 1] > tiny);
  }
  // Whether the ground lets the line through (8.2, 8.3b-g).
  clear(a, b) {
    const key = a.name < b.name ? `${a.name} ${b.name}` : `${b.name} ${a.name}`;
    if (!this.seen.has(key)) this.seen.set(key, this.look(a, b));
    return this.seen.get(key);
  }
  look(a, b) {
    const range = this.distance(a, b);
    if (range <= 1) return true; // 8.3g
    return this.passes(a, b, range, (point) => !this.holds(a, point) && !this.holds(b, point)); // 8.2b-1
  }
  // A step from one hex into another, seen from a third: the line ends in the middle of the hexside (8.2b-2, R-06).
  clear_step(a, left, entered) {
    const key = `${a.name} ${left.name} ${entered.name}`;
    if (!this.seen.has(key)) this.seen.set(key, this.look_step(a, left, entered));
    return this.seen.get(key);
  }
  look_step(a, left, entered) {
    const range = this.distance(a, entered);
    if (range <= 1) return true; // 14.2b-3
    return this.passes(a, this.middle(left, entered), range + 1, (point) => !this.holds(a, point) && !this.on_side(left, entered, point));
  }
  middle(left, entered) {
    return { q: (left.q + entered.q) / 2, r: (left.r + entered.r) / 2, height: (left.height + entered.height) / 2 };
  }
  on_side(a, b, point) {
    return this.holds(a, point) && this.holds(b, point);
  }
  // Whether the line from a to b goes over all ground that counts.
  passes(a, b, range, counts) {
    const cuts = this.cuts(a, b, range);
    const at = (t) => [a.q + t * (b.q - a.q), a.r + t * (b.r - a.r)];
    const line = (t) => a.height + t * (b.height - a.height);
    const low = Math.min(a.height, b.height);
    const pieces = cuts.slice(1).map((t, i) => {
      const [from, to] = [cuts[i], t];
      const middle = at((from + to) / 2);
      const cover = this.cover(middle);
      const over = (s) => this.height(at(s)) + cover - line(s);
      return { counts: counts(middle), cover, from: over(from), to: over(to), middle: over((from + to) / 2) };
    });
    for (const piece of pieces) {
      if (!piece.counts) continue;
      if (piece.from > tiny || piece.to > tiny) return false;
      if (piece.cover && piece.middle >= -tiny) return false;
    }
    for (let i = 1; i + 1 < cuts.length; i++) {
      const point = at(cuts[i]);
      if (!counts(point)) continue;
      const [ground, cover] = [this.height(point), this.cover(point)];
      const over = ground + cover - line(cuts[i]);
      if (cover ? over >= -tiny : over > tiny) return false;
      // A bare point in the line blocks only as an isolated crest (R-01).
      if (!cover && Math.abs(over) <= tiny && ground > low + tiny && pieces[i - 1].middle < -tiny && pieces[i].middle < -tiny) return false;
    }
    return true;
  }
  // The hexside through which the line from one hex comes into the other; null where it comes through a corner.
  side_entered(from, to) {
    const near = [to.q + (from.q - to.q) / (8 * this.distance(from, to)), to.r + (from.r - to.r) / (8 * this.distance(from, to))];
    const sides = [0, 1, 2, 3, 4, 5].filter((i) => this.in_sextant(to, i, near));
    return sides.length === 1 ? sides[0] : null;
  }
  // Smoke and zones block at any height, but not into or out of them (8.3f).
  screened(a, b, screens) {
    if (!screens.size || this.distance(a, b) <= 1) return false;
    const hexes = [...screens].map((name) => this.at.get(name)).filter((hex) => hex && hex !== a && hex !== b);
    const cuts = this.cuts(a, b, this.distance(a, b));
    const points = cuts.flatMap((t, i) => (i ? [(cuts[i - 1] + t) / 2, t] : [t])).map((t) => [a.q + t * (b.q - a.q), a.r + t * (b.r - a.r)]);
    return hexes.some((hex) => points.some((point) => this.holds(hex, point)));
  }
  // The same of a step: neither the hex entered nor the hexside itself blocks.
  step_screened(a, left, entered, screens) {
    if (!screens.size || this.distance(a, entered) <= 1) return false;
    const b = this.middle(left, entered);
    const hexes = [...screens].map((name) => this.at.get(name)).filter((hex) => hex && hex !== a && hex !== entered);
    const cuts = this.cuts(a, b, this.distance(a, entered) + 1);
    const points = cuts.flatMap((t, i) => (i ? [(cuts[i - 1] + t) / 2, t] : [t])).map((t) => [a.q + t * (b.q - a.q), a.r + t * (b.r - a.r)]);
    return points.some((point) => !this.on_side(left, entered, point) && hexes.some((hex) => this.holds(hex, point)));
  }
}

export class Model {
  constructor(data, { scenario, watch }) {
    const folder = `${data}/tcs`;
    this.watch = watch;
    this.steps = []; // that were walked in the last order, with what they led to
    this.entries = read_entries(`${folder}/scenarios/${scenario}.scenario`);
    const [, map] = this.entries.find(({ head }) => head[0] === "map").head;
    const terrain = new Map(read_table(`${folder}/tables/terrain.tsv`).map((row) => [row.terrain.replaceAll("_", "-"), row]));
    if (!boards.has(map)) boards.set(map, new Ground(`${folder}/maps/${map}.map`, (word) => +terrain.get(word).los_height_m));
    this.board = boards.get(map);
    this.terrain = terrain;
    const table = (name) => read_table(`${folder}/tables/${name}.tsv`);
    this.types = table("unit_types");
    this.area_fire = table("area_fire");
    this.shifts = table("area_fire_shifts");
    this.spotting = table("spotting_range");
    this.contour = +(this.board.entries.find(({ head }) => head[0] === "contour")?.head[1] ?? 20);
    this.touched = new Set();
  }
  async see(game) {
    this.view = read_view((await game.engine.ask("view")).lines);
    this.visibility = +(/visibility (\d+)/i.exec(this.view.track)?.[1] ?? 99);
    this.screens = new Set(this.view.marks.filter((mark) => ["smoke", "zone", "battery", "battalion"].includes(mark.kind)).map((mark) => mark.where));
    this.smoke = new Set(this.view.marks.filter((mark) => mark.kind === "smoke").map((mark) => mark.where));
    for (const unit of this.view.pieces.values()) unit.type = this.types.find((row) => unit.name.toLowerCase() === `${unit.id} ${row.name}`.toLowerCase());
  }
  hex(name) {
    return this.board.at.get(name);
  }
  stack(hex) {
    return this.view.stacks.get(hex.name) ?? [];
  }
  async look(game) {
    if (this.watch && this.steps.length) await this.look_overwatch(game);
    if (game.kind === "setup" || !game.dice.one_in(3)) return;
    await this.see(game);
    await this.look_sight(game);
    if (game.kind === "action") await this.look_reach(game);
    if (game.verbs.includes("fire")) {
      const order = await compose(game.engine, game.dice, "fire");
      if (order) await this.compare_fire(game, order);
    }
  }
  async given(game, order) {
    if (!order.startsWith("fire ")) return;
    await this.see(game);
    await this.compare_fire(game, order);
  }
  done(game, order, lines) {
    const words = order.split(" ");
    // A volley that others may still join waits, and is one attack with theirs (14.0-4).
    const moved = lines.map((line) => /^event moved (\S+) .*?(\d\d\.\d\d) to (\d\d\.\d\d) .*20\.0-1\)$/.exec(line)).filter(Boolean);
    this.steps = moved.map(([, id, from, to]) => ({ id, from, to })).filter((step, i, all) => !i || step.from !== all[i - 1].from || step.to !== all[i - 1].to);
    const waits = words[0] === "fire" && !lines.some((line) => line.startsWith("dice "));
    if (waits && this.volley) this.volley = `${this.volley.split(" by ")[0]} by ${this.volley.split(" by ")[1].split(" spotter ")[0]} ${order.split(" by ")[1]}`;
    else this.volley = waits ? order : null;
    if (words[0] === "end") this.touched.clear();
    else for (const word of words) this.touched.add(word);
  }

  // ---- sight ----

  async look_sight(game) {
    const from = game.dice.pick(this.board.hexes);
    // Some of the map at a time: a look costs a model much more than the program.
    const some = new Set(this.board.hexes.filter(() => game.dice.below(this.board.hexes.length) < 70));
    const told = new Set((await game.engine.ask(`overlay sight ${from.name}`)).all("tint 1").flatMap((line) => line.split(" ")).filter((name) => some.has(this.hex(name))));
    const seen = (to) => this.board.distance(from, to) <= this.visibility && this.board.clear(from, to) && !this.board.screened(from, to, this.screens); // 7.0a
    const ours = new Set([...some].filter(seen).map((hex) => hex.name));
    game.report(
      this.screens.size ? "sight over smoke and zones" : "sight",
      same_set(told, ours),
      () => `  from ${from.name}, ${this.view.track}, screens ${[...this.screens]}: program only ${only_in(told, ours)}; model only ${only_in(ours, told)}`,
    );
  }

  // ---- Overwatch ----

  // Units that may fire directly at the unit that has just made that step: 14.2, 14.3a, 7.1.
  watchers(side, step) {
    const [left, entered] = [this.hex(step.from), this.hex(step.to)];
    const targets = this.stack(entered).filter((unit) => unit.side !== side);
    return [...this.view.pieces.values()].filter((unit) => {
      if (unit.side !== side || !this.hex(unit.hex) || unit.type?.fire_kind !== "direct" || !unit.signs.has("fire-mode")) return false;
      if (["fired", "suppressed", "paralyzed", "carried", "towed"].some((sign) => unit.signs.has(sign))) return false;
      const at = this.hex(unit.hex);
      const range = this.board.distance(at, entered);
      if (range > this.visibility || range > +unit.type.range * (unit.type.firer === "P" ? 2 : 1)) return false;
      const spotted = Math.max(...targets.map((target) => +this.spotting.find((row) => row.fire === "OWM" && row.target === target.type.target && row.firer === unit.type.firer)[this.protection(entered)]));
      if (range > 1 && range > spotted) return false;
      return this.board.clear_step(at, left, entered) && !this.board.step_screened(at, left, entered, this.screens);
    });
  }
  async look_overwatch(game) {
    await this.see(game);
    const mover = this.view.pieces.get(this.steps[0].id);
    if (!mover) return; // lost on the way
    const enemy = ["us", "german"].find((side) => side !== mover.side);
    for (const [i, step] of this.steps.entries()) {
      const asked = i === this.steps.length - 1 && game.kind === "volley" && game.side === enemy;
      if (i < this.steps.length - 1 || asked) {
        const there = this.view.stacks.get(step.to);
        if (!there?.some((unit) => unit.side === mover.side)) this.view.stacks.set(step.to, [{ ...mover, hex: step.to }]); // it has gone on since
      } else if (!this.stack(this.hex(step.to)).some((unit) => unit.side === mover.side)) continue;
      const ours = new Set(this.watchers(enemy, step).map((unit) => unit.id));
      const told = new Set(asked ? (await game.engine.ask(`choices fire ${step.to}`)).all("choice").map((line) => line.split(" ").at(-1)).filter((id) => this.view.pieces.get(id)?.type.fire_kind === "direct") : []);
      game.report("Overwatch at a step", same_set(told, ours), () => `  ${step.id} from ${step.from} to ${step.to}, ${game.side} ${game.kind}: program ${[...told]}, model ${[...ours]}`);
    }
  }

  // ---- reach ----

  // In sixths of a point; null where prohibited. 20.1, R-08.
  step(how, from, to) {
    const price = (word) => this.terrain.get(word)[how];
    const roads = [...(this.board.roads.get(this.board.side(from, to)) ?? [])];
    const costs = roads.map((word) => price(word)).filter((text) => text !== "P" && text !== "ot").map(Number); // 20.1d-1
    const bare = this.bare(how, from, to);
    if (bare !== null) costs.push(bare);
    return costs.length ? Math.min(...costs) : null;
  }
  bare(how, from, to) {
    const price = (word) => this.terrain.get(word)[how];
    let cost = 0;
    for (const word of to.ground) {
      if (price(word) === "P") return null;
      cost = Math.max(cost, price(word) === "ot" ? 6 : +price(word)); // 20.1f
    }
    const edges = this.board.edges.get(this.board.side(from, to)) ?? new Set();
    for (const word of edges) {
      if (["stream", "river", "deep-stream"].includes(word) && edges.has("bridge")) continue;
      const text = price(word);
      if (text === "P") return null;
      if (text === "ALL") return Infinity;
      cost += +text;
    }
    const [low, high] = [Math.min(from.height, to.height), Math.max(from.height, to.height)];
    for (let line = Math.ceil(low / this.contour) * this.contour; line <= high; line += this.contour)
      if (line !== from.height) {
        cost += 6;
        break;
      }
    return cost;
  }
  async look_reach(game) {
    const units = [...this.view.pieces.values()].filter(
      (unit) => unit.side === game.side && this.hex(unit.hex) && unit.type?.move === "foot" && !this.touched.has(unit.id) && unit.signs.has("move-mode"),
    );
    if (!units.length) return;
    const unit = game.dice.pick(units);
    if (["suppressed", "paralyzed", "fired", "carried", "towed", "halted", "orders", "unassigned"].some((sign) => unit.signs.has(sign))) return;
    const told = new Map((await game.engine.ask(`reach move ${unit.id}`)).all("reach").map((line) => line.split(" ").slice(0, 2)));
    const points = 6 * +unit.type.ma;
    const start = this.hex(unit.hex);
    const ours = new Map();
    cheapest([[start.name, 0]], (name, spent) => {
      const from = this.hex(name);
      const steps = [];
      for (const to of from.near) {
        if (!to || this.stack(to).some((other) => other.side !== unit.side)) continue; // 20.0h
        const cost = this.step("foot", from, to);
        if (cost === null) continue;
        if (spent + cost <= points) {
          if (!(ours.get(to.name) <= spent + cost)) ours.set(to.name, spent + cost);
          steps.push([to.name, cost]);
        } else if (from === start && !(ours.get(to.name) <= points)) ours.set(to.name, points); // 20.0b-2
      }
      return steps;
    });
    ours.delete(start.name);
    const differ = [...new Set([...told.keys(), ...ours.keys()])].filter((name) => +told.get(name) !== ours.get(name));
    game.report("reach on foot", !differ.length, () => `  ${unit.id} ${unit.values} at ${unit.hex} (${[...unit.signs.keys()]}): ${differ.slice(0, 12).map((name) => `${name} program ${told.get(name) ?? "-"} model ${ours.get(name) ?? "-"}`).join("; ")}`);
  }

  // ---- Area Fire ----

  shift(group, key) {
    return +this.shifts.find((row) => row.group === group && row.key === key).shift;
  }
  band(group, number) {
    const row = this.shifts.find((one) => {
      if (one.group !== group) return false;
      const [from, to] = one.key.split(/[-+]/);
      return number >= +from && (one.key.endsWith("+") || number <= +to);
    });
    return row ? +row.shift : 0;
  }
  // The most protective terrain of a hex and its hexsides (9.3a).
  protection(hex) {
    const order = ["billiard", "open", "partly", "protective"];
    let best = Math.max(...[...hex.ground].map((word) => order.indexOf(this.terrain.get(word).combat_class)));
    for (const other of hex.near) {
      if (!other) continue;
      for (const word of this.board.edges.get(this.board.side(hex, other)) ?? []) best = Math.max(best, order.indexOf(this.terrain.get(word).combat_class));
    }
    return order[best];
  }
  weigh(order, overwatch) {
    const target = this.hex(order.split(" ")[1]);
    const [by, spotters] = [[], []];
    for (const part of [this.volley, order]) {
      if (part?.split(" ")[1] !== target.name) continue;
      const words = part.split(" ");
      const spot = words.indexOf("spotter");
      by.push(...words.slice(words.indexOf("by") + 1, spot < 0 ? words.length : spot).map((id) => this.view.pieces.get(id)));
      if (spot >= 0) spotters.push(...words.slice(spot + 1).map((id) => this.view.pieces.get(id)));
    }
    const hit = this.stack(target).filter((unit) => unit.side !== by[0]?.side);
    if (by.some((unit) => !unit?.type) || hit.some((unit) => !unit.type || unit.type.target === "P" || unit.signs.has("carried") || unit.signs.has("towed"))) return null;
    const half = (unit) =>
      (["suppressed", "paralyzed", "buttoned-up"].some((sign) => unit.signs.has(sign)) ? 1 / 2 : 1) * (unit.type.class.startsWith("mortar") && unit.steps < unit.full ? 1 / 2 : 1);
    const power = Math.floor(by.reduce((sum, unit) => sum + +unit.type.firepower * half(unit), 0) + 0.5);
    const indirect = (unit) => unit.type.fire_kind === "indirect";
    if (by.some(indirect) && !spotters.length) return null;
    const eyes = [...by.filter((unit) => !indirect(unit)), ...spotters];
    const range = Math.max(...eyes.map((unit) => this.board.distance(this.hex(unit.hex), target)));
    const steps = hit.reduce((sum, unit) => sum + unit.steps, 0);
    let shift = this.shift("terrain", this.protection(target));
    if (hit.some((unit) => unit.signs.has("move-mode"))) shift += this.shift("mode", "any_susceptible_target_in_move_mode");
    if (hit.every((unit) => unit.signs.has("dug-in"))) shift += this.shift("dug_in", "all_susceptible_targets_dug_in");
    shift += this.band("stack", steps) + this.band("range", range);
    // In the target's hex or a firer's, once; a mortar looks from its own hex with another's eyes.
    if ([target.name, ...by.map((unit) => unit.hex)].some((name) => this.smoke.has(name))) shift += this.shift("smoke", "smoke_marker_in_target_hex_or_firer_hex");
    // Crossfire: one SFA of two or more units through hexsides that do not touch (11.2a); corners are left open here.
    let open = 0;
    const froms = [...new Set(by.map((unit) => unit.hex))].map((name) => this.hex(name));
    if (!overwatch && by.length > 1) {
      const sides = froms.filter((hex) => hex !== target).map((hex) => this.board.side_entered(hex, target));
      if (sides.some((one) => one === null)) open = 1;
      else if (sides.some((a) => sides.some((b) => Math.min((a - b + 6) % 6, (b - a + 6) % 6) > 1))) shift += this.shift("crossfire", "yes");
    }
    if (overwatch && target.near.some((other) => other && this.board.roads.has(this.board.side(other, target)))) open = 1; // a mover on the road
    return { power, shift, open, steps, target, range };
  }
  spread(column, battle) {
    const results = new Map();
    const add = (text, chance) => results.set(text, (results.get(text) ?? 0) + chance);
    if (column === null) return add("no effect", 1), results;
    // What the table asks for, though no more than is there can be lost (10.0e).
    const lost = (count) => `${count} lost`;
    for (const row of this.area_fire) {
      const cell = row[column];
      if (cell === "NE") add("no effect", 1 / 36);
      else if (cell === "MC") add("Morale Check", 1 / 36);
      else if (cell === "1") add(lost(1), 1 / 36);
      else {
        // So many dice, summed, halved, rounded (11.1f-1).
        let sums = new Map([[0, 1]]);
        for (let die = 0; die < +cell.slice(1); die++) {
          const next = new Map();
          for (const [sum, chance] of sums) for (let pips = 1; pips <= 6; pips++) next.set(sum + pips, (next.get(sum + pips) ?? 0) + chance / 6);
          sums = next;
        }
        for (const [sum, chance] of sums) add(lost(Math.floor(sum / 2 + 0.5)), chance / 36);
      }
    }
    return results;
  }
  async compare_fire(game, order) {
    const answer = await game.engine.ask(`forecast ${order}`);
    if (answer.word !== "ok") return;
    const battle = this.weigh(order, game.kind !== "action");
    if (!battle) return;
    const told = read_forecast(answer.lines);
    const title = /^firepower (\d+): column (\S+?)(?:, shifted by ([+-]\d+) to (\S+))?$/.exec(told.title);
    if (!title) return;
    const columns = Object.keys(this.area_fire[0]).filter((name) => name !== "roll"); // 1, 2, 3, 4-5 … in this order
    const first = columns.findIndex((name) => {
      const [from, to] = name.split(/[-+]/);
      return battle.power >= +from && (name.endsWith("+") || battle.power <= +(to ?? from));
    });
    const words = () => `  ${order} (${game.kind})\n  program ${told.title}; model firepower ${battle.power}, column ${columns[first]}, shift ${battle.shift}${battle.open ? " or one more" : ""}, ${battle.steps} steps, range ${battle.range}\n  ${told.modifiers.map((one) => `${one.side} ${one.value} ${one.words}`).join("\n  ")}\n  ${this.stack(battle.target).map((unit) => `${unit.id} ${unit.steps} ${[...unit.signs.keys()]}`).join(", ")}`;
    game.report("firepower", +title[1] === battle.power && title[2] === columns[first], words);
    const by = +(title[3] ?? 0);
    // Where there are orders it is hidden whether enemies that have not moved are Dug In: then both are right.
    const hidden = this.entries.some(({ head }) => head[0] === "sheets") ? this.shift("dug_in", "all_susceptible_targets_dug_in") : 0;
    const right = [battle.shift, battle.shift + (battle.open ? 1 : 0)].flatMap((shift) => [shift, shift + hidden]);
    game.report("shifts", right.includes(by), words);
    const place = first + by;
    const spread = this.spread(place < 0 ? null : columns[Math.min(columns.length - 1, place)], battle);
    // Of the words for losses the number counts.
    told.outcomes = new Map([...told.outcomes].map(([label, chance]) => [/^\d/.test(label) ? `${parseInt(label, 10)} lost` : label, chance]));
    const labels = new Set([...spread.keys(), ...told.outcomes.keys()]);
    game.report(
      "chances of losses",
      [...labels].every((label) => Math.abs((spread.get(label) ?? 0) - (told.outcomes.get(label) ?? 0)) < 1e-9),
      () => `${words()}\n  program ${[...told.outcomes].map(([k, v]) => `${k} ${v.toFixed(4)}`)}\n  model   ${[...spread].map(([k, v]) => `${k} ${v.toFixed(4)}`)}`,
    );
  }
}
