// client.mjs — how soon the page paints and how smoothly a crowded map pans: node bench/client.mjs [ROUNDS]
//
// Each round is a browser with an empty profile against a fresh game of Nysa 1945: the first contentful paint of the
// lobby and of the game, when the counters stood on the map, when all of the ground in sight was drawn, then 1,000
// counters spread over the map and 180 frames of panning, at the zoom the game opens with and with the whole map in
// sight. Frames are counted as the browser grants them (60 a second at most); the drawing itself is timed apart.
import { Server, User } from '../tests/server/server.mjs';
import { Browser } from '../tests/browser/browser.mjs';

const rounds = Number(process.argv[2] ?? 5);

const watch = () => {
    const look = () => {
        const board = document.querySelector('.map canvas')?.board;
        if (board?.framesDrawn > 0 && board.game.shown()) window.countersDrawn ??= performance.now();
        if (board?.complete) window.mapDrawn = performance.now();
        else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
};

async function painted(me, path, ready) {
    await me.open(path);
    await me.page.locator(ready).first().waitFor();
    await me.page.waitForTimeout(800);
    return me.page.evaluate(() => [
        performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
        window.countersDrawn ?? Number.NaN,
        window.mapDrawn ?? Number.NaN,
    ]);
}

const crowd = (element) => {
    const { board } = element;
    const { store } = board.game;
    const { position } = store.get();
    const known = [...position.pieces.values()].filter((piece) => piece.hex !== null);
    const hexes = board.map.columns * board.map.rows;
    const pieces = new Map(), stacks = new Map();
    for (let i = 0; i < 1000; i++) {
        const hex = Math.floor((i * hexes) / 1000);
        const piece = { ...known[i % known.length], i, hex, z: 0 };
        pieces.set(i, piece);
        stacks.set(hex, [piece]);
    }
    store.set({ position: { ...position, pieces, stacks } });
    return hexes;
};

const pan = async (element, whole) => {
    const { board } = element;
    if (whole) for (let i = 0; i < 6; i++) board.zoomBy(-1);
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const step = (i) => board.pan(Math.cos(i / 15) * 14, Math.sin(i / 15) * 14);
    for (let i = 0; i < 95; i++) step(i), await frame(); // once round, so that the tiles are there
    const times = [];
    let last = performance.now();
    for (let i = 0; i < 180; i++) {
        step(i);
        await frame();
        const now = performance.now();
        times.push(now - last);
        last = now;
    }
    const begun = performance.now();
    for (let i = 0; i < 60; i++) step(i), board.draw();
    const draw = (performance.now() - begun) / 60;
    times.sort((a, b) => a - b);
    return [1000 / (times.reduce((a, b) => a + b) / times.length), times[Math.floor(times.length * 0.99)], draw];
};

const rows = new Map();
const note = (name, value) => rows.set(name, [...(rows.get(name) ?? []), value]);
let hexes = 0;
for (let round = 0; round < rounds; round++) {
    const server = await Server.start({ options: ['--quiet', '--no-limits'] });
    const browser = await Browser.start();
    const user = await User.guest(server);
    const { id } = await user.create('wb95/nysa', { soviet: 'me', german: 'greedy' });
    const me = await browser.person(server, { cookie: user.cookie });
    await me.page.addInitScript(watch);
    note('lobby, first paint, ms', (await painted(me, '/', '.card'))[0]);
    const [paint, counters, map] = await painted(me, `/g/${id}`, '.prompt');
    note('game, first paint, ms', paint);
    note('game, counters on the map, ms', counters);
    note('game, all ground in sight drawn, ms', map);
    const canvas = me.page.locator('.map canvas');
    hexes = await canvas.evaluate(crowd);
    for (const [whole, where] of [[false, 'as it opens'], [true, 'whole map']]) {
        const [rate, worst, draw] = await canvas.evaluate(pan, whole);
        note(`panning, ${where}, frames a second`, rate);
        note(`panning, ${where}, slowest of 100 frames, ms`, worst);
        note(`drawing one frame, ${where}, ms`, draw);
    }
    await browser.stop();
    await server.stop();
    server.clean();
}
console.log(`${hexes} hexes, 1000 counters, ${rounds} rounds: median (least to most)`);
for (const [name, values] of rows) {
    values.sort((a, b) => a - b);
    const show = (value) => (value < 10 ? value.toFixed(1) : Math.round(value));
    console.log(`${name.padEnd(52)} ${show(values[Math.floor(values.length / 2)])} (${show(values[0])} to ${show(values.at(-1))})`);
}
process.exit(0);
