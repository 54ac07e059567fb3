#!/usr/bin/env node
// Checks every die of a finished journal from its text alone: node audit.mjs FILE.journal
// Shares no code with sandtable. The rules it checks are these:
//   commit = SHA-256(seed);  C0 = SHA-256(head up to and including the line "begin");
//   Cn = SHA-256(Cn-1 || order without its dice || "\n");  block k = HMAC-SHA-256(seed, Cn || k as 4 bytes);
//   bytes below 252 give dice: byte mod 6 + 1. A draw k/n takes two bytes as a number, the high one first; numbers below
//   65536 - 65536 mod n give the thing: number mod n + 1.
import { webcrypto } from "node:crypto";
import { readFileSync } from "node:fs";
const { subtle } = webcrypto;

const sha256 = async (bytes) => Buffer.from(await subtle.digest("SHA-256", bytes));
const hex = (text) => Buffer.from(text ?? "", "hex");
const stop = (line, words) => {
  console.log(`line ${line}: ${words}`);
  process.exit(1);
};
const split = (line) => line.match(/^(.*?)(?: =((?: \d+(?:\/\d+)?)+))?$/).slice(1);

const lines = readFileSync(process.argv[2], "latin1").split("\n");
if (lines.pop() !== "") stop(lines.length + 1, "the last line has no end");
const find = (word) => lines.findIndex((line) => line === word || line.startsWith(`${word} `));
const begin = find("begin");
const seed = hex(lines.at(-1).match(/^seed ([0-9a-f]{64})$/)?.[1]);
const commit = find("commit");
if (begin < 0 || commit < 0 || commit > begin) stop(1, "no head with a commitment");
if (lines.includes("lab")) stop(lines.indexOf("lab") + 1, "the lab touched this game");
if (seed.length !== 32) stop(lines.length, "the seed is not revealed");
if (!(await sha256(seed)).equals(hex(lines[commit].slice(7)))) stop(commit + 1, "the seed is not the one committed to");

const key = await subtle.importKey("raw", seed, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
async function* stream(context) {
  for (let k = 0; ; k++) {
    const block = Buffer.from([k >>> 24, k >>> 16, k >>> 8, k]);
    yield* new Uint8Array(await subtle.sign("HMAC", key, Buffer.concat([context, block])));
  }
}
// What the seed gives where the line has these dice and draws, as it would be written.
async function roll(context, written) {
  const bytes = stream(context);
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

let chain = Buffer.from(`${lines.slice(0, begin).join("\n")}\n`, "latin1");
let total = 0;
for (let i = begin; i < lines.length; i++) {
  if (/^(@|result|seed) /.test(lines[i])) continue;
  const [order, written] = split(lines[i]);
  chain = await sha256(Buffer.concat([chain, Buffer.from(`${order}\n`, "latin1")]));
  const dice = written ? written.trim().split(" ") : [];
  const fair = await roll(chain, dice);
  if (dice.some((die, n) => die !== fair[n])) stop(i + 1, `the dice should be ${fair.join(" ")}: ${lines[i]}`);
  total += dice.length;
}
console.log(`${total} dice, all fair`);
