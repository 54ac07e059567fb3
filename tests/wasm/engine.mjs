// engine.mjs — the browser's module without a browser, and what is lent to it and read from it.
import { readFileSync } from 'node:fs';

/** Opens the module and gives it files of the data folder. The engine needs nothing from outside to play: what it imports
 *  (the C library's way to a terminal) must stay uncalled. */
export function open(path, data, files) {
    const module = new WebAssembly.Module(readFileSync(path));
    const imports = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
        imports[from] ??= {};
        imports[from][name] = () => {
            throw new Error(`the engine called ${from}.${name}`);
        };
    }
    const engine = new WebAssembly.Instance(module, imports).exports;
    engine._initialize();
    /** Puts bytes, or a text, into its memory, with a zero behind them. */
    const give = (what) => {
        const bytes = typeof what === 'string' ? new TextEncoder().encode(what) : what;
        const at = engine.engine_allocate(bytes.length + 1);
        const memory = new Uint8Array(engine.memory.buffer);
        memory.set(bytes, at);
        memory[at + bytes.length] = 0;
        return at;
    };
    /** The answer to the last call. */
    const text = () => {
        const memory = new Uint8Array(engine.memory.buffer);
        const at = engine.engine_text();
        return new TextDecoder().decode(memory.subarray(at, memory.indexOf(0, at)));
    };
    /** Calls engine_NAME; texts are lent to it for as long as it runs. */
    const call = (name, ...values) => {
        const lent = values.map((value) => (typeof value === 'string' ? give(value) : value));
        const answer = engine[`engine_${name}`](...lent);
        values.forEach((value, i) => typeof value === 'string' && engine.engine_release(lent[i]));
        return answer;
    };
    for (const file of files) {
        const bytes = readFileSync(`${data}/${file}`);
        if (!engine.engine_add_file(give(file), give(bytes), bytes.length)) throw new Error(`no room for ${file}`);
    }
    return { engine, give, text, call };
}

/** What a line of a lab script does, of those that a board takes: the status of its call. */
export function layLine(call, line) {
    const [word, id, ...rest] = line.split(/\s+/);
    const order = /"([^"]*)"/.exec(line)?.[1] ?? '';
    if (word === 'lab') {
        const [columns, rows] = rest.find((one) => /^\d+x\d+$/.test(one))?.split('x').map(Number) ?? [10, 10];
        return call('lab_begin', id, columns, rows, rest.filter((one) => one.includes('=')).join(' '));
    }
    if (word === 'dice') return call('lab_dice', line.slice(5).trim());
    return word === 'do' ? call('lab_give', order) : call('lab_line', line);
}
