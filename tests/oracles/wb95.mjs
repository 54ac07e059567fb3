// wb95.mjs — a second opinion on WB-95, from its ledger and printed text: zones of control (4.1), reach (3, 4.2), supply
// (10.1), strength, column and modifiers of combats (5, 6, 13, 15), fire on units and bridges (6.4, 6.5, 8.2).
import { Board, cheapest, only_in, read_entries, read_forecast, read_table, read_view, same_set } from "./kit.mjs";

export const settings = [
  { scenario: "muskau", options: { masking: "off" }, orders: 250 },
  { scenario: "nysa", options: { masking: "off" }, orders: 600 },
];

const twelfths = (text) => {
  const [over, under] = text.split("/");
  return under ? (12 * over) / under : 12 * text;
};
const half = (number) => Math.ceil(number / 2); // 1.7-1
const printed_mark = (unit, word) => unit.printed.marks.split(",").includes(word);
const towed_gun = (unit) => unit.type === "ART"; // towed AT and AA are regular units (R30)
const limbered = (unit) => unit.signs.has("transport");
// In defence: limbered guns take no part (R102), units that have fought are left alone (5.1.1, R85).
const fights = (unit) => !(towed_gun(unit) && limbered(unit)) && !unit.signs.has("fought");
// 4.1.2; self-propelled guns have the characteristics of regular units (1.2-4).
const regular = (unit) => !["ART", "HQ", "RG"].includes(unit.type);

export class Model {
  constructor(data, { scenario }) {
    const folder = `${data}/wb95`;
    this.scenario = read_entries(`${folder}/scenarios/${scenario}.scenario`);
    const entry = (word) => this.scenario.filter(({ head }) => head[0] === word);
    this.board = new Board(`${folder}/maps/${entry("map")[0].head[1]}.map`);
    this.printed = new Map(read_table(`${folder}/counters.tsv`).map((row) => [row.id, row]));
    const table = (name, key) => new Map(read_table(`${folder}/tables/${name}.tsv`).map((row) => [row[key], row]));
    this.terrain = table("terrain", "terrain");
    this.combat = table("combat", "roll");
    this.fire = table("artillery_fire", "sp");
    this.supply_mp = table("supply_mp", "nation");
    this.hq_range = table("hq_range", "nation");
    this.sides = new Map(entry("side").map(({ head }) => [head[1], head.slice(head.indexOf("nations") + 1)]));
    this.bases = entry("supply").map(({ head }) => ({
      nations: head.slice(head.indexOf("nations") + 1, head.indexOf("from")),
      areas: head.slice(head.indexOf("from") + 1),
    }));
    this.features = new Map(entry("feature").map(({ head, body }) => [head[1], body]));
    this.touched = new Set(); // counters that were ordered about in this phase
    // Two or more adjoining town hexes are a city (fn3).
    this.town = new Set(this.board.places.filter((place) => place.kind === "town").flatMap((place) => place.hexes));
    this.city = new Set([...this.town].filter((hex) => hex.near.some((other) => this.town.has(other))));
  }

  async see(game) {
    const view = read_view((await game.engine.ask("view")).lines);
    for (const unit of view.pieces.values()) {
      unit.printed = this.printed.get(unit.id);
      unit.type = unit.printed.type;
      unit.nation = unit.printed.nation;
      unit.disorganised = unit.signs.has("disorganised");
      unit.oos = +(unit.signs.get("out-of-supply") ?? 0);
    }
    this.view = view;
    this.down = new Set(view.marks.filter((mark) => mark.kind === "bridge-down").map((mark) => this.board.hexside(mark.where)));
    this.built = new Set(
      view.marks.filter((mark) => mark.kind === "bridge" || mark.kind === "pontoon").map((mark) => this.board.hexside(mark.where)),
    );
    this.works = new Set(view.marks.filter((mark) => mark.kind === "fortification").map((mark) => mark.where));
    this.zones = new Map(); // side → hex → the units whose zone it is
    for (const side of this.sides.keys()) this.zones.set(side, this.project(side, regular));
    return view;
  }
  stack(hex) {
    return this.view.stacks.get(hex.name) ?? [];
  }
  hex(name) {
    return this.board.at.get(name);
  }

