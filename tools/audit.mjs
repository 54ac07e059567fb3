#!/usr/bin/env node
// Checks every die of finished journals from their text alone:
//   node audit.mjs FILE.journal... [--commitment HASH] [--chain SIDE=HASH]... [--contexts SIDE=HASH]...
// --commitment is the one your browser was shown when you sat down, --chain the one that it brought for your side, --contexts
// stands for the rolls that it gave its links for.
// Shares no code with sandtable. The rules it checks are these:
//   commit = SHA-256(seed);  C0 = SHA-256(head up to and including the line "begin");
//   Cn = SHA-256(Cn-1 || order without its dice || "\n");  block k = HMAC-SHA-256(seed, Cn || k as 4 bytes);
//   bytes below 252 give dice: byte mod 6 + 1. A draw k/n takes two bytes as a number, the high one first; numbers below
//   65536 - 65536 mod n give the thing: number mod n + 1.
// Journals of format 3: each nonce of the head is the first 16 bytes of HMAC-SHA-256(seed, "nonce SIDE"). A line "chain SIDE
//   ANCHOR N" brings a hash chain; the SHA-256 of each "link SIDE HASH" is the link before it, or the anchor. An order that
//   rolls is announced by "roll SIDE ORDER"; then a "link" or "without" of every other side that has links left; then ORDER.
//   The contexts of a side: 32 zeros; for each link given for a roll SHA-256(contexts || its number as 4 bytes || Cn of "roll …").
// Of several games no two may have the same seed: a player who saw the end of one knew the dice of the other.
// Everything that could have been used to choose dice is counted, and only dice that no player could choose are called
// "fair". Only a program that knows the rules can tell whether the orders were legal, who gave them, and whether the
// tables are those of the rulebook.
import { webcrypto } from "node:crypto";
import { readFileSync } from "node:fs";
const { subtle } = webcrypto;

class Wrong extends Error {
  constructor(line, words) {
    super(`line ${line}: ${words}`);
  }
}
const sha256 = async (bytes) => Buffer.from(await subtle.digest("SHA-256", bytes));
const hex = (text) => Buffer.from(text ?? "", "hex");
const number = (n) => Buffer.from([n >>> 24, n >>> 16, n >>> 8, n]);
const split = (line) => line.match(/^(.*?)(?: =((?: [1-9]\d{0,4}(?:\/[1-9]\d{0,4})?)+))?$/).slice(1);

// The lines of a journal, where its head ends, and its seed, which is the one it committed to.
async function read(path) {
  const lines = readFileSync(path, "latin1").split("\n");
  if (lines.pop() !== "") throw new Wrong(lines.length + 1, "the last line has no end");
  const odd = lines.findIndex((line) => [...line].some((letter) => letter < " "));
  if (odd >= 0) throw new Wrong(odd + 1, "a control character stands in this line");
  const find = (word) => lines.findIndex((line) => line === word || line.startsWith(`${word} `));
  const [begin, commit] = [find("begin"), find("commit")];
  const seed = hex(lines.at(-1)?.match(/^seed ([0-9a-f]{64})$/)?.[1]);
  if (begin < 0 || commit < 0 || commit > begin) throw new Wrong(1, "no head with a commitment");
  if (find("lab") >= 0) throw new Wrong(find("lab") + 1, "the lab touched this game");
  if (find("imagine") >= 0) throw new Wrong(find("imagine") + 1, "this is a what-if: what was hidden is dealt anew here");
  if (seed.length !== 32) throw new Wrong(lines.length, "the seed is not revealed");
  const early = lines.findIndex((line, i) => i > begin && (/^seed( |$)/.test(line) ? i !== lines.length - 1 : /^result( |$)/.test(line) && i !== lines.length - 2));
  if (early >= 0) throw new Wrong(early + 2, "nothing follows the end of the game");
  if (!/^result /.test(lines.at(-2))) throw new Wrong(lines.length, "there is no result");
  if (!(await sha256(seed)).equals(hex(lines[commit].slice(7)))) throw new Wrong(commit + 1, "the seed is not the one committed to");
  return { lines, begin, seed };
}

