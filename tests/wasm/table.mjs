// table.mjs — a table in the browser's module, without a browser: the machine plays both sides with fair dice, and what is sent on
// the way is read. The journal is written for the program to verify.
//     node table.mjs MODULE SCENARIO ORDERS JOURNAL DATA FILE…
import { writeFileSync } from 'node:fs';
import { argv, exit } from 'node:process';
import { open } from './engine.mjs';

const [, , path, scenario, most, journal, data, ...files] = argv;
const { engine, give } = open(path, data, files);

function read(at, length) {
    const memory = new Uint8Array(engine.memory.buffer);
    return new TextDecoder().decode(memory.subarray(at, length === undefined ? memory.indexOf(0, at) : at + length));
}
const answer = () => JSON.parse(`{${read(engine.engine_text()).replace(/^,/, '')}}`);
function fail(words) {
    console.log(words);
    exit(1);
}

const seed = give(Uint8Array.from({ length: 32 }, (_, i) => i * 7 + 1));
if (!engine.engine_load(give(scenario), give('')) || !engine.engine_table_begin(seed))
    fail(read(engine.engine_text()));
const sides = [...Array(4).keys()];
for (const side of sides) engine.engine_table_seat(side, give('greedy'));
engine.engine_table_random(1n);
engine.engine_table_sit(0);
engine.engine_state();
const pieces = new Set(answer().pieces.map((piece) => piece.i));
if (!pieces.size) fail('a state without counters');
let told = 0;
let orders = 0;
while (orders < Number(most) && engine.engine_think()) {
    orders++;
    for (const line of read(engine.engine_said()).split('\n').filter(Boolean)) {
        const message = JSON.parse(line);
        told += message.t === 'delta';
        for (const piece of message.pieces ?? []) pieces.add(piece.i);
        for (const gone of message.gone ?? []) pieces.delete(gone);
    }
}
engine.engine_status();
const { over, asked } = answer();
// The changes sent must add up to a whole state.
engine.engine_table_sit(0);
engine.engine_state();
const whole = answer().pieces.map((piece) => piece.i);
if (whole.length !== pieces.size || whole.some((i) => !pieces.has(i))) fail('the changes do not come to the state');
if (engine.engine_record() !== 0 || !answer().samples.length) fail('no record');
if (engine.engine_history(Math.min(orders, 5), -1) !== 0 || answer().orders !== Math.min(orders, 5)) fail('no history');
// A person takes a side over, asks what can be begun, and is refused what cannot be read.
if (!over) {
    for (const side of sides) engine.engine_table_seat(side, give(''));
    engine.engine_table_sit(engine.engine_side(give(asked)));
    if (engine.engine_ask(give('openings'), give(''), 0) !== 0 || !answer().openings.length) fail('no openings');
    if (engine.engine_give(give('nonsense')) !== 1 || !answer().text) fail('nonsense was not refused');
}
const hash = engine.engine_hash();
const text = read(engine.engine_journal(), engine.engine_journal_length());
// The same journal opened again leads to the same position.
const bytes = new TextEncoder().encode(text);
if (!engine.engine_table_open(give(bytes), bytes.length, seed, seed, 0)) fail(read(engine.engine_text()));
if (engine.engine_hash() !== hash) fail('opened again it is another game');
writeFileSync(journal, text);
console.log(`${orders} orders, ${told} changes${over ? ', over' : ''}`);
