// ocs.mjs — a second opinion on OCS, from its ledger, rulings and charts: reach (5, 6), odds, columns, ratings and surprise of
// combats (9, 9.17), where supply can be drawn (11.5), columns of barrages (12.4).
import { Board, cheapest, only_in, read_entries, read_forecast, read_table, read_view, same_set } from "./kit.mjs";

export const settings = [
  { scenario: "taganrog-road", options: { edition: 1 }, orders: 120, repeat: 4 },
  { scenario: "taganrog-road", options: { edition: 2 }, orders: 120, repeat: 3 },
  { scenario: "stalino", options: { edition: 1 }, orders: 150, repeat: 4 },
  { scenario: "stalino", options: { edition: 2 }, orders: 150, repeat: 3 },
];

const fraction = (text) => {
  const [over, under] = text.split("/");
  return under ? over / under : +text;
};
const rounded = (number) => Math.floor(number + 0.5); // 4.3-1
const types = { L: "leg", T: "track", t: "truck" };
const not_units = ["AIR", "SHIP"]; // D24

export class Model {
  constructor(data, { scenario, options }) {
    const folder = `${data}/ocs`;
    const entries = read_entries(`${folder}/scenarios/${scenario}.scenario`);
    const entry = (word) => entries.filter(({ head }) => head[0] === word).map(({ head }) => head);
    const [, map, cut] = entry("map")[0];
    this.board = new Board(`${folder}/maps/${map}.map`, cut?.split(".."));
    this.without = entry("without").filter((words) => !words.includes("when")).flatMap((words) => words.slice(1));
    this.edition = +options.edition;
    const table = (name) => read_table(`${folder}/tables/${name}.tsv`);
    this.printed = new Map(table("counters").map((row) => [row.id, row]));
    this.cost = new Map(table("terrain_movement").map((row) => [row.feature, row]));
    this.multiplier = new Map(table("terrain_combat").map((row) => [row.condition, row]));
    this.combat = table("combat");
    this.surprise = table("surprise").filter((row) => +row.edition === this.edition);
    this.places = new Map(this.board.places.flatMap((place) => place.hexes.map((hex) => [hex, place.kind])));
    this.fortified = new Set(this.board.areas.filter((area) => area.kind === "fortification").flatMap((area) => area.hexes));
    this.touched = new Set(); // ordered about in this phase
    this.went = new Set(); // of these, whose order was to go somewhere
    this.stayed = new Map(); // of these, units that overran from the hex it began in: it may be there still
  }
  // Whether a unit has left the hex where it began the phase.
  moved(unit) {
    return this.went.has(unit.id) && this.stayed.get(unit.id) !== unit.hex;
  }

  // ---- the position: what each side knows of its own ----