  // ---- ground ----

  edge_words(a, b) {
    return this.board.edges.get(this.board.side(a, b)) ?? new Set();
  }
  big_river(a, b) {
    const words = this.edge_words(a, b);
    return words.has("nysa") || words.has("elbe");
  }
  water(a, b) {
    return this.big_river(a, b) || this.edge_words(a, b).has("stream");
  }
  road(a, b) {
    const words = this.board.roads.get(this.board.side(a, b)) ?? new Set();
    if (words.has("motorway")) return "motorway";
    if (words.has("main") || (this.city.has(a) && this.city.has(b))) return "main_route"; // fn3
    return words.has("secondary") ? "secondary_route" : null;
  }
  // Every road over water has a bridge (R51).
  bridge(a, b) {
    const side = this.board.side(a, b);
    if (this.down.has(side)) return false;
    return this.built.has(side) || this.board.bridges.has(side) || this.road(a, b) !== null;
  }
  // What a step costs by ground alone, in twelfths; null if it is closed. 3.1.11, 3.1.12, R02.
  ground_cost(column, headquarters, a, b) {
    if (b.ground.has("lake")) return null;
    const cost = (word) => this.terrain.get(word)[column];
    const dry = !this.water(a, b) || this.bridge(a, b);
    const road = this.road(a, b);
    if (road && dry) return twelfths(cost(road));
    let sum = twelfths(cost(this.city.has(b) ? "city" : this.town.has(b) ? "town" : "clear"));
    for (const word of b.ground) {
      if (word === "clear") continue;
      if (cost(word) !== "no") sum += twelfths(cost(word));
      else if (headquarters) sum = 60; // 9.1.3
      else return null;
    }
    if (!dry) sum += twelfths(cost(this.big_river(a, b) ? "nysa_elbe" : "stream"));
    return sum;
  }
  column(unit) {
    return { foot: "non_motorized", trucked: "trucked", tracked: "tracked" }[unit.printed.class];
  }

  // ---- zones of control ----

  project(side, projects) {
    const zones = new Map();
    for (const unit of this.view.pieces.values()) {
      if (unit.side !== side || unit.hex === "-" || !projects(unit)) continue;
      const from = this.hex(unit.hex);
      for (const to of from.near) {
        if (!to || this.big_river(from, to)) continue; // 4.1.3, R19
        if (to.ground.has("lake")) continue;
        if (unit.printed.class !== "foot" && unit.printed.class !== "none" && to.ground.has("swamp") && !this.road(from, to)) continue; // 4.1.4
        zones.set(to.name, (zones.get(to.name) ?? new Set()).add(unit.id));
      }
    }
    return zones;
  }
  enemies(side) {
    return [...this.sides.keys()].filter((other) => other !== side);
  }
  enemy_zone(side, hex) {
    return new Set(this.enemies(side).flatMap((enemy) => [...(this.zones.get(enemy).get(hex.name) ?? [])]));
  }

  // ---- reach ----