async function* stream(key, context) {
  for (let k = 0; ; k++) {
    yield* new Uint8Array(await subtle.sign("HMAC", key, Buffer.concat([context, number(k)])));
  }
}

// What the seed gives where the line has these dice and draws, as it would be written.
async function roll(key, context, written) {
  const bytes = stream(key, context);
  const next = async () => (await bytes.next()).value;
  const casts = [];
  for (const cast of written) {
    const of = Number(cast.split("/")[1] ?? 0);
    for (;;) {
      const number = of ? (await next()) * 256 + (await next()) : await next();
      if (number >= (of ? 65536 - (65536 % of) : 252)) continue;
      casts.push(of ? `${(number % of) + 1}/${of}` : `${(number % 6) + 1}`);
      break;
    }
  }
  return casts;
}

// The nonces that follow from the seed do.
async function checkNonces(lines, begin, key) {
  for (let i = 0; i < begin; i++) {
    const found = lines[i].match(/^nonce (\S+) ([0-9a-f]{32}) derived$/);
    if (!found) continue;
    const derived = Buffer.from(await subtle.sign("HMAC", key, Buffer.from(`nonce ${found[1]}`))).subarray(0, 16);
    if (!derived.equals(hex(found[2]))) throw new Wrong(i + 1, "the nonces do not follow from the seed");
  }
}

// What the lines of witnesses say: the chains, and the roll that waits.
class Witnesses {
  constructor(names) {
    this.sides = new Map(names.map((name) => [name, { name, links: 0, given: 0, replaced: 0, missed: 0, contexts: Buffer.alloc(32) }]));
    this.known = false; // the first link of some side
    this.roll = null;
  }
  left(but) {
    return [...this.sides.values()].filter((side) => side.name !== but && side.given < side.links).length;
  }
  async read(line, at, chain) {
    const [word, name, ...rest] = line.split(" ");
    const side = this.sides.get(name), wrong = (words) => new Wrong(at, words);
    if (!/^(chain \S+ [0-9a-f]{64} [1-9]\d{0,4}|roll \S+ \S.*|link \S+ [0-9a-f]{64}|without \S+|dice server)$/.test(line))
      throw wrong("this line is not written as lines of witnesses are");
    if (word === "dice") throw wrong("from here on no browser takes part in the dice: this is a what-if");
    if (!side) throw wrong("there is no such side");
    if (word === "roll") {
      if (this.roll) throw wrong("another roll waits");
      this.roll = { giver: name, order: rest.join(" "), wanted: this.left(name), links: 0, missed: 0, context: chain };
    } else if (word === "without") {
      if (!this.roll) throw wrong("no roll waits for a link");
      side.missed++;
      this.roll.missed++;
    } else if (word === "chain") {
      if (this.roll) throw wrong("a chain is brought while a roll waits");
      if (side.anchor) side.replaced++;
      else Object.assign(side, { anchor: rest[0], late: this.known });
      Object.assign(side, { last: rest[0], links: Number(rest[1]), given: 0 });
    } else {
      const hash = (await sha256(hex(rest[0]))).toString("hex");
      if (side.given >= side.links || hash !== side.last) throw wrong("this link is not the next one of its chain");
      if (this.roll ? this.roll.giver === name : side.given) throw wrong("no roll waits for this link");
      if (this.roll) side.contexts = await sha256(Buffer.concat([side.contexts, number(side.given), this.roll.context]));
      Object.assign(side, { last: rest[0], given: side.given + 1 });
      if (this.roll) this.roll.links++;
      else side.number = true;
      this.known = true;
    }
  }
}

