// pm.mjs — a second opinion on Proud Monster, from its ledger, rulings and charts: supply (9), reach (12, 13), strength, odds,
// shifts and chances of prepared and mobile assaults (14, 15), with untried units taken from the pool that is left (2.15).
import { Board, cheapest, compose, only_in, read_entries, read_forecast, read_table, read_view, same_set } from "./kit.mjs";

export const settings = [
  { scenario: "dvina", orders: 200 },
  // A pause and a concentration change what the line of attenuated supply means: they are not ordered.
  { scenario: "barbarossa", orders: 500, avoid: ["concentrate", "pause"] },
];

const up = (number, by) => Math.ceil(number / by);

export class Model {
  constructor(data, { scenario }) {
    const folder = `${data}/pm`;
    const entries = read_entries(`${folder}/scenarios/${scenario}.scenario`);
    const entry = (word) => entries.find(({ head }) => head[0] === word)?.head;
    this.board = new Board(`${folder}/maps/${entry("map")[1]}.map`);
    this.german = new Map(read_table(`${folder}/tables/oob_german.tsv`).map((row) => [row.code, row]));
    this.pool = read_table(`${folder}/tables/${entry("pool")[1]}.tsv`).filter((row) => !row.type.startsWith("G"));
    this.crt = new Map(read_table(`${folder}/tables/crt.tsv`).map((row) => [+row.die, row]));
    this.gast = new Map(read_table(`${folder}/tables/gast.tsv`).map((row) => [row.die, +row.shift_left]));
    this.city = new Set(this.board.places.filter((place) => place.kind === "city").flatMap((place) => place.hexes));
    this.large = new Set(this.board.places.filter((place) => place.kind === "large-town").flatMap((place) => place.hexes));
    this.zomo = new Map(["germany", "hungary", "romania"].map((land) => [land, new Set(this.board.area("zomo", land))]));
    this.barred_source = new Set(this.board.area("barred", "suwalki"));
    this.south = new Set(this.board.area("weather", "south"));
    this.ports = new Set(this.board.area("port", "black-sea"));
    this.lakeside = entry("lakeside") ? entry("lakeside").slice(1).map((name) => this.board.places.find((place) => place.name === name).hexes[0]) : [];
    this.west = this.west_of_line();
    this.touched = new Set();
    this.rebuilt = false;
  }

  // Land that hangs together with Germany without crossing the attenuated supply line (9.3).
  west_of_line() {
    const [start] = this.zomo.get("germany");
    const solid = (hex) => !hex.ground.has("sea") && !hex.ground.has("none");
    const reached = cheapest([[start.name, 0]], (name) => {
      const hex = this.board.at.get(name);
      return hex.near.filter((to) => to && solid(to) && !this.edge(hex, to).has("gas")).map((to) => [to.name, 1]);
    });
    return new Set(reached.keys());
  }

  // ---- the position ----

