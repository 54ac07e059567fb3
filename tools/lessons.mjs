// lessons.mjs — the lessons and puzzles of data/SYSTEM/{lessons,puzzles} for the browser: node tools/lessons.mjs OUT
// Writes OUT/lessons-SYSTEM.json, OUT/puzzles-SYSTEM.json, and how many there are into OUT/lessons-count.json. docs/learn.md describes the files; `sandtable check` finds what is
// wrong with them, so nothing is checked here.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

const [, , out] = process.argv;
const HEADS = ['title', 'text', 'task', 'hint', 'done'];

const linesOf = (path) =>
    readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line.trim() && !line.startsWith('#'));

/** All after the first word of a line. */
const rest = (line) => line.slice(line.indexOf(' ') + 1).trim();
const unquoted = (text) => /"(.*)"/.exec(text)?.[1] ?? text;

function lessonOf(path) {
    const lesson = { rules: [], goals: [], fails: [], solution: [], lines: [] };
    for (const head of HEADS) lesson[head] = {};
    for (const line of linesOf(path)) {
        const [word, second] = line.split(/\s+/);
        if (HEADS.includes(word)) lesson[word][second] = unquoted(line);
        else if (word === 'lesson') lesson.id = second;
        else if (word === 'rule') lesson.rules.push(...rest(line).split(/\s+/));
        else if (word === 'side') lesson.side = second;
        else if (word === 'orders') lesson.orders = Number(second);
        else if (word === 'goal') lesson.goals.push(rest(line));
        else if (word === 'fails') lesson.fails.push(rest(line));
        else if (word === 'solution') lesson.solution.push(unquoted(line));
        else lesson.lines.push(line);
    }
    return lesson;
}

function puzzlesOf(path) {
    const puzzles = [];
    for (const line of linesOf(path)) {
        const [word, second] = line.split(/\s+/);
        const puzzle = puzzles.at(-1);
        if (word === 'puzzle') puzzles.push({ id: second, best: [], other: [], lines: [] });
        else if (word === 'side') puzzle.side = second;
        else if (word === 'measured')
            for (const [, name, value] of line.matchAll(/(\w+)=(\w+)/g)) puzzle[name] = /^\d+$/.test(value) ? Number(value) : value;
        else if (word === 'best' || word === 'other') puzzle[word].push([unquoted(line), Number(/(\d+)$/.exec(line)[1])]);
        else puzzle.lines.push(line);
    }
    return puzzles;
}

const below = (folder) =>
    existsSync(folder)
        ? readdirSync(folder)
              .sort()
              .map((name) => `${folder}/${name}`)
        : [];

const counts = {};
mkdirSync(out, { recursive: true });
for (const system of readdirSync('data').filter((name) => existsSync(`data/${name}/rules.tsv`))) {
    const lessons = below(`data/${system}/lessons`).map(lessonOf);
    const puzzles = below(`data/${system}/puzzles`).flatMap(puzzlesOf);
    counts[system] = { lessons: lessons.length, puzzles: puzzles.length };
    writeFileSync(`${out}/lessons-${system}.json`, JSON.stringify(lessons));
    writeFileSync(`${out}/puzzles-${system}.json`, JSON.stringify(puzzles));
}
writeFileSync(`${out}/lessons-count.json`, JSON.stringify(counts));