  // Hexes a fresh unit can get to, with the least cost in twelfths.
  reach(unit, strategic) {
    const column = this.column(unit);
    const points = 12 * (strategic ? +unit.printed.mp - 2 : +unit.printed.mp);
    const allowance = unit.oos && !unit.signs.has("forced") ? 12 * half(points / 12) : points; // 10.2.2-1
    const bonus = column !== "trucked"; // fn4, R16
    const found = new Map();
    // Nodes: hex, whether all of the way was secondary route.
    const start = `${unit.hex} only`;
    cheapest([[start, 0]], (node, spent) => {
      const [name, only] = node.split(" ");
      const from = this.hex(name);
      const here = this.enemy_zone(unit.side, from);
      if (node !== start && (only === "end" || here.size)) return []; // 4.2.1
      const steps = [];
      for (const to of from.near) {
        if (!to) continue;
        const step = this.step(unit, column, from, to, here, strategic);
        if (step === null) continue;
        const secondary = only === "only" && this.road(from, to) === "secondary_route" && (!this.water(from, to) || this.bridge(from, to));
        const way = node === start ? Math.min(step.way, allowance) : step.way; // 3.1.13, R15
        const price = way + step.guns; // whose MPs must be there
        const end = this.enemy_zone(unit.side, to).size ? "end" : secondary ? "only" : "mixed";
        if (spent + price <= allowance) {
          steps.push([`${to.name} ${end}`, price]);
          this.note(found, to.name, spent + price);
        } else if (secondary && bonus && allowance > 0 && !step.guns) this.note(found, to.name, allowance); // one hex more
      }
      return steps;
    });
    found.delete(unit.hex);
    return found;
  }
  note(found, name, cost) {
    if (!(found.get(name) <= cost)) found.set(name, cost);
  }
  step(unit, column, from, to, here, strategic) {
    let over = 0;
    const cost = this.ground_cost(column, unit.type === "HQ", from, to);
    if (cost === null) return null;
    const foes = this.stack(to).filter((other) => other.side !== unit.side);
    if (foes.length) {
      const prey = foes.every((other) => other.type === "HQ" || towed_gun(other));
      if (!prey || !regular(unit)) return null; // 3.1.8
      const guns = foes.filter(towed_gun);
      over = 12 * guns.length + (guns.length && this.works.has(to.name) ? 12 : 0); // 6.1.7-2, R46
    }
    const there = this.enemy_zone(unit.side, to);
    if (strategic && there.size) return null; // 12.2.2
    if ([...here].some((id) => there.has(id))) return null; // 4.2.3, R17
    return { way: cost + (here.size ? 12 : 0), guns: over }; // 4.2.6
  }

  async look(game) {
    if (game.kind === "movement" && game.phase !== this.phase) this.touched.clear();
    const fight = ["combat", "defence", "commit"].includes(game.kind);
    if (!fight && !game.dice.one_in(game.kind === "movement" || game.kind === "strategic" ? 4 : 12)) return;
    await this.see(game);
    if (game.dice.one_in(4)) await this.look_zones(game);
    if (game.dice.one_in(4)) await this.look_supply(game);
    if (game.kind === "movement" || game.kind === "strategic") for (let i = 0; i < 3; i++) await this.look_reach(game);
    if (game.kind === "combat") await this.look_attack(game);
  }
  async look_zones(game) {
    for (const side of this.sides.keys()) {
      const told = new Set((await game.engine.ask(`overlay zoc ${side}`)).all("tint 1").flatMap((line) => line.split(" ")));
      const ours = new Set(this.zones.get(side).keys());
      game.report("zones of control", same_set(told, ours), () => `  ${side}: program only ${only_in(told, ours)}; model only ${only_in(ours, told)}`);
    }
  }
  async look_reach(game) {
    const units = [...this.view.pieces.values()].filter(
      (unit) => unit.side === game.side && unit.hex !== "-" && !this.touched.has(unit.id) && !unit.signs.has("moved") && unit.nation !== "American",
    );
    if (!units.length) return;
    const unit = game.dice.pick(units);
    const told = new Map((await game.engine.ask(`reach move ${unit.id}`)).all("reach").map((line) => line.split(" ").slice(0, 2)));
    let ours = new Map();
    const strategic = game.kind === "strategic";
    const stuck =
      unit.printed.class === "none" ||
      (towed_gun(unit) && !limbered(unit)) || // 6.2.3
      unit.signs.has("building") || // 14.3.4
      (unit.signs.has("barraged") && !strategic) || // 6.5.5
      unit.signs.has("strategic") !== strategic || // 12.1.4
      (strategic && (this.enemy_zone(unit.side, this.hex(unit.hex)).size || unit.signs.has("fought") || unit.signs.has("fired"))); // 12.1.2, 12.2.1
    if (!stuck) ours = this.reach(unit, strategic);
    // Which units may come into a stack that is over the limit then is left open here (3.2.1, R94, R111).
    const crowded = (name) => unit.steps + this.stack(this.hex(name)).reduce((sum, other) => sum + (other.side === unit.side ? other.steps : 0), 0) > 8;
    const differ = [...new Set([...told.keys(), ...ours.keys()])].filter((name) => +told.get(name) !== ours.get(name) && !crowded(name));
    game.report(
      strategic ? "reach in strategic movement" : "reach",
      !differ.length,
      () => `  ${unit.id} (${unit.printed.class}, ${unit.printed.mp} MP, ${[...unit.signs.keys()]}) at ${unit.hex}: ${differ.slice(0, 12).map((name) => `${name} program ${told.get(name) ?? "-"} model ${ours.get(name) ?? "-"}`).join("; ")}`,
    );
  }
  done(game, order) {
    const words = order.split(" ");
    if (words[0] === "end") this.touched.clear();
    else for (const word of words) if (this.printed.has(word)) this.touched.add(word);
    if (words[0] === "enter" && this.printed.get(words[1])?.nation === "American") this.americans = true;
  }