  async see(game) {
    const view = read_view((await game.engine.ask("view")).lines);
    this.view = view;
    this.seen = null; // the drawn units of the pool, found when needed
    this.supply = null;
    this.engine = game.engine;
    this.turn = +(/^turn (\d+)/.exec(view.track)?.[1] ?? 1);
    const weather = (zone) => ({ dry: "D", rain: "R", mud: "M", frozen: "F", freezing: "F", frost: "F", snow: "S" })[new RegExp(`the ${zone}: (\\w+)`).exec(view.track)?.[1]] ?? "D";
    this.weather = { north: weather("north"), south: weather("south") };
    this.marks = new Map();
    for (const mark of view.marks) this.marks.set(mark.where, [...(this.marks.get(mark.where) ?? []), mark]);
    for (const stack of view.stacks.values()) for (const unit of stack) this.know(unit);
    const lines = new Map();
    this.supply = (nation) => {
      if (!lines.has(nation)) lines.set(nation, nation === "soviet" ? this.soviet_supply() : this.german_supply(nation));
      return lines.get(nation);
    };
    return view;
  }
  know(unit) {
    if (unit.id === "?") return;
    const row = this.german.get(unit.id);
    unit.untried = unit.signs.has("untried");
    const values = unit.values.split("-").map(Number);
    unit.movement = values.at(-1);
    if (!unit.untried) [unit.attack, unit.defence] = values;
    const kind = unit.id.replace(/\d+$/, "");
    unit.nation = row ? row.nation : "Soviet";
    unit.pool = row ? null : kind.toUpperCase();
    const base = kind.replace(/^g(?=rd|cd|mrd|td|tb)/, "");
    unit.mech = row ? row.class === "mech" : ["td", "mrd", "tb", "mrb"].includes(base);
    unit.tank = row ? /panzer|tank/.test(row.type) : base === "td" || base === "tb";
    unit.heavy = unit.tank || Boolean(row && /assault gun|recon/.test(row.type)); // 14.18, 14.20
    unit.cavalry = row ? row.type.startsWith("cavalry") : base === "cd";
    unit.mountain = Boolean(row && row.type.startsWith("mountain"));
    unit.flak = Boolean(row && row.type.includes("flak"));
    unit.arko = unit.id === "arko";
  }
  hex(name) {
    return this.board.at.get(name);
  }
  stack(hex) {
    return this.view.stacks.get(hex.name) ?? [];
  }
  held_by(hex, side) {
    return this.stack(hex).some((unit) => unit.side === side);
  }
  edge(a, b) {
    return this.board.edges.get(this.board.side(a, b)) ?? new Set();
  }
  marked(hex, kind) {
    return (this.marks.get(hex.name) ?? []).find((mark) => mark.kind === kind);
  }
  sky(hex) {
    return this.south.has(hex) ? this.weather.south : this.weather.north;
  }

  // ---- supply ----

  // Hexes from which a path leads to one of the sources; 9.4. `open` says whether a step may be used.
  traced(side, sources, open) {
    const enemy = side === "german" ? "soviet" : "german";
    const reached = cheapest(
      sources.filter((hex) => !this.held_by(hex, enemy)).map((hex) => [hex.name, 0]),
      (name) => {
        const hex = this.hex(name);
        const steps = [];
        for (const to of hex.near) {
          if (!to || to.ground.has("sea") || to.ground.has("none") || this.edge(hex, to).has("sea")) continue;
          if (open(hex, to)) steps.push([to.name, 1]);
        }
        return steps;
      },
    );
    return new Set(reached.keys());
  }
  soviet_supply() {
    const foreign = (hex) => this.turn === 1 && (this.zomo.get("hungary").has(hex) || this.zomo.get("romania").has(hex)); // 5.3-2
    const sources = this.board.area("source", "soviet");
    const free = (to) => !this.held_by(to, "german") && !foreign(to);
    const any = this.traced("soviet", sources, (a, to) => free(to));
    for (const port of this.ports) any.add(port.name); // 9.17
    const [leningrad, oranienbaum] = this.lakeside;
    if (leningrad && !this.held_by(leningrad, "german") && any.has(leningrad.name)) any.add(oranienbaum.name); // 9.13
    return any;
  }
  // Romanians and Hungarians trace to their own country (9.11-2).
  german_supply(nation) {
    const lands = { Romanian: ["romania"], Hungarian: ["hungary"] }[nation] ?? ["germany", "hungary", "romania"];
    const sources = lands.flatMap((land) => [...this.zomo.get(land)]).filter((hex) => !this.barred_source.has(hex));
    const fort = (hex) => this.marked(hex, "fort") || this.marked(hex, "heavy-fort");
    const any = this.traced("german", sources, (a, to) => {
      if (this.held_by(to, "soviet") || fort(to)) return false; // 14.29
      if (to.ground.has("lake") || this.edge(a, to).has("lake")) return this.sky(to) === "S"; // 9.14
      return true;
    });
    return any;
  }
  traces(unit) {
    if (unit.side === "soviet") return this.supply("soviet").has(unit.hex);
    return this.supply(["Romanian", "Hungarian"].includes(unit.nation) ? unit.nation : "German").has(unit.hex);
  }
  supplied(unit) {
    return this.traces(unit) || (unit.side === "german" && this.airlift(this.hex(unit.hex)));
  }
  airlift(hex) {
    return (this.marks.get(hex.name) ?? []).some((mark) => mark.kind === "airlift");
  }
  async look_supply(game) {
    const words = (answer, key) => answer.all(key).flatMap((line) => line.split(" "));
    for (const side of ["german", "soviet"]) {
      const answer = await game.engine.ask(`overlay supply ${side}`);
      const tints = [1, 2, 3].map((number) => new Set(words(answer, `tint ${number}`)));
      const told = new Set(tints.flatMap((set) => [...set]));
      const ours = this.supply(side === "german" ? "German" : "soviet");
      // Control of a hex is not a question of the line: hexes with enemies are left out.
      const mine = new Set([...ours].filter((name) => !this.held_by(this.hex(name), side === "german" ? "soviet" : "german")));
      if (!this.view.marks.some((mark) => mark.kind === "airlift"))
        game.report("hexes in supply", same_set(told, mine), () => `  ${side}: program only ${only_in(told, mine).slice(0, 20)}; model only ${only_in(mine, told).slice(0, 20)}`);
      if (side === "german") {
        const east = new Set([...mine].filter((name) => !this.west.has(name)));
        game.report("attenuated supply", same_set(tints[1], east), () => `  program only ${only_in(tints[1], east).slice(0, 20)}; model only ${only_in(east, tints[1]).slice(0, 20)}`);
      }
      const cut = new Set(words(answer, "cut"));
      const units = [...this.view.pieces.values()].filter((unit) => unit.side === side && this.hex(unit.hex));
      const starving = new Set(units.filter((unit) => !this.supplied(unit)).map((unit) => unit.hex));
      const theirs = new Set([...cut].filter((name) => units.some((unit) => unit.hex === name)));
      const hidden = [...theirs].filter((name) => this.view.stacks.get(name).some((unit) => unit.id === "?"));
      for (const name of hidden) theirs.delete(name), starving.delete(name);
      game.report("units out of supply", same_set(theirs, starving), () => `  ${side}: program only ${only_in(theirs, starving)}; model only ${only_in(starving, theirs)}`);
    }
  }

