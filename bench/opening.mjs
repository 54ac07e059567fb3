// opening.mjs — how soon a phone gives its first order on a site of files (`sandtable site`), opened for the first time:
//
//     node bench/opening.mjs [ROUNDS [SLOWER]]
//
// Each round is a browser with an empty profile, 400 × 800 pixels, its page slowed SLOWER times (4). A script presses *Play the
// first game* as soon as the button can be pressed. Told are, from the opening of the page, when the button was there, when it
// was pressed and when counters could act, and what lay between press and counters. Chromium slows only the page's own
// thread: what the engine's worker takes is measured apart, in this process, and multiplied.
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';

const rounds = Number(process.argv[2] ?? 5);
const slower = Number(process.argv[3] ?? 4);
process.env.SLOW = slower;
const { Browser } = await import('../tests/browser/browser.mjs');

const program = process.env.SANDTABLE ?? 'build/release/sandtable';
const TYPES = {
    '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json',
    '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.png': 'image/png', '.webmanifest': 'application/manifest+json',
};

/** A file server that packs what it sends, as most do. */
function serveFiles(folder) {
    const packed = new Map();
    const server = createServer((request, out) => {
        const path = decodeURIComponent(request.url.split('?')[0]);
        const file = join(folder, normalize(path), path.endsWith('/') ? 'index.html' : '');
        if (!existsSync(file) || statSync(file).isDirectory()) return out.writeHead(404).end();
        if (!packed.has(file)) packed.set(file, gzipSync(readFileSync(file)));
        const type = TYPES[extname(file)] ?? 'application/octet-stream';
        return out.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(packed.get(file));
    });
    return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** Runs in the page, and notes when what came. */
const watch = () => {
    window.marks = {};
    addEventListener('click', () => (window.marks.press ??= performance.now()), true);
    const look = () => {
        const { marks } = window, now = performance.now();
        if ([...document.querySelectorAll('button')].some((one) => /^Play the first game/.test(one.textContent.trim()))) marks.button ??= now;
        const { state } = document.querySelector('.map canvas')?.board?.game ?? {};
        if (state?.position?.keys.question?.yours && state.actors.size && document.querySelector('.verbs button')) marks.order = now;
        else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
};

/** Milliseconds of a processor that the engine takes until a game of Muskau stands, without any slowing. */
async function engineTakes(folder) {
    const begun = process.cpuUsage();
    const module = await WebAssembly.compile(readFileSync(join(folder, 'engine/sandtable.wasm')));
    const imports = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => {};
    const { exports } = await WebAssembly.instantiate(module, imports);
    exports._initialize();
    const put = (text) => {
        const bytes = new TextEncoder().encode(`${text}\0`), at = exports.engine_allocate(bytes.length);
        new Uint8Array(exports.memory.buffer).set(bytes, at);
        return [at, bytes.length - 1];
    };
    for (const [name, text] of Object.entries(JSON.parse(readFileSync(join(folder, 'api/pack/wb95.json'), 'utf8'))))
        exports.engine_add_file(put(name)[0], ...put(text));
    if (!exports.engine_load(put('wb95/muskau')[0], put('')[0]) || !exports.engine_table_begin(put(' '.repeat(32))[0]))
        throw new Error('the engine did not begin');
    exports.engine_state();
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1000;
}

const folder = mkdtempSync(join(tmpdir(), 'sandtable-opening-'));
execFileSync(program, ['site', folder]);
const files = await serveFiles(folder);
const rows = { 'the button is there': [], 'it is pressed': [], 'counters can act': [], 'from the press': [] };
const load = loadavg()[0].toFixed(1);
for (let round = 0; round < rounds; round++) {
    const browser = await Browser.start();
    const phone = { viewport: { width: 400, height: 800 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
    const me = await browser.person({ port: files.address().port }, phone);
    await me.page.addInitScript(watch);
    await me.open('/');
    await me.button('Play the first game').first().tap();
    await me.page.waitForFunction(() => window.marks.order);
    const { button, press, order } = await me.page.evaluate(() => window.marks);
    [button, press, order, order - press].forEach((value, i) => Object.values(rows)[i].push(value));
    await browser.stop();
}
const engine = [];
for (let round = 0; round < rounds; round++) engine.push(await engineTakes(folder));
files.close();
rmSync(folder, { recursive: true });
console.log(`${rounds} rounds, page slowed ${slower} times, load ${load} at the beginning: median (least to most), ms`);
for (const [name, values] of Object.entries({ ...rows, [`the engine, times ${slower}`]: engine.map((ms) => ms * slower) })) {
    values.sort((a, b) => a - b);
    console.log(`${name.padEnd(26)} ${[values[values.length >> 1], values[0], values.at(-1)].map(Math.round).join('  ')}`);
}
process.exit(0);
