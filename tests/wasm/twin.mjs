// The same calls as tests/wasm/twin.c makes, in WebAssembly: both must print the same lines.
//     node twin.mjs MODULE SCENARIO SEED PLAYER DATA FILE…
import { readFileSync } from "node:fs";
import { argv, exit } from "node:process";

const [, , path, scenario, seedText, player, data, ...files] = argv;
const module = new WebAssembly.Module(readFileSync(path));
// Nothing of the outside is needed to play: whatever is imported (the C library's way to a terminal) must stay
// uncalled.
const imports = {};
for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][name] = () => {
        throw new Error(`the engine called ${from}.${name}`);
    };
}
const engine = new WebAssembly.Instance(module, imports).exports;
engine._initialize();

function give(bytes) {
    const at = engine.engine_allocate(bytes.length + 1);
    const memory = new Uint8Array(engine.memory.buffer);
    memory.set(bytes, at);
    memory[at + bytes.length] = 0;
    return at;
}
const giveText = (text) => give(new TextEncoder().encode(text));
function text() {
    const memory = new Uint8Array(engine.memory.buffer);
    const at = engine.engine_text();
    return new TextDecoder().decode(memory.subarray(at, memory.indexOf(0, at)));
}

for (const file of files) {
    const bytes = readFileSync(`${data}/${file}`);
    if (!engine.engine_add_file(giveText(file), give(bytes), bytes.length)) exit(2);
}
const seed = BigInt(seedText);
if (!engine.engine_load(giveText(scenario), giveText("")) || !engine.engine_begin(seed)) {
    console.log(text());
    exit(1);
}
const name = giveText(player);
let orders = 0;
do {
    const given = engine.engine_play(name, seed + BigInt(orders), 100);
    if (!given) break;
    orders += given;
    console.log(`${orders} ${BigInt.asUintN(64, engine.engine_hash()).toString(16).padStart(16, "0")}`);
} while (!engine.engine_over());
console.log(engine.engine_over() ? "over" : text());
exit(engine.engine_over() ? 0 : 1);
