// The same calls as tests/wasm/twin.c makes, in WebAssembly: both must print the same lines.
//     node twin.mjs MODULE SCENARIO SEED PLAYER DATA FILE…
import { argv, exit } from 'node:process';
import { open } from './engine.mjs';

const [, , path, scenario, seedText, player, data, ...files] = argv;
const { engine, give, text } = open(path, data, files);

const seed = BigInt(seedText);
if (!engine.engine_load(give(scenario), give("")) || !engine.engine_begin(seed)) {
    console.log(text());
    exit(1);
}
const name = give(player);
let orders = 0;
do {
    const given = engine.engine_play(name, seed + BigInt(orders), 100);
    if (!given) break;
    orders += given;
    console.log(`${orders} ${BigInt.asUintN(64, engine.engine_hash()).toString(16).padStart(16, "0")}`);
} while (!engine.engine_over());
console.log(engine.engine_over() ? "over" : text());
exit(engine.engine_over() ? 0 : 1);
