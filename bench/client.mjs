// client.mjs — how soon the page paints and how smoothly a crowded map pans:
//
//     node bench/client.mjs [ROUNDS] [SCENARIO [ORDER…]]
//
// Each round is a browser with an empty profile against a fresh game (Nysa 1945 unless another is named): the first
// contentful paint of the lobby and of the game, when the counters stood on the map, when all of the ground in sight was
// drawn, then 180 frames of panning, at the zoom the game opens with and with the whole map in sight. It is crowded with
// 1,000 counters spread over the map; of a scenario that is named its own counters are taken, as they stand after those orders,
// which the side to answer gives first: `recommended ready recommended ready` sets Barbarossa up. Frames are counted
// as the browser grants them (60 a second at most); the drawing itself is timed apart.
import { seat, Server, User } from '../tests/server/server.mjs';
import { Browser } from '../tests/browser/browser.mjs';
import { crowd, pan } from '../tests/browser/crowd.mjs';

const rounds = Number(process.argv[2] ?? 5);
const named = process.argv[3];
const scenario = named ?? 'wb95/nysa';
const orders = process.argv.slice(4);

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
    const painted = (map) =>
        performance.getEntriesByName('first-contentful-paint').length > 0 && (!map || window.mapDrawn !== undefined);
    await me.page.waitForFunction(painted, path !== '/');
    return me.page.evaluate(() => [
        performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
        window.countersDrawn ?? Number.NaN,
        window.mapDrawn ?? Number.NaN,
    ]);
}

const zoomOut = ({ board }) => {
    for (let i = 0; i < 6; i++) board.zoomBy(-1);
};

/** What drawing a frame takes, apart from what the browser grants. */
const timeDrawing = ({ board }) => {
    const begun = performance.now();
    for (let i = 0; i < 60; i++) board.pan(Math.cos(i / 15) * 14, Math.sin(i / 15) * 14), board.draw();
    return (performance.now() - begun) / 60;
};

const rows = new Map();
const note = (name, value) => rows.set(name, [...(rows.get(name) ?? []), value]);
let hexes = 0;
let amount = 1000; // counters on the map

/** The game, all seats one user's, with the orders given in it. */
async function begun(user) {
    const { sides } = (await user.get('/api/scenarios')).json.find((one) => one.id === scenario);
    const machine = orders.length ? 'me' : 'greedy';
    const { id } = await user.create(scenario, Object.fromEntries(sides.map(({ word }, i) => [word, i ? machine : 'me'])));
    const bot = await seat(user, id, scenario);
    const sitAsAsked = async () => {
        if (!orders.length || bot.question.side === bot.state.as) return;
        bot.socket.send({ t: 'curtain', side: bot.question.side });
        bot.see((bot.state = await bot.socket.next((m) => m.t === 'state')));
    };
    for (const text of orders) {
        await sitAsAsked();
        const answer = await bot.socket.ask({ t: 'order', seq: bot.seq, text });
        if (answer.t !== 'answer') throw new Error(`${text}: ${JSON.stringify(answer)}`);
        bot.see(await bot.socket.next((m) => (m.t === 'delta' || m.t === 'state') && m.seq > bot.seq));
    }
    await sitAsAsked();
    bot.socket.close();
    return id;
}

const standing = ({ board }) => [...board.game.shown().stacks.values()].reduce((sum, stack) => sum + stack.length, 0);
for (let round = 0; round < rounds; round++) {
    const server = await Server.start({ options: ['--quiet', '--no-limits'] });
    const browser = await Browser.start();
    const user = await User.guest(server);
    const id = await begun(user);
    const me = await browser.person(server, { cookie: user.cookie });
    await me.page.addInitScript(watch);
    note('lobby, first paint, ms', (await painted(me, '/', '.card'))[0]);
    const [paint, counters, map] = await painted(me, `/g/${id}`, '.prompt');
    note('game, first paint, ms', paint);
    note('game, counters on the map, ms', counters);
    note('game, all ground in sight drawn, ms', map);
    const canvas = me.page.locator('.map canvas');
    hexes = await canvas.evaluate(named ? ({ board }) => board.map.numbers.length : crowd);
    if (named) amount = await canvas.evaluate(standing);
    for (const [whole, where] of [[false, 'as it opens'], [true, 'whole map']]) {
        if (whole) await canvas.evaluate(zoomOut);
        const times = (await canvas.evaluate(pan, 180)).sort((a, b) => a - b);
        note(`panning, ${where}, frames a second`, (1000 * times.length) / times.reduce((a, b) => a + b));
        note(`panning, ${where}, slowest of 100 frames, ms`, times[Math.floor(times.length * 0.99)]);
        note(`drawing one frame, ${where}, ms`, await canvas.evaluate(timeDrawing));
    }
    await browser.stop();
    await server.stop();
    server.clean();
}
console.log(`${scenario}: ${hexes} hexes, ${amount} counters, ${rounds} rounds: median (least to most)`);
for (const [name, values] of rows) {
    values.sort((a, b) => a - b);
    const show = (value) => (value < 10 ? value.toFixed(1) : Math.round(value));
    console.log(`${name.padEnd(52)} ${show(values[Math.floor(values.length / 2)])} (${show(values[0])} to ${show(values.at(-1))})`);
}
process.exit(0);