  // ---- reach ----

  allowance(unit) {
    const sky = this.sky(this.hex(unit.hex));
    let points = unit.movement;
    if (!this.traces(unit)) points = up(points, 2); // 9.7; without the air marker: the traced state (pm.r.104)
    if (sky === "R" && unit.side === "german") points -= 1; // 13.4
    return points;
  }
  // What a step costs; null if it is closed; Infinity: it takes everything, from a standing start (12.16).
  step(unit, from, to) {
    const sky = this.sky(to);
    const side = this.edge(from, to);
    const strait = side.has("sivash") || side.has("kerch");
    const lake = to.ground.has("lake") || from.ground.has("lake") || side.has("lake");
    if (to.ground.has("none") || to.ground.has("sea") || (side.has("sea") && !strait)) return null;
    if (lake && sky !== "S") return null; // 13.7-2
    if (this.held_by(to, unit.side === "german" ? "soviet" : "german")) return null; // 12.4
    if (this.closed(unit, to)) return null;
    if (strait && sky !== "S") return Infinity;
    let cost = 1;
    const frozen = sky === "F" || sky === "S";
    if (this.city.has(to)) cost = 1; // 12.10
    else if (to.ground.has("forest")) cost = unit.mech && !this.highway(from, to) ? 2 : 1;
    else if (to.ground.has("hills")) cost = unit.mech ? 3 : unit.cavalry || unit.mountain ? 1 : 2;
    else if (to.ground.has("marsh") && !frozen) cost = unit.mech ? 4 : 2;
    if (sky === "M" || sky === "S") cost *= 2;
    if (side.has("river") && !frozen && !(this.turn === 1 && unit.side === "german")) cost += unit.mech ? 2 : 1; // 5.5-1
    return cost;
  }
  highway(from, to) {
    return !this.road_gone && (this.board.roads.get(this.board.side(from, to)) ?? new Set()).has("highway");
  }
  // Where nations and the first turn keep a unit out. 5.3, 7.2-7.4, 8.5-2.
  closed(unit, to) {
    if (unit.side === "soviet") return this.turn === 1 && (this.zomo.get("hungary").has(to) || this.zomo.get("romania").has(to));
    if (["Italian", "Romanian", "Hungarian"].includes(unit.nation) && /N$/.test(to.name) && !/28N$/.test(to.name)) return true;
    if (unit.nation === "Romanian") return this.zomo.get("hungary").has(to);
    if (unit.nation === "Hungarian") return this.zomo.get("romania").has(to);
    return false;
  }
  reach(unit) {
    const points = this.allowance(unit);
    const found = new Map();
    const start = this.hex(unit.hex);
    const note = (to, cost) => {
      if (to.ground.has("lake")) return; // crossed, not stopped in
      if (!(found.get(to.name) <= cost)) found.set(to.name, cost);
    };
    const frozen = this.turn === 1 && (this.zomo.get("hungary").has(start) || this.zomo.get("romania").has(start)) && unit.side === "german";
    if (frozen) return found; // 5.3-1
    cheapest([[start.name, 0]], (name, spent) => {
      const from = this.hex(name);
      const steps = [];
      for (const to of from.near) {
        if (!to) continue;
        const cost = this.step(unit, from, to);
        if (cost === null) continue;
        if (from === start && (cost === Infinity || cost > points)) {
          if (!(to.ground.has("lake") && cost > points)) note(to, points); // 12.3, 12.16: everything is spent, nothing follows
        } else if (spent + cost <= points) {
          note(to, spent + cost);
          steps.push([to.name, cost]);
        }
      }
      return steps;
    });
    found.delete(start.name);
    return found;
  }
  async look_reach(game) {
    const frozen = (unit) => unit.signs.has("called") || unit.signs.has("resting");
    const units = [...this.view.pieces.values()].filter(
      (unit) => unit.side === game.side && this.hex(unit.hex) && !this.touched.has(unit.id) && !frozen(unit) && unit.steps,
    );
    if (!units.length) return;
    const unit = game.dice.pick(units);
    const told = new Map((await game.engine.ask(`reach move ${unit.id}`)).all("reach").map((line) => line.split(" ").slice(0, 2)));
    const ours = this.reach(unit);
    const differ = [...new Set([...told.keys(), ...ours.keys()])].filter((name) => +told.get(name) !== ours.get(name));
    game.report(
      "reach",
      !differ.length,
      () => `  ${unit.id} ${unit.values} at ${unit.hex}, ${this.view.track}: ${differ.slice(0, 12).map((name) => `${name} program ${told.get(name) ?? "-"} model ${ours.get(name) ?? "-"}`).join("; ")}`,
    );
  }

