// cases.mjs — every case that the browser may show, in the module: what it orders is legal, what it refuses is refused.
//     node cases.mjs MODULE CASES DATA FILE…
import { readFileSync } from 'node:fs';
import { argv, exit } from 'node:process';
import { open } from './engine.mjs';

const [, , path, chosen, data, ...files] = argv;
const { engine, give, text } = open(path);
function call(name, ...values) {
    const lent = values.map((value) => (typeof value === 'string' ? give(value) : value));
    const answer = engine[`engine_${name}`](...lent);
    values.forEach((value, i) => typeof value === 'string' && engine.engine_release(lent[i]));
    return answer;
}
for (const file of files) {
    const bytes = readFileSync(`${data}/${file}`);
    engine.engine_add_file(give(file), give(bytes), bytes.length);
}
let wrong = 0;
let steps = 0;
const { cases } = JSON.parse(readFileSync(chosen, 'utf8'));
for (const { name, lines } of cases) {
    const fail = (line) => {
        wrong++;
        console.log(`"${name}": ${line}: ${text()}`);
        return false;
    };
    lines.every((line) => {
        const [word] = line.split(' ');
        const order = /"([^"]*)"/.exec(line)?.[1] ?? '';
        steps++;
        if (word === 'lab') {
            const [, id, ...rest] = line.split(/\s+/);
            const [columns, rows] = rest.find((one) => /^\d+x\d+$/.test(one))?.split('x').map(Number) ?? [10, 10];
            const options = rest.filter((one) => one.includes('=')).join(' ');
            return call('lab_begin', id, columns, rows, options) === 0 || fail(line);
        }
        if (word === 'dice') return call('lab_dice', line.slice(5).trim()) === 0 || fail(line);
        if (word === 'do') return call('lab_give', order) === 0 || fail(line);
        if (word === 'refuse') return call('lab_check', order) === 1 || fail(line);
        if (word === 'forecast') return call('lab_odds', order) !== 2 || fail(line);
        if (word === 'answers') return call('lab_answer') === 0;
        if (word === 'standing') {
            const [, side] = line.split(/\s+/);
            call('table_sit', call('side', side));
            return call('standing', order) === 0 || fail(line);
        }
        if (word === 'undo') return call('lab_undo') === 0 || fail(line);
        return call('lab_line', line) === 0 || fail(line);
    });
}
console.log(`${cases.length} cases, ${steps} lines, ${wrong} wrong`);
exit(wrong ? 1 : 0);
