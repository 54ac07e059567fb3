// engine.mjs — the browser's module without a browser, and what is lent to it and read from it.
import { readFileSync } from 'node:fs';

/** Opens the module. Nothing of the outside is needed to play: whatever is imported (the C library's way to a terminal)
 *  must stay uncalled. */
export function open(path) {
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
    return { engine, give, text };
}
