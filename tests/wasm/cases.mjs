// cases.mjs — every case that the browser may show, in the module: what it orders is legal, what it refuses is refused.
//     node cases.mjs MODULE CASES DATA FILE…
import { readFileSync } from 'node:fs';
import { argv, exit } from 'node:process';
import { layLine, open } from './engine.mjs';

const [, , path, chosen, data, ...files] = argv;
const { text, call } = open(path, data, files);
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
        if (word === 'refuse') return call('lab_check', order) === 1 || fail(line);
        if (word === 'forecast') return call('lab_odds', order) !== 2 || fail(line);
        if (word === 'answers') return call('lab_answer') === 0;
        if (word === 'standing') {
            const [, side] = line.split(/\s+/);
            call('table_sit', call('side', side));
            return call('standing', order) === 0 || fail(line);
        }
        if (word === 'undo') return call('lab_undo') === 0 || fail(line);
        return layLine(call, line) === 0 || fail(line);
    });
}
console.log(`${cases.length} cases, ${steps} lines, ${wrong} wrong`);
exit(wrong ? 1 : 0);