  // ---- supply ----

  // Hexes to which a nation's line of supply reaches. 10.1, R40, R42.
  lines(side, nation) {
    const limit = 12 * this.supply_mp.get(nation).mp;
    const enemies = this.enemies(side);
    // For tracing every enemy unit but HQs and limbered guns has a zone (10.1.11).
    const zone = new Set(enemies.flatMap((enemy) => [...this.project(enemy, (unit) => unit.type !== "HQ" && !(towed_gun(unit) && limbered(unit))).keys()]));
    const block = this.features.get("town-supply-block");
    const bound = block?.find(([word]) => word === "nations")?.includes(nation);
    const holders = block?.find(([word]) => word === "towns")?.slice(1) ?? [];
    if (bound)
      for (const town of this.town) {
        const owner = this.owner(town);
        if (!owner || owner === side || !this.sides.get(owner).some((one) => holders.includes(one))) continue;
        if (this.stack(town).some((unit) => unit.side === side)) continue; // held by friends
        for (const hex of [town, ...town.near]) if (hex) zone.add(hex.name);
      }
    const open = (hex) => {
      const stack = this.stack(hex);
      if (stack.some((unit) => unit.side !== side)) return false;
      return !zone.has(hex.name) || stack.some((unit) => unit.side === side && regular(unit)); // 10.1.10
    };
    const friends = (hex) => this.stack(hex).some((unit) => unit.side === side);
    const starts = this.base_hexes(side, nation).filter(open);
    const reached = cheapest(
      starts.map((hex) => [hex.name, 0]),
      (name, spent) => {
        const from = this.hex(name);
        const steps = [];
        for (const to of from.near) {
          if (!to || !open(to)) continue;
          const dry = !this.water(from, to) || this.bridge(from, to);
          let cost = this.ground_cost("trucked", false, from, to); // 10.1.8
          if (this.road(from, to) && dry) cost = 0; // 10.1.5
          if (friends(from) && friends(to)) cost = 0; // 10.1.9
          if (cost !== null && spent + cost <= limit) steps.push([to.name, cost]);
        }
        return steps;
      },
    );
    return new Set(reached.keys());
  }
  // Edges serve where no enemy holds them, places where the side does (R42); a unit there holds a hex before control is
  // counted again, which the ruling leaves open.
  base_hexes(side, nation) {
    const held = (hex) => this.owner(hex) === side || this.stack(hex).some((unit) => unit.side === side);
    const base = this.bases.find(({ nations }) => nations.includes(nation));
    const list = [];
    for (let i = 0; base && i + 1 < base.areas.length; i += 2) {
      const [kind, name] = base.areas.slice(i, i + 2);
      if (kind === "edge") list.push(...this.board.area("edge", name).filter((hex) => held(hex) || this.owner(hex) === null));
      if (kind === "place") list.push(...this.board.places.find((place) => place.name === name).hexes.filter(held));
    }
    return list;
  }
  owner(hex) {
    if (this.owners?.of !== this.view.control) {
      this.owners = { of: this.view.control, list: [] };
      for (const [, letter, count] of this.view.control.matchAll(/([a-z.])(\d+)/g))
        for (let i = 0; i < +count; i++) this.owners.list.push(letter === "." ? null : [...this.sides.keys()][letter.charCodeAt(0) - 97]);
    }
    return this.owners.list[this.board.hexes.indexOf(hex)];
  }
  async look_supply(game) {
    for (const [side, nations] of this.sides) {
      const told = await game.engine.ask(`overlay supply ${side}`);
      const cut = new Set(told.all("cut").flatMap((line) => line.split(" ")));
      const tint = new Set(told.all("tint 1").flatMap((line) => line.split(" ")));
      const units = [...this.view.pieces.values()].filter((unit) => unit.side === side && unit.hex !== "-" && unit.nation !== "American");
      const reach = new Map(nations.map((nation) => [nation, nation === "American" ? new Set() : this.lines(side, nation)]));
      const ours = new Set(units.filter((unit) => !reach.get(unit.nation).has(unit.hex)).map((unit) => unit.hex));
      const theirs = new Set([...cut].filter((name) => units.some((unit) => unit.hex === name)));
      game.report("units without a line of supply", same_set(theirs, ours), () => `  ${side}: program only ${only_in(theirs, ours)}; model only ${only_in(ours, theirs)}`);
      const all = new Set([...reach.values()].flatMap((set) => [...set]));
      // Americans have lines of their own from where they came in, which are not modelled (nysa.2-3).
      if (!this.americans)
        game.report("hexes in supply", same_set(tint, all), () => `  ${side}: program only ${only_in(tint, all).slice(0, 20)}; model only ${only_in(all, tint).slice(0, 20)}\n  ${[...only_in(tint, all), ...only_in(all, tint)].slice(0, 3).map((name) => this.surroundings(this.hex(name))).join("\n  ")}`);
    }
  }

