#!/usr/bin/env node
// Checks every die of finished journals from their text alone: node audit.mjs FILE.journal...
// Shares no code with sandtable. The rules it checks are these:
//   commit = SHA-256(seed);  C0 = SHA-256(head up to and including the line "begin");
//   Cn = SHA-256(Cn-1 || order without its dice || "\n");  block k = HMAC-SHA-256(seed, Cn || k as 4 bytes);
//   bytes below 252 give dice: byte mod 6 + 1. A draw k/n takes two bytes as a number, the high one first; numbers below
//   65536 - 65536 mod n give the thing: number mod n + 1.
// Of several games no two may have one seed: whoever saw the end of one knew the dice of the other.
// Whether the orders were legal, and the tables those of the rulebook, only a program that knows them can tell.
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
const split = (line) => line.match(/^(.*?)(?: =((?: [1-9]\d{0,4}(?:\/[1-9]\d{0,4})?)+))?$/).slice(1);

// The lines of a journal, where its head ends, and its seed, which is the one it committed to.
async function read(path) {
  const lines = readFileSync(path, "latin1").split("\n");
  if (lines.pop() !== "") throw new Wrong(lines.length + 1, "the last line has no end");
  const find = (word) => lines.findIndex((line) => line === word || line.startsWith(`${word} `));
  const [begin, commit] = [find("begin"), find("commit")];
  const seed = hex(lines.at(-1)?.match(/^seed ([0-9a-f]{64})$/)?.[1]);
  if (begin < 0 || commit < 0 || commit > begin) throw new Wrong(1, "no head with a commitment");
  if (find("lab") >= 0) throw new Wrong(find("lab") + 1, "the lab touched this game");
  if (find("imagine") >= 0) throw new Wrong(find("imagine") + 1, "this is a what-if: what was hidden is dealt anew here");
  if (seed.length !== 32) throw new Wrong(lines.length, "the seed is not revealed");
  if (!(await sha256(seed)).equals(hex(lines[commit].slice(7)))) throw new Wrong(commit + 1, "the seed is not the one committed to");
  return { lines, begin, seed };
}

async function* stream(key, context) {
  for (let k = 0; ; k++) {
    const block = Buffer.from([k >>> 24, k >>> 16, k >>> 8, k]);
    yield* new Uint8Array(await subtle.sign("HMAC", key, Buffer.concat([context, block])));
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

// How many dice there are, all of them those of the seed.
async function count({ lines, begin, seed }) {
  const key = await subtle.importKey("raw", seed, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  let chain = Buffer.from(`${lines.slice(0, begin).join("\n")}\n`, "latin1");
  let total = 0;
  for (let i = begin; i < lines.length; i++) {
    if (/^(@|result|seed) /.test(lines[i])) continue;
    const [order, written] = split(lines[i]);
    const dice = written ? written.trim().split(" ") : [];
    // A draw from more than two bytes can number would never end.
    if (order.includes(" =") || dice.some((die) => Number(die.split("/")[1] ?? 1) > 65536))
      throw new Wrong(i + 1, 'what follows "=" are no dice');
    chain = await sha256(Buffer.concat([chain, Buffer.from(`${order}\n`, "latin1")]));
    const fair = await roll(key, chain, dice);
    if (dice.some((die, n) => die !== fair[n])) throw new Wrong(i + 1, `the dice should be ${fair.join(" ")}: ${lines[i]}`);
    total += dice.length;
  }
  return total;
}

const paths = process.argv.slice(2), owner = new Map();
let status = paths.length ? 0 : 2;
for (const path of paths) {
  const before = paths.length > 1 ? `${path}: ` : "";
  try {
    const journal = await read(path), seed = journal.seed.toString("hex");
    console.log(`${before}${await count(journal)} dice, all fair`);
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
