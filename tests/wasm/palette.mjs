// palette.mjs — every entry of a rulebook's palette, put on an empty board in the module: none may fail.
//     node palette.mjs MODULE SYSTEM DATA FILE…
import { readFileSync } from 'node:fs';
import { argv, exit } from 'node:process';
import { open } from './engine.mjs';

const [, , path, system, data, ...files] = argv;
const { engine, give, text } = open(path, data, files);
const [, ...rows] = readFileSync(`${data}/${system}/book/palette.tsv`, 'utf8').trim().split('\n');
const entries = rows.map((row) => row.split('\t')).map(([kind, en, pl, line]) => ({ kind, en, pl, line }));
const spot = (column, row) => (['ocs', 'tcs'].includes(system) ? `${column}.${row}` : `${column}${row}`);
let wrong = 0;
let names = 0;
let last = '';
let first;
function run(line) {
    const [word, id, ...rest] = line.split(' ');
    const status =
        word === 'lab'
            ? engine.engine_lab_begin(give(id), 10, 10, give(rest.filter((one) => one.includes('=')).join(' ')))
            : engine.engine_lab_line(give(line));
    if (!status) return;
    wrong++;
    console.log(`${line}: ${text()}`);
}
function put({ kind, line }) {
    names += kind === 'counter';
    if (kind === 'counter') last = /\{(\S+)/.exec(line)?.[1] ?? `x${names}`;
    first ??= kind === 'counter' ? last : undefined;
    for (const part of line.split(' ; '))
        run(
            part
                .replace('%s', '10x10')
                .replace('%n', last)
                .replace('%p', first)
                .replace(/\{(\S+)[^}]*\}/, '$1')
                .replace('%g', spot('05', '05'))
                .replace('%h', kind === 'side' ? spot('05', '06') : spot('04', String(names + 1).padStart(2, '0'))),
        );
}
wrong += entries.filter(({ en, pl }) => !en || !pl).length;
// Marks exclude each other, so each is put on a board of its own.
const marks = entries.filter(({ kind }) => kind === 'mark');
const others = entries.filter(({ kind }) => kind !== 'mark');
for (const mark of [null, ...marks]) {
    names = 0;
    for (const entry of others) put(entry);
    if (mark) put(mark);
}
console.log(`${entries.length} entries, ${wrong} wrong`);
exit(wrong ? 1 : 0);