  // ---- assaults ----

  // The values that untried units of a type may still have: [attack, defence, how many].
  left(type) {
    const rows = this.pool.filter((row) => row.type === type).map((row) => ({ values: row.values, count: +row.count }));
    for (const unit of this.seen)
      if (unit.pool === type && !unit.untried) {
        const row = rows.find((one) => one.values === unit.values);
        if (row) row.count--;
      }
    return rows.filter((row) => row.count > 0);
  }
  // Sums of attack or defence of a force, with their chances; untried units drawn without putting back.
  sums(units, value, extra) {
    let states = [{ sum: units.filter((unit) => !unit.untried).reduce((sum, unit) => sum + value(unit) + extra, 0), chance: 1, drawn: new Map() }];
    for (const unit of units.filter((one) => one.untried)) {
      const rows = this.left(unit.pool);
      const next = new Map();
      for (const state of states) {
        const count = (row) => row.count - (state.drawn.get(unit.pool + row.values) ?? 0);
        const total = rows.reduce((sum, row) => sum + count(row), 0);
        for (const row of rows) {
          if (count(row) <= 0) continue;
          const [attack, defence] = row.values.split("-").map(Number);
          const drawn = new Map(state.drawn).set(unit.pool + row.values, (state.drawn.get(unit.pool + row.values) ?? 0) + 1);
          const sum = state.sum + value({ ...unit, attack, defence }) + extra;
          const key = `${sum} ${[...drawn].sort().join()}`;
          const old = next.get(key);
          if (old) old.chance += (state.chance * count(row)) / total;
          else next.set(key, { sum, chance: (state.chance * count(row)) / total, drawn });
        }
      }
      states = [...next.values()];
    }
    const sums = new Map();
    for (const { sum, chance } of states) sums.set(sum, (sums.get(sum) ?? 0) + chance);
    return sums;
  }
  aircraft(hex) {
    const mark = this.marked(hex, "aircraft");
    if (!mark || mark.label.startsWith("idle")) return null; // 10.2-1: they help no one until the next commitment
    return { points: +/(\d+) point/.exec(mark.label)[1], eighth: mark.label.startsWith("VIII"), side: mark.side };
  }
  weigh(order) {
    const words = order.split(" ");
    const mobile = words[0] === "assault";
    const at = words.indexOf("at");
    const named = words.slice(1, at).map((id) => this.view.pieces.get(id));
    const tail = words.slice(at + 2);
    const target = this.hex(words[at + 1]);
    const side = named[0].side;
    const arko = named.some((unit) => unit.arko);
    const attackers = named.filter((unit) => !unit.arko && (unit.untried || unit.attack > 0));
    const defenders = this.stack(target);
    if (!attackers.length || defenders.some((unit) => unit.id === "?") || attackers.some((unit) => !this.hex(unit.hex))) return null;
    if (defenders.some((unit) => unit.signs.has("retreated"))) return null;
    if (mobile && attackers.some((unit) => this.touched.has(unit.id))) return null; // its supply was judged where it began
    if (this.rebuilt && [...attackers, ...defenders].some((unit) => unit.untried && unit.pool === "RD")) return null;
    const sky = this.sky(target);
    const frozen = sky === "F" || sky === "S";
    const cross = (unit, kinds) => kinds.some((kind) => this.edge(this.hex(unit.hex), target).has(kind));
    const strait = (unit) => sky !== "S" && cross(unit, ["sivash", "kerch"]);
    const river = (unit) => !frozen && cross(unit, ["river"]) && !(this.turn === 1 && side === "german");
    const marsh = target.ground.has("marsh") && !frozen;
    const shield = defenders.some((unit) => unit.flak && this.supplied(unit)) && defenders.some((unit) => !unit.flak); // 10.1-2
    // pm.r.49: printed factors, groups by the halvings they suffer, one division a group.
    const factor = (unit) => (strait(unit) && unit.heavy ? 1 : unit.mountain && target.ground.has("hills") ? unit.defence : unit.attack);
    const halvings = (unit) =>
      (this.supplied(unit) ? "" : "o") + (marsh && unit.heavy ? "m" : "") + (side === "soviet" && unit.tank && shield ? "f" : "");
    const groups = new Map();
    for (const unit of attackers) groups.set(halvings(unit), [...(groups.get(halvings(unit)) ?? []), unit]);
    const reduce = (sum, by) => Math.max(1, up(sum, 2 ** by));
    // Air: only where the whole attack comes from one hex is it weighed here.
    const hexes = [...new Set(attackers.map((unit) => unit.hex))];
    const planes = hexes.map((name) => this.aircraft(this.hex(name))).filter(Boolean);
    let air = null;
    if (planes.length) {
      if (hexes.length > 1) return null;
      const whole = this.stack(this.hex(hexes[0])).every((unit) => named.includes(unit) || unit.flak || unit.attack === 0 || unit.signs.has("attacked") || unit.signs.has("resting"));
      const asked = mobile ? tail.includes("aircraft") : tail.includes("corps");
      if (!asked && !whole && !mobile) air = null;
      else if (mobile && !asked) {
        // The aircraft of a stack that assaults as a whole goes along; a player who divides it says so.
        if (whole) return null;
      } else air = planes[0];
    }
    const shelter = this.aircraft(target);
    const single = groups.size === 1;
    if (!single && attackers.some((unit) => unit.untried)) return null;
    // Attack strengths with their chances.
    let attack = new Map();
    if (single) for (const [sum, chance] of this.sums(attackers, factor, 0)) attack.set(reduce(sum, [...groups.keys()][0].length), (attack.get(reduce(sum, [...groups.keys()][0].length)) ?? 0) + chance);
    else attack.set([...groups].reduce((total, [key, units]) => total + reduce(units.reduce((sum, unit) => sum + factor(unit), 0), key.length), 0), 1);
    if (air) attack = this.map(attack, (sum) => sum + Math.min(air.points, sum)); // 10.2-3
    const stalin = this.marked(target, "stalin-line") && defenders[0].side === "soviet" ? 1 : 0; // 14.30-1
    const starve = this.supplied(defenders[0]) ? 0 : 1;
    let defence = this.map(this.sums(defenders, (unit) => unit.defence, stalin), (sum) => reduce(sum, starve));
    if (shelter && shelter.side === defenders[0].side) defence = this.map(defence, (sum) => sum + Math.min(shelter.points, sum));
    // Shifts, to the right.
    let shift = 0;
    if (target.ground.has("hills") && !this.city.has(target)) shift -= 1;
    if (mobile && target.ground.has("forest") && !this.city.has(target)) shift -= 1; // 15.11
    if (attackers.every(strait)) shift -= 2;
    else if (attackers.every((unit) => river(unit) || strait(unit))) shift -= 1; // pm.r.46
    if (this.city.has(target)) shift -= 2;
    else if (this.large.has(target)) shift -= 1;
    if (side === "german" && this.marked(target, "fort")) shift -= 1;
    if (side === "german" && this.marked(target, "heavy-fort")) shift -= 2;
    const hedgehog = this.marked(target, "hedgehog");
    if (hedgehog) shift -= 2;
    if (!mobile && !hedgehog && this.concentric(hexes, target)) shift += 1;
    if (air?.eighth) shift += 1; // 10.3
    if (shelter?.eighth && shelter.side === defenders[0].side) shift -= 1;
    if (!mobile && side === "soviet" && sky === "S") shift += 1; // 13.7-3
    const gast = side === "german" && attackers.some((unit) => !this.west.has(unit.hex) && this.supplied(unit)); // 9.6
    return { attack, defence, shift, gast, sky, arko: arko && !mobile, city: this.city.has(target), target };
  }
  map(chances, change) {
    const out = new Map();
    for (const [sum, chance] of chances) out.set(change(sum), (out.get(change(sum)) ?? 0) + chance);
    return out;
  }
  // Opposite hexes, three alternate ones, or four and more. 14.14.
  concentric(names, target) {
    const ways = new Set(names.map((name) => target.near.indexOf(this.hex(name))));
    if (ways.size >= 4) return true;
    const has = (...list) => list.every((way) => ways.has(way));
    return has(0, 3) || has(1, 4) || has(2, 5) || has(0, 2, 4) || has(1, 3, 5);
  }
  // 14.8 to 14.10: the place of the odds, 1:1 being 0.
  index(attack, defence) {
    return attack >= defence ? Math.floor(attack / defence) - 1 : -(Math.ceil(defence / attack) - 1);
  }
  spread(battle) {
    const results = new Map();
    const add = (text, chance) => results.set(text, (results.get(text) ?? 0) + chance);
    const gasts = [];
    if (battle.gast)
      for (let die = 1; die <= 6; die++) {
        const late = this.turn === 12 ? 2 : this.turn >= 6 ? 1 : 0;
        const sum = die + late + (battle.sky === "M" || battle.sky === "S" ? 1 : 0);
        gasts.push([this.gast.get(sum >= 6 ? "6+" : String(sum)), 1 / 6]);
      }
    else gasts.push([0, 1]);
    for (const [attack, p] of battle.attack)
      for (const [defence, q] of battle.defence)
        for (const [left, r] of gasts) {
          const index = this.index(attack, defence) + battle.shift - left;
          const column = index >= 0 ? `${index + 1}:1` : `1:${1 - index}`;
          for (let die = 1; die <= 6; die++) {
            const cell = index > 6 ? "0/E" : index < -2 ? "4/0" : this.crt.get(die)[column];
            add(this.result(cell, battle), (p * q * r) / 6);
          }
        }
    return results;
  }
  // 14.23-2, 14.41-2, pm.r.54, pm.r.55.
  result(cell, battle) {
    let [own, other] = cell.split("/");
    const works = this.city.has(battle.target) || this.large.has(battle.target) || this.marked(battle.target, "fort") || this.marked(battle.target, "heavy-fort");
    if (battle.arko && works && other !== "E") other = String(+other + 1);
    if (battle.city) {
      own = String(+own * 2 || 1);
      if (other !== "E") other = String(+other * 2 || 1);
    }
    return `${own}/${other}`;
  }
  async compare_attack(game, order) {
    const answer = await game.engine.ask(`forecast ${order}`);
    if (answer.word !== "ok") return;
    if (!this.seen) {
      // What has turned up is known to both, and its owner sees it in every stack.
      this.seen = [...read_view((await game.engine.ask("view soviet")).lines).pieces.values()];
      for (const unit of this.seen) this.know(unit);
    }
    const battle = this.weigh(order);
    if (!battle) return;
    const told = read_forecast(answer.lines);
    const title = /^(\d+)(?: to (\d+))? against (\d+)(?: to (\d+))?/.exec(told.title);
    const bounds = (sums) => [Math.min(...sums.keys()), Math.max(...sums.keys())];
    const [a, b] = bounds(battle.attack);
    const [c, d] = bounds(battle.defence);
    const spread = this.spread(battle);
    const words = () =>
      `  ${order}\n  program ${told.title}; model ${a} to ${b} against ${c} to ${d}, shift ${battle.shift}, gast ${battle.gast}\n  from ${this.stack(this.hex(this.view.pieces.get(order.split(" ")[1]).hex)).map((unit) => `${unit.id} ${unit.values} ${[...unit.signs.keys()]}`).join(", ")}\n  ${this.stack(battle.target).map((unit) => `${unit.id} ${unit.values} ${[...unit.signs.keys()]}`).join(", ")}\n  ${told.modifiers.map((one) => `${one.side} ${one.value} ${one.words}`).join("\n  ")}\n  program ${[...told.outcomes].map(([k, v]) => `${k} ${v.toFixed(4)}`)}\n  model   ${[...spread].map(([k, v]) => `${k} ${v.toFixed(4)}`)}`;
    if (title) game.report("strength", +title[1] === a && +(title[2] ?? title[1]) === b && +title[3] === c && +(title[4] ?? title[3]) === d, words);
    const labels = new Set([...spread.keys(), ...told.outcomes.keys()]);
    game.report("chances of results", [...labels].every((label) => Math.abs((spread.get(label) ?? 0) - (told.outcomes.get(label) ?? 0)) < 1e-6), words);
  }

  // ---- the game ----

  async look(game) {
    const moving = game.kind === "movement";
    const fighting = game.kind === "assaults";
    if (game.kind === "setup" || (!fighting && !game.dice.one_in(moving ? 4 : 15))) return;
    await this.see(game);
    if (game.dice.one_in(4)) await this.look_supply(game);
    if (moving) for (let i = 0; i < 3; i++) await this.look_reach(game);
    for (const verb of ["attack", "assault"])
      if ((fighting || moving) && game.verbs.includes(verb)) {
        const order = await compose(game.engine, game.dice, verb);
        if (order) await this.compare_attack(game, order);
      }
  }
  async given(game, order) {
    const verb = order.split(" ")[0];
    if (verb !== "attack" && verb !== "assault") return;
    await this.see(game);
    await this.compare_attack(game, order);
  }
  done(game, order) {
    const [verb, ...words] = order.split(" ");
    if (verb === "end" && ["movement", "assaults"].includes(game.kind)) this.touched.clear();
    if (game.kind === "movement") for (const word of words) this.touched.add(word);
    if (verb === "rebuild") this.rebuilt = true;
    if (["mud", "snow"].some((word) => this.view?.track.includes(`the north: ${word}`))) this.road_gone = true;
  }
}