  // For a reader who must find out which is right: control of the hex and its neighbours, and the units there.
  surroundings(hex) {
    const told = (one) => `${one.name} ${this.owner(one)} [${this.stack(one).map((unit) => `${unit.id} ${[...unit.signs.keys()]}`)}]`;
    return [hex, ...hex.near.filter(Boolean)].map(told).join("; ");
  }

  // ---- combat ----

  // The parts of an order by keyword: "" the counters before any.
  parts(order) {
    const parts = { "": [] };
    let key = "";
    for (const word of order.split(" ").slice(1))
      if (["at", "guns", "full", "flights", "waive", "stars", "fu", "units"].includes(word)) parts[(key = word)] = [];
      else parts[key].push(word);
    return parts;
  }
  printed_strength(unit, attack) {
    const weak = unit.steps < +unit.printed.cel;
    return +(attack ? (weak ? unit.printed.sp2 : unit.printed.sp) : weak ? unit.printed.def2 : unit.printed.def);
  }
  attack_strength(unit, full) {
    let strength = this.printed_strength(unit, true);
    if (unit.disorganised) strength = half(strength); // 5.6.4
    if (unit.oos && !full.includes(unit.id)) strength = half(strength); // 10.2.2-2
    return strength;
  }
  defence_strength(unit) {
    const strength = this.printed_strength(unit, false);
    return unit.disorganised ? half(strength) : strength;
  }
  // A hex defends with its own units alone; `alone`: only HQs or limbered guns are there.
  hex_defence(hex) {
    const stack = this.stack(hex).filter(fights);
    const escort = stack.some(regular);
    let sum = 0;
    for (const unit of stack)
      if (unit.type === "HQ" || (towed_gun(unit) && !escort)) continue;
      else if (towed_gun(unit) && (unit.signs.has("fired") || unit.signs.has("barraged"))) continue;
      else sum += this.defence_strength(unit);
    if (!escort && stack.some(towed_gun)) sum += 1; // 6.6.3
    return { sum, alone: !stack.some((unit) => unit.type !== "HQ") };
  }
  column_of(attack, defence) {
    const columns = Object.keys([...this.combat.values()][0]).slice(1); // 1:4 … 10:1
    const even = columns.indexOf("1:1");
    const round = (a, b) => Math.floor(a / b + 0.5); // 1.7-2, R05
    const place = defence === 0 ? Infinity : attack >= defence ? even + round(attack, defence) - 1 : even - round(defence, attack) + 1;
    return { columns, at: Math.max(0, Math.min(columns.length - 1, place)) };
  }
  concentration(units) {
    const count = new Map();
    for (const unit of units) if (unit.printed.formation !== "-") count.set(unit.printed.formation, (count.get(unit.printed.formation) ?? 0) + 1);
    return [...count.values()].reduce((sum, number) => sum + Math.floor(number / 3), 0); // 13.1.4
  }
  // The enemy's modifiers against Volkssturm: two, less one for each regular in the weakest of its hexes. 15.3, R49.
  volkssturm(units) {
    const hexes = new Set(units.filter((unit) => unit.type === "VS").map((unit) => unit.hex));
    if (!hexes.size) return 0;
    const stiff = [...hexes].map((name) => this.stack(this.hex(name)).filter((unit) => regular(unit) && unit.type !== "VS").length);
    return Math.max(0, 2 - Math.min(...stiff));
  }
  ground_modifier(hex) {
    let sum = this.city.has(hex) ? 2 : this.town.has(hex) ? 1 : 0;
    for (const word of hex.ground) sum += +this.terrain.get(word).combat_cm || 0;
    return sum;
  }
  // Whether all these units are in reach of one of their own HQs. 9.2, nysa.1-9, nysa.1-10, R35.
  covered(side, units, defending) {
    const own = this.features.get("hq-own-nation")?.[0].slice(1) ?? [];
    const home = this.features.get("hq-own-hex")?.[0].slice(1) ?? [];
    const headquarters = [...this.view.pieces.values()].filter((unit) => unit.side === side && unit.type === "HQ" && unit.hex !== "-");
    const reaches = (head, unit) => {
      const far = this.board.distance(this.hex(head.hex), this.hex(unit.hex));
      if (defending && far === 0) return true;
      if (home.includes(head.nation)) return false;
      if (own.includes(head.nation) && head.nation !== unit.nation) return false;
      return far <= +(this.hq_range.get(head.nation) ?? this.hq_range.get("other")).range;
    };
    const strong = units.some((unit) => unit.type !== "HQ") ? units.filter((unit) => unit.type !== "HQ") : units;
    return strong.length > 0 && strong.every((unit) => headquarters.some((head) => reaches(head, unit)));
  }
  // The value of an attack before either side adds stars, guns of the defence or modifiers of lost HQs.
  weigh(order) {
    const parts = this.parts(order);
    const units = (words) => (words ?? []).map((id) => this.view.pieces.get(id));
    const assault = units(parts[""]);
    const support = units(parts.guns);
    const targets = parts.at.map((name) => this.hex(name));
    const full = parts.full ?? [];
    const side = assault[0].side;
    if (parts.flights || targets.length > 1 && targets.some((hex) => this.hex_defence(hex).alone)) return null;
    const sum = (list) => list.reduce((total, unit) => total + this.attack_strength(unit, full), 0);
    const defenders = targets.flatMap((hex) => this.stack(hex)).filter(fights);
    const defences = targets.map((hex) => this.hex_defence(hex));
    const defence = defences.reduce((total, one) => total + one.sum, 0);
    // 5.5.3: the hex with most SP, of equals the better ground.
    const worth = (hex) => this.ground_modifier(hex) + (this.works.has(hex.name) ? 2 : 0);
    const main = targets.reduce((best, hex) => {
      const [a, b] = [this.hex_defence(hex).sum, this.hex_defence(best).sum];
      return a > b || (a === b && worth(hex) > worth(best)) ? hex : best;
    });
    let attack = sum(assault) + sum(support);
    if (main.ground.has("swamp")) attack = half(attack); // fn2
    const beyond = (list) => 2 * sum(list) > sum(assault); // 5.5.4
    const over = (test) => assault.filter((unit) => test(this.hex(unit.hex), main));
    const river = beyond(over((a, b) => this.board.adjacent(a, b) && this.big_river(a, b))) ? 3 : 0;
    const stream = beyond(over((a, b) => this.board.adjacent(a, b) && this.edge_words(a, b).has("stream"))) ? 1 : 0;
    const groups = new Set(defenders.filter((unit) => unit.type === "RG").map((unit) => unit.hex));
    const attacker = this.concentration([...assault, ...support.filter((unit) => printed_mark(unit, "organic") || unit.type === "SPG")]) + this.volkssturm(defenders);
    const defender = worth(main) + river + stream + (groups.has(main.name) ? 1 : 0) + this.concentration(defenders) + this.volkssturm(assault);
    const { columns, at } = this.column_of(attack, defence);
    const last = columns.length - 1;
    const right = Math.min(last, at + attacker); // 1.6-2, R06
    const final = Math.max(0, right - defender);
    const alone = defences.every((one) => one.alone);
    const dice =
      (!parts.waive && this.covered(side, [...assault, ...support], false) ? -1 : 0) +
      (this.covered(defenders[0]?.side ?? this.stack(targets[0])[0].side, defenders.length ? defenders : this.stack(targets[0]), true) ? 1 : 0);
    return { attack, defence, first: columns[at], column: alone ? "10:1" : columns[final], attacker, defender, dice };
  }
  spread(column, dice) {
    const chances = new Map();
    for (let a = 1; a <= 6; a++)
      for (let b = 1; b <= 6; b++) {
        const cell = this.combat.get(String(Math.max(2, Math.min(12, a + b + dice))))[column];
        chances.set(cell, (chances.get(cell) ?? 0) + 1 / 36);
      }
    return chances;
  }
  async look_attack(game) {
    const { compose } = await import("./kit.mjs");
    if (!game.verbs.includes("attack")) return;
    const order = await compose(game.engine, game.dice, "attack");
    if (order) await this.compare_attack(game, order);
  }
  async given(game, order) {
    if (game.kind !== "combat" || !order.startsWith("attack ")) return;
    await this.see(game);
    await this.compare_attack(game, order);
  }
  async compare_attack(game, order) {
    const answer = await game.engine.ask(`forecast ${order}`);
    if (answer.word !== "ok") return;
    const ours = this.weigh(order);
    if (!ours) return;
    const told = read_forecast(answer.lines);
    const cell = told.cells.find((one) => one.table === "combat");
    const column = cell && Object.keys([...this.combat.values()][0])[cell.column - 1];
    const title = told.title.match(/^(\d+) against (\d+)/);
    const words = () => `  ${order}\n  program ${told.title}, column ${column}; model ${JSON.stringify(ours)}\n  ${this.parts(order).at.map((name) => `${name}: ${this.stack(this.hex(name)).map((unit) => `${unit.id} ${unit.values} ${[...unit.signs.keys()]}`).join(", ")}`).join("; ")}\n  ${told.modifiers.map((one) => `${one.side} ${one.value} ${one.words}`).join("\n  ")}`;
    if (title) game.report("strength", +title[1] === ours.attack && +title[2] === ours.defence, words);
    game.report("column after shifts", column === ours.column, words);
    const spread = this.spread(ours.column, ours.dice);
    const labels = new Set([...spread.keys(), ...told.outcomes.keys()]);
    game.report("chances of results", [...labels].every((label) => Math.abs((spread.get(label) ?? 0) - (told.outcomes.get(label) ?? 0)) < 1e-9), words);
  }
}