  async see(game) {
    this.view = read_view((await game.engine.ask("view")).lines);
    this.units = [];
    this.loads = [];
    for (const side of ["axis", "soviet"]) {
      const own = read_view((await game.engine.ask(`view ${side}`)).lines);
      for (const unit of own.pieces.values()) if (unit.side === side && unit.hex !== "-" && unit.steps) this.units.push(this.know(unit));
      if (side === game.side) this.own = own;
    }
    this.stacks = new Map();
    for (const unit of this.units) if (this.hex(unit.hex)) this.stacks.set(unit.hex, [...(this.stacks.get(unit.hex) ?? []), unit]);
    this.by_id = new Map(this.units.map((unit) => [unit.id, unit]));
  }
  know(unit) {
    const row = this.printed.get(unit.id);
    unit.printed = row;
    unit.unit = !not_units.includes(unit.symbol);
    const [, strength, rating, allowance, type] = /^(\(?b?\d+\)?)-(\d+)-(\d+)([LTt])?/.exec(unit.values) ?? [];
    unit.gun = /^b/.test(strength ?? "");
    unit.guard = /^\(/.test(strength ?? "");
    unit.strength = +(strength ?? "0").replace(/[b()]/g, "");
    unit.rating = +rating;
    unit.allowance = +allowance;
    unit.type = types[type];
    unit.headquarters = row?.class === "hq";
    unit.dg = unit.signs.has("disorganized");
    unit.reserve = unit.signs.has("reserve");
    unit.strategic = unit.signs.has("strategic");
    unit.low = unit.signs.has("low-supply");
    unit.none = unit.signs.has("no-supply");
    unit.re = row ? (row.size === "div" ? +row.re - (unit.full - unit.steps) : fraction(row.re)) : 1; // 9.12e
    return unit;
  }
  hex(name) {
    return this.board.at.get(name);
  }
  stack(hex) {
    return this.stacks.get(hex.name) ?? [];
  }
  enemy_in(side, hex) {
    return this.stack(hex).some((unit) => unit.side !== side && unit.unit);
  }
  contact(side, hex) {
    return hex.near.some((other) => other && this.enemy_in(side, other));
  }

  // ---- ground ----

  edge(a, b) {
    return this.board.edges.get(this.board.side(a, b)) ?? new Set();
  }
  // An engineer that began the phase at the water makes a major river minor, and a minor one clear (12.8a).
  bridged(side, from, to) {
    return [from, to].some((hex) => this.stack(hex).some((unit) => unit.side === side && unit.printed?.marks.split(",").includes("E") && !this.moved(unit)));
  }
  // The bare cost of hex and hexside for a type of MP; null where prohibited.
  bare(type, from, to, side) {
    const price = (feature) => this.cost.get(feature)[type];
    const place = this.places.get(to);
    let text = place && place !== "village" ? price(place) : price([...to.ground][0]);
    if (text === "P") return null;
    let cost = +text;
    for (const water of ["minor", "major"])
      if (this.edge(from, to).has(water)) {
        const easy = this.bridged(side, from, to);
        if (easy && water === "minor") continue;
        text = price(easy ? "minor" : water);
        if (text === "P") return null;
        cost += +text;
      }
    if (this.fortified.has(to)) cost += 1;
    return cost;
  }
  road_kinds(from, to) {
    return [...(this.board.roads.get(this.board.side(from, to)) ?? [])].map((word) => (word.startsWith("rail") ? "rail" : word));
  }
  // With roads and rails, which replace everything else (6.2a).
  step(type, from, to, side) {
    const costs = this.road_kinds(from, to).map((kind) => fraction(this.cost.get(kind)[type]));
    const bare = this.bare(type, from, to, side);
    if (bare !== null) costs.push(bare);
    return costs.length ? Math.min(...costs) : null;
  }
  terrain_class(hex) {
    const text = this.places.has(hex) && this.places.get(hex) !== "village" ? this.cost.get(this.places.get(hex)).class : this.cost.get([...hex.ground][0]).class;
    const [first, second] = text.split("; edition 2 ");
    return this.edition === 2 && second ? second : first;
  }

  // ---- reach ----

  allowance(unit) {
    let points = unit.allowance;
    if (unit.strategic) points *= 2; // 5.8a
    if (unit.reserve) points /= 2; // 5.7a-1
    if (unit.dg) points /= 2; // 5.10b-3
    if (unit.none && this.edition === 1) points /= 2; // supply_levels
    return unit.reserve || unit.dg || (unit.none && this.edition === 1) ? rounded(points) : points; // D1
  }
  reach(unit) {
    const points = this.allowance(unit);
    const start = this.hex(unit.hex);
    const found = new Map();
    const shy = unit.reserve || unit.strategic; // may not come next to the enemy: 5.7a-2, 5.8b-1
    const note = (to, cost) => {
      if (!(found.get(to.name) <= cost)) found.set(to.name, cost);
    };
    if (!points || (unit.strategic && this.contact(unit.side, start))) return found;
    // Costs in quarters, as whole numbers.
    cheapest([[start.name, 0]], (name, spent) => {
      const from = this.hex(name);
      if (from !== start && unit.type === "truck" && this.contact(unit.side, from) && !this.stack(from).some((friend) => friend.side === unit.side && friend.unit)) return []; // 4.1-5, 4.1-7
      if (this.spoils(unit.side, from)) return []; // dice are rolled there (9.16b-1): what follows is another order
      const steps = [];
      for (const to of from.near) {
        if (!to || this.enemy_in(unit.side, to)) continue;
        if (shy && this.contact(unit.side, to)) continue;
        if (unit.strategic && !this.road_kinds(from, to).length) continue; // 5.8b-3; it may pay the ground where that is cheaper (6.2a)
        const cost = this.step(unit.type, from, to, unit.side);
        if (cost === null) continue;
        if (spent / 4 + cost <= points) {
          note(to, spent + 4 * cost);
          steps.push([to.name, 4 * cost]);
        } else if (from === start) note(to, 4 * points); // 6.1c
      }
      return steps;
    });
    found.delete(start.name);
    return found;
  }
  spoils(side, hex) {
    return this.view.marks.some((mark) => mark.where === hex.name && mark.side !== side && mark.side !== "-" && mark.kind !== "hedgehog");
  }
  async look_reach(game) {
    const phase = /(Movement|Exploitation|Reaction)/.exec(this.view.track)?.[1];
    const free = (unit) => phase === "Movement" || unit.signs.has("released") || unit.signs.has("exploiting");
    const units = this.units.filter((unit) => unit.side === game.side && unit.unit && this.hex(unit.hex) && !this.touched.has(unit.id) && free(unit) && unit.type);
    if (!units.length) return;
    const unit = game.dice.pick(units);
    // A friend that has moved in this phase may or may not hold a hex open for trucks (D8): left open here.
    if (unit.type === "truck" && this.units.some((friend) => friend.side === unit.side && this.touched.has(friend.id) && this.hex(friend.hex) && this.contact(unit.side, this.hex(friend.hex)))) return;
    if ((unit.signs.has("halted") || unit.signs.has("stopped"))) return;
    // Two units in Reserve that part may need a marker more than there is (D38): left open here.
    if (unit.reserve && this.stack(this.hex(unit.hex)).some((friend) => friend !== unit && friend.reserve)) return;
    const told = new Map((await game.engine.ask(`reach move ${unit.id}`)).all("reach").map((line) => line.split(" ").slice(0, 2)));
    const ours = this.reach(unit);
    const differ = [...new Set([...told.keys(), ...ours.keys()])].filter((name) => +told.get(name) !== ours.get(name));
    game.report(
      "reach",
      !differ.length,
      () => `  ${unit.id} ${unit.values} at ${unit.hex} (${[...unit.signs.keys()]}), ${this.view.track}: ${differ.slice(0, 12).map((name) => `${name} program ${told.get(name) ?? "-"} model ${ours.get(name) ?? "-"}`).join("; ")}`,
    );
  }

  // ---- combat ----

  factor(text) {
    return text === "-" ? 1 : fraction(text);
  }
  branch(unit) {
    return unit.printed.class === "armor" || unit.printed.class === "mech" ? unit.printed.class : "other";
  }
  worn(unit) {
    return unit.full > 1 && 2 * (unit.full - unit.steps) >= unit.full ? 1 / 2 : 1; // 9.12d
  }
  attack_strength(unit, target) {
    const column = `${this.branch(unit)}_att`;
    let strength = unit.strength * this.factor(this.multiplier.get(this.ground_row(target))[column]);
    for (const water of ["minor", "major"])
      if (this.edge(this.hex(unit.hex), target).has(water)) strength *= this.factor(this.multiplier.get(`across a ${water} river`)[column]);
    if (unit.dg) strength /= 2;
    if (this.edition === 1 ? unit.low : unit.none) strength /= 2;
    return strength * this.worn(unit);
  }
  ground_row(target) {
    const row = this.terrain_class(target);
    return row === "Extremely Close" ? "Extremely Close (edition 2)" : row;
  }
  defence_strength(unit, target) {
    const column = `${this.branch(unit)}_def`;
    let strength = unit.gun ? 1 : unit.strength; // 12.4b; an HQ's 5 is printed (9.16e)
    strength *= this.factor(this.multiplier.get(this.ground_row(target))[column]);
    if (this.fortified.has(target)) strength *= 2;
    if (unit.dg) strength /= 2;
    if (unit.strategic) strength /= 2; // 5.8b-2
    if (unit.none) strength /= 2;
    return strength * this.worn(unit);
  }
  odds(attack, defence) {
    if (defence === 0) return Infinity; // 9.16a
    if (attack === 0) return -Infinity;
    return attack >= defence ? rounded(attack / defence) : 1 / rounded(defence / attack);
  }
  // The columns of a terrain class from the left, as numbers.
  columns(target) {
    const names = Object.keys(this.combat[0]).filter((name) => /^c\d+$/.test(name) && (this.edition === 2 || name !== "c1")); // C1
    const key = this.terrain_class(target).replace(" ", "");
    const header = this.combat.find((row) => row.kind === "header" && row.key === key);
    return names.map((name) => {
      const [a, d] = header[name].split(":").map(Number);
      return { name, value: a / d, text: header[name] };
    });
  }
  place(odds, columns) {
    let at = 0;
    columns.forEach((column, index) => {
      if (column.value <= odds + 1e-9) at = index;
    });
    return at; // below the leftmost: the leftmost (9.1f)
  }
  result(roll, column) {
    const key = roll <= 1 ? "<=1" : roll >= 15 ? ">=15" : String(roll);
    return this.combat.find((row) => row.kind === "result" && row.key === key)[column];
  }
  rating(unit) {
    return unit.rating - (unit.dg ? 1 : 0); // 5.10b-4
  }
  hedgehog(target) {
    const mark = this.own.marks.find((one) => one.kind === "hedgehog" && one.where === target.name) ?? this.view.marks.find((one) => one.kind === "hedgehog" && one.where === target.name);
    return mark ? +/level (\d)/.exec(mark.label)[1] : 0;
  }
  weigh(attackers, target, overrun, attacker, defender, halved) {
    const defenders = this.stack(target).filter((unit) => unit.side !== attackers[0].side && unit.unit && !this.spent.has(unit.id));
    const attack = attackers.reduce((sum, unit) => sum + this.attack_strength(unit, target), 0);
    const defence = defenders.reduce((sum, unit) => sum + this.defence_strength(unit, target), 0) * (halved ? 1 / 2 : 1);
    const columns = this.columns(target);
    const odds = this.odds(attack, defence);
    const at = this.place(odds, columns);
    const best = (units) => Math.max(...units.map((unit) => this.rating(unit)));
    const ratings = (attacker ? this.rating(attacker) : best(attackers)) - (defender ? this.rating(defender) : best(defenders));
    return { attack, defence, odds, columns, at, ratings, hedgehog: this.hedgehog(target), overrun };
  }
  spread(battle, surprising) {
    const results = new Map();
    const add = (text, chance) => results.set(text, (results.get(text) ?? 0) + chance);
    const rule = this.surprise.find((row) => row.attack === (battle.overrun ? "overrun" : "regular"));
    const [high, low] = [+rule.attacker_surprise.slice(2), +rule.defender_surprise.slice(2)];
    const dice = [1, 2, 3, 4, 5, 6];
    const shifts = new Map();
    const shift = (by, chance) => shifts.set(by, (shifts.get(by) ?? 0) + chance);
    if (!surprising) shift(0, 1);
    else
      for (const a of dice)
        for (const b of dice) {
          // 9.17; in edition 2 any hedgehog adds one to the defender's rating (C10).
          const roll = a + b + battle.ratings - (this.edition === 2 && battle.hedgehog ? 1 : 0);
          if (roll >= high || roll <= low) for (const c of dice) shift(roll >= high ? c : -c, 1 / 216);
          else shift(0, 1 / 36);
        }
    const last = battle.columns.length - 1;
    for (const [by, chance] of shifts) {
      const column = battle.columns[Math.max(0, Math.min(last, battle.at + by))].name;
      for (const a of dice) for (const b of dice) add(this.result(a + b + battle.ratings - battle.hedgehog, column), chance / 36);
    }
    return results;
  }
  async compare(game, order, battle, surprising) {
    const answer = await game.engine.ask(`forecast ${order}`);
    if (answer.word !== "ok") return;
    const told = read_forecast(answer.lines);
    const title = /^(\d+:\d+|\S+) in (.*) terrain, column (\d+:\d+), ratings ([+-]?\d+)/.exec(told.title);
    const text = battle.odds >= 1 ? `${battle.odds}:1` : `1:${Math.round(1 / battle.odds)}`;
    const spread = this.spread(battle, surprising);
    const words = () =>
      `  ${this.fight} / ${order}\n  program ${answer.lines.filter((line) => /^(title|assumes|modifier|between)/.test(line)).join("\n          ")}\n  model ${battle.attack} against ${battle.defence}, ${text}, column ${battle.columns[battle.at].text}, ratings ${battle.ratings}, hedgehog ${battle.hedgehog}\n  ${this.stack(this.hex(this.fight.split(" at ")[1].split(" ")[0])).map((unit) => `${unit.id} ${unit.values} ${unit.steps}/${unit.full} ${[...unit.signs.keys()]}`).join(", ")}\n  from ${this.fight.split(" at ")[0].split(" ").slice(1).map((id) => this.by_id.get(id)).filter(Boolean).map((unit) => `${unit.id} ${unit.values} ${unit.hex} ${unit.steps}/${unit.full} ${[...unit.signs.keys()]}`).join(", ")}\n  program ${[...told.outcomes].map(([k, v]) => `${k} ${v.toFixed(4)}`)}\n  model   ${[...spread].map(([k, v]) => `${k} ${v.toFixed(4)}`)}`;
    if (title && Number.isFinite(battle.odds)) {
      game.report("odds", title[1] === text, words);
      game.report("column", title[3] === battle.columns[battle.at].text, words);
      game.report("ratings", +title[4] === battle.ratings, words);
    }
    const labels = new Set([...spread.keys(), ...told.outcomes.keys()]);
    game.report("chances of results", [...labels].every((label) => Math.abs((spread.get(label) ?? 0) - (told.outcomes.get(label) ?? 0)) < 1e-9), words);
  }
  // An attack or overrun as ordered; weighed once both sides' counters are open: when ratings are named.
  fighters() {
    const [force, rest] = this.fight.split(" at ");
    const words = force.split(" ");
    return { attackers: words.slice(1).map((id) => this.by_id.get(id)), target: this.hex(rest.split(" ")[0]), overrun: words[0] === "overrun", costs: rest.includes("at-all-costs") };
  }
  async given(game, order) {
    const verb = order.split(" ")[0];
    if (verb === "attack" || verb === "overrun") {
      this.fight = order;
      this.named = null;
      await this.see(game);
      this.spent = new Set(this.units.filter((unit) => unit.signs.has("defended")).map((unit) => unit.id)); // D27
      const { attackers, target, overrun, costs } = this.fighters();
      const hidden = (this.view.stacks.get(target.name) ?? []).some((unit) => unit.id === "?" || unit.symbol === "?");
      const defenders = this.stack(target);
      if (!hidden && !costs && attackers.every(Boolean) && this.without.includes("supply") && defenders.length === (this.view.stacks.get(target.name) ?? []).length)
        await this.compare(game, order, this.weigh(attackers, target, overrun), true);
    }
    if (verb === "name" && this.fight) {
      await this.see(game);
      const { attackers, target, overrun, costs } = this.fighters();
      if (costs || !attackers.every(Boolean) || !this.without.includes("supply")) return;
      const one = this.by_id.get(order.split(" ")[1]);
      const attacking = attackers.includes(one);
      if (attacking) this.named = one;
      const battle = this.weigh(attackers, target, overrun, attacking ? one : this.named, attacking ? null : one);
      await this.compare(game, order, battle, true);
    }
  }

  // ---- where supply can be drawn ----

  // A friend that began the phase there or has halted holds a hex next to the enemy open (D8).
  passes(side, hex) {
    return !this.contact(side, hex) || this.stack(hex).some((unit) => unit.side === side && unit.unit && (!this.moved(unit) || (unit.signs.has("halted") || unit.signs.has("stopped"))));
  }
  // Hexes that truck MPs reach from a hex, hexes of contact closed except where a friend holds them open (11.5a, D8,
  // D35); in quarters.
  paths(side, start, limit) {
    const open = (hex) => hex === start || this.passes(side, hex);
    const reached = new Map([[start.name, 0]]);
    cheapest([[start.name, 0]], (name, spent) => {
      const from = this.hex(name);
      if (!open(from)) return [];
      const steps = [];
      for (const to of from.near) {
        if (!to || this.enemy_in(side, to)) continue;
        const cost = this.step("truck", from, to, side);
        if (cost === null || spent + 4 * cost > 4 * limit) continue;
        if (!(reached.get(to.name) <= spent + 4 * cost)) reached.set(to.name, spent + 4 * cost);
        steps.push([to.name, 4 * cost]);
      }
      return steps;
    });
    return { ends: new Set(reached.keys()), open: (name) => open(this.hex(name)) };
  }
  draws(side) {
    const stocked = this.own.marks
      .filter((mark) => mark.kind === "supply" && mark.side === side && /\d+ ?(SP|T)\b/.test(mark.label) && this.hex(mark.where))
      .map((mark) => this.hex(mark.where));
    const dumps = stocked.filter((hex) => this.passes(side, hex)); // 11.5a-4
    const fight = new Set(); // for combat too
    for (const hex of stocked) if (this.stack(hex).some((unit) => unit.side === side && unit.unit)) fight.add(hex.name); // its own hex (D35)
    const eat = new Set(); // for everything else
    for (const dump of dumps) for (const name of this.paths(side, dump, 5).ends) fight.add(name); // 11.5c-1
    for (const head of this.units.filter((unit) => unit.side === side && unit.headquarters && this.hex(unit.hex))) {
      const at = this.hex(head.hex);
      const near = this.paths(side, at, 5);
      if (!dumps.some((dump) => near.ends.has(dump.name)) && !stocked.includes(at)) continue;
      const range = +(head.allowance ? head.printed.m_reach : head.printed.c_reach);
      const thrown = this.paths(side, at, range);
      for (const name of thrown.ends) {
        fight.add(name);
        // One hex further, over any hexside; not for combat (11.5b-5).
        if (thrown.open(name)) for (const next of this.hex(name).near) if (next && !this.enemy_in(side, next) && !next.ground.has("sea")) eat.add(next.name);
      }
    }
    for (const name of fight) eat.delete(name);
    return { fight, eat };
  }
  async look_supply(game) {
    if (this.without.includes("supply")) return;
    const answer = await game.engine.ask(`overlay supply ${game.side}`);
    const told = (number) => new Set(answer.all(`tint ${number}`).flatMap((line) => line.split(" ")));
    // An empty hex next to the enemy is shown as it is now; a unit that came there would open it (D35): left out.
    const shown = (names) => new Set([...names].filter((name) => !this.enemy_in(game.side, this.hex(name))).filter((name) => !this.contact(game.side, this.hex(name)) || this.stack(this.hex(name)).some((unit) => unit.side === game.side && unit.unit)));
    const all = this.draws(game.side);
    const [fight, eat] = [shown(all.fight), shown(all.eat)];
    const words = (told, ours) => () => `  ${game.side}: program only ${only_in(told, ours)}; model only ${only_in(ours, told)}\n  dumps ${this.own.marks.filter((mark) => mark.kind === "supply").map((mark) => `${mark.where} ${mark.label}`)}; HQs ${this.units.filter((unit) => unit.headquarters && unit.side === game.side).map((unit) => `${unit.id} ${unit.hex} ${unit.values} ${unit.printed.c_reach}/${unit.printed.m_reach} ${[...unit.signs.keys()]}`)}; moved ${[...this.touched]}`;
    game.report("hexes with combat supply", same_set(shown(told(1)), fight), words(shown(told(1)), fight));
    game.report("hexes with other supply only", same_set(shown(told(2)), eat), words(shown(told(2)), eat));
  }

  // ---- the game ----

  async look(game) {
    const moving = game.kind === "movement";
    if (game.kind === "setup" || !game.dice.one_in(2)) return;
    await this.see(game);
    if (moving || game.kind === "attacks" || game.kind === "supply") await this.look_supply(game);
    if (!moving) return;
    for (let i = 0; i < 3; i++) await this.look_reach(game);
  }
  done(game, order) {
    const words = order.split(" ");
    if (words[0] === "overrun") for (const id of words) if (this.by_id.has(id) && !this.went.has(id)) this.stayed.set(id, this.by_id.get(id).hex);
    if (words[0] === "end" && game.kind === "movement") {
      this.touched.clear();
      this.went.clear();
      this.stayed.clear();
    } else if (words[0] === "mode") return;
    if (["move", "overrun"].includes(words[0])) for (const word of words) this.went.add(word);
    if (game.kind === "movement" || game.kind === "retreat" || game.kind === "advance") for (const word of words) this.touched.add(word);
  }
}
