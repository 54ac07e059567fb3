// A player that knows no rule: it speaks the engine's line protocol and picks among the choices it is given.
//   node bot.mjs PROGRAM SEED [--scenario ID] [--games DIR] [--game NAME] [--log FILE] [--orders N]
// The seed is that of its choices, and of the dice of a game it begins: the same each time.
// Prints what it played. With --game the game is begun or, if it exists, gone on with; with --log every
// order is written to FILE once the engine has answered `ok`, which the kill test compares with the journal.
import { spawn } from "node:child_process";
import { appendFileSync, existsSync } from "node:fs";
import { createInterface } from "node:readline";

const [program, seedText, ...rest] = process.argv.slice(2);
const option = (name, otherwise) => (rest.includes(name) ? rest[rest.indexOf(name) + 1] : otherwise);
const scenario = option("--scenario", "wb95/nysa");
const folder = option("--games", ".");
const name = option("--game");
const log = option("--log");
const limit = Number(option("--orders", 1e9));
let state = BigInt(seedText) | 1n;
const below = (count) => {
  state = (state * 6364136223846793005n + 1442695040888963407n) & ((1n << 64n) - 1n);
  return Number((state >> 33n) % BigInt(count));
};

const engine = spawn(program, ["engine", "--games", folder], { stdio: ["pipe", "pipe", "inherit"] });
const lines = createInterface({ input: engine.stdout })[Symbol.asyncIterator]();
engine.stdin.on("error", () => {});
if (log) appendFileSync(log, `# engine ${engine.pid}\n`);

async function ask(request) {
  engine.stdin.write(`${request}\n`);
  const answer = { lines: [] };
  for (;;) {
    const { value, done } = await lines.next();
    if (done) {
      console.log("the engine is gone");
      process.exit(3);
    }
    const word = value.split(" ", 1)[0];
    if (word === "ok" || word === "error" || word === "refused") return Object.assign(answer, { word, last: value });
    answer.lines.push(value);
  }
}
const fail = (words) => {
  console.log(words);
  engine.kill();
  process.exit(1);
};
const values = (answer, word) => answer.lines.filter((l) => l.startsWith(`${word} `)).map((l) => l.slice(word.length + 1));

async function compose() {
  let prefix = "";
  for (let walked = false; ; ) {
    const answer = await ask(`choices ${prefix}`);
    if (answer.word !== "ok") fail(`choices ${prefix}: ${answer.last}`);
    const choices = values(answer, "choice");
    const complete = answer.lines.includes("complete");
    if (complete && (walked || !choices.length || below(2))) return prefix;
    if (!choices.length) fail(`"${prefix}" leads nowhere`);
    if (prefix && !walked) {
      const reach = await ask(`reach ${prefix}`);
      const ends = values(reach, "reach");
      if (reach.word === "ok" && ends.length) {
        prefix = ends[below(ends.length)].split(" ").slice(2).join(" ");
        walked = true;
        continue;
      }
    }
    prefix = choices[below(choices.length)];
  }
}

const begun = name && existsSync(`${folder}/${name}.journal`);
const first = await ask(begun ? `load ${name}` : `new ${scenario} seed ${seedText}${name ? ` game ${name}` : ""}`);
if (first.word !== "ok") fail(first.last);
let orders = 0;
let over;
while (orders < limit) {
  const question = await ask("question");
  over = values(question, "over")[0];
  if (over) break;
  const order = await compose();
  const done = await ask(`do ${order}`);
  if (done.word !== "ok") fail(`"${order}" was composed of choices and then: ${done.last}`);
  if (log) appendFileSync(log, `${order}\n`);
  orders++;
}
await ask("quit");
console.log(`${orders} orders, ${over ? `over: ${over}` : "not over"}`);
process.exit(0);