// Counts the dice, all of them those of the seed, and what could have been used to choose them.
async function count({ lines, begin, seed }) {
  const key = await subtle.importKey("raw", seed, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const head = lines.slice(0, begin);
  const named = (word) => head.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  const trust = named("dice")[0]?.split(" ")[0] ?? "server";
  const witnesses = new Witnesses(named("nonce").map((line) => line.split(" ")[0]));
  const found = { dice: 0, setUp: 0, witnessed: 0, lacking: 0, alone: 0, takenBack: 0, rollsAfter: 0, aloneAfter: 0, abandoned: 0, rollsAbandoned: 0, rerolled: 0, carried: 0 };
  await checkNonces(lines, begin, key);
  let chain = Buffer.from(`${head.join("\n")}\n`, "latin1");
  let [takenBack, silent] = [0, 0];
  for (let i = begin; i < lines.length; i++) {
    if (/^(@|result|seed) /.test(lines[i])) continue;
    const [order, written] = split(lines[i]);
    const dice = written ? written.trim().split(" ") : [];
    // A draw from more than two bytes can number would never end.
    if (order.includes(" =") || dice.some((die) => Number(die.split("/")[1] ?? 1) > 65536))
      throw new Wrong(i + 1, 'what follows "=" are no dice');
    chain = await sha256(Buffer.concat([chain, Buffer.from(`${order}\n`, "latin1")]));
    if (/^edition( |$)/.test(order)) {
      if (!/^edition \d+ [0-9a-f]{64}$/.test(order)) throw new Wrong(i + 1, 'after "edition" a number and a hash are expected');
      if (witnesses.roll) throw new Wrong(i + 1, "no edition begins while a roll waits");
      continue;
    }
    if (trust !== "server" && /^(chain|roll|link|without|dice)( |$)/.test(order)) {
      await witnesses.read(order, i + 1, chain);
      continue;
    }
    const { roll: waits } = witnesses;
    if (waits && /^(resign|carry)( |$)/.test(order)) found.abandoned++;
    else if (waits) {
      if (order !== waits.order) throw new Wrong(i + 1, "another order was announced");
      if (!dice.length) throw new Wrong(i + 1, "the announced order rolls nothing");
      if (!waits.wanted || waits.links + waits.missed !== waits.wanted)
        throw new Wrong(i + 1, "the announced order did not wait for the other chains");
    } else if (dice.length && trust === "witnessed" && i > begin && witnesses.left() > 1)
      throw new Wrong(i + 1, "these dice were rolled without the links that there were");
    witnesses.roll = null;
    const [back, carry] = [/^(undo|back)( |$)/.test(order), /^carry( |$)/.test(order)];
    if (back) takenBack++;
    if (back && !silent) found.rerolled++;
    if (carry) found.carried++;
    if (i > begin) silent = dice.length || carry ? 0 : back ? Math.max(silent - 1, 0) : silent + 1;
    const fair = await roll(key, chain, dice);
    if (dice.some((die, n) => die !== fair[n])) throw new Wrong(i + 1, `the dice should be ${fair.join(" ")}: ${lines[i]}`);
    found.dice += dice.length;
    if (!dice.length) continue;
    if (i === begin) {
      found.setUp = dice.length;
      continue;
    }
    found[waits?.links && !waits.missed ? "witnessed" : waits?.links ? "lacking" : "alone"] += dice.length;
    found.takenBack += takenBack;
    if (takenBack) found.rollsAfter++;
    if (takenBack && !waits?.links) found.aloneAfter++;
    if (found.abandoned) found.rollsAbandoned++;
    takenBack = 0;
  }
  return { ...found, trust, sides: [...witnesses.sides.values()], commit: named("commit")[0] };
}

// Prints what is proved and what is not; true if something that was kept is not what the journal has.
function report(found, kept) {
  const many = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;
  const committed = kept.commitment === found.commit;
  console.log(`${found.dice} dice follow from the seed and the journal`);
  if (!kept.commitment) console.log("commitment: not compared, so the seed may have been chosen after the game (--commitment HASH)");
  else console.log(`commitment: ${committed ? "the one you were shown" : "NOT the one you were shown"}`);
  if (found.setUp) console.log(`set-up: ${found.setUp} dice fell before any player could take part`);
  if (found.trust === "witnessed")
    console.log(`witnesses: ${found.witnessed} dice with a link of every other chain, ${found.lacking} with some missing, ${found.alone} with none`);
  else console.log("witnesses: none; whoever holds the seed could foresee every roll");
  let [own, foreign] = [0, 0];
  for (const side of found.trust === "server" ? [] : found.sides) {
    const mine = kept.chains.get(side.name);
    const same = mine && mine === side.anchor && !side.replaced;
    const contexts = kept.contexts.get(side.name), served = contexts && contexts === side.contexts.toString("hex");
    if ((mine && !same) || (contexts && !served)) foreign++;
    if (!side.anchor) {
      console.log(`${side.name}: no number of its player; the computer's, which follows from the seed`);
      continue;
    }
    if (same && served) own++;
    const compared = !mine ? "not compared (--chain)" : same ? "as you kept it" : "NOT as you kept it";
    const links = !contexts ? "not compared (--contexts)" : served ? "for the rolls they were given for" : "NOT for the rolls they were given for";
    const when = !side.number ? "first link not shown at the beginning" : side.late ? "brought when another's first link was known" : "brought before any link was known";
    console.log(`${side.name}: chain ${compared}; links ${links}; ${when}; replaced ${many(side.replaced, "time")}; ${many(side.missed, "link")} did not come`);
  }
  console.log(`taken back before a roll: ${many(found.takenBack, "order")}, before ${many(found.rollsAfter, "roll")}, ${found.aloneAfter} of them not witnessed`);
  if (found.rerolled) console.log(`taken back with dice: ${many(found.rerolled, "order")}`);
  if (found.carried) console.log(`lines given up by agreement: ${many(found.carried, "time")}`);
  if (found.abandoned) console.log(`announced and not carried out: ${many(found.abandoned, "order")}, before ${many(found.rollsAbandoned, "roll")}`);
  console.log("whether the orders were legal is not checked here: sandtable audit does");
  const again = found.rerolled || found.carried || found.rollsAbandoned;
  const witnessed = found.trust === "witnessed" && !found.setUp && !found.lacking && !found.alone;
  console.log(kept.commitment && committed && witnessed && own && !foreign && !again
    ? "fair: nobody could choose these dice, not even the operator of the server"
    : "not proved: see above what would have let somebody choose dice");
  return (kept.commitment && !committed) || foreign > 0;
}

const paths = [], owner = new Map(), kept = { commitment: "", chains: new Map(), contexts: new Map() };
let usage = false;
// `SIDE=HASH`, each side once.
function keep(map, text = "") {
  const [, side, hash] = text.match(/^([^=]+)=([0-9a-f]{64})$/) ?? [];
  usage ||= !side || map.has(side);
  map.set(side, hash);
}
for (let i = 2; i < process.argv.length; i++) {
  const word = process.argv[i];
  if (word === "--commitment") kept.commitment = process.argv[++i] ?? "";
  else if (word === "--chain") keep(kept.chains, process.argv[++i]);
  else if (word === "--contexts") keep(kept.contexts, process.argv[++i]);
  else if (word.startsWith("--")) usage = true;
  else paths.push(word);
}
usage ||= !paths.length || (kept.commitment && !/^[0-9a-f]{64}$/.test(kept.commitment));
if (usage) {
  console.error("node audit.mjs FILE.journal... [--commitment HASH] [--chain SIDE=HASH]... [--contexts SIDE=HASH]...");
  process.exit(2);
}
let status = 0;
for (const path of paths) {
  const before = paths.length > 1 ? `${path}: ` : "";
  try {
    const journal = await read(path), seed = journal.seed.toString("hex"), found = await count(journal);
    process.stdout.write(before);
    if (report(found, kept)) status = 1;
    if (owner.has(seed)) {
      console.log(`${path}: its dice come from the same seed as those of ${owner.get(seed)}`);
      status = 1;
    } else owner.set(seed, path);
  } catch (wrong) {
    if (!(wrong instanceof Wrong)) throw wrong;
    console.log(`${before}${wrong.message}`);
    status = 1;
  }
}
process.exit(status);
