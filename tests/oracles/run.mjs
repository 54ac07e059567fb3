// run.mjs — second opinions on the rules: slow, literal models of each rulebook, compared with the program in random games.
//   node run.mjs PROGRAM DATA [--book NAME] [--seed N] [--orders N] [--games N] [--show N] [--log] [--time]
// Every order of a game is found by a player of the machine or among the choices, by a seeded die, so a run is the same
// each time. A comparison that fails prints its position: scenario, seed, number of the order, what each side says.
// Ends with a line a book and topic, and with `N passed, N failed`, where a topic of a book is one test.
import { existsSync } from "node:fs";
import { chance, compose, Engine } from "./kit.mjs";

const [program, data, ...rest] = process.argv.slice(2);
const option = (name, otherwise) => (rest.includes(name) ? rest[rest.indexOf(name) + 1] : otherwise);
const books = option("--book", "wb95,pm,ocs,tcs").split(",");
const first = +option("--seed", 1);
const limit = +option("--orders", 0);
const games = +option("--games", 1);
const show = +option("--show", 3);

const topics = new Map(); // "book topic" → {agreed, differed}
function report(book, topic, agree, where, words) {
  const name = `${book} ${topic}`;
  if (!topics.has(name)) topics.set(name, { agreed: 0, differed: 0 });
  const count = topics.get(name);
  if (agree) count.agreed++;
  else if (count.differed++ < show) console.log(`DIFFERS ${name}: ${where}\n${words()}`);
}

async function play(book, Model, setting, seed) {
  const engine = new Engine(program);
  const dice = chance(seed);
  const options = Object.entries(setting.options ?? {}).map(([name, value]) => ` ${name}=${value}`).join("");
  const begun = await engine.ask(`new ${book}/${setting.scenario}${options} seed ${seed} fast`);
  if (begun.word !== "ok") throw new Error(begun.last);
  const model = new Model(data, setting);
  const orders = limit || setting.orders;
  for (let number = 0; number < orders; number++) {
    const answer = await engine.ask("question");
    if (!answer.all("question").length) break;
    const [side, kind] = answer.all("question")[0].split(" ");
    const where = `${book}/${setting.scenario}${options} seed ${seed}, order ${number}, ${side} ${kind}`;
    const game = { engine, dice, side, kind, number, prompt: answer.all("prompt")[0] ?? "", verbs: answer.all("verb") };
    game.report = (topic, agree, words) => report(book, topic, agree, where, words);
    await model.look(game);
    const players = setting.players ?? ["greedy", "random"];
    let order = dice.one_in(8) ? await compose(engine, dice) : "";
    const avoided = () => setting.avoid?.includes(order.split(" ")[0]);
    if (!order || avoided()) order = (await engine.ask(`suggest ${players[dice.below(players.length)]}`)).all("order")[0];
    if (avoided()) order = "end";
    await model.given?.(game, order);
    const done = await engine.ask(`do ${order}`);
    if (done.word !== "ok") throw new Error(`${where}: ${order}: ${done.last}`);
    if (rest.includes("--log")) console.log(`# ${number} ${side} ${kind}: ${order}\n${done.lines.join("\n")}`);
    model.done?.(game, order, done.lines);
  }
  await engine.close();
}

for (const book of books) {
  const began = Date.now();
  if (!existsSync(new URL(`./${book}.mjs`, import.meta.url))) continue; // no model for it yet
  const { Model, settings } = await import(`./${book}.mjs`);
  for (let i = 0; i < games; i++)
    for (const [index, setting] of settings.entries())
      for (let again = 0; again < (setting.repeat ?? 1); again++) await play(book, Model, setting, first + i * 1000 + index + again * 100);
  if (rest.includes("--time")) console.log(`${book}: ${Date.now() - began} ms`);
}
let [passed, failed] = [0, 0];
for (const [name, { agreed, differed }] of topics) {
  console.log(`${differed ? "FAILED" : "ok    "} ${name}: ${agreed} agree, ${differed} differ`);
  if (differed || !agreed) failed++;
  else passed++;
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
