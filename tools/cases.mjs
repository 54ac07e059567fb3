// cases.mjs — chooses cases of the lab scripts that show a rule, for the browser: node tools/cases.mjs OUT
// Writes OUT/cases-SYSTEM.json: { cases: [{ name, proves, lines }], rules: { ID: [case…] } }. A case shows something if it gives,
// refuses or weighs an order. For each rule the two that teach best are taken: short ones, on an empty map, that prove little
// else, refuse an order by that rule, and have one that is legal.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

const [, , out] = process.argv;
const MOST = 2; // cases a rule
const STEP = /^(do|refuse|forecast|undo|answers)\b/;

/** The cases of a script, with the lines of set-ups in their places. */
function casesOf(text) {
    const setups = new Map();
    const cases = [];
    let setup = null;
    for (const line of text.split('\n')) {
        if (!line.trim() || line.startsWith('#')) continue;
        if (/^\s/.test(line)) {
            setup?.push(line.trim());
            continue;
        }
        setup = null;
        const [word, ...rest] = line.trim().split(/\s+/);
        if (word === 'setup') setups.set(rest[0], (setup = []));
        else if (word === 'case') cases.push({ name: /"(.*)"/.exec(line)?.[1] ?? '', proves: [], lines: [] });
        else if (word === 'proves') cases.at(-1).proves.push(...rest);
        else if (!['expect', 'sees', 'show'].includes(word)) cases.at(-1)?.lines.push(line.trim());
    }
    for (const one of cases)
        one.lines = one.lines
            .flatMap((line) => (line.startsWith('use ') ? (setups.get(line.slice(4).trim()) ?? []) : [line]))
            .filter((line) => !/^(expect|sees|show)\b/.test(line));
    return cases;
}

/** The less, the better it teaches that rule: best is a refusal by the very rule, and a case of the rule's own chapter. */
function weight({ file, proves, lines }, rule) {
    const steps = lines.filter((line) => STEP.test(line));
    const has = (word) => steps.some((line) => line.startsWith(word));
    return (
        lines.length +
        6 * proves.length +
        (lines.some((line) => /^lab \w+\/empty/.test(line)) ? 0 : 40) +
        (/^(9|nysa|stars|dieulouard|lesson)|hidden|corner/.test(file) ? 25 : 0) -
        (steps.some((line) => line.startsWith('refuse') && line.split(/\s+/).includes(rule)) ? 40 : 0) -
        (has('refuse') && has('do') ? 10 : 0) -
        (has('do') ? 5 : 0)
    );
}

mkdirSync(out, { recursive: true });
for (const system of readdirSync('tests/lab')) {
    const all = readdirSync(`tests/lab/${system}`)
        .filter((name) => name.endsWith('.lab'))
        .flatMap((file) => casesOf(readFileSync(`tests/lab/${system}/${file}`, 'utf8')).map((one) => ({ file, ...one })))
        .filter(({ lines }) => lines.some((line) => STEP.test(line)) && lines.some((line) => line.startsWith('lab ')));
    const rules = {};
    for (const rule of new Set(all.flatMap(({ proves }) => proves)))
        rules[rule] = all
            .filter(({ proves }) => proves.includes(rule))
            .sort((a, b) => weight(a, rule) - weight(b, rule))
            .slice(0, MOST);
    const cases = [...new Set(Object.values(rules).flat())];
    const text = JSON.stringify({
        cases: cases.map(({ name, proves, lines }) => ({ name, proves, lines })),
        rules: Object.fromEntries(Object.entries(rules).map(([id, list]) => [id, list.map((one) => cases.indexOf(one))])),
    });
    writeFileSync(`${out}/cases-${system}.json`, text);
}
