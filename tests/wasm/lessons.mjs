// lessons.mjs — every lesson in the module, as the browser plays it: nothing is solved at the beginning, the model solution
// solves it, and the machine answers. Of every puzzle the position is laid and its orders are legal; the first is measured again.
//     node lessons.mjs MODULE LESSONS PUZZLES DATA FILE…
import { readFileSync } from 'node:fs';
import { argv, exit } from 'node:process';
import { layLine, open } from './engine.mjs';

const [, , path, courses, found, data, ...files] = argv;
const { text, call } = open(path, data, files);
const ANSWERS = 400; // orders of the machine behind one of the pupil's
let wrong = 0;
function fail(name, words) {
    wrong++;
    console.log(`${name}: ${words}: ${text()}`);
}

function lay(lines) {
    for (const line of lines) {
        if (layLine(call, line)) return fail(line, 'cannot be done') ?? false;
    }
    return true;
}

function status() {
    call('status');
    return JSON.parse(`{${text()}}`);
}

function play({ id, lines, side, goals, solution }) {
    if (!lay(lines)) return;
    const solved = () => goals.every((goal) => call('lab_holds', goal) === 1);
    const mine = call('side', side);
    for (let other = 0; other < 2; other++) call('table_seat', other, other === mine ? '' : 'greedy');
    call('table_random', 1n);
    call('table_sit', mine);
    if (solved()) return fail(id, 'doing nothing solves it');
    for (const order of solution) {
        if (solved()) return fail(id, `solved before ${order}`);
        if (call('give', order)) return fail(id, order);
        for (let i = 0; i < ANSWERS && !solved() && status().machine; i++) call('think');
    }
    if (!solved()) fail(id, 'the model solution does not solve it');
}

const lessons = JSON.parse(readFileSync(courses, 'utf8'));
const puzzles = JSON.parse(readFileSync(found, 'utf8'));
lessons.forEach(play);
puzzles.forEach(({ id, lines, side, best, other }, i) => {
    if (!lay(lines)) return;
    if (status().asked !== side) fail(id, `${side} is not asked`);
    for (const [order] of [...best, ...other]) if (call('lab_check', order)) fail(id, order);
    if (i || call('contest', best[0][0], other[0][0], 40, 3n)) return;
    const { lead, error } = JSON.parse(`{${text()}}`);
    if (lead < 75 || lead < error) fail(id, `leads by ${lead} only`);
});
console.log(`${lessons.length} lessons, ${puzzles.length} puzzles, ${wrong} wrong`);
exit(wrong || lessons.length < 10 ? 1 : 0);
